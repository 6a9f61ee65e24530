// Reading lines from the command's pipe.
#include "collector/metrics_pipe.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

#include "absl/strings/ascii.h"
#include "absl/strings/strip.h"

namespace collect {
namespace {

constexpr size_t kReadSize = 4096;
constexpr size_t kLongestLine = 4096;
// A writer that never stops must not keep us from the sampler.
constexpr int kReadsAtOnce = 64;

}  // namespace

absl::Status MetricsPipe::Open() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return absl::ErrnoToStatus(errno, "pipe2");
  source_.reset(ends[0]);
  command_end_.reset(ends[1]);
  fcntl(source_.get(), F_SETFL, O_NONBLOCK);  // ours alone: the command's end is another file
  return absl::OkStatus();
}

void MetricsPipe::Read(int64_t now_ns) {
  char buffer[kReadSize];
  for (int i = 0; i < kReadsAtOnce && source_.valid(); ++i) {
    const ssize_t got = read(source_.get(), buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno == EAGAIN) return;
    if (got <= 0) return source_.reset();
    Append(absl::string_view(buffer, static_cast<size_t>(got)), now_ns);
  }
}

void MetricsPipe::Append(absl::string_view piece, int64_t now_ns) {
  for (size_t end = piece.find('\n'); end != absl::string_view::npos; end = piece.find('\n')) {
    line_.append(piece.data(), end);
    TakeLine(line_, now_ns);
    line_.clear();
    piece.remove_prefix(end + 1);
  }
  if (line_.size() + piece.size() <= kLongestLine) {
    line_.append(piece.data(), piece.size());
  } else {
    dropped_bytes_ += piece.size();
  }
}

void MetricsPipe::TakeLine(absl::string_view line, int64_t now_ns) {
  const absl::string_view mark = MarkOf(line);
  if (!mark.empty() && marks_.size() < kMostMarks) {
    marks_.push_back({std::string(mark), now_ns});
  } else if (mark.empty() && text_.size() + line.size() < kKeptBytes) {
    text_.append(line.data(), line.size());
    text_.push_back('\n');
  } else {
    dropped_bytes_ += line.size();
  }
}

absl::string_view MarkOf(absl::string_view line) {
  line = absl::StripAsciiWhitespace(line);
  if (!absl::ConsumePrefix(&line, "collect-mark ")) return "";
  return absl::StripLeadingAsciiWhitespace(line);
}

}  // namespace collect
