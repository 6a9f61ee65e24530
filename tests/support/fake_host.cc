// A machine in a temporary folder.
#include "tests/support/fake_host.h"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace collect {
namespace {

std::string MakeTemporaryFolder() {
  std::string path = testing::TempDir() + "/machine-XXXXXX";
  EXPECT_NE(mkdtemp(path.data()), nullptr) << path;
  return path;
}

}  // namespace

FakeHost::FakeHost() : FakeHost(MakeTemporaryFolder()) {}

FakeHost::FakeHost(std::string root) : Host(root), root_(std::move(root)) {}

FakeHost::~FakeHost() { std::filesystem::remove_all(root_); }

void FakeHost::Write(absl::string_view path, absl::string_view text) {
  const std::string full = FullPath(path);
  std::filesystem::create_directories(std::filesystem::path(full).parent_path());
  std::ofstream(full, std::ios::binary | std::ios::trunc) << text;
}

void FakeHost::CopyFixture(absl::string_view name) {
  std::filesystem::copy(absl::StrCat(COLLECT_SOURCE_DIR, "/tests/fixtures/", name), root_,
                        std::filesystem::copy_options::recursive);
}

void FakeHost::Remove(absl::string_view path) { std::filesystem::remove_all(FullPath(path)); }

absl::StatusOr<UniqueFd> FakeHost::OpenMsr(int cpu) {
  const int error = msrs.count(cpu) == 0 ? ENOENT : msr_error;
  if (error != 0) return absl::ErrnoToStatus(error, "open an msr file");
  UniqueFd fd(open("/dev/null", O_RDONLY | O_CLOEXEC));
  cpu_of_msr_fd_[fd.get()] = cpu;
  return fd;
}

absl::StatusOr<uint64_t> FakeHost::ReadMsr(int fd, uint32_t address) {
  const std::map<uint32_t, uint64_t>& registers = msrs.at(cpu_of_msr_fd_.at(fd));
  const auto found = registers.find(address);
  if (found == registers.end()) return absl::ErrnoToStatus(EIO, "read of an MSR");
  return found->second;
}

absl::Status ProbeBench::Read() {
  columns.Clear();
  return probe_.Read(columns);
}

int ProbeBench::ColumnOf(absl::string_view name) const {
  int column = 0;
  for (const v1::MetricDescriptor& metric : columns.metrics()) {
    if (metric.has_formula()) continue;
    if (metric.name() == name) return column;
    ++column;
  }
  return -1;
}

const v1::MetricDescriptor& ProbeBench::MetricOf(absl::string_view name) const {
  for (const v1::MetricDescriptor& metric : columns.metrics()) {
    if (metric.name() == name) return metric;
  }
  ADD_FAILURE() << "no metric " << name;
  return v1::MetricDescriptor::default_instance();
}

std::optional<int64_t> ProbeBench::Value(absl::string_view name) const {
  const int column = ColumnOf(name);
  if (column < 0 || columns.present()[column] == 0) return std::nullopt;
  return columns.values()[column];
}

std::optional<double> ProbeBench::RealValue(absl::string_view name) const {
  const std::optional<int64_t> bits = Value(name);
  if (!bits.has_value()) return std::nullopt;
  double value = 0;
  std::memcpy(&value, &*bits, sizeof value);
  return value;
}

bool ProbeBench::HasNote(absl::string_view part) const {
  for (const Columns::NoteCount& note : columns.notes()) {
    if (absl::StrContains(note.sentence, part)) return true;
  }
  return false;
}

std::string Fixture(absl::string_view path) {
  const std::string full = absl::StrCat(COLLECT_SOURCE_DIR, "/tests/fixtures/", path);
  std::ifstream file(full, std::ios::binary);
  EXPECT_TRUE(file.good()) << full;
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace collect
