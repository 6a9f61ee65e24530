// The probes of kernel files on one machine: what a sample costs once the layout is known.
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "probes/kernel/boot_time.h"
#include "probes/kernel/buddyinfo.h"
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
#include "probes/kernel/sched_debug.h"
#include "probes/kernel/schedstat.h"
#include "probes/kernel/slabinfo.h"
#include "probes/kernel/sockstat.h"
#include "probes/kernel/softirqs.h"
#include "probes/kernel/uptime.h"
#include "probes/kernel/zoneinfo.h"
#include "tests/support/allocations.h"
#include "tests/support/fake_host.h"

namespace collect {
namespace {

// A machine on which every number moves at every sample, in the widths of the kernel.
void WriteMachine(FakeHost& host, int sample) {
  host.Write("/proc/vmstat",
             absl::StrFormat("nr_free_pages %d\npgfault %d\n", 1000 - sample, 99 + 1000 * sample));
  host.Write("/proc/meminfo", absl::StrFormat("MemTotal: 1000 kB\nMemFree: %8d kB\nHugePages_Free: "
                                              "%d\n",
                                              500 - sample, sample));
  host.Write("/proc/interrupts",
             absl::StrFormat("           CPU0       CPU1\n 24: %10d          0   IO-APIC  1-edge  "
                             "a\nLOC: %10d %10d   Local timer interrupts\nERR: %10d\n",
                             sample, 99 + sample, 7 * sample, sample));
  host.Write("/proc/stat",
             absl::StrFormat("cpu  1 0 0 0\ncpu0 %d 1 1 0 0 0 0 0 0 0\ncpu1 %d 1 1 0 0 0 0 0 0 0\n"
                             "intr %d 0 1\nctxt %d\nbtime 1796090154\nprocs_running 1\n",
                             sample, 9 * sample, 99 + sample, sample));
  host.Write("/proc/diskstats",
             absl::StrFormat(" 254 0 vda %d 0 24 8 0 0 0 0 0 16 %d\n 7 0 loop0 0 0 0 0 0 0 0 0 0 0 "
                             "0\n",
                             1 + sample, 99 * sample));
  host.Write("/proc/pressure/io",
             absl::StrFormat("some avg10=0.00 avg60=0.00 avg300=0.00 total=%d\n"
                             "full avg10=0.00 avg60=0.00 avg300=0.00 total=0\n",
                             sample * 999));
  host.Write("/proc/uptime", absl::StrFormat("%d.00 %d.50\n", 9 + sample, sample));
  host.Write("/proc/loadavg", absl::StrFormat("0.0%d 0.00 0.00 1/%d 7\n", sample, 99 + sample));
  host.Write("/proc/schedstat",
             absl::StrFormat("version 17\ntimestamp %d\ncpu0 0 0 %d 0 0 0 %d 0 0\n"
                             "domain0 MC 3 %d 2 3\n",
                             99 + sample, 1 + sample, 999 * sample, 1 + sample));
  host.Write("/proc/softirqs", absl::StrFormat("                    CPU0       CPU1\n"
                                               "       TIMER: %10d %10d\n",
                                               sample, 9 * sample));
  host.Write(
      "/proc/slabinfo",
      absl::StrFormat("slabinfo - version: 2.1\n# name\n"
                      "dentry            %6d   9000    192   21    1 : tunables    0    0    "
                      "0 : slabdata %6d    500      0\n"
                      "ipc ports              1      1    192   21    1 : tunables    0    "
                      "0    0 : slabdata      1      1      0\n",
                      98 + sample, sample));
  host.Write("/proc/net/snmp", absl::StrFormat("Tcp: MaxConn InSegs\nTcp: -1 %d\n", 9 * sample));
  host.Write("/proc/net/dev", absl::StrFormat("a|b\nface |bytes|bytes\n lo: %d 1\n", 99 * sample));
  host.Write("/proc/net/sockstat", absl::StrFormat("TCP: inuse %d mem 1\n", 9 * sample));
  host.Write("/proc/sched_debug",
             absl::StrFormat("ktime : %d.5\n\nsysctl_sched\n  .sysctl_sched_latency : 18.0\n\n"
                             "cpu#0, 1 MHz\n  .nr_switches : %d\n\ncfs_rq[0]:/\n  .load : 7\n"
                             "runnable tasks:\n S sh %d\n\n",
                             sample, 9 * sample, sample));
  host.Write("/proc/buddyinfo", absl::StrFormat("Node 0, zone DMA %6d\n", sample));
  host.Write("/proc/zoneinfo", absl::StrFormat("Node 0, zone DMA\n  pages free %d\n", 9 * sample));
  const std::string node = "/sys/devices/system/node/";
  host.Write(node + "online", "0\n");
  host.Write(node + "node0/vmstat", absl::StrFormat("nr_free_pages %d\n", 9000 - sample));
  host.Write(node + "node0/meminfo", absl::StrFormat("Node 0 MemFree: %8d kB\n", 900 - sample));
  host.Write("/sys/devices/system/cpu/online", "0-1\n");
  for (int cpu : {0, 1}) {
    const std::string state = absl::StrCat("/sys/devices/system/cpu/cpu", cpu, "/cpuidle/state0/");
    host.Write(state + "name", "C1\n");
    host.Write(state + "time", absl::StrCat(99 * sample, "\n"));
    host.Write(state + "usage", absl::StrCat(sample, "\n"));
  }
}

std::vector<std::unique_ptr<Probe>> AllKernelProbes() {
  std::vector<std::unique_ptr<Probe>> probes;
  probes.push_back(std::make_unique<ProcVmstat>());
  probes.push_back(std::make_unique<Meminfo>());
  probes.push_back(std::make_unique<Mpstat>());
  probes.push_back(std::make_unique<Diskstats>());
  probes.push_back(std::make_unique<Pressure>());
  probes.push_back(std::make_unique<Uptime>());
  probes.push_back(std::make_unique<BootTime>());
  probes.push_back(std::make_unique<Loadavg>());
  probes.push_back(std::make_unique<Schedstat>());
  probes.push_back(std::make_unique<Interrupts>());
  probes.push_back(std::make_unique<Softirqs>());
  probes.push_back(std::make_unique<Cpuidle>());
  probes.push_back(std::make_unique<Slabinfo>());
  probes.push_back(std::make_unique<NumaVmstat>());
  probes.push_back(std::make_unique<NumaMeminfo>());
  probes.push_back(std::make_unique<Net>());
  probes.push_back(std::make_unique<Sockstat>());
  probes.push_back(std::make_unique<SchedDebug>());
  probes.push_back(std::make_unique<Zoneinfo>());
  probes.push_back(std::make_unique<Buddyinfo>());
  return probes;
}

// The contract in probes/probe.h: no allocation in the steady state.
TEST(SteadyStateTest, SamplesAllocateNothing) {
  FakeHost host;
  const Command command;
  const OwnCost own_cost;
  WriteMachine(host, 0);
  std::vector<std::unique_ptr<Probe>> probes = AllKernelProbes();
  std::vector<Columns> columns(probes.size());
  for (size_t i = 0; i < probes.size(); ++i) {
    ASSERT_TRUE(probes[i]->Open({host, command, own_cost}, columns[i]).ok()) << i;
  }
  for (int sample = 1; sample < 6; ++sample) {
    WriteMachine(host, sample);
    for (size_t i = 0; i < probes.size(); ++i) {
      const uint64_t before = AllocationCount();
      columns[i].Clear();
      const bool ok = probes[i]->Read(columns[i]).ok();
      const uint64_t allocations = AllocationCount() - before;
      EXPECT_TRUE(ok) << i;
      if (sample >= 2) {
        EXPECT_EQ(allocations, 0) << "probe " << i << ", sample " << sample;
      }
      for (uint8_t present : columns[i].present()) EXPECT_EQ(present, 1) << "probe " << i;
    }
  }
}

}  // namespace
}  // namespace collect
