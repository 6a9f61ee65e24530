// Why a perf event could not be opened.
#include "probes/perf/perf_error.h"

#include <linux/capability.h>
#include <sys/resource.h>

#include <cstdint>
#include <string>

#include "absl/strings/ascii.h"
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

// Several gates answer alike (S-061): perf_event_paranoid, capabilities, seccomp, security modules.
// Documentation/admin-guide/perf-security.rst; counting on a CPU needs a level of 0 or less.
std::string WhoRefuses(Host& host) {
  const uint64_t capabilities = Capabilities(host);
  if (Has(capabilities, CAP_SYS_ADMIN)) {
    return "a seccomp profile or a security module refuses perf_event_open although this process "
           "has CAP_SYS_ADMIN; allow the call in the container's seccomp profile";
  }
  if (Has(capabilities, CAP_PERFMON)) {
    return "CAP_PERFMON is not enough here; allow perf_event_open in the container's seccomp "
           "profile, or give CAP_SYS_ADMIN, which some distributions' kernels ask for";
  }
  const absl::StatusOr<std::string> text = host.ReadFile(kParanoidPath);
  int level = 0;
  if (text.ok() && absl::SimpleAtoi(absl::StripAsciiWhitespace(*text), &level) && level <= 0) {
    return absl::StrCat("perf_event_paranoid is ", level,
                        " and allows it, so a seccomp profile or a security module refuses "
                        "perf_event_open; allow the call there");
  }
  return absl::StrCat("perf_event_paranoid is ", level == 0 ? "unknown" : absl::StrCat(level),
                      " and system-wide counting needs 0 or less; run as root, give CAP_PERFMON, "
                      "or set sysctl kernel.perf_event_paranoid=0");
}

std::string TooManyFiles(size_t needed_fds) {
  rlimit limit = {};
  getrlimit(RLIMIT_NOFILE, &limit);
  return absl::StrCat("needs ", needed_fds, " open files for its events on all CPUs and ",
                      limit.rlim_cur, " are allowed in all (RLIMIT_NOFILE); raise ulimit -n");
}

std::string WhatToDo(Host& host, const absl::Status& error, size_t needed_fds) {
  switch (error.code()) {
    case absl::StatusCode::kPermissionDenied:
      return WhoRefuses(host);
    case absl::StatusCode::kResourceExhausted:
      return TooManyFiles(needed_fds);
    case absl::StatusCode::kNotFound:
      return "this machine has no such event; a virtual machine often has no hardware counters";
    case absl::StatusCode::kUnimplemented:
      return "the kernel or its PMU cannot count this, or a container's seccomp profile hides "
             "perf_event_open";
    default:
      return "the kernel does not take the event as asked for";
  }
}

}  // namespace

absl::Status ExplainPerfError(Host& host, const absl::Status& error, size_t needed_fds) {
  if (host.captured()) return error;
  return absl::Status(error.code(),
                      absl::StrCat(error.message(), ": ", WhatToDo(host, error, needed_fds)));
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
