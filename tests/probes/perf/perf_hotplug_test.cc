// CPUs that come and go while perf events are counted.
#include "probes/perf/perf_stat.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "archive/records.h"
#include "tests/probes/perf/perf_machine.h"

namespace collect {
namespace {

using ::testing::Optional;

constexpr char kFaults[] = "perf-stat.total.page-faults";

// A run on a machine with hotplug: samples a second apart, and what their records say.
class Recorded {
 public:
  explicit Recorded(Machine& machine) : machine_(machine) {}

  absl::Status Sample() {
    const absl::Status status = machine_.bench.Read();
    if (!status.ok()) return status;
    const Columns& columns = machine_.bench.columns;
    records_.AddMetrics(columns.metrics().subspan(declared_));
    declared_ = columns.metrics().size();
    records_.AddSample(now_ns_ += static_cast<int64_t>(kSecondNs), columns.values(),
                       columns.present());
    return status;
  }
  v1::MetricRecord Record(absl::string_view name) const {
    for (const v1::MetricRecord& record : records_.Records()) {
      if (record.metric().name() == name) return record;
    }
    ADD_FAILURE() << "no record " << name;
    return {};
  }

 private:
  Machine& machine_;
  RecordBuilder records_{"perf-stat"};
  size_t declared_ = 0;
  int64_t now_ns_ = 0;
};

class HotplugTest : public testing::Test {
 protected:
  void Open() { ASSERT_TRUE(machine_.bench.Open().ok()); }
  // What a CPU has counted up to a time.
  void Show(int cpu, uint64_t faults, uint64_t seconds) {
    machine_.perf().At(cpu, PERF_COUNT_SW_CPU_CLOCK) = {0, seconds * kSecondNs,
                                                        seconds * kSecondNs};
    machine_.perf().At(cpu, PERF_COUNT_SW_PAGE_FAULTS).value = faults;
  }

  Machine machine_;
  Recorded run_{machine_};
};

// S-018: what it had counted when it went is kept, and coming back is no step back.
TEST_F(HotplugTest, SumsOfACpuThatGoesAndComesBackAreKept) {
  Open();
  ASSERT_TRUE(run_.Sample().ok());
  Show(1, 1000, 1);
  ASSERT_TRUE(run_.Sample().ok());
  Show(1, 1700, 2);
  machine_.SetOnline("0");
  ASSERT_TRUE(run_.Sample().ok()) << "takes the last counts";
  EXPECT_EQ(machine_.perf().open_count(), 7);
  ASSERT_TRUE(run_.Sample().ok());
  EXPECT_EQ(machine_.bench.Value("perf-stat.CPU1.page-faults"), std::nullopt);
  machine_.SetOnline("0-1");
  ASSERT_TRUE(run_.Sample().ok());
  EXPECT_EQ(machine_.perf().open_count(), 14);
  Show(1, 1705, 3);
  ASSERT_TRUE(run_.Sample().ok());
  EXPECT_THAT(machine_.bench.Value("perf-stat.CPU1.page-faults"), Optional(1705));
  EXPECT_EQ(run_.Record(kFaults).value(), 1705);
  EXPECT_EQ(run_.Record(kFaults).resets(), 0);
  EXPECT_EQ(run_.Record(kFaults).coverage(), 1);
}

// The list of CPUs reads the same, the groups are dead: their events are read one by one.
TEST_F(HotplugTest, CpuThatWasAwayBetweenTwoSamplesLosesNothing) {
  Open();
  ASSERT_TRUE(run_.Sample().ok());
  Show(1, 1000, 1);
  machine_.perf().cpu_gone = true;
  ASSERT_TRUE(run_.Sample().ok());
  EXPECT_THAT(machine_.bench.Value("perf-stat.CPU1.page-faults"), Optional(1000));
  machine_.perf().cpu_gone = false;
  ASSERT_TRUE(run_.Sample().ok());
  Show(1, 1004, 2);
  ASSERT_TRUE(run_.Sample().ok());
  EXPECT_EQ(run_.Record(kFaults).value(), 1004);
  EXPECT_EQ(run_.Record(kFaults).resets(), 0);
}

// S-075: any CPU may be offline, the first too.
TEST_F(HotplugTest, CpuThatWasOfflineAtTheStartIsCountedWhenItComes) {
  machine_.SetOnline("1");
  Open();
  EXPECT_EQ(machine_.perf().open_count(), 7);
  ASSERT_TRUE(run_.Sample().ok());
  machine_.SetOnline("0-1");
  ASSERT_TRUE(run_.Sample().ok());
  Show(0, 11, 1);
  ASSERT_TRUE(run_.Sample().ok());
  EXPECT_EQ(run_.Record(kFaults).value(), 11);
}

// A virtual machine is given a CPU that was not even present.
TEST_F(HotplugTest, CpuThatIsPluggedInJoinsTheSums) {
  Open();
  ASSERT_TRUE(run_.Sample().ok());
  machine_.SetOnline("0-2");
  ASSERT_TRUE(run_.Sample().ok());
  Show(0, 5, 1);
  Show(2, 30, 1);
  ASSERT_TRUE(run_.Sample().ok());
  EXPECT_THAT(machine_.bench.Value("perf-stat.CPU2.page-faults"), Optional(30));
  EXPECT_EQ(run_.Record(kFaults).value(), 35);
  EXPECT_TRUE(machine_.bench.columns.notes().empty());
}

// An uncore PMU's events move to another CPU by themselves (kernel/events/core.c:
// perf_pmu_migrate_context).
TEST(HotplugOfUncoreTest, GroupThatTheKernelMovesStaysOpen) {
  GroupSpec uncore = {"power", {{"energy-pkg", 9, 2, "J", 0.5}}, {1}};
  uncore.roams = true;
  Machine machine({uncore});
  ASSERT_TRUE(machine.bench.Open().ok());
  machine.SetOnline("0");
  machine.perf().At(1, 2, 9).value = 77;
  ASSERT_TRUE(machine.bench.Read().ok());
  EXPECT_THAT(machine.bench.Value("perf-stat.CPU1.energy-pkg"), Optional(77));
}

}  // namespace
}  // namespace collect
