// Finding and reading the attributes of idle states.
#include "probes/kernel/cpuidle.h"

#include <sys/resource.h>

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "probes/kernel/metric_name.h"
#include "probes/kernel/text_scan.h"

namespace collect {
namespace {

constexpr absl::string_view kAttributes[] = {"time", "usage"};

absl::string_view UnitOf(absl::string_view name) {
  return absl::EndsWith(name, ".time") ? "us" : "count";
}

absl::Status TooManyFiles(size_t states) {
  rlimit limit = {};
  getrlimit(RLIMIT_NOFILE, &limit);
  return absl::ResourceExhaustedError(
      absl::StrCat("cpuidle needs ", 2 * states, " open files, 2 for each of ", states,
                   " idle states of all CPUs, and this process may have ", limit.rlim_cur,
                   " in all; allow more with ulimit -n"));
}

}  // namespace

absl::Status Cpuidle::Open(const ProbeContext& context, Columns& columns) {
  host_ = &context.host;
  online_.Open(*host_, "/sys/devices/system/cpu/online");
  absl::Status status = Read(columns);
  if (!status.ok()) return status;
  if (attributes_.empty()) {
    return absl::NotFoundError(
        "this machine's kernel offers no cpuidle states (/sys/devices/system/cpu/cpu*/cpuidle)");
  }
  return absl::OkStatus();
}

// The folders of all states of the CPUs that are online.
absl::StatusOr<std::vector<Cpuidle::StateFolder>> Cpuidle::FindStates() {
  absl::StatusOr<std::vector<int>> cpus = host_->OnlineCpus();
  if (!cpus.ok()) return cpus.status();
  std::vector<StateFolder> folders;
  for (int cpu : *cpus) {
    const std::string path = absl::StrCat("/sys/devices/system/cpu/cpu", cpu, "/cpuidle");
    absl::StatusOr<std::vector<std::string>> names = host_->ListDirectory(path);
    if (absl::IsNotFound(names.status())) continue;
    if (!names.ok()) return names.status();
    for (const std::string& name : *names) {
      if (absl::StartsWith(name, "state")) folders.push_back({cpu, absl::StrCat(path, "/", name)});
    }
  }
  return folders;
}

absl::Status Cpuidle::Scan(Columns& columns) {
  attributes_.clear();
  absl::StatusOr<std::vector<StateFolder>> folders = FindStates();
  if (!folders.ok()) return folders.status();
  for (const StateFolder& folder : *folders) {
    absl::Status status = OpenState(folder, columns);
    if (absl::IsResourceExhausted(status)) {
      attributes_.clear();
      return TooManyFiles(folders->size());
    }
    // A state that goes away while it is being opened is no trouble.
    if (!status.ok() && !absl::IsNotFound(status)) return status;
  }
  DeriveTotals(columns);
  return absl::OkStatus();
}

absl::Status Cpuidle::OpenState(const StateFolder& folder, Columns& columns) {
  absl::StatusOr<std::string> name = host_->ReadFile(absl::StrCat(folder.path, "/name"));
  if (!name.ok()) return name.status();
  const std::string state = JoinWords(absl::StripSuffix(*name, "\n"), '-');
  for (absl::string_view attribute : kAttributes) {
    absl::StatusOr<TextFile> file = host_->OpenText(absl::StrCat(folder.path, "/", attribute));
    if (!file.ok()) return file.status();
    const int column = ColumnOf(folder.cpu, absl::StrCat(state, ".", attribute), columns);
    attributes_.push_back({*std::move(file), column});
  }
  return absl::OkStatus();
}

// `name` is "STATE.time" or "STATE.usage".
int Cpuidle::ColumnOf(int cpu, const std::string& name, Columns& columns) {
  const std::string cpu_name = absl::StrCat("CPU", cpu, ".", name);
  const auto [entry, is_new] = columns_.try_emplace(cpu_name, 0);
  if (is_new) {
    entry->second =
        columns.Declare(Metric(absl::StrCat("cpuidle.", cpu_name), UnitOf(name), v1::COUNTER));
    totals_[name].columns.push_back(entry->second);
  }
  return entry->second;
}

void Cpuidle::DeriveTotals(Columns& columns) {
  for (auto& [name, total] : totals_) {
    if (total.derived == total.columns.size()) continue;
    total.derived = total.columns.size();
    columns.Derive(SumOf(absl::StrCat("cpuidle.", name), UnitOf(name), v1::COUNTER, total.columns));
  }
}

// False if the attribute is not there any more.
bool Cpuidle::ReadValue(Attribute& attribute, Columns& columns) {
  absl::StatusOr<absl::string_view> text = attribute.file.ReadAttribute();
  if (!text.ok()) return false;
  uint64_t number = 0;
  if (!TakeNumber(*text, number)) return false;
  columns.Add(attribute.column, static_cast<int64_t>(number));
  return true;
}

absl::Status Cpuidle::Read(Columns& columns) {
  if (online_.Changed() || scan_needed_) {
    absl::Status status = Scan(columns);
    scan_needed_ = !status.ok();
    if (!status.ok()) return status;
  }
  for (Attribute& attribute : attributes_) {
    if (!ReadValue(attribute, columns)) scan_needed_ = true;
  }
  return absl::OkStatus();
}

}  // namespace collect
