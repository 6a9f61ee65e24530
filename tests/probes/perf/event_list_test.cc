// Lists of events as perf-stat(1) takes them.
#include "probes/perf/event_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace collect {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(EventListTest, EventsOutsideOfBracesAreGroupsOfTheirOwn) {
  const auto list = ParseEventList("cycles:u, {instructions,branches}:k ,r01c2");
  ASSERT_TRUE(list.ok()) << list.status();
  ASSERT_EQ(list->size(), 3u);
  EXPECT_THAT((*list)[0].events, ElementsAre("cycles:u"));
  EXPECT_EQ((*list)[0].modifiers, "");
  EXPECT_THAT((*list)[1].events, ElementsAre("instructions", "branches"));
  EXPECT_EQ((*list)[1].modifiers, "k");
  EXPECT_THAT((*list)[2].events, ElementsAre("r01c2"));
}

TEST(EventListTest, CommasBetweenSlashesBelongToTheEvent) {
  const auto list = ParseEventList("{cpu/event=0x3c,umask=1/u,uncore_imc_0/data_reads/},faults");
  ASSERT_TRUE(list.ok()) << list.status();
  ASSERT_EQ(list->size(), 2u);
  EXPECT_THAT((*list)[0].events,
              ElementsAre("cpu/event=0x3c,umask=1/u", "uncore_imc_0/data_reads/"));
  EXPECT_THAT((*list)[1].events, ElementsAre("faults"));
}

TEST(EventListTest, WhatIsMalformedIsNamedByItsPlace) {
  const struct {
    const char* text;
    const char* place;
    const char* what;
  } kCases[] = {
      {"", "character 1 ", "expected the name"},
      {"a,", "character 3 ", "expected the name"},
      {"a,,b", "character 3 ", "expected the name"},
      {"{}", "character 2 ", "expected the name"},
      {"a,{b,c", "character 3 ", "the brace is not closed"},
      {"a}", "character 2 ", "no brace has been opened"},
      {"{a,{b}}", "character 4 ", "within braces"},
      {"{a b}", "character 4 ", "a closing brace"},
      {"a b", "character 3 ", "expected a comma"},
      {"{a}b", "character 4 ", "expected a comma"},
      {"{a}:,b", "character 5 ", "expected modifiers"},
      {"a,cpu/event=1", "character 6 ", "the slash is not closed"},
  };
  for (const auto& test_case : kCases) {
    const absl::Status status = ParseEventList(test_case.text).status();
    EXPECT_TRUE(absl::IsInvalidArgument(status)) << test_case.text;
    EXPECT_THAT(status.message(), HasSubstr(test_case.place)) << test_case.text;
    EXPECT_THAT(status.message(), HasSubstr(test_case.what)) << test_case.text;
  }
}

}  // namespace
}  // namespace collect
