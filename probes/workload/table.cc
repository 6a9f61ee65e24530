// The one table of workloads: a new parser is one file and one line here.
#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "probes/workload/apachebench.h"
#include "probes/workload/cyclictest.h"
#include "probes/workload/dbench.h"
#include "probes/workload/fio.h"
#include "probes/workload/hackbench.h"
#include "probes/workload/hey.h"
#include "probes/workload/iperf.h"
#include "probes/workload/lmbench.h"
#include "probes/workload/mcperf.h"
#include "probes/workload/netperf.h"
#include "probes/workload/openssl_speed.h"
#include "probes/workload/perf_bench.h"
#include "probes/workload/pgbench.h"
#include "probes/workload/redis.h"
#include "probes/workload/schbench.h"
#include "probes/workload/stress_ng.h"
#include "probes/workload/sysbench.h"
#include "probes/workload/unixbench.h"
#include "probes/workload/vm_scalability.h"
#include "probes/workload/will_it_scale.h"
#include "probes/workload/workload.h"
#include "probes/workload/wrk.h"

namespace collect {
namespace {

constexpr absl::string_view kApachebenchCommands[] = {"ab"};
constexpr absl::string_view kCyclictestCommands[] = {"cyclictest"};
constexpr absl::string_view kDbenchCommands[] = {"dbench"};
constexpr absl::string_view kFioCommands[] = {"fio"};
constexpr absl::string_view kHackbenchCommands[] = {"hackbench"};
constexpr absl::string_view kHeyCommands[] = {"hey"};
constexpr absl::string_view kIperfCommands[] = {"iperf3"};
constexpr absl::string_view kLmbenchCommands[] = {
    "bw_file_rd",    "bw_mem",   "bw_mmap_rd", "bw_pipe",    "bw_tcp",   "bw_unix",
    "lat_connect",   "lat_ctx",  "lat_fifo",   "lat_mem_rd", "lat_mmap", "lat_ops",
    "lat_pagefault", "lat_pipe", "lat_proc",   "lat_select", "lat_sem",  "lat_sig",
    "lat_syscall",   "lat_tcp",  "lat_udp",    "lat_unix"};
constexpr absl::string_view kMcperfCommands[] = {"mcperf"};
constexpr absl::string_view kNetperfCommands[] = {"netperf"};
constexpr absl::string_view kOpensslSpeedCommands[] = {"openssl speed"};
constexpr absl::string_view kPerfBenchCommands[] = {"perf bench"};
constexpr absl::string_view kPgbenchCommands[] = {"pgbench"};
constexpr absl::string_view kRedisCommands[] = {"redis-benchmark"};
constexpr absl::string_view kSchbenchCommands[] = {"schbench"};
constexpr absl::string_view kStressNgCommands[] = {"stress-ng"};
constexpr absl::string_view kSysbenchCommands[] = {"sysbench"};
constexpr absl::string_view kTbenchCommands[] = {"tbench"};
constexpr absl::string_view kUnixbenchCommands[] = {"Run"};
constexpr absl::string_view kVmScalabilityCommands[] = {"usemem"};
constexpr absl::string_view kWillItScaleCommands[] = {"runtest.py"};
constexpr absl::string_view kWrkCommands[] = {"wrk"};
constexpr absl::string_view kWrk2Commands[] = {"wrk2"};

constexpr Workload kWorkloads[] = {
    {"apachebench", kApachebenchCommands, ParseApachebench},
    {"cyclictest", kCyclictestCommands, ParseCyclictest},
    {"dbench", kDbenchCommands, ParseDbench},
    {"fio", kFioCommands, ParseFio},
    {"hackbench", kHackbenchCommands, ParseHackbench},
    {"hey", kHeyCommands, ParseHey},
    {"iperf", kIperfCommands, ParseIperf},
    {"lmbench", kLmbenchCommands, ParseLmbench},
    {"mcperf", kMcperfCommands, ParseMcperf},
    {"netperf", kNetperfCommands, ParseNetperf},
    {"openssl-speed", kOpensslSpeedCommands, ParseOpensslSpeed},
    {"perf-bench", kPerfBenchCommands, ParsePerfBench},
    {"pgbench", kPgbenchCommands, ParsePgbench},
    {"redis", kRedisCommands, ParseRedis},
    {"schbench", kSchbenchCommands, ParseSchbench},
    {"stress-ng", kStressNgCommands, ParseStressNg},
    {"sysbench", kSysbenchCommands, ParseSysbench},
    {"tbench", kTbenchCommands, ParseDbench},
    {"unixbench", kUnixbenchCommands, ParseUnixbench},
    {"vm-scalability", kVmScalabilityCommands, ParseVmScalability},
    {"will-it-scale", kWillItScaleCommands, ParseWillItScale},
    {"wrk", kWrkCommands, ParseWrk},
    {"wrk2", kWrk2Commands, ParseWrk},
    // The robot calls sysbench's tests so; --testcase selects them.
    {"sysbench-cpu", {}, ParseSysbench},
    {"sysbench-fileio", {}, ParseSysbench},
    {"sysbench-memory", {}, ParseSysbench},
    {"sysbench-mutex", {}, ParseSysbench},
    {"sysbench-threads", {}, ParseSysbench},
};

bool IsCommandOf(const Workload& workload, absl::string_view name) {
  return absl::c_linear_search(workload.commands, name);
}

absl::string_view ProgramName(absl::string_view path) { return path.substr(path.rfind('/') + 1); }

// The first argument that is no option; empty if there is none.
absl::string_view FirstOperand(absl::Span<const std::string> argv) {
  for (const std::string& word : argv.subspan(1)) {
    if (!absl::StartsWith(word, "-")) return word;
  }
  return "";
}

}  // namespace

absl::Span<const Workload> AllWorkloads() { return kWorkloads; }

const Workload* FindWorkload(absl::string_view testcase) {
  for (const Workload& workload : kWorkloads) {
    if (workload.testcase == testcase) return &workload;
  }
  return nullptr;
}

const Workload* WorkloadOfCommand(absl::Span<const std::string> argv) {
  if (argv.empty()) return nullptr;
  const absl::string_view name = ProgramName(argv[0]);
  const std::string name_and_operand = absl::StrCat(name, " ", FirstOperand(argv));
  for (const Workload& workload : kWorkloads) {
    if (IsCommandOf(workload, name) || IsCommandOf(workload, name_and_operand)) return &workload;
  }
  return nullptr;
}

}  // namespace collect
