// Fuzzes the texts about control groups: where they are mounted, and what each device did.
#include <cstddef>
#include <cstdint>
#include <string>

#include "probes/kernel/cgroup.h"
#include "probes/kernel/cgroup_folder.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const absl::string_view first = absl::string_view(text).substr(0, size / 2);
  const absl::string_view second = absl::string_view(text).substr(size / 2);
  collect::FindCgroupFolders(first, second).FolderOf("memory");
  collect::Columns columns;
  collect::CgroupDevices devices;
  for (const absl::string_view sample : {first, second}) {
    columns.Clear();
    devices.Fill(sample, "cgroup.io.stat", columns);
  }
  return 0;
}
