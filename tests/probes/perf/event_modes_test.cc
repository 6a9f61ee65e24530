// The letters behind an event's name.
#include "probes/perf/event_modes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace collect {
namespace {

TEST(EventModesTest, LettersChooseModes) {
  const EventModes all = ParseEventModes("").value();
  EXPECT_TRUE(all.user && all.kernel && all.hypervisor);
  const EventModes user = ParseEventModes("u").value();
  EXPECT_TRUE(user.user && !user.kernel && !user.hypervisor);
  const EventModes both = ParseEventModes("ku").value();
  EXPECT_TRUE(both.user && both.kernel && !both.hypervisor);
}

TEST(EventModesTest, PrecisionAloneLeavesTheModesAsTheyAre) {
  const EventModes modes = ParseEventModes("pp").value();
  EXPECT_TRUE(modes.user && modes.kernel && modes.hypervisor);
  EXPECT_EQ(modes.precise, 2);
  EXPECT_EQ(ParseEventModes("upp")->precise, 2);
  EXPECT_FALSE(ParseEventModes("pppp").ok());
}

TEST(EventModesTest, OtherLettersAreNamed) {
  EXPECT_THAT(ParseEventModes("ux").status().message(), testing::HasSubstr("\"x\" is not known"));
}

}  // namespace
}  // namespace collect
