// /proc/vmstat as a probe.
#include "probes/kernel/proc_vmstat.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "tests/support/fake_host.h"

namespace collect {
namespace {

using ::testing::HasSubstr;
using ::testing::Optional;

class ProcVmstatTest : public testing::Test {
 protected:
  void Show(absl::string_view text) {
    bench_.host.Write("/proc/vmstat", text);
    EXPECT_TRUE(bench_.Read().ok());
  }
  void Open(absl::string_view text) {
    bench_.host.Write("/proc/vmstat", text);
    ASSERT_TRUE(bench_.Open().ok());
  }

  ProcVmstat probe_;
  ProbeBench bench_{probe_};
};

TEST_F(ProcVmstatTest, KeepsEveryLineOfARealFile) {
  const std::string text = Fixture("pvm-guest-6.18/proc/vmstat");
  Open(text);
  ASSERT_TRUE(bench_.Read().ok());
  for (absl::string_view line : absl::StrSplit(text, '\n', absl::SkipEmpty())) {
    const std::pair<std::string, std::string> field = absl::StrSplit(line, ' ');
    EXPECT_EQ(absl::StrCat(*bench_.Value("proc-vmstat." + field.first)), field.second) << line;
  }
}

TEST_F(ProcVmstatTest, AbsentFileIsNotPresent) {
  const absl::Status status = bench_.Open();
  EXPECT_TRUE(absl::IsNotFound(status)) << status;
  EXPECT_THAT(status.message(), HasSubstr("/proc/vmstat"));
}

// S-001: LRU counters printed in the zone part and in the node part.
TEST_F(ProcVmstatTest, FirstOfTwoEqualNamesCounts) {
  constexpr char kText[] =
      "nr_free_pages 5000\nnr_inactive_anon 2300\npgfault 10\nnr_inactive_anon 2304\n";
  Open(kText);
  for (int sample = 0; sample < 5; ++sample) {
    Show(kText);
    EXPECT_THAT(bench_.Value("proc-vmstat.nr_inactive_anon"), Optional(2300));
    EXPECT_THAT(bench_.Value("proc-vmstat.pgfault"), Optional(10));
  }
  EXPECT_EQ(bench_.columns.metrics().size(), 3);
  EXPECT_TRUE(bench_.HasNote("stands twice, the first line counts: nr_inactive_anon"));
}

// S-021: fields come and go with the kernel.
TEST_F(ProcVmstatTest, FieldsComeAndGo) {
  Open("pgscan_kswapd_normal 4000\npgfault 1\n");
  Show("pgscan_kswapd 4100\npgscan_direct_throttle 3\npgfault 2\n");
  EXPECT_EQ(bench_.Value("proc-vmstat.pgscan_kswapd_normal"), std::nullopt);
  EXPECT_THAT(bench_.Value("proc-vmstat.pgscan_kswapd"), Optional(4100));
  EXPECT_THAT(bench_.Value("proc-vmstat.pgscan_direct_throttle"), Optional(3));
  EXPECT_THAT(bench_.Value("proc-vmstat.pgfault"), Optional(2));
}

TEST_F(ProcVmstatTest, PrefixOfANameIsAnotherName) {
  Open("pgscan 1\npgscan_direct 2\n");
  Show("pgscan_direct 20\npgscan 10\n");
  EXPECT_THAT(bench_.Value("proc-vmstat.pgscan"), Optional(10));
  EXPECT_THAT(bench_.Value("proc-vmstat.pgscan_direct"), Optional(20));
}

// The line that counted yesterday has gone; its namesake counts now.
TEST_F(ProcVmstatTest, SecondOfTwoEqualNamesTakesOver) {
  Open("nr_free_pages 5000\npgfault 10\nnr_free_pages 7000\n");
  Show("pgscan 1\npgfault 10\nnr_free_pages 7000\n");
  EXPECT_THAT(bench_.Value("proc-vmstat.nr_free_pages"), Optional(7000));
}

TEST_F(ProcVmstatTest, BadLinesCostOnlyThemselves) {
  Open("\npgfault 7\nFoo:\npgalloc x\nnr_dirtied -3");
  Show("\npgfault 8\nFoo:\npgalloc x\nnr_dirtied -3");
  EXPECT_THAT(bench_.Value("proc-vmstat.pgfault"), Optional(8));
  EXPECT_THAT(bench_.Value("proc-vmstat.nr_dirtied"), Optional(-3));
  EXPECT_EQ(bench_.columns.metrics().size(), 2);
  EXPECT_TRUE(bench_.HasNote("\"Foo:\""));
}

// S-040: a level typed as a counter. Every field of the real file is listed by what it is.
TEST(VmstatKindTest, LevelsAndCounters) {
  for (const char* level :
       {"nr_free_pages", "nr_dirty", "nr_dirty_threshold", "nr_slab_reclaimable", "nr_kernel_stack",
        "workingset_nodes", "nr_zspages"}) {
    EXPECT_EQ(VmstatKind(level), v1::GAUGE) << level;
  }
  for (const char* counter : {"pgfault",
                              "pswpin",
                              "nr_dirtied",
                              "nr_written",
                              "nr_vmscan_write",
                              "numa_hit",
                              "nr_vmscan_immediate_reclaim",
                              "nr_tlb_remote_flush",
                              "nr_tlb_local_flush_one",
                              "workingset_refault_anon",
                              "workingset_activate_file",
                              "workingset_restore_anon",
                              "oom_kill",
                              "thp_fault_alloc",
                              "drop_slab",
                              "swap_ra_hit",
                              "direct_map_level2_splits",
                              "nr_foll_pin_acquired",
                              "compact_stall",
                              "balloon_inflate",
                              "a_field_of_tomorrow"}) {
    EXPECT_EQ(VmstatKind(counter), v1::COUNTER) << counter;
  }
}

TEST(VmstatUnitTest, SaysWhatIsCounted) {
  EXPECT_EQ(VmstatUnit("nr_free_pages"), "pages");
  EXPECT_EQ(VmstatUnit("nr_kernel_stack"), "kB");
  EXPECT_EQ(VmstatUnit("pgpgin"), "kB");
  EXPECT_EQ(VmstatUnit("nr_anon_transparent_hugepages"), "count");
  EXPECT_EQ(VmstatUnit("workingset_nodes"), "count");
  EXPECT_EQ(VmstatUnit("pgfault"), "count");
}

}  // namespace
}  // namespace collect
