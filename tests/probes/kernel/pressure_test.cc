// /proc/pressure as a probe.
#include "probes/kernel/pressure.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "tests/probes/probe_run.h"

namespace collect {
namespace {

using ::testing::DoubleNear;
using ::testing::HasSubstr;
using ::testing::Optional;

class PressureTest : public testing::Test {
 protected:
  bool IsDeclared(absl::string_view name) { return run_.Record(name).metric().name() == name; }
  void WriteSnapshot(absl::string_view machine, int snapshot) {
    for (absl::string_view resource : {"cpu", "io", "memory"}) {
      const std::string path = absl::StrCat("/proc/pressure/", resource);
      run_.bench.host.Write(path,
                            Fixture(absl::StrCat("kernel-files/", machine, "/", snapshot, path)));
    }
  }

  Pressure probe_;
  ProbeRun run_{probe_};
};

TEST_F(PressureTest, ReadsARealMachine) {
  WriteSnapshot("x86_64-6.1-4", 1);
  run_.Sample();
  EXPECT_THAT(run_.bench.Value("pressure.cpu.some.total"), Optional(2672800));
  EXPECT_THAT(run_.bench.Value("pressure.io.full.total"), Optional(466451));
  WriteSnapshot("x86_64-6.1-4", 2);
  run_.Sample(10);
  const double waited_us = *run_.Value("pressure.io.some.total");
  EXPECT_GT(waited_us, 0);
  EXPECT_THAT(run_.Value("pressure.io.some%"), Optional(DoubleNear(waited_us / 1e5, 1e-9)));
  EXPECT_THAT(run_.Value("pressure.memory.full.total"), Optional(0.0));
  EXPECT_FALSE(IsDeclared("pressure.cpu.full.total"));
}

// Linux 5.10 prints no "full" for cpu.
TEST_F(PressureTest, ReadsAnOlderKernel) {
  WriteSnapshot("x86_64-5.10-4", 1);
  run_.Sample();
  EXPECT_THAT(run_.bench.Value("pressure.cpu.some.total"), Optional(9997848));
  EXPECT_EQ(run_.bench.columns.values().size(), 5);
  EXPECT_TRUE(run_.bench.columns.notes().empty());
}

// Linux 6.1 and later with CONFIG_IRQ_TIME_ACCOUNTING.
TEST_F(PressureTest, InterruptsHaveOnlyFull) {
  run_.Sample("/proc/pressure/irq", "full avg10=0.00 avg60=0.00 avg300=0.00 total=500\n");
  run_.Sample("/proc/pressure/irq", "full avg10=0.00 avg60=0.00 avg300=0.00 total=250500\n");
  EXPECT_THAT(run_.Value("pressure.irq.full%"), Optional(25.0));
  EXPECT_FALSE(IsDeclared("pressure.irq.some.total"));
}

TEST_F(PressureTest, KernelWithoutPressureSaysWhatToDo) {
  const absl::Status status = run_.bench.Open();
  EXPECT_TRUE(absl::IsNotFound(status)) << status;
  EXPECT_THAT(status.message(), HasSubstr("psi=1"));
}

TEST_F(PressureTest, SwitchedOffIsNotPresent) {
  const absl::Status status = ExplainPressureError(absl::ErrnoToStatus(EOPNOTSUPP, "read"));
  EXPECT_TRUE(absl::IsNotFound(status)) << status;
  EXPECT_THAT(status.message(), HasSubstr("boot it with psi=1"));
  EXPECT_TRUE(absl::IsPermissionDenied(ExplainPressureError(absl::PermissionDeniedError("no"))));
}

// One file that cannot be read costs only itself; here a folder stands in for it.
TEST_F(PressureTest, AFileThatRefusesCostsOnlyItself) {
  run_.bench.host.Write("/proc/pressure/irq/file", "");
  run_.Sample("/proc/pressure/io", "some avg10=0.00 avg60=0.00 avg300=0.00 total=5\n");
  EXPECT_THAT(run_.bench.Value("pressure.io.some.total"), Optional(5));
  EXPECT_TRUE(run_.bench.HasNote("no pressure of irq"));
}

TEST_F(PressureTest, BadLinesCostOnlyThemselvesAndNewOnesAreKept) {
  run_.Sample("/proc/pressure/gpu", "some total=x\n\nmost avg10=0.00 total=7 more=1\nfull total=");
  EXPECT_THAT(run_.bench.Value("pressure.gpu.most.total"), Optional(7));
  EXPECT_EQ(run_.bench.columns.values().size(), 1);
  EXPECT_TRUE(run_.bench.HasNote("\"some total=x\""));
}

}  // namespace
}  // namespace collect
