// The recording of real runs by which the comparison is measured.
#include "tests/compare/recording.h"

#include <zstd.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "absl/strings/match.h"

namespace collect {
namespace {

constexpr size_t kLargestText = 256 << 20;

std::string DecompressedFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << file.rdbuf();
  std::string text(kLargestText, '\0');
  const size_t size =
      ZSTD_decompress(text.data(), text.size(), bytes.str().data(), bytes.str().size());
  text.resize(ZSTD_isError(size) ? 0 : size);
  return text;
}

}  // namespace

std::map<std::string, std::vector<RecordedRun>> ReadRecording(const std::string& path) {
  std::map<std::string, std::vector<RecordedRun>> runs;
  std::istringstream lines(DecompressedFile(path));
  for (std::string line; std::getline(lines, line);) {
    const auto json = nlohmann::json::parse(line);
    if (json["rc"] != 0) continue;
    const std::string key = json["w"].get<std::string>() + "/" + json["side"].get<std::string>();
    runs[key].push_back({json["t0"].get<double>(), json["m"].get<std::map<std::string, double>>()});
  }
  return runs;
}

std::vector<std::string> LiveNames(const std::vector<RecordedRun>& a,
                                   const std::vector<RecordedRun>& b) {
  std::vector<std::string> names;
  for (const auto& [name, value] : a.front().metrics) {
    const auto lacks = [&, &name = name](const RecordedRun& run) {
      return run.metrics.count(name) == 0;
    };
    if (std::any_of(a.begin(), a.end(), lacks) || std::any_of(b.begin(), b.end(), lacks)) continue;
    const auto differs = [&, &name = name, &value = value](const RecordedRun& run) {
      return run.metrics.at(name) != value;
    };
    if (std::any_of(a.begin(), a.end(), differs)) names.push_back(name);
  }
  return names;
}

bool IsRecordedKpi(const std::string& name) {
  const auto begins = [&](const char* first) { return absl::StartsWith(name, first); };
  const char* const benchmarks[] = {"hackbench.", "perf-bench", "sysbench-", "stress-ng.", "fio."};
  return std::any_of(std::begin(benchmarks), std::end(benchmarks), begins);
}

}  // namespace collect
