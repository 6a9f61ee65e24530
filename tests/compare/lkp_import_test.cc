// The importer of the robot's results.
#include "compare/lkp_import.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "compare/lkp_axes.h"
#include "compare/lkp_stats.h"

namespace collect {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;

namespace fs = std::filesystem;

// A directory of results that vanishes with the test.
class LkpImportTest : public testing::Test {
 protected:
  LkpImportTest() {
    std::string name = (fs::temp_directory_path() / "lkp_import_XXXXXX").string();
    root_ = mkdtemp(name.data());
  }
  ~LkpImportTest() override { fs::remove_all(root_); }

  void Write(const std::string& path, const std::string& text) {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text;
  }
  std::vector<RunData> Import(const std::string& path = "") {
    auto runs = ReadLkpResults((root_ / path).string());
    EXPECT_TRUE(runs.ok()) << runs.status();
    return runs.ok() ? *std::move(runs) : std::vector<RunData>();
  }
  std::string Error(const std::string& path = "") {
    return std::string(ReadLkpResults((root_ / path).string()).status().message());
  }

  fs::path root_;
};

std::vector<std::pair<std::string, double>> ValuesOf(const RunData& run) {
  std::vector<std::pair<std::string, double>> values;
  for (const v1::MetricRecord& record : run.records) {
    values.emplace_back(record.metric().name(), record.value());
  }
  return values;
}

TEST_F(LkpImportTest, RunsComeInTheOrderOfTheirNumbers) {
  Write("axes.json", R"({"axes": {"testcase": "ab", "nr": 4, "commit": "v1"}})");
  Write("10/stats.json", R"({"ab.rps": 10})");
  Write("9/stats.json", R"({"ab.rps": 9, "ab.time.x": 1, "vmstat.in": 2.5})");
  Write("first/stats.json", R"({"ab.rps": 11})");
  Write("empty/other.json", "{}");
  const std::vector<RunData> runs = Import();
  ASSERT_THAT(runs, SizeIs(3));
  EXPECT_THAT(ValuesOf(runs[0]),
              ElementsAre(Pair("ab.rps", 9), Pair("ab.time.x", 1), Pair("vmstat.in", 2.5)));
  EXPECT_THAT(ValuesOf(runs[1]), ElementsAre(Pair("ab.rps", 10)));
  EXPECT_EQ(runs[0].run.testcase(), "ab");
  EXPECT_TRUE(runs[0].run.imported());
  EXPECT_THAT(runs[0].run.axes(),
              UnorderedElementsAre(Pair("testcase", "ab"), Pair("nr", "4"), Pair("commit", "v1")));
  EXPECT_TRUE(runs[0].records[0].metric().kpi());
  EXPECT_FALSE(runs[0].records[1].metric().kpi());
  EXPECT_FALSE(runs[0].records[2].metric().kpi());
}

TEST_F(LkpImportTest, IdentitiesAreTheSameEachTimeAndTellResultsApart) {
  Write("a/0/stats.json", R"({"m": 1})");
  Write("a/1/stats.json", R"({"m": 1})");
  Write("b/0/stats.json", R"({"m": 2})");
  const std::vector<RunData> runs = Import("a");
  EXPECT_EQ(runs[0].run.id(), Import("a")[0].run.id());
  EXPECT_LT(runs[0].run.id(), runs[1].run.id());
  EXPECT_NE(runs[0].run.id(), Import("b")[0].run.id());
}

TEST_F(LkpImportTest, ResultPathHasTheAxes) {
  const std::string path = "apachebench/performance-300s/lkp-1/debian.cgz/x86_64-rhel/gcc-7/4000";
  Write(path + "/0/stats.json", R"({"apachebench.requests_per_second": 40454.5})");
  const RunData run = Import(path)[0];
  EXPECT_EQ(run.run.testcase(), "apachebench");
  EXPECT_EQ(run.run.axes().at("commit"), "4000");
  EXPECT_EQ(run.records[0].metric().direction(), v1::HIGHER_IS_BETTER);
  EXPECT_EQ(Import(path + "/0")[0].run.axes().at("commit"), "4000");
  EXPECT_EQ(Import(path + "/0/")[0].run.axes().at("tbox_group"), "lkp-1");
}

TEST_F(LkpImportTest, MatrixHoldsAllRuns) {
  Write("matrix.json", R"({"b": [1, 2.5, 3], "a": [7], "stats_source": ["x/0", "x/1", "x/2"]})");
  const std::vector<RunData> runs = Import();
  ASSERT_THAT(runs, SizeIs(3));
  EXPECT_THAT(ValuesOf(runs[0]), ElementsAre(Pair("b", 1), Pair("a", 7)));
  EXPECT_THAT(ValuesOf(runs[2]), ElementsAre(Pair("b", 3)));
  EXPECT_TRUE(runs[0].records[0].metric().real());
  EXPECT_FALSE(runs[0].records[1].metric().real());
}

TEST_F(LkpImportTest, ErrorsNameTheFile) {
  EXPECT_THAT(Error(), HasSubstr("no result of intel/lkp-tests is there"));
  Write("0/stats.json", R"({"m": 1,})");
  EXPECT_THAT(Error(), HasSubstr("0/stats.json: it is not JSON at byte 9"));
  Write("0/stats.json", R"({"m": {"x": 1}})");
  EXPECT_THAT(Error(), HasSubstr("an object stands where a number is expected (key \"m\")"));
  Write("0/stats.json", "[1, 2]");
  EXPECT_THAT(Error(), HasSubstr("a JSON object is expected"));
  Write("0/stats.json", R"({"m": [1, 2]})");
  EXPECT_THAT(Error(), HasSubstr("an array stands where a number is expected (key \"m\")"));
  Write("axes.json", R"({"axis": {}})");
  EXPECT_THAT(Error(), HasSubstr("axes.json: an object \"axes\" is expected"));
}

TEST(ParseLkpStatsTest, KeepsNumbersAndPassesOverTheRest) {
  const auto records =
      ParseLkpStats(R"({"a": "text", "b": -1, "c": null, "e": 0.0, "b": 2, "f": true})", "x");
  ASSERT_TRUE(records.ok()) << records.status();
  ASSERT_THAT(*records, SizeIs(2));
  EXPECT_EQ((*records)[0].value(), -1);
  EXPECT_EQ((*records)[1].metric().name(), "e");
}

TEST(AxesOfLkpPathTest, OtherPathsHaveNone) {
  EXPECT_THAT(AxesOfLkpPath("/home/me/results/of/last/week/a/0"), IsEmpty());
  EXPECT_THAT(AxesOfLkpPath("gcc-9/v1"), IsEmpty());
  EXPECT_THAT(AxesOfLkpPath(""), IsEmpty());
}

}  // namespace
}  // namespace collect
