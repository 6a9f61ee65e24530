// collect probes: every probe, whether it works here, or why not and what to do.
#include <cstdio>
#include <nlohmann/json.hpp>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/time/time.h"
#include "probes/workload/workload.h"
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

std::string IntervalOf(const ProbeInfo& probe) {
  switch (probe.moment) {
    case Moment::kInterval:
      return absl::StrCat(absl::FormatDuration(absl::Milliseconds(probe.default_interval_ms)),
                          probe.by_default == Default::kOn ? "" : " if asked");
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
    if (!opened.status.ok()) absl::StrAppend(&text, "    ", opened.status.message(), "\n");
    for (const std::string& note : opened.notes) absl::StrAppend(&text, "    ", note, "\n");
  }
  return text;
}

std::string Json() {
  Host host;
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const OpenedProbe& opened : OpenAllProbes(host)) {
    all.push_back({{"name", std::string(opened.info->name)},
                   {"state", std::string(StateOf(opened))},
                   {"reason", std::string(opened.status.message())},
                   {"notes", opened.notes},
                   {"read", IntervalOf(*opened.info)},
                   {"metrics", opened.metrics},
                   {"privilege", std::string(PrivilegeOf(*opened.info))},
                   {"cost", std::string(CostOf(*opened.info))},
                   {"source", std::string(opened.info->source)}});
  }
  return all.dump(1) + "\n";
}

// A table of the benchmarks whose output the probe workload reads.
std::string Benchmarks() {
  std::string text =
      "\n## Benchmarks\n\n"
      "Of these the probe workload reads the output; the name of the command says which it is, or\n"
      "`--testcase`. For others see `--metrics-from` and `--read-output` in collect(1).\n\n"
      "| testcase | commands |\n"
      "|---|---|\n";
  for (const Workload& workload : AllWorkloads()) {
    absl::StrAppend(&text, "| ", workload.testcase, " | ",
                    workload.commands.empty() ? "-" : absl::StrJoin(workload.commands, ", "),
                    " |\n");
  }
  return text;
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
  return text + Benchmarks();
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
