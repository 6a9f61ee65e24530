// Relaying through a pipe or a pseudo terminal.
#include "collector/relay.h"

#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace collect {
namespace {

constexpr size_t kReadSize = 64 << 10;
// The largest a pipe can be without privilege (fs.pipe-max-size): more than this cannot have been
// written before the command ended.
constexpr size_t kMostRest = 1 << 20;

// The same settings as our terminal, but not a byte of the output is changed or echoed.
void MakeRaw(int terminal) {
  termios settings = {};
  if (tcgetattr(STDOUT_FILENO, &settings) != 0) tcgetattr(terminal, &settings);
  settings.c_oflag &= ~static_cast<tcflag_t>(OPOST);
  settings.c_lflag &= ~static_cast<tcflag_t>(ECHO);
  tcsetattr(terminal, TCSANOW, &settings);
}

}  // namespace

absl::StatusOr<std::unique_ptr<OutputRelay>> OutputRelay::Open() {
  std::unique_ptr<OutputRelay> relay(new OutputRelay());
  relay->sink_ = STDOUT_FILENO;
  relay->terminal_ = isatty(STDOUT_FILENO) == 1;
  absl::Status status = relay->terminal_ ? relay->OpenTerminal() : relay->OpenPipe();
  if (!status.ok()) return status;
  return relay;
}

absl::Status OutputRelay::OpenPipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return absl::ErrnoToStatus(errno, "pipe2");
  source_.reset(ends[0]);
  command_end_.reset(ends[1]);
  fcntl(source_.get(), F_SETFL, O_NONBLOCK);  // ours alone: the command's end is another file
  return absl::OkStatus();
}

absl::Status OutputRelay::OpenTerminal() {
  source_.reset(posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK));
  char name[PATH_MAX];
  if (!source_.valid() || grantpt(source_.get()) != 0 || unlockpt(source_.get()) != 0 ||
      ptsname_r(source_.get(), name, sizeof name) != 0) {
    return absl::ErrnoToStatus(errno, "open a pseudo terminal");
  }
  command_end_.reset(open(name, O_RDWR | O_NOCTTY | O_CLOEXEC));
  if (!command_end_.valid()) return absl::ErrnoToStatus(errno, "open a pseudo terminal");
  MakeRaw(command_end_.get());
  CopyWindowSize();
  // A write to a terminal blocks until all of it is taken; stdout itself must stay blocking, as
  // others share it.
  own_sink_.reset(open("/proc/self/fd/1", O_WRONLY | O_NOCTTY | O_CLOEXEC | O_NONBLOCK));
  if (own_sink_.valid()) sink_ = own_sink_.get();
  return absl::OkStatus();
}

bool OutputRelay::CopyWindowSize() {
  winsize size = {};
  if (terminal_ && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0) {
    ioctl(source_.get(), TIOCSWINSZ, &size);
  }
  return terminal_;
}

pollfd OutputRelay::Wanted() const {
  if (has_pending()) return {sink_, POLLOUT, 0};
  return {source_.get(), POLLIN, 0};
}

void OutputRelay::Step() {
  if (has_pending()) {
    Write();
  } else if (ReadOnce() == 0) {
    Close();
  }
}

// Appends to pending_; returns the bytes read, 0 at the end, -1 when there is nothing now. A pseudo
// terminal says EIO when the last process has closed its end (drivers/tty/n_tty.c).
ssize_t OutputRelay::ReadOnce() {
  if (!has_pending()) {
    pending_.clear();
    sent_ = 0;
  }
  const size_t old_size = pending_.size();
  pending_.resize(old_size + kReadSize);
  const ssize_t got = read(source_.get(), &pending_[old_size], kReadSize);
  const int error = errno;
  pending_.resize(old_size + static_cast<size_t>(std::max<ssize_t>(got, 0)));
  if (got < 0) return error == EAGAIN || error == EINTR ? -1 : 0;
  kept_.append(pending_, old_size);
  if (kept_.size() > kKeptBytes + kMostRest) kept_.erase(0, kept_.size() - kKeptBytes);
  return got;
}

void OutputRelay::ReadRest() {
  if (!source_.valid()) return;
  for (size_t all = 0; all < kMostRest;) {
    const ssize_t got = ReadOnce();
    if (got <= 0) break;
    all += static_cast<size_t>(got);
  }
  source_.reset();
}

// A pipe that polls writable takes PIPE_BUF bytes without blocking (man 7 pipe). A disk that is
// full is no reason to end a benchmark that has run for hours; a reader or terminal that is gone is
// one.
void OutputRelay::Write() {
  const size_t size = std::min<size_t>(pending_.size() - sent_, PIPE_BUF);
  const ssize_t written = write(sink_, pending_.data() + sent_, size);
  if (written >= 0) {
    sent_ += static_cast<size_t>(written);
  } else if (errno == EPIPE || errno == EIO) {
    Close();
  } else if (errno != EAGAIN && errno != EINTR) {
    lost_.Update(absl::ErrnoToStatus(errno, "cannot write to stdout"));
    sent_ = pending_.size();
  }
}

// Nobody reads our stdout any more, so the command's next write fails as it would without us.
void OutputRelay::Close() {
  source_.reset();
  pending_.clear();
  sent_ = 0;
}

}  // namespace collect
