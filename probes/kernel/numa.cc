// Following the nodes, and what their fields are.
#include "probes/kernel/numa.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "probes/kernel/meminfo.h"
#include "probes/kernel/metric_name.h"
#include "probes/kernel/proc_vmstat.h"

namespace collect {
namespace {

constexpr char kNodes[] = "/sys/devices/system/node";

std::string MetricName(const std::string& node, absl::string_view field) {
  return absl::StrCat(node, ".", JoinWords(field, '_'));
}

}  // namespace

absl::Status NumaProbe::Open(const ProbeContext& context, Columns& columns) {
  host_ = &context.host;
  online_.Open(*host_, absl::StrCat(kNodes, "/online"));
  const absl::StatusOr<std::vector<int>> nodes = host_->OnlineNodes();
  if (!nodes.ok()) return nodes.status();
  if (nodes->empty()) {
    return absl::NotFoundError(
        absl::StrCat("this kernel is built without NUMA, it has no ", kNodes, "/online"));
  }
  if (absl::Status status = Read(columns); !status.ok()) return status;
  for (const auto& [number, node] : nodes_) {
    if (node.online) return absl::OkStatus();
  }
  return absl::NotFoundError(
      absl::StrCat("no node of this machine has ", kNodes, "/node*/", file_));
}

absl::Status NumaProbe::Scan() {
  const absl::StatusOr<std::vector<int>> numbers = host_->OnlineNodes();
  if (!numbers.ok()) return numbers.status();
  for (auto& [number, node] : nodes_) node.online = false;
  for (const int number : *numbers) {
    absl::StatusOr<TextFile> file =
        host_->OpenText(absl::StrCat(kNodes, "/node", number, "/", file_));
    if (absl::IsNotFound(file.status())) continue;
    if (!file.ok()) return file.status();
    const std::string prefix = lines_name_the_node_ ? absl::StrCat("Node ", number, " ") : "";
    Node& node = nodes_.try_emplace(number, Node{false, {}, FieldTable(prefix)}).first->second;
    node.file = *std::move(file);
    node.online = true;
  }
  return absl::OkStatus();
}

absl::Status NumaProbe::Read(Columns& columns) {
  if (online_.Changed() || scan_needed_) {
    const absl::Status status = Scan();
    scan_needed_ = !status.ok();
    if (!status.ok()) return status;
  }
  for (auto& [number, node] : nodes_) {
    if (!node.online) continue;
    const absl::StatusOr<absl::string_view> text = node.file.Read();
    if (!text.ok()) {
      scan_needed_ = true;  // it goes away just now
      continue;
    }
    const auto declare = [&, number = number](absl::string_view field, absl::string_view unit) {
      return DeclareField(absl::StrCat(probe_, ".node", number), field, unit, columns);
    };
    node.fields.Fill(*text, declare, columns);
  }
  return absl::OkStatus();
}

void NumaProbe::VisitTexts(
    absl::FunctionRef<void(absl::string_view path, absl::string_view text)> visit) const {
  for (const auto& [number, node] : nodes_) {
    if (node.online) visit(node.file.path(), node.file.text());
  }
}

int NumaVmstat::DeclareField(const std::string& node, absl::string_view field,
                             absl::string_view /*unit*/, Columns& columns) {
  return columns.Declare(Metric(MetricName(node, field), VmstatUnit(field), VmstatKind(field)));
}

int NumaNumastat::DeclareField(const std::string& node, absl::string_view field,
                               absl::string_view /*unit*/, Columns& columns) {
  return columns.Declare(Metric(MetricName(node, field), "count", v1::COUNTER));
}

int NumaMeminfo::DeclareField(const std::string& node, absl::string_view field,
                              absl::string_view unit, Columns& columns) {
  const std::string name = MetricName(node, field);
  const int column = columns.Declare(Metric(name, MeminfoUnit(unit), v1::GAUGE));
  if (field == "AnonPages") {
    columns.Derive(SumOf(name + ".max", MeminfoUnit(unit), v1::MAX, {column}));
  }
  return column;
}

}  // namespace collect
