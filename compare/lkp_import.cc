// Results of the kernel test robot (intel/lkp-tests) as runs.
#include "compare/lkp_import.h"

#include <zlib.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <tuple>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "compare/lkp_axes.h"
#include "compare/lkp_stats.h"

namespace collect {
namespace {

namespace fs = std::filesystem;
using Axes = std::map<std::string, std::string>;

absl::StatusOr<std::string> ReadFile(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (!file || !(text << file.rdbuf())) {
    return absl::PermissionDeniedError(absl::StrCat(path.string(), ": it cannot be read"));
  }
  return text.str();
}

bool Exists(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

absl::StatusOr<Axes> FindAxes(const fs::path& directory) {
  const fs::path file = directory / "axes.json";
  if (!Exists(file)) return AxesOfLkpPath(directory.lexically_normal().string());
  absl::StatusOr<std::string> text = ReadFile(file);
  if (!text.ok()) return text.status();
  return ParseLkpAxes(*text, file.string());
}

// Numbers by value, then names: 2 before 10 before "first".
bool ByNumber(const std::string& a, const std::string& b) {
  const auto key = [](const std::string& name) {
    const bool number = std::all_of(name.begin(), name.end(), absl::ascii_isdigit);
    return std::make_tuple(!number, number ? name.size() : 0, name);
  };
  return key(a) < key(b);
}

std::vector<std::string> RunFolders(const fs::path& directory) {
  std::vector<std::string> names;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(directory, error)) {
    if (Exists(entry.path() / "stats.json")) names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end(), ByNumber);
  return names;
}

bool IsKpi(absl::string_view name, const std::string& testcase) {
  if (testcase.empty() || !absl::StartsWith(name, absl::StrCat(testcase, "."))) return false;
  return !absl::StartsWith(name.substr(testcase.size()), ".time.");
}

// "lkp-0003-9f3a61c2": the position keeps the order of the runs, the checksum tells results apart.
std::string IdentityOf(size_t position, const RunData& data) {
  uLong sum = crc32(0, nullptr, 0);
  const auto add = [&sum](absl::string_view text) {
    sum = crc32_z(sum, reinterpret_cast<const Bytef*>(text.data()), text.size());
  };
  const Axes axes(data.run.axes().begin(), data.run.axes().end());
  for (const auto& [name, value] : axes) add(absl::StrCat(name, "=", value, "\n"));
  for (const v1::MetricRecord& record : data.records) {
    add(absl::StrFormat("%s %.17g\n", record.metric().name(), record.value()));
  }
  return absl::StrFormat("lkp-%04d-%08x", position, sum);
}

RunData MakeRun(const Axes& axes, size_t position, std::vector<v1::MetricRecord> records) {
  RunData data;
  data.run.mutable_axes()->insert(axes.begin(), axes.end());
  auto testcase = axes.find("testcase");
  if (testcase != axes.end()) data.run.set_testcase(testcase->second);
  data.run.set_imported(true);
  data.records = std::move(records);
  for (v1::MetricRecord& record : data.records) {
    v1::MetricDescriptor& metric = *record.mutable_metric();
    metric.set_kpi(IsKpi(metric.name(), data.run.testcase()));
    if (!metric.kpi()) metric.clear_direction();
  }
  data.run.set_id(IdentityOf(position, data));
  return data;
}

absl::StatusOr<std::vector<RunData>> ReadFolders(const fs::path& directory,
                                                 const std::vector<std::string>& folders,
                                                 const Axes& axes) {
  std::vector<RunData> runs;
  for (const std::string& folder : folders) {
    const fs::path file = directory / folder / "stats.json";
    absl::StatusOr<std::string> text = ReadFile(file);
    if (!text.ok()) return text.status();
    auto records = ParseLkpStats(*text, file.string());
    if (!records.ok()) return records.status();
    runs.push_back(MakeRun(axes, runs.size(), *std::move(records)));
  }
  return runs;
}

absl::StatusOr<std::vector<RunData>> ReadMatrix(const fs::path& file, const Axes& axes) {
  absl::StatusOr<std::string> text = ReadFile(file);
  if (!text.ok()) return text.status();
  auto records_of_runs = ParseLkpMatrix(*text, file.string());
  if (!records_of_runs.ok()) return records_of_runs.status();
  std::vector<RunData> runs;
  for (auto& records : *records_of_runs) {
    runs.push_back(MakeRun(axes, runs.size(), std::move(records)));
  }
  return runs;
}

}  // namespace

absl::StatusOr<std::vector<RunData>> ReadLkpResults(const std::string& directory) {
  const fs::path path(directory);
  absl::StatusOr<Axes> axes = FindAxes(path);
  if (!axes.ok()) return axes.status();
  if (Exists(path / "stats.json")) return ReadFolders(path, {"."}, *axes);
  const std::vector<std::string> folders = RunFolders(path);
  if (!folders.empty()) return ReadFolders(path, folders, *axes);
  if (Exists(path / "matrix.json")) return ReadMatrix(path / "matrix.json", *axes);
  return absl::NotFoundError(
      absl::StrCat(directory,
                   ": no result of intel/lkp-tests is there: stats.json, FOLDER/stats.json or "
                   "matrix.json is expected"));
}

}  // namespace collect
