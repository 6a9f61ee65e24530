// The kernel's thermal zones and what is done to cool them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "probes/probe.h"

namespace collect {

/// Metrics "thermal.zoneN.TYPE" (degC), the temperature of each thermal zone, and
/// "thermal.coolingN.TYPE" (count), how far each cooling device is driven, 0 being not at all
/// (Documentation/driver-api/thermal/sysfs-api.rst). Some sensors are asked over a slow bus at each
/// read. What hot CPUs were slowed down is in turbostat.CoreThr and turbostat.PkgThr.
class Thermal : public Probe {
 public:
  /// NotFound if there is neither a zone nor a cooling device.
  absl::Status Open(const ProbeContext& context, Columns& columns) override;
  absl::Status Read(Columns& columns) override;

 private:
  struct Attribute {
    TextFile file;
    int column;
    bool is_temperature;  // in thousandths of a degree
  };

  absl::Status AddDevice(Host& host, const std::string& name, Columns& columns);

  std::vector<Attribute> attributes_;
};

}  // namespace collect
