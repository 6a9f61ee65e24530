// redis-benchmark's reports: 7.0.15 captured, the form of Redis 5 as it is known, not captured.
#include "probes/workload/redis.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/fake_host.h"
#include "tests/support/recorded_results.h"

namespace collect {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Optional;
using ::testing::Pair;

// -t set,get,lrange_100 -n 20000
TEST(RedisTest, LongReport) {
  const RecordedResults results(ParseRedis, Fixture("workloads/redis_7.0_long.txt"));
  ASSERT_TRUE(results.status.ok()) << results.status;
  EXPECT_THAT(results.Value("set_total_time_sec"), Optional(0.23));
  EXPECT_THAT(results.Value("set_latency_90%_ms"), Optional(0.367));
  EXPECT_THAT(results.Value("set_latency_99.9%_ms"), Optional(1.303));
  EXPECT_THAT(results.Value("lrange_100_first_100_elements_total_throughput_rps"),
              Optional(72727.27));
  EXPECT_THAT(results.Value("lrange_100_first_100_elements_latency_avg_ms"), Optional(0.359));
  EXPECT_THAT(results.Value("lrange_100_first_100_elements_latency_95%_ms"), Optional(0.415));
  EXPECT_THAT(results.Value("lrange_100_first_100_elements_latency_0.407ms%"), Optional(94.16));
  EXPECT_TRUE(results.Kpis().count("get_total_throughput_rps +"));
  EXPECT_TRUE(results.Kpis().count("get_latency_99%_ms -"));
}

TEST(RedisTest, ShortReport) {
  const RecordedResults results(ParseRedis, Fixture("workloads/redis_7.0_quiet.txt"));
  ASSERT_TRUE(results.status.ok()) << results.status;
  EXPECT_THAT(
      results.values,
      ElementsAre(Pair("get_avg_throughput_rps", 87719.3), Pair("get_latency_50%_ms", 0.295),
                  Pair("get_total_throughput_rps", 87719.3),
                  Pair("set_avg_throughput_rps", 86206.9), Pair("set_latency_50%_ms", 0.295),
                  Pair("set_total_throughput_rps", 86206.9)));
}

TEST(RedisTest, OldShortReport) {
  const RecordedResults results(ParseRedis, "SET: 50000.00 requests per second\n\n");
  EXPECT_THAT(results.values, ElementsAre(Pair("set_avg_throughput_rps", 50000),
                                          Pair("set_total_throughput_rps", 50000)));
}

TEST(RedisTest, RateWithoutANumber) {
  const RecordedResults results(ParseRedis, "====== SET ======\n requests per second\n");
  EXPECT_THAT(results.status.message(), HasSubstr("no result of set"));
}

TEST(RedisTest, Table) {
  const RecordedResults results(ParseRedis, Fixture("workloads/redis_7.0.csv"));
  ASSERT_TRUE(results.status.ok()) << results.status;
  EXPECT_THAT(results.Value("get_total_throughput_rps"), Optional(89285.71));
  EXPECT_THAT(results.Value("get_latency_99%_ms"), Optional(0.471));
  EXPECT_THAT(results.Value("get_latency_100%_ms"), Optional(1.055));
}

// Redis 5, two instances one after the other.
TEST(RedisTest, OldReportOfTwoInstances) {
  constexpr char kOld[] =
      "====== SET ======\n  100000 requests completed in 2.00 seconds\n  50 parallel clients\n\n"
      "95.00% <= 1 milliseconds\n99.95% <= 2 milliseconds\n100.00% <= 2 milliseconds\n"
      "50000.00 requests per second\n\n";
  const RecordedResults results(ParseRedis, std::string(kOld) + kOld);
  ASSERT_TRUE(results.status.ok()) << results.status;
  EXPECT_THAT(results.Value("set_total_throughput_rps"), Optional(100000));
  EXPECT_THAT(results.Value("set_avg_throughput_rps"), Optional(50000));
  EXPECT_THAT(results.Value("set_avg_time_sec"), Optional(2));
  EXPECT_THAT(results.Value("set_latency_1ms%"), Optional(95));
  EXPECT_THAT(results.Value("set_latency_99.9%_ms"), Optional(2));
}

TEST(RedisTest, NoServer) {
  const RecordedResults results(ParseRedis,
                                "Could not connect to Redis at 127.0.0.1:1: Connection refused\n");
  EXPECT_THAT(results.status.message(), HasSubstr("no line \"requests per second\""));
  EXPECT_THAT(results.values, IsEmpty());
}

TEST(RedisTest, CutAnywhere) {
  ExpectCutsAreHonest(ParseRedis, Fixture("workloads/redis_7.0_quiet.txt"));
  ExpectCutsAreHonest(ParseRedis, Fixture("workloads/redis_7.0.csv"));
  ExpectCutsAreHonest(ParseRedis, Fixture("workloads/redis_7.0_long.txt"));
}

}  // namespace
}  // namespace collect
