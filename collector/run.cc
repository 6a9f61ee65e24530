// One run from its options to its closing line.
#include "collector/run.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <limits>
#include <memory>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "collector/environment.h"
#include "collector/progress.h"
#include "collector/recording.h"
#include "collector/run_command.h"
#include "collector/run_id.h"
#include "collector/run_options.h"
#include "collector/shell_hint.h"
#include "collector/window.h"
#include "probes/workload/workload.h"

namespace collect {
namespace {

constexpr int64_t kNsPerMs = 1'000'000;
// The probe that wants the command's output.
constexpr absl::string_view kOutputProbe = "workload";
// The probe that counts --events.
constexpr absl::string_view kPerfProbe = "perf-stat";

// A parameter, so that a comparison tells counts of the command from those of the machine.
constexpr char kScopeParam[] = "perf-stat.scope";

void Say(absl::string_view sentence) { absl::FPrintF(stderr, "collect: %s\n", sentence); }

// A standard stream that is closed would get the number of the next file that we open, and a
// message would end up in the run file. The command finds it closed all the same (O_CLOEXEC).
void FillStandardStreams() {
  int fd = open("/dev/null", O_RDWR | O_CLOEXEC);
  while (fd >= 0 && fd <= STDERR_FILENO) fd = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (fd >= 0) close(fd);
}

// While it lives we may have as many open files as the hard limit allows: perf events take one for
// each event and CPU (S-073). The command has been forked before and keeps the limit it was given.
class RaisedFileLimit {
 public:
  RaisedFileLimit() {
    known_ = getrlimit(RLIMIT_NOFILE, &before_) == 0;
    struct rlimit raised = before_;
    raised.rlim_cur = raised.rlim_max;
    if (known_) setrlimit(RLIMIT_NOFILE, &raised);
  }
  ~RaisedFileLimit() {
    if (known_) setrlimit(RLIMIT_NOFILE, &before_);
  }
  RaisedFileLimit(const RaisedFileLimit&) = delete;
  RaisedFileLimit& operator=(const RaisedFileLimit&) = delete;

 private:
  struct rlimit before_ = {};
  bool known_ = false;
};

v1::Run IdentityOf(Host& host, const RunOptions& options, const std::string& testcase) {
  v1::Run run;
  *run.mutable_host() = ReadHostFacts(host);
  run.set_start_unix_ns(host.WallNs());
  run.set_start_monotonic_ns(host.MonotonicNs());
  run.set_id(MakeRunId(run.start_unix_ns()));
  run.set_label(options.label);
  run.set_testcase(testcase);
  run.mutable_params()->insert(options.params.begin(), options.params.end());
  if (options.scope != "system") (*run.mutable_params())[kScopeParam] = options.scope;
  run.mutable_axes()->insert(options.axes.begin(), options.axes.end());
  for (const std::string& word : options.command) run.add_command(word);
  std::error_code error;
  run.set_working_directory(std::filesystem::current_path(error).string());
  run.set_collect_version(options.collect_version);
  run.set_sequence(options.sequence);
  if (options.trial.has_value()) *run.mutable_trial() = *options.trial;
  return run;
}

v1::Outcome OutcomeOf(const CommandEnd& end) {
  v1::Outcome outcome;
  outcome.set_exit_status(end.exit_status);
  outcome.set_signal(end.signal);
  outcome.set_core_dumped(end.core_dumped);
  outcome.set_elapsed_ns(end.elapsed_ns);
  outcome.set_timed_out(end.timed_out);
  return outcome;
}

// A command may leave thousands of processes; all of them are in the file.
template <typename Words>
std::string FirstOf(const Words& words) {
  constexpr int kShown = 5;
  const int shown = std::min(words.size(), kShown);
  std::string text = absl::StrJoin(words.begin(), words.begin() + shown, ", ");
  if (words.size() > shown) absl::StrAppend(&text, " and ", words.size() - shown, " more");
  return text;
}

CommandOptions CommandOptionsOf(const RunOptions& options, const std::string& testcase) {
  CommandOptions command;
  command.argv = options.command;
  command.timeout_ns = options.timeout_ms * kNsPerMs;
  command.end_left_running = options.end_left_running;
  const bool wanted =
      FindWorkload(testcase) != nullptr || !options.metrics_from.empty() || options.read_output;
  command.keep_output = wanted && IsChosen(options, kOutputProbe);
  command.take_metrics = IsChosen(options, kOutputProbe);
  return command;
}

// One run under way.
class Execution {
 public:
  Execution(Host& host, const RunOptions& options, CommandRunner& runner,
            std::vector<MetricRule> rules)
      : host_(host), options_(options), runner_(runner), rules_(std::move(rules)) {}

  RunResult Execute(const std::string& testcase, const CommandOptions& command);

 private:
  void StartRecording();
  void RunCommand();
  void NoteWindow(const CommandEnd& end);
  void NoteEnd(const CommandEnd& end);
  void FinishRecording();
  void SayWhatHappened();
  void SayWhatOutputLacks();
  std::string HowItEnded() const;

  Host& host_;
  const RunOptions& options_;
  CommandRunner& runner_;
  const std::vector<MetricRule> rules_;
  Command command_;
  std::unique_ptr<Recording> recording_;  // null: the run file could not be made
  RunResult result_;
};

RunResult Execution::Execute(const std::string& testcase, const CommandOptions& command) {
  command_.pid = runner_.pid();
  command_.testcase = testcase;
  command_.output_is_read = command.keep_output;
  command_.metrics_are_read = command.take_metrics;
  if (!rules_.empty()) command_.metric_rules = &rules_;
  command_.argv = options_.command;
  command_.perf_scope = options_.scope;
  command_.perf_events = options_.events;
  result_.run = IdentityOf(host_, options_, testcase);
  StartRecording();
  RunCommand();
  FinishRecording();
  SayWhatHappened();
  result_.interrupted = runner_.Interrupted();
  return std::move(result_);
}

// The command matters more than its recording: it runs whatever becomes of the file.
void Execution::StartRecording() {
  absl::StatusOr<std::unique_ptr<Recording>> recording =
      Recording::Start(host_, options_, command_, result_.run);
  if (recording.ok()) {
    recording_ = *std::move(recording);
    result_.path = recording_->path();
  } else {
    Say(absl::StrCat("this run is not recorded: ", recording.status().message(),
                     "; -o DIR stores it elsewhere"));
  }
}

void Execution::RunCommand() {
  Progress progress(options_, host_.MonotonicNs());
  const size_t probes_off = recording_ == nullptr ? 0 : recording_->probes_off();
  CommandEnd end = runner_.RunToEnd([&] {
    const int64_t now_ns = host_.MonotonicNs();
    const int64_t next_ns = recording_ == nullptr ? std::numeric_limits<int64_t>::max()
                                                  : recording_->SampleWhenDue(now_ns);
    progress.Show(now_ns, recording_ == nullptr ? 0 : recording_->samples(), probes_off);
    return std::min(next_ns, progress.NextNs());
  });
  command_.usage = end.usage;
  command_.elapsed_ns = end.elapsed_ns;
  command_.output = std::move(end.output);
  command_.metrics = std::move(end.metrics);
  command_.exit_status = end.exit_status;
  command_.signal = end.signal;
  if (recording_ != nullptr) recording_->Last();
  progress.Clear();
  *result_.run.mutable_outcome() = OutcomeOf(end);
  NoteWindow(end);
  NoteEnd(end);
}

void Execution::NoteWindow(const CommandEnd& end) {
  const int64_t zero_ns = result_.run.start_monotonic_ns();
  for (const Mark& mark : end.marks) {
    v1::RunMark& kept = *result_.run.add_marks();
    kept.set_name(mark.name);
    kept.set_time_ns(mark.time_ns - zero_ns);
  }
  const WindowFound found =
      FindWindow(options_, end.start_ns - zero_ns, end.elapsed_ns, result_.run.marks());
  if (!found.window.has_value()) return;
  *result_.run.mutable_window() = *found.window;
  if (found.fault.empty()) return;
  Say(found.fault);
  if (recording_ != nullptr) recording_->AddTrouble(found.fault);
}

void Execution::NoteEnd(const CommandEnd& end) {
  v1::Outcome& outcome = *result_.run.mutable_outcome();
  for (std::string& left : runner_.Settle()) outcome.add_left_running(std::move(left));
  outcome.set_interrupted(runner_.Interrupted());
  result_.exit_status = end.exit_status;
  std::vector<std::string> sentences;
  if (end.exec_error != 0) {
    sentences.push_back(
        absl::StrCat("cannot run ", options_.command.front(), ": ", strerror(end.exec_error)));
    Say(sentences.back());
    result_.not_executed = true;
  }
  std::string hint = ShellHint(options_.command, end.exec_error == ENOENT);
  if (!hint.empty()) {
    if (!options_.quiet || end.exec_error != 0) Say(hint);
    sentences.push_back(std::move(hint));
  }
  if (!end.output_status.ok()) {
    sentences.push_back(absl::StrCat("the command's output could not be read along: ",
                                     end.output_status.message()));
  }
  if (end.metrics_dropped > 0) {
    sentences.push_back(
        absl::StrCat("the last ", end.metrics_dropped,
                     " bytes written to $COLLECT_METRICS_FD were not kept: at most ",
                     MetricsPipe::kKeptBytes, " are"));
  }
  if (const absl::Status lost = runner_.output_lost(); !lost.ok()) {
    sentences.push_back(
        absl::StrCat("not all of the command's output was passed on: ", lost.message()));
    Say(sentences.back());
  }
  if (options_.look_around) {
    for (std::string& sentence : options_.look_around()) sentences.push_back(std::move(sentence));
  }
  if (recording_ == nullptr) return;
  for (const std::string& sentence : sentences) recording_->AddTrouble(sentence);
}

void Execution::FinishRecording() {
  if (recording_ == nullptr) return;
  if (result_.not_executed) {
    recording_->Discard();
    recording_.reset();
    result_.path.clear();
    return;
  }
  const absl::Status status = recording_->Finish(result_.run);
  if (!status.ok()) Say(absl::StrCat("the run file is not whole: ", status.message()));
}

std::string Execution::HowItEnded() const {
  const v1::Outcome& outcome = result_.run.outcome();
  std::string how =
      absl::StrFormat("%.3f s, exit status %d", static_cast<double>(outcome.elapsed_ns()) * 1e-9,
                      outcome.exit_status());
  if (outcome.timed_out()) absl::StrAppend(&how, ", timed out");
  if (outcome.interrupted()) absl::StrAppend(&how, ", interrupted");
  if (outcome.oom_kill()) absl::StrAppend(&how, ", the out-of-memory killer was at work");
  if (outcome.left_running_size() > 0) {
    absl::StrAppend(&how, options_.end_left_running ? ", ended what it left: " : ", left running: ",
                    FirstOf(outcome.left_running()));
    if (command_.output_is_read && !options_.end_left_running) {
      absl::StrAppend(&how,
                      " (whatever it still writes to stdout ends it, as that was read along)");
    }
  }
  return how;
}

// What is left out is said once, not for each of several runs. What this machine simply does not
// have is in the file only, unless it was asked for by name.
void Execution::SayWhatHappened() {
  if (options_.quiet || recording_ == nullptr) return;
  for (const v1::ProbeHealth& probe : result_.run.probes()) {
    const bool refused =
        probe.state() == v1::ProbeHealth::NO_PERMISSION || probe.state() == v1::ProbeHealth::FAILED;
    const bool missed = probe.state() == v1::ProbeHealth::NOT_PRESENT &&
                        probe.probe() == kPerfProbe && !options_.events.empty();
    if ((refused || missed) && options_.sequence <= 1) {
      Say(absl::StrCat("without ", probe.probe(), ": ", probe.reason()));
    }
  }
  SayWhatOutputLacks();
  Say(absl::StrCat("run ", result_.run.id(), ": ", HowItEnded(), "; ", result_.path));
}

// Without its results the run has no KPI, which is better known before the next one. A command that
// failed says so itself.
void Execution::SayWhatOutputLacks() {
  if (result_.exit_status != 0) return;
  for (const v1::Trouble& trouble : result_.run.trouble()) {
    if (trouble.probe() == kOutputProbe) Say(trouble.message());
  }
}

}  // namespace

absl::StatusOr<RunResult> ExecuteRun(Host& host, const RunOptions& options) {
  absl::Status status = CheckRunOptions(host, options);
  if (!status.ok()) return status;
  FillStandardStreams();
  const std::string testcase = TestcaseOf(options);
  absl::StatusOr<std::vector<MetricRule>> rules = MetricRulesOf(options);
  if (!rules.ok()) return rules.status();
  const CommandOptions command = CommandOptionsOf(options, testcase);
  absl::StatusOr<std::unique_ptr<CommandRunner>> runner = CommandRunner::Hold(host, command);
  if (!runner.ok()) return runner.status();
  const RaisedFileLimit raised;
  return Execution(host, options, **runner, *std::move(rules)).Execute(testcase, command);
}

}  // namespace collect
