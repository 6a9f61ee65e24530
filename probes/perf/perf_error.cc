// Why a perf event could not be opened.
#include "probes/perf/perf_error.h"

#include <linux/capability.h>
#include <sys/resource.h>

#include <cerrno>
#include <cstdint>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace collect {
namespace {

constexpr char kParanoidPath[] = "/proc/sys/kernel/perf_event_paranoid";

// The effective capabilities of this process (proc(5), /proc/self/status, CapEff); none if unknown.
uint64_t Capabilities(Host& host) {
  const absl::StatusOr<std::string> status = host.ReadFile("/proc/self/status");
  uint64_t capabilities = 0;
  if (!status.ok()) return capabilities;
  for (absl::string_view line : absl::StrSplit(*status, '\n')) {
    if (!absl::ConsumePrefix(&line, "CapEff:")) continue;
    if (!absl::SimpleHexAtoi(absl::StripAsciiWhitespace(line), &capabilities)) return 0;
  }
  return capabilities;
}

bool Has(uint64_t capabilities, int capability) { return (capabilities >> capability) & 1; }

// S-062: Documentation/admin-guide/LSM; the word in brackets is in force.
bool IsLockedDown(Host& host) {
  const absl::StatusOr<std::string> text = host.ReadFile("/sys/kernel/security/lockdown");
  return text.ok() && !absl::StrContains(*text, "[none]") && absl::StrContains(*text, "[");
}

// Documentation/admin-guide/sysctl/kernel.rst, perf_event_paranoid: the highest level at which
// others than root may count this.
int HighestLevel(PerfTarget::Kind target) { return target == PerfTarget::Kind::kProcess ? 1 : 0; }

// Several gates answer alike (S-061): perf_event_paranoid, capabilities, lockdown, seccomp,
// security modules. Documentation/admin-guide/perf-security.rst.
std::string WhoRefuses(Host& host, PerfTarget::Kind target) {
  const uint64_t capabilities = Capabilities(host);
  if (IsLockedDown(host) && Has(capabilities, CAP_SYS_ADMIN)) {
    return "the kernel is locked down (/sys/kernel/security/lockdown, often with Secure Boot) and "
           "refuses this to root too";
  }
  if (Has(capabilities, CAP_SYS_ADMIN)) {
    return "a seccomp profile or a security module refuses perf_event_open although this process "
           "has CAP_SYS_ADMIN; allow the call in the container's seccomp profile";
  }
  if (Has(capabilities, CAP_PERFMON)) {
    return "CAP_PERFMON is not enough here; allow perf_event_open in the container's seccomp "
           "profile, or give CAP_SYS_ADMIN, which some distributions' kernels ask for";
  }
  const int highest = HighestLevel(target);
  const absl::StatusOr<std::string> text = host.ReadFile(kParanoidPath);
  int level = 0;
  const bool known = text.ok() && absl::SimpleAtoi(absl::StripAsciiWhitespace(*text), &level);
  if (known && level <= highest) {
    return absl::StrCat("perf_event_paranoid is ", level,
                        " and allows it, so a seccomp profile or a security module refuses "
                        "perf_event_open; allow the call there");
  }
  return absl::StrCat("perf_event_paranoid is ", known ? absl::StrCat(level) : "unknown", " and ",
                      highest == 0 ? "system-wide counting" : "counting a command with its kernel",
                      " needs ", highest,
                      " or less; run as root, give CAP_PERFMON, or set sysctl "
                      "kernel.perf_event_paranoid=",
                      highest);
}

std::string TooManyFiles(size_t needed_fds) {
  rlimit limit = {};
  getrlimit(RLIMIT_NOFILE, &limit);
  return absl::StrCat("needs ", needed_fds, " open files for its events on all CPUs and ",
                      limit.rlim_cur, " are allowed in all (RLIMIT_NOFILE); raise ulimit -n");
}

// Some errno share a status code.
bool Is(const absl::Status& error, int number) {
  return error == absl::ErrnoToStatus(number, "perf_event_open");
}

std::string WhatTheErrnoSays(const absl::Status& error, PerfTarget::Kind target) {
  if (Is(error, EBUSY)) return "another user has this PMU or its counters for itself alone";
  if (Is(error, ENOSPC)) return "the PMU has no room for one more event";
  if (Is(error, ENOMEM)) return "the kernel has no memory for it";
  if (Is(error, E2BIG)) return "the kernel is older than what the event asks of it";
  if (Is(error, EINVAL) && target != PerfTarget::Kind::kEverybody) {
    return "the kernel does not take the event so; a PMU outside the cores cannot tell whose work "
           "it counts";
  }
  return "the kernel does not take the event as asked for";
}

std::string WhatToDo(Host& host, const absl::Status& error, PerfTarget::Kind target,
                     size_t needed_fds) {
  if (Is(error, EMFILE) || Is(error, ENFILE)) return TooManyFiles(needed_fds);
  switch (error.code()) {
    case absl::StatusCode::kPermissionDenied:
      return WhoRefuses(host, target);
    case absl::StatusCode::kNotFound:
      return "this machine has no such event; a virtual machine often has no hardware counters";
    case absl::StatusCode::kUnimplemented:
      return "the kernel or its PMU cannot count this, or a container's seccomp profile hides "
             "perf_event_open";
    default:
      return WhatTheErrnoSays(error, target);
  }
}

}  // namespace

absl::Status ExplainPerfError(Host& host, const absl::Status& error, PerfTarget::Kind target,
                              size_t needed_fds) {
  if (host.captured()) return error;
  return absl::Status(
      error.code(), absl::StrCat(error.message(), ": ", WhatToDo(host, error, target, needed_fds)));
}

// Documentation/admin-guide/sysctl/kernel.rst: the NMI watchdog keeps one counter of each CPU busy.
std::string WhoHoldsTheCounters(Host& host) {
  const absl::StatusOr<std::string> watchdog = host.ReadFile("/proc/sys/kernel/nmi_watchdog");
  if (watchdog.ok() && absl::StripAsciiWhitespace(*watchdog) == "1") {
    return "no hardware counter is free: the NMI watchdog holds one, which "
           "sysctl kernel.nmi_watchdog=0 gives back";
  }
  return "no hardware counter is free: another profiler may hold them";
}

}  // namespace collect
