// Instructions per unit of work.
#include "archive/path_length.h"

#include <gtest/gtest.h>

#include <optional>

#include "tests/archive/support.h"

namespace collect {
namespace {

class PathLengthTest : public testing::Test {
 protected:
  v1::MetricRecord& Add(const std::string& name, std::optional<double> value) {
    v1::MetricRecord& record = records_.emplace_back();
    *record.mutable_metric() = TestMetric(name, v1::COUNTER);
    if (value.has_value()) record.set_value(*value);
    return record;
  }
  // Of the record that was added; nothing if none was.
  std::optional<double> Value() {
    const size_t before = records_.size();
    AddPathLength(records_);
    if (records_.size() == before) return std::nullopt;
    EXPECT_EQ(records_.back().metric().name(), "perf-stat.overall.path-length");
    return records_.back().value();
  }

  std::vector<v1::MetricRecord> records_;
};

TEST_F(PathLengthTest, IsInstructionsByTheOneAmountOfWork) {
  Add("perf-stat.total.instructions", 6e9).set_coverage(0.5);
  Add("will-it-scale.workload", 2e6);
  EXPECT_EQ(Value(), 3000);
  const v1::MetricRecord& record = records_.back();
  EXPECT_EQ(record.metric().kind(), v1::DERIVED);
  EXPECT_EQ(record.metric().formula().text(), "instructions / will-it-scale.workload");
  EXPECT_EQ(record.coverage(), 0.5);
}

TEST_F(PathLengthTest, KindsOfCoresAreAddedUp) {
  Add("perf-stat.total.cpu_core/instructions/", 5e9);
  Add("perf-stat.total.cpu_atom/instructions/", 1e9);
  Add("perf-stat.total.cpu_atom/cpu-cycles/", 7e9);
  Add("fio.workload", 1e6);
  EXPECT_EQ(Value(), 6000);
  EXPECT_FALSE(records_.back().has_coverage());
}

TEST_F(PathLengthTest, TwoAmountsOfWorkGiveNone) {
  Add("perf-stat.total.instructions", 6e9);
  Add("netperf.workload", 2e6);
  Add("fio.workload", 2e6);
  EXPECT_EQ(Value(), std::nullopt);
}

TEST_F(PathLengthTest, UnknownIsAbsent) {
  Add("perf-stat.total.instructions", std::nullopt);
  Add("netperf.workload", 2e6);
  EXPECT_EQ(Value(), std::nullopt);
  records_[0].set_value(1e9);
  records_[1].set_value(0);
  EXPECT_EQ(Value(), std::nullopt);
}

}  // namespace
}  // namespace collect
