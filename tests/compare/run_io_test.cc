// Run files and the runs that a comparison takes.
#include "compare/run_io.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "compare/lkp_import.h"
#include "compare/lkp_report.h"
#include "tests/compare/runs.h"

namespace collect {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::SizeIs;

class RunIoTest : public testing::Test {
 protected:
  RunIoTest() {
    std::string name = (fs::temp_directory_path() / "run_io_XXXXXX").string();
    root_ = mkdtemp(name.data());
  }
  ~RunIoTest() override { fs::remove_all(root_); }

  // Imports one side of a report of the robot, writes it and reads it back.
  NamedRuns ThroughFiles(const std::string& side) {
    auto imported = ReadLkpResults(COLLECT_SOURCE_DIR "/tests/golden/reports/netperf-bpf/" + side);
    EXPECT_TRUE(imported.ok()) << imported.status();
    auto paths = WriteRuns(*imported, root_ + "/" + side);
    EXPECT_TRUE(paths.ok()) << paths.status();
    auto runs = LoadRuns(*paths);
    EXPECT_TRUE(runs.ok()) << runs.status();
    return {side, *std::move(runs)};
  }

  std::string root_;
};

// S-116: two sets of files are all that a comparison needs; nothing of a run is lost in between.
TEST_F(RunIoTest, ImportedRunsGoThroughFilesUnchanged) {
  const NamedRuns a = ThroughFiles("a");
  EXPECT_THAT(a.runs, SizeIs(4));
  const auto direct = ReadLkpResults(COLLECT_SOURCE_DIR "/tests/golden/reports/netperf-bpf/a");
  EXPECT_EQ(a.runs[1].run.SerializeAsString().size(), (*direct)[1].run.SerializeAsString().size());
  const auto report = LkpReport(Welch({a, ThroughFiles("b")}), true);
  ASSERT_TRUE(report.ok());
  EXPECT_THAT(*report, HasSubstr("   2049344            +3.9%    2129386        "
                                 "netperf.Throughput_total_tps\n"));
}

TEST_F(RunIoTest, WritingTwiceIsWritingOnce) {
  ThroughFiles("a");
  const NamedRuns again = ThroughFiles("a");
  EXPECT_THAT(again.runs, SizeIs(4));
  EXPECT_EQ(std::distance(fs::directory_iterator(root_ + "/a"), fs::directory_iterator()), 4);
}

TEST_F(RunIoTest, ErrorsNameTheFile) {
  const auto runs = LoadRuns({root_ + "/none.collect"});
  EXPECT_FALSE(runs.ok());
  EXPECT_THAT(std::string(runs.status().message()), HasSubstr("none.collect"));
}

}  // namespace
}  // namespace collect
