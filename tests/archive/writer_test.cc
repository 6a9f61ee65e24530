// The writer: what is in the file when, full and slow disks, a killed process.
#include "archive/writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <mutex>
#include <random>
#include <thread>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "archive/reader.h"
#include "archive/records.h"
#include "tests/archive/support.h"
#include "tests/support/allocations.h"

namespace collect {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr int kColumns = 1300;

// A disk with room for so many bytes, which may also be slow or interrupted.
class FaultyDisk : public FileCalls {
 public:
  ssize_t Pwrite(int fd, const char* bytes, size_t size, off_t offset) override {
    const std::lock_guard lock(stuck);
    ++writes;
    if (interrupt_every_second && writes % 2 == 1) return Fail(EINTR);
    const int64_t free = room - offset;
    if (free <= 0) return Fail(ENOSPC);
    const size_t part = std::min({size, static_cast<size_t>(free), largest_write});
    return FileCalls::Pwrite(fd, bytes, part, offset);
  }
  // Room is set aside out of `room`, and cutting the file gives it back.
  int Fallocate(int /*fd*/, off_t /*offset*/, off_t size) override {
    set_aside = size;
    room -= size;
    return 0;
  }
  int Ftruncate(int fd, off_t size) override {
    ++truncations;
    room += set_aside.exchange(0);
    return FileCalls::Ftruncate(fd, size);
  }

  std::atomic<int64_t> room = int64_t{1} << 40;
  std::atomic<int64_t> set_aside = 0;
  std::atomic<int> writes = 0;
  std::atomic<int> truncations = 0;
  bool interrupt_every_second = false;
  size_t largest_write = size_t{1} << 30;
  std::mutex stuck;  // held by a test: the disk does not answer

 private:
  static ssize_t Fail(int error) {
    errno = error;
    return -1;
  }
};

class WriterTest : public testing::Test {
 protected:
  void Create(FileCalls& calls = FileCalls::Real()) {
    auto writer = RunWriter::Create(path_, TestRun(), calls);
    ASSERT_TRUE(writer.ok()) << writer.status();
    writer_ = *std::move(writer);
    writer_->AddMetrics("p", Counters("p", kColumns));
  }
  // One sample of numbers that do not compress.
  void Sample(int64_t start_ns) {
    std::vector<int64_t> values(kColumns);
    for (int64_t& value : values) value = static_cast<int64_t>(random_());
    const std::vector<uint8_t> present(kColumns, 1);
    writer_->AddSample("p", start_ns, 1000, values, present);
  }
  // Waits until so many frames' worth of bytes are written.
  bool WaitForBytes(int64_t bytes) {
    for (int i = 0; i < 5000 && writer_->bytes_written() < bytes; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return writer_->bytes_written() >= bytes;
  }
  RunFile Read() {
    absl::StatusOr<RunFile> run = ReadRunFile(path_);
    EXPECT_TRUE(run.ok()) << run.status();
    return run.ok() ? *std::move(run) : RunFile();
  }

  TemporaryFolder folder_;
  const std::string path_ = folder_ / "label/run.collect";
  std::mt19937_64 random_{7};
  std::unique_ptr<RunWriter> writer_;
};

TEST_F(WriterTest, AnExistingFileIsNotTouched) {
  Create();
  const absl::Status status = RunWriter::Create(path_, TestRun()).status();
  EXPECT_TRUE(absl::IsAlreadyExists(status)) << status;
  EXPECT_THAT(status.message(), HasSubstr(path_));
}

TEST_F(WriterTest, TheFirstSampleOfEachProbeIsThereAtOnce) {
  Create();
  Sample(0);
  ASSERT_TRUE(WaitForBytes(kColumns * 8));
  EXPECT_EQ(Read().probes[0].rows.size(), 1);
  EXPECT_FALSE(Read().damage.closed);
}

TEST_F(WriterTest, NothingWaitsLongerThanTheFlushInterval) {
  Create();
  Sample(0);
  ASSERT_TRUE(WaitForBytes(kColumns * 8));
  for (int second = 1; second < 10; ++second) Sample(second * kSecond);
  const int64_t before = writer_->bytes_written();
  Sample(RunWriter::kFlushIntervalNs);
  ASSERT_TRUE(WaitForBytes(before + 10 * kColumns * 8));
  EXPECT_EQ(Read().probes[0].rows.size(), 11);
}

TEST_F(WriterTest, ColumnsMayBecomeMoreWithinABlock) {
  Create();
  writer_->AddMetrics("q", Counters("q", 1));
  writer_->AddSample("q", 0, 0, {1}, {1});
  writer_->AddSample("q", 1, 0, {2}, {1});
  writer_->AddMetrics("q", Counters("later", 1));
  writer_->AddSample("q", 2, 0, {3, 30}, {1, 1});
  writer_->AddSample("q", 3, 0, {0, 40}, {0, 1});
  ASSERT_TRUE(writer_->Close().ok());
  const RunFile run = Read();
  const ProbeSamples& q = run.probes[1];
  EXPECT_EQ(q.metrics.size(), 2);
  EXPECT_THAT(q.columns[0].present, ElementsAre(1, 1, 1, 0));
  EXPECT_THAT(q.columns[1].present, ElementsAre(0, 0, 1, 1));
  EXPECT_THAT(q.columns[1].values, ElementsAre(0, 0, 30, 40));
}

TEST_F(WriterTest, ExtremeValuesComeBack) {
  constexpr int64_t kMin = std::numeric_limits<int64_t>::min();
  constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
  Create();
  writer_->AddMetrics("q", Counters("q", 1));
  for (const int64_t value : {kMin, kMax, int64_t{0}, kMin, int64_t{-1}}) {
    writer_->AddSample("q", kMax, kMax, {value}, {1});
  }
  ASSERT_TRUE(writer_->Close().ok());
  const RunFile run = Read();
  EXPECT_THAT(run.probes[1].columns[0].values, ElementsAre(kMin, kMax, 0, kMin, -1));
  EXPECT_EQ(run.probes[1].rows[4].start_ns, kMax / 1000 * 1000);
  EXPECT_EQ(run.probes[1].rows[4].duration_ns, kMax / 1000 * 1000);
}

TEST_F(WriterTest, ASteadyStreamAllocatesNothing) {
  Create();
  std::vector<int64_t> values(kColumns, int64_t{1} << 40);
  const std::vector<uint8_t> present(kColumns, 1);
  RecordBuilder builder("p");
  builder.AddMetrics(Counters("p", kColumns));
  int64_t second = 0;
  const auto sample = [&] {
    for (int i = 0; i < kColumns; ++i) values[i] += i % 50;
    writer_->AddSample("p", second * kSecond, 1000, values, present);
    builder.AddSample(second * kSecond, values, present);
    ++second;
  };
  uint64_t before = 0;
  for (int flush = 0; flush < 20; ++flush) {
    if (flush == 10) before = AllocationCount();
    // The thread gives its buffers back between flushes, as it does in ten seconds of a real run.
    for (int i = 0; i < 10; ++i) sample();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  EXPECT_EQ(AllocationCount() - before, 0);
  EXPECT_GT(writer_->bytes_written(), kColumns);
}

TEST_F(WriterTest, ShortAndInterruptedWritesAreContinued) {
  FaultyDisk disk;
  disk.interrupt_every_second = true;
  disk.largest_write = 100;
  Create(disk);
  Sample(0);
  EXPECT_TRUE(writer_->Close().ok());
  const RunFile run = Read();
  EXPECT_EQ(run.probes[0].rows.size(), 1);
  EXPECT_EQ(run.damage.bytes_lost, 0);
}

// S-090: no file of 0 bytes is left on a disk that is full.
TEST_F(WriterTest, AFullDiskAtTheStartLeavesNoFile) {
  for (const int64_t room : {0, 10, 50}) {
    FaultyDisk disk;
    disk.room = room;
    const absl::Status status = RunWriter::Create(path_, TestRun(), disk).status();
    EXPECT_TRUE(absl::IsResourceExhausted(status)) << status;
    EXPECT_THAT(status.message(), HasSubstr(path_));
    EXPECT_TRUE(std::filesystem::is_empty(std::filesystem::path(path_).parent_path()));
  }
}

// S-090: the run goes on, what fits is kept, and writing goes on when space is freed.
// In a child process: an ordinary user who may start nothing more, as within pids.max.
[[noreturn]] void CreateWithoutThreads(const std::string& path) {
  const rlimit none = {0, 0};
  if (geteuid() == 0 && setuid(65534) != 0) _exit(2);
  if (setrlimit(RLIMIT_NPROC, &none) != 0) _exit(3);
  const absl::Status status = RunWriter::Create(path, TestRun()).status();
  if (!absl::StrContains(status.message(), "cannot start the thread")) _exit(4);
  _exit(access(path.c_str(), F_OK) == 0 ? 5 : 0);
}

// The benchmark ran not at all when the thread could not be started (case of a container).
TEST_F(WriterTest, NoThreadIsAnErrorAndLeavesNoFile) {
  std::filesystem::permissions(folder_ / "", std::filesystem::perms::all);
  const pid_t child = fork();
  if (child == 0) CreateWithoutThreads(path_);
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 0);
  EXPECT_TRUE(WIFEXITED(status));
}

TEST_F(WriterTest, AFullDiskCostsSamplesOnlyWhileItIsFull) {
  FaultyDisk disk;
  Create(disk);
  Sample(0);
  ASSERT_TRUE(WaitForBytes(kColumns * 8));
  disk.room = writer_->bytes_written() + 10;
  Sample(10 * kSecond);
  writer_->AddMetrics("late", Counters("late", 1));
  for (int i = 0; i < 5000 && disk.truncations < 2; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  disk.room = int64_t{1} << 40;
  Sample(20 * kSecond);
  writer_->AddSample("late", 20 * kSecond, 0, {5}, {1});
  const absl::Status status = writer_->Close();
  EXPECT_TRUE(absl::IsResourceExhausted(status)) << status;
  const RunFile run = Read();
  ASSERT_EQ(run.probes[0].rows.size(), 2);
  EXPECT_EQ(run.probes[0].rows[1].start_ns, 20 * kSecond);
  ASSERT_EQ(run.probes.size(), 2);
  EXPECT_EQ(run.probes[1].metrics[0].name(), "late.0");
  EXPECT_EQ(run.damage.bytes_lost, 0);
  EXPECT_EQ(run.damage.lost_rows, 1);
  EXPECT_TRUE(run.damage.closed);
}

TEST_F(WriterTest, ADiskFullToTheEndLeavesWholeFrames) {
  FaultyDisk disk;
  Create(disk);
  Sample(0);
  ASSERT_TRUE(WaitForBytes(kColumns * 8));
  disk.room = writer_->bytes_written() + 10;
  Sample(10 * kSecond);
  disk.set_aside = 0;
  EXPECT_TRUE(absl::IsResourceExhausted(writer_->Close()));
  const RunFile run = Read();
  EXPECT_EQ(run.probes[0].rows.size(), 1);
  EXPECT_EQ(run.damage.bytes_lost, 0);
  EXPECT_FALSE(run.damage.closed);
}

// S-090: how the run ended has room that was set aside.
TEST_F(WriterTest, ADiskFullToTheEndHasTheOutcome) {
  FaultyDisk disk;
  Create(disk);
  Sample(0);
  ASSERT_TRUE(WaitForBytes(kColumns * 8));
  disk.room = writer_->bytes_written() + 10;
  writer_->AddMetrics("late", Counters("late", 5000));
  for (int i = 1; i < 10; ++i) Sample(i * 10 * kSecond);
  v1::Run more;
  more.mutable_outcome()->set_exit_status(3);
  writer_->AddRun(more);
  EXPECT_TRUE(absl::IsResourceExhausted(writer_->Close()));
  const RunFile run = Read();
  EXPECT_EQ(run.run.outcome().exit_status(), 3);
  EXPECT_TRUE(run.damage.closed);
  EXPECT_EQ(run.damage.bytes_lost, 0);
  EXPECT_GE(run.damage.lost_rows, 5);
}

TEST_F(WriterTest, AFileDeletedMeanwhileIsALoss) {
  Create();
  Sample(0);
  std::filesystem::remove(path_);
  const absl::Status status = writer_->Close();
  EXPECT_TRUE(absl::IsDataLoss(status)) << status;
  EXPECT_THAT(status.message(), HasSubstr(path_));
}

TEST_F(WriterTest, ADiskThatHangsDoesNotHoldUpTheSampler) {
  FaultyDisk disk;
  Create(disk);
  Sample(0);
  ASSERT_TRUE(WaitForBytes(kColumns * 8));
  constexpr int kSamples = 2000;
  {
    const std::lock_guard stuck(disk.stuck);
    const auto start = std::chrono::steady_clock::now();
    for (int i = 1; i <= kSamples; ++i) Sample(i * 10 * kSecond);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
  }
  EXPECT_TRUE(absl::IsResourceExhausted(writer_->Close()));
  const RunFile run = Read();
  EXPECT_GT(run.damage.lost_rows, 0);
  EXPECT_GT(run.probes[0].rows.size(), 100);
  EXPECT_EQ(run.probes[0].rows.size() + run.damage.lost_rows, kSamples + 1);
}

// Counts the pieces that are in the file.
class CountingDisk : public FileCalls {
 public:
  ssize_t Pwrite(int fd, const char* bytes, size_t size, off_t offset) override {
    const ssize_t result = FileCalls::Pwrite(fd, bytes, size, offset);
    ++pieces;
    return result;
  }
  std::atomic<int64_t> pieces = 0;
};

// Writes samples until it is killed; each holds its own number and is acknowledged through the pipe
// before the next. Ten seconds of the run take as long as the thread needs to write a block.
[[noreturn]] void WriteUntilKilled(const std::string& path, int acknowledge) {
  CountingDisk disk;
  auto writer = RunWriter::Create(path, TestRun(), disk);
  if (!writer.ok()) _exit(1);
  (*writer)->AddMetrics("p", Counters("p", 100));
  const std::vector<uint8_t> present(100, 1);
  for (int64_t i = 0;; ++i) {
    const std::vector<int64_t> values(100, i);
    (*writer)->AddSample("p", i * kSecond, 0, values, present);
    // The run, the metrics, the first sample, then a block for every ten.
    while (i % 10 == 0 && disk.pieces < 3 + i / 10) usleep(1);
    if (write(acknowledge, &i, sizeof i) != sizeof i) _exit(1);
  }
}

int64_t LastAcknowledged(int acknowledged) {
  int64_t number = -1;
  int64_t last = -1;
  while (read(acknowledged, &number, sizeof number) == sizeof number) last = number;
  return last;
}

TEST(KilledWriterTest, EveryFileOpensAndHoldsAllButTheLastTenSeconds) {
  TemporaryFolder folder;
  std::mt19937 random(9);
  for (int round = 0; round < 100; ++round) {
    const std::string path = folder / absl::StrCat(round, ".collect");
    int pipe_ends[2];
    ASSERT_EQ(pipe(pipe_ends), 0);
    const pid_t child = fork();
    if (child == 0) WriteUntilKilled(path, pipe_ends[1]);
    close(pipe_ends[1]);
    int64_t first = 0;
    ASSERT_EQ(read(pipe_ends[0], &first, sizeof first), sizeof first);
    usleep(static_cast<useconds_t>(random() % 10000));
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    const int64_t last = std::max(first, LastAcknowledged(pipe_ends[0]));
    close(pipe_ends[0]);
    const absl::StatusOr<RunFile> run = ReadRunFile(path);
    ASSERT_TRUE(run.ok()) << run.status();
    EXPECT_LE(run->damage.notes.size(), 1);
    ASSERT_EQ(run->probes.size(), 1);
    const ProbeSamples& samples = run->probes[0];
    for (size_t row = 0; row < samples.rows.size(); ++row) {
      ASSERT_EQ(samples.columns[99].values[row], static_cast<int64_t>(row));
    }
    EXPECT_GE(static_cast<int64_t>(samples.rows.size()), last - 10);
  }
}

}  // namespace
}  // namespace collect
