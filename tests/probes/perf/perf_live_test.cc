// Perf counts of the running machine against work of a known amount.
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>

#include "absl/strings/match.h"
#include "probes/perf/perf_stat.h"

namespace collect {
namespace {

constexpr int kAmount = 1009;  // a prime, so that it is no other number by chance

class PerfLiveTest : public testing::Test {
 protected:
  void SetUp() override {
    const absl::Status status = probe_.Open({host_, command_, own_cost_}, columns_);
    if (!status.ok()) GTEST_SKIP() << "no perf events here: " << status;
  }

  // Sum over all CPUs since they were opened.
  int64_t Count(absl::string_view event) {
    columns_.Clear();
    EXPECT_TRUE(probe_.Read(columns_).ok());
    int64_t sum = 0;
    int column = 0;
    for (const v1::MetricDescriptor& metric : columns_.metrics()) {
      if (metric.has_formula()) continue;
      if (absl::EndsWith(metric.name(), event)) sum += columns_.values()[column];
      ++column;
    }
    return sum;
  }

  Host host_;
  Command command_;
  OwnCost own_cost_;
  Columns columns_;
  PerfStat probe_;
};

void StayOnOneCpu() {
  cpu_set_t cpus;
  CPU_ZERO(&cpus);
  CPU_SET(sched_getcpu(), &cpus);
  sched_setaffinity(0, sizeof cpus, &cpus);
}

void Bounce(int from, int to, int times) {
  char ball = 0;
  for (int i = 0; i < times; ++i) {
    if (read(from, &ball, 1) != 1 || write(to, &ball, 1) != 1) _exit(1);
  }
}

// Two processes on one CPU that hand a byte to and fro: every hand-over is a context switch.
[[noreturn]] void PlayPingPong() {
  int there[2];
  int back[2];
  if (pipe(there) != 0 || pipe(back) != 0) _exit(1);
  StayOnOneCpu();
  const pid_t partner = fork();
  if (partner == 0) {
    Bounce(there[0], back[1], kAmount);
    _exit(0);
  }
  if (write(there[1], "x", 1) != 1) _exit(1);
  Bounce(back[0], there[1], kAmount - 1);
  waitpid(partner, nullptr, 0);
  _exit(0);
}

TEST_F(PerfLiveTest, PageFaultsAreCounted) {
  const int64_t before = Count(".minor-faults");
  const size_t page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  char* memory = static_cast<char*>(
      mmap(nullptr, kAmount * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  ASSERT_NE(memory, MAP_FAILED);
  madvise(memory, kAmount * page, MADV_NOHUGEPAGE);
  for (size_t i = 0; i < kAmount; ++i) memory[i * page] = 1;
  EXPECT_GE(Count(".minor-faults") - before, kAmount);
  munmap(memory, kAmount * page);
}

TEST_F(PerfLiveTest, ContextSwitchesAreCounted) {
  const int64_t before = Count(".context-switches");
  const pid_t child = fork();
  if (child == 0) PlayPingPong();
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_EQ(status, 0);
  EXPECT_GE(Count(".context-switches") - before, 2 * kAmount - 1);
}

TEST_F(PerfLiveTest, ClockOfAnIdleMachineRunsOnEveryCpu) {
  const int64_t before = Count(".cpu-clock");
  usleep(50'000);
  const int64_t cpus = static_cast<int64_t>(host_.OnlineCpus()->size());
  EXPECT_GE(Count(".cpu-clock") - before, cpus * 45'000'000);
}

}  // namespace
}  // namespace collect
