// Fuzzes run files: the bytes as they are, and the bytes as payloads of sound frames, which a
// fuzzer would hardly get past the checksums.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "archive/block.h"
#include "archive/reader.h"
#include "archive/records.h"

namespace collect {
namespace {

// Formulas are computed over columns, so the work grows with their product; the reader's own limits
// are what is tested here.
constexpr size_t kMaxMetrics = 1000;

void ReadAll(absl::string_view bytes) {
  ParseRunFile(bytes, "fuzz", {.samples = false, .texts = false}).IgnoreError();
  const absl::StatusOr<RunFile> run = ParseRunFile(bytes, "fuzz");
  if (!run.ok()) return;
  for (const ProbeSamples& samples : run->probes) {
    if (samples.metrics.size() > kMaxMetrics || samples.columns.size() > kMaxMetrics) continue;
    ComputeRecords(samples);
    for (size_t i = 0; i < std::min<size_t>(samples.metrics.size(), 8); ++i) {
      ComputeSeries(samples, i);
    }
  }
}

// Each payload begins with its type and two bytes of length.
std::string FramesFrom(absl::string_view data) {
  FramePacker packer;
  std::string file = FileHeader();
  file.append(std::string(packer.Pack(FrameType::kRun, "")));
  while (data.size() > 3) {
    const FrameType type = static_cast<FrameType>(data[0]);
    const size_t length =
        static_cast<uint8_t>(data[1]) + size_t{256} * static_cast<uint8_t>(data[2]);
    data.remove_prefix(3);
    const absl::string_view payload = data.substr(0, length);
    data.remove_prefix(payload.size());
    file.append(std::string(packer.Pack(type, payload)));
  }
  return file;
}

}  // namespace
}  // namespace collect

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const absl::string_view bytes(reinterpret_cast<const char*>(data), size);
  collect::ReadAll(bytes);
  collect::ReadAll(collect::FramesFrom(bytes));
  return 0;
}
