// Idle states as a probe.
#include "probes/kernel/cpuidle.h"

#include <dirent.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include "absl/strings/str_cat.h"
#include "tests/support/fake_host.h"

namespace collect {
namespace {

using ::testing::HasSubstr;
using ::testing::Optional;

class CpuidleTest : public testing::Test {
 protected:
  void Online(absl::string_view list) { bench_.host.Write("/sys/devices/system/cpu/online", list); }

  // A state as Documentation/admin-guide/pm/cpuidle.rst describes it.
  void State(int cpu, int number, absl::string_view name, int64_t time, int64_t usage) {
    const std::string folder = absl::StrCat(Folder(cpu), "/state", number);
    bench_.host.Write(folder + "/name", absl::StrCat(name, "\n"));
    bench_.host.Write(folder + "/time", absl::StrCat(time, "\n"));
    bench_.host.Write(folder + "/usage", absl::StrCat(usage, "\n"));
  }
  // Takes over the states of a captured machine.
  void Copy(absl::string_view machine, const std::vector<int>& cpus, int states) {
    for (int cpu : cpus) {
      for (int state = 0; state < states; ++state) {
        for (const char* file : {"name", "time", "usage"}) {
          const std::string path = absl::StrCat(Folder(cpu), "/state", state, "/", file);
          bench_.host.Write(path, Fixture(absl::StrCat(machine, path)));
        }
      }
    }
  }
  static std::string Folder(int cpu) {
    return absl::StrCat("/sys/devices/system/cpu/cpu", cpu, "/cpuidle");
  }
  std::optional<int64_t> Value(absl::string_view name) {
    return bench_.Value(absl::StrCat("cpuidle.", name));
  }
  void Open() {
    ASSERT_TRUE(bench_.Open().ok());
    Read();
  }
  void Read() { ASSERT_TRUE(bench_.Read().ok()); }
  // Addends of the sum over all CPUs, as it was declared last.
  int Addends(absl::string_view name) {
    int addends = 0;
    for (const v1::MetricDescriptor& metric : bench_.columns.metrics()) {
      if (metric.name() == name) addends = metric.formula().numerator_size();
    }
    return addends;
  }

  Cpuidle probe_;
  ProbeBench bench_{probe_};
};

// The states of a guest that polls before it halts.
TEST_F(CpuidleTest, ReadsARealTree) {
  Copy("pvm-guest-6.18", {0, 1}, 2);
  Online("0-1\n");
  Open();
  EXPECT_EQ(bench_.columns.values().size(), 8);
  EXPECT_GT(*Value("CPU1.haltpoll-idle.usage"), 0);
  EXPECT_THAT(Value("CPU0.POLL.time"), Optional(0));
  EXPECT_EQ(Addends("cpuidle.haltpoll-idle.time"), 2);
  EXPECT_EQ(bench_.MetricOf("cpuidle.haltpoll-idle.time").unit(), "us");
  EXPECT_EQ(bench_.MetricOf("cpuidle.CPU0.POLL.usage").unit(), "count");
  EXPECT_EQ(bench_.MetricOf("cpuidle.CPU0.POLL.usage").kind(), v1::COUNTER);
}

// S-019: CPUs 0 and 2 of four are online, with the states of an Intel server.
TEST_F(CpuidleTest, ReadsAServerWithoutSmt) {
  Copy("skylake-6.1-smt_off", {0, 2}, 4);
  Online(Fixture("skylake-6.1-smt_off/sys/devices/system/cpu/online"));
  Open();
  EXPECT_EQ(bench_.columns.values().size(), 16);
  EXPECT_THAT(Value("CPU2.C6.time"), Optional(880000002));
  EXPECT_THAT(Value("CPU0.C1E.usage"), Optional(21000));
  EXPECT_EQ(Addends("cpuidle.C6.time"), 2);
}

// S-036: a blank in a name, a CPU without states, CPUs with unlike states.
TEST_F(CpuidleTest, CpusNeedNotBeAlike) {
  Online("0,2,16\n");
  State(0, 0, "haltpoll idle", 10, 1);
  State(0, 1, "C1", 20, 2);
  State(0, 2, "C6", 30, 3);
  State(2, 0, "haltpoll idle", 40, 4);
  State(2, 1, "C1", 50, 5);
  bench_.host.Write("/sys/devices/system/cpu/cpu16/topology/core_id", "8\n");
  Open();
  EXPECT_THAT(Value("CPU2.haltpoll-idle.time"), Optional(40));
  EXPECT_THAT(Value("CPU0.C6.usage"), Optional(3));
  EXPECT_EQ(Addends("cpuidle.haltpoll-idle.time"), 2);
  EXPECT_EQ(Addends("cpuidle.C6.time"), 1);
  EXPECT_EQ(bench_.columns.values().size(), 10);
}

// S-019: CPUs that are not online are left out though their folders are there.
TEST_F(CpuidleTest, CpusComeAndGo) {
  Online("1\n");
  State(0, 0, "C1", 10, 1);
  State(1, 0, "C1", 20, 2);
  Open();
  EXPECT_EQ(Value("CPU0.C1.time"), std::nullopt);
  EXPECT_THAT(Value("CPU1.C1.time"), Optional(20));
  EXPECT_EQ(Addends("cpuidle.C1.time"), 1);
  Online("0-1\n");
  Read();
  EXPECT_THAT(Value("CPU0.C1.time"), Optional(10));
  EXPECT_EQ(Addends("cpuidle.C1.time"), 2);
  Online("0\n");
  Read();
  EXPECT_THAT(Value("CPU0.C1.time"), Optional(10));
  EXPECT_EQ(Value("CPU1.C1.time"), std::nullopt);
  EXPECT_EQ(bench_.columns.values().size(), 4);
}

// Another idle driver: the old states cannot be read any more, the new ones are found.
TEST_F(CpuidleTest, StatesAreLookedForAnew) {
  Online("0\n");
  State(0, 0, "C1", 10, 1);
  State(0, 1, "C2", 10, 1);
  Open();
  State(0, 1, "C1E", 5, 1);
  bench_.host.Write(Folder(0) + "/state0/time", "");  // what a file that has gone reads like here
  Read();
  EXPECT_EQ(Value("CPU0.C1.time"), std::nullopt);
  bench_.host.Remove(Folder(0) + "/state0");
  Read();
  EXPECT_EQ(Value("CPU0.C1.time"), std::nullopt);
  EXPECT_EQ(Value("CPU0.C2.time"), std::nullopt);
  EXPECT_THAT(Value("CPU0.C1E.time"), Optional(5));
}

TEST_F(CpuidleTest, StatesOfOneNameAreAddedUp) {
  Online("0\n");
  State(0, 1, "C3", 10, 1);
  State(0, 2, "C3", 20, 2);
  Open();
  EXPECT_THAT(Value("CPU0.C3.time"), Optional(30));
  EXPECT_THAT(Value("CPU0.C3.usage"), Optional(3));
}

TEST_F(CpuidleTest, MachineWithoutIdleStates) {
  Online("0\n");
  const absl::Status status = bench_.Open();
  EXPECT_TRUE(absl::IsNotFound(status)) << status;
  EXPECT_THAT(status.message(), HasSubstr("offers no cpuidle states"));
}

// Many CPUs, and few files allowed.
TEST_F(CpuidleTest, TooFewDescriptors) {
  Online("0-99\n");
  for (int cpu = 0; cpu < 100; ++cpu) State(cpu, 0, "C1", 1, 1);
  rlimit before = {};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  rlimit few = before;
  few.rlim_cur = 100;
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &few), 0);
  const absl::Status status = bench_.Open();
  DIR* const dir = opendir("/");  // the descriptors have been given back
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &before), 0);
  EXPECT_TRUE(absl::IsResourceExhausted(status)) << status;
  EXPECT_THAT(status.message(), HasSubstr("needs 200 open files"));
  EXPECT_THAT(status.message(), HasSubstr("may have 100"));
  ASSERT_NE(dir, nullptr);
  closedir(dir);
}

}  // namespace
}  // namespace collect
