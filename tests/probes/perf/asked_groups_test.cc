// What the user asks to be counted, on several machines.
#include "probes/perf/asked_groups.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <utility>

#include "tests/probes/perf/perf_machine.h"

namespace collect {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<std::string> NamesOf(const GroupSpec& group) {
  std::vector<std::string> names;
  for (const EventSpec& event : group.events) names.push_back(event.name);
  return names;
}

TEST(AskedGroupsTest, BracesKeepEventsTogether) {
  FakeHost host;
  const auto groups = AskedPerfGroups(host, "cycles,{instructions,LLC-loads}:u,r1c2:k");
  ASSERT_TRUE(groups.ok()) << groups.status();
  ASSERT_EQ(groups->size(), 3u);
  EXPECT_THAT(NamesOf((*groups)[0]), ElementsAre("cycles"));
  EXPECT_THAT(NamesOf((*groups)[1]), ElementsAre("instructions:u", "LLC-loads:u"));
  EXPECT_FALSE((*groups)[1].events[1].modes.kernel);
  EXPECT_EQ((*groups)[2].events[0].config, 0x1c2);
  EXPECT_EQ((*groups)[2].events[0].type, PERF_TYPE_RAW);
  EXPECT_FALSE((*groups)[2].events[0].modes.user);
}

// S-033: one event for each kind of core, under its PMU's name.
TEST(AskedGroupsTest, KindsOfCoresHaveGroupsOfTheirOwn) {
  FakeHost host;
  host.CopyFixture("alder_lake-6.5-hybrid");
  const auto groups = AskedPerfGroups(host, "{cycles,page-faults,r1c2}:u");
  ASSERT_TRUE(groups.ok()) << groups.status();
  ASSERT_EQ(groups->size(), 3u);
  EXPECT_THAT(NamesOf((*groups)[0]), ElementsAre("cpu_atom/cycles/u", "cpu_atom/r1c2/u"));
  EXPECT_EQ((*groups)[0].events[0].config, uint64_t{10} << 32);
  EXPECT_EQ((*groups)[0].events[1].type, 10u);
  EXPECT_THAT((*groups)[0].cpus, ElementsAre(2, 3));
  EXPECT_THAT(NamesOf((*groups)[1]), ElementsAre("cpu_core/cycles/u", "cpu_core/r1c2/u"));
  EXPECT_THAT(NamesOf((*groups)[2]), ElementsAre("page-faults:u"));
}

TEST(AskedGroupsTest, AnEventThatStandsTwiceIsRefused) {
  FakeHost host;
  EXPECT_THAT(AskedPerfGroups(host, "cycles,{cs,cycles}").status().message(),
              HasSubstr("\"cycles\" stands twice"));
  EXPECT_TRUE(AskedPerfGroups(host, "cycles,{cs,cpu-cycles}").ok());
}

TEST(AskedGroupsTest, UnknownNamesAndModifiersAreNamed) {
  FakeHost host;
  const absl::Status unknown = AskedPerfGroups(host, "cs,cycels").status();
  EXPECT_TRUE(absl::IsNotFound(unknown));
  EXPECT_THAT(unknown.message(), HasSubstr("\"cycels\""));
  EXPECT_THAT(AskedPerfGroups(host, "{cs,faults}:z").status().message(),
              HasSubstr("event \"cs\": modifier \"z\""));
  for (const char* name : {"r", "rg", "r11112222333344445", "cycles:", ":u"}) {
    EXPECT_FALSE(AskedPerfGroups(host, name).ok()) << name;
  }
}

TEST(AskedGroupsTest, PerfStatCountsWhatIsAsked) {
  Machine machine(std::vector<GroupSpec>{});
  machine.bench.command.perf_events = "cycles:u";
  ASSERT_TRUE(machine.bench.Open().ok());
  EXPECT_TRUE(machine.perf().last_attr.exclude_kernel);
  EXPECT_FALSE(machine.perf().last_attr.exclude_user);
  machine.Cycles(0).value = 700;
  ASSERT_TRUE(machine.bench.Read().ok());
  EXPECT_EQ(machine.bench.Value("perf-stat.CPU0.cycles:u"), 700);
  machine.bench.MetricOf("perf-stat.i.cycles:u");
  machine.bench.MetricOf("perf-stat.ps.cycles:u");
  machine.bench.MetricOf("perf-stat.total.cycles:u");
  EXPECT_EQ(machine.bench.ColumnOf("perf-stat.CPU0.page-faults"), -1);
}

// A kernel before 6.3 takes the shorter structure only (E2BIG), so the longer is used at need.
TEST(AskedGroupsTest, TheFourthWordMakesTheRequestLonger) {
  for (const auto& [events, size] : {std::pair("cpu/config2=1/", 128u), {"cpu/config3=1/", 136u}}) {
    Machine machine(std::vector<GroupSpec>{});
    machine.host().CopyFixture("skylake-6.1-client_imc");
    machine.bench.command.perf_events = events;
    ASSERT_TRUE(machine.bench.Open().ok());
    EXPECT_EQ(machine.perf().last_attr.size, size) << events;
  }
}

// S-060, S-072: an event that is known but cannot be counted costs only itself.
TEST(AskedGroupsTest, WhatTheMachineRefusesIsLeftOut) {
  Machine machine(std::vector<GroupSpec>{});
  machine.bench.command.perf_events = "{cycles,page-faults},cs";
  machine.perf().error_of_type[PERF_TYPE_HARDWARE] = ENOENT;
  ASSERT_TRUE(machine.bench.Open().ok());
  EXPECT_TRUE(machine.bench.HasNote("not counted: cycles"));
  machine.bench.MetricOf("perf-stat.total.page-faults");
  machine.bench.MetricOf("perf-stat.total.cs");
}

}  // namespace
}  // namespace collect
