// Formats and terms as sysfs writes them.
#include "probes/perf/term_format.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace collect {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(TermFormatTest, FieldsMayLieInParts) {
  const auto format = ParseTermFormat("config:0-7,32-35,59-60\n");
  ASSERT_TRUE(format.ok()) << format.status();
  EXPECT_EQ(format->width(), 14);
  ConfigWords words = {0xf00, 0, 0, 0};
  ASSERT_TRUE(PutTerm(*format, 0x3fff, words).ok());
  EXPECT_THAT(words, ElementsAre(0x1800000f00000fff, 0, 0, 0));
  ASSERT_TRUE(PutTerm(*format, 0x1041, words).ok()) << "in place of what stood there";
  EXPECT_THAT(words, ElementsAre(0x0800000000000f41, 0, 0, 0));
}

TEST(TermFormatTest, EveryWordCanBeReached) {
  ConfigWords words = {};
  ASSERT_TRUE(PutTerm(*ParseTermFormat("config1:0-63"), ~uint64_t{0}, words).ok());
  ASSERT_TRUE(PutTerm(*ParseTermFormat("config2:4"), 1, words).ok());
  ASSERT_TRUE(PutTerm(*ParseTermFormat("config3:60-63"), 0xf, words).ok());
  EXPECT_THAT(words, ElementsAre(0, ~uint64_t{0}, 0x10, 0xf000000000000000));
}

TEST(TermFormatTest, ValuesTooLargeAreRefused) {
  ConfigWords words = {};
  const absl::Status status = PutTerm(*ParseTermFormat("config:8-15"), 0x100, words);
  EXPECT_TRUE(absl::IsInvalidArgument(status));
  EXPECT_THAT(status.message(), HasSubstr("0x100 is too large for its 8 bits"));
  EXPECT_EQ(words[0], 0u);
}

TEST(TermFormatTest, OtherFormatsAreNamed) {
  for (const char* text : {"", "config", "config:", "config:a", "config:7-0", "config:64",
                           "config:-1", "config:0-", "config4:0", "config:0-63,0-7"}) {
    const absl::Status status = ParseTermFormat(text).status();
    EXPECT_TRUE(absl::IsInvalidArgument(status)) << text;
    EXPECT_THAT(status.message(), HasSubstr(text));
  }
}

TEST(EventTermsTest, NumbersFlagsAndOpenValues) {
  const auto terms = ParseEventTerms("event=0x2e,umask=65,edge,domain=?\n");
  ASSERT_TRUE(terms.ok()) << terms.status();
  ASSERT_EQ(terms->size(), 4u);
  EXPECT_EQ((*terms)[0].name, "event");
  EXPECT_EQ((*terms)[0].value, 0x2e);
  EXPECT_EQ((*terms)[1].value, 65);
  EXPECT_EQ((*terms)[2].value, 1);
  EXPECT_FALSE((*terms)[2].has_value);
  EXPECT_EQ((*terms)[3].value, std::nullopt);
}

TEST(EventTermsTest, MalformedTermsAreNamed) {
  for (const char* text : {"", "=1", "event=", "event=0x", "event=0x0x1", "event=-1", "event=1f",
                           "event=0x10000000000000000"}) {
    const absl::Status status = ParseEventTerms(text).status();
    EXPECT_TRUE(absl::IsInvalidArgument(status)) << text;
    EXPECT_THAT(status.message(), HasSubstr(text));
  }
  EXPECT_THAT(ParseEventTerms("event=1,,edge").status().message(), HasSubstr("\"\" is not"));
}

}  // namespace
}  // namespace collect
