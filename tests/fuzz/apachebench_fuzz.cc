// Fuzzes the output of ab.
#include <cstddef>
#include <cstdint>

#include "probes/workload/apachebench.h"

namespace {

class NoResults : public collect::Results {
 public:
  void Add(absl::string_view /*name*/, absl::string_view /*unit*/, double /*value*/) override {}
  void AddKpi(absl::string_view /*name*/, absl::string_view /*unit*/,
              collect::v1::Direction /*better*/, double /*value*/) override {}
  void Note(absl::string_view /*sentence*/) override {}
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  NoResults results;
  collect::ParseApachebench({reinterpret_cast<const char*>(data), size}, results).IgnoreError();
  return 0;
}
