// Which part of a run its values are about.
#include "collector/window.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace collect {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr int64_t kMs = 1'000'000;

class WindowTest : public testing::Test {
 protected:
  // Of a command of ten seconds that started 5 ms after its run.
  WindowFound Find() { return FindWindow(options_, 5 * kMs, 10'000 * kMs, marks_); }
  void Mark(const char* name, int64_t time_ms) {
    v1::RunMark& mark = *marks_.Add();
    mark.set_name(name);
    mark.set_time_ns(time_ms * kMs);
  }

  RunOptions options_;
  google::protobuf::RepeatedPtrField<v1::RunMark> marks_;
};

TEST_F(WindowTest, NothingAskedIsTheWholeRun) {
  Mark("warm", 1000);
  EXPECT_FALSE(Find().window.has_value());
}

TEST_F(WindowTest, TimesCountFromTheCommandsStartAndEnd) {
  options_.skip_first_ms = 1000;
  options_.skip_last_ms = 500;
  const WindowFound found = Find();
  EXPECT_EQ(found.window->from_ns(), 1005 * kMs);
  EXPECT_EQ(found.window->to_ns(), 9505 * kMs);
  EXPECT_EQ(found.window->asked(), "--skip-first 1000 ms --skip-last 500 ms");
  EXPECT_THAT(found.fault, IsEmpty());
}

TEST_F(WindowTest, TheFirstOfEqualMarksStartsAndTheLastEnds) {
  options_.from_mark = options_.to_mark = "round";
  options_.skip_first_ms = 10;
  for (int time_ms : {1000, 2000, 3000}) Mark("round", time_ms);
  EXPECT_EQ(Find().window->from_ns(), 1010 * kMs);
  EXPECT_EQ(Find().window->to_ns(), 3000 * kMs);
}

TEST_F(WindowTest, NothingIsLeft) {
  options_.skip_first_ms = 11'000;
  EXPECT_THAT(Find().fault, HasSubstr("nothing of the run is left by --skip-first 11000 ms"));
  EXPECT_LT(Find().window->to_ns(), Find().window->from_ns());
  options_.to_mark = "done";
  EXPECT_THAT(Find().fault, HasSubstr("never set the mark done"));
}

}  // namespace
}  // namespace collect
