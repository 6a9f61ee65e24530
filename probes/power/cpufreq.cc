// Reading the frequency of each policy.
#include "probes/power/cpufreq.h"

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "probes/kernel/text_scan.h"

namespace collect {
namespace {

constexpr char kPolicies[] = "/sys/devices/system/cpu/cpufreq";

}  // namespace

absl::Status Cpufreq::Open(const ProbeContext& context, Columns& columns) {
  host_ = &context.host;
  online_.Open(*host_, "/sys/devices/system/cpu/online");
  if (absl::Status status = Scan(); !status.ok()) return status;
  if (policies_.empty()) {
    return absl::NotFoundError(
        absl::StrCat("this kernel does not scale the CPUs' frequency, or its "
                     "host does: no policy in ",
                     kPolicies));
  }
  fold_.emplace_back("cpufreq.scaling_cur_freq", "kHz", v1::GAUGE, columns);
  return Read(columns);
}

// A policy goes when the last of its CPUs goes offline.
absl::Status Cpufreq::Scan() {
  scan_needed_ = false;
  policies_.clear();
  const absl::StatusOr<std::vector<std::string>> names = host_->ListDirectory(kPolicies);
  if (absl::IsNotFound(names.status())) return absl::OkStatus();
  if (!names.ok()) return names.status();
  for (const std::string& name : *names) {
    if (!absl::StartsWith(name, "policy")) continue;
    absl::StatusOr<TextFile> file =
        host_->OpenText(absl::StrCat(kPolicies, "/", name, "/scaling_cur_freq"));
    if (absl::IsNotFound(file.status())) continue;
    if (!file.ok()) return file.status();
    policies_.push_back(*std::move(file));
  }
  return absl::OkStatus();
}

// A frequency that is not known is "<unknown>" (drivers/cpufreq/cpufreq.c), and 0 is none.
absl::Status Cpufreq::Read(Columns& columns) {
  if (online_.Changed() || scan_needed_) {
    if (absl::Status status = Scan(); !status.ok()) return status;
  }
  for (size_t i = 0; i < policies_.size(); ++i) {
    const absl::StatusOr<absl::string_view> text = policies_[i].ReadAttribute();
    if (!text.ok()) {
      scan_needed_ = true;  // it goes away just now
      continue;
    }
    absl::string_view rest = *text;
    uint64_t khz = 0;
    if (TakeNumber(rest, khz) && khz > 0) fold_[0].Add(i, static_cast<double>(khz));
  }
  fold_[0].Finish(columns);
  return absl::OkStatus();
}

}  // namespace collect
