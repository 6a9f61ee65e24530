// Which CPU sits in which core and package.
#pragma once

#include <vector>

#include "absl/types/span.h"
#include "probes/host/host.h"
#include "probes/power/reading.h"

namespace collect {

/// The places of these CPUs, which are online, in their order. Where the kernel does not say
/// (Documentation/admin-guide/cputopology.rst) a CPU is a core of its own in package 0.
std::vector<CpuPlace> ReadCpuTopology(Host& host, absl::Span<const int> cpus);

/// The first CPU of each core.
std::vector<CpuPlace> FirstOfEachCore(absl::Span<const CpuPlace> places);

/// The first CPU of each package.
std::vector<CpuPlace> FirstOfEachPackage(absl::Span<const CpuPlace> places);

/// How many of the CPUs belong to the core in which `core` sits.
int CpusInCore(absl::Span<const CpuPlace> places, const CpuPlace& core);

}  // namespace collect
