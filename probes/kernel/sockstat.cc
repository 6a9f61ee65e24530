// Reading sockets in use.
#include "probes/kernel/sockstat.h"

#include <cstdint>
#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "probes/kernel/metric_name.h"
#include "probes/kernel/text_scan.h"

namespace collect {
namespace {

absl::string_view UnitOf(absl::string_view field) {
  if (field == "mem") return "pages";
  return field == "memory" ? "bytes" : "count";
}

}  // namespace

const SockstatTable::Cell& SockstatTable::CellOf(Line& line, size_t index, absl::string_view name,
                                                 Columns& columns) {
  if (index == line.cells.size()) line.cells.push_back({"", -1});
  Cell& cell = line.cells[index];
  if (cell.name == name) return cell;
  const std::string full =
      absl::StrCat("sockstat.", JoinWords(line.label, '_'), ".", JoinWords(name, '_'));
  const auto [known, is_new] = columns_.try_emplace(full, 0);
  if (is_new) known->second = columns.Declare(Metric(full, UnitOf(name), v1::GAUGE));
  cell = {std::string(name), known->second};
  return cell;
}

void SockstatTable::FillLine(absl::string_view text, Line& line, Columns& columns) {
  const absl::string_view whole = text;
  const absl::string_view label = absl::StripSuffix(TakeWord(text), ":");
  if (line.label != label) line = {std::string(label), {}};
  size_t index = 0;
  for (SkipBlanks(text); !text.empty(); SkipBlanks(text), ++index) {
    const absl::string_view name = TakeWord(text);
    int64_t value = 0;
    SkipBlanks(text);
    if (!TakeSigned(text, value)) {
      return columns.Note(
          absl::StrCat("no number behind a name in \"", absl::CHexEscape(whole), "\""));
    }
    columns.Set(CellOf(line, index, name, columns).column, value);
  }
}

void SockstatTable::Fill(absl::string_view text, Columns& columns) {
  size_t index = 0;
  for (; !text.empty(); ++index) {
    if (index == lines_.size()) lines_.emplace_back();
    FillLine(TakeLine(text), lines_[index], columns);
  }
}

absl::Status Sockstat::Open(const ProbeContext& context, Columns& columns) {
  for (const char* path : {"/proc/net/sockstat", "/proc/net/sockstat6"}) {
    absl::StatusOr<TextFile> file = context.host.OpenText(path);
    if (absl::IsNotFound(file.status()) && !sources_.empty()) continue;
    if (!file.ok()) return file.status();
    sources_.push_back({*std::move(file), SockstatTable()});
  }
  return Read(columns);
}

absl::Status Sockstat::Read(Columns& columns) {
  for (Source& source : sources_) {
    const absl::StatusOr<absl::string_view> text = source.file.Read();
    if (!text.ok()) return text.status();
    source.table.Fill(*text, columns);
  }
  return absl::OkStatus();
}

void Sockstat::VisitTexts(
    absl::FunctionRef<void(absl::string_view path, absl::string_view text)> visit) const {
  for (const Source& source : sources_) visit(source.file.path(), source.file.text());
}

}  // namespace collect
