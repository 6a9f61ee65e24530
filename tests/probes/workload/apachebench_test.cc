// The output of ab.
#include "probes/workload/apachebench.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <clocale>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "tests/support/fake_host.h"

namespace collect {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

class KeptResults : public Results {
 public:
  void Add(absl::string_view name, absl::string_view unit, double value) override {
    EXPECT_FALSE(unit.empty()) << name;
    EXPECT_TRUE(values.emplace(std::string(name), value).second) << name << " came twice";
  }
  void AddKpi(absl::string_view name, absl::string_view unit, v1::Direction better,
              double value) override {
    Add(name, unit, value);
    kpis.emplace(std::string(name), better);
  }
  void Note(absl::string_view sentence) override { notes.emplace_back(sentence); }

  std::map<std::string, double> values;
  std::map<std::string, v1::Direction> kpis;
  std::vector<std::string> notes;
};

KeptResults Parse(absl::string_view output) {
  KeptResults results;
  EXPECT_EQ(ParseApachebench(output, results), absl::OkStatus());
  return results;
}

std::string Error(absl::string_view output) {
  KeptResults results;
  const absl::Status status = ParseApachebench(output, results);
  EXPECT_TRUE(absl::IsInvalidArgument(status)) << status;
  return std::string(status.message());
}

// Lines `"apachebench.NAME": VALUE,`.
std::map<std::string, double> RobotsValues() {
  std::map<std::string, double> values;
  for (absl::string_view line :
       absl::StrSplit(Fixture("apachebench/apachebench.values.json"), '\n')) {
    const std::vector<std::string> parts =
        absl::StrSplit(line, absl::ByAnyChar("\":,"), absl::SkipWhitespace());
    double value = 0;
    if (parts.size() != 2 || !absl::SimpleAtod(parts[1], &value)) continue;
    values[std::string(absl::StripPrefix(parts[0], "apachebench."))] = value;
  }
  return values;
}

TEST(ApachebenchTest, SaysWhatTheRobotSays) {
  const std::map<std::string, double> expected = RobotsValues();
  ASSERT_EQ(expected.size(), 16);
  const KeptResults results = Parse(Fixture("apachebench/apachebench.raw"));
  for (const auto& [name, value] : expected) {
    ASSERT_TRUE(results.values.count(name)) << name;
    EXPECT_EQ(results.values.at(name), value) << name;
  }
}

TEST(ApachebenchTest, SaysAlsoWhatBecameOfTheRequests) {
  const KeptResults results = Parse(Fixture("apachebench/apachebench.raw"));
  EXPECT_EQ(results.values.size(), 16 + 3);
  EXPECT_EQ(results.values.at("complete_requests"), 3000);
  EXPECT_EQ(results.values.at("failed_requests"), 0);
  EXPECT_EQ(results.values.at("non_2xx_responses"), 0);
  EXPECT_THAT(results.notes, IsEmpty());
}

TEST(ApachebenchTest, BenchmarkIsJudgedByTwo) {
  EXPECT_THAT(Parse(Fixture("apachebench/plain.txt")).kpis,
              UnorderedElementsAre(Pair("requests_per_second", v1::HIGHER_IS_BETTER),
                                   Pair("time_per_request", v1::LOWER_IS_BETTER)));
}

TEST(ApachebenchTest, ReadsAKeepAliveRun) {
  const KeptResults results = Parse(Fixture("apachebench/keepalive.txt"));
  EXPECT_EQ(results.values.at("requests_per_second"), 181.18);
  EXPECT_EQ(results.values.at("time_per_request"), 44.156);
  EXPECT_EQ(results.values.at("max_latency.99%"), 45);
  EXPECT_EQ(results.values.at("max_latency.100%"), 1005);
}

TEST(ApachebenchTest, FailedRequestsAreNoted) {
  const KeptResults results = Parse(Fixture("apachebench/length_failures.txt"));
  EXPECT_EQ(results.values.at("failed_requests"), 300);
  EXPECT_THAT(results.notes, ElementsAre("300 of 900 requests failed"));
}

TEST(ApachebenchTest, ErrorsOfTheServerAreNoted) {
  const KeptResults results = Parse(Fixture("apachebench/non_2xx.txt"));
  EXPECT_EQ(results.values.at("non_2xx_responses"), 200);
  EXPECT_THAT(results.notes, ElementsAre(HasSubstr("200 of 800 responses were not 2xx")));
}

// ab -d -S: no percentiles, and a table of connection times with three columns.
TEST(ApachebenchTest, TablesThatWereNotAskedForAreAbsent) {
  const KeptResults results = Parse(Fixture("apachebench/without_tables.txt"));
  EXPECT_EQ(results.values.at("connection_time.processing.max"), 8);
  EXPECT_EQ(results.values.count("max_latency.50%"), 0);
}

// ab -v 2 prints what the server sent, which can look like a report.
TEST(ApachebenchTest, BodyOfAResponseIsNoReport) {
  const std::string page =
      "\nConcurrency Level:      7\nRequests per second:    9.99 [#/sec] (mean)\n";
  const KeptResults results = Parse(page + Fixture("apachebench/verbose.txt"));
  EXPECT_EQ(results.values.at("requests_per_second"), 3605.77);
}

TEST(ApachebenchTest, RefusedConnectionNamesTheMissingLine) {
  EXPECT_THAT(Error(Fixture("apachebench/refused.txt")), HasSubstr("\"Concurrency Level:\""));
  EXPECT_THAT(Error(""), HasSubstr("\"Concurrency Level:\""));
  EXPECT_THAT(Error(Fixture("apachebench/html.txt")), HasSubstr("\"Concurrency Level:\""));
}

// Cut behind each of its lines, the output never gives a wrong number: what is there is what the
// whole output says, and an error names a line, until only the table's last line is missing.
TEST(ApachebenchTest, CutOutputGivesWhatItHasAndNamesWhatIsMissing) {
  const std::string whole = Fixture("apachebench/apachebench.raw");
  const KeptResults expected = Parse(whole);
  const size_t percentiles = whole.find("Percentage of the requests");
  const size_t total = whole.find("\nTotal:");
  for (size_t end = 0; end < whole.size(); end = whole.find('\n', end) + 1) {
    KeptResults results;
    const absl::Status status = ParseApachebench(whole.substr(0, end), results);
    const bool between_tables = end > whole.find('\n', total + 1) && end <= percentiles;
    EXPECT_EQ(status.ok(), between_tables) << end << ": " << status;
    for (const auto& [name, value] : results.values) EXPECT_EQ(value, expected.values.at(name));
    if (end + 1 == whole.size()) break;
  }
}

TEST(ApachebenchTest, TableThatBreaksOffNamesItsLastLine) {
  const std::string whole = Fixture("apachebench/apachebench.raw");
  EXPECT_THAT(Error(whole.substr(0, whole.find("  99%"))), HasSubstr("\"100%\""));
  EXPECT_THAT(Error(whole.substr(0, whole.find("\nTotal:"))), HasSubstr("\"Total:\""));
  EXPECT_THAT(Error(whole.substr(0, whole.find("Transfer rate:"))),
              HasSubstr("\"Transfer rate:\""));
}

// S-034: numbers are read alike whatever the locale, and a decimal comma is no number.
TEST(ApachebenchTest, LocaleDoesNotMatter) {
  if (std::setlocale(LC_ALL, "de_DE.UTF-8") == nullptr) {
    GTEST_SKIP() << "the locale de_DE.UTF-8 is not installed";
  }
  const KeptResults results = Parse(Fixture("apachebench/apachebench.raw"));
  std::setlocale(LC_ALL, "C");
  EXPECT_EQ(results.values.at("requests_per_second"), 952.24);
}

TEST(ApachebenchTest, DecimalCommaIsNoNumber) {
  const std::string output =
      absl::StrReplaceAll(Fixture("apachebench/apachebench.raw"), {{"952.24", "952,24"}});
  EXPECT_THAT(Error(output), HasSubstr("\"Requests per second:\" with a number"));
}

}  // namespace
}  // namespace collect
