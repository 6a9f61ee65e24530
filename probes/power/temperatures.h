// Temperatures of cores and packages as hwmon shows them.
#pragma once

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "probes/columns.h"
#include "probes/host/host.h"
#include "probes/power/reading.h"

namespace collect {

/// "turbostat.CoreTmp" and "turbostat.PkgTmp" (degC), at each sample the highest of all cores and
/// packages, and "turbostat.pkgN.PkgTmp", "turbostat.pkgN.coreM.CoreTmp". From coretemp (Intel,
/// Documentation/hwmon/coretemp.rst: each read asks that core, at most once a second), k10temp
/// (AMD, Documentation/hwmon/k10temp.rst) and zenpower. A coretemp without labels counts as cores.
class Temperatures {
 public:
  void Open(Host& host, Columns& columns, Readings& readings);
  void Read(Columns& columns);
  bool empty() const { return sensors_.empty(); }

 private:
  struct Sensor {
    TextFile millidegrees;
    int column;       // its own; -1: none
    bool is_package;  // else of a core
  };
  struct Chip {
    std::string path;
    std::vector<std::string> inputs;  // "temp1", "temp2"
    std::vector<std::string> labels;  // of each; empty: it has none
  };

  Chip FindInputs(const std::string& path);
  void AddCoretemp(const Chip& chip, Columns& columns);
  void AddAmd(const Chip& chip, int package, Columns& columns);
  void AddSensor(const Chip& chip, size_t input, bool is_package, const std::string& name,
                 Columns& columns);

  Host* host_ = nullptr;
  std::vector<Sensor> sensors_;
  int core_column_ = -1;
  int package_column_ = -1;
};

}  // namespace collect
