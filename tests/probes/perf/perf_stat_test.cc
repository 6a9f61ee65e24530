// Perf events of the whole machine as a probe.
#include "probes/perf/perf_stat.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "archive/records.h"
#include "tests/probes/perf/perf_machine.h"
#include "tests/support/allocations.h"

namespace collect {
namespace {

using ::testing::HasSubstr;
using ::testing::Optional;

// As `perf stat -a -e ...` has named them in the robot's files.
constexpr const char* kSoftwareEvents[] = {
    "cpu-clock",      "task-clock",   "page-faults",  "context-switches",
    "cpu-migrations", "minor-faults", "major-faults",
};

GroupSpec OneSoftwareEvent() {
  return {"software", {{"page-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS}}, {}};
}

TEST(PerfStatTest, NamesAreThoseOfPerfAndTheRobot) {
  Machine machine;
  ASSERT_TRUE(machine.bench.Open().ok());
  for (const std::string event : kSoftwareEvents) {
    const std::string unit = absl::EndsWith(event, "clock") ? "ms" : "count";
    const v1::MetricDescriptor& total = machine.bench.MetricOf("perf-stat.total." + event);
    EXPECT_EQ(total.kind(), v1::COUNTER) << event;
    EXPECT_EQ(total.unit(), unit) << event;
    EXPECT_FALSE(total.formula().per_second()) << event;
    for (const char* family : {"perf-stat.i.", "perf-stat.ps."}) {
      const v1::MetricDescriptor& rate = machine.bench.MetricOf(family + event);
      EXPECT_EQ(rate.kind(), v1::DERIVED) << event;
      EXPECT_TRUE(rate.formula().per_second()) << event;
      EXPECT_EQ(rate.unit(), unit == "ms" ? "ms/s" : "1/s") << event;
    }
  }
}

TEST(PerfStatTest, OneReadForEachGroupAndCpu) {
  Machine machine;
  ASSERT_TRUE(machine.bench.Open().ok());
  EXPECT_EQ(machine.perf().open_count(), 14);
  machine.perf().At(0, PERF_COUNT_SW_CONTEXT_SWITCHES) = {1009, kSecondNs, kSecondNs};
  machine.perf().At(1, PERF_COUNT_SW_CONTEXT_SWITCHES) = {7, kSecondNs, kSecondNs};
  machine.perf().At(1, PERF_COUNT_SW_PAGE_FAULTS_MAJ) = {3, kSecondNs, kSecondNs};
  ASSERT_TRUE(machine.bench.Read().ok());
  EXPECT_EQ(machine.perf().reads, 2);
  EXPECT_THAT(machine.bench.Value("perf-stat.CPU0.context-switches"), Optional(1009));
  EXPECT_THAT(machine.bench.Value("perf-stat.CPU1.context-switches"), Optional(7));
  EXPECT_THAT(machine.bench.Value("perf-stat.CPU0.major-faults"), Optional(0));
  EXPECT_THAT(machine.bench.Value("perf-stat.CPU1.major-faults"), Optional(3));
}

// S-029: counts are kept as the kernel gave them, with both times; the formula names all three, so
// that 250 counted in 250 of 1000 ms is 1000, with a coverage of 25 %.
TEST(PerfStatTest, MultiplexedCountsKeepTheirTimes) {
  Machine machine({Hardware()});
  ASSERT_TRUE(machine.bench.Open().ok());
  machine.Cycles(1) = {250, kSecondNs, kSecondNs / 4};
  ASSERT_TRUE(machine.bench.Read().ok());
  EXPECT_THAT(machine.bench.Value("perf-stat.CPU1.cpu-cycles"), Optional(250));
  EXPECT_THAT(machine.bench.Value("perf-stat.CPU1.hardware.enabled"), Optional(kSecondNs));
  EXPECT_THAT(machine.bench.Value("perf-stat.CPU1.hardware.running"), Optional(kSecondNs / 4));
  const v1::Formula& formula = machine.bench.MetricOf("perf-stat.total.cpu-cycles").formula();
  ASSERT_EQ(formula.numerator_size(), 2);
  const v1::Term& term = formula.numerator(1);
  EXPECT_EQ(machine.NameOf(term.column()), "perf-stat.CPU1.cpu-cycles");
  EXPECT_EQ(machine.NameOf(term.enabled_column()), "perf-stat.CPU1.hardware.enabled");
  EXPECT_EQ(machine.NameOf(term.running_column()), "perf-stat.CPU1.hardware.running");
}

TEST(PerfStatTest, MaterialOfTheMetricsIsHidden) {
  Machine machine;
  ASSERT_TRUE(machine.bench.Open().ok());
  for (const v1::MetricDescriptor& metric : machine.bench.columns.metrics()) {
    EXPECT_NE(metric.hidden(), metric.has_formula()) << metric.name();
  }
}

// S-030: a group that never got a counter counts 0, which is no count of 0.
TEST(PerfStatTest, GroupThatNeverRanIsNoted) {
  Machine machine({Hardware()});
  ASSERT_TRUE(machine.bench.Open().ok());
  machine.Cycles(0) = {395, kSecondNs, kSecondNs};
  machine.Cycles(1) = {0, kSecondNs, 0};
  for (int sample = 0; sample < 3; ++sample) ASSERT_TRUE(machine.bench.Read().ok());
  EXPECT_THAT(machine.bench.Value("perf-stat.CPU1.hardware.running"), Optional(0));
  ASSERT_EQ(machine.bench.columns.notes().size(), 1);
  EXPECT_TRUE(machine.bench.HasNote(
      "not scheduled: cpu-cycles,instructions on CPU 1: no hardware counter"));
  EXPECT_EQ(machine.bench.columns.notes()[0].count, 1);
}

// S-030: a virtual machine showed more instructions than any CPU executes.
TEST(PerfStatTest, ImpossibleCountsAreSuspect) {
  Machine machine({Hardware()});
  ASSERT_TRUE(machine.bench.Open().ok());
  machine.Cycles(0) = {3'000'000'000, kSecondNs, kSecondNs};
  machine.perf().At(0, PERF_COUNT_HW_INSTRUCTIONS, PERF_TYPE_HARDWARE).value = 6'000'000'000;
  machine.Cycles(1) = {395, kSecondNs, kSecondNs};
  machine.perf().At(1, PERF_COUNT_HW_INSTRUCTIONS, PERF_TYPE_HARDWARE).value = 9'000'000;
  for (int sample = 0; sample < 2; ++sample) ASSERT_TRUE(machine.bench.Read().ok());
  ASSERT_EQ(machine.bench.columns.notes().size(), 1);
  EXPECT_TRUE(machine.bench.HasNote(
      "suspect: 9000000 instructions in 395 cycles in 1000000000 ns on CPU 1"));
  EXPECT_THAT(machine.bench.Value("perf-stat.CPU1.instructions"), Optional(9'000'000));
}

// S-031: events of a group share their times, so a ratio never mixes two windows.
TEST(PerfStatTest, EventsOfAGroupShareTheirTimes) {
  Machine machine({Hardware()});
  ASSERT_TRUE(machine.bench.Open().ok());
  const v1::Formula& cycles = machine.bench.MetricOf("perf-stat.total.cpu-cycles").formula();
  const v1::Formula& instructions =
      machine.bench.MetricOf("perf-stat.total.instructions").formula();
  for (int cpu = 0; cpu < 2; ++cpu) {
    EXPECT_EQ(cycles.numerator(cpu).enabled_column(), instructions.numerator(cpu).enabled_column());
    EXPECT_EQ(cycles.numerator(cpu).running_column(), instructions.numerator(cpu).running_column());
  }
  EXPECT_EQ(machine.perf().reads, 0);
  ASSERT_TRUE(machine.bench.Read().ok());
  EXPECT_EQ(machine.perf().reads, 2);
}

// S-060: a virtual machine without a PMU.
TEST(PerfStatTest, GroupWithoutHardwareDoesNotStopTheOthers) {
  Machine machine(ByDefault());
  machine.perf().error_of_type[PERF_TYPE_HARDWARE] = ENOENT;
  machine.perf().error_of_type[PERF_TYPE_HW_CACHE] = ENOENT;
  ASSERT_TRUE(machine.bench.Open().ok());
  ASSERT_TRUE(machine.bench.Read().ok());
  EXPECT_THAT(machine.bench.Value("perf-stat.CPU0.page-faults"), Optional(0));
  EXPECT_EQ(machine.bench.ColumnOf("perf-stat.CPU0.cpu-cycles"), -1);
  EXPECT_TRUE(machine.bench.HasNote(
      "not counted: cpu-cycles,instructions,branch-instructions,branch-misses,cache-references,"
      "cache-misses,dTLB-loads,"));
  EXPECT_TRUE(machine.bench.HasNote(
      "node-store-misses: perf_event_open: No such file or directory: this machine has no such "
      "event; a virtual machine often has no hardware counters"));
  EXPECT_EQ(machine.bench.columns.notes().size(), 1) << "one note for one reason";
}

TEST(PerfStatTest, EventThatThePmuLacksIsLeftOutOfItsGroup) {
  Machine machine({Hardware(), OneSoftwareEvent()});
  machine.perf().error_of_event[{PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS}] = EOPNOTSUPP;
  ASSERT_TRUE(machine.bench.Open().ok());
  EXPECT_EQ(machine.perf().open_count(), 4);
  EXPECT_NE(machine.bench.ColumnOf("perf-stat.CPU1.cpu-cycles"), -1);
  EXPECT_TRUE(machine.bench.HasNote("not counted: instructions: perf_event_open: "));
  EXPECT_TRUE(machine.bench.HasNote("the kernel or its PMU cannot count this"));
}

TEST(PerfStatTest, GroupTooLargeForThePmuIsSplitBetweenPairs) {
  Machine machine(ByDefault());
  machine.perf().most_in_group = 4;
  ASSERT_TRUE(machine.bench.Open().ok());
  EXPECT_EQ(machine.perf().open_count(), 46) << "23 events on two CPUs";
  EXPECT_TRUE(machine.bench.columns.notes().empty());
  const auto enabled_of = [&](const std::string& event) {
    const v1::Formula& formula = machine.bench.MetricOf("perf-stat.total." + event).formula();
    return machine.NameOf(formula.numerator(0).enabled_column());
  };
  EXPECT_EQ(enabled_of("cpu-cycles"), "perf-stat.CPU0.core.enabled");
  EXPECT_EQ(enabled_of("branch-misses"), "perf-stat.CPU0.core.enabled");
  EXPECT_EQ(enabled_of("cache-references"), "perf-stat.CPU0.core2.enabled");
  EXPECT_EQ(enabled_of("cache-misses"), "perf-stat.CPU0.core2.enabled");
}

TEST(PerfStatTest, RatiosHaveTheRobotsNamesAndDenominators) {
  Machine machine(ByDefault());
  ASSERT_TRUE(machine.bench.Open().ok());
  const std::map<std::string, std::string> kExpected = {
      {"ipc", "instructions / cpu-cycles"},
      {"cpi", "cpu-cycles / instructions"},
      {"cache-miss-rate%", "100 * cache-misses / cache-references"},
      {"branch-miss-rate%", "100 * branch-misses / branch-instructions"},
      {"dTLB-load-miss-rate%", "100 * dTLB-load-misses / (dTLB-loads + dTLB-load-misses)"},
      {"dTLB-store-miss-rate%", "100 * dTLB-store-misses / (dTLB-stores + dTLB-store-misses)"},
      {"iTLB-load-miss-rate%", "100 * iTLB-load-misses / (iTLB-loads + iTLB-load-misses)"},
      {"node-load-miss-rate%", "100 * node-load-misses / (node-loads + node-load-misses)"},
      {"node-store-miss-rate%", "100 * node-store-misses / (node-stores + node-store-misses)"},
      {"MPKI", "1000 * cache-misses / instructions"},
      {"cycles-between-cache-misses", "cpu-cycles / cache-misses"},
      {"instructions-per-iTLB-miss", "instructions / iTLB-load-misses"},
  };
  for (const auto& [name, text] : kExpected) {
    for (const char* family : {"perf-stat.i.", "perf-stat.overall."}) {
      const v1::MetricDescriptor& metric = machine.bench.MetricOf(family + name);
      EXPECT_EQ(metric.kind(), v1::DERIVED) << name;
      EXPECT_EQ(metric.formula().text(), text) << name;
      EXPECT_EQ(metric.formula().numerator_size(), 2) << name;
      const int sides = absl::StrContains(text, "+") ? 2 : 1;
      EXPECT_EQ(metric.formula().denominator_size(), 2 * sides) << name;
      EXPECT_EQ(metric.formula().version(), name == "MPKI" ? 2u : 1u);
    }
  }
}

// S-035: 2000000 instructions, 50000 references and 8000 misses are 4 MPKI and 16 % of misses.
TEST(PerfStatTest, RatiosOfAWorkedExample) {
  Machine machine({ByDefault().front()});
  ASSERT_TRUE(machine.bench.Open().ok());
  RecordBuilder records("perf-stat");
  const auto sample = [&](uint64_t instructions, uint64_t references, uint64_t misses) {
    machine.Cycles(0) = {2 * instructions, instructions, instructions};
    const auto count = [&](uint64_t event) -> uint64_t& {
      return machine.perf().At(0, event, PERF_TYPE_HARDWARE).value;
    };
    count(PERF_COUNT_HW_INSTRUCTIONS) = instructions;
    count(PERF_COUNT_HW_CACHE_REFERENCES) = references;
    count(PERF_COUNT_HW_CACHE_MISSES) = misses;
    ASSERT_TRUE(machine.bench.Read().ok());
    records.AddSample(static_cast<int64_t>(instructions), machine.bench.columns.values(),
                      machine.bench.columns.present());
  };
  records.AddMetrics(machine.bench.columns.metrics());
  sample(0, 0, 0);
  sample(2'000'000, 50'000, 8'000);
  std::map<std::string, double> values;
  for (const v1::MetricRecord& record : records.Records()) {
    values[record.metric().name()] = record.value();
  }
  EXPECT_EQ(values["perf-stat.overall.MPKI"], 4);
  EXPECT_EQ(values["perf-stat.overall.cache-miss-rate%"], 16);
  EXPECT_EQ(values["perf-stat.overall.ipc"], 0.5);
  EXPECT_EQ(values["perf-stat.overall.cpi"], 2);
  EXPECT_EQ(values["perf-stat.overall.cycles-between-cache-misses"], 500);
}

TEST(PerfStatTest, RatioIsOfTheRightColumns) {
  Machine machine({Hardware()});
  ASSERT_TRUE(machine.bench.Open().ok());
  const v1::Formula& ipc = machine.bench.MetricOf("perf-stat.overall.ipc").formula();
  EXPECT_EQ(machine.NameOf(ipc.numerator(1).column()), "perf-stat.CPU1.instructions");
  EXPECT_EQ(machine.NameOf(ipc.denominator(1).column()), "perf-stat.CPU1.cpu-cycles");
  for (const v1::MetricDescriptor& metric : machine.bench.columns.metrics()) {
    EXPECT_FALSE(absl::StrContains(metric.name(), "miss-rate")) << "nothing counts misses here";
  }
}

// One counter of four is the watchdog's, so a group of four never runs.
TEST(PerfStatTest, NmiWatchdogIsNamed) {
  Machine machine({Hardware()});
  machine.host().Write("/proc/sys/kernel/nmi_watchdog", "1\n");
  ASSERT_TRUE(machine.bench.Open().ok());
  machine.Cycles(0) = {0, kSecondNs, 0};
  ASSERT_TRUE(machine.bench.Read().ok());
  EXPECT_TRUE(machine.bench.HasNote("the NMI watchdog holds one"));
}

// S-061: several gates answer alike; the sentence names the one that is shut.
TEST(PerfStatTest, RefusalNamesTheGate) {
  const struct {
    const char* capabilities;
    const char* paranoid;
    const char* sentence;
  } kCases[] = {
      {"0000000000000000", "2\n", "perf_event_paranoid is 2 and system-wide counting needs 0"},
      {"0000000000000000", "2\n", "give CAP_PERFMON, or set sysctl kernel.perf_event_paranoid=0"},
      {"0000000000000000", "-1\n", "perf_event_paranoid is -1 and allows it, so a seccomp profile"},
      {"0000004000000000", "2\n", "CAP_PERFMON is not enough here"},
      {"000001ffffffffff", "2\n", "although this process has CAP_SYS_ADMIN"},
  };
  for (const auto& test_case : kCases) {
    Machine machine;
    machine.SetCapabilities(test_case.capabilities);
    machine.host().Write("/proc/sys/kernel/perf_event_paranoid", test_case.paranoid);
    machine.perf().error_of_all = EACCES;
    const absl::Status status = machine.bench.Open();
    EXPECT_TRUE(absl::IsPermissionDenied(status)) << status;
    EXPECT_THAT(status.message(), HasSubstr(test_case.sentence));
    EXPECT_TRUE(machine.bench.columns.metrics().empty());
  }
}

TEST(PerfStatTest, CallThatIsNotThereIsNoPermissionMatter) {
  Machine machine;
  machine.perf().error_of_all = ENOSYS;
  const absl::Status status = machine.bench.Open();
  EXPECT_TRUE(absl::IsUnimplemented(status)) << status;
  EXPECT_THAT(status.message(), HasSubstr("seccomp profile hides perf_event_open"));
}

// S-073: the limit of open files on a machine of 64 CPUs.
TEST(PerfStatTest, TooManyFilesSaysHowMany) {
  Machine machine({Hardware(), OneSoftwareEvent()});
  machine.host().Write("/sys/devices/system/cpu/present", "0-63\n");
  machine.SetOnline("0-63");
  machine.perf().most_open = 100;
  ASSERT_TRUE(machine.bench.Open().ok());
  EXPECT_EQ(machine.perf().open_count(), 64) << "the refused group gave its descriptors back";
  EXPECT_TRUE(
      machine.bench.HasNote("not counted: cpu-cycles,instructions: perf_event_open: Too "
                            "many open files: needs 192 open files"));
  EXPECT_TRUE(machine.bench.HasNote("allowed in all (RLIMIT_NOFILE)"));
}

TEST(PerfStatTest, TooManyFilesForEverythingIsAnError) {
  Machine machine;
  machine.perf().most_open = 8;
  const absl::Status status = machine.bench.Open();
  EXPECT_TRUE(absl::IsResourceExhausted(status)) << status;
  EXPECT_EQ(machine.perf().open_count(), 0);
}

TEST(PerfStatTest, InterruptedReadIsTakenUpAgain) {
  Machine machine;
  ASSERT_TRUE(machine.bench.Open().ok());
  machine.perf().interrupted_reads = 3;
  ASSERT_TRUE(machine.bench.Read().ok());
  EXPECT_EQ(machine.perf().reads, 5);
  EXPECT_THAT(machine.bench.Value("perf-stat.CPU0.page-faults"), Optional(0));
}

TEST(PerfStatTest, FailedReadIsAbsentAndTriedAnew) {
  Machine machine;
  ASSERT_TRUE(machine.bench.Open().ok());
  machine.perf().read_error = EIO;
  EXPECT_FALSE(machine.bench.Read().ok());
  EXPECT_EQ(machine.bench.Value("perf-stat.CPU0.page-faults"), std::nullopt);
  EXPECT_TRUE(machine.bench.HasNote("CPU 0: read of a perf event: Input/output error"));
  machine.perf().read_error = 0;
  ASSERT_TRUE(machine.bench.Read().ok());
  EXPECT_THAT(machine.bench.Value("perf-stat.CPU0.page-faults"), Optional(0));
}

TEST(PerfStatTest, GroupOfAPmuIsOpenedWhereItsCpumaskSays) {
  GroupSpec uncore = {"power", {{"energy-pkg", 9, 2, "J", 0.5}}, {1}};
  Machine machine({uncore});
  ASSERT_TRUE(machine.bench.Open().ok());
  EXPECT_EQ(machine.perf().open_count(), 1);
  ASSERT_TRUE(machine.bench.Read().ok());
  EXPECT_THAT(machine.bench.Value("perf-stat.CPU1.energy-pkg"), Optional(0));
  const v1::MetricDescriptor& total = machine.bench.MetricOf("perf-stat.total.energy-pkg");
  EXPECT_EQ(total.unit(), "J");
  EXPECT_EQ(total.formula().numerator(0).weight(), 0.5);
}

TEST(PerfStatTest, SteadyStateMakesNoAllocation) {
  Machine machine;
  ASSERT_TRUE(machine.bench.Open().ok());
  ASSERT_TRUE(machine.bench.Read().ok());
  const uint64_t before = AllocationCount();
  for (int sample = 0; sample < 100; ++sample) ASSERT_TRUE(machine.bench.Read().ok());
  EXPECT_EQ(AllocationCount(), before);
}

}  // namespace
}  // namespace collect
