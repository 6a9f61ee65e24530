// The output of ab.
#include "probes/workload/apachebench.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <clocale>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "tests/support/fake_host.h"
#include "tests/support/recorded_results.h"

namespace collect {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

RecordedResults Parse(absl::string_view output) {
  RecordedResults results(ParseApachebench, output);
  EXPECT_EQ(results.status, absl::OkStatus());
  return results;
}

std::string Error(absl::string_view output) {
  const RecordedResults results(ParseApachebench, output);
  EXPECT_TRUE(absl::IsInvalidArgument(results.status)) << results.status;
  return std::string(results.status.message());
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
  const RecordedResults results = Parse(Fixture("apachebench/apachebench.raw"));
  for (const auto& [name, value] : expected) {
    ASSERT_TRUE(results.values.count(name)) << name;
    EXPECT_EQ(results.values.at(name), value) << name;
  }
}

TEST(ApachebenchTest, SaysAlsoWhatBecameOfTheRequests) {
  const RecordedResults results = Parse(Fixture("apachebench/apachebench.raw"));
  EXPECT_EQ(results.values.size(), 16 + 3);
  EXPECT_EQ(results.values.at("complete_requests"), 3000);
  EXPECT_EQ(results.values.at("failed_requests"), 0);
  EXPECT_EQ(results.values.at("non_2xx_responses"), 0);
  EXPECT_THAT(results.notes, IsEmpty());
}

TEST(ApachebenchTest, BenchmarkIsJudgedByTwo) {
  EXPECT_THAT(Parse(Fixture("apachebench/plain.txt")).Kpis(),
              UnorderedElementsAre("requests_per_second +", "time_per_request -"));
}

TEST(ApachebenchTest, ReadsAKeepAliveRun) {
  const RecordedResults results = Parse(Fixture("apachebench/keepalive.txt"));
  EXPECT_EQ(results.values.at("requests_per_second"), 181.18);
  EXPECT_EQ(results.values.at("time_per_request"), 44.156);
  EXPECT_EQ(results.values.at("max_latency.99%"), 45);
  EXPECT_EQ(results.values.at("max_latency.100%"), 1005);
}

TEST(ApachebenchTest, FailedRequestsAreNoted) {
  const RecordedResults results = Parse(Fixture("apachebench/length_failures.txt"));
  EXPECT_EQ(results.values.at("failed_requests"), 300);
  EXPECT_THAT(results.notes, ElementsAre("300 of 900 requests failed"));
}

TEST(ApachebenchTest, ErrorsOfTheServerAreNoted) {
  const RecordedResults results = Parse(Fixture("apachebench/non_2xx.txt"));
  EXPECT_EQ(results.values.at("non_2xx_responses"), 200);
  EXPECT_THAT(results.notes, ElementsAre(HasSubstr("200 responses were not 2xx")));
}

// ab -d -S: no percentiles, and a table of connection times with three columns.
TEST(ApachebenchTest, TablesThatWereNotAskedForAreAbsent) {
  const RecordedResults results = Parse(Fixture("apachebench/without_tables.txt"));
  EXPECT_EQ(results.values.at("connection_time.processing.max"), 8);
  EXPECT_EQ(results.values.count("max_latency.50%"), 0);
}

// ab -v 2 prints what the server sent, which can look like a report.
TEST(ApachebenchTest, BodyOfAResponseIsNoReport) {
  const std::string page =
      "\nConcurrency Level:      7\nRequests per second:    9.99 [#/sec] (mean)\n";
  const RecordedResults results = Parse(page + Fixture("apachebench/verbose.txt"));
  EXPECT_EQ(results.values.at("requests_per_second"), 3605.77);
}

TEST(ApachebenchTest, RefusedConnectionNamesTheMissingLine) {
  EXPECT_THAT(Error(Fixture("apachebench/refused.txt")), HasSubstr("\"Concurrency Level:\""));
  EXPECT_THAT(Error(""), HasSubstr("\"Concurrency Level:\""));
  EXPECT_THAT(Error(Fixture("apachebench/html.txt")), HasSubstr("\"Concurrency Level:\""));
}

TEST(ApachebenchTest, CutOutputIsHonest) {
  ExpectCutsAreHonest(ParseApachebench, Fixture("apachebench/non_2xx.txt"));
  ExpectCutsAreHonest(ParseApachebench, Fixture("apachebench/apachebench.raw"));
}

TEST(ApachebenchTest, TableThatBreaksOffNamesItsLastLine) {
  const std::string whole = Fixture("apachebench/apachebench.raw");
  EXPECT_THAT(Error(whole.substr(0, whole.find("  99%"))), HasSubstr("\"100%\""));
  EXPECT_THAT(Error(whole.substr(0, whole.find("\nTotal:") + 1)), HasSubstr("\"Total:\""));
  EXPECT_THAT(Error(whole.substr(0, whole.find("Transfer rate:"))),
              HasSubstr("\"Transfer rate:\""));
}

// S-034: numbers are read alike whatever the locale, and a decimal comma is no number.
TEST(ApachebenchTest, LocaleDoesNotMatter) {
  if (std::setlocale(LC_ALL, "de_DE.UTF-8") == nullptr) {
    GTEST_SKIP() << "the locale de_DE.UTF-8 is not installed";
  }
  const RecordedResults results = Parse(Fixture("apachebench/apachebench.raw"));
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
