// Default groups on several kinds of cores.
#include "probes/perf/default_groups.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "archive/records.h"
#include "tests/probes/perf/perf_machine.h"

namespace collect {
namespace {

using ::testing::ElementsAre;

constexpr char kPmus[] = "/sys/bus/event_source/devices/";
constexpr uint32_t kCoreType = 4;
constexpr uint32_t kAtomType = 10;

// What the kernel shows of a Sapphire Rapids: arch/x86/events/intel/core.c, icl_td_events_attrs.
void BeSapphireRapids(FakeHost& host) {
  const std::string cpu = absl::StrCat(kPmus, "cpu/");
  host.Write(cpu + "type", "4\n");
  host.Write(cpu + "events/slots", "event=0x00,umask=0x4\n");
  host.Write(cpu + "events/topdown-retiring", "event=0x00,umask=0x80\n");
  host.Write(cpu + "events/topdown-bad-spec", "event=0x00,umask=0x81\n");
  host.Write(cpu + "events/topdown-fe-bound", "event=0x00,umask=0x82\n");
  host.Write(cpu + "events/topdown-be-bound", "event=0x00,umask=0x83\n");
}

// An Alder Lake with CPUs 0-1 of the large kind and 2 of the small one.
void BeAlderLake(FakeHost& host) {
  host.Write("/sys/devices/system/cpu/present", "0-2\n");
  host.Write("/sys/devices/system/cpu/online", "0-2\n");
  host.Write(absl::StrCat(kPmus, "cpu_core/type"), "4\n");
  host.Write(absl::StrCat(kPmus, "cpu_core/cpus"), "0-1\n");
  host.Write(absl::StrCat(kPmus, "cpu_atom/type"), "10\n");
  host.Write(absl::StrCat(kPmus, "cpu_atom/cpus"), "2\n");
  host.Write(absl::StrCat(kPmus, "software/type"), "1\n");
}

uint64_t OnPmu(uint64_t type, uint64_t event) { return type << 32 | event; }

std::vector<std::string> NamesOf(const std::vector<GroupSpec>& groups) {
  std::vector<std::string> names;
  for (const GroupSpec& group : groups) names.push_back(group.name);
  return names;
}

TEST(DefaultGroupsTest, SlotsLeadTheTopdownEvents) {
  FakeHost host;
  EXPECT_THAT(NamesOf(DefaultPerfGroups(host)),
              ElementsAre("core", "dTLB-loads", "dTLB-stores", "iTLB-loads", "node-loads",
                          "node-stores", "software"));
  BeSapphireRapids(host);
  const std::vector<GroupSpec> groups = DefaultPerfGroups(host);
  const GroupSpec& topdown = groups[groups.size() - 2];
  EXPECT_EQ(topdown.name, "topdown");
  ASSERT_EQ(topdown.events.size(), 5);
  EXPECT_EQ(topdown.events[0].name, "slots");
  EXPECT_EQ(topdown.events[0].type, PERF_TYPE_RAW);
  EXPECT_EQ(topdown.events[0].config, 0x400);
  EXPECT_EQ(topdown.events[4].name, "topdown-be-bound");
  EXPECT_EQ(topdown.events[4].config, 0x8300);
}

TEST(DefaultGroupsTest, TopdownPartsAreSharesOfTheirSum) {
  Machine machine(std::vector<GroupSpec>{});
  BeSapphireRapids(machine.host());
  ASSERT_TRUE(machine.bench.Open().ok());
  const v1::MetricDescriptor& metric =
      machine.bench.MetricOf("perf-stat.overall.tma_backend_bound%");
  EXPECT_EQ(metric.unit(), "%");
  EXPECT_EQ(metric.formula().text(),
            "100 * topdown-be-bound / (topdown-retiring + topdown-bad-spec + topdown-fe-bound + "
            "topdown-be-bound)");
  EXPECT_EQ(metric.formula().denominator_size(), 8) << "four events on two CPUs";
}

// S-033: both kinds keep their names, and each is counted where it is.
TEST(DefaultGroupsTest, KindsOfCoresStayApart) {
  Machine machine(std::vector<GroupSpec>{});
  BeAlderLake(machine.host());
  ASSERT_TRUE(machine.bench.Open().ok());
  machine.perf().At(0, OnPmu(kCoreType, 0), PERF_TYPE_HARDWARE).value = 8000;
  machine.perf().At(2, OnPmu(kAtomType, 0), PERF_TYPE_HARDWARE).value = 2000;
  ASSERT_TRUE(machine.bench.Read().ok());
  EXPECT_EQ(machine.bench.Value("perf-stat.CPU0.cpu_core/cpu-cycles/"), 8000);
  EXPECT_EQ(machine.bench.Value("perf-stat.CPU2.cpu_atom/cpu-cycles/"), 2000);
  EXPECT_EQ(machine.bench.ColumnOf("perf-stat.CPU2.cpu_core/cpu-cycles/"), -1);
  const v1::Formula& ipc = machine.bench.MetricOf("perf-stat.overall.cpu_core/ipc/").formula();
  EXPECT_EQ(ipc.numerator_size(), 2);
  EXPECT_EQ(machine.NameOf(ipc.numerator(0).column()), "perf-stat.CPU0.cpu_core/instructions/");
  machine.bench.MetricOf("perf-stat.overall.cpu_atom/MPKI/");
}

// S-032: 9.0e9 instructions in 9 of 10 s on one kind and 1.1e9 in 1 s on the other are 1.01e10, and
// what never ran is missing.
TEST(DefaultGroupsTest, CommandOnTwoKindsOfCoresIsNotScaled) {
  Machine machine(std::vector<GroupSpec>{});
  BeAlderLake(machine.host());
  machine.bench.command.perf_scope = "command";
  machine.bench.command.pid = 4711;
  ASSERT_TRUE(machine.bench.Open().ok());
  RecordBuilder records("perf-stat");
  ASSERT_TRUE(machine.bench.Read().ok());
  records.AddMetrics(machine.bench.columns.metrics());
  records.AddSample(0, machine.bench.columns.values(), machine.bench.columns.present());
  machine.perf().Exec();
  const auto show = [&](uint64_t type, uint64_t event, uint64_t value, uint64_t seconds) {
    machine.perf().At(kEveryCpu, OnPmu(type, event), PERF_TYPE_HARDWARE) = {value, 10 * kSecondNs,
                                                                            seconds * kSecondNs};
  };
  show(kCoreType, PERF_COUNT_HW_CPU_CYCLES, 9'500'000'000, 9);
  show(kCoreType, PERF_COUNT_HW_INSTRUCTIONS, 9'000'000'000, 9);
  show(kAtomType, PERF_COUNT_HW_CPU_CYCLES, 1'500'000'000, 1);
  show(kAtomType, PERF_COUNT_HW_INSTRUCTIONS, 1'100'000'000, 1);
  ASSERT_TRUE(machine.bench.Read().ok());
  records.AddSample(10 * kSecondNs, machine.bench.columns.values(),
                    machine.bench.columns.present());
  std::map<std::string, v1::MetricRecord> by_name;
  for (v1::MetricRecord& record : records.Records()) by_name[record.metric().name()] = record;
  EXPECT_EQ(by_name["perf-stat.total.cpu_core/instructions/"].value(), 9'000'000'000);
  EXPECT_EQ(by_name["perf-stat.total.cpu_atom/instructions/"].value(), 1'100'000'000);
  EXPECT_FALSE(by_name["perf-stat.total.cpu_atom/dTLB-loads/"].has_value());
  EXPECT_TRUE(machine.bench.columns.notes().empty());
}

}  // namespace
}  // namespace collect
