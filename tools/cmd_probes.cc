// collect probes: every probe, whether it works here, or why not and what to do.
#include <cstdio>
#include <nlohmann/json.hpp>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/time/time.h"
#include "tools/open_probes.h"
#include "tools/options.h"
#include "tools/subcommands.h"

namespace collect {
namespace {

constexpr absl::string_view kProgram = "collect probes";

absl::string_view StateOf(const OpenedProbe& opened) {
  if (NeedsCommand(*opened.info)) return "with a command";
  if (opened.status.ok()) return "works";
  if (absl::IsNotFound(opened.status)) return "not present";
  if (absl::IsPermissionDenied(opened.status)) return "no permission";
  return "failed";
}

// What a person can do about a source that may not be read.
absl::string_view AdviceFor(const OpenedProbe& opened) {
  if (!absl::IsPermissionDenied(opened.status)) return "";
  switch (opened.info->privilege) {
    case Privilege::kRoot:
      return "; run collect as root";
    case Privilege::kPerfmon:
      return "; run collect as root or with CAP_PERFMON, or lower kernel.perf_event_paranoid";
    case Privilege::kNone:
      return "";
  }
  return "";
}

std::string ReasonOf(const OpenedProbe& opened) {
  return absl::StrCat(opened.status.message(), AdviceFor(opened));
}

std::string IntervalOf(const ProbeInfo& probe) {
  switch (probe.moment) {
    case Moment::kInterval:
      return absl::FormatDuration(absl::Milliseconds(probe.default_interval_ms));
    case Moment::kStartAndEnd:
      return "start and end";
    case Moment::kAfterCommand:
      return "after the command";
  }
  return "";
}

absl::string_view PrivilegeOf(const ProbeInfo& probe) {
  switch (probe.privilege) {
    case Privilege::kNone:
      return "everybody";
    case Privilege::kRoot:
      return "root";
    case Privilege::kPerfmon:
      return "root or CAP_PERFMON";
  }
  return "";
}

absl::string_view CostOf(const ProbeInfo& probe) {
  switch (probe.cost) {
    case Cost::kCheap:
      return "cheap";
    case Cost::kFair:
      return "fair";
    case Cost::kDear:
      return "dear";
  }
  return "";
}

std::string Text() {
  Host host;
  std::string text =
      absl::StrFormat("%-14s %-15s %-18s %8s  %s\n", "probe", "state", "read", "metrics", "source");
  for (const OpenedProbe& opened : OpenAllProbes(host)) {
    absl::StrAppendFormat(&text, "%-14s %-15s %-18s %8s  %s\n", opened.info->name, StateOf(opened),
                          IntervalOf(*opened.info),
                          opened.metrics > 0 ? absl::StrCat(opened.metrics) : "-",
                          opened.info->source);
    if (!opened.status.ok()) absl::StrAppend(&text, "    ", ReasonOf(opened), "\n");
  }
  return text;
}

std::string Json() {
  Host host;
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const OpenedProbe& opened : OpenAllProbes(host)) {
    all.push_back({{"name", std::string(opened.info->name)},
                   {"state", std::string(StateOf(opened))},
                   {"reason", ReasonOf(opened)},
                   {"read", IntervalOf(*opened.info)},
                   {"metrics", opened.metrics},
                   {"privilege", std::string(PrivilegeOf(*opened.info))},
                   {"cost", std::string(CostOf(*opened.info))},
                   {"source", std::string(opened.info->source)}});
  }
  return all.dump(1) + "\n";
}

// The page docs/probes.md; says nothing of this machine.
std::string Markdown() {
  std::string text =
      "# Probes\n\n"
      "Every source of metrics, as `collect probes --format=markdown` prints this page. On a "
      "machine\n"
      "at hand `collect probes` says which of them work, or why not and what to do. A probe is\n"
      "cheap when a sample takes under 0.1 ms, fair when it takes up to 1 ms or grows with the\n"
      "number of CPUs, and dear when it takes more. The names, units and kinds of its metrics are\n"
      "printed by `collect show`.\n\n"
      "| probe | what it reads | source | read | cost | may be read by |\n"
      "|---|---|---|---|---|---|\n";
  for (const ProbeInfo& probe : AllProbes()) {
    absl::StrAppend(&text, "| ", probe.name, " | ", probe.help, " | ", probe.source, " | ",
                    IntervalOf(probe), " | ", CostOf(probe), " | ", PrivilegeOf(probe), " |\n");
  }
  return text;
}

}  // namespace

int ProbesSubcommand(absl::Span<const std::string> words) {
  std::string format = "text";
  Syntax syntax;
  syntax.program = kProgram;
  syntax.summary =
      "Opens every probe on this machine and says whether it works, or why not and what to do. "
      "The\n"
      "format markdown prints the page docs/probes.md, which is the same everywhere.";
  syntax.options = {ChoiceOption("format", {"text", "json", "markdown"}, "how to print", &format)};
  return WithOperands(syntax, words, [&](const std::vector<std::string>&) {
    const std::string text = format == "json" ? Json() : format == "markdown" ? Markdown() : Text();
    std::fputs(text.c_str(), stdout);
    return 0;
  });
}

}  // namespace collect
