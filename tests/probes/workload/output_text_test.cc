// The scanning steps of the parsers of benchmark output.
#include "probes/workload/output_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace collect {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Optional;

// S-084: the pipe of a killed program ends anywhere.
TEST(WholeLinesTest, WhatFollowsTheLastNewlineIsNoLine) {
  EXPECT_THAT(WholeLines("Time: 1\nTime: 2"), ElementsAre("Time: 1"));
  EXPECT_THAT(WholeLines("Time: 1"), IsEmpty());
  EXPECT_THAT(WholeLines(""), IsEmpty());
}

TEST(WholeLinesTest, CarriageReturnsWriteOverTheLine) {
  EXPECT_THAT(WholeLines("a: 1\ra: 2\rb: 3 \r\nc\r\n"), ElementsAre("b: 3", "c"));
}

// S-034: the decimal sign is a point in the C locale, whatever the locale here.
TEST(ToNumberTest, OnlyWholeFiniteNumbers) {
  EXPECT_THAT(ToNumber("1.5"), Optional(1.5));
  EXPECT_THAT(ToNumber("-2e3"), Optional(-2000));
  for (const char* word : {"", "1,5", "1.5k", "nan", "-nan", "inf", "1e999", "-", "."}) {
    EXPECT_EQ(ToNumber(word), std::nullopt) << word;
  }
}

TEST(NumberAfterTest, StopsAtTheUnit) {
  EXPECT_THAT(NumberAfter("tps = 4020.14 (without)", "tps ="), Optional(4020.14));
  EXPECT_THAT(NumberAfter("total time:   1.0006s", "total time:"), Optional(1.0006));
  EXPECT_EQ(NumberAfter("tps = many", "tps ="), std::nullopt);
  EXPECT_EQ(NumberAfter("12", "tps ="), std::nullopt);
}

TEST(FindNumberTest, TakesTheFirstLineOfThatLabel) {
  EXPECT_THAT(FindNumber({"x: 1", "  avg: 2", "avg: 3"}, "avg:"), Optional(2));
  EXPECT_EQ(FindNumber({"total avg: 1"}, "avg:"), std::nullopt);
}

TEST(NoResultTest, SaysWhatToDo) {
  EXPECT_EQ(NoResult("fio", "JSON", "run it with --output-format=json").message(),
            "fio: no JSON: run it with --output-format=json");
}

}  // namespace
}  // namespace collect
