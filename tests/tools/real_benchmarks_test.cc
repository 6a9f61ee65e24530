// Benchmarks of Debian, run for real: the KPI in the run file is what the program printed.
#include <gtest/gtest.h>
#include <re2/re2.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "tests/tools/shell.h"

namespace collect {
namespace {

// One benchmark, short. `printed` finds the number on its stdout; the KPI is what `kpi_of` makes of
// it, or that number itself.
struct Benchmark {
  const char* name;
  const char* programs;  // what must be there: the benchmark and its server
  const char* setup;     // starts a server and names its process $SERVER
  const char* command;
  const char* kpi;
  const char* printed;
  double (*kpi_of)(double printed) = nullptr;
};

void PrintTo(const Benchmark& benchmark, std::ostream* out) { *out << benchmark.name; }

// For the scripts below: ends the server with the script, and waits until a command succeeds.
constexpr char kFunctions[] =
    "trap '[ -z \"$SERVER\" ] || { kill $SERVER; wait $SERVER; }' EXIT\n"
    "wait_for() { until \"$@\" >/dev/null 2>&1; do kill -0 $SERVER || exit; sleep 0.05; done; }\n";

constexpr char kWebServer[] =
    "mkdir site; echo hello >site/index.html\n"
    "python3 -u -m http.server --bind 127.0.0.1 --directory site 0 >server.log 2>requests.log &\n"
    "SERVER=$!\n"
    "wait_for grep -q ' port ' server.log\n"
    "URL=http://127.0.0.1:$(sed 's/.* port \\([0-9]*\\) .*/\\1/' server.log)/\n";

// iperf3 takes no port 0; whoever takes this one in between makes the test fail, which is rare.
constexpr char kIperfServer[] =
    "PORT=$(python3 -c 'import socket; s = socket.socket(); s.bind((\"127.0.0.1\", 0)); "
    "print(s.getsockname()[1])')\n"
    "iperf3 --server --port $PORT --logfile server.log --forceflush &\n"
    "SERVER=$!\n"
    "wait_for grep -q listening server.log\n";

// Debian's redis-server is a link to this program of redis-tools, which needs no server installed.
constexpr char kRedisServer[] =
    "(exec -a redis-server redis-check-rdb --port 0 --unixsocket $SCRATCH/redis.sock --save '' "
    ">server.log) &\n"
    "SERVER=$!\n"
    "wait_for [ -S redis.sock ]\n";

// PostgreSQL refuses root.
constexpr char kPostgres[] =
    "PATH=$PATH:$(echo /usr/lib/postgresql/*/bin)\n"
    "as_user=()\n"
    "[ $(id -u) != 0 ] || as_user=(setpriv --reuid=nobody --clear-groups)\n"
    "mkdir db; chmod a+x .; [ $(id -u) != 0 ] || chown nobody db\n"
    "${as_user[@]} initdb --no-sync --auth=trust --username=bench db/data >server.log\n"
    "${as_user[@]} postgres -D db/data -k $SCRATCH/db -h '' -F >>server.log 2>&1 &\n"
    "SERVER=$!\n"
    "export PGHOST=$SCRATCH/db PGUSER=bench PGDATABASE=postgres\n"
    "wait_for pgbench --initialize --quiet\n";

constexpr Benchmark kBenchmarks[] = {
    {"ab", "ab python3", kWebServer, "ab -q -n 200 -c 2 $URL", "apachebench.requests_per_second",
     R"(Requests per second: +([0-9.]+))"},
    {"wrk", "wrk python3", kWebServer, "wrk -d 1s -c 2 -t 1 $URL", "wrk.requests_per_second",
     R"(Requests/sec: +([0-9.]+))"},
    {"stress_ng", "stress-ng", "", "stress-ng --timerfd 1 --timeout 1 --metrics-brief --stdout",
     "stress-ng.timerfd.ops_per_sec", R"(timerfd +\d+(?: +[0-9.]+){3} +([0-9.]+))"},
    {"hackbench", "hackbench", "", "hackbench --groups 1 --loops 500", "hackbench.throughput",
     R"(Time: ([0-9.]+))",
     // 40 tasks, 500 messages of 100 bytes each.
     [](double seconds) { return 40.0 * 500 * 100 / 1024 / seconds; }},
    {"cyclictest", "cyclictest", "", "cyclictest --quiet --duration 1", "cyclictest.max_us",
     R"(Max: +(\d+))"},
    {"fio", "fio", "",
     "fio --name=read --rw=randread --size=4m --directory=. --runtime=1 --time_based "
     "--output-format=json",
     "fio.read_iops", R"re("read" : \{[^{}]*"iops" : ([0-9.]+))re"},
    {"sysbench", "sysbench", "", "sysbench cpu --time=1 run", "sysbench.throughput_events/s",
     R"(events per second: +([0-9.]+))"},
    {"iperf3", "iperf3 python3", kIperfServer, "iperf3 -c 127.0.0.1 -p $PORT -t 1 --json",
     "iperf.tcp.receiver.bps", R"re("sum_received":\s*\{[^{}]*"bits_per_second":\s*([0-9.e+]+))re"},
    {"redis", "redis-benchmark redis-check-rdb", kRedisServer,
     "redis-benchmark -s redis.sock -t get -n 20000 -q", "redis.get_total_throughput_rps",
     R"(GET: ([0-9.]+) requests per second)"},
    {"pgbench", "pgbench /usr/lib/postgresql/*/bin/initdb", kPostgres, "pgbench --time 1",
     "pgbench.tps", R"(tps = ([0-9.]+) \(without initial connection time\))"},
    {"perf_bench", "perf", "", "perf bench sched pipe --loop 10000",
     "perf-bench.sched-pipe.ops_per_sec", R"((\d+) ops/sec)"},
    {"openssl_speed", "openssl", "", "openssl speed -seconds 1 -bytes 1024 sha256",
     "openssl-speed.sha256.1024_bytes", R"(sha256 +([0-9.]+)k)"},
};

// The KPI in what `collect show --format=json` prints; nothing if it is absent or no KPI.
std::optional<double> KpiIn(const std::string& shown, const std::string& name) {
  const auto document = nlohmann::json::parse(shown, nullptr, /*allow_exceptions=*/false);
  if (document.is_discarded()) return std::nullopt;
  for (const nlohmann::json& run : document) {
    for (const nlohmann::json& metric : run.value("metrics", nlohmann::json::array())) {
      if (metric.value("name", "") != name || !metric.value("kpi", false)) continue;
      return metric.at("value").get<double>();
    }
  }
  return std::nullopt;
}

class RealBenchmarkTest : public testing::TestWithParam<Benchmark> {
 protected:
  // The programs that are not installed, as one line.
  std::string Missing() {
    const ShellResult result =
        Shell(absl::StrCat("for program in ", GetParam().programs,
                           "; do command -v $program >/dev/null || echo -n \" $program\"; done"),
              scratch_.path());
    return result.out;
  }

  ShellResult Run(absl::string_view script) {
    return Shell(absl::StrCat("cd $SCRATCH\nexport LC_ALL=C\n", script), scratch_.path());
  }

  ScratchFolder scratch_;
};

TEST_P(RealBenchmarkTest, KpiIsWhatTheProgramPrinted) {
  const Benchmark& benchmark = GetParam();
  const std::string missing = Missing();
  if (!missing.empty()) GTEST_SKIP() << "not installed:" << missing;
  const ShellResult run =
      Run(absl::StrCat(kFunctions, benchmark.setup,
                       "$COLLECT -o store --quiet --probes time,workload -- ", benchmark.command));
  ASSERT_EQ(run.status, 0) << run.out << run.err;
  double printed = 0;
  ASSERT_TRUE(RE2::PartialMatch(run.out, benchmark.printed, &printed)) << run.out << run.err;
  const double expected = benchmark.kpi_of == nullptr ? printed : benchmark.kpi_of(printed);
  EXPECT_GT(expected, 0);
  const ShellResult shown = Run("$COLLECT show -o store 'store/*' --format json");
  const std::optional<double> kpi = KpiIn(shown.out, benchmark.kpi);
  ASSERT_TRUE(kpi.has_value()) << benchmark.kpi << " is no KPI in " << shown.out << run.out;
  EXPECT_NEAR(*kpi, expected, expected * 1e-9) << run.out;
}

INSTANTIATE_TEST_SUITE_P(Debian, RealBenchmarkTest, testing::ValuesIn(kBenchmarks),
                         [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace collect
