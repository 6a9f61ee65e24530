// Collects samples into blocks and hands frames to the thread that writes them.
#include "archive/writer.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/hash/hash.h"
#include "absl/strings/str_cat.h"
#include "archive/block.h"
#include "archive/column_codec.h"
#include "archive/frame_queue.h"
#include "archive/valid_text.h"

namespace collect {
namespace {

// A block is also closed when it holds this many cells: bounds memory when intervals are short.
constexpr size_t kMaxPendingCells = size_t{1} << 16;

// Larger messages are cut into frames of this many entries, far below kMaxPayload.
constexpr size_t kEntriesPerFrame = 4096;

// Samples of two minutes build upon their first block: damage there costs them at most.
constexpr uint64_t kSamplesSlot = 1;
// Records build upon the longest list of metrics, where most of their names stand.
constexpr uint64_t kMetricsSlot = 2;
constexpr uint64_t kBlocksPerKey = 12;

// The last text of a file builds upon its first one.
uint64_t SlotOfText(absl::string_view path) {
  return absl::HashOf(path) | 4;  // none of the above
}

class RunFileWriter final : public RunWriter {
 public:
  explicit RunFileWriter(std::unique_ptr<OutputFile> file)
      : path_(file->path()), queue_(std::move(file), /*frames_before=*/1) {}

  absl::Status Start() { return queue_.Start(); }
  void AddRun(const v1::Run& more) override;
  void AddMetrics(absl::string_view probe, absl::Span<const v1::MetricDescriptor> metrics) override;
  void AddSample(absl::string_view probe, int64_t start_ns, int64_t duration_ns,
                 absl::Span<const int64_t> values, absl::Span<const uint8_t> present) override;
  void AddText(v1::RawText::When when, absl::string_view path, absl::string_view text) override;
  void AddRecords(const v1::MetricRecords& records) override;
  void Flush() override;
  absl::Status Close() override;
  int64_t bytes_written() const override { return queue_.bytes_written(); }
  const std::string& path() const override { return path_; }

 private:
  struct ProbeState {
    std::string probe;
    std::string valid_name;  // as it is written
    uint32_t metrics = 0;
    uint32_t columns = 0;
    bool sampled = false;
    PendingSamples pending;
  };

  PackBasis NextBasis();
  void WriteBlock(PackBasis basis);
  ProbeState& StateOf(absl::string_view probe);
  void Push(FrameType type, const google::protobuf::MessageLite& message, uint64_t rows = 0,
            PackBasis basis = {});

  const std::string path_;
  std::vector<ProbeState> probes_;
  size_t pending_cells_ = 0;
  int64_t last_flush_ns_ = 0;
  uint64_t blocks_ = 0;
  int longest_set_ = 0;
  v1::SampleBlock block_;
  std::string payload_;
  FrameQueue queue_;
};

RunFileWriter::ProbeState& RunFileWriter::StateOf(absl::string_view probe) {
  for (ProbeState& state : probes_) {
    if (state.probe == probe) return state;
  }
  probes_.emplace_back().probe = std::string(probe);
  probes_.back().valid_name = ValidText(probe);
  return probes_.back();
}

void RunFileWriter::Push(FrameType type, const google::protobuf::MessageLite& message,
                         uint64_t rows, PackBasis basis) {
  const size_t size = message.ByteSizeLong();
  // With room to spare: blocks get longer by a byte now and then, as counters grow.
  if (payload_.capacity() < size) payload_.reserve(size + size / 4);
  message.SerializeToString(&payload_);
  queue_.Push(type, payload_, rows, basis);
}

void RunFileWriter::AddRun(const v1::Run& more) {
  v1::Run run = more;
  MakeTextValid(run);
  Push(FrameType::kRun, run);
}

void RunFileWriter::AddMetrics(absl::string_view probe,
                               absl::Span<const v1::MetricDescriptor> metrics) {
  ProbeState& state = StateOf(probe);
  for (size_t from = 0; from < metrics.size(); from += kEntriesPerFrame) {
    v1::ColumnSet set;
    set.set_probe(state.valid_name);
    set.set_first(state.metrics);
    set.set_first_column(state.columns);
    for (const v1::MetricDescriptor& metric : metrics.subspan(from, kEntriesPerFrame)) {
      *set.add_metrics() = metric;
      ++state.metrics;
      if (!metric.has_formula()) ++state.columns;
    }
    MakeTextValid(set);
    const bool longest = set.metrics_size() > longest_set_;
    if (longest) longest_set_ = set.metrics_size();
    Push(FrameType::kMetrics, set, 0, longest ? PackBasis{kMetricsSlot, true} : PackBasis());
  }
}

void RunFileWriter::AddSample(absl::string_view probe, int64_t start_ns, int64_t duration_ns,
                              absl::Span<const int64_t> values, absl::Span<const uint8_t> present) {
  ProbeState& state = StateOf(probe);
  state.pending.Add(start_ns, duration_ns, values, present);
  pending_cells_ += values.size();
  const bool first = !std::exchange(state.sampled, true);
  const bool due =
      pending_cells_ >= kMaxPendingCells || start_ns - last_flush_ns_ >= kFlushIntervalNs;
  if (!first && !due) return;
  last_flush_ns_ = start_ns;
  WriteBlock(first ? PackBasis{kSamplesSlot, /*is_key=*/false} : NextBasis());
}

void RunFileWriter::Flush() { WriteBlock(NextBasis()); }

PackBasis RunFileWriter::NextBasis() {
  return {kSamplesSlot, /*is_key=*/blocks_++ % kBlocksPerKey == 0};
}

void RunFileWriter::WriteBlock(PackBasis basis) {
  block_.Clear();
  uint64_t rows = 0;
  for (ProbeState& state : probes_) {
    if (state.pending.rows() == 0) continue;
    v1::ProbeBlock& block = *block_.add_probes();
    block.set_probe(state.valid_name);
    state.pending.Encode(block);
    rows += state.pending.rows();
    state.pending.Clear();
  }
  pending_cells_ = 0;
  if (rows > 0) Push(FrameType::kSamples, block_, rows, basis);
}

void RunFileWriter::AddText(v1::RawText::When when, absl::string_view path,
                            absl::string_view text) {
  v1::RawText message;
  message.set_path(ValidText(path));
  message.set_when(when);
  message.set_text(std::string(text));
  Push(FrameType::kText, message, 0, {SlotOfText(path), when == v1::RawText::FIRST});
}

void RunFileWriter::AddRecords(const v1::MetricRecords& records) {
  const size_t count = static_cast<size_t>(records.records_size());
  for (size_t from = 0; from < count; from += kEntriesPerFrame) {
    v1::MetricRecords part;
    for (size_t i = from; i < std::min(count, from + kEntriesPerFrame); ++i) {
      *part.add_records() = records.records(static_cast<int>(i));
    }
    MakeTextValid(part);
    Push(FrameType::kRecords, part, 0, {kMetricsSlot, /*is_key=*/false});
  }
}

absl::Status RunFileWriter::Close() {
  Flush();
  return queue_.Close();
}

}  // namespace

absl::StatusOr<std::unique_ptr<RunWriter>> RunWriter::Create(const std::string& path,
                                                             const v1::Run& run, FileCalls& calls) {
  v1::Run valid = run;
  MakeTextValid(valid);
  FramePacker packer;
  const std::string first_piece =
      absl::StrCat(FileHeader(), packer.Pack(FrameType::kRun, valid.SerializeAsString()));
  absl::StatusOr<std::unique_ptr<OutputFile>> file = OutputFile::Create(path, first_piece, calls);
  if (!file.ok()) return file.status();
  auto writer = std::make_unique<RunFileWriter>(*std::move(file));
  if (absl::Status status = writer->Start(); !status.ok()) {
    calls.Unlink(path.c_str());
    return status;
  }
  return writer;
}

}  // namespace collect
