// Frames of a file into a RunFile.
#include "archive/reader.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>
#include <vector>

#include "absl/cleanup/cleanup.h"
#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "archive/block.h"
#include "archive/column_codec.h"
#include "archive/frame_scan.h"
#include "google/protobuf/stubs/logging.h"

namespace collect {
namespace {

// What a file may unpack to, so that a small hostile file cannot fill the memory: bytes of payload
// and cells of samples. Real files stay far below: a day of 1,300 metrics at 1 s is 112 million
// cells.
constexpr size_t kUnpackedFloor = size_t{128} << 20;
constexpr size_t kUnpackedPerByte = 64;
// What a metric without a declaration counts as, in cells.
constexpr size_t kCellsPerMetric = 64;
// A month at 1 s takes less; the whole file is held in memory.
constexpr off_t kLargestFile = off_t{1} << 30;

absl::StatusOr<std::string> ReadBytes(const std::string& path) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return absl::ErrnoToStatus(errno, absl::StrCat("cannot open ", path));
  const auto closer = absl::MakeCleanup([fd] { close(fd); });
  struct stat info = {};
  if (fstat(fd, &info) != 0 || !S_ISREG(info.st_mode)) {
    return absl::InvalidArgumentError(absl::StrCat(path, " is not a regular file"));
  }
  if (info.st_size > kLargestFile) {
    return absl::ResourceExhaustedError(absl::StrCat(
        path, " has ", info.st_size, " bytes and is larger than any run file that can be read"));
  }
  std::string bytes(static_cast<size_t>(info.st_size) + 1, '\0');
  size_t size = 0;
  while (true) {
    const ssize_t got = read(fd, bytes.data() + size, bytes.size() - size);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return absl::ErrnoToStatus(errno, absl::StrCat("cannot read ", path));
    if (got == 0) break;
    size += static_cast<size_t>(got);
    if (size == bytes.size()) bytes.resize(2 * size);
  }
  bytes.resize(size);
  return bytes;
}

class Reader {
 public:
  Reader(absl::string_view bytes, const ReadOptions& options)
      : bytes_(bytes),
        options_(options),
        unpacked_left_(kUnpackedFloor + kUnpackedPerByte * bytes.size()),
        cells_left_(unpacked_left_) {}

  absl::StatusOr<RunFile> Read(absl::string_view name);

 private:
  bool Wants(FrameType type);
  void Take(const Frame& frame);
  absl::Status Decode(FrameType type, absl::string_view payload);
  absl::Status TakeRun(absl::string_view payload);
  absl::Status TakeMetrics(absl::string_view payload);
  absl::Status TakeSamples(absl::string_view payload);
  absl::Status TakeText(absl::string_view payload);
  absl::Status TakeRecords(absl::string_view payload);
  absl::Status TakeEnd(absl::string_view payload);
  size_t IndexOf(const std::string& probe);
  absl::Status PadMetrics(const v1::ColumnSet& set, size_t probe);

  absl::string_view bytes_;
  const ReadOptions& options_;
  size_t unpacked_left_;
  size_t cells_left_;
  FrameUnpacker unpacker_;
  RunFile file_;
  absl::flat_hash_map<std::string, size_t> probes_;  // index into file_.probes
  std::vector<uint32_t> declared_columns_;           // of each of them
  bool has_run_ = false;
  uint64_t frames_ = 0;
};

template <typename Message>
absl::Status Parse(absl::string_view payload, Message& message) {
  if (message.ParseFromArray(payload.data(), static_cast<int>(payload.size()))) {
    return absl::OkStatus();
  }
  return absl::DataLossError("it does not hold the message that its type says");
}

absl::StatusOr<RunFile> Reader::Read(absl::string_view name) {
  const absl::Status header = CheckFileHeader(bytes_);
  if (absl::IsFailedPrecondition(header)) {
    return absl::FailedPreconditionError(absl::StrCat(name, ": ", header.message()));
  }
  if (!header.ok()) {
    file_.damage.bytes_lost = std::min(kFileHeaderSize, bytes_.size());
    file_.damage.notes.push_back(std::string(header.message()));
  }
  file_.damage.closed = false;
  FrameScan scan(bytes_, file_.damage);
  while (const std::optional<Frame> frame = scan.Next()) {
    ++frames_;
    const bool wanted = Wants(frame->type);
    // Records build upon a list of metrics.
    const bool needed = wanted || (frame->is_key && frame->type == FrameType::kMetrics);
    if (!needed || !scan.CheckPayload()) continue;
    if (wanted) {
      Take(*frame);
    } else {
      unpacker_.Unpack(*frame).IgnoreError();
    }
  }
  if (has_run_) return std::move(file_);
  if (bytes_.empty()) return absl::DataLossError(absl::StrCat(name, ": the file is empty"));
  return absl::DataLossError(
      absl::StrCat(name, header.ok() ? ": the run file holds no whole description of its run"
                                     : ": this is not a run file, or its beginning is destroyed"));
}

bool Reader::Wants(FrameType type) {
  switch (type) {
    case FrameType::kRun:
    case FrameType::kRecords:
    case FrameType::kEnd:
      return true;
    case FrameType::kMetrics:
    case FrameType::kSamples:
      return options_.samples;
    case FrameType::kText:
      return options_.texts;
  }
  ++file_.damage.unknown_frames;
  return false;
}

void Reader::Take(const Frame& frame) {
  absl::StatusOr<absl::string_view> payload = absl::DataLossError("the file unpacks to too much");
  if (frame.raw_size <= unpacked_left_) {
    unpacked_left_ -= frame.raw_size;
    payload = unpacker_.Unpack(frame);
  }
  absl::Status status = payload.status();
  if (status.ok()) status = Decode(frame.type, *payload);
  if (status.ok()) return;
  file_.damage.bytes_lost += frame.end() - frame.offset;
  file_.damage.notes.push_back(
      absl::StrFormat("the frame at byte %d is lost: %s", frame.offset, status.message()));
}

absl::Status Reader::Decode(FrameType type, absl::string_view payload) {
  switch (type) {
    case FrameType::kRun:
      return TakeRun(payload);
    case FrameType::kMetrics:
      return TakeMetrics(payload);
    case FrameType::kSamples:
      return TakeSamples(payload);
    case FrameType::kText:
      return TakeText(payload);
    case FrameType::kRecords:
      return TakeRecords(payload);
    case FrameType::kEnd:
      return TakeEnd(payload);
  }
  return absl::OkStatus();
}

absl::Status Reader::TakeRun(absl::string_view payload) {
  v1::Run run;
  if (absl::Status status = Parse(payload, run); !status.ok()) return status;
  file_.run.MergeFrom(run);
  has_run_ = true;
  return absl::OkStatus();
}

size_t Reader::IndexOf(const std::string& probe) {
  const auto [known, is_new] = probes_.try_emplace(probe, file_.probes.size());
  if (is_new) {
    file_.probes.emplace_back().probe = probe;
    declared_columns_.push_back(0);
  }
  return known->second;
}

// Fills up the place of metrics whose declaration was lost, so that later ones keep theirs.
absl::Status Reader::PadMetrics(const v1::ColumnSet& set, size_t probe) {
  std::vector<v1::MetricDescriptor>& metrics = file_.probes[probe].metrics;
  uint32_t& columns = declared_columns_[probe];
  const size_t lost = set.first() - metrics.size();
  if (set.first() < metrics.size() || set.first_column() < columns ||
      set.first_column() - columns > lost || lost > cells_left_ / kCellsPerMetric) {
    return absl::DataLossError("its metrics do not continue those before it");
  }
  cells_left_ -= lost * kCellsPerMetric;
  while (metrics.size() < set.first()) {
    v1::MetricDescriptor& metric = metrics.emplace_back();
    metric.set_hidden(true);
    if (columns == set.first_column()) {
      metric.mutable_formula();
    } else {
      ++columns;
    }
  }
  return absl::OkStatus();
}

absl::Status Reader::TakeMetrics(absl::string_view payload) {
  v1::ColumnSet set;
  if (absl::Status status = Parse(payload, set); !status.ok()) return status;
  const size_t probe = IndexOf(set.probe());
  if (absl::Status status = PadMetrics(set, probe); !status.ok()) return status;
  for (v1::MetricDescriptor& metric : *set.mutable_metrics()) {
    if (!metric.has_formula()) ++declared_columns_[probe];
    file_.probes[probe].metrics.push_back(std::move(metric));
  }
  return absl::OkStatus();
}

absl::Status Reader::TakeSamples(absl::string_view payload) {
  v1::SampleBlock block;
  absl::Status status = Parse(payload, block);
  for (const v1::ProbeBlock& probe : block.probes()) {
    if (!status.ok()) break;
    status = DecodeBlock(probe, cells_left_, file_.probes[IndexOf(probe.probe())]);
  }
  return status;
}

absl::Status Reader::TakeText(absl::string_view payload) {
  return Parse(payload, file_.texts.emplace_back());
}

absl::Status Reader::TakeRecords(absl::string_view payload) {
  v1::MetricRecords records;
  if (absl::Status status = Parse(payload, records); !status.ok()) return status;
  for (v1::MetricRecord& record : *records.mutable_records()) {
    file_.records.push_back(std::move(record));
  }
  return absl::OkStatus();
}

absl::Status Reader::TakeEnd(absl::string_view payload) {
  v1::End end;
  if (absl::Status status = Parse(payload, end); !status.ok()) return status;
  file_.damage.closed = true;
  file_.damage.lost_rows = end.lost_rows();
  if (end.lost_rows() > 0) {
    file_.damage.notes.push_back(absl::StrFormat(
        "%d samples were not kept while the run went on: the disk was full or too slow",
        end.lost_rows()));
  }
  if (end.lost_frames() > 0) {
    file_.damage.notes.push_back(absl::StrFormat(
        "%d frames of metrics or records were not kept: the disk was full", end.lost_frames()));
  }
  if (end.frames() + 1 > frames_) {
    file_.damage.notes.push_back(
        absl::StrFormat("%d frames are missing", end.frames() + 1 - frames_));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<RunFile> ReadRunFile(const std::string& path, const ReadOptions& options) {
  absl::StatusOr<std::string> bytes = ReadBytes(path);
  if (!bytes.ok()) return bytes.status();
  return ParseRunFile(*bytes, path, options);
}

bool IsBeingWritten(const std::string& path) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return false;
  const bool locked = flock(fd, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  close(fd);
  return locked;
}

absl::StatusOr<RunFile> ParseRunFile(absl::string_view bytes, absl::string_view name,
                                     const ReadOptions& options) {
  // Damage is told by the notes, and not by lines of Protobuf's on stderr.
  const google::protobuf::LogSilencer silencer;
  return Reader(bytes, options).Read(name);
}

}  // namespace collect
