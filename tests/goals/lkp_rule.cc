// What the kernel test robot's comparison calls a change.
#include "tests/goals/lkp_rule.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"

namespace collect {
namespace {

constexpr double kLargestRatio = 5;

bool StartsWithAny(absl::string_view name, std::initializer_list<absl::string_view> beginnings) {
  return std::any_of(beginnings.begin(), beginnings.end(),
                     [&](absl::string_view first) { return absl::StartsWith(name, first); });
}

bool IsLevelOfVmstat(absl::string_view name) {
  const size_t vmstat = name.find("vmstat.");
  return vmstat != name.npos && absl::StrContains(name.substr(vmstat), "nr_");
}

// Whether the amounts are large enough to be looked at.
bool IsReasonable(absl::string_view name, double difference, double largest) {
  const auto above = [&](double least) { return largest >= least && difference >= least / 2; };
  if (absl::StrContains(name, ".time.elapsed_time")) return above(10);
  if (IsLevelOfVmstat(name) || StartsWithAny(name, {"interrupts", "proc-vmstat.allocstall"})) {
    return above(100);
  }
  if (StartsWithAny(name, {"iostat"})) return largest > 1;
  if (StartsWithAny(name, {"pagetypeinfo", "buddyinfo", "slabinfo"})) return difference > 100;
  if (StartsWithAny(name, {"proc-vmstat"}) || absl::StrContains(name, "meminfo")) {
    return largest > 1000;
  }
  return !StartsWithAny(name, {"softirqs"}) || largest > 10000;
}

}  // namespace

bool LkpCallsItChanged(const std::string& name, bool kpi, std::vector<double> base,
                       std::vector<double> other) {
  std::sort(base.begin(), base.end());
  std::sort(other.begin(), other.end());
  const double a = base[base.size() / 2];
  const double b = other[other.size() / 2];
  const bool apart =
      (other.front() > a && b > base.back()) || (base.front() > b && a > other.back());
  if (!apart) return false;
  const double low = std::min(a, b);
  const double high = std::max(a, b);
  const double ratio = low > 0 ? std::min(high / low, kLargestRatio) : kLargestRatio;
  return ratio > (kpi ? 1.01 : 1.05) &&
         IsReasonable(name, high - low, std::max(base.back(), other.back()));
}

}  // namespace collect
