// Host facts of a fake machine, of a bare one, and of the one that runs the test.
#include "collector/environment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/utsname.h>

#include "absl/strings/str_cat.h"
#include "tests/support/fake_host.h"

namespace collect {
namespace {

constexpr char kCpu[] = "/sys/devices/system/cpu/";

void WriteCpu(FakeHost& host, absl::string_view file, absl::string_view text) {
  host.Write(absl::StrCat(kCpu, file), text);
}

void MakeServer(FakeHost& host) {
  host.Write("/proc/sys/kernel/hostname", "box7\n");
  host.Write("/proc/sys/kernel/osrelease", "6.12.0-rc3+\n");
  host.Write("/proc/sys/kernel/version", "#1 SMP PREEMPT_DYNAMIC\n");
  host.Write("/proc/sys/kernel/arch", "x86_64\n");
  host.Write("/proc/sys/kernel/perf_event_paranoid", "2\n");
  host.Write("/proc/sys/kernel/random/boot_id", "6f5c3b0e-0000-4000-8000-1234567890ab\n");
  host.Write("/proc/cmdline", "root=/dev/sda1 mitigations=off \n");
  host.Write("/proc/cpuinfo",
             "processor\t: 0\nmodel name\t: Intel(R) Xeon(R) Gold 6252 CPU @ 2.10GHz\n"
             "microcode\t: 0x5003006\nflags\t\t: fpu vme sse\n\nprocessor\t: 1\n"
             "model name\t: another\n");
  host.Write("/proc/meminfo", "MemTotal:       131889764 kB\nSwapTotal:             0 kB\n");
  host.Write("/proc/loadavg", "0.52 0.58 0.59 1/467 12345\n");
  host.Write("/proc/self/cgroup", "12:cpu:/old\n0::/user.slice/user-0.slice\n");
  host.Write("/etc/os-release",
             "NAME=\"Debian\"\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n");
  host.Write("/sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
  host.Write("/sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc\n");
  host.Write("/sys/devices/system/node/online", "0-1\n");
  host.Write("/sys/devices/system/node/node0/cpulist", "0-3\n");
  host.Write("/sys/devices/system/node/node1/cpulist", "4-7\n");
  WriteCpu(host, "online", "0-7\n");
  WriteCpu(host, "smt/control", "on\n");
  WriteCpu(host, "cpufreq/policy0/scaling_governor", "performance\n");
  WriteCpu(host, "cpufreq/policy0/scaling_driver", "intel_pstate\n");
  WriteCpu(host, "cpufreq/policy4/scaling_governor", "powersave\n");
  WriteCpu(host, "cpufreq/policy4/scaling_driver", "intel_pstate\n");
  WriteCpu(host, "intel_pstate/no_turbo", "1\n");
  WriteCpu(host, "vulnerabilities/meltdown", "Mitigation: PTI\n");
  WriteCpu(host, "vulnerabilities/l1tf", "Not affected\n");
}

TEST(EnvironmentTest, EveryFactOfAServer) {
  FakeHost host;
  MakeServer(host);
  const v1::HostFacts facts = ReadHostFacts(host);
  EXPECT_EQ(facts.hostname(), "box7");
  EXPECT_EQ(facts.kernel_release(), "6.12.0-rc3+");
  EXPECT_EQ(facts.kernel_version(), "#1 SMP PREEMPT_DYNAMIC");
  EXPECT_EQ(facts.architecture(), "x86_64");
  EXPECT_EQ(facts.kernel_command_line(), "root=/dev/sda1 mitigations=off");
  EXPECT_EQ(facts.cpu_model(), "Intel(R) Xeon(R) Gold 6252 CPU @ 2.10GHz");
  EXPECT_EQ(facts.microcode(), "0x5003006");
  EXPECT_EQ(facts.cpus_online(), "0-7");
  EXPECT_EQ(facts.numa_nodes(), "0:0-3 1:4-7");
  EXPECT_EQ(facts.cpufreq_governor(), "performance,powersave");
  EXPECT_EQ(facts.cpufreq_driver(), "intel_pstate");
  EXPECT_EQ(facts.boost(), "0");
  EXPECT_EQ(facts.smt(), "on");
  EXPECT_EQ(facts.transparent_hugepage(), "madvise");
  EXPECT_EQ(facts.mitigations().at("meltdown"), "Mitigation: PTI");
  EXPECT_EQ(facts.mitigations().size(), 2);
  EXPECT_EQ(facts.memory_kb(), 131889764);
  EXPECT_TRUE(facts.has_swap_kb());
  EXPECT_EQ(facts.swap_kb(), 0);
  EXPECT_EQ(facts.clocksource(), "tsc");
  EXPECT_EQ(facts.virtualization(), "none");
  EXPECT_EQ(facts.boot_id(), "6f5c3b0e-0000-4000-8000-1234567890ab");
  EXPECT_EQ(facts.perf_event_paranoid(), "2");
  EXPECT_EQ(facts.operating_system(), "Debian GNU/Linux 12 (bookworm)");
  EXPECT_EQ(facts.cgroup(), "/user.slice/user-0.slice");
  EXPECT_EQ(facts.load_average(), "0.52");
}

// S-113: what could not be read is unknown, not equal.
TEST(EnvironmentTest, UnreadableFactsAreAbsent) {
  FakeHost host;
  const v1::HostFacts facts = ReadHostFacts(host);
  EXPECT_EQ(facts.ByteSizeLong(), 0) << facts.ShortDebugString();
}

TEST(EnvironmentTest, VirtualMachinesAndContainers) {
  FakeHost host;
  host.Write("/proc/cpuinfo", "flags\t: fpu hypervisor lahf_lm\n");
  EXPECT_EQ(ReadHostFacts(host).virtualization(), "vm");
  host.Write("/sys/class/dmi/id/sys_vendor", "VMware, Inc.\n");
  EXPECT_EQ(ReadHostFacts(host).virtualization(), "vmware");
  host.Write("/.dockerenv", "");
  EXPECT_EQ(ReadHostFacts(host).virtualization(), "vmware,docker");
  host.Write("/run/systemd/container", "lxc\n");
  EXPECT_EQ(ReadHostFacts(host).virtualization(), "vmware,lxc");
}

// The makers of virtual machines rent out bare ones too.
TEST(EnvironmentTest, BareMachineOfACloud) {
  FakeHost host;
  host.Write("/proc/cpuinfo", "flags\t: fpu lahf_lm\n");
  host.Write("/sys/class/dmi/id/sys_vendor", "Amazon EC2\n");
  EXPECT_EQ(ReadHostFacts(host).virtualization(), "none");
}

TEST(EnvironmentTest, ThisMachine) {
  Host host;
  const v1::HostFacts facts = ReadHostFacts(host);
  utsname name = {};
  ASSERT_EQ(uname(&name), 0);
  EXPECT_EQ(facts.hostname(), name.nodename);
  EXPECT_EQ(facts.kernel_release(), name.release);
  EXPECT_EQ(facts.kernel_version(), name.version);
  // Kernels before 6.1 do not have /proc/sys/kernel/arch.
  EXPECT_EQ(facts.has_architecture() ? facts.architecture() : name.machine, name.machine);
  EXPECT_GT(facts.memory_kb(), 0);
  EXPECT_FALSE(facts.cpus_online().empty());
  EXPECT_EQ(facts.boot_id().size(), 36);
}

}  // namespace
}  // namespace collect
