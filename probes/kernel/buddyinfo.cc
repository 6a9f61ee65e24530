// Reading free blocks of each size.
#include "probes/kernel/buddyinfo.h"

#include <cstdint>
#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "probes/kernel/metric_name.h"
#include "probes/kernel/text_scan.h"

namespace collect {
namespace {

// Takes "Node 0, zone   Normal" off the front; false if the line does not begin so.
bool TakeHead(absl::string_view& line, absl::string_view& node, absl::string_view& zone) {
  if (!absl::ConsumePrefix(&line, "Node ")) return false;
  node = TakeWord(line);
  if (!absl::ConsumeSuffix(&node, ",") || !absl::ConsumePrefix(&line, " zone ")) return false;
  SkipBlanks(line);
  zone = TakeWord(line);
  return !node.empty() && !zone.empty();
}

}  // namespace

int BuddyinfoTable::ColumnOf(Zone& zone, size_t order, Columns& columns) {
  if (order < zone.columns.size()) return zone.columns[order];
  const std::string name = absl::StrCat("buddyinfo.", zone.name, ".order", order);
  const auto [known, is_new] = columns_.try_emplace(name, 0);
  if (is_new) known->second = columns.Declare(Metric(name, "count", v1::GAUGE));
  zone.columns.push_back(known->second);
  return known->second;
}

void BuddyinfoTable::Fill(absl::string_view text, Columns& columns) {
  size_t index = 0;
  for (; !text.empty(); ++index) {
    const absl::string_view whole = TakeLine(text);
    absl::string_view line = whole;
    absl::string_view node;
    absl::string_view zone;
    if (index == zones_.size()) zones_.emplace_back();
    if (!TakeHead(line, node, zone)) {
      columns.Note(absl::StrCat("line of buddyinfo that is no zone is passed over: \"",
                                absl::CHexEscape(whole), "\""));
      continue;
    }
    Zone& known = zones_[index];
    const absl::string_view head = whole.substr(0, whole.size() - line.size());
    if (known.head != head) {
      known = {std::string(head),
               absl::StrCat("node", JoinWords(node, '_'), ".", JoinWords(zone, '_')),
               {}};
    }
    uint64_t number = 0;
    for (size_t order = 0; SkipBlanks(line), TakeNumber(line, number); ++order) {
      columns.Set(ColumnOf(known, order, columns), static_cast<int64_t>(number));
    }
  }
}

absl::Status Buddyinfo::Open(const ProbeContext& context, Columns& columns) {
  absl::StatusOr<TextFile> file = context.host.OpenText("/proc/buddyinfo");
  if (!file.ok()) return file.status();
  file_ = *std::move(file);
  return Read(columns);
}

absl::Status Buddyinfo::Read(Columns& columns) {
  const absl::StatusOr<absl::string_view> text = file_.Read();
  if (!text.ok()) return text.status();
  table_.Fill(*text, columns);
  return absl::OkStatus();
}

void Buddyinfo::VisitTexts(
    absl::FunctionRef<void(absl::string_view path, absl::string_view text)> visit) const {
  visit(file_.path(), file_.text());
}

}  // namespace collect
