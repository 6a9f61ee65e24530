// The subcommands, one file each. Every one gets the words behind its name and returns the exit
// status.
#pragma once

#include <string>

#include "absl/types/span.h"

namespace collect {

/// Runs a command with the probes at work (cmd_run.cc).
int RunSubcommand(absl::Span<const std::string> words);
/// Runs sides in turns and compares them (cmd_trial.cc).
int TrialSubcommand(absl::Span<const std::string> words);
/// Prints what is in runs: facts, health of probes, metrics, series (cmd_show.cc).
int ShowSubcommand(absl::Span<const std::string> words);
/// Lists the runs in the result store (cmd_list.cc).
int ListSubcommand(absl::Span<const std::string> words);
/// Says of run files whether they are whole (cmd_verify.cc).
int VerifySubcommand(absl::Span<const std::string> words);
/// Says what differs between groups of runs (cmd_compare.cc).
int CompareSubcommand(absl::Span<const std::string> words);
/// Keeps the files that the probes read (cmd_capture.cc).
int CaptureSubcommand(absl::Span<const std::string> words);
/// Makes a run of such files (cmd_replay.cc).
int ReplaySubcommand(absl::Span<const std::string> words);
/// Makes run files of other tools' results (cmd_import.cc).
int ImportSubcommand(absl::Span<const std::string> words);
/// Says of every probe whether it works here (cmd_probes.cc).
int ProbesSubcommand(absl::Span<const std::string> words);
/// Names a moment of the run, from within its command (cmd_mark.cc).
int MarkSubcommand(absl::Span<const std::string> words);
/// Says what the probes cost a command (cmd_calibrate.cc).
int CalibrateSubcommand(absl::Span<const std::string> words);

}  // namespace collect
