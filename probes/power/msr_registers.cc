// Opening and reading model specific registers.
#include "probes/power/msr_registers.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "probes/kernel/text_scan.h"
#include "probes/power/cpu_topology.h"

namespace collect {
namespace {

constexpr absl::string_view kIntel = "GenuineIntel";
constexpr absl::string_view kAmd = "AuthenticAMD";
constexpr uint64_t kLow32 = 0xffffffff;
constexpr double kMostWatts = 1000;

// Both makers' unit registers: bits 12:8 say that a count of energy is 2^-n J, 19:16 that one of
// time is 2^-n s.
double JoulesOf(uint64_t units) { return std::ldexp(1, -static_cast<int>((units >> 8) & 0x1f)); }
double SecondsOf(uint64_t units) { return std::ldexp(1, -static_cast<int>((units >> 16) & 0xf)); }

bool IsLockedDown(Host& host) {
  const absl::StatusOr<std::string> text = host.ReadFile("/sys/kernel/security/lockdown");
  return text.ok() && !absl::StrContains(*text, "[none]");
}

}  // namespace

struct MsrRegisters::Register {
  absl::string_view vendor;
  absl::string_view what;
  uint32_t address;
  uint32_t unit_address;
  bool of_core;  // else of a package
  bool is_energy;
};

// Intel SDM vol. 4: MSR_PKG_ENERGY_STATUS, MSR_PP0_ENERGY_STATUS, MSR_PP1_ENERGY_STATUS,
// MSR_PKG_PERF_STATUS, MSR_DRAM_PERF_STATUS, MSR_RAPL_POWER_UNIT (0x606). DRAM energy is left to
// the kernel's drivers, which know on which models its unit is another. AMD PPR of families 17h and
// 19h: PKG_ENERGY_STAT, CORE_ENERGY_STAT, RAPL_PWR_UNIT (0xC0010299).
const MsrRegisters::Register MsrRegisters::kRegisters[] = {
    {kIntel, "energy-pkg", 0x611, 0x606, false, true},
    {kIntel, "energy-cores", 0x639, 0x606, false, true},
    {kIntel, "energy-gpu", 0x641, 0x606, false, true},
    {kIntel, "pkg-throttled", 0x613, 0x606, false, false},
    {kIntel, "ram-throttled", 0x61B, 0x606, false, false},
    {kAmd, "energy-pkg", 0xC001029B, 0xC0010299, false, true},
    {kAmd, "energy-cores", 0xC001029A, 0xC0010299, true, true},
};

CpuMaker ParseCpuMaker(absl::string_view cpuinfo) {
  CpuMaker maker;
  while (!cpuinfo.empty()) {
    const std::pair<absl::string_view, absl::string_view> field =
        absl::StrSplit(TakeLine(cpuinfo), absl::MaxSplits(':', 1));
    const absl::string_view name = absl::StripAsciiWhitespace(field.first);
    const absl::string_view value = absl::StripAsciiWhitespace(field.second);
    if (name.empty()) break;  // the next CPU
    if (name == "vendor_id") maker.vendor = std::string(value);
    if (name == "flags") {
      maker.is_guest = absl::StrContains(absl::StrCat(" ", value, " "), " hypervisor ");
    }
  }
  return maker;
}

void MsrRegisters::Open(Host& host, absl::Span<const CpuPlace> places, Columns& columns,
                        Readings& readings) {
  host_ = &host;
  const absl::StatusOr<std::string> cpuinfo = host.ReadFile("/proc/cpuinfo");
  const CpuMaker maker = cpuinfo.ok() ? ParseCpuMaker(*cpuinfo) : CpuMaker();
  if (maker.is_guest) {
    readings.missing.push_back(absl::NotFoundError(
        "model specific registers of a virtual machine are missing or made up, and not read"));
    return;
  }
  for (const Register& wanted : kRegisters) {
    if (wanted.vendor != maker.vendor || readings.Has(wanted.what)) continue;
    std::vector<Reading> found;
    absl::Status failed;
    for (const CpuPlace& place :
         wanted.of_core ? FirstOfEachCore(places) : FirstOfEachPackage(places)) {
      failed.Update(OpenRegister(wanted, place, columns, found));
    }
    if (!failed.ok()) {
      const absl::Status reason = Explain(failed);
      readings.missing.emplace_back(reason.code(),
                                    absl::StrCat(wanted.what, ": ", reason.message()));
    }
    std::move(found.begin(), found.end(), std::back_inserter(readings.all));
  }
}

absl::StatusOr<int> MsrRegisters::FileOf(int cpu) {
  for (const auto& [known, fd] : files_) {
    if (known == cpu) return fd.get();
  }
  absl::StatusOr<UniqueFd> fd = host_->OpenMsr(cpu);
  if (!fd.ok()) return fd.status();
  files_.emplace_back(cpu, *std::move(fd));
  return files_.back().second.get();
}

// A register that can be read once is there.
absl::Status MsrRegisters::OpenRegister(const Register& wanted, const CpuPlace& place,
                                        Columns& columns, std::vector<Reading>& found) {
  const absl::StatusOr<int> fd = FileOf(place.cpu);
  if (!fd.ok()) return fd.status();
  const absl::StatusOr<uint64_t> units = host_->ReadMsr(*fd, wanted.unit_address);
  if (!units.ok()) return units.status();
  const absl::StatusOr<uint64_t> value = host_->ReadMsr(*fd, wanted.address);
  if (!value.ok()) return value.status();
  const std::string name = absl::StrCat("turbostat.CPU", place.cpu, ".msr.", wanted.what);
  v1::MetricDescriptor metric = Metric(name, "count", v1::COUNTER);
  metric.set_hidden(true);
  metric.set_width_bits(wanted.is_energy ? 64 : 32);
  v1::MetricDescriptor time = Metric(absl::StrCat(name, ".time"), "ns", v1::COUNTER);
  time.set_hidden(true);
  const double unit = wanted.is_energy ? JoulesOf(*units) : SecondsOf(*units);
  Slot slot = {*fd, wanted.address, columns.Declare(std::move(metric)),
               columns.Declare(std::move(time)), std::nullopt};
  if (wanted.is_energy) slot.energy = EnergyCounter(kLow32 + 1, unit, kMostWatts);
  found.push_back({std::string(wanted.what), place, slot.column, slot.time_column, -1, unit});
  slots_.push_back(slot);
  return absl::OkStatus();
}

// S-062: a kernel that is locked down refuses root, too.
absl::Status MsrRegisters::Explain(const absl::Status& status) {
  if (absl::IsNotFound(status)) {
    return absl::NotFoundError("there is no /dev/cpu/N/msr; modprobe msr makes it");
  }
  if (!absl::IsPermissionDenied(status)) return status;
  if (IsLockedDown(*host_)) {
    return absl::PermissionDeniedError(
        "the kernel is locked down (/sys/kernel/security/lockdown) and lets nobody read MSRs");
  }
  return absl::PermissionDeniedError(
      "/dev/cpu/N/msr may be read with CAP_SYS_RAWIO only; run collect as root to have it");
}

void MsrRegisters::Read(Columns& columns) {
  for (Slot& slot : slots_) ReadSlot(slot, columns);
}

void MsrRegisters::ReadSlot(Slot& slot, Columns& columns) {
  const absl::StatusOr<uint64_t> value = host_->ReadMsr(slot.fd, slot.address);
  if (!value.ok()) {
    columns.Note(value.status().message());
    return;
  }
  const uint64_t raw = *value & kLow32;
  int64_t time_ns = host_->MonotonicNs();
  uint64_t counts = raw;
  if (slot.energy.has_value()) {
    const EnergyCounter::Step step = slot.energy->Advance(raw, time_ns);
    if (step == EnergyCounter::Step::kMayHaveWrapped || step == EnergyCounter::Step::kJumped) {
      columns.Note(absl::StrCat("MSR 0x", absl::Hex(slot.address),
                                " may have wrapped more than once, or was set back, in an "
                                "interval, which is left out"));
    }
    counts = slot.energy->counts();
    time_ns = slot.energy->time_ns();
  }
  columns.Set(slot.column, static_cast<int64_t>(counts));
  columns.Set(slot.time_column, time_ns);
}

}  // namespace collect
