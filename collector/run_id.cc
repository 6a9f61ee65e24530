// Identities of runs.
#include "collector/run_id.h"

#include <sys/random.h>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"

namespace collect {

std::string MakeRunId(int64_t wall_ns) {
  uint32_t random = 0;
  if (getrandom(&random, sizeof random, 0) < 0) random = static_cast<uint32_t>(wall_ns);
  return absl::StrCat(
      absl::FormatTime("%Y%m%dT%H%M%SZ", absl::FromUnixNanos(wall_ns), absl::UTCTimeZone()), "-",
      absl::Hex(random, absl::kZeroPad8));
}

}  // namespace collect
