// collect capture: the files that the probes read, kept for collect replay.
#include "absl/strings/str_format.h"
#include "collector/environment.h"
#include "probes/host/capture.h"
#include "tools/command.h"
#include "tools/open_probes.h"
#include "tools/options.h"
#include "tools/subcommands.h"

namespace collect {
namespace {

constexpr absl::string_view kProgram = "collect capture";

absl::Status WriteCapture(const std::string& folder) {
  Host host;
  Capture capture(host);
  OpenAllProbes(host);
  ReadHostFacts(host);
  const absl::StatusOr<std::vector<std::string>> left_out = capture.WriteTree(folder);
  if (!left_out.ok()) return left_out.status();
  for (const std::string& sentence : *left_out) {
    absl::FPrintF(stderr, "%s: left out: %s\n", kProgram, sentence);
  }
  return absl::OkStatus();
}

}  // namespace

int CaptureSubcommand(absl::Span<const std::string> words) {
  Syntax syntax;
  syntax.program = kProgram;
  syntax.operands = "DIR";
  syntax.summary =
      "Copies every file that the probes read on this machine, as it is now, into the new folder\n"
      "DIR. Two or more of them, taken one after the other, make a run with collect replay.";
  return WithOperands(syntax, words, [&](const std::vector<std::string>& operands) {
    const absl::Status status = operands.size() == 1
                                    ? WriteCapture(operands[0])
                                    : absl::InvalidArgumentError("expected one folder");
    return status.ok() ? 0 : BadInput(kProgram, status);
  });
}

}  // namespace collect
