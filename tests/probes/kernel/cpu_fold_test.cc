// One number of every CPU, folded.
#include "probes/kernel/cpu_fold.h"

#include <gtest/gtest.h>

#include <cmath>

#include "absl/base/casts.h"

namespace collect {
namespace {

class CpuFoldTest : public testing::Test {
 protected:
  // Shows the numbers of CPUs 0, 1, ...; one below 0 is a CPU that is offline.
  void Show(CpuFold& fold, const std::vector<double>& numbers) {
    columns_.Clear();
    for (size_t cpu = 0; cpu < numbers.size(); ++cpu) {
      if (numbers[cpu] >= 0) fold.Add(cpu, numbers[cpu]);
    }
    fold.Finish(columns_);
  }
  double Value(int column) {
    EXPECT_EQ(columns_.present()[column], 1);
    return absl::bit_cast<double>(columns_.values()[column]);
  }
  void Expect(double avg, double min, double max, double stddev) {
    EXPECT_DOUBLE_EQ(Value(0), avg);
    EXPECT_DOUBLE_EQ(Value(1), min);
    EXPECT_DOUBLE_EQ(Value(2), max);
    EXPECT_DOUBLE_EQ(Value(3), stddev);
  }

  Columns columns_;
};

TEST_F(CpuFoldTest, LevelsAreFoldedAsTheyAre) {
  CpuFold fold("x", "count", v1::GAUGE, columns_);
  Show(fold, {2, 4, 4, 4, 5, 5, 7, 9});
  Expect(5, 2, 9, 2);
  Show(fold, {3});
  Expect(3, 3, 3, 0);
  EXPECT_EQ(columns_.metrics()[3].name(), "x.stddev");
  EXPECT_EQ(columns_.metrics()[3].kind(), v1::GAUGE);
}

// Numbers since boot are large, what each CPU did is not.
TEST_F(CpuFoldTest, CountersAreFoldedByTheirGrowth) {
  CpuFold fold("x", "count", v1::COUNTER, columns_);
  Show(fold, {1e12, 500});
  Expect(0, 0, 0, 0);
  Show(fold, {1e12 + 10, 530});
  Expect(20, 10, 30, 10);
  Show(fold, {1e12 + 20, 550});
  Expect(35, 20, 50, 15);
  EXPECT_EQ(columns_.metrics()[0].kind(), v1::COUNTER);
  EXPECT_EQ(columns_.metrics()[1].kind(), v1::LAST);
}

// S-018: a CPU goes, comes back with other counts, and a new one comes.
TEST_F(CpuFoldTest, CpusComeAndGo) {
  CpuFold fold("x", "count", v1::COUNTER, columns_);
  Show(fold, {100, 100});
  Show(fold, {110, -1});
  Expect(10, 10, 10, 0);
  Show(fold, {120, 3, 70000});
  EXPECT_DOUBLE_EQ(Value(0), 15);
  EXPECT_DOUBLE_EQ(Value(1), 0);
  EXPECT_DOUBLE_EQ(Value(2), 20);
  Show(fold, {130, 13, 70010});
  EXPECT_DOUBLE_EQ(Value(0), 25);
  EXPECT_DOUBLE_EQ(Value(2), 30);
}

TEST_F(CpuFoldTest, WithoutAnyCpuNothingIsKnown) {
  CpuFold fold("x", "count", v1::GAUGE, columns_);
  Show(fold, {-1, -1});
  EXPECT_EQ(columns_.present()[0], 0);
}

TEST_F(CpuFoldTest, FiveHundredCpus) {
  CpuFold fold("x", "count", v1::GAUGE, columns_);
  std::vector<double> numbers;
  for (int cpu = 0; cpu < 512; ++cpu) numbers.push_back(1e9 + cpu);
  Show(fold, numbers);
  EXPECT_DOUBLE_EQ(Value(0), 1e9 + 255.5);
  EXPECT_NEAR(Value(3), std::sqrt((512.0 * 512 - 1) / 12), 1e-6);
}

}  // namespace
}  // namespace collect
