// The counts of perf-stat beside those of perf(1), and of the command beside those of wait4(2).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "tests/tools/shell.h"

namespace collect {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

// Tens of thousands of each, in both windows, so that what lies between their edges does not
// matter: perf's is longer by the start and the end of collect. Every hop to another CPU is a
// migration and a few context switches, every small page that is touched is a fault.
constexpr char kLoad[] = R"(cat >load.py <<'END'
import mmap, os, time
cpus = sorted(os.sched_getaffinity(0))
for hop in range(20000):
    os.sched_setaffinity(0, {cpus[hop % len(cpus)]})
for round in range(12):
    memory = mmap.mmap(-1, 64 << 20, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    memory.madvise(mmap.MADV_NOHUGEPAGE)
    for at in range(0, 64 << 20, 4096):
        memory[at] = 1
    memory.close()
time.sleep(1.5)
END
)";

class PerfAgreementTest : public testing::Test {
 protected:
  std::string Output(absl::string_view script) {
    const ShellResult result = Shell(script, scratch_.path());
    EXPECT_EQ(result.status, 0) << result.err;
    return result.out;
  }
  double Number(absl::string_view script) {
    const std::string text = Output(script);
    double number = -1;
    EXPECT_TRUE(absl::SimpleAtod(text, &number)) << script << ": " << text;
    return number;
  }
  double OfCollect(absl::string_view label, absl::string_view metric) {
    return Number(absl::StrCat("cd $SCRATCH; $COLLECT show -o store ", label, " | awk '$1 == \"",
                               metric, "\" {print $2}'"));
  }
  // The intervals that perf printed, added up.
  double OfPerf(absl::string_view event) {
    return Number(absl::StrCat("cd $SCRATCH; awk -F, '$4 == \"", event,
                               "\" {sum += $2} END {print sum}' perf.txt"));
  }

  ScratchFolder scratch_;
};

// What else runs while collect starts and ends is in perf's window only: a busy machine gets
// another try or two.
TEST_F(PerfAgreementTest, SystemWideCountsAreThoseOfPerf) {
  constexpr int kTries = 3;
  const ShellResult perf = Shell("perf stat -a -e page-faults -- true", scratch_.path());
  if (perf.status != 0) GTEST_SKIP() << "no perf that may count here: " << perf.err;
  double worst = 1;
  for (int attempt = 0; attempt < kTries && worst > 0.03; ++attempt) {
    Output(absl::StrCat("cd $SCRATCH; rm -rf store; ", kLoad,
                        "perf stat -a -x, -I 1000 -e context-switches,page-faults,cpu-migrations "
                        "-o perf.txt -- $COLLECT -o store --quiet --probes perf-stat --label "
                        "machine -- python3 load.py"));
    worst = 0;
    for (const char* event : {"context-switches", "page-faults", "cpu-migrations"}) {
      if (Number("nproc") < 2 && std::string(event) == "cpu-migrations") continue;
      const double expected = OfPerf(event);
      EXPECT_GT(expected, 10'000) << event;
      const double ours = OfCollect("machine", absl::StrCat("perf-stat.total.", event));
      worst = std::max(worst, std::abs(ours / expected - 1));
    }
  }
  EXPECT_LE(worst, 0.03);
}

// The same command beside a load that is not its own, by wait4's count of page faults. Those of the
// fork before the exec are in wait4's only.
TEST_F(PerfAgreementTest, CommandIsCountedWithWhatItStartsAndNothingElse) {
  const ShellResult run =
      Shell(absl::StrCat(
                "cd $SCRATCH; ", kLoad,
                "while :; do /bin/true; done & other=$!\n"
                "$COLLECT --scope=command -o store --quiet --probes perf-stat,time --label command "
                "--testcase t -- sh -c 'python3 load.py & python3 load.py; wait'; kill $other"),
            scratch_.path());
  ASSERT_EQ(run.status, 0) << run.err;
  const std::string shown = Output("cd $SCRATCH; $COLLECT show -o store command");
  if (shown.find("perf-stat.total.page-faults") == std::string::npos) {
    GTEST_SKIP() << "no perf events here:\n" << shown;
  }
  EXPECT_THAT(shown, HasSubstr("command\n")) << "params.perf-stat.scope";
  const double expected = OfCollect("command", "t.time.minor_page_faults");
  EXPECT_GT(expected, 100'000);
  EXPECT_NEAR(OfCollect("command", "perf-stat.total.minor-faults"), expected, 0.03 * expected);
}

TEST_F(PerfAgreementTest, BadScopeRunsNothing) {
  for (const char* scope : {"cgroup:no/such/group", "cgroup:", "commands"}) {
    const ShellResult result = Shell(absl::StrCat("cd $SCRATCH; $COLLECT --scope=", scope,
                                                  " -- touch made; status=$?; "
                                                  "ls; exit $status"),
                                     scratch_.path());
    EXPECT_EQ(result.status, 2) << scope;
    EXPECT_THAT(result.err, HasSubstr("collect run: --scope: ")) << scope;
    EXPECT_EQ(result.out, "") << scope;
  }
}

TEST_F(PerfAgreementTest, UnknownEventRunsNothing) {
  const ShellResult result = Shell(
      "cd $SCRATCH; $COLLECT --events cs,page-fault -- touch made; status=$?; ls; exit $status",
      scratch_.path());
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, StartsWith("collect run: --events: there is no event \"page-fault\""));
  EXPECT_THAT(result.err, HasSubstr("; did you mean page-faults?\n"));
  EXPECT_EQ(result.out, "");
}

// A group of our own making, in whichever version perf counts in.
TEST_F(PerfAgreementTest, ControlGroupIsCountedAlone) {
  const ShellResult result = Shell(absl::StrCat("cd $SCRATCH; ", kLoad, R"(
mount=$(awk '$3 == "cgroup" && $4 ~ /perf_event/ {print $2; exit}' /proc/self/mounts)
[ "$mount" ] || mount=$(awk '$3 == "cgroup2" {print $2; exit}' /proc/self/mounts)
group=$mount/collect-test-$$
mkdir "$group" || exit 77
$COLLECT --scope=cgroup:/collect-test-$$ -o store --quiet --probes perf-stat --label group -- sh -c "
  python3 load.py & (echo 0 >$group/cgroup.procs && exec python3 load.py); wait"
status=$?
rmdir "$group"
exit $status)"),
                                   scratch_.path());
  if (result.status == 77) GTEST_SKIP() << "cannot make a control group: " << result.err;
  ASSERT_EQ(result.status, 0) << result.err;
  // One of the two loads, each of 12 * 16384 pages and python's own.
  const double faults = OfCollect("group", "perf-stat.total.minor-faults");
  EXPECT_GT(faults, 12 * 16384);
  EXPECT_LT(faults, 1.5 * 12 * 16384);
}

}  // namespace
}  // namespace collect
