// Asking libpfm4.
#include "probes/perf/pfm_event.h"

#include <perfmon/pfmlib_perf_event.h>

#include "absl/strings/str_cat.h"

namespace collect {
namespace {

// Every mode, as perf counts unless asked otherwise.
constexpr int kEveryMode = PFM_PLM0 | PFM_PLM3 | PFM_PLMH;

// The names of one event with each of its unit masks.
void AddNames(const pfm_event_info_t& event, std::vector<std::string>& names) {
  names.emplace_back(event.name);
  for (int i = 0; i < event.nattrs; ++i) {
    pfm_event_attr_info_t attribute = {};
    attribute.size = sizeof attribute;
    if (pfm_get_event_attr_info(event.idx, i, PFM_OS_PERF_EVENT, &attribute) != PFM_SUCCESS) break;
    if (attribute.type != PFM_ATTR_UMASK) continue;
    names.push_back(absl::StrCat(event.name, ".", attribute.name));
  }
}

// The tables that stand for perf itself repeat the kernel's own names.
bool IsOfThisCpu(const pfm_pmu_info_t& pmu) {
  return pmu.is_present != 0 && pmu.pmu != PFM_PMU_PERF_EVENT && pmu.pmu != PFM_PMU_PERF_EVENT_RAW;
}

std::vector<pfm_pmu_info_t> PmusOfThisCpu() {
  std::vector<pfm_pmu_info_t> pmus;
  if (pfm_initialize() != PFM_SUCCESS) return pmus;
  for (int number = PFM_PMU_NONE; number < PFM_PMU_MAX; ++number) {
    pfm_pmu_info_t pmu = {};
    pmu.size = sizeof pmu;
    if (pfm_get_pmu_info(static_cast<pfm_pmu_t>(number), &pmu) != PFM_SUCCESS) continue;
    if (IsOfThisCpu(pmu)) pmus.push_back(pmu);
  }
  return pmus;
}

absl::Status NotKnown(int error) {
  if (PmusOfThisCpu().empty()) {
    return absl::NotFoundError("libpfm4 does not know the events of this CPU");
  }
  return absl::NotFoundError(absl::StrCat("libpfm4 says: ", pfm_strerror(error)));
}

}  // namespace

absl::StatusOr<EventSpec> FindPfmEvent(absl::string_view name) {
  if (const int error = pfm_initialize(); error != PFM_SUCCESS) return NotKnown(error);
  EventSpec event = {std::string(name)};
  perf_event_attr attr = {};
  attr.size = sizeof attr;
  pfm_perf_encode_arg_t encoded = {};
  encoded.attr = &attr;
  encoded.size = sizeof encoded;
  const int error =
      pfm_get_os_event_encoding(event.name.c_str(), kEveryMode, PFM_OS_PERF_EVENT, &encoded);
  if (error != PFM_SUCCESS) return NotKnown(error);
  event.type = attr.type;
  event.config = attr.config;
  event.config1 = attr.config1;
  event.config2 = attr.config2;
  event.modes = {attr.exclude_user == 0, attr.exclude_kernel == 0, attr.exclude_hv == 0,
                 static_cast<int>(attr.precise_ip)};
  return event;
}

std::vector<std::string> PfmEventNames() {
  std::vector<std::string> names;
  for (const pfm_pmu_info_t& pmu : PmusOfThisCpu()) {
    for (int index = pmu.first_event; index != -1; index = pfm_get_event_next(index)) {
      pfm_event_info_t event = {};
      event.size = sizeof event;
      if (pfm_get_event_info(index, PFM_OS_PERF_EVENT, &event) != PFM_SUCCESS) break;
      AddNames(event, names);
    }
  }
  return names;
}

}  // namespace collect
