// collect [run]: runs a command with the probes at work, once or several times.
#include <cstdio>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/strip.h"
#include "archive/nearest_name.h"
#include "archive/result_store.h"
#include "collector/hook.h"
#include "collector/run.h"
#include "tools/command.h"
#include "tools/options.h"
#include "tools/subcommands.h"

namespace collect {
namespace {

constexpr absl::string_view kProgram = "collect run";

// Exit status when nothing was run though the words made sense, or what goes around it failed.
constexpr int kNothingRun = 125;

constexpr int64_t kMostTimeMs = 30 * 86'400'000LL;

absl::Status SetInterval(absl::string_view value, RunOptions* options) {
  const size_t equals = value.find('=');
  const bool named = equals != absl::string_view::npos;
  const absl::StatusOr<int64_t> interval = ParseMilliseconds(
      named ? value.substr(equals + 1) : value, kLeastIntervalMs, kMostIntervalMs);
  if (!interval.ok()) return interval.status();
  if (named) {
    options->interval_ms_of_probe[std::string(value.substr(0, equals))] = *interval;
  } else {
    options->interval_ms = *interval;
  }
  return absl::OkStatus();
}

Option IntervalOption(RunOptions* options) {
  return {"interval", "[PROBE=]TIME",
          "read the probes, or one of them, this often (10ms to 1h); may be repeated",
          [options](absl::string_view value) { return SetInterval(value, options); }};
}

absl::Status SetBudget(absl::string_view value, RunOptions* options) {
  constexpr double kLeast = 0.001;
  constexpr double kMost = 100;
  double percent = 0;
  absl::string_view number = value;
  absl::ConsumeSuffix(&number, "%");
  if (value != "off" &&
      !(absl::SimpleAtod(number, &percent) && percent >= kLeast && percent <= kMost)) {
    return absl::InvalidArgumentError("expected off, or a percentage of one CPU up to 100");
  }
  options->budget_percent = percent;
  return absl::OkStatus();
}

Option BudgetOption(RunOptions* options) {
  return {"budget", "PERCENT",
          "what all probes together may use of one CPU before the dear ones are read less often, "
          "or off",
          [options](absl::string_view value) { return SetBudget(value, options); }};
}

Option ScopeOption(RunOptions* options) {
  return TextOption(
      "scope", "system|command|cgroup:PATH",
      "whose work perf-stat counts: everybody's (the default), the command's, a group's",
      &options->scope);
}

// Lines for sh around each run.
struct Hooks {
  std::string before;
  std::string after;
};

Syntax RunSyntax(RunOptions* options, Hooks* hooks) {
  Syntax syntax;
  syntax.program = kProgram;
  syntax.operands = "-- COMMAND [ARGUMENT...]";
  syntax.summary =
      "Runs COMMAND and records what the machine does meanwhile. Terminal, input and output "
      "belong\n"
      "to COMMAND, and its exit status is that of collect (of several runs, the first that is not\n"
      "0). The word run may be left out.";
  syntax.command_follows = true;
  syntax.options = {
      TextOption("label", "NAME", "name of this group of runs, for show and compare",
                 &options->label),
      NumberOption("runs", "run the command N times; ends early when interrupted", 1, 10000,
                   &options->runs),
      IntervalOption(options),
      ListOption("probes", "NAME,...", "only these probes", &options->probes),
      ListOption("with", "NAME,...", "these probes too, which are not read by default",
                 &options->with),
      ListOption("without", "NAME,...", "all probes but these", &options->without),
      TextOption("events", "LIST",
                 "what perf-stat counts, written as for perf stat -e; see collect(1)",
                 &options->events),
      ScopeOption(options),
      TextOption("testcase", "NAME", "which benchmark this is, if the command's name does not say",
                 &options->testcase),
      PairOption("param", "a parameter of the test, kept with the run; may be repeated",
                 &options->params),
      PairOption("axis",
                 "something by which runs are grouped, such as commit=v6.12; may be "
                 "repeated",
                 &options->axes),
      WithLetter('o', TextOption("output", "DIR", "store the run file below DIR", &options->store)),
      BudgetOption(options),
      TimeOption("timeout", "end the command after this time, with status 124", 1, kMostTimeMs,
                 &options->timeout_ms),
      TimeOption("skip-first", "leave the beginning of the run out of the run values", 1,
                 kMostTimeMs, &options->skip_first_ms),
      TimeOption("skip-last", "leave the end of the run out of the run values", 1, kMostTimeMs,
                 &options->skip_last_ms),
      TextOption("from-mark", "NAME", "run values start where the command named a moment so",
                 &options->from_mark),
      TextOption("to-mark", "NAME", "run values end where the command named a moment so",
                 &options->to_mark),
      TextOption("before", "LINE", "run this with sh before each run, outside of the measurement",
                 &hooks->before),
      TextOption("after", "LINE", "run this with sh after each run, outside of the measurement",
                 &hooks->after),
      TextOption("metrics-from", "FILE",
                 "read results in the command's stdout, where FILE says (collect(1))",
                 &options->metrics_from),
      SwitchOption("read-output",
                   "read lines collect-metric NAME=VALUE [UNIT] in the command's stdout",
                   &options->read_output),
      SwitchOption("end-left-running", "end processes that the command has left running",
                   &options->end_left_running),
      SwitchOption("quiet", "print nothing but errors", &options->quiet),
  };
  return syntax;
}

// A word that was meant as a subcommand is tried as a command; says so when there is none.
void HintAtSubcommand(absl::string_view command) {
  std::vector<absl::string_view> names;
  for (const Subcommand& subcommand : AllSubcommands()) names.push_back(subcommand.name);
  const absl::string_view nearest = NearestName(command, names);
  if (!nearest.empty()) absl::FPrintF(stderr, "collect: did you mean collect %s?\n", nearest);
}

int NothingRun(const absl::Status& status) {
  BadInput(kProgram, status);
  return kNothingRun;
}

absl::Status RunIfGiven(Host& host, absl::string_view option, const std::string& line) {
  return line.empty() ? absl::OkStatus() : RunHook(host, option, line);
}

int RunAll(Host& host, RunOptions options, const Hooks& hooks) {
  int status = 0;
  for (options.sequence = 1; options.sequence <= options.runs; ++options.sequence) {
    const absl::Status prepared = RunIfGiven(host, "--before", hooks.before);
    if (!prepared.ok()) return NothingRun(prepared);
    const absl::StatusOr<RunResult> result = ExecuteRun(host, options);
    if (!result.ok()) return NothingRun(result.status());
    const absl::Status cleaned = RunIfGiven(host, "--after", hooks.after);
    if (!cleaned.ok()) return NothingRun(cleaned);
    if (status == 0) status = result->exit_status;
    if (result->not_executed) HintAtSubcommand(options.command[0]);
    if (result->interrupted || result->not_executed) break;
  }
  return status;
}

}  // namespace

int RunSubcommand(absl::Span<const std::string> words) {
  Host host;
  RunOptions options;
  options.collect_version = COLLECT_VERSION;
  options.store = DefaultStoreDirectory();
  Hooks hooks;
  return WithOperands(
      RunSyntax(&options, &hooks), words, [&](const std::vector<std::string>& command) {
        options.command = command;
        absl::Status checked = command.empty() ? absl::InvalidArgumentError("no command is given")
                                               : CheckRunOptions(host, options);
        return checked.ok() ? RunAll(host, options, hooks) : BadInput(kProgram, checked);
      });
}

}  // namespace collect
