// Opens and reads every probe on the machines of tests/fixtures, and parses the recorded outputs of
// benchmarks, to list what they declare.
#include "tests/tools/metrics_page.h"

#include <re2/re2.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <memory>
#include <set>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "probes/table.h"
#include "probes/workload/workload.h"
#include "tests/support/fake_host.h"
#include "tests/support/recorded_results.h"

namespace collect {
namespace {

// Together they have every source of which there is a capture.
constexpr const char* kMachines[] = {
    "pvm-guest-6.18",           "replay-pvm-guest-6.18/t0", "kernel-files/x86_64-6.1-4/1",
    "qemu-guest-6.1-two_nodes", "skylake-6.1-two_packages", "skylake-6.1-smt_off",
    "neoverse-6.1-lpi"};

// Parts of names that are different on every machine. An empty probe stands for all.
struct Fold {
  absl::string_view probe;
  const char* pattern;
  const char* folded;
};
constexpr Fold kFolds[] = {
    {"", R"(\bCPU\d+\.)", "CPU*."},
    {"", R"(\bcpu\.\d+\.)", "cpu.*."},
    {"", R"(\bnode(\.?)\d+)", R"(node\1*)"},
    {"", R"(\b(pkg|core|cpu|policy|zone|cooling)\d+\b)", R"(\1*)"},
    {"interrupts", R"(\d+:.*)", "NUMBER:NAME"},
    {"slabinfo", R"(^slabinfo\..+\.)", "slabinfo.CACHE."},
    {"diskstats", R"(^diskstats\.(\w+)\..*)", R"(diskstats.\1.DISK)"},
    {"diskstats", R"(^iostat\.[^.]+\.)", "iostat.DISK."},
    {"net", R"(^net\.dev\.[^.]+\.)", "net.dev.INTERFACE."},
    {"thermal", R"(^(thermal\.\w+\*)\..*)", R"(\1.TYPE)"},
};

std::string Folded(std::string name, absl::string_view probe) {
  for (const Fold& fold : kFolds) {
    if (fold.probe.empty() || fold.probe == probe) {
      RE2::GlobalReplace(&name, fold.pattern, fold.folded);
    }
  }
  return name;
}

std::string KindName(v1::Kind kind) { return absl::AsciiStrToLower(v1::Kind_Name(kind)); }

absl::string_view BetterName(v1::Direction better) {
  if (better == v1::HIGHER_IS_BETTER) return "higher";
  return better == v1::LOWER_IS_BETTER ? "lower" : "";
}

std::string Cell(absl::string_view text) { return absl::StrReplaceAll(text, {{"|", "\\|"}}); }

std::string Row(const v1::MetricDescriptor& metric, const std::string& name) {
  return absl::StrCat("| `", name, "` | ", Cell(metric.unit()), " | ", KindName(metric.kind()),
                      " | ", BetterName(metric.direction()), " | ", Cell(metric.formula().text()),
                      " | ", Cell(metric.help()), " |\n");
}

// A captured machine, with the control group and the results of a command.
struct Machine {
  explicit Machine(const char* fixture) {
    host.CopyFixture(fixture);
    host.Write("/proc/77/cgroup", "0::/system.slice/load.service\n");
    host.Write("/proc/self/mountinfo", "25 30 0:22 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
    host.Write("/proc/self/statm", "5000 1000 600 20 0 300 0\n");
    command.pid = 77;
    command.testcase = "TESTCASE";
    command.elapsed_ns = 1'000'000'000;
    cost.probes = {{"PROBE", 0, 0}};
  }

  FakeHost host;
  Command command;
  OwnCost cost;
};

// The metrics of one probe on one machine; none where that machine does not have its source.
std::vector<v1::MetricDescriptor> MetricsOn(Machine& machine, const ProbeInfo& info) {
  const std::unique_ptr<Probe> probe = info.make();
  Columns columns;
  if (!probe->Open({machine.host, machine.command, machine.cost}, columns).ok()) return {};
  machine.host.monotonic_ns += 1'000'000'000;
  columns.Clear();
  // Some declare their metrics when they first read; one that cannot read has shown what it has.
  probe->Read(columns).IgnoreError();
  return {columns.metrics().begin(), columns.metrics().end()};
}

std::string ProbeSection(const ProbeInfo& info, std::deque<Machine>& machines) {
  std::string rows;
  std::set<std::string> seen;
  for (Machine& machine : machines) {
    for (const v1::MetricDescriptor& metric : MetricsOn(machine, info)) {
      const std::string name = Folded(metric.name(), info.name);
      if (!metric.hidden() && seen.insert(name).second) absl::StrAppend(&rows, Row(metric, name));
    }
  }
  const std::string head =
      absl::StrCat("\n## ", info.name, "\n\n", info.source, ": ", info.help, ".\n\n");
  if (rows.empty()) return absl::StrCat(head, "No captured machine of the tests has it.\n");
  return absl::StrCat(head, "| metric | unit | kind | better | formula | meaning |\n",
                      "|---|---|---|---|---|---|\n", rows);
}

// Files of recorded outputs whose name begins with that of the testcase, sorted.
std::vector<std::string> RecordingsOf(absl::string_view testcase) {
  const std::string fixtures = absl::StrCat(COLLECT_SOURCE_DIR, "/tests/fixtures/");
  const std::string start = absl::StrReplaceAll(testcase, {{"-speed", ""}, {"-", "_"}});
  std::vector<std::string> names;
  for (const char* folder : {"workloads", "apachebench"}) {
    for (const auto& entry : std::filesystem::directory_iterator(fixtures + folder)) {
      const std::string name = entry.path().filename();
      const bool named = RE2::FullMatch(name, absl::StrCat(start, R"((_\d.*)?\..*)"));
      const bool plain = testcase == "apachebench" && name == "plain.txt";
      if (named || plain) names.push_back(absl::StrCat(folder, "/", name));
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string WorkloadRows(const Workload& workload) {
  std::string rows;
  std::set<std::string> seen;
  for (const std::string& recording : RecordingsOf(workload.testcase)) {
    const RecordedResults results(workload.parse, Fixture(recording));
    for (const std::string& kpi : results.Kpis()) {
      const std::string name = kpi.substr(0, kpi.size() - 2);
      if (!seen.insert(name).second) continue;
      absl::StrAppend(&rows, "| `", workload.testcase, ".", name, "` | ", results.units.at(name),
                      " | ", kpi.back() == '+' ? "higher" : "lower", " |\n");
    }
  }
  return rows;
}

std::string Benchmarks() {
  std::string text =
      "\n## Benchmarks\n\n"
      "KPIs in the recorded outputs of tests/fixtures/workloads; what else a benchmark prints is "
      "kept,\ntoo.\n\n"
      "| KPI | unit | better |\n"
      "|---|---|---|\n";
  std::vector<std::string> without;
  for (const Workload& workload : AllWorkloads()) {
    const std::string rows = WorkloadRows(workload);
    if (rows.empty()) without.emplace_back(workload.testcase);
    text += rows;
  }
  return absl::StrCat(
      text, "\nRead, too, but without a recorded output: ", absl::StrJoin(without, ", "), ".\n");
}

}  // namespace

std::string MetricsPage() {
  std::string text =
      "# Metrics\n\n"
      "What the probes declare, as tests/tools/metrics_page.cc prints it from the captured "
      "machines "
      "of\ntests/fixtures. After a change, write it anew with\n\n"
      "    METRICS_PAGE=docs/metrics.md build/release/tests/tools_test "
      "--gtest_filter='MetricsPage*'\n\n"
      "Names differ with the machine and kernel; `collect show` prints those of a run. In a name,\n"
      "`CPU*`, `node*`, `DISK`, `INTERFACE`, `CACHE` and `NUMBER:NAME` stand for each there is. "
      "The kind\n"
      "says what the run value is: of a counter last - first, of a gauge the time-weighted mean, "
      "of "
      "derived\nwhat the formula says. An empty meaning: the field of that name of the source. "
      "Which names of the\nkernel test robot's reports a run has, says tools/name_coverage.\n";
  std::deque<Machine> machines;
  for (const char* fixture : kMachines) machines.emplace_back(fixture);
  for (const ProbeInfo& info : AllProbes()) {
    if (info.name != "workload") text += ProbeSection(info, machines);
  }
  return text + Benchmarks();
}

}  // namespace collect
