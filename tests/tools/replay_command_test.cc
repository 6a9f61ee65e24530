// collect capture and collect replay, as people run them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "tests/tools/shell.h"

namespace collect {
namespace {

using ::testing::HasSubstr;

// `golden NAME` compares the table on stdin with tests/golden/NAME and prints what differs; with
// COLLECT_REFRESH_GOLDEN=1 it writes that file anew. Left out are the run's identity, which is new
// each time, and digits behind the twelfth, which depend on the compiler.
constexpr char kGolden[] =
    "golden() {\n"
    "  cut -d, -f2- | awk -F, -v OFS=, '\n"
    "    NR > 1 { for (i = 4; i <= NF; ++i) if ($i ~ /^[0-9.e+-]+$/) $i = sprintf(\"%.12g\", $i) "
    "}\n"
    "    { print }' >out\n"
    "  [ -z \"$COLLECT_REFRESH_GOLDEN\" ] || cp out $SOURCE/tests/golden/$1\n"
    "  diff -u $SOURCE/tests/golden/$1 out\n"
    "}\n"
    "cd $SCRATCH\n"
    "TREES=$SOURCE/tests/fixtures/replay-pvm-guest-6.18\n";

class ReplayCommandTest : public testing::Test {
 protected:
  ShellResult Run(absl::string_view script) {
    return Shell(absl::StrCat(kGolden, script), scratch_.path());
  }

  ScratchFolder scratch_;
};

TEST_F(ReplayCommandTest, CapturedMachineGivesTheSameNumbersEachTime) {
  const ShellResult result =
      Run("$COLLECT replay $TREES/t0 $TREES/t1 $TREES/t2 -o r.collect\n"
          "$COLLECT show r.collect --format csv | golden replay.csv");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(result.err, "");
}

TEST_F(ReplayCommandTest, SeriesHasAPointForEachInterval) {
  const ShellResult result =
      Run("$COLLECT replay $TREES/t0 $TREES/t1 $TREES/t2 -o r.collect --probes proc-vmstat\n"
          "$COLLECT show r.collect --format csv --series --metric '*.pg*fault' |\n"
          "  golden replay_series.csv");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.out, "");
}

TEST_F(ReplayCommandTest, TreesInTheWrongOrderAreRefused) {
  const ShellResult result = Run("$COLLECT replay $TREES/t1 $TREES/t0 -o r.collect");
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("t0/time is not later than that of"));
}

// A folder that somebody sent may hold anything.
TEST_F(ReplayCommandTest, PipesAndDevicesAreNotRead) {
  const ShellResult result =
      Run("cp -r $TREES/t0 $TREES/t1 .; for tree in t0 t1; do\n"
          "  rm $tree/proc/vmstat $tree/proc/meminfo\n"
          "  mkfifo $tree/proc/vmstat; ln -s /dev/zero $tree/proc/meminfo\n"
          "done\n"
          "timeout 20 $COLLECT replay t0 t1 -o r.collect; echo $?; $COLLECT show r.collect");
  EXPECT_THAT(result.out, testing::StartsWith("0\n"));
  EXPECT_THAT(result.out, HasSubstr("failed          /proc/vmstat is not a regular file"));
  EXPECT_THAT(result.out, HasSubstr("failed          /proc/meminfo is not a regular file"));
}

TEST_F(ReplayCommandTest, ThisMachineIsCapturedAndReplayed) {
  const ShellResult result =
      Run("$COLLECT capture t0 2>/dev/null && sleep 0.1 && $COLLECT capture t1 2>/dev/null &&\n"
          "$COLLECT replay t0 t1 -o r.collect && $COLLECT verify r.collect\n"
          "$COLLECT show r.collect --format csv --metric proc-vmstat.pgfault | tail -n 1 |\n"
          "  cut -d, -f3,7,8");
  EXPECT_THAT(result.out, HasSubstr("r.collect: whole\nproc-vmstat.pgfault,2,2\n")) << result.err;
}

}  // namespace
}  // namespace collect
