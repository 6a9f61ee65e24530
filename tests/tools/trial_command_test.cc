// collect trial, as people run it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "tests/tools/shell.h"

namespace collect {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

class TrialCommandTest : public testing::Test {
 protected:
  // `trial` runs a trial with few probes and without waiting, and
  // a busy machine makes it run nothing again. `bench LEVEL` is a benchmark whose
  // KPI is 100 + LEVEL and, as real ones, a little more or less.
  ShellResult Run(absl::string_view script) {
    return Shell(
        absl::StrCat("cd $SCRATCH\n"
                     "trial() { \"$COLLECT\" trial -o store --label t --cool-down 0 --again 0"
                     " --probes time,workload --metrics-from rules --quiet \"$@\"; }\n"
                     "echo 'speed 1/s higher regex speed=([0-9.]+)' >rules\n"
                     "cat >bench <<'END'\n"
                     "#!/bin/bash\n"
                     "echo $1 >>order\n"
                     "noise=$(($(wc -l <order) * 7 % 10))\n"
                     "echo speed=$((100 + $1)).$noise\n"
                     "END\n"
                     "chmod +x bench\n",
                     script),
        scratch_.path());
  }

  ScratchFolder scratch_;
};

TEST_F(TrialCommandTest, ComparesSidesThatDifferInAnAxis) {
  const ShellResult result = Run("trial --a level=10 --b level=31 -- ./bench {level}\nls store");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, ContainsRegex("bench.speed  \\+1[89]\\.[0-9] % .*better"));
  EXPECT_THAT(result.out, HasSubstr("level:\n  10: 10\n  31: 31\n"));
  EXPECT_THAT(result.out, HasSubstr("t.10\nt.10.warm-up\nt.31\nt.31.warm-up\n"));
}

// Order and warm-up are in the record, and no warning of sides that were run one after the other
// (S-112). The first run of a side, which warms up, does not count (S-120).
TEST_F(TrialCommandTest, RunsInTurnsAndSaysSo) {
  const ShellResult result =
      Run("trial --seed 3 --a level=1 --b level=2 -- ./bench {level} | grep turns\n"
          "tail -n +3 order | paste -sd ' '\n"
          "ls store/t.1 | wc -l; ls store/t.1.warm-up | wc -l\n"
          "\"$COLLECT\" show -o store 't.*' --format json >runs.json\n"
          "grep -c '\"block\": 2' runs.json; grep -c '\"turn\": 10' runs.json\n"
          "grep -c '\"warm_up\": true' runs.json; grep -c '\"seed\": \"3\"' runs.json");
  EXPECT_EQ(result.out,
            "4 rounds in turns, order by seed 3; runs: collect list -o store 't.*'\n"
            "1 2 2 1 2 1 1 2\n4\n1\n4\n1\n2\n10\n")
      << result.err;
}

TEST_F(TrialCommandTest, IsNotWarnedOfItsOrder) {
  const ShellResult result = Run("trial --a level=1 --b level=2 -- ./bench {level}");
  EXPECT_THAT(result.out, Not(HasSubstr("one after the other")));
}

TEST_F(TrialCommandTest, ScriptThatStaysIsAServerForItsTurn) {
  const ShellResult result = Run(
      "trial --settle 200ms --runs 2 --side old='echo 20 >served; echo $$ >>pids; exec sleep 60'"
      " --side new='echo 50 >served; sleep 60 & echo $! >>pids; wait'"
      " -- sh -c './bench $(cat served); kill -0 $(tail -n 1 pids)'\n"
      "echo status $?; wc -l <pids\n"
      "for pid in $(cat pids); do kill -0 $pid 2>/dev/null && echo still there; done");
  EXPECT_THAT(result.out, ContainsRegex("sh.speed  \\+2[45]\\.[0-9] %"));
  EXPECT_THAT(result.out, testing::EndsWith("\nstatus 0\n6\n")) << result.err;
}

// What a server starts while the command runs is not the command's.
TEST_F(TrialCommandTest, WhatAServerStartsIsNotLeftByTheCommand) {
  const ShellResult result =
      Run("trial --settle 100ms --runs 2 --a 'while sleep 0.05; do sleep 60 & done' --b true"
          " -- sh -c 'sleep 0.3; ./bench 1' >/dev/null\n"
          "echo status $?; \"$COLLECT\" show -o store 't.a' --format json | grep -c "
          "left_running");
  EXPECT_EQ(result.out, "status 0\n0\n") << result.err;
}

TEST_F(TrialCommandTest, ScriptThatReturnsIsSetUp) {
  const ShellResult result =
      Run("trial --runs 2 --a 'echo 20 >level' --b 'echo 50 >level' -- sh -c './bench $(cat "
          "level)'");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, ContainsRegex("sh.speed  \\+2[45]\\.[0-9] %"));
}

TEST_F(TrialCommandTest, SetUpThatFailsEndsTheTrial) {
  const ShellResult result = Run("trial --a true --b 'exit 7' -- ./bench 1");
  EXPECT_EQ(result.status, 125);
  EXPECT_THAT(result.err, HasSubstr("--b: \"exit 7\" ended with status 7"));
}

// A set-up that takes longer than expected is not measured along.
TEST_F(TrialCommandTest, SlowSetUpIsNotTakenForAServer) {
  const ShellResult result =
      Run("trial --settle 50ms --a 'sleep 0.2' --b true -- sh -c 'sleep 0.5; ./bench 1'");
  EXPECT_EQ(result.status, 125);
  EXPECT_THAT(result.err, HasSubstr("a set-up that takes longer than --settle allows"));
}

TEST_F(TrialCommandTest, WaitsUntilAServerIsReady) {
  const ShellResult result = Run(
      "serve() { echo \"trap 'rm up; exit' TERM; sleep 0.3; echo $1 >up; while :; do sleep 0.05;"
      " done\"; }\n"
      "trial --runs 2 --settle 10ms --ready 'test -s up' --a \"$(serve 20)\" --b \"$(serve 50)\""
      " -- sh -c './bench $(cat up)'");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, ContainsRegex("sh.speed  \\+2[45]\\.[0-9] %"));
}

// Switching takes long, so it happens only where the side changes: in B A, A B B A four times.
TEST_F(TrialCommandTest, SwitchesWhereTheSideChanges) {
  const ShellResult result =
      Run("trial --runs 2 --switch 'echo {commit} >>switched; echo {commit} >now'"
          " --a commit=20 --b commit=50 -- sh -c './bench $(cat now)'\n"
          "wc -l <switched");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("commit:\n  20: 20\n  50: 50\n"));
  EXPECT_THAT(result.out, testing::EndsWith("\n4\n"));
}

// Any number of sides, and the first is the base (S-117).
TEST_F(TrialCommandTest, ComparesMoreThanTwoSides) {
  const ShellResult result =
      Run("trial --side low=level=1 --side mid=level=20 --side high=level=50 -- ./bench {level}");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, ContainsRegex("bench.speed  \\+1[89]\\.[0-9] % .*better  mid"));
  EXPECT_THAT(result.out, ContainsRegex("bench.speed  \\+4[789]\\.[0-9] % .*better  high"));
}

// A newcomer need not know how many runs it takes (S-123).
TEST_F(TrialCommandTest, GoesOnUntilItIsSure) {
  const ShellResult large =
      Run("trial --until-sure --runs 2 --a level=10 --b level=90 -- ./bench {level}");
  EXPECT_EQ(large.status, 0) << large.err;
  EXPECT_THAT(large.out, ContainsRegex("bench.speed  90  .*changed, after [24] runs a side"));
  const ShellResult same =
      Run("rm -r store order\ntrial --until-sure --runs 2 --most 6 --least 0.01 --a level=10"
          " --b level=10.0 -- sh -c './bench 10 #{level}'");
  EXPECT_THAT(same.out, ContainsRegex("sh.speed  10.0  .*not decided by 6 runs a side"));
  EXPECT_THAT(same.err, HasSubstr("sh.speed "));
}

// It says what it is doing, on stderr only (S-124).
TEST_F(TrialCommandTest, SaysWhereItIs) {
  const ShellResult result = Run("trial --runs 2 --a level=1 --b level=2 -- ./bench {level}");
  EXPECT_THAT(result.err, AllOf(HasSubstr("collect: warm-up, 1\n"), HasSubstr("round 2 of 2\n")));
  EXPECT_THAT(result.out, Not(HasSubstr("round 2 of 2")));
}

TEST_F(TrialCommandTest, InterruptedTrialComparesItsWholeRounds) {
  const ShellResult result =
      Run("trial --warm-up 0 --runs 9 --a level=1 --b level=30 --"
          " bash -c './bench {level}; [ $(wc -l <order) -lt 8 ] || env kill -INT $PPID'\n"
          "echo status $?; ls store/*.left-out | wc -l");
  EXPECT_THAT(result.out, ContainsRegex("bash.speed  \\+2[0-9]\\.[0-9] %"));
  EXPECT_THAT(result.out, HasSubstr("3 rounds in turns"));
  EXPECT_THAT(result.out, HasSubstr("status 130"));
}

// The sixth run dies together with collect; its round is made again, in the order that was drawn.
TEST_F(TrialCommandTest, TrialThatWasCutOffIsResumed) {
  const ShellResult result =
      Run("bench='./bench {level}; [ $(wc -l <order) != 6 ] || kill -9 $PPID'\n"
          "trial --seed 5 --warm-up 0 --a level=1 --b level=30 -- bash -c \"$bench\"\n"
          "trial --resume --warm-up 0 --a level=1 --b level=30 -- bash -c \"$bench\" | grep turns\n"
          "cat order | paste -sd ' '; ls store/t.1 | wc -l; ls store/t.30 | wc -l\n"
          "ls store/*.left-out/* | wc -l");
  EXPECT_THAT(result.out, HasSubstr("4 rounds in turns, order by seed 5;")) << result.err;
  EXPECT_THAT(result.out, testing::EndsWith("\n30 1 1 30 1 30 1 30 30 1\n4\n4\n2\n"));
}

TEST_F(TrialCommandTest, AnotherTrialIsNotResumed) {
  EXPECT_EQ(Run("trial --runs 2 --a level=1 --b level=2 -- ./bench {level}").status, 0);
  EXPECT_THAT(Run("trial --resume --a level=1 --b level=2 -- ./bench 1{level}").err,
              HasSubstr("is no run of this trial"));
  EXPECT_THAT(Run("trial --resume --label u --a level=1 --b level=2 -- ./bench {level}").err,
              HasSubstr("--resume: no run of the trial u is in store"));
}

TEST_F(TrialCommandTest, WarmUpRunThatFailsEndsTheTrial) {
  const ShellResult result =
      Run("trial --a level=1 --b level=2 -- sh -c 'echo >>ran; exit {level}'");
  EXPECT_EQ(result.status, 125);
  EXPECT_THAT(result.err, ContainsRegex("the warm-up run of [12] ended with status [12]"));
  EXPECT_EQ(Run("wc -l <ran").out, "1\n");
}

TEST_F(TrialCommandTest, RefusesWhatMakesNoSense) {
  EXPECT_THAT(Run("trial --a true -- ./bench 1").err, HasSubstr("two sides or more"));
  EXPECT_THAT(Run("trial --side x=a=1 --side x=a=2 -- ./bench {a}").err,
              HasSubstr("there is a side \"x\" already"));
  EXPECT_THAT(Run("trial --switch 'make {commit}' --a commit=1 --b commmit=2 -- ./bench 1").err,
              HasSubstr("--b: \"commmit=2\" is no AXIS=VALUE with an {AXIS}"));
  EXPECT_EQ(Run("trial --runs 2 --a level=1 --b level=2 -- ./bench {level}").status, 0);
  EXPECT_THAT(Run("trial --runs 2 --a level=1 --b level=2 -- ./bench {level}").err,
              HasSubstr("there are runs of t.1 in store already"));
}

}  // namespace
}  // namespace collect
