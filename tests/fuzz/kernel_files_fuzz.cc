// Fuzzes the probes of single kernel files: the first byte says which, the rest are three texts of
// its file, as layouts are remembered between them.
#include <stdlib.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

#include "probes/kernel/boot_time.h"
#include "probes/kernel/diskstats.h"
#include "probes/kernel/loadavg.h"
#include "probes/kernel/mpstat.h"
#include "probes/kernel/pressure.h"
#include "probes/kernel/schedstat.h"
#include "probes/kernel/uptime.h"

namespace {

std::string MakeFolder() {
  std::string path = "/tmp/kernel_files_fuzz-XXXXXX";
  return mkdtemp(path.data());
}

template <typename TakeFn>
void TakeThree(absl::string_view text, TakeFn take) {
  collect::Columns columns;
  const size_t third = text.size() / 3;
  for (const absl::string_view sample :
       {text.substr(0, third), text.substr(third, third), text.substr(2 * third)}) {
    columns.Clear();
    take(sample, columns);
  }
}

// Lets a probe read three texts of a file, the first of them when it is opened.
void ReadThree(collect::Probe& probe, absl::string_view path, absl::string_view text) {
  static const std::string root = MakeFolder();
  collect::Host host(root);
  const collect::Command command;
  const collect::OwnCost own_cost;
  const std::filesystem::path file = host.FullPath(path);
  std::filesystem::create_directories(file.parent_path());
  bool opened = false;
  TakeThree(text, [&](absl::string_view sample, collect::Columns& columns) {
    std::ofstream(file, std::ios::binary | std::ios::trunc) << sample;
    if (opened) return probe.Read(columns).IgnoreError();
    opened = probe.Open({host, command, own_cost}, columns).ok();
  });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
  collect::SchedstatTable schedstat;
  collect::DiskTable disks;
  collect::Mpstat mpstat;
  collect::Pressure pressure;
  collect::Loadavg loadavg;
  switch (data[0] % 7) {
    case 0:
      TakeThree(text, [&](absl::string_view sample, collect::Columns& columns) {
        schedstat.Fill(sample, columns);
      });
      break;
    case 1:
      TakeThree(text, [&](absl::string_view sample, collect::Columns& columns) {
        disks.Fill(
            sample, [](absl::string_view name) { return name.size() != 3; }, columns);
      });
      break;
    case 2:
      ReadThree(mpstat, "/proc/stat", text);
      break;
    case 3:
      ReadThree(pressure, "/proc/pressure/io", text);
      break;
    case 4:
      ReadThree(loadavg, "/proc/loadavg", text);
      break;
    case 5:
      collect::ParseBootLog(text);
      break;
    default:
      collect::ParseUptime(text).IgnoreError();
  }
  return 0;
}
