// What `collect` costs, next to the least that the same readings can cost.
//
//   overhead_bench COLLECT [--rounds N] [--seconds N] [--interval-ms N] [--size-seconds N]
//
// Runs in turn, several rounds: COLLECT around a sleeping command, and a loop that only reads the
// same files and perf groups on open descriptors and throws away what it read. Prints the CPU time
// of each a sample, once with and once without slabinfo, and their ratio; then the wall time of
// `COLLECT -- true` against `true`, the peak resident size while sampling, and the size of the run
// file. CPU time and not wall time is compared, as other work may run on the machine.
#include <dirent.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

constexpr int64_t kNsPerMs = 1'000'000;
constexpr int64_t kNsPerSecond = 1'000'000'000;

struct Settings {
  std::string collect;
  int rounds = 3;
  int seconds = 20;
  int interval_ms = 1000;
  int size_seconds = 60;
};

[[noreturn]] void Fail(const std::string& what) {
  fprintf(stderr, "overhead: %s: %s\n", what.c_str(), strerror(errno));
  exit(1);
}

int64_t Now(clockid_t clock) {
  timespec now = {};
  if (clock_gettime(clock, &now) != 0) Fail("clock_gettime");
  return now.tv_sec * kNsPerSecond + now.tv_nsec;
}

void SleepUntil(int64_t deadline_ns) {
  const timespec deadline = {deadline_ns / kNsPerSecond, deadline_ns % kNsPerSecond};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &deadline, nullptr) == EINTR) {
  }
}

double Median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

pid_t Spawn(const std::vector<std::string>& words) {
  std::vector<char*> argv;
  for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  pid_t pid = -1;
  const int error = posix_spawnp(&pid, argv[0], nullptr, nullptr, argv.data(), environ);
  if (error != 0) {
    errno = error;
    Fail(words[0]);
  }
  return pid;
}

void WaitFor(pid_t pid) {
  int status = 0;
  if (waitpid(pid, &status, 0) != pid || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    fprintf(stderr, "overhead: process %d ended with wait status %d\n", pid, status);
    exit(1);
  }
}

// Everything that a child has used, all its threads, to the nanosecond (clock_getcpuclockid(3)).
int64_t CpuOf(pid_t pid) {
  clockid_t clock = 0;
  if (clock_getcpuclockid(pid, &clock) != 0) Fail("clock_getcpuclockid");
  return Now(clock);
}

// What a process reads at every sample: the files of /proc and /sys that it holds open.
struct Sources {
  std::vector<std::string> files;
  bool perf = false;
};

Sources SourcesOf(pid_t pid) {
  Sources sources;
  const std::string own = "/proc/" + std::to_string(pid) + "/";
  for (const auto& entry : fs::directory_iterator(own + "fd")) {
    std::error_code error;
    const std::string target = fs::read_symlink(entry.path(), error).string();
    if (target.rfind("/proc/", 0) == 0 || target.rfind("/sys/", 0) == 0) {
      const bool is_own = target.rfind(own, 0) == 0;
      sources.files.push_back(is_own ? "/proc/self/" + target.substr(own.size()) : target);
    }
    if (target.find("[perf_event]") != std::string::npos) sources.perf = true;
  }
  return sources;
}

struct Sampled {
  double cpu_ms = 0;  // a sample
  Sources sources;
  long peak_kb = 0;
};

long PeakKb(pid_t pid) {
  std::ifstream status("/proc/" + std::to_string(pid) + "/status");
  std::string word;
  long kb = 0;
  while (status >> word) {
    if (word == "VmHWM:" && status >> kb) return kb;
  }
  return 0;
}

std::vector<std::string> CollectCommand(const Settings& settings, const std::string& store,
                                        bool slabinfo, int seconds) {
  std::vector<std::string> words = {settings.collect, "--quiet",
                                    "--output",       store,
                                    "--interval",     std::to_string(settings.interval_ms) + "ms"};
  if (!slabinfo) words.insert(words.end(), {"--without", "slabinfo"});
  words.insert(words.end(), {"--", "sleep", std::to_string(seconds)});
  return words;
}

// The CPU time of the process between two moments that lie halfway between samples.
Sampled MeasureCollect(const Settings& settings, const std::string& store, bool slabinfo) {
  const pid_t pid = Spawn(CollectCommand(settings, store, slabinfo, settings.seconds + 2));
  const int64_t start_ns =
      Now(CLOCK_MONOTONIC) + kNsPerSecond + settings.interval_ms * kNsPerMs / 2;
  SleepUntil(start_ns);
  const int64_t before_ns = CpuOf(pid);
  Sampled sampled;
  sampled.sources = SourcesOf(pid);
  SleepUntil(start_ns + settings.seconds * kNsPerSecond);
  const double samples = 1000.0 * settings.seconds / settings.interval_ms;
  sampled.cpu_ms = static_cast<double>(CpuOf(pid) - before_ns) / kNsPerMs / samples;
  sampled.peak_kb = PeakKb(pid);
  WaitFor(pid);
  return sampled;
}

// The seven software events that the probe perf-stat counts, one group a CPU.
void OpenPerfGroups(std::vector<int>& fds) {
  constexpr uint64_t kEvents[] = {PERF_COUNT_SW_CPU_CLOCK,        PERF_COUNT_SW_TASK_CLOCK,
                                  PERF_COUNT_SW_CONTEXT_SWITCHES, PERF_COUNT_SW_CPU_MIGRATIONS,
                                  PERF_COUNT_SW_PAGE_FAULTS_MIN,  PERF_COUNT_SW_PAGE_FAULTS_MAJ,
                                  PERF_COUNT_SW_PAGE_FAULTS};
  for (int cpu = 0; cpu < sysconf(_SC_NPROCESSORS_ONLN); ++cpu) {
    int leader = -1;
    for (uint64_t event : kEvents) {
      perf_event_attr attr = {};
      attr.type = PERF_TYPE_SOFTWARE;
      attr.size = sizeof attr;
      attr.config = event;
      attr.read_format =
          PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
      const int64_t fd = syscall(SYS_perf_event_open, &attr, -1, cpu, leader, PERF_FLAG_FD_CLOEXEC);
      if (fd < 0) Fail("perf_event_open");
      if (leader < 0) leader = static_cast<int>(fd);
    }
    fds.push_back(leader);
  }
}

void ReadWhole(int fd, std::vector<char>& buffer) {
  off_t at = 0;
  for (ssize_t got = 1; got > 0; at += got) {
    got = pread(fd, buffer.data(), buffer.size(), at);
    if (got < 0) Fail("pread");
  }
}

// The loop, in a process of its own; returns its CPU time a sample in ms.
double MeasureReads(const Settings& settings, const Sources& sources) {
  std::vector<int> files;
  for (const std::string& path : sources.files) {
    files.push_back(open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (files.back() < 0) Fail(path);
  }
  std::vector<int> perf;
  if (sources.perf) OpenPerfGroups(perf);
  std::vector<char> buffer(1 << 20);
  const int samples = settings.seconds * 1000 / settings.interval_ms;
  const int64_t start_ns = Now(CLOCK_MONOTONIC);
  int64_t before_ns = 0;
  for (int sample = 0; sample <= samples; ++sample) {
    for (int fd : files) ReadWhole(fd, buffer);
    for (int fd : perf) {
      if (read(fd, buffer.data(), buffer.size()) < 0) Fail("read a perf group");
    }
    if (sample == 0) before_ns = Now(CLOCK_PROCESS_CPUTIME_ID);
    if (sample < samples) SleepUntil(start_ns + (sample + 1) * settings.interval_ms * kNsPerMs);
  }
  const int64_t used_ns = Now(CLOCK_PROCESS_CPUTIME_ID) - before_ns;
  for (int fd : files) close(fd);
  for (int fd : perf) close(fd);
  return static_cast<double>(used_ns) / kNsPerMs / samples;
}

void CompareSampling(const Settings& settings, const std::string& store, bool slabinfo) {
  std::vector<double> collect_ms;
  std::vector<double> reads_ms;
  long peak_kb = 0;
  for (int round = 0; round < settings.rounds; ++round) {
    const Sampled sampled = MeasureCollect(settings, store, slabinfo);
    collect_ms.push_back(sampled.cpu_ms);
    reads_ms.push_back(MeasureReads(settings, sampled.sources));
    peak_kb = std::max(peak_kb, sampled.peak_kb);
    printf("  round %d: %.3f ms collect, %.3f ms reads only (%zu files%s)\n", round + 1,
           collect_ms.back(), reads_ms.back(), sampled.sources.files.size(),
           sampled.sources.perf ? " and perf groups" : "");
    fflush(stdout);
  }
  printf("%s slabinfo: %.3f ms of CPU a sample, %.3f ms reads only, ratio %.2f; peak RSS %ld kB\n",
         slabinfo ? "with" : "without", Median(collect_ms), Median(reads_ms),
         Median(collect_ms) / Median(reads_ms), peak_kb);
}

double WallMs(const std::vector<std::string>& words) {
  const int64_t start_ns = Now(CLOCK_MONOTONIC);
  WaitFor(Spawn(words));
  return static_cast<double>(Now(CLOCK_MONOTONIC) - start_ns) / kNsPerMs;
}

void CompareStart(const Settings& settings, const std::string& store) {
  std::vector<double> plain_ms;
  std::vector<double> wrapped_ms;
  for (int run = 0; run < 20 * settings.rounds; ++run) {
    plain_ms.push_back(WallMs({"true"}));
    wrapped_ms.push_back(WallMs({settings.collect, "--quiet", "--output", store, "--", "true"}));
  }
  printf("true: %.2f ms, collect -- true: %.2f ms of wall time (medians); best %.2f and %.2f ms\n",
         Median(plain_ms), Median(wrapped_ms), *std::min_element(plain_ms.begin(), plain_ms.end()),
         *std::min_element(wrapped_ms.begin(), wrapped_ms.end()));
}

uintmax_t BytesBelow(const std::string& folder) {
  uintmax_t bytes = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) bytes += entry.file_size();
  }
  return bytes;
}

void MeasureSize(const Settings& settings, const std::string& store) {
  const std::string none = store + "/size-of-none";
  const std::string some = store + "/size-of-some";
  WaitFor(Spawn(CollectCommand(settings, none, true, 0)));
  WaitFor(Spawn(CollectCommand(settings, some, true, settings.size_seconds)));
  const double fixed = static_cast<double>(BytesBelow(none));
  const double whole = static_cast<double>(BytesBelow(some));
  const double per_second = (whole - fixed) / settings.size_seconds;
  printf(
      "run file: %.0f bytes without a tick, %.0f bytes of %d s, %.0f bytes a second; "
      "300 s make %.1f KB\n",
      fixed, whole, settings.size_seconds, per_second, (fixed + 300 * per_second) / 1000);
}

Settings SettingsOf(int argc, char** argv) {
  Settings settings;
  if (argc < 2) {
    fprintf(stderr,
            "usage: overhead COLLECT [--rounds N] [--seconds N] [--interval-ms N] "
            "[--size-seconds N]\n");
    exit(2);
  }
  settings.collect = argv[1];
  for (int i = 2; i + 1 < argc; i += 2) {
    const std::string name = argv[i];
    const int value = atoi(argv[i + 1]);
    if (name == "--rounds") settings.rounds = value;
    if (name == "--seconds") settings.seconds = value;
    if (name == "--interval-ms") settings.interval_ms = value;
    if (name == "--size-seconds") settings.size_seconds = value;
  }
  return settings;
}

}  // namespace

int main(int argc, char** argv) {
  const Settings settings = SettingsOf(argc, argv);
  std::string store = (fs::temp_directory_path() / "overhead-XXXXXX").string();
  if (mkdtemp(store.data()) == nullptr) Fail(store);
  CompareSampling(settings, store, true);
  CompareSampling(settings, store, false);
  CompareStart(settings, store);
  MeasureSize(settings, store);
  fs::remove_all(store);
  return 0;
}
