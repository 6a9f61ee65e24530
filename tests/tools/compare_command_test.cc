// collect import and collect compare, as people run them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "tests/tools/shell.h"

namespace collect {
namespace {

using ::testing::HasSubstr;

// A robot's result of one run with one metric.
constexpr char kTwoSides[] =
    "mkdir -p a/0 b/0 && cd $SCRATCH\n"
    "echo '{\"axes\":{\"testcase\":\"t\",\"commit\":\"one\"}}' >a/axes.json\n"
    "echo '{\"axes\":{\"testcase\":\"t\",\"commit\":\"two\"}}' >b/axes.json\n"
    "for i in 0 1 2 3; do\n"
    "  mkdir -p a/$i b/$i\n"
    "  echo \"{\\\"t.speed\\\": 10$i}\" >a/$i/stats.json\n"
    "  echo \"{\\\"t.speed\\\": 20$i}\" >b/$i/stats.json\n"
    "done\n"
    "$COLLECT import lkp a -o A && $COLLECT import lkp b -o B || exit\n";

class CompareCommandTest : public testing::Test {
 protected:
  ShellResult Run(absl::string_view script) {
    return Shell(absl::StrCat("cd $SCRATCH\n", kTwoSides, script), scratch_.path());
  }

  ScratchFolder scratch_;
};

TEST_F(CompareCommandTest, ImportedResultsAreCompared) {
  const ShellResult result = Run("$COLLECT compare A B");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("t.speed"));
  EXPECT_THAT(result.out, HasSubstr("4 runs in A\n"));
}

TEST_F(CompareCommandTest, ImportingAgainChangesNothing) {
  const ShellResult result = Run("$COLLECT import lkp a -o A; ls A | wc -l");
  EXPECT_THAT(result.out, HasSubstr("4 runs in A\n4\n"));
}

TEST_F(CompareCommandTest, RunsAreGroupedByAnAxis) {
  const ShellResult result = Run("$COLLECT compare A B --by commit --format json");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("\"one\""));
}

TEST_F(CompareCommandTest, OneGroupIsNoComparison) {
  const ShellResult result = Run("$COLLECT compare A");
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("collect compare: "));
}

// S-089: a damaged file takes nothing away from the others, and is named.
TEST_F(CompareCommandTest, DamagedFileIsNamedAndLeftOut) {
  const ShellResult result = Run("echo no run >A/x.collect; $COLLECT compare A B");
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.out, HasSubstr("t.speed"));
  EXPECT_THAT(result.err, HasSubstr("A/x.collect"));
}

// What a comment on a pull request is; COLLECT_REFRESH_GOLDEN=1 writes it anew.
TEST_F(CompareCommandTest, MarkdownIsGolden) {
  const ShellResult result =
      Run("$COLLECT compare A B --format markdown >out || exit\n"
          "golden=$SOURCE/tests/golden/compare.md\n"
          "[ -z \"$COLLECT_REFRESH_GOLDEN\" ] || cp out $golden\n"
          "diff $golden out >&2");
  EXPECT_EQ(result.status, 0) << result.err;
}

// The mails of the robot's own reports; COLLECT_REFRESH_GOLDEN=1 writes them anew.
TEST_F(CompareCommandTest, MailsAreGolden) {
  const ShellResult result =
      Run("for folder in $SOURCE/tests/golden/reports/*/; do\n"
          "  rm -rf base head\n"
          "  $COLLECT import lkp $folder/a -o base >/dev/null || exit\n"
          "  $COLLECT import lkp $folder/b -o head >/dev/null || exit\n"
          "  $COLLECT compare base head --format mail >out || exit\n"
          "  [ -z \"$COLLECT_REFRESH_GOLDEN\" ] || cp out $folder/mail.txt\n"
          "  diff $folder/mail.txt out >&2 || exit\n"
          "done");
  EXPECT_EQ(result.status, 0) << result.err;
}

// S-108: what is better in a metric from elsewhere is not known, and a gate does not guess it.
TEST_F(CompareCommandTest, GateDoesNotGuessADirection) {
  const ShellResult result = Run("$COLLECT compare A B --fail-on=regression");
  EXPECT_EQ(result.status, 3);
  EXPECT_EQ(result.err, "collect compare: not known to be as good: t.speed in B (higher)\n");
  EXPECT_THAT(result.out, HasSubstr("t.speed"));
}

// A benchmark that takes twice as long on one side.
TEST_F(CompareCommandTest, GateStopsWhatIsSlower) {
  const ShellResult result = Run(
      "bench() { # LABEL SECONDS\n"
      "  $COLLECT run --quiet --label $1 --testcase hackbench --probes workload -- printf '%s\\n' "
      "'Running in process mode with 1 groups using 40 file descriptors each (== 40 tasks)' "
      "'Each sender will pass 100 messages of 100 bytes' \"Time: $2\" >/dev/null\n"
      "}\n"
      "for i in 1 2 3 4; do bench fast 1.0$i; bench slow 2.0$i; done\n"
      "$COLLECT compare fast slow --fail-on=regression >/dev/null; echo $?\n"
      "$COLLECT compare slow fast --fail-on=regression >/dev/null; echo $?\n");
  EXPECT_THAT(result.out, HasSubstr("1\n0\n"));
  EXPECT_THAT(result.err, HasSubstr("collect compare: worse: hackbench.throughput in slow"));
}

TEST_F(CompareCommandTest, GateStillRefusesBadInput) {
  EXPECT_EQ(Run("$COLLECT compare A none --fail-on=regression").status, 2);
  EXPECT_EQ(Run("$COLLECT compare A B --fail-on=improvement").status, 2);
}

// S-089: with a gate the status of a worse KPI must not come from a damaged file.
TEST_F(CompareCommandTest, DamagedFileIsUnknownToAGate) {
  EXPECT_EQ(Run("echo no run >A/x.collect; $COLLECT compare A A --fail-on=regression").status, 3);
}

}  // namespace
}  // namespace collect
