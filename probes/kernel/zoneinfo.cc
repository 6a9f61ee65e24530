// Reading memory zones.
#include "probes/kernel/zoneinfo.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "probes/kernel/metric_name.h"
#include "probes/kernel/proc_vmstat.h"
#include "probes/kernel/text_scan.h"

namespace collect {
namespace {

// Levels and settings, in pages, that are not called as in /proc/vmstat.
constexpr absl::string_view kZonePages[] = {"free",  "boost",   "min",     "low",     "high",
                                            "promo", "spanned", "present", "managed", "cma"};
constexpr absl::string_view kSettings[] = {"node_unreclaimable", "start_pfn"};

bool Contains(absl::Span<const absl::string_view> list, absl::string_view name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

v1::MetricDescriptor Describe(const std::string& name, absl::string_view field, bool of_pagesets) {
  if (of_pagesets) {
    return Metric(name, absl::StartsWith(field, "vm stats") ? "count" : "pages", v1::GAUGE);
  }
  if (Contains(kZonePages, field)) return Metric(name, "pages", v1::GAUGE);
  if (Contains(kSettings, field)) return Metric(name, "count", v1::GAUGE);
  return Metric(name, VmstatUnit(field), VmstatKind(field));
}

// Where the number at the end of the line begins; npos if there is none.
size_t FindLastNumber(absl::string_view line) {
  const size_t blank = line.find_last_of(' ');
  if (blank == absl::string_view::npos) return blank;
  absl::string_view word = line.substr(blank + 1);
  int64_t number = 0;
  return TakeSigned(word, number) && word.empty() ? blank + 1 : absl::string_view::npos;
}

}  // namespace

// "Node 0, zone   Normal".
void ZoneinfoTable::EnterZone(absl::string_view line) {
  absl::ConsumePrefix(&line, "Node ");
  const size_t comma = std::min(line.find(','), line.size());
  node_ = absl::StrCat("node", JoinWords(line.substr(0, comma), '_'));
  line.remove_prefix(comma);
  absl::ConsumePrefix(&line, ", zone");
  zone_ = absl::StrCat(node_, ".", JoinWords(line, '_'));
  part_ = Part::kZone;
}

int ZoneinfoTable::ColumnOf(absl::string_view field, Columns& columns) {
  if (absl::ConsumePrefix(&field, "pages ") || field == "node_unreclaimable") part_ = Part::kZone;
  const std::string name =
      absl::StrCat("zoneinfo.", part_ == Part::kNode ? node_ : zone_,
                   part_ == Part::kPagesets ? ".pagesets." : ".", JoinWords(field, '_'));
  const auto [known, is_new] = columns_.try_emplace(name, 0);
  if (is_new) known->second = columns.Declare(Describe(name, field, part_ == Part::kPagesets));
  return known->second;
}

// Lines without a number at their end are heads, or say which pages lower zones may not have
// ("protection"), which is computed from the watermarks.
ZoneinfoTable::Line ZoneinfoTable::LearnLine(absl::string_view line, Columns& columns) {
  if (absl::StartsWith(line, "Node ")) EnterZone(line);
  const absl::string_view head = absl::StripAsciiWhitespace(line);
  if (head == "per-node stats") part_ = Part::kNode;
  if (head == "pagesets") part_ = Part::kPagesets;
  const size_t number = FindLastNumber(line);
  if (number == absl::string_view::npos || zone_.empty() || absl::StartsWith(head, "cpu:")) {
    return {std::string(line), -1};
  }
  absl::string_view field = absl::StripAsciiWhitespace(line.substr(0, number));
  absl::ConsumeSuffix(&field, ":");
  return {std::string(line.substr(0, number)), ColumnOf(field, columns)};
}

// False, with nothing set, if the layout of the text is not that of the last sample.
bool ZoneinfoTable::MatchesLayout(absl::string_view text) const {
  for (const Line& known : lines_) {
    const absl::string_view line = TakeLine(text);
    if (known.column < 0 ? line != known.before
                         : FindLastNumber(line) != known.before.size() ||
                               !absl::StartsWith(line, known.before)) {
      return false;
    }
  }
  return text.empty();
}

void ZoneinfoTable::Learn(absl::string_view text, Columns& columns) {
  lines_.clear();
  zone_.clear();
  while (!text.empty()) lines_.push_back(LearnLine(TakeLine(text), columns));
}

void ZoneinfoTable::Fill(absl::string_view text, Columns& columns) {
  if (!MatchesLayout(text)) Learn(text, columns);
  for (const Line& known : lines_) {
    absl::string_view line = TakeLine(text);
    if (known.column < 0) continue;
    line.remove_prefix(known.before.size());
    int64_t value = 0;
    if (TakeSigned(line, value)) columns.Add(known.column, value);
  }
}

absl::Status Zoneinfo::Open(const ProbeContext& context, Columns& columns) {
  absl::StatusOr<TextFile> file = context.host.OpenText("/proc/zoneinfo");
  if (!file.ok()) return file.status();
  file_ = *std::move(file);
  return Read(columns);
}

absl::Status Zoneinfo::Read(Columns& columns) {
  const absl::StatusOr<absl::string_view> text = file_.Read();
  if (!text.ok()) return text.status();
  table_.Fill(*text, columns);
  return absl::OkStatus();
}

void Zoneinfo::VisitTexts(
    absl::FunctionRef<void(absl::string_view path, absl::string_view text)> visit) const {
  visit(file_.path(), file_.text());
}

}  // namespace collect
