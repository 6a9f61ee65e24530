// /proc/slabinfo: its lines, read from the right, as names may hold blanks.
#include "probes/kernel/slabinfo.h"

#include <optional>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "probes/kernel/metric_name.h"
#include "probes/kernel/text_scan.h"

namespace collect {
namespace {

constexpr absl::string_view kTunables = " : tunables ";
constexpr absl::string_view kSlabdata = " : slabdata ";
constexpr absl::string_view kFields[] = {"active_objs", "num_objs", "active_slabs", "num_slabs"};

struct Cache {
  absl::string_view name;
  std::array<uint64_t, 4> values;  // in the order of kFields
};

// Takes the last word off `text` and reads it as a number.
bool TakeLastNumber(absl::string_view& text, uint64_t& number) {
  text = absl::StripTrailingAsciiWhitespace(text);
  const size_t blank = text.find_last_of(' ');
  if (blank == absl::string_view::npos) return false;
  absl::string_view word = text.substr(blank + 1);
  text.remove_suffix(word.size());
  return TakeNumber(word, number) && word.empty();
}

// "NAME active num size perslab pages : tunables a b c : slabdata active num shared". The name may
// hold blanks (S-003), so the numbers are taken from the mark leftwards.
std::optional<Cache> ParseCache(absl::string_view line) {
  const size_t tunables = line.rfind(kTunables);
  if (tunables == absl::string_view::npos) return std::nullopt;
  const size_t slabdata = line.find(kSlabdata, tunables);
  if (slabdata == absl::string_view::npos) return std::nullopt;
  Cache cache;
  cache.name = line.substr(0, tunables);
  uint64_t passed_over = 0;
  for (int i = 0; i < 3; ++i) {
    if (!TakeLastNumber(cache.name, passed_over)) return std::nullopt;
  }
  if (!TakeLastNumber(cache.name, cache.values[1])) return std::nullopt;
  if (!TakeLastNumber(cache.name, cache.values[0])) return std::nullopt;
  cache.name = absl::StripAsciiWhitespace(cache.name);
  line.remove_prefix(slabdata + kSlabdata.size());
  for (size_t i = 2; i < cache.values.size(); ++i) {
    SkipBlanks(line);
    if (!TakeNumber(line, cache.values[i])) return std::nullopt;
  }
  return cache.name.empty() ? std::nullopt : std::make_optional(cache);
}

// True for the version line and the line of column titles (S-004). Kernels built with statistics
// say "2.1 (statistics)" and print more behind what is read here.
bool IsHeader(absl::string_view line, Columns& columns) {
  if (absl::StartsWith(line, "# name")) return true;
  if (!absl::ConsumePrefix(&line, "slabinfo - version: ")) return false;
  if (TakeWord(line) != "2.1") {
    columns.Note(
        "unknown slabinfo version, read as if it were 2.1: see the first line of "
        "/proc/slabinfo");
  }
  return true;
}

}  // namespace

int SlabTable::ColumnOf(absl::string_view name, Columns& columns) {
  const std::string cache = JoinWords(name, '_');
  const auto [entry, is_new] = columns_.try_emplace(cache, 0);
  if (!is_new) return entry->second;
  for (size_t i = 0; i < kValues; ++i) {
    const int column = columns.Declare(
        Metric(absl::StrCat("slabinfo.", cache, ".", kFields[i]), "count", v1::GAUGE));
    if (i == 0) entry->second = column;
  }
  return entry->second;
}

void SlabTable::Learn(absl::string_view line, Known& known, Columns& columns) {
  const std::optional<Cache> cache = ParseCache(line);
  if (!cache.has_value()) {
    known = Known();
    if (IsHeader(line, columns)) return;
    columns.Note(absl::StrCat("line of slabinfo that is no cache is passed over: \"",
                              absl::CHexEscape(line), "\""));
    return;
  }
  for (size_t i = 0; i < kValues; ++i) known.values[i] = static_cast<int64_t>(cache->values[i]);
  if (known.column >= 0 && known.name == cache->name) return;
  known.name = std::string(cache->name);
  known.column = ColumnOf(cache->name, columns);
  if (columns.present()[known.column] != 0) {
    columns.Note(absl::StrCat("several caches are called ", absl::CHexEscape(cache->name),
                              ", their numbers are added up"));
  }
}

void SlabTable::Fill(absl::string_view text, Columns& columns) {
  memory_.Visit(text, [&](const LineMemory::Line& line) {
    if (line.index == lines_.size()) lines_.emplace_back();
    Known& known = lines_[line.index];
    if (!line.same) Learn(line.text, known, columns);
    if (known.column < 0) return;
    for (size_t i = 0; i < kValues; ++i) {
      columns.Add(known.column + static_cast<int>(i), known.values[i]);
    }
  });
}

absl::Status Slabinfo::Open(const ProbeContext& context, Columns& columns) {
  absl::StatusOr<TextFile> file = context.host.OpenText("/proc/slabinfo");
  if (absl::IsPermissionDenied(file.status())) {
    return absl::PermissionDeniedError(
        "/proc/slabinfo is readable by root only; run collect as root to have it");
  }
  if (!file.ok()) return file.status();
  file_ = *std::move(file);
  return Read(columns);
}

absl::Status Slabinfo::Read(Columns& columns) {
  absl::StatusOr<absl::string_view> text = file_.Read();
  if (!text.ok()) return text.status();
  caches_.Fill(*text, columns);
  return absl::OkStatus();
}

void Slabinfo::VisitTexts(
    absl::FunctionRef<void(absl::string_view path, absl::string_view text)> visit) const {
  visit(file_.path(), file_.text());
}

}  // namespace collect
