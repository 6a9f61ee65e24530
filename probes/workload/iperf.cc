// The "end" of iperf3's JSON.
#include "probes/workload/iperf.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "probes/workload/json_documents.h"

namespace collect {
namespace {

using nlohmann::json;

struct Result {
  absl::string_view protocol;  // what the document must be of
  absl::string_view name;
  absl::string_view unit;
  const char* sum;
  const char* key;
  v1::Direction better;  // unspecified: no KPI
};

constexpr Result kResults[] = {
    {"TCP", "tcp.sender.bps", "bit/s", "sum_sent", "bits_per_second", v1::HIGHER_IS_BETTER},
    {"TCP", "tcp.receiver.bps", "bit/s", "sum_received", "bits_per_second", v1::HIGHER_IS_BETTER},
    {"TCP", "tcp.reverse.sender.bps", "bit/s", "sum_sent_bidir_reverse", "bits_per_second",
     v1::HIGHER_IS_BETTER},
    {"TCP", "tcp.reverse.receiver.bps", "bit/s", "sum_received_bidir_reverse", "bits_per_second",
     v1::HIGHER_IS_BETTER},
    {"TCP", "tcp.retransmits", "count", "sum_sent", "retransmits", v1::DIRECTION_UNSPECIFIED},
    {"UDP", "udp.bps", "bit/s", "sum", "bits_per_second", v1::HIGHER_IS_BETTER},
    {"UDP", "udp.receiver.bps", "bit/s", "sum_received", "bits_per_second", v1::HIGHER_IS_BETTER},
    {"UDP", "udp.jitter_ms", "ms", "sum", "jitter_ms", v1::LOWER_IS_BETTER},
    {"UDP", "udp.lost_percent", "%", "sum", "lost_percent", v1::LOWER_IS_BETTER},
};

bool IsOfProtocol(const json& document, absl::string_view protocol) {
  const json* known = JsonAt(document, {"start", "test_start", "protocol"});
  return known != nullptr && known->is_string() && known->get_ref<const std::string&>() == protocol;
}

bool GiveMean(const std::vector<json>& documents, const Result& result, Results& results) {
  double sum = 0;
  int count = 0;
  for (const json& document : documents) {
    const auto value = JsonNumber(document, {"end", result.sum, result.key});
    if (!value || !IsOfProtocol(document, result.protocol)) continue;
    sum += *value;
    ++count;
  }
  if (count == 0) return false;
  if (result.better == v1::DIRECTION_UNSPECIFIED) {
    results.Add(result.name, result.unit, sum / count);
  } else {
    results.AddKpi(result.name, result.unit, result.better, sum / count);
  }
  return true;
}

}  // namespace

absl::Status ParseIperf(absl::string_view output, Results& results) {
  const auto documents = JsonDocuments("iperf", output, "run iperf3 with --json");
  if (!documents.ok()) return documents.status();
  bool any = false;
  for (const Result& result : kResults) any |= GiveMean(*documents, result, results);
  for (const json& document : *documents) {
    const json* error = JsonAt(document, {"error"});
    if (error == nullptr || !error->is_string()) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("iperf: ", error->get_ref<const std::string&>()));
  }
  if (!any) return absl::InvalidArgumentError("iperf: the JSON has no sums below \"end\"");
  return absl::OkStatus();
}

}  // namespace collect
