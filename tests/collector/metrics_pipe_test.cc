// Lines that a command writes to its descriptor.
#include "collector/metrics_pipe.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <string>

namespace collect {
namespace {

class MetricsPipeTest : public testing::Test {
 protected:
  MetricsPipeTest() { EXPECT_TRUE(pipe_.Open().ok()); }
  void Write(const std::string& text, int64_t now_ns) {
    EXPECT_EQ(write(pipe_.command_end(), text.data(), text.size()),
              static_cast<ssize_t>(text.size()));
    pipe_.Read(now_ns);
  }

  MetricsPipe pipe_;
};

TEST_F(MetricsPipeTest, MarksGetTheTimeAtWhichTheirLineEnds) {
  Write("collect-mark warm\nspeed=1\ncollect-ma", 10);
  Write("rk  done \nhalf a line", 20);
  EXPECT_EQ(pipe_.TakeText(), "speed=1\n") << "half a number looks like a number";
  const std::vector<Mark> marks = pipe_.TakeMarks();
  ASSERT_EQ(marks.size(), 2);
  EXPECT_EQ(marks[0].name, "warm");
  EXPECT_EQ(marks[0].time_ns, 10);
  EXPECT_EQ(marks[1].name, "done");
  EXPECT_EQ(marks[1].time_ns, 20);
}

TEST_F(MetricsPipeTest, EndOfFileEndsTheReading) {
  pipe_.CloseCommandEnd();
  pipe_.Read(1);
  EXPECT_EQ(pipe_.fd(), -1);
}

TEST_F(MetricsPipeTest, WhatIsTooLongIsCounted) {
  for (int i = 0; i < 600; ++i) Write(std::string(4000, 'x') + "\n", 1);
  Write(std::string(10'000, 'y'), 1);
  EXPECT_LE(pipe_.TakeText().size(), MetricsPipe::kKeptBytes);
  EXPECT_GT(pipe_.dropped_bytes(), 600 * 4000 - MetricsPipe::kKeptBytes);
}

TEST(MarkOfTest, OnlyWholeWords) {
  EXPECT_EQ(MarkOf("collect-mark a b"), "a b");
  EXPECT_EQ(MarkOf("collect-mark"), "");
  EXPECT_EQ(MarkOf("collect-marks a"), "");
}

}  // namespace
}  // namespace collect
