// /proc/diskstats as a probe, and iostat.
#include "probes/kernel/diskstats.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "tests/probes/probe_run.h"

namespace collect {
namespace {

using ::testing::DoubleNear;
using ::testing::HasSubstr;
using ::testing::Optional;

class DiskstatsTest : public testing::Test {
 protected:
  void Sample(absl::string_view text, double seconds = 1) {
    run_.Sample("/proc/diskstats", text, seconds);
  }
  bool IsDeclared(absl::string_view name) { return run_.Record(name).metric().name() == name; }

  Diskstats probe_;
  ProbeRun run_{probe_};
};

TEST_F(DiskstatsTest, ReadsARealMachine) {
  Sample(Fixture("kernel-files/x86_64-6.1-4/1/proc/diskstats"));
  Sample(Fixture("kernel-files/x86_64-6.1-4/2/proc/diskstats"), 5);
  const double reads = *run_.Value("diskstats.read_ios.vdb");
  const double sectors = *run_.Value("diskstats.read_sectors.vdb");
  EXPECT_THAT(run_.bench.Value("diskstats.read_ios.vda"), Optional(3));
  EXPECT_GT(reads, 0);
  EXPECT_THAT(run_.Value("iostat.vdb.r/s"), Optional(DoubleNear(reads / 5, 1e-9)));
  EXPECT_THAT(run_.Value("iostat.vdb.rkB/s"), Optional(DoubleNear(sectors / 10, 1e-9)));
  EXPECT_THAT(run_.Value("iostat.vdb.rareq-sz"), Optional(DoubleNear(sectors / 2 / reads, 1e-9)));
  EXPECT_GT(run_.Value("iostat.vdb.f/s"), 0);
  // loop0 to loop7 and zram0 have never done anything.
  EXPECT_EQ(run_.bench.columns.values().size(), 3 * 17);
  EXPECT_TRUE(run_.bench.columns.notes().empty());
}

// Numbers chosen for the formulas of iostat(1).
TEST_F(DiskstatsTest, IostatOfAWorkedExample) {
  Sample(" 8 0 sda 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1\n");
  Sample(" 8 0 sda 200 50 4000 600 100 300 1600 900 7 1500 1700 10 0 80 5 4 21\n", 2);
  EXPECT_THAT(run_.Value("iostat.sda.r/s"), Optional(100.0));
  EXPECT_THAT(run_.Value("iostat.sda.rkB/s"), Optional(1000.0));
  EXPECT_THAT(run_.Value("iostat.sda.rrqm/s"), Optional(25.0));
  EXPECT_THAT(run_.Value("iostat.sda.rrqm"), Optional(20.0));
  EXPECT_THAT(run_.Value("iostat.sda.r_await"), Optional(3.0));
  EXPECT_THAT(run_.Value("iostat.sda.rareq-sz"), Optional(10.0));
  EXPECT_THAT(run_.Value("iostat.sda.w_await"), Optional(9.0));
  EXPECT_THAT(run_.Value("iostat.sda.wrqm"), Optional(75.0));
  EXPECT_THAT(run_.Value("iostat.sda.await"), Optional(5.0));
  EXPECT_THAT(run_.Value("iostat.sda.dkB/s"), Optional(20.0));
  EXPECT_THAT(run_.Value("iostat.sda.f_await"), Optional(5.0));
  EXPECT_THAT(run_.Value("iostat.sda.aqu-sz"), Optional(0.85));
  EXPECT_THAT(run_.Value("iostat.sda.util"), Optional(75.0));
  EXPECT_THAT(run_.Value("diskstats.in_flight.sda"), Optional(3.5));
}

TEST_F(DiskstatsTest, AMeanOfNoRequestIsNotKnown) {
  Sample(" 8 0 sda 5 0 0 0 0 0 0 0 0 0 0\n");
  Sample(" 8 0 sda 5 0 0 0 0 0 0 0 0 0 0\n");
  EXPECT_EQ(run_.Value("iostat.sda.r_await"), std::nullopt);
  EXPECT_THAT(run_.Value("iostat.sda.r/s"), Optional(0.0));
  EXPECT_THAT(run_.Value("iostat.sda.util"), Optional(0.0));
}

TEST_F(DiskstatsTest, AbsentFileIsNotPresent) {
  const absl::Status status = run_.bench.Open();
  EXPECT_TRUE(absl::IsNotFound(status)) << status;
  EXPECT_THAT(status.message(), HasSubstr("/proc/diskstats"));
}

// S-022: 14 columns, 18 since 4.18, 20 since 5.5, and three more of tomorrow.
TEST_F(DiskstatsTest, EveryKernelHasItsColumns) {
  Sample(
      "8 0 a 1 2 3 4 5 6 7 8 9 10 11\n"
      "8 1 b 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15\n"
      "8 2 c 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17\n"
      "8 3 d 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20\n");
  EXPECT_THAT(run_.bench.Value("diskstats.time_in_queue.a"), Optional(11));
  EXPECT_FALSE(IsDeclared("diskstats.discard_ios.a"));
  EXPECT_FALSE(IsDeclared("iostat.a.d_await"));
  EXPECT_THAT(run_.bench.Value("diskstats.discard_ticks.b"), Optional(15));
  EXPECT_FALSE(IsDeclared("diskstats.flush_ios.b"));
  EXPECT_THAT(run_.bench.Value("diskstats.flush_ticks.c"), Optional(17));
  EXPECT_THAT(run_.bench.Value("diskstats.field21.d"), Optional(18));
  EXPECT_THAT(run_.bench.Value("diskstats.field23.d"), Optional(20));
  ASSERT_EQ(run_.bench.columns.notes().size(), 1);
  EXPECT_TRUE(run_.bench.HasNote("fieldN"));
}

// S-023: times wrap at 2^32 ms, the counts beside them do not.
TEST_F(DiskstatsTest, TimesWrapAt32Bits) {
  Sample("8 0 sda 0 0 0 0 100 0 0 4294967000 0 0 0\n");
  Sample("8 0 sda 0 0 0 0 150 0 0 204 0 0 0\n");
  EXPECT_THAT(run_.Value("diskstats.write_ticks.sda"), Optional(500.0));
  EXPECT_THAT(run_.Value("iostat.sda.w_await"), Optional(10.0));
  EXPECT_EQ(run_.Record("diskstats.write_ticks.sda").metric().width_bits(), 32);
  EXPECT_EQ(run_.Record("diskstats.write_ios.sda").metric().width_bits(), 0);
}

TEST_F(DiskstatsTest, PartitionsAreLeftOut) {
  run_.bench.host.Write("/sys/class/block/sda1/partition", "1\n");
  run_.bench.host.Write("/sys/class/block/cciss!c0d0p1/partition", "1\n");
  Sample(
      "8 0 sda 1 0 0 0 0 0 0 0 0 0 0\n"
      "8 1 sda1 1 0 0 0 0 0 0 0 0 0 0\n"
      "104 0 cciss/c0d0 1 0 0 0 0 0 0 0 0 0 0\n"
      "104 1 cciss/c0d0p1 1 0 0 0 0 0 0 0 0 0 0\n");
  EXPECT_TRUE(IsDeclared("diskstats.read_ios.sda"));
  EXPECT_FALSE(IsDeclared("diskstats.read_ios.sda1"));
  EXPECT_TRUE(IsDeclared("iostat.cciss/c0d0.r/s"));
  EXPECT_FALSE(IsDeclared("iostat.cciss/c0d0p1.r/s"));
}

TEST_F(DiskstatsTest, DisksComeAndGo) {
  Sample("7 0 loop0 0 0 0 0 0 0 0 0 0 0 0\n8 0 sda 1 0 0 0 0 0 0 0 0 0 0\n");
  EXPECT_FALSE(IsDeclared("diskstats.read_ios.loop0"));
  Sample("7 0 loop0 4 0 0 0 0 0 0 0 0 0 0\n8 16 sdb 9 0 0 0 0 0 0 0 0 0 0\n");
  EXPECT_THAT(run_.bench.Value("diskstats.read_ios.loop0"), Optional(4));
  EXPECT_THAT(run_.bench.Value("diskstats.read_ios.sdb"), Optional(9));
  EXPECT_EQ(run_.bench.Value("diskstats.read_ios.sda"), std::nullopt);
  Sample("7 0 loop0 6 0 0 0 0 0 0 0 0 0 0\n8 0 sda 3 0 0 0 0 0 0 0 0 0 0\n");
  EXPECT_THAT(run_.Value("diskstats.read_ios.loop0"), Optional(2.0));
  EXPECT_EQ(run_.Value("diskstats.read_ios.sda"), std::nullopt);
}

TEST_F(DiskstatsTest, BadLinesCostOnlyThemselves) {
  Sample("8 0 sda 1 2 3\n8 1 sdb 1 0 0 0 x 0 0 0 0 0 0\n\n8 2 sdc 7 0 0 0 0 0 0 0 0 0 0");
  EXPECT_THAT(run_.bench.Value("diskstats.read_ios.sdc"), Optional(7));
  EXPECT_EQ(run_.bench.columns.values().size(), 11);
  EXPECT_TRUE(run_.bench.HasNote("\"8 0 sda 1 2 3\""));
}

TEST_F(DiskstatsTest, AThousandDisks) {
  for (int sample : {1, 2}) {
    std::string text;
    for (int disk = 0; disk < 1000; ++disk) {
      absl::StrAppend(&text, "8 ", disk, " sd", disk, " ", disk * sample, " 0 0 0 1 0 0 0 0 0 0\n");
    }
    Sample(text);
  }
  EXPECT_THAT(run_.Value("iostat.sd999.r/s"), Optional(999.0));
}

}  // namespace
}  // namespace collect
