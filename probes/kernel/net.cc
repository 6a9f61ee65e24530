// Reading /proc/net/{dev,snmp,netstat}.
#include "probes/kernel/net.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "probes/kernel/metric_name.h"
#include "probes/kernel/text_scan.h"

namespace collect {
namespace {

// Levels and settings among the fields (net/ipv4/proc.c, net/mptcp/mib.c; RFC 4293, RFC 4022).
// All others are counters.
constexpr absl::string_view kLevels[] = {
    "Ip.Forwarding", "Ip.DefaultTTL", "Tcp.RtoAlgorithm", "Tcp.RtoMin",
    "Tcp.RtoMax",    "Tcp.MaxConn",   "Tcp.CurrEstab",    "MPTcpExt.MPCurrEstab",
};

constexpr absl::string_view kMilliseconds[] = {"Tcp.RtoMin", "Tcp.RtoMax",
                                               "TcpExt.TCPMemoryPressuresChrono"};

bool Contains(absl::Span<const absl::string_view> list, absl::string_view name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

absl::string_view UnitOf(absl::string_view name) {
  if (absl::EndsWith(name, "Octets")) return "bytes";
  return Contains(kMilliseconds, name) ? "ms" : "count";
}

}  // namespace

v1::Kind SnmpKind(absl::string_view name) {
  return Contains(kLevels, name) ? v1::GAUGE : v1::COUNTER;
}

// "face |bytes packets ...|bytes packets ...": receiving, then sending.
void NetDevTable::LearnHeader(absl::string_view titles) {
  titles_ = std::string(titles);
  names_.clear();
  const std::vector<absl::string_view> parts = absl::StrSplit(titles, '|');
  for (size_t part = 1; part < parts.size(); ++part) {
    for (absl::string_view title : absl::StrSplit(parts[part], ' ', absl::SkipEmpty())) {
      names_.push_back(absl::StrCat(part == 1 ? "rx_" : "tx_", JoinWords(title, '_')));
    }
  }
}

int NetDevTable::ColumnOf(std::vector<int>& known, size_t field, absl::string_view interface,
                          Columns& columns) const {
  if (field == known.size()) {
    const std::string name =
        field < names_.size() ? names_[field] : absl::StrCat("field", field + 1);
    known.push_back(
        columns.Declare(Metric(absl::StrCat("net.dev.", JoinWords(interface, '_'), ".", name),
                               absl::EndsWith(name, "_bytes") ? "bytes" : "count", v1::COUNTER)));
  }
  return known[field];
}

// The number may follow the colon without a blank. Interfaces hold no colon in their names
// (net/core/dev.c: dev_valid_name).
void NetDevTable::FillInterface(absl::string_view line, Columns& columns) {
  SkipBlanks(line);
  const size_t colon = line.find(':');
  if (colon == 0 || colon == absl::string_view::npos) {
    return columns.Note(
        absl::StrCat("line of /proc/net/dev that is no interface is passed over: \"",
                     absl::CHexEscape(line), "\""));
  }
  const absl::string_view interface = line.substr(0, colon);
  line.remove_prefix(colon + 1);
  auto known = interfaces_.find(interface);
  if (known == interfaces_.end()) {
    known = interfaces_.emplace(std::string(interface), std::vector<int>()).first;
  }
  uint64_t number = 0;
  for (size_t field = 0; SkipBlanks(line), TakeNumber(line, number); ++field) {
    columns.Set(ColumnOf(known->second, field, interface, columns), static_cast<int64_t>(number));
  }
}

void NetDevTable::Fill(absl::string_view text, Columns& columns) {
  TakeLine(text);
  const absl::string_view titles = TakeLine(text);
  if (titles != titles_) LearnHeader(titles);
  while (!text.empty()) FillInterface(TakeLine(text), columns);
}

absl::Status Net::Open(const ProbeContext& context, Columns& columns) {
  for (const char* path : {"/proc/net/snmp", "/proc/net/netstat"}) {
    absl::StatusOr<TextFile> file = context.host.OpenText(path);
    if (absl::IsNotFound(file.status())) continue;
    if (!file.ok()) return file.status();
    protocols_.push_back({*std::move(file), HeadedPairs()});
  }
  absl::StatusOr<TextFile> dev = context.host.OpenText("/proc/net/dev");
  if (dev.ok()) dev_.push_back(*std::move(dev));
  if (protocols_.empty() && dev_.empty()) {
    return absl::NotFoundError("this kernel has no network, or /proc/net is not to be seen here");
  }
  return Read(columns);
}

absl::Status Net::Read(Columns& columns) {
  const auto declare = [&](absl::string_view name) {
    return columns.Declare(Metric(absl::StrCat("net.", name), UnitOf(name), SnmpKind(name)));
  };
  for (Protocols& protocols : protocols_) {
    const absl::StatusOr<absl::string_view> text = protocols.file.Read();
    if (!text.ok()) return text.status();
    protocols.pairs.Fill(*text, declare, columns);
  }
  for (TextFile& dev : dev_) {
    const absl::StatusOr<absl::string_view> text = dev.Read();
    if (!text.ok()) return text.status();
    interfaces_.Fill(*text, columns);
  }
  return absl::OkStatus();
}

void Net::VisitTexts(
    absl::FunctionRef<void(absl::string_view path, absl::string_view text)> visit) const {
  for (const Protocols& protocols : protocols_) visit(protocols.file.path(), protocols.file.text());
  for (const TextFile& dev : dev_) visit(dev.path(), dev.text());
}

}  // namespace collect
