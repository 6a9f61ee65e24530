// From options to sides.
#include "tools/trial_sides.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace collect {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;

const std::vector<std::string> kCommand = {"bench", "-l", "{level}", "x{level}y"};

TEST(TrialSidesTest, ValueTakesThePlaceOfItsAxis) {
  const auto sides =
      MakeSides({{"--a", "", "a", "level=1,commit=v6.1"}, {"--b", "", "b", "level=2"}},
                "git checkout {commit}", kCommand);
  ASSERT_TRUE(sides.ok()) << sides.status();
  const TrialSide& first = sides->front();
  EXPECT_EQ(first.name, "v6.1,1");
  EXPECT_EQ(first.switch_line, "git checkout v6.1");
  EXPECT_THAT(first.command, ElementsAre("bench", "-l", "1", "x1y"));
  EXPECT_THAT(first.axes, ElementsAre(Pair("commit", "v6.1"), Pair("level", "1")));
  EXPECT_EQ(first.script, "");
}

// An assignment in front of a command looks like an axis, and is one only if something has a place
// for it.
TEST(TrialSidesTest, WithoutAPlaceItIsAScript) {
  const auto sides =
      MakeSides({{"--a", "", "a", "PORT=80 ./server"}, {"--b", "", "b", "./new"}}, "", kCommand);
  ASSERT_TRUE(sides.ok()) << sides.status();
  EXPECT_EQ(sides->front().name, "a");
  EXPECT_EQ(sides->front().script, "PORT=80 ./server");
  EXPECT_THAT(sides->front().axes, IsEmpty());
  EXPECT_EQ(sides->front().command, kCommand);
}

// A name becomes a part of a folder's name.
TEST(TrialSidesTest, BranchWithASlashMakesAName) {
  const auto sides =
      MakeSides({{"--a", "", "a", "commit=origin/main"}, {"--b", "", "b", "commit=x"}},
                "git checkout {commit}", {"bench"});
  ASSERT_TRUE(sides.ok()) << sides.status();
  EXPECT_EQ(sides->front().name, "origin-main");
  EXPECT_EQ(sides->front().switch_line, "git checkout origin/main");
}

TEST(TrialSidesTest, WhatMakesNoSenseIsNamed) {
  EXPECT_THAT(MakeSides({}, "", kCommand).status().message(), HasSubstr("two sides or more"));
  EXPECT_THAT(
      MakeSides({{"--a", "", "a", "x"}, {"--b", "", "b", ""}}, "", kCommand).status().message(),
      HasSubstr("--b: expected a line for sh"));
  EXPECT_THAT(MakeSides({{"--a", "", "a", "level=1"}, {"--b", "", "b", "level=1"}}, "", kCommand)
                  .status()
                  .message(),
              HasSubstr("--b: there is a side \"1\" already"));
}

}  // namespace
}  // namespace collect
