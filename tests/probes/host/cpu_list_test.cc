// Lists of CPU numbers.
#include "probes/host/cpu_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace collect {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// S-020: "0-7" read as 0.
TEST(CpuListTest, ReadsRangesAndNumbers) {
  EXPECT_THAT(*ParseCpuList("0-3,8,10-11\n"), ElementsAre(0, 1, 2, 3, 8, 10, 11));
  EXPECT_THAT(*ParseCpuList("5"), ElementsAre(5));
  EXPECT_THAT(*ParseCpuList("\n"), IsEmpty());
}

TEST(CpuListTest, RefusesWhatIsNoList) {
  for (const char* text : {"3-1", "0-", "-3", "a", "1,,2", "0-99999999", "1 2"}) {
    EXPECT_TRUE(absl::IsInvalidArgument(ParseCpuList(text).status())) << text;
  }
  EXPECT_THAT(ParseCpuList("0,3-1").status().message(), HasSubstr("\"3-1\""));
}

TEST(CpuListTest, FormatsWhatItReads) {
  for (const char* text : {"", "0", "0-3,8,10-11", "1,3,5"}) {
    EXPECT_EQ(FormatCpuList(*ParseCpuList(text)), text);
  }
}

}  // namespace
}  // namespace collect
