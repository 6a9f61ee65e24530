// Mistyped names.
#include "archive/nearest_name.h"

#include <gtest/gtest.h>

namespace collect {
namespace {

TEST(NearestNameTest, CountsLettersToChange) {
  EXPECT_EQ(EditDistance("", "abc"), 3);
  EXPECT_EQ(EditDistance("label", "label"), 0);
  EXPECT_EQ(EditDistance("lable", "label"), 2);
  EXPECT_EQ(EditDistance("kitten", "sitting"), 3);
}

TEST(NearestNameTest, PrefersTheNearestAndRefusesStrangers) {
  EXPECT_EQ(NearestName("befoe", {"after", "before", "before2"}), "before");
  EXPECT_EQ(NearestName("lable", {"label", "runs"}), "label");
  EXPECT_EQ(NearestName("run", {"show", "list"}), "");
  EXPECT_EQ(NearestName("ran", {"run"}), "run");
}

}  // namespace
}  // namespace collect
