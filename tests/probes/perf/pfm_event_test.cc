// Names of libpfm4 on CPUs that this machine is made to be (LIBPFM_FORCE_PMU, libpfm(3)).
#include "probes/perf/pfm_event.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <perfmon/pfmlib_perf_event.h>

#include <cstdlib>

#include "absl/strings/str_cat.h"
#include "probes/perf/event_name.h"
#include "tests/support/fake_host.h"

namespace collect {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

#ifdef __x86_64__

// The library looks at the environment when it is made ready.
class PfmEventTest : public testing::Test {
 protected:
  ~PfmEventTest() override {
    unsetenv("LIBPFM_FORCE_PMU");
    pfm_terminate();
  }
  static void BeCpu(const char* pmu) {
    pfm_terminate();
    setenv("LIBPFM_FORCE_PMU", pmu, 1);
  }
};

// Event | umask << 8 | edge << 18 | invert << 23 | cmask << 24, by hand.
struct Code {
  const char* cpu;
  const char* name;
  uint64_t config;
};

// Event code and umask as of the makers' lists: Intel's perfmon event files of each core, AMD's
// Processor Programming Reference of families 17h and 19h, "Core Performance Monitor Counters".
constexpr Code kCodes[] = {
    {"snb", "L1D.REPLACEMENT", 0x0151},
    {"snb", "RESOURCE_STALLS.ANY", 0x01a2},
    {"snb", "BR_INST_RETIRED.NEAR_TAKEN", 0x20c4},
    {"snb", "UOPS_ISSUED.ANY", 0x010e},
    {"hsw", "L2_RQSTS.REFERENCES", 0xff24},
    {"hsw", "MEM_UOPS_RETIRED.ALL_LOADS", 0x81d0},
    {"hsw", "ITLB_MISSES.WALK_COMPLETED", 0x0e85},
    {"hsw", "RESOURCE_STALLS.SB", 0x08a2},
    {"skl", "INST_RETIRED.ANY_P", 0x00c0},
    {"skl", "CPU_CLK_UNHALTED.THREAD_P", 0x003c},
    {"skl", "L1D.REPLACEMENT", 0x0151},
    {"skl", "L2_RQSTS.MISS", 0x3f24},
    {"skl", "LONGEST_LAT_CACHE.REFERENCE", 0x4f2e},
    {"skl", "BR_INST_RETIRED.ALL_BRANCHES", 0x00c4},
    {"skl", "DTLB_LOAD_MISSES.WALK_COMPLETED", 0x0e08},
    {"skl", "DTLB_STORE_MISSES.WALK_COMPLETED", 0x0e49},
    {"skl", "MEM_INST_RETIRED.ALL_STORES", 0x82d0},
    {"skl", "MEM_LOAD_RETIRED.L3_MISS", 0x20d1},
    {"skl", "CYCLE_ACTIVITY.STALLS_L3_MISS", 0x60006a3},
    {"skl", "CYCLE_ACTIVITY.STALLS_TOTAL", 0x40004a3},
    {"skl", "UOPS_ISSUED.STALL_CYCLES", 0x180010e},
    {"skl", "UOPS_RETIRED.RETIRE_SLOTS", 0x02c2},
    {"skl", "MACHINE_CLEARS.COUNT", 0x10401c3},
    {"skl", "FP_ARITH_INST_RETIRED.256B_PACKED_DOUBLE", 0x10c7},
    {"skl", "LD_BLOCKS.STORE_FORWARD", 0x0203},
    {"skl", "IDQ_UOPS_NOT_DELIVERED.CORE", 0x019c},
    {"skx", "FP_ARITH_INST_RETIRED.512B_PACKED_DOUBLE", 0x40c7},
    {"skx", "L1D.REPLACEMENT:c=1:e=1", 0x1040151},
    {"icl", "MEM_LOAD_RETIRED.L2_MISS", 0x10d1},
    {"icl", "BR_INST_RETIRED.COND", 0x11c4},
    {"icl", "ASSISTS.ANY", 0x07c1},
    {"icl", "INT_MISC.CLEAR_RESTEER_CYCLES", 0x800d},
    {"spr", "L1D.REPLACEMENT", 0x0151},
    {"spr", "TOPDOWN.SLOTS_P", 0x01a4},
    {"spr", "DTLB_LOAD_MISSES.WALK_COMPLETED", 0x0e12},
    {"spr", "DTLB_STORE_MISSES.WALK_COMPLETED", 0x0e13},
    {"spr", "ITLB_MISSES.WALK_COMPLETED", 0x0e11},
    {"spr", "L2_LINES_IN.ALL", 0x1f25},
    {"spr", "UOPS_ISSUED.ANY", 0x01ae},
    {"spr", "BR_MISP_RETIRED.COND", 0x11c5},
    {"amd64_fam17h_zen2", "RETIRED_INSTRUCTIONS", 0x00c0},
    {"amd64_fam17h_zen2", "CYCLES_NOT_IN_HALT", 0x0076},
    {"amd64_fam17h_zen2", "RETIRED_BRANCH_INSTRUCTIONS", 0x00c2},
    {"amd64_fam19h_zen3", "RETIRED_INSTRUCTIONS", 0x00c0},
    {"amd64_fam19h_zen3", "CYCLES_NOT_IN_HALT", 0x0076},
    {"amd64_fam19h_zen3", "RETIRED_OPS", 0x00c1},
    {"amd64_fam19h_zen3", "RETIRED_BRANCH_INSTRUCTIONS_MISPREDICTED", 0x00c3},
    {"amd64_fam19h_zen4", "RETIRED_INSTRUCTIONS", 0x00c0},
    {"amd64_fam19h_zen4", "RETIRED_BRANCH_INSTRUCTIONS", 0x00c2},
    {"amd64_fam19h_zen4", "RETIRED_BRANCH_INSTRUCTIONS_MISPREDICTED", 0x00c3},
    {"amd64_fam19h_zen4", "RETIRED_TAKEN_BRANCH_INSTRUCTIONS", 0x00c4},
};

// The register as the library would have it written, without the bits that the kernel sets: user,
// kernel, interrupt and enable.
uint64_t RegisterOf(const std::string& name) {
  constexpr uint64_t kOfTheKernel = 1 << 16 | 1 << 17 | 1 << 20 | 1 << 22;
  uint64_t* codes = nullptr;
  int count = 0;
  EXPECT_EQ(pfm_get_event_encoding(name.c_str(), PFM_PLM3, nullptr, nullptr, &codes, &count),
            PFM_SUCCESS);
  if (count < 1) return 0;
  const uint64_t config = codes[0] & ~kOfTheKernel;
  free(codes);
  return config;
}

TEST_F(PfmEventTest, CodesAreThoseOfTheMakersListsAndOfTheLibrary) {
  static_assert(std::size(kCodes) >= 50);
  for (const Code& code : kCodes) {
    BeCpu(code.cpu);
    // The library goes on to know the CPUs before.
    const std::string name = absl::StrCat(code.cpu, "::", code.name);
    const absl::StatusOr<EventSpec> event = FindPfmEvent(name);
    EXPECT_TRUE(event.ok()) << name << ": " << event.status();
    if (!event.ok()) continue;
    EXPECT_EQ(event->config, code.config) << name;
    EXPECT_EQ(event->config, RegisterOf(name)) << name;
    EXPECT_EQ(event->type, PERF_TYPE_RAW) << name;
    EXPECT_EQ(event->name, name);
    EXPECT_TRUE(event->modes.user && event->modes.kernel && event->modes.hypervisor) << name;
  }
}

TEST_F(PfmEventTest, PmuInFrontAndModifiersBehind) {
  BeCpu("skx");
  FakeHost host;
  const auto groups = ResolveEvent(host, "skx::L1D.REPLACEMENT:u", "");
  ASSERT_TRUE(groups.ok()) << groups.status();
  const EventSpec& event = groups->front().events[0];
  EXPECT_EQ(event.name, "skx::L1D.REPLACEMENT:u");
  EXPECT_EQ(event.config, 0x151);
  EXPECT_TRUE(event.modes.user);
  EXPECT_FALSE(event.modes.kernel);
  EXPECT_EQ(ResolveEvent(host, "L1D:REPLACEMENT:pp", "")->front().events[0].modes.precise, 2);
}

TEST_F(PfmEventTest, NamesOfOtherCpusAndMasksAreUnknown) {
  BeCpu("skl");
  FakeHost host;
  EXPECT_TRUE(absl::IsNotFound(ResolveEvent(host, "skl::RETIRED_INSTRUCTIONS", "").status()));
  const absl::Status status = ResolveEvent(host, "skl::L1D.REPLACEMNT", "").status();
  EXPECT_TRUE(absl::IsNotFound(status));
  EXPECT_THAT(status.message(), HasSubstr("\"skl::L1D.REPLACEMNT\": libpfm4 says"));
  EXPECT_THAT(KnownEventNames(host), Contains("L1D.REPLACEMENT"));
}

#endif

}  // namespace
}  // namespace collect
