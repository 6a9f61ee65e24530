// What the sources of turbostat count, and where.
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace collect {

/// Where a CPU sits. A package is a socket; core numbers begin anew in each package.
struct CpuPlace {
  int cpu = 0;
  int package = 0;
  int core = 0;
};

/// One counter of one CPU, core or package as columns of the probe: what it has counted, and the
/// time (ns) for which it did, read in the same moment. Rates divide the one by the other.
struct Reading {
  std::string what;  ///< "aperf", "c6", "energy-pkg"
  CpuPlace place;
  int column = 0;
  int time_column = 0;
  int running_column = -1;  ///< time (ns) really counted, of perf events; -1: all of it
  double unit = 1;          ///< of one count: joules of an energy counter, seconds of a clock
};

/// The readings of all sources, and why others are not there.
struct Readings {
  std::vector<Reading> all;
  std::vector<absl::Status> missing;

  bool Has(absl::string_view what) const {
    for (const Reading& reading : all) {
      if (reading.what == what) return true;
    }
    return false;
  }
};

}  // namespace collect
