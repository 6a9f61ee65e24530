// How long the machine took to boot, by the kernel's log and /proc/uptime.
#pragma once

#include <optional>
#include <vector>

#include "absl/strings/string_view.h"
#include "probes/kernel/uptime.h"
#include "probes/probe.h"

namespace collect {

/// Moments of the boot in seconds, as far as the log tells them.
struct BootTimes {
  std::optional<double> dhcp;         ///< when the kernel first asked for an address
  std::optional<double> smp_boot;     ///< how long it took to bring up the other CPUs
  std::optional<double> kernel_boot;  ///< when the kernel was done and freed its first memory
};

/// Reads the log of a boot, in the form of dmesg(1) or of syslog(2). Lines without a time stamp, as
/// of a kernel with printk.time=0, say nothing; nor does what comes after kernel_boot.
BootTimes ParseBootLog(absl::string_view log);

/// Metrics "boot-time.{dhcp,smp_boot,kernel_boot}" as the kernel test robot takes them from the
/// kernel's log, and "boot-time.{boot,idle}", which is /proc/uptime when the run began: how long
/// ago the machine was booted, and the idle time of its CPUs since.
class BootTime : public Probe {
 public:
  /// A log that may not be read costs the metrics that come of it, and says so in a note.
  absl::Status Open(const ProbeContext& context, Columns& columns) override;
  absl::Status Read(Columns& columns) override;

 private:
  struct Value {
    int column;
    double seconds;
  };

  void Add(absl::string_view name, std::optional<double> seconds, Columns& columns);
  void AddLog(Host& host, Columns& columns);

  std::vector<Value> values_;
};

}  // namespace collect
