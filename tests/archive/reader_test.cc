// Whole, cut and damaged run files.
#include "archive/reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "archive/block.h"
#include "archive/frame_scan.h"
#include "tests/archive/support.h"

namespace collect {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class ReaderTest : public testing::Test {
 protected:
  void SetUp() override {
    WriteSmallRun(folder_ / "run.collect");
    bytes_ = FileBytes(folder_ / "run.collect");
  }

  TemporaryFolder folder_;
  std::string bytes_;
};

size_t SampleCount(const RunFile& run) {
  size_t count = 0;
  for (const ProbeSamples& samples : run.probes) count += samples.rows.size();
  return count;
}

std::vector<Frame> FramesOf(absl::string_view bytes) {
  Damage damage;
  FrameScan scan(bytes, damage);
  std::vector<Frame> frames;
  while (const std::optional<Frame> frame = scan.Next()) frames.push_back(*frame);
  return frames;
}

TEST_F(ReaderTest, GivesBackWhatWasWritten) {
  const absl::StatusOr<RunFile> run = ReadRunFile(folder_ / "run.collect");
  ASSERT_TRUE(run.ok()) << run.status();
  EXPECT_EQ(run->run.label(), "before");
  EXPECT_EQ(run->run.outcome().exit_status(), 3);
  ASSERT_EQ(run->probes.size(), 2);
  const ProbeSamples& vmstat = run->probes[0];
  EXPECT_EQ(vmstat.probe, "proc-vmstat");
  EXPECT_EQ(vmstat.metrics.size(), 2);
  ASSERT_EQ(vmstat.rows.size(), 4);
  EXPECT_EQ(vmstat.rows[3].start_ns, 3 * kSecond);
  EXPECT_EQ(vmstat.rows[3].duration_ns, 1000);  // in whole microseconds
  EXPECT_THAT(vmstat.columns[0].values, ElementsAre(100, 107, 114, 121));
  EXPECT_THAT(vmstat.columns[1].values, ElementsAre(0, -5, -10, -15));
  EXPECT_THAT(run->probes[1].columns[0].present, ElementsAre(0, 1, 0, 1));
  EXPECT_EQ(run->probes[1].columns[0].values[3], 3);
  ASSERT_EQ(run->texts.size(), 1);
  EXPECT_EQ(run->texts[0].text(), "pgfault 100\n");
  EXPECT_THAT(run->records, testing::SizeIs(1));
  EXPECT_TRUE(run->damage.closed);
  EXPECT_EQ(run->damage.bytes_lost, 0);
  EXPECT_THAT(run->damage.notes, IsEmpty());
}

TEST_F(ReaderTest, RecordsAloneLeaveSamplesOut) {
  const absl::StatusOr<RunFile> run =
      ParseRunFile(bytes_, "run", {.samples = false, .texts = false});
  ASSERT_TRUE(run.ok()) << run.status();
  EXPECT_THAT(run->probes, IsEmpty());
  EXPECT_THAT(run->texts, IsEmpty());
  EXPECT_EQ(run->records.size(), 1);
  EXPECT_TRUE(run->damage.closed);
}

// S-088: a file that ends anywhere.
TEST_F(ReaderTest, CutAnywhereGivesEveryWholeFrame) {
  const std::vector<Frame> frames = FramesOf(bytes_);
  for (size_t size = 0; size < bytes_.size(); ++size) {
    const absl::StatusOr<RunFile> run = ParseRunFile(bytes_.substr(0, size), "cut.collect");
    if (size < frames[0].end()) {
      ASSERT_TRUE(absl::IsDataLoss(run.status())) << size << run.status();
      EXPECT_THAT(run.status().message(), HasSubstr("cut.collect"));
      continue;
    }
    ASSERT_TRUE(run.ok()) << size << run.status();
    size_t whole_to = 0;
    for (const Frame& frame : frames) whole_to = frame.end() <= size ? frame.end() : whole_to;
    EXPECT_EQ(run->damage.bytes_lost, size - whole_to);
    EXPECT_EQ(run->damage.notes.size(), size == whole_to ? 0 : 1) << size;
    EXPECT_FALSE(run->damage.closed);
  }
}

// Bytes that are lost with a frame: its own, and those of frames that build upon it.
size_t BytesLostWith(const Frame& lost, const std::vector<Frame>& frames) {
  size_t bytes = 0;
  for (const Frame& frame : frames) {
    const bool builds_upon = lost.is_key && frame.has_prefix && frame.key_mark == lost.key_mark;
    if (frame.offset == lost.offset || builds_upon) bytes += frame.end() - frame.offset;
  }
  return bytes;
}

TEST_F(ReaderTest, AFlippedByteCostsItsFrameAndThoseBuiltUponIt) {
  const size_t samples = SampleCount(*ParseRunFile(bytes_, "whole"));
  const std::vector<Frame> frames = FramesOf(bytes_);
  for (const Frame& frame : frames) {
    for (size_t at = frame.offset; at < frame.end(); ++at) {
      std::string damaged = bytes_;
      damaged[at] = static_cast<char>(damaged[at] ^ 0x41);
      const absl::StatusOr<RunFile> run = ParseRunFile(damaged, "damaged");
      ASSERT_TRUE(run.ok()) << at << run.status();
      EXPECT_EQ(run->damage.bytes_lost, BytesLostWith(frame, frames)) << at;
      EXPECT_THAT(run->damage.notes,
                  testing::Contains(HasSubstr(absl::StrCat("from byte ", frame.offset))))
          << at;
      if (frame.type == FrameType::kSamples) continue;
      EXPECT_EQ(SampleCount(*run), samples) << at;
    }
  }
}

// The last text of a file is packed with the first one as its prefix.
TEST_F(ReaderTest, AFrameWhoseKeyIsLostIsNamed) {
  const std::string text(1000, 'x');
  {
    auto writer = RunWriter::Create(folder_ / "texts.collect", TestRun());
    ASSERT_TRUE(writer.ok());
    (*writer)->AddText(v1::RawText::FIRST, "/proc/a", text + "pgfault 1\n");
    (*writer)->AddText(v1::RawText::FIRST, "/proc/b", "b 1\n");
    (*writer)->AddText(v1::RawText::LAST, "/proc/a", text + "pgfault 2\n");
    (*writer)->AddText(v1::RawText::LAST, "/proc/b", "b 2\n");
    ASSERT_TRUE((*writer)->Close().ok());
  }
  std::string bytes = FileBytes(folder_ / "texts.collect");
  EXPECT_EQ(ParseRunFile(bytes, "whole")->texts[2].text(), text + "pgfault 2\n");
  const std::vector<Frame> frames = FramesOf(bytes);
  EXPECT_TRUE(frames[1].is_key);
  ASSERT_TRUE(frames[3].has_prefix);
  bytes[frames[1].end() - 1] = static_cast<char>(bytes[frames[1].end() - 1] ^ 1);
  const absl::StatusOr<RunFile> run = ParseRunFile(bytes, "damaged");
  ASSERT_TRUE(run.ok()) << run.status();
  ASSERT_EQ(run->texts.size(), 2);
  EXPECT_EQ(run->texts[1].path(), "/proc/b");
  EXPECT_THAT(run->damage.notes, testing::Contains(HasSubstr("builds upon is lost")));
}

TEST_F(ReaderTest, ADamagedFileHeaderIsNotedAndPassedOver) {
  for (size_t at = 0; at < kFileHeaderSize; ++at) {
    std::string damaged = bytes_;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x41);
    const absl::StatusOr<RunFile> run = ParseRunFile(damaged, "damaged");
    ASSERT_TRUE(run.ok()) << at << run.status();
    EXPECT_EQ(SampleCount(*run), 8);
    EXPECT_EQ(run->damage.notes.size(), 1);
  }
}

TEST_F(ReaderTest, MissingBytesInAFramePassedOverCostNoOther) {
  const std::vector<Frame> frames = FramesOf(bytes_);
  for (const Frame& frame : frames) {
    if (frame.type != FrameType::kSamples) continue;
    std::string damaged = bytes_;
    damaged.erase(frame.offset + kFrameHeaderSize, 3);
    const absl::StatusOr<RunFile> run = ParseRunFile(damaged, "damaged", {.samples = false});
    ASSERT_TRUE(run.ok()) << run.status();
    EXPECT_EQ(run->records.size(), 1);
    EXPECT_EQ(run->damage.bytes_lost, frame.end() - frame.offset - 3);
  }
}

// A lost declaration must not shift the columns of later ones.
TEST_F(ReaderTest, LostMetricsKeepTheirPlace) {
  auto writer = RunWriter::Create(folder_ / "lost.collect", TestRun());
  ASSERT_TRUE(writer.ok());
  (*writer)->AddMetrics("p", Counters("first", 2));
  (*writer)->AddMetrics("p", Counters("later", 1));
  (*writer)->AddSample("p", 0, 0, {1, 2, 3}, {1, 1, 1});
  ASSERT_TRUE((*writer)->Close().ok());
  std::string bytes = FileBytes(folder_ / "lost.collect");
  bytes[FramesOf(bytes)[1].end() - 1] ^= 1;
  const absl::StatusOr<RunFile> run = ParseRunFile(bytes, "lost");
  ASSERT_TRUE(run.ok());
  ASSERT_EQ(run->probes[0].metrics.size(), 3);
  EXPECT_EQ(run->probes[0].metrics[2].name(), "later.0");
  EXPECT_EQ(run->probes[0].metrics[0].name(), "");
  EXPECT_FALSE(run->probes[0].metrics[0].has_formula());
  EXPECT_THAT(run->probes[0].columns[2].values, ElementsAre(3));
}

// S-097: newer data is said to be so, in one line.
TEST_F(ReaderTest, ANewerFormatIsRefusedInOneLine) {
  const std::string newer = NewerFileHeader() + bytes_.substr(kFileHeaderSize);
  const absl::Status status = ParseRunFile(newer, "run.collect").status();
  EXPECT_TRUE(absl::IsFailedPrecondition(status)) << status;
  EXPECT_THAT(status.message(), HasSubstr("run.collect: it is written in run file format 2.0"));
  EXPECT_THAT(status.message(), testing::Not(HasSubstr("\n")));
}

// S-097: so are frames and fields that this program does not know.
TEST_F(ReaderTest, UnknownFramesArePassedOverAndCounted) {
  FramePacker packer;
  const std::string bytes =
      bytes_ + std::string(packer.Pack(static_cast<FrameType>(99), "what is this?"));
  const absl::StatusOr<RunFile> run = ParseRunFile(bytes, "run");
  ASSERT_TRUE(run.ok());
  EXPECT_EQ(run->damage.unknown_frames, 1);
  EXPECT_EQ(run->damage.bytes_lost, 0);
}

TEST_F(ReaderTest, UnknownFieldsSurvive) {
  v1::Run run = TestRun();
  run.GetReflection()->MutableUnknownFields(&run)->AddVarint(4000, 17);
  auto writer = RunWriter::Create(folder_ / "unknown.collect", run);
  ASSERT_TRUE(writer.ok());
  ASSERT_TRUE((*writer)->Close().ok());
  const absl::StatusOr<RunFile> read = ReadRunFile(folder_ / "unknown.collect");
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->run.SerializeAsString(), run.SerializeAsString());
}

// S-089: of a folder with bad files, each bad one is named in a line of its own.
TEST_F(ReaderTest, EveryBadFileHasItsLine) {
  WriteFile(folder_ / "empty.collect", "");
  WriteFile(folder_ / "text.collect", std::string(5000, 'x'));
  WriteFile(folder_ / "newer.collect", NewerFileHeader());
  const std::pair<const char*, const char*> expected[] = {
      {"empty.collect", "the file is empty"},
      {"text.collect", "this is not a run file"},
      {"newer.collect", "read it with a newer collect"},
      {"none.collect", "cannot open"},
      {".", "is not a regular file"},
  };
  for (const auto& [name, reason] : expected) {
    const absl::Status status = ReadRunFile(folder_ / name).status();
    EXPECT_THAT(status.message(), HasSubstr(folder_ / name));
    EXPECT_THAT(status.message(), HasSubstr(reason));
    EXPECT_THAT(status.message(), testing::Not(HasSubstr("\n")));
  }
  EXPECT_TRUE(ReadRunFile(folder_ / "run.collect").ok());
}

// A frame within a frame within a frame must not cost the square of its length.
TEST(HostileFileTest, NestedFramesEndSoon) {
  FramePacker packer;
  std::string file = FileHeader();
  file += std::string(packer.Pack(FrameType::kRun, TestRun().SerializeAsString()));
  const std::string payload(1 << 20, 'x');
  std::string frame(packer.Pack(static_cast<FrameType>(3), payload));
  for (int i = 0; i < 40000; ++i) file += frame.substr(0, kFrameHeaderSize);
  file += std::string(kMaxPayload, 'y');
  const absl::StatusOr<RunFile> run = ParseRunFile(file, "hostile");
  ASSERT_TRUE(run.ok());
  EXPECT_GT(run->damage.bytes_lost, kMaxPayload);
}

}  // namespace
}  // namespace collect
