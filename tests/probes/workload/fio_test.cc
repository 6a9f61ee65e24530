// fio's JSON, captured with fio 3.33.
#include "probes/workload/fio.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/fake_host.h"
#include "tests/support/recorded_results.h"

namespace collect {
namespace {

using ::testing::DoubleEq;
using ::testing::DoubleNear;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using ::testing::Optional;

// --rw=randread --numjobs=2 --group_reporting: one job in the file.
TEST(FioTest, OneJob) {
  const RecordedResults results(ParseFio, Fixture("workloads/fio_3.33_group.json"));
  ASSERT_TRUE(results.status.ok()) << results.status;
  EXPECT_THAT(results.Value("read_bw_MBps"), Optional(DoubleEq(140735.0 / 1024)));
  EXPECT_THAT(results.Value("read_iops"), Optional(35183.816184));
  EXPECT_THAT(results.Value("read_clat_99%_ns"), Optional(91648));
  EXPECT_THAT(results.Value("workload"), Optional(35219));
  EXPECT_THAT(results.Value("latency_50us%"), Optional(DoubleNear(44.038729, 1e-9)));
  EXPECT_EQ(results.Value("write_iops"), std::nullopt);
  EXPECT_THAT(results.Kpis(), IsSupersetOf({"read_bw_MBps +", "read_iops +", "read_clat_mean_ns -",
                                            "read_clat_99%_ns -"}));
}

// --rw=randrw --numjobs=2: the robot would take the first only.
TEST(FioTest, JobsAddUp) {
  const RecordedResults results(ParseFio, Fixture("workloads/fio_3.33_two_jobs.json"));
  ASSERT_TRUE(results.status.ok()) << results.status;
  EXPECT_GT(results.Value("read_bw_MBps"), 55852.0 / 1024);
  EXPECT_GT(results.Value("workload"), 13977 + 13995);
  EXPECT_EQ(results.Value("read_clat_99%_ns"), std::nullopt);
  EXPECT_TRUE(results.HasNote("--group_reporting"));
}

// Made up: two jobs of 10 and 30 I/O whose latencies are known.
TEST(FioTest, LatenciesArePooled) {
  const RecordedResults results(ParseFio, R"({
    "jobs": [
      {"read": {"total_ios": 10, "bw": 1024, "iops": 1,
       "clat_ns": {"mean": 100, "stddev": 0, "N": 10}}},
      {"read": {"total_ios": 30, "bw": 1024, "iops": 3,
       "clat_ns": {"mean": 200, "stddev": 0, "N": 30}}}
    ]
}
)");
  EXPECT_THAT(results.Value("read_clat_mean_ns"), Optional(175));
  EXPECT_THAT(results.Value("read_clat_stddev"), Optional(DoubleNear(43.30127, 1e-4)));
  EXPECT_THAT(results.Value("read_iops"), Optional(4));
}

// fio 2 wrote microseconds below "clat" (not captured).
TEST(FioTest, OldMicroseconds) {
  const RecordedResults results(ParseFio, R"({
  "jobs": [{"write": {"total_ios": 10, "bw": 1024, "iops": 1,
    "slat": {"mean": 2.5, "stddev": 1},
    "clat": {"mean": 7, "stddev": 1, "percentile": {"99.000000": 9}}}}]
}
)");
  EXPECT_THAT(results.Value("write_clat_mean_ns"), Optional(7000));
  EXPECT_THAT(results.Value("write_clat_99%_ns"), Optional(9000));
  EXPECT_THAT(results.Value("write_slat_mean_us"), Optional(2.5));
}

TEST(FioTest, TextSaysWhatToDo) {
  const RecordedResults results(ParseFio, "fio-3.33\nStarting 1 process\n");
  EXPECT_EQ(results.status.message(), "fio: no JSON: run it with --output-format=json");
}

TEST(FioTest, JobThatFailed) {
  const RecordedResults results(ParseFio, "{\"jobs\": [{\"error\": 28}]}\n");
  EXPECT_THAT(results.status.message(), HasSubstr("error 28"));
  EXPECT_THAT(results.values, IsEmpty());
}

TEST(FioTest, CutAnywhere) {
  ExpectCutsAreHonest(ParseFio, Fixture("workloads/fio_3.33_group.json"));
}

}  // namespace
}  // namespace collect
