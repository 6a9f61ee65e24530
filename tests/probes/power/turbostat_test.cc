// turbostat on machines of several kinds, from what they show to what the record says.
#include "probes/power/turbostat.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>

#include "archive/records.h"
#include "tests/support/fake_host.h"

namespace collect {
namespace {

using ::testing::DoubleNear;
using ::testing::HasSubstr;
using ::testing::Optional;

constexpr int64_t kSecond = 1'000'000'000;
constexpr double kCountsPerJoule = 4294967296.0;  // of the perf PMU `power`

// A run of turbostat on a fixture, with the records that come of it.
class Machine {
 public:
  explicit Machine(absl::string_view fixture) : bench(probe_) { bench.host.CopyFixture(fixture); }

  absl::Status Open() { return bench.Open(); }

  /// Takes a sample `seconds` after the last one.
  void Sample(double seconds) {
    bench.host.monotonic_ns += static_cast<int64_t>(seconds * kSecond);
    ASSERT_TRUE(bench.Read().ok());
    builder_.AddMetrics(bench.columns.metrics().subspan(known_metrics_));
    known_metrics_ = bench.columns.metrics().size();
    builder_.AddSample(bench.host.monotonic_ns, bench.columns.values(), bench.columns.present());
  }

  /// Lets the events of a perf PMU count `amounts` on a CPU for `seconds`.
  void Count(uint32_t type, int cpu, double seconds, const std::map<uint64_t, double>& amounts) {
    for (const auto& [config, amount] : amounts) {
      FakePerf::Counter& counter = bench.host.perf.At(cpu, config, type);
      counter.value += static_cast<uint64_t>(amount);
      counter.enabled += static_cast<uint64_t>(seconds * kSecond);
      counter.running = counter.enabled;
    }
  }

  std::optional<double> Value(absl::string_view name) const {
    for (const v1::MetricRecord& record : builder_.Records()) {
      if (record.metric().name() != name) continue;
      return record.has_value() ? std::optional<double>(record.value()) : std::nullopt;
    }
    return std::nullopt;
  }

  bool IsDeclared(absl::string_view name) const {
    for (const v1::MetricDescriptor& metric : bench.columns.metrics()) {
      if (metric.name() == name) return true;
    }
    return false;
  }

 private:
  Turbostat probe_;
  RecordBuilder builder_{"turbostat"};
  size_t known_metrics_ = 0;

 public:
  ProbeBench bench;
};

// Types and configs of the PMUs on the Skylake.
constexpr uint32_t kMsr = 9, kCore = 17, kPackage = 18, kPower = 19;
enum : uint64_t { kTsc, kAperf, kMperf, kPperf, kSmi };

// Every CPU of the Skylake: 2000 MHz TSC, 3000 MHz while busy, busy for a tenth of the time.
void RunSkylake(Machine& machine, double seconds) {
  for (int cpu = 0; cpu < 8; ++cpu) {
    machine.Count(
        kMsr, cpu, seconds,
        {{kTsc, 2e9 * seconds}, {kAperf, 3e8 * seconds}, {kMperf, 2e8 * seconds}, {kSmi, 1}});
  }
}

TEST(TurbostatTest, ClocksAreRatiosOfSumsOverCpus) {
  Machine skylake("skylake-6.1-two_packages");
  ASSERT_TRUE(skylake.Open().ok());
  skylake.Sample(1);
  RunSkylake(skylake, 5);
  skylake.Sample(5);
  EXPECT_THAT(skylake.Value("turbostat.TSC_MHz"), Optional(DoubleNear(2000, 1e-6)));
  EXPECT_THAT(skylake.Value("turbostat.Avg_MHz"), Optional(DoubleNear(300, 1e-6)));
  EXPECT_THAT(skylake.Value("turbostat.Busy%"), Optional(DoubleNear(10, 1e-6)));
  EXPECT_THAT(skylake.Value("turbostat.Bzy_MHz"), Optional(DoubleNear(3000, 1e-6)));
  EXPECT_THAT(skylake.Value("turbostat.pkg1.core1.Bzy_MHz"), Optional(DoubleNear(3000, 1e-6)));
  EXPECT_EQ(skylake.Value("turbostat.SMI"), 8);
}

TEST(TurbostatTest, InstructionsPerCycle) {
  Machine skylake("skylake-6.1-two_packages");
  ASSERT_TRUE(skylake.Open().ok());
  skylake.Sample(1);
  RunSkylake(skylake, 5);
  for (int cpu = 0; cpu < 8; ++cpu) {
    skylake.Count(PERF_TYPE_HARDWARE, cpu, 5, {{PERF_COUNT_HW_INSTRUCTIONS, 3e9}});
  }
  skylake.Sample(5);
  EXPECT_THAT(skylake.Value("turbostat.IPC"), Optional(DoubleNear(2, 1e-6)));
}

// Instructions that never got a counter leave IPC unknown, and nothing else (S-030).
TEST(TurbostatTest, InstructionsThatWereNeverScheduledAreNoIpcOfZero) {
  Machine skylake("skylake-6.1-two_packages");
  ASSERT_TRUE(skylake.Open().ok());
  skylake.Sample(1);
  RunSkylake(skylake, 5);
  for (int cpu = 0; cpu < 8; ++cpu) {
    skylake.bench.host.perf.At(cpu, PERF_COUNT_HW_INSTRUCTIONS, PERF_TYPE_HARDWARE).enabled =
        5 * kSecond;
  }
  skylake.Sample(5);
  EXPECT_EQ(skylake.Value("turbostat.IPC"), std::nullopt);
  EXPECT_THAT(skylake.Value("turbostat.Busy%"), Optional(DoubleNear(10, 1e-6)));
  EXPECT_TRUE(skylake.bench.HasNote("not scheduled: instructions on CPU 0"));
}

// Both CPUs of a core are in C6 when the core is; what is left is C1.
TEST(TurbostatTest, CoreResidenciesAreThoseOfEachOfItsCpus) {
  Machine skylake("skylake-6.1-two_packages");
  ASSERT_TRUE(skylake.Open().ok());
  skylake.Sample(1);
  RunSkylake(skylake, 5);
  for (int cpu = 0; cpu < 4; ++cpu) skylake.Count(kCore, cpu, 5, {{1, 1e9}, {2, 6e9}, {3, 0}});
  for (int cpu : {0, 2}) skylake.Count(kPackage, cpu, 5, {{0, 5e8}, {2, cpu == 0 ? 2e9 : 4e9}});
  skylake.Sample(5);
  EXPECT_THAT(skylake.Value("turbostat.CPU%c3"), Optional(DoubleNear(10, 1e-6)));
  EXPECT_THAT(skylake.Value("turbostat.CPU%c6"), Optional(DoubleNear(60, 1e-6)));
  EXPECT_THAT(skylake.Value("turbostat.CPU%c7"), Optional(DoubleNear(0, 1e-6)));
  EXPECT_THAT(skylake.Value("turbostat.CPU%c1"), Optional(DoubleNear(20, 1e-6)));
  EXPECT_THAT(skylake.Value("turbostat.pkg0.core1.CPU%c1"), Optional(DoubleNear(20, 1e-6)));
  EXPECT_THAT(skylake.Value("turbostat.Pkg%pc2"), Optional(DoubleNear(5, 1e-6)));
  EXPECT_THAT(skylake.Value("turbostat.Pkg%pc6"), Optional(DoubleNear(30, 1e-6)));
  EXPECT_THAT(skylake.Value("turbostat.pkg1.Pkg%pc6"), Optional(DoubleNear(40, 1e-6)));
  EXPECT_FALSE(skylake.IsDeclared("turbostat.Pkg%pc10"));
}

// S-037: TSC 1000000, MPERF 600000, C6 400010. MPERF 0: how fast it was when busy is not known.
TEST(TurbostatTest, WhatIsLeftForC1IsNeverGiganticOrNegative) {
  Machine skylake("skylake-6.1-two_packages");
  ASSERT_TRUE(skylake.Open().ok());
  skylake.Sample(1);
  skylake.Count(kMsr, 0, 1, {{kTsc, 1e6}, {kAperf, 6e5}, {kMperf, 6e5}});
  skylake.Count(kMsr, 4, 1, {{kTsc, 1e6}, {kAperf, 6e5}, {kMperf, 6e5}});
  skylake.Count(kCore, 0, 1, {{1, 0}, {2, 400010}, {3, 0}});
  skylake.Count(kMsr, 1, 1, {{kTsc, 1e6}, {kAperf, 0}, {kMperf, 0}});
  skylake.Sample(1);
  EXPECT_EQ(skylake.Value("turbostat.pkg0.core0.CPU%c1"), 0);
  EXPECT_EQ(skylake.Value("turbostat.pkg0.core1.Bzy_MHz"), std::nullopt);
  EXPECT_EQ(skylake.Value("turbostat.pkg0.core1.Busy%"), 0);
}

// The watts of a machine are those of all its packages.
TEST(TurbostatTest, WattsAreSummedOverPackages) {
  Machine skylake("skylake-6.1-two_packages");
  ASSERT_TRUE(skylake.Open().ok());
  skylake.Sample(1);
  skylake.Count(kPower, 0, 5, {{2, 500 * kCountsPerJoule}, {3, 50 * kCountsPerJoule}});
  skylake.Count(kPower, 2, 5, {{2, 250 * kCountsPerJoule}, {3, 25 * kCountsPerJoule}});
  skylake.Sample(5);
  EXPECT_THAT(skylake.Value("turbostat.PkgWatt"), Optional(DoubleNear(150, 1e-6)));
  EXPECT_THAT(skylake.Value("turbostat.pkg0.PkgWatt"), Optional(DoubleNear(100, 1e-6)));
  EXPECT_THAT(skylake.Value("turbostat.pkg1.RAMWatt"), Optional(DoubleNear(5, 1e-6)));
  EXPECT_FALSE(skylake.IsDeclared("turbostat.GFXWatt"));
}

// S-053: one read for each PMU and CPU: 8 of msr, 4 of cstate_core, 2 of cstate_pkg, 2 of power,
// 8 of the instructions.
TEST(TurbostatTest, EachPmuIsReadOnceForEachCpu) {
  Machine skylake("skylake-6.1-two_packages");
  ASSERT_TRUE(skylake.Open().ok());
  skylake.Sample(1);
  const int before = skylake.bench.host.perf.reads;
  skylake.Sample(1);
  EXPECT_EQ(skylake.bench.host.perf.reads - before, 24);
}

// S-067, S-027: no perf PMU `power`, and the counter wraps at its own range.
TEST(TurbostatTest, WithoutThePowerPmuEnergyComesFromPowercap) {
  Machine rapids("sapphire_rapids-6.8-powercap_only");
  ASSERT_TRUE(rapids.Open().ok());
  rapids.Sample(1);
  for (int package : {0, 1}) {
    rapids.bench.host.Write(absl::StrCat("/sys/class/powercap/intel-rapl:", package, "/energy_uj"),
                            "499671150\n");
  }
  rapids.Sample(5);
  EXPECT_THAT(rapids.Value("turbostat.PkgWatt"), Optional(DoubleNear(200, 1e-6)));
  EXPECT_THAT(rapids.Value("turbostat.pkg1.PkgWatt"), Optional(DoubleNear(100, 1e-6)));
  EXPECT_EQ(rapids.Value("turbostat.RAMWatt"), 0);
  EXPECT_TRUE(rapids.bench.HasNote("no perf PMU power"));
}

// S-028: with --interval 1200s nobody knows.
TEST(TurbostatTest, EnergyThatMayHaveWrappedTwiceIsAbsentAndSaysWhy) {
  Machine rapids("sapphire_rapids-6.8-powercap_only");
  ASSERT_TRUE(rapids.Open().ok());
  rapids.Sample(1);
  rapids.Sample(1200);
  EXPECT_EQ(rapids.Value("turbostat.PkgWatt"), std::nullopt);
  EXPECT_TRUE(rapids.bench.HasNote("may have wrapped more than once"));
}

TEST(TurbostatTest, AHybridMachineHasStatesToC10AndGraphics) {
  Machine lake("alder_lake-6.5-hybrid");
  ASSERT_TRUE(lake.Open().ok());
  for (absl::string_view name :
       {"turbostat.Pkg%pc10", "turbostat.GFXWatt", "turbostat.CorWatt", "turbostat.CPU%c1",
        "turbostat.C10%", "turbostat.pkg0.core9.CoreTmp"}) {
    EXPECT_TRUE(lake.IsDeclared(name)) << name;
  }
}

// Zen 3 has no residency counters; Tctl stands 10 degrees above the true temperature.
TEST(TurbostatTest, AZen3HasPowerAndTheTemperatureOfItsDie) {
  Machine zen("zen3-5.15-powercap");
  ASSERT_TRUE(zen.Open().ok());
  zen.Sample(1);
  zen.bench.host.Write("/sys/class/powercap/intel-rapl:0:0/energy_uj", "51000000\n");
  zen.Count(12, 0, 5, {{2, 300 * kCountsPerJoule}});
  zen.Sample(5);
  EXPECT_THAT(zen.Value("turbostat.PkgWatt"), Optional(DoubleNear(60, 1e-6)));
  EXPECT_THAT(zen.Value("turbostat.CorWatt"), Optional(DoubleNear(10, 1e-6)));
  EXPECT_EQ(zen.Value("turbostat.PkgTmp"), 56);
  EXPECT_FALSE(zen.IsDeclared("turbostat.CPU%c1"));
  EXPECT_TRUE(zen.bench.HasNote("no perf PMU cstate_core"));
}

TEST(TurbostatTest, TheCoresOfAZen4AreAddedUp) {
  Machine zen("zen4-6.15-power_core");
  ASSERT_TRUE(zen.Open().ok());
  zen.Sample(1);
  for (int cpu : {0, 1}) zen.Count(13, cpu, 5, {{1, 20 * kCountsPerJoule}});
  zen.Sample(5);
  EXPECT_THAT(zen.Value("turbostat.CorWatt"), Optional(DoubleNear(8, 1e-6)));
}

TEST(TurbostatTest, AnArmServerHasIdleStatesAndInterrupts) {
  Machine neoverse("neoverse-6.1-lpi");
  neoverse.bench.host.perf.error_of_all = ENOENT;
  ASSERT_TRUE(neoverse.Open().ok());
  neoverse.Sample(1);
  neoverse.bench.host.Write("/proc/stat", "cpu  1\nintr 500300 1 2\n");
  neoverse.bench.host.Write("/sys/devices/system/cpu/cpu1/cpuidle/state1/time", "7000000\n");
  neoverse.bench.host.Write("/sys/devices/system/cpu/cpu1/cpuidle/state1/usage", "1042\n");
  neoverse.Sample(10);
  EXPECT_EQ(neoverse.Value("turbostat.LPI-1"), 42);
  EXPECT_THAT(neoverse.Value("turbostat.LPI-1%"), Optional(DoubleNear(25, 1e-6)));
  EXPECT_EQ(neoverse.Value("turbostat.IRQ"), 300);
  EXPECT_FALSE(neoverse.IsDeclared("turbostat.Busy%"));
}

TEST(TurbostatTest, AGuestThatShowsNothingIsNotFound) {
  Machine guest("vm-6.1-no_pmu");
  guest.bench.host.perf.error_of_all = ENOENT;
  const absl::Status status = guest.Open();
  EXPECT_TRUE(absl::IsNotFound(status)) << status;
  EXPECT_THAT(std::string(status.message()), HasSubstr("virtual machines seldom do"));
}

// Where perf may not be used the rest is still there (S-060, S-061).
TEST(TurbostatTest, WithoutPermissionForPerfTheRestIsMeasured) {
  Machine skylake("skylake-6.1-two_packages");
  skylake.bench.host.perf.error_of_all = EACCES;
  ASSERT_TRUE(skylake.Open().ok());
  skylake.Sample(1);
  EXPECT_FALSE(skylake.IsDeclared("turbostat.Busy%"));
  EXPECT_TRUE(skylake.IsDeclared("turbostat.PkgWatt"));
  EXPECT_EQ(skylake.Value("turbostat.CoreTmp"), 50);
  EXPECT_TRUE(skylake.bench.HasNote("perf PMU msr: "));
}

// A CPU that goes offline takes its time with it: the others' values are not thinned out. Back, it
// counts from 0 again.
TEST(TurbostatTest, ACpuThatGoesOfflineIsAbsentAndCountedAgainLater) {
  Machine zen("zen3-5.15-powercap");
  ASSERT_TRUE(zen.Open().ok());
  const auto run = [&](int cpus) {
    for (int cpu = 0; cpu < cpus; ++cpu) {
      zen.Count(10, cpu, 5, {{kTsc, 1e10}, {kAperf, 5e9}, {kMperf, 5e9}});
    }
  };
  zen.Sample(1);
  run(4);
  zen.Sample(5);
  zen.bench.host.perf.cpu_gone = true;
  zen.Sample(5);
  EXPECT_TRUE(zen.bench.HasNote("the CPU has gone offline"));
  zen.bench.host.perf.cpu_gone = false;
  zen.bench.host.Write("/sys/devices/system/cpu/online", "0-2\n");
  zen.Sample(5);
  run(3);
  zen.Sample(5);
  EXPECT_THAT(zen.Value("turbostat.Busy%"), Optional(DoubleNear(50, 1e-6)));
  EXPECT_THAT(zen.Value("turbostat.Avg_MHz"), Optional(DoubleNear(1000, 1e-6)));
}

TEST(InterruptsTakenTest, TheFirstNumberOfTheLine) {
  EXPECT_EQ(InterruptsTaken("cpu  1 2\nintr 1234 5 6\n"), 1234u);
  EXPECT_EQ(InterruptsTaken("cpu  1 2\n"), std::nullopt);
  EXPECT_EQ(InterruptsTaken("intr\n"), std::nullopt);
}

}  // namespace
}  // namespace collect
