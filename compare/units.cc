// Units that are multiples of each other.
#include "compare/units.h"

#include <algorithm>
#include <iterator>

namespace collect {
namespace {

struct Unit {
  absl::string_view name;
  absl::string_view base;
  double factor;
};

constexpr Unit kUnits[] = {
    {"B", "B", 1},         {"bytes", "B", 1},     {"kB", "B", 1024},     {"KiB", "B", 1024},
    {"MiB", "B", 1 << 20}, {"GiB", "B", 1 << 30}, {"ns", "s", 1e-9},     {"us", "s", 1e-6},
    {"ms", "s", 1e-3},     {"s", "s", 1},         {"uJ", "J", 1e-6},     {"mJ", "J", 1e-3},
    {"J", "J", 1},         {"uW", "W", 1e-6},     {"mW", "W", 1e-3},     {"W", "W", 1},
    {"Hz", "Hz", 1},       {"kHz", "Hz", 1e3},    {"MHz", "Hz", 1e6},    {"GHz", "Hz", 1e9},
    {"B/s", "B/s", 1},     {"kB/s", "B/s", 1024}, {"count", "count", 1}, {"1", "count", 1},
    {"/s", "1/s", 1},      {"1/s", "1/s", 1},
};

const Unit* FindUnit(absl::string_view name) {
  const Unit* found = std::find_if(std::begin(kUnits), std::end(kUnits),
                                   [&](const Unit& unit) { return unit.name == name; });
  return found == std::end(kUnits) ? nullptr : found;
}

}  // namespace

std::optional<double> UnitFactor(absl::string_view from, absl::string_view to) {
  if (from == to) return 1.0;
  const Unit* source = FindUnit(from);
  const Unit* target = FindUnit(to);
  if (source == nullptr || target == nullptr || source->base != target->base) return std::nullopt;
  return source->factor / target->factor;
}

}  // namespace collect
