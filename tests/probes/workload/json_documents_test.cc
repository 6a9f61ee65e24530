// JSON among other lines.
#include "probes/workload/json_documents.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace collect {
namespace {

using ::testing::HasSubstr;
using ::testing::Optional;
using ::testing::SizeIs;

TEST(JsonDocumentsTest, SeveralAmongOtherLines) {
  const auto documents =
      JsonDocuments("fio", "note: x\n{\n \"a\": {\"b\": 2}\n}\nmore\n{\"a\": 1}\n", "");
  ASSERT_TRUE(documents.ok()) << documents.status();
  ASSERT_THAT(*documents, SizeIs(2));
  EXPECT_THAT(JsonNumber((*documents)[0], {"a", "b"}), Optional(2));
  EXPECT_EQ(JsonNumber((*documents)[1], {"a", "b"}), std::nullopt);
}

TEST(JsonDocumentsTest, NoneCutAndBroken) {
  EXPECT_EQ(JsonDocuments("fio", "text\n", "do this").status().message(), "fio: no JSON: do this");
  for (const char* text : {"{", "{\n \"a\": 1\n", "{\n \"a\": \n}\n", "{\"a\": 1e999}"}) {
    EXPECT_THAT(JsonDocuments("fio", text, "").status().message(), HasSubstr("cut off or broken"))
        << text;
  }
}

}  // namespace
}  // namespace collect
