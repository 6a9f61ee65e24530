// Whole runs: a real command, real probes, and what then stands in the run file.
#include "collector/run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "absl/strings/str_cat.h"
#include "archive/reader.h"
#include "tests/collector/wrapped_command.h"
#include "tests/support/fake_host.h"

namespace collect {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;
using ::testing::StartsWith;

namespace fs = std::filesystem;

std::vector<std::string> Shell(const std::string& line) { return {"sh", "-c", line}; }

class RunTest : public testing::Test {
 protected:
  RunTest() {
    std::string folder = testing::TempDir() + "/run-XXXXXX";
    EXPECT_NE(mkdtemp(folder.data()), nullptr);
    folder_ = folder;
    options_.store = folder + "/store";
    options_.label = "before";
    options_.quiet = true;
    options_.collect_version = "0.1.0";
  }
  ~RunTest() override { fs::remove_all(folder_); }

  RunResult Run(std::vector<std::string> command) { return RunOn(host_, std::move(command)); }
  RunResult RunOn(Host& host, std::vector<std::string> command) {
    options_.command = std::move(command);
    absl::StatusOr<RunResult> result = ExecuteRun(host, options_);
    EXPECT_TRUE(result.ok()) << result.status();
    return result.value_or(RunResult());
  }
  // The same in a process of its own, whose stderr goes where its stdout goes.
  std::function<int()> Body(std::vector<std::string> command) {
    options_.command = std::move(command);
    return [options = options_] {
      dup2(STDOUT_FILENO, STDERR_FILENO);
      Host host;
      absl::StatusOr<RunResult> result = ExecuteRun(host, options);
      return result.ok() ? result->exit_status : 99;
    };
  }
  // The only run file there is.
  RunFile ReadOnly() {
    std::vector<fs::path> paths;
    for (const auto& entry : fs::recursive_directory_iterator(options_.store)) {
      if (entry.is_regular_file()) paths.push_back(entry.path());
    }
    EXPECT_EQ(paths.size(), 1);
    return ReadBack(paths.front().string());
  }
  static RunFile ReadBack(const std::string& path) {
    absl::StatusOr<RunFile> file = ReadRunFile(path);
    EXPECT_TRUE(file.ok()) << file.status();
    return file.ok() ? *std::move(file) : RunFile();
  }

  Host host_;
  RunOptions options_;
  fs::path folder_;
};

const v1::MetricRecord* Find(const RunFile& file, absl::string_view metric) {
  for (const v1::MetricRecord& record : file.records) {
    if (record.metric().name() == metric) return &record;
  }
  return nullptr;
}

const v1::ProbeHealth* FindProbeHealth(const v1::Run& run, absl::string_view name) {
  for (const v1::ProbeHealth& health : run.probes()) {
    if (health.probe() == name) return &health;
  }
  return nullptr;
}

std::string TroubleOf(const v1::Run& run) {
  std::string all;
  for (const v1::Trouble& trouble : run.trouble()) absl::StrAppend(&all, trouble.message(), "\n");
  return all;
}

// S-076, S-086: a failing command is recorded like any other.
TEST_F(RunTest, FailingCommandHasARecord) {
  const RunResult result = Run({"false"});
  EXPECT_EQ(result.exit_status, 1);
  EXPECT_FALSE(result.interrupted);
  EXPECT_THAT(result.path, EndsWith("/store/before/" + result.run.id() + ".collect"));
  const RunFile file = ReadBack(result.path);
  EXPECT_TRUE(file.damage.closed);
  EXPECT_EQ(file.run.outcome().exit_status(), 1);
  EXPECT_NE(Find(file, "proc-vmstat.pgfault"), nullptr);
}

// S-083: two samples, counters, and a word about it.
TEST_F(RunTest, ShortRunHasItsCounters) {
  const RunFile file = ReadBack(Run({"true"}).path);
  const v1::MetricRecord* faults = Find(file, "proc-vmstat.pgfault");
  ASSERT_NE(faults, nullptr);
  EXPECT_EQ(faults->samples(), 2);
  EXPECT_GT(faults->value(), 0);
  EXPECT_GT(file.run.outcome().elapsed_ns(), 0);
  EXPECT_THAT(TroubleOf(file.run), HasSubstr("shorter than one interval of 1000 ms"));
}

// S-049: no counter of a short run goes back, and no sample is older than the one before.
TEST_F(RunTest, NoCounterOfAShortRunIsNegative) {
  for (int run = 0; run < 30; ++run) {
    const RunFile file = ReadBack(Run({"true"}).path);
    for (const v1::MetricRecord& record : file.records) {
      if (record.metric().kind() != v1::COUNTER || !record.has_value()) continue;
      EXPECT_GE(record.value(), 0) << record.metric().name();
      EXPECT_EQ(record.resets(), 0) << record.metric().name();
    }
    for (const ProbeSamples& probe : file.probes) {
      EXPECT_LT(probe.rows.size() == 2 ? probe.rows[0].start_ns : -1, probe.rows.back().start_ns);
    }
  }
}

TEST_F(RunTest, WhoWhereAndHowIsRecorded) {
  options_.params = {{"concurrency", "64"}};
  options_.axes = {{"commit", "v6.12"}};
  options_.sequence = 3;
  options_.without = {"slabinfo"};
  const v1::Run run = ReadBack(Run({"sh", "-c", "exit 3", "a b", "", "x\ny"}).path).run;
  EXPECT_EQ(run.label(), "before");
  EXPECT_EQ(run.testcase(), "sh");
  EXPECT_EQ(run.params().at("concurrency"), "64");
  EXPECT_EQ(run.axes().at("commit"), "v6.12");
  EXPECT_EQ(run.sequence(), 3);
  EXPECT_EQ(run.collect_version(), "0.1.0");
  EXPECT_EQ(run.working_directory(), fs::current_path().string());
  EXPECT_THAT(run.command(), ElementsAre("sh", "-c", "exit 3", "a b", "", "x\ny"));
  EXPECT_FALSE(run.host().boot_id().empty());
  EXPECT_EQ(run.outcome().exit_status(), 3);
  EXPECT_EQ(FindProbeHealth(run, "slabinfo")->state(), v1::ProbeHealth::OFF);
  EXPECT_EQ(FindProbeHealth(run, "proc-vmstat")->state(), v1::ProbeHealth::WORKS);
  EXPECT_EQ(FindProbeHealth(run, "proc-vmstat")->samples(), 2);
}

// S-039: the zone of the user changes neither the identity nor the times.
TEST_F(RunTest, TimesAreUtc) {
  setenv("TZ", "Asia/Kolkata", 1);
  tzset();
  const int64_t before = time(nullptr);
  const v1::Run run = Run({"true"}).run;
  const int64_t after = time(nullptr);
  unsetenv("TZ");
  tzset();
  const int64_t start = run.start_unix_ns() / 1'000'000'000;
  EXPECT_GE(start, before);
  EXPECT_LE(start, after);
  char expected[32];
  const time_t start_time = start;
  tm utc = {};
  gmtime_r(&start_time, &utc);
  strftime(expected, sizeof expected, "%Y%m%dT%H%M%SZ-", &utc);
  EXPECT_THAT(run.id(), StartsWith(expected));
  EXPECT_EQ(run.id().size(), 25);
}

// S-078: interrupted, and yet complete.
TEST_F(RunTest, InterruptedRunIsComplete) {
  WrappedCommand wrapped(Body({"sh", "-c", "echo ready; exec sleep 1000"}));
  wrapped.Expect("ready");
  kill(wrapped.pid(), SIGINT);
  EXPECT_EQ(wrapped.ExitStatus(), 130);
  const RunFile file = ReadOnly();
  EXPECT_TRUE(file.damage.closed);
  EXPECT_TRUE(file.run.outcome().interrupted());
  EXPECT_EQ(file.run.outcome().signal(), SIGINT);
  EXPECT_EQ(Find(file, "proc-vmstat.pgfault")->samples(), 2);
}

// On a full disk there may be room for the small outcome alone.
TEST_F(RunTest, OutcomeIsWrittenBeforeTheRecords) {
  std::ostringstream whole;
  whole << std::ifstream(Run(Shell("exit 3")).path, std::ios::binary).rdbuf();
  const std::string bytes = whole.str();
  absl::string_view cut = bytes;
  absl::StatusOr<RunFile> run = ParseRunFile(cut, "whole");
  while (run.ok() && !run->records.empty()) {
    cut.remove_suffix(std::min<size_t>(64, cut.size()));
    run = ParseRunFile(cut, "cut");
  }
  ASSERT_TRUE(run.ok()) << run.status();
  EXPECT_EQ(run->run.outcome().exit_status(), 3);
}

// S-079: killed in the middle, nothing blocks the next run, and the file holds its first samples.
TEST_F(RunTest, NextRunWorksAfterKill9) {
  WrappedCommand wrapped(Body({"sh", "-c", "echo ready; exec sleep 1000"}));
  wrapped.Expect("ready");
  kill(wrapped.pid(), SIGKILL);
  EXPECT_TRUE(WIFSIGNALED(wrapped.WaitForChange()));
  const RunFile file = ReadOnly();
  EXPECT_FALSE(file.damage.closed);
  EXPECT_FALSE(file.run.has_outcome());
  EXPECT_EQ(Run({"true"}).exit_status, 0);
}

// S-080
// A shell's child is called sh until it has become what it runs.
constexpr char kUntilItSleeps[] = "until grep -q sleep /proc/$!/comm; do :; done";

TEST_F(RunTest, WhatIsLeftRunningIsRecorded) {
  options_.end_left_running = true;
  const std::string script = absl::StrCat("sleep 1000 & ", kUntilItSleeps, "; exit 0");
  const RunFile file = ReadBack(Run(Shell(script)).path);
  EXPECT_EQ(file.run.outcome().exit_status(), 0);
  EXPECT_THAT(file.run.outcome().left_running(), ElementsAre(EndsWith(" sleep")));
}

TEST_F(RunTest, NotAllThatIsLeftRunningIsSaid) {
  options_.quiet = false;
  options_.end_left_running = true;
  WrappedCommand wrapped(Body(
      Shell(absl::StrCat("for i in 1 2 3 4 5 6 7; do sleep 1000 & ", kUntilItSleeps, "; done"))));
  EXPECT_EQ(wrapped.ExitStatus(), 0);
  EXPECT_THAT(wrapped.output(),
              AllOf(HasSubstr("ended what it left: "), HasSubstr(" sleep and 2 more; ")));
  EXPECT_THAT(ReadOnly().run.outcome().left_running(), SizeIs(7));
}

// A benchmark that kept its results to itself is known of before the next run.
TEST_F(RunTest, MissingResultsAreSaid) {
  options_.quiet = false;
  options_.testcase = "stress-ng";
  WrappedCommand wrapped(Body({"true"}));
  EXPECT_EQ(wrapped.ExitStatus(), 0);
  EXPECT_THAT(wrapped.output(), HasSubstr("collect: stress-ng: no table of metrics"));
}

// S-082: argv exactly, and a hint.
TEST_F(RunTest, ShellSyntaxIsHintedAt) {
  options_.quiet = false;
  WrappedCommand wrapped(Body({"echo", "<", "in.txt"}));
  EXPECT_EQ(wrapped.ExitStatus(), 0);
  EXPECT_THAT(wrapped.output(), HasSubstr("< in.txt\n"));
  EXPECT_THAT(wrapped.output(), HasSubstr("\"<\" looks like shell syntax"));
  EXPECT_THAT(TroubleOf(ReadOnly().run), HasSubstr("use sh -c"));
}

TEST_F(RunTest, CommandThatIsNotThere) {
  WrappedCommand wrapped(Body({"LC_ALL=C grep x f"}));
  EXPECT_EQ(wrapped.ExitStatus(), 127);
  EXPECT_THAT(wrapped.output(), HasSubstr("cannot run LC_ALL=C grep x f: No such file"));
  EXPECT_THAT(wrapped.output(), HasSubstr("looks like shell syntax"));
  EXPECT_TRUE(fs::is_empty(options_.store)) << "nothing was run";
}

// S-084
TEST_F(RunTest, TimeoutIsRecorded) {
  options_.timeout_ms = 100;
  WrappedCommand wrapped(Body({"sleep", "1000"}));
  EXPECT_EQ(wrapped.ExitStatus(), 124);
  const v1::Outcome outcome = ReadOnly().run.outcome();
  EXPECT_TRUE(outcome.timed_out());
  EXPECT_EQ(outcome.exit_status(), 124);
  EXPECT_EQ(outcome.signal(), SIGTERM);
}

// S-085: the kernel counts the kills of its out-of-memory killer, those in a control group too.
TEST_F(RunTest, OutOfMemoryKillIsRecorded) {
  FakeHost tree;
  Host host(tree.FullPath(""));
  tree.Write("/proc/vmstat", "oom_kill 4\n");
  const std::string vmstat = tree.FullPath("/proc/vmstat");
  const RunResult calm = RunOn(host, {"true"});
  EXPECT_FALSE(calm.run.outcome().oom_kill());
  const RunResult killed = RunOn(host, Shell("echo oom_kill 5 > " + vmstat + "; kill -9 $$"));
  EXPECT_TRUE(killed.run.outcome().oom_kill());
  EXPECT_EQ(killed.exit_status, 137);
}

// S-087: silly values are refused with the allowed range.
TEST_F(RunTest, IntervalsOutOfRangeAreRefused) {
  options_.command = {"true"};
  for (int64_t interval_ms : {10, 1000, 3'600'000}) {
    options_.interval_ms = interval_ms;
    EXPECT_TRUE(CheckRunOptions(host_, options_).ok()) << interval_ms;
  }
  for (int64_t interval_ms : {-1, 1, 9, 3'600'001}) {
    options_.interval_ms = interval_ms;
    const absl::Status status = CheckRunOptions(host_, options_);
    EXPECT_TRUE(absl::IsInvalidArgument(status)) << interval_ms;
    EXPECT_THAT(status.message(), HasSubstr("from 10 ms to 1 h"));
  }
  options_.interval_ms = 0;
  options_.interval_ms_of_probe = {{"slabinfo", 0}};
  EXPECT_THAT(CheckRunOptions(host_, options_).message(), HasSubstr("--interval slabinfo"));
  options_.interval_ms_of_probe = {{"time", 1000}};
  EXPECT_THAT(CheckRunOptions(host_, options_).message(), HasSubstr("not read at intervals"));
}

TEST_F(RunTest, OptionsThatMakeNoSenseRunNothing) {
  const std::string made = (folder_ / "made").string();
  options_.command = {"touch", made};
  options_.probes = {"proc-vmstatt"};
  const absl::Status status = ExecuteRun(host_, options_).status();
  EXPECT_THAT(status.message(), HasSubstr("--probes: there is no probe \"proc-vmstatt\""));
  options_.probes.clear();
  options_.without = {"nothing"};
  EXPECT_THAT(CheckRunOptions(host_, options_).message(), HasSubstr("--without"));
  options_.without.clear();
  options_.label = "a/b";
  EXPECT_TRUE(absl::IsInvalidArgument(ExecuteRun(host_, options_).status()));
  options_.label = "before";
  options_.timeout_ms = -1;
  EXPECT_THAT(CheckRunOptions(host_, options_).message(), HasSubstr("--timeout"));
  options_.timeout_ms = 0;
  options_.without = {"perf-stat"};
  options_.events = "page-faults";
  EXPECT_THAT(CheckRunOptions(host_, options_).message(), HasSubstr("--events: this is for"));
  options_.events.clear();
  for (const char* path : {"/dev/zero", "/", "/nowhere"}) {
    options_.metrics_from = path;
    EXPECT_THAT(CheckRunOptions(host_, options_).message(), HasSubstr(path));
  }
  options_.command.clear();
  EXPECT_THAT(CheckRunOptions(host_, options_).message(), HasSubstr("no command"));
  EXPECT_FALSE(fs::exists(made));
}

// S-090: the benchmark is not disturbed by a store that cannot be written, and the loss is said.
TEST_F(RunTest, CommandRunsWithoutARunFile) {
  std::ofstream(folder_ / "file") << "no folder";
  options_.store = (folder_ / "file").string();
  WrappedCommand wrapped(Body(Shell("echo works; exit 5")));
  EXPECT_EQ(wrapped.ExitStatus(), 5);
  EXPECT_THAT(wrapped.output(), HasSubstr("works\n"));
  EXPECT_THAT(wrapped.output(), HasSubstr("this run is not recorded"));
  EXPECT_EQ(Run(Shell("exit 6")).path, "");
}

// S-124: a line on a terminal's stderr, nothing of it elsewhere.
TEST_F(RunTest, ProgressIsForTerminalsOnly) {
  options_.quiet = false;
  options_.runs = 4;
  const std::vector<std::string> command = {"sleep", "1.2"};
  WrappedCommand on_terminal(Body(command), WrappedCommand::Stdout::kTerminal);
  EXPECT_EQ(on_terminal.ExitStatus(), 0);
  EXPECT_THAT(on_terminal.output(), HasSubstr("collect: run 1 of 4, "));
  WrappedCommand on_pipe(Body(command));
  EXPECT_EQ(on_pipe.ExitStatus(), 0);
  EXPECT_THAT(on_pipe.output(), Not(HasSubstr("run 1 of 4")));
  EXPECT_THAT(on_pipe.output(), HasSubstr("exit status 0"));
}

// Ctrl-S stops the terminal and not the samples.
TEST_F(RunTest, StoppedTerminalHoldsUpNoSample) {
  options_.quiet = false;
  options_.interval_ms = 100;
  WrappedCommand wrapped(Body(Shell("echo ready; sleep 3; touch " + (folder_ / "over").string())),
                         WrappedCommand::Stdout::kTerminal);
  wrapped.Expect("ready");
  wrapped.Type("\023");
  EXPECT_TRUE(Eventually([&] { return fs::exists(folder_ / "over"); }));
  wrapped.Type("\021");
  EXPECT_EQ(wrapped.ExitStatus(), 0);
  EXPECT_GE(FindProbeHealth(ReadOnly().run, "proc-vmstat")->samples(), 20);
}

TEST_F(RunTest, QuietSaysNothing) {
  WrappedCommand wrapped(Body(Shell("echo out; exit 2")));
  EXPECT_EQ(wrapped.ExitStatus(), 2);
  EXPECT_EQ(wrapped.output(), "out\n");
}

// What could not be read is said in the first run only.
TEST_F(RunTest, ProbeThatIsLeftOutIsSaidOnce) {
  FakeHost tree;
  tree.Write("/proc/slabinfo/is-a-folder", "");
  options_.quiet = false;
  options_.command = {"true"};
  for (uint32_t sequence : {1, 2}) {
    options_.sequence = sequence;
    WrappedCommand wrapped([&] {
      dup2(STDOUT_FILENO, STDERR_FILENO);
      Host host(tree.FullPath(""));
      return ExecuteRun(host, options_)->exit_status;
    });
    EXPECT_EQ(wrapped.ExitStatus(), 0);
    const bool said = wrapped.output().find("without slabinfo: ") != std::string::npos;
    EXPECT_EQ(said, sequence == 1) << wrapped.output();
  }
}

// A closed stderr must not become the run file, and the command finds it closed.
TEST_F(RunTest, ClosedStreamsStayClosed) {
  options_.quiet = false;
  options_.command = Shell("[ -e /proc/$$/fd/2 ] && echo open || echo closed");
  WrappedCommand wrapped([&] {
    close(STDIN_FILENO);
    close(STDERR_FILENO);
    Host host;
    return ExecuteRun(host, options_)->exit_status;
  });
  EXPECT_EQ(wrapped.ExitStatus(), 0);
  EXPECT_EQ(wrapped.output(), "closed\n");
  EXPECT_THAT(ReadOnly().damage.notes, IsEmpty());
}

// The benchmark's own words become metrics, and still reach our stdout.
TEST_F(RunTest, OutputOfABenchmarkBecomesMetrics) {
  const std::string ab = (folder_ / "ab").string();
  std::ofstream(ab) << "#!/bin/sh\n"
                       "echo 'Complete requests:      100'\n"
                       "echo 'Requests per second:    1234.50 [#/sec] (mean)'\n";
  chmod(ab.c_str(), 0755);
  WrappedCommand wrapped(Body({ab, "-q"}));
  EXPECT_EQ(wrapped.ExitStatus(), 0);
  EXPECT_THAT(wrapped.output(), HasSubstr("1234.50 [#/sec] (mean)\n"));
  const RunFile file = ReadOnly();
  EXPECT_EQ(file.run.testcase(), "apachebench");
  EXPECT_NE(Find(file, "apachebench.time.elapsed_time"), nullptr);
}

TEST_F(RunTest, IntervalsAreKept) {
  options_.interval_ms = 20;
  options_.interval_ms_of_probe = {{"softirqs", 60'000}};
  const RunFile file = ReadBack(Run({"sleep", "0.5"}).path);
  EXPECT_GE(FindProbeHealth(file.run, "proc-vmstat")->samples(), 5);
  EXPECT_LE(FindProbeHealth(file.run, "proc-vmstat")->samples(), 40);
  EXPECT_EQ(FindProbeHealth(file.run, "softirqs")->samples(), 2);
}

TEST_F(RunTest, FirstAndLastTextsAreInTheFile) {
  const RunFile file = ReadBack(Run({"true"}).path);
  std::vector<int> when;
  for (const v1::RawText& text : file.texts) {
    if (text.path() == "/proc/vmstat") when.push_back(text.when());
  }
  EXPECT_THAT(when, ElementsAre(v1::RawText::FIRST, v1::RawText::LAST));
}

}  // namespace
}  // namespace collect
