// The jobs of fio's JSON.
#include "probes/workload/fio.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "probes/workload/json_documents.h"

namespace collect {
namespace {

using nlohmann::json;
using Jobs = std::vector<const json*>;

constexpr absl::string_view kAdvice = "run it with --output-format=json";

double Sum(const Jobs& jobs, const char* direction, const char* key) {
  double sum = 0;
  for (const json* job : jobs) sum += JsonNumber(*job, {direction, key}).value_or(0);
  return sum;
}

// Mean and standard deviation of the latencies of several jobs together, in ns.
struct Moments {
  double count = 0;
  double mean = 0;
  double stddev = 0;
};

// fio 3 has "clat_ns"; fio 2 had "clat", in us, without the count N.
Moments Pool(const Jobs& jobs, const char* direction, const char* ns_key, const char* us_key) {
  Moments all;
  double squares = 0;
  for (const json* job : jobs) {
    const bool in_ns = JsonAt(*job, {direction, ns_key}) != nullptr;
    const char* key = in_ns ? ns_key : us_key;
    const double scale = in_ns ? 1 : 1000;
    const auto mean = JsonNumber(*job, {direction, key, "mean"});
    const auto stddev = JsonNumber(*job, {direction, key, "stddev"});
    const double total = JsonNumber(*job, {direction, "total_ios"}).value_or(0);
    const double count = JsonNumber(*job, {direction, key, "N"}).value_or(total);
    if (!mean || !stddev || count <= 0) continue;
    all.count += count;
    all.mean += count * *mean * scale;
    squares += count * (*mean * *mean + *stddev * *stddev) * scale * scale;
  }
  if (all.count <= 0) return all;
  all.mean /= all.count;
  all.stddev = std::sqrt(std::max(squares / all.count - all.mean * all.mean, 0.0));
  return all;
}

void ReadPercentiles(const Jobs& jobs, const char* direction, Results& results) {
  if (jobs.size() > 1) {
    results.Note("fio: percentiles of several jobs do not add up; run it with --group_reporting");
    return;
  }
  for (const char* percent : {"90", "95", "99"}) {
    const std::string key = absl::StrCat(percent, ".000000");
    auto ns = JsonNumber(*jobs[0], {direction, "clat_ns", "percentile", key.c_str()});
    const auto us = JsonNumber(*jobs[0], {direction, "clat", "percentile", key.c_str()});
    if (!ns && us) ns = 1000 * *us;
    if (!ns) continue;
    results.AddKpi(absl::StrCat(direction, "_clat_", percent, "%_ns"), "ns", v1::LOWER_IS_BETTER,
                   *ns);
  }
}

// Jobs that did anything in one direction.
void ReadDirection(const Jobs& jobs, const char* direction, Results& results) {
  const auto name = [&](absl::string_view rest) { return absl::StrCat(direction, "_", rest); };
  results.AddKpi(name("bw_MBps"), "MiB/s", v1::HIGHER_IS_BETTER, Sum(jobs, direction, "bw") / 1024);
  results.AddKpi(name("iops"), "1/s", v1::HIGHER_IS_BETTER, Sum(jobs, direction, "iops"));
  const Moments clat = Pool(jobs, direction, "clat_ns", "clat");
  if (clat.count > 0) {
    results.AddKpi(name("clat_mean_ns"), "ns", v1::LOWER_IS_BETTER, clat.mean);
    results.Add(name("clat_stddev"), "ns", clat.stddev);
    ReadPercentiles(jobs, direction, results);
  }
  const Moments slat = Pool(jobs, direction, "slat_ns", "slat");
  if (slat.count > 0 && slat.mean > 0) {
    results.Add(name("slat_mean_us"), "us", slat.mean / 1000);
    results.Add(name("slat_stddev"), "us", slat.stddev / 1000);
  }
}

double TotalIos(const json& job) {
  double sum = 0;
  for (const char* direction : {"read", "write", "trim"}) {
    sum += JsonNumber(job, {direction, "total_ios"}).value_or(0);
  }
  return sum;
}

void ReadLatencyShares(const Jobs& jobs, const char* unit, double ios, Results& results) {
  const std::string table = absl::StrCat("latency_", unit);
  std::map<std::string, double> shares;
  for (const json* job : jobs) {
    const json* of_job = JsonAt(*job, {table.c_str()});
    if (of_job == nullptr || !of_job->is_object()) continue;
    for (const auto& [limit, share] : of_job->items()) {
      shares[limit] += JsonNumber(share, {}).value_or(0) * TotalIos(*job) / ios;
    }
  }
  for (const auto& [limit, share] : shares) {
    results.Add(absl::StrCat("latency_", limit, unit, "%"), "%", share);
  }
}

absl::Status ReadJobs(const Jobs& jobs, Results& results) {
  double ios = 0;
  for (const json* job : jobs) ios += TotalIos(*job);
  for (const char* direction : {"read", "write", "trim"}) {
    Jobs active;
    for (const json* job : jobs) {
      if (JsonNumber(*job, {direction, "total_ios"}).value_or(0) > 0) active.push_back(job);
    }
    if (!active.empty()) ReadDirection(active, direction, results);
  }
  if (ios > 0) {
    results.Add("workload", "count", ios);
    for (const char* unit : {"ns", "us", "ms"}) ReadLatencyShares(jobs, unit, ios, results);
  }
  for (const json* job : jobs) {
    const double error = JsonNumber(*job, {"error"}).value_or(0);
    if (error == 0) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("fio: a job ended with error ", error, " (errno); see what it wrote"));
  }
  if (ios <= 0) return absl::InvalidArgumentError("fio: no job did any I/O; see what it wrote");
  return absl::OkStatus();
}

}  // namespace

absl::Status ParseFio(absl::string_view output, Results& results) {
  const auto documents = JsonDocuments("fio", output, kAdvice);
  if (!documents.ok()) return documents.status();
  Jobs jobs;
  for (const json& document : *documents) {
    const json* list = JsonAt(document, {"jobs"});
    if (list == nullptr || !list->is_array()) continue;
    for (const json& job : *list) jobs.push_back(&job);
  }
  return ReadJobs(jobs, results);
}

}  // namespace collect
