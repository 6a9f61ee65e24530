// Reading the letters behind an event's name.
#include "probes/perf/event_modes.h"

#include "absl/strings/str_cat.h"

namespace collect {
namespace {

constexpr int kMostPrecise = 3;

}  // namespace

absl::StatusOr<EventModes> ParseEventModes(absl::string_view letters) {
  EventModes asked = {false, false, false, 0};
  for (char letter : letters) {
    asked.user |= letter == 'u';
    asked.kernel |= letter == 'k';
    asked.hypervisor |= letter == 'h';
    asked.precise += letter == 'p' ? 1 : 0;
    if (absl::string_view("ukhp").find(letter) == absl::string_view::npos) {
      return absl::InvalidArgumentError(absl::StrCat("modifier \"", absl::string_view(&letter, 1),
                                                     "\" is not known; expected u, k, h or p"));
    }
  }
  if (asked.precise > kMostPrecise) {
    return absl::InvalidArgumentError("modifier p may stand three times at most");
  }
  if (asked.user || asked.kernel || asked.hypervisor) return asked;
  return EventModes{.precise = asked.precise};
}

}  // namespace collect
