// The one table of probes: a new probe is one file and one line here.
#include "probes/table.h"

#include "probes/kernel/boot_time.h"
#include "probes/kernel/buddyinfo.h"
#include "probes/kernel/cgroup.h"
#include "probes/kernel/cpuidle.h"
#include "probes/kernel/diskstats.h"
#include "probes/kernel/interrupts.h"
#include "probes/kernel/loadavg.h"
#include "probes/kernel/meminfo.h"
#include "probes/kernel/mpstat.h"
#include "probes/kernel/net.h"
#include "probes/kernel/numa.h"
#include "probes/kernel/pressure.h"
#include "probes/kernel/proc_vmstat.h"
#include "probes/kernel/process.h"
#include "probes/kernel/sched_debug.h"
#include "probes/kernel/schedstat.h"
#include "probes/kernel/slabinfo.h"
#include "probes/kernel/sockstat.h"
#include "probes/kernel/softirqs.h"
#include "probes/kernel/uptime.h"
#include "probes/kernel/zoneinfo.h"
#include "probes/perf/perf_stat.h"
#include "probes/power/cpufreq.h"
#include "probes/power/thermal.h"
#include "probes/power/turbostat.h"
#include "probes/self/self_probe.h"
#include "probes/time/time_probe.h"
#include "probes/workload/workload_probe.h"

namespace collect {
namespace {

template <typename P>
std::unique_ptr<Probe> Make() {
  return std::make_unique<P>();
}

constexpr ProbeInfo kProbes[] = {
    {"proc-vmstat", Moment::kInterval, 1000, Privilege::kNone, Cost::kCheap, "/proc/vmstat",
     "memory management counters and stocks (vmstat.swap, vmstat.io)", Default::kOn,
     Make<ProcVmstat>},
    {"meminfo", Moment::kInterval, 1000, Privilege::kNone, Cost::kCheap, "/proc/meminfo",
     "what memory is used for (meminfo, vmstat.memory)", Default::kOn, Make<Meminfo>},
    {"mpstat", Moment::kInterval, 1000, Privilege::kNone, Cost::kFair, "/proc/stat",
     "what the CPUs spend their time on (mpstat, vmstat.cpu, iostat.cpu), runnable tasks, context "
     "switches",
     Default::kOn, Make<Mpstat>},
    {"diskstats", Moment::kInterval, 1000, Privilege::kNone, Cost::kCheap, "/proc/diskstats",
     "what each disk reads, writes, discards and flushes (diskstats, iostat)", Default::kOn,
     Make<Diskstats>},
    {"numa-vmstat", Moment::kInterval, 1000, Privilege::kNone, Cost::kCheap,
     "/sys/devices/system/node/node*/vmstat", "memory management counters and stocks of each node",
     Default::kOn, Make<NumaVmstat>},
    {"numa-numastat", Moment::kInterval, 1000, Privilege::kNone, Cost::kCheap,
     "/sys/devices/system/node/node*/numastat", "where pages asked of each node came from",
     Default::kOn, Make<NumaNumastat>},
    {"numa-meminfo", Moment::kInterval, 1000, Privilege::kNone, Cost::kCheap,
     "/sys/devices/system/node/node*/meminfo", "what the memory of each node is used for",
     Default::kOn, Make<NumaMeminfo>},
    {"net", Moment::kInterval, 1000, Privilege::kNone, Cost::kCheap,
     "/proc/net/dev, /proc/net/snmp, /proc/net/netstat",
     "what interfaces and protocols counted, in collect's network namespace", Default::kOn,
     Make<Net>},
    {"sockstat", Moment::kInterval, 1000, Privilege::kNone, Cost::kCheap, "/proc/net/sockstat*",
     "sockets in use and their memory", Default::kOn, Make<Sockstat>},
    {"pressure", Moment::kInterval, 1000, Privilege::kNone, Cost::kCheap, "/proc/pressure/*",
     "how long tasks had to wait for CPUs, memory, I/O and interrupts", Default::kOn,
     Make<Pressure>},
    {"loadavg", Moment::kInterval, 5000, Privilege::kNone, Cost::kCheap, "/proc/loadavg",
     "load averages, which the kernel takes every 5 s, and the number of tasks", Default::kOn,
     Make<Loadavg>},
    {"uptime", Moment::kStartAndEnd, 0, Privilege::kNone, Cost::kCheap, "/proc/uptime",
     "time since boot", Default::kOn, Make<Uptime>},
    {"boot-time", Moment::kStartAndEnd, 0, Privilege::kNone, Cost::kCheap,
     "the kernel's log, /proc/uptime", "how long the machine took to boot", Default::kOn,
     Make<BootTime>},
    {"schedstat", Moment::kInterval, 1000, Privilege::kNone, Cost::kFair, "/proc/schedstat",
     "what the scheduler does, how long tasks run and wait for a CPU", Default::kOn,
     Make<Schedstat>},
    {"interrupts", Moment::kInterval, 1000, Privilege::kNone, Cost::kFair, "/proc/interrupts",
     "interrupts taken, by kind and by CPU", Default::kOn, Make<Interrupts>},
    {"softirqs", Moment::kInterval, 1000, Privilege::kNone, Cost::kCheap, "/proc/softirqs",
     "deferred work run, by kind and by CPU", Default::kOn, Make<Softirqs>},
    {"cpuidle", Moment::kInterval, 1000, Privilege::kNone, Cost::kFair,
     "/sys/devices/system/cpu/cpu*/cpuidle", "time in and entries to each idle state", Default::kOn,
     Make<Cpuidle>},
    {"slabinfo", Moment::kInterval, 1000, Privilege::kRoot, Cost::kFair, "/proc/slabinfo",
     "objects and slabs of each kernel cache", Default::kOn, Make<Slabinfo>},
    {"sched_debug", Moment::kInterval, 60000, Privilege::kRoot, Cost::kDear,
     "/sys/kernel/debug/sched/debug or /proc/sched_debug",
     "the scheduler's numbers of each CPU: average, smallest, largest, spread", Default::kOn,
     Make<SchedDebug>},
    {"zoneinfo", Moment::kInterval, 1000, Privilege::kNone, Cost::kFair, "/proc/zoneinfo",
     "stocks, events and watermarks of each memory zone", Default::kOff, Make<Zoneinfo>},
    {"buddyinfo", Moment::kInterval, 1000, Privilege::kNone, Cost::kCheap, "/proc/buddyinfo",
     "free memory blocks of each size", Default::kOff, Make<Buddyinfo>},
    {"perf-stat", Moment::kInterval, 1000, Privilege::kPerfmon, Cost::kFair, "perf_event_open(2)",
     "perf events on every CPU: clocks, context switches, migrations, page faults", Default::kOn,
     Make<PerfStat>},
    {"turbostat", Moment::kInterval, 5000, Privilege::kPerfmon, Cost::kDear,
     "perf PMUs, cpuidle, powercap, hwmon",
     "frequency, idle states, temperature and power of the CPUs, as turbostat(8) has them",
     Default::kOn, Make<Turbostat>},
    {"cpufreq", Moment::kInterval, 5000, Privilege::kNone, Cost::kFair,
     "/sys/devices/system/cpu/cpufreq", "frequency of the CPUs as the kernel has it, no CPU woken",
     Default::kOn, Make<Cpufreq>},
    {"thermal", Moment::kInterval, 5000, Privilege::kNone, Cost::kFair, "/sys/class/thermal",
     "temperatures of the thermal zones, and what cools them", Default::kOn, Make<Thermal>},
    {"cgroup", Moment::kInterval, 1000, Privilege::kNone, Cost::kFair,
     "cpu.stat, memory.*, io.stat, pids.* of the command's control group",
     "what the command's control group used, with all processes that share it", Default::kOn,
     Make<Cgroup>},
    {"process", Moment::kInterval, 1000, Privilege::kNone, Cost::kFair, "/proc/PID/stat, status",
     "threads, memory and faults of the command's processes, as far as samples see them",
     Default::kOn, Make<ProcessProbe>},
    {"time", Moment::kAfterCommand, 0, Privilege::kNone, Cost::kCheap, "wait4(2)",
     "time and resources that the command used, as GNU time prints them", Default::kOn,
     Make<TimeProbe>},
    {"workload", Moment::kAfterCommand, 0, Privilege::kNone, Cost::kCheap, "the command's stdout",
     "what the benchmark says of itself, with its KPIs", Default::kOn, Make<WorkloadProbe>},
    {"collect", Moment::kStartAndEnd, 0, Privilege::kNone, Cost::kCheap, "/proc/self/statm",
     "what collect itself costs", Default::kOn, Make<SelfProbe>},
};

}  // namespace

absl::Span<const ProbeInfo> AllProbes() { return kProbes; }

const ProbeInfo* FindProbe(absl::string_view name) {
  for (const ProbeInfo& probe : kProbes) {
    if (probe.name == name) return &probe;
  }
  return nullptr;
}

}  // namespace collect
