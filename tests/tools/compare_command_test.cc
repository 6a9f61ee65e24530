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

}  // namespace
}  // namespace collect
