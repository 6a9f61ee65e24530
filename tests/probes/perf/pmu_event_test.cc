// Events of PMUs as sysfs shows them on several machines. The raw codes are put together by hand
// from the bit ranges of each format.
#include "probes/perf/pmu_event.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "probes/perf/event_name.h"
#include "tests/support/fake_host.h"

namespace collect {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// The only group that stands for the event.
GroupSpec Find(FakeHost& host, absl::string_view text) {
  const auto groups = FindPmuEvent(host, text);
  EXPECT_TRUE(groups.ok()) << groups.status();
  if (!groups.ok()) return {};
  EXPECT_EQ(groups->size(), 1u) << text;
  return groups->front();
}

TEST(PmuEventTest, SkylakeByNameAndByTerms) {
  FakeHost host;
  host.CopyFixture("skylake-6.1-client_imc");
  const GroupSpec loads = Find(host, "cpu/mem-loads/");
  EXPECT_EQ(loads.events[0].type, 4u);
  EXPECT_EQ(loads.events[0].config, 0x1cd);
  EXPECT_EQ(loads.events[0].config1, 3u);
  EXPECT_THAT(loads.cpus, IsEmpty());
  EXPECT_EQ(Find(host, "cpu/mem-loads,ldlat=30/").events[0].config1, 30u) << "the user's";
  EXPECT_EQ(Find(host, "cpu/cycles-ct/").events[0].config, 0x30000003c);
  EXPECT_EQ(Find(host, "cpu/event=0x51,umask=1,edge,inv=1,cmask=16/").events[0].config, 0x10840151);
  EXPECT_EQ(Find(host, "cpu/config=0x51,config1=2,config2=3,config3=4/").events[0].config3, 4u);
}

TEST(PmuEventTest, EventsHaveTheirScaleAndUnit) {
  FakeHost host;
  host.CopyFixture("skylake-6.1-client_imc");
  const GroupSpec reads = Find(host, "uncore_imc/data_reads/");
  EXPECT_EQ(reads.events[0].name, "uncore_imc/data_reads/");
  EXPECT_EQ(reads.events[0].unit, "MiB");
  EXPECT_EQ(reads.events[0].weight, 6.103515625e-5);
  EXPECT_THAT(reads.cpus, ElementsAre(0));
  EXPECT_TRUE(reads.roams);
}

TEST(PmuEventTest, SapphireRapidsBoxesCountEachForItself) {
  FakeHost host;
  host.CopyFixture("sapphire_rapids-6.8-uncore");
  const auto groups = FindPmuEvent(host, "uncore_imc/cas_count_read/");
  ASSERT_TRUE(groups.ok()) << groups.status();
  ASSERT_EQ(groups->size(), 3u);
  EXPECT_EQ((*groups)[1].events[0].name, "uncore_imc_1/cas_count_read/");
  EXPECT_EQ((*groups)[1].events[0].type, 79u);
  EXPECT_EQ((*groups)[2].events[0].config, 0xcf05);
  EXPECT_THAT((*groups)[0].cpus, ElementsAre(0, 4));
  EXPECT_EQ(FindSysfsEvent(host, "cas_count_read")->size(), 3u);
}

// UNC_CHA_TOR_INSERTS.IA_MISS_DRD of Intel's list for the server: event 0x35, umask 0xC817FE01.
TEST(PmuEventTest, AnExtendedUmaskLiesInTwoParts) {
  FakeHost host;
  host.CopyFixture("sapphire_rapids-6.8-uncore");
  EXPECT_EQ(Find(host, "uncore_cha_0/event=0x35,umask=0xc817fe01/").events[0].config,
            0x00c817fe00000135);
  const absl::Status large =
      FindPmuEvent(host, "uncore_cha_0/event=0x35,umask=0x10c0008101/").status();
  EXPECT_EQ(large.message(), "PMU uncore_cha_0: umask: 0x10c0008101 is too large for its 32 bits");
}

// S-033: cores of two kinds, each with its own codes, CPUs and names.
TEST(PmuEventTest, AlderLakeKindsOfCores) {
  FakeHost host;
  host.CopyFixture("alder_lake-6.5-core_pmus");
  const auto loads = FindSysfsEvent(host, "mem-loads");
  ASSERT_TRUE(loads.ok()) << loads.status();
  ASSERT_EQ(loads->size(), 2u);
  const GroupSpec& atom = (*loads)[0];
  EXPECT_EQ(atom.events[0].name, "cpu_atom/mem-loads/");
  EXPECT_EQ(atom.events[0].type, 10u);
  EXPECT_EQ(atom.events[0].config, 0x5d0);
  EXPECT_THAT(atom.cpus, ElementsAre(2, 3));
  EXPECT_EQ(atom.pmu, "cpu_atom");
  EXPECT_FALSE(atom.roams);
  EXPECT_EQ((*loads)[1].events[0].config, 0x1cd);
  EXPECT_EQ(Find(host, "cpu_core/cpu-cycles/").events[0].config, 0x3c) << "listed in events/";
  const GroupSpec misses = Find(host, "cpu_atom/LLC-load-misses/");
  EXPECT_EQ(misses.events[0].config, uint64_t{10} << 32 | 0x10002) << "the kernel's own";
  EXPECT_EQ(misses.events[0].type, PERF_TYPE_HW_CACHE);
  EXPECT_EQ(misses.events[0].name, "cpu_atom/LLC-load-misses/");
}

TEST(PmuEventTest, ZenL3FabricAndMemory) {
  FakeHost zen3;
  zen3.CopyFixture("zen3-5.15-l3_df");
  const GroupSpec l3 =
      Find(zen3, "amd_l3/event=0x04,umask=0xff,enallslices=1,enallcores=1,threadmask=3/");
  EXPECT_EQ(l3.events[0].config, 0x0300c0000000ff04);
  EXPECT_EQ(l3.events[0].type, 11u);
  EXPECT_THAT(l3.cpus, ElementsAre(0, 2));
  EXPECT_EQ(Find(zen3, "amd_df/event=0x1c7,umask=0x38/").events[0].config, 0x1000038c7);
  EXPECT_EQ(Find(zen3, "cpu/event=0x1cf/").events[0].config, 0x1000000cf);
  FakeHost zen4;
  zen4.CopyFixture("zen4-6.15-l3_df_umc");
  EXPECT_EQ(Find(zen4, "amd_df/event=0x1f,umask=0x7fe/").events[0].config, 0x700fe1f);
  EXPECT_EQ(Find(zen4, "amd_umc_0/event=0x0a,rdwrmask=2/").events[0].config, 0x20a);
  EXPECT_EQ(Find(zen4, "amd_umc/event=0x0a/").events[0].name, "amd_umc_0/event=0x0a/");
}

TEST(PmuEventTest, ArmCoresThatAreAllAlike) {
  FakeHost host;
  host.CopyFixture("qemu_arm64-6.1-pmuv3");
  const GroupSpec stall = Find(host, "armv8_pmuv3/stall_backend/");
  EXPECT_EQ(stall.events[0].config, 0x24);
  EXPECT_EQ(stall.events[0].type, 8u);
  EXPECT_THAT(stall.cpus, IsEmpty()) << "on every CPU, also on one that comes later";
  EXPECT_EQ(stall.pmu, "");
  EXPECT_EQ(Find(host, "armv8_pmuv3/event=0x17,long/").events[0].config1, 1u);
  EXPECT_EQ(Find(host, "armv8_pmuv3/cpu-cycles/").events[0].config, 0u) << "the kernel's own";
}

TEST(PmuEventTest, WhatIsNotThereIsNamed) {
  FakeHost host;
  host.CopyFixture("skylake-6.1-client_imc");
  const absl::Status pmu = FindPmuEvent(host, "uncore_cha/event=1/").status();
  EXPECT_TRUE(absl::IsNotFound(pmu));
  EXPECT_EQ(pmu.message(), "this machine has no PMU \"uncore_cha\"; there are cpu, uncore_imc");
  const absl::Status event = FindPmuEvent(host, "uncore_imc/data_read/").status();
  EXPECT_TRUE(absl::IsNotFound(event));
  EXPECT_EQ(event.message(), "PMU uncore_imc: there is no event \"data_read\"");
  const absl::Status term = FindPmuEvent(host, "uncore_imc/evnt=1/").status();
  EXPECT_TRUE(absl::IsInvalidArgument(term));
  EXPECT_EQ(term.message(),
            "PMU uncore_imc: there is no term \"evnt\"; expected config, config1, config2, "
            "config3, event");
  EXPECT_TRUE(absl::IsInvalidArgument(FindPmuEvent(host, "uncore_imc//").status()));
  EXPECT_TRUE(absl::IsNotFound(FindSysfsEvent(host, "data_reads.unit").status()));
}

// Documentation/ABI/testing/sysfs-bus-event_source-devices-events: "?" is for the user to fill in.
TEST(PmuEventTest, ValuesLeftToTheUserMustBeGiven) {
  FakeHost host;
  const std::string pmu = "/sys/bus/event_source/devices/hv_24x7/";
  host.Write(pmu + "type", "6\n");
  host.Write(pmu + "format/domain", "config:0-3\n");
  host.Write(pmu + "format/core", "config:16-31\n");
  host.Write(pmu + "events/cycles", "domain=2,core=?\n");
  EXPECT_THAT(FindPmuEvent(host, "hv_24x7/cycles/").status().message(),
              HasSubstr("needs a value for core"));
  EXPECT_EQ(Find(host, "hv_24x7/cycles,core=7/").events[0].config, 0x70002);
}

TEST(PmuEventTest, FilesThatAreNotWhatTheyShouldBeAreNamed) {
  FakeHost host;
  host.CopyFixture("skylake-6.1-client_imc");
  host.Write("/sys/bus/event_source/devices/cpu/format/umask", "config:15-8\n");
  EXPECT_THAT(FindPmuEvent(host, "cpu/umask=1/").status().message(),
              HasSubstr("/cpu/format/umask: \"config:15-8\" is not of the form"));
}

TEST(EventNameTest, TracepointsHaveTheirNumberInTracefs) {
  FakeHost host;
  EXPECT_THAT(ResolveEvent(host, "sched:sched_switch", "").status().message(),
              HasSubstr("tracefs is not mounted"));
  host.Write("/sys/kernel/debug/tracing/events/sched/sched_switch/id", "318\n");
  const auto groups = ResolveEvent(host, "sched:sched_switch:u", "");
  ASSERT_TRUE(groups.ok()) << groups.status();
  const EventSpec& event = groups->front().events[0];
  EXPECT_EQ(event.type, PERF_TYPE_TRACEPOINT);
  EXPECT_EQ(event.config, 318u);
  EXPECT_EQ(event.name, "sched:sched_switch:u");
  EXPECT_FALSE(event.modes.kernel);
  EXPECT_TRUE(absl::IsNotFound(ResolveEvent(host, "sched:sched_swich", "").status()));
  EXPECT_THAT(KnownEventNames(host), Contains("sched:sched_switch"));
}

TEST(EventNameTest, ModifiersStandBehindTheSlash) {
  FakeHost host;
  host.CopyFixture("skylake-6.1-client_imc");
  for (const char* text : {"cpu/event=0x51/uk", "cpu/event=0x51/:uk"}) {
    const auto groups = ResolveEvent(host, text, "p");
    ASSERT_TRUE(groups.ok()) << groups.status();
    EXPECT_EQ(groups->front().events[0].name, "cpu/event=0x51/ukp");
    EXPECT_FALSE(groups->front().events[0].modes.hypervisor);
    EXPECT_EQ(groups->front().events[0].modes.precise, 1);
  }
  EXPECT_THAT(ResolveEvent(host, "cpu/event=1/z", "").status().message(),
              HasSubstr("modifier \"z\""));
  EXPECT_THAT(KnownEventNames(host), Contains("uncore_imc/data_reads/"));
  EXPECT_EQ(ResolveEvent(host, "data_reads", "")->front().events[0].name, "uncore_imc/data_reads/");
}

}  // namespace
}  // namespace collect
