// The table of subcommands, and the choice among them.
#include "tools/command.h"

#include <cstdio>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "tools/subcommands.h"

namespace collect {
namespace {

constexpr int kUnwritten = 1;

constexpr Subcommand kSubcommands[] = {
    {"run", "run a command and record what the machine does meanwhile", RunSubcommand},
    {"trial", "run two sides or more in turns, and compare them", TrialSubcommand},
    {"mark", "name a moment of the run, from within the command", MarkSubcommand},
    {"compare", "say what differs between groups of runs", CompareSubcommand},
    {"show", "print what is in runs", ShowSubcommand},
    {"list", "list the runs in the result store", ListSubcommand},
    {"verify", "say whether run files are whole", VerifySubcommand},
    {"probes", "say of every probe whether it works here", ProbesSubcommand},
    {"calibrate", "say what the probes cost a command", CalibrateSubcommand},
    {"capture", "keep the files that the probes read, for replay", CaptureSubcommand},
    {"replay", "make a run of captured files", ReplaySubcommand},
    {"import", "make run files of other tools' results", ImportSubcommand},
};

std::string Overview() {
  std::string text =
      "Usage: collect [run] [options] -- COMMAND...\n"
      "       collect SUBCOMMAND [options] ...\n\n"
      "Watches a machine while a command runs on it, and says what changed between runs.\n\n"
      "Subcommands (collect SUBCOMMAND --help says more):\n";
  for (const Subcommand& subcommand : kSubcommands) {
    absl::StrAppendFormat(&text, "  %-10s %s\n", subcommand.name, subcommand.summary);
  }
  return absl::StrCat(text, "\nExample:\n",
                      "  collect --label before --runs 4 -- ab -q -n 100000 http://127.0.0.1/\n",
                      "  collect --label after --runs 4 -- ab -q -n 100000 http://127.0.0.1/\n",
                      "  collect compare before after\n");
}

int Dispatch(absl::Span<const std::string> words) {
  const std::string& first = words[0];
  if (first == "--help" || first == "-h") {
    std::fputs(Overview().c_str(), stdout);
    return 0;
  }
  if (first == "--version") {
    std::puts("collect " COLLECT_VERSION);
    return 0;
  }
  for (const Subcommand& subcommand : kSubcommands) {
    if (first == subcommand.name) return subcommand.run(words.subspan(1));
  }
  return RunSubcommand(words);
}

// A report that a full disk cut off must not look like a whole one.
int CheckStdout(int status) {
  const bool failed = std::ferror(stdout) != 0;
  if (std::fflush(stdout) == 0 && !failed) return status;
  absl::FPrintF(stderr, "collect: not all of the output could be written to stdout\n");
  return status == 0 ? kUnwritten : status;
}

}  // namespace

int BadInput(absl::string_view program, const absl::Status& status) {
  absl::FPrintF(stderr, "%s: %s\n", program, status.message());
  return kBadInput;
}

absl::Span<const Subcommand> AllSubcommands() { return kSubcommands; }

int RunMain(absl::Span<const std::string> words) {
  if (words.empty()) {
    return BadInput("collect", absl::InvalidArgumentError(
                                   "no command is given: collect [options] -- COMMAND..., or see "
                                   "collect --help"));
  }
  return CheckStdout(Dispatch(words));
}

}  // namespace collect
