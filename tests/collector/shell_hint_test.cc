// S-082: users paste shell lines.
#include "collector/shell_hint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace collect {
namespace {

using ::testing::HasSubstr;

TEST(ShellHintTest, LoneOperatorsAreHintedAt) {
  EXPECT_THAT(ShellHint({"./prog", "<", "in.txt"}, false), HasSubstr("\"<\" looks like shell"));
  EXPECT_THAT(ShellHint({"./prog", "a", "&>", "log"}, false), HasSubstr("use sh -c"));
  EXPECT_THAT(ShellHint({"a", "|", "b"}, true), HasSubstr("\"|\""));
}

TEST(ShellHintTest, CommandThatIsAWholeLine) {
  EXPECT_THAT(ShellHint({"LC_ALL=C grep x f"}, true), HasSubstr("LC_ALL=C grep x f"));
  EXPECT_THAT(ShellHint({"VAR=x", "prog"}, true), HasSubstr("VAR=x"));
}

TEST(ShellHintTest, OrdinaryCommandsAreLeftAlone) {
  EXPECT_EQ(ShellHint({"grep", "<x>", "a|b", "x y"}, false), "");
  EXPECT_EQ(ShellHint({"./my program"}, false), "");
  EXPECT_EQ(ShellHint({"mistyped"}, true), "");
}

}  // namespace
}  // namespace collect
