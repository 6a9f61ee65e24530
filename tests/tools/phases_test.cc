// The parts of a run: what is left out of its run values, what runs around it, what it may cost.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "tests/tools/shell.h"

namespace collect {
namespace {

using ::testing::HasSubstr;

class PhasesTest : public testing::Test {
 protected:
  // `run` runs collect with a store of its own; `shown` prints the runs in it.
  ShellResult Run(absl::string_view script) {
    return Shell(absl::StrCat("cd $SCRATCH\n"
                              "run() { $COLLECT -o store --quiet \"$@\"; }\n"
                              "shown() { $COLLECT show -o store 'store/*' \"$@\"; }\n",
                              script),
                 scratch_.path());
  }

  ScratchFolder scratch_;
};

// The growth of a counter over one second in the middle of three.
TEST_F(PhasesTest, RunValuesAreOfThePartBetweenMarks) {
  const ShellResult result = Run(
      "run --interval 50ms --from-mark warm --to-mark done -- bash -c \"sleep 0.4\n"
      "  $COLLECT mark warm; sleep 1; echo collect-mark done >&\\$COLLECT_METRICS_FD; sleep 0.4\"\n"
      "shown --metric proc-vmstat.pgfault; shown --format json --metric proc-vmstat.pgfault |\n"
      "  python3 -c 'import json, sys\n"
      "run = json.load(sys.stdin)[0]\n"
      "record, marks = run[\"metrics\"][0], run[\"run\"][\"marks\"]\n"
      "print([m[\"name\"] for m in marks], 15 < record[\"samples\"] < 23)'");
  EXPECT_THAT(result.out, HasSubstr("(--from-mark warm --to-mark done)"));
  EXPECT_THAT(result.out, HasSubstr("['warm', 'done'] True\n")) << result.out << result.err;
}

TEST_F(PhasesTest, BeginningAndEndMayBeLeftOut) {
  const ShellResult result =
      Run("run --interval 50ms --skip-first 300ms --skip-last 200ms -- sleep 1\n"
          "shown --metric 'sleep.time.elapsed_time' | grep -E '^window|elapsed_time '\n"
          "shown --format csv --metric proc-vmstat.pgfault | tail -n 1 | cut -d, -f7");
  EXPECT_THAT(
      result.out,
      testing::ContainsRegex("window +0.[0-9]+ s to [01].[0-9]+ s .--skip-first 300 ms --skip-last "
                             "200 ms"));
  EXPECT_THAT(result.out, testing::ContainsRegex("elapsed_time +1.0")) << "of the whole run";
  EXPECT_THAT(result.out, testing::ContainsRegex("\n(8|9|10|11)\n")) << result.out;
}

TEST_F(PhasesTest, MarkThatNeverComesLeavesNoValues) {
  const ShellResult result =
      Run("run --from-mark warm -- true; shown --metric proc-vmstat.pgfault");
  EXPECT_THAT(result.err, HasSubstr("the command never set the mark warm"));
  EXPECT_THAT(result.out, testing::ContainsRegex("pgfault +- count"));
  EXPECT_EQ(Run("$COLLECT mark x").status, 2) << "outside of a run";
}

TEST_F(PhasesTest, RunsOverDifferentPartsAreWarnedOf) {
  const ShellResult result =
      Run("run --label a --skip-first 50ms -- sleep 0.2; run --label b -- sleep 0.2\n"
          "$COLLECT compare -o store a b");
  EXPECT_THAT(result.out, HasSubstr("window")) << result.err;
}

// The machine may be too fast for any probe to be dear: this budget is less than nothing costs.
TEST_F(PhasesTest, ProbesAreKeptWithinTheBudget) {
  const ShellResult result =
      Run("run --interval 50ms --budget 0.001% -- sleep 1\n"
          "run --interval 50ms --budget off -- sleep 0.5\n"
          "shown --metric '*.pgfault' | grep -E '^(meminfo|  meminfo)'\n"
          "run --budget nan -- true; run --budget 101 -- true");
  EXPECT_THAT(result.out, testing::ContainsRegex("meminfo  .*stretched from 50 ms\n"));
  EXPECT_THAT(result.out, HasSubstr("  meminfo: read every"));
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("--budget=nan: expected off, or a percentage"));
  EXPECT_THAT(result.err, HasSubstr("--budget=101: expected off, or a percentage"));
}

TEST_F(PhasesTest, HooksRunOutsideOfTheMeasurement) {
  const ShellResult result =
      Run("run --runs 2 --before 'echo b; sleep 0.5' --after 'echo a' -- echo c\n"
          "shown --metric echo.time.elapsed_time.max --format csv | cut -d, -f6");
  EXPECT_THAT(result.out, testing::MatchesRegex("c\nc\nvalue\n0.0[0-9]*\n0.0[0-9]*\n"));
  EXPECT_EQ(result.err, "b\na\nb\na\n");
}

TEST_F(PhasesTest, HookThatFailsEndsTheSeries) {
  const ShellResult before = Run("run --before 'exit 4' -- echo ran");
  EXPECT_EQ(before.status, 125);
  EXPECT_EQ(before.out, "");
  EXPECT_THAT(before.err, HasSubstr("--before: \"exit 4\" ended with status 4"));
  const ShellResult after = Run("run --runs 3 --after 'kill -9 $$' -- echo ran");
  EXPECT_EQ(after.status, 125);
  EXPECT_EQ(after.out, "ran\n");
  EXPECT_THAT(after.err, HasSubstr("was killed by signal 9"));
}

// A script that takes longer when it is watched by meminfo, as one can tell by its parent's files.
TEST_F(PhasesTest, CalibrationFindsWhatAProbeCosts) {
  const ShellResult result =
      Run("$COLLECT calibrate -o store --pairs 3 --each -- bash -c '\n"
          "  if ls -l /proc/$PPID/fd | grep -q meminfo; then sleep 0.3; else sleep 0.1; fi'\n"
          "ls store");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("bash.time.elapsed_time\n  all probes       +"));
  EXPECT_THAT(result.out, testing::ContainsRegex("meminfo +.1[0-9][0-9]\\.[0-9]+ % .*worse"));
  EXPECT_THAT(result.out, HasSubstr("calibrate-no-probes\n"));
}

TEST_F(PhasesTest, CalibrationEndsWhenTheCommandFails) {
  const ShellResult result = Run("$COLLECT calibrate -o store -- sh -c 'echo >>ran; exit 3'");
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("a run with no probes ended with status 3"));
  EXPECT_EQ(Run("wc -l <ran").out, "1\n");
}

}  // namespace
}  // namespace collect
