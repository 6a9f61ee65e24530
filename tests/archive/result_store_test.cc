// Where runs lie and how they are found again.
#include "archive/result_store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "tests/archive/support.h"

namespace collect {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class ResultStoreTest : public testing::Test {
 protected:
  void SetUp() override {
    for (const std::string& path : {kBefore1, kBefore2, kAfter1}) {
      std::filesystem::create_directories(std::filesystem::path(path).parent_path());
      WriteFile(path, "");
    }
    WriteFile(store_ / "before/notes.txt", "");
  }
  std::vector<std::string> Find(absl::string_view selector) {
    absl::StatusOr<std::vector<std::string>> found = FindRuns(store_.path(), selector);
    EXPECT_TRUE(found.ok()) << found.status();
    return found.ok() ? *found : std::vector<std::string>{};
  }
  absl::Status Fail(absl::string_view selector) {
    return FindRuns(store_.path(), selector).status();
  }

  TemporaryFolder store_;
  const std::string kBefore1 = store_ / "before/20261130T215800Z-9f3a61c2.collect";
  const std::string kBefore2 = store_ / "before/20261130T215900Z-00000001.collect";
  const std::string kAfter1 = store_ / "after/20261201T000000Z-12345678.collect";
};

TEST_F(ResultStoreTest, ByLabel) { EXPECT_THAT(Find("before"), ElementsAre(kBefore1, kBefore2)); }

// A shell script "before" lies where the user stands.
TEST_F(ResultStoreTest, LabelWinsOverAFileThatHappensToBeCalledSo) {
  const std::filesystem::path here = std::filesystem::current_path();
  std::filesystem::create_directories(store_ / "scripts");
  WriteFile(store_ / "scripts/before", "");
  std::filesystem::current_path(store_ / "scripts");
  EXPECT_THAT(Find("before"), ElementsAre(kBefore1, kBefore2));
  std::filesystem::current_path(here);
}

TEST_F(ResultStoreTest, ByFile) { EXPECT_THAT(Find(kAfter1), ElementsAre(kAfter1)); }

TEST_F(ResultStoreTest, ByDirectory) {
  EXPECT_THAT(Find(store_ / "before"), ElementsAre(kBefore1, kBefore2));
}

TEST_F(ResultStoreTest, ByRunIdAndItsBeginning) {
  EXPECT_THAT(Find("20261130T215800Z-9f3a61c2"), ElementsAre(kBefore1));
  EXPECT_THAT(Find("20261201"), ElementsAre(kAfter1));
}

TEST_F(ResultStoreTest, AnAmbiguousBeginningIsNotGuessed) {
  const absl::Status status = Fail("20261130");
  EXPECT_TRUE(absl::IsInvalidArgument(status)) << status;
  EXPECT_THAT(status.message(), HasSubstr("20261130T215900Z-00000001"));
}

TEST_F(ResultStoreTest, ByGlobOverLabelsAndPaths) {
  EXPECT_THAT(Find("be*"), ElementsAre(kBefore1, kBefore2));
  EXPECT_THAT(Find("*"), ElementsAre(kAfter1, kBefore1, kBefore2));
  EXPECT_THAT(Find(store_ / "*/*Z-1*.collect"), ElementsAre(kAfter1));
}

TEST_F(ResultStoreTest, NearLabelsAreNamed) {
  const absl::Status status = Fail("befroe");
  EXPECT_TRUE(absl::IsNotFound(status)) << status;
  EXPECT_THAT(status.message(), HasSubstr("\"befroe\""));
  EXPECT_THAT(status.message(), HasSubstr(store_.path()));
  EXPECT_THAT(status.message(), HasSubstr("there is before"));
  EXPECT_THAT(Fail("something else").message(), testing::Not(HasSubstr("there is")));
}

TEST_F(ResultStoreTest, AnEmptyDirectoryIsSaidToBeSo) {
  std::filesystem::create_directories(store_ / "empty/inner");
  EXPECT_THAT(Fail(store_ / "empty/inner").message(), HasSubstr("in the directory"));
  EXPECT_TRUE(absl::IsInvalidArgument(Fail("")));
}

TEST(RunFilePathTest, LabelsAreFileNames) {
  EXPECT_EQ(*RunFilePath("/store", "before", "id"), "/store/before/id.collect");
  for (const char* label : {"", ".", "..", ".hidden", "a/b", "a\nb", "/"}) {
    EXPECT_TRUE(absl::IsInvalidArgument(RunFilePath("/store", label, "id").status())) << label;
  }
}

TEST(DefaultStoreTest, FollowsTheUser) {
  setenv("XDG_STATE_HOME", "/state", 1);
  const bool root = geteuid() == 0;
  EXPECT_EQ(DefaultStoreDirectory(), root ? "/var/lib/collect" : "/state/collect");
  unsetenv("XDG_STATE_HOME");
  setenv("HOME", "/home/me", 1);
  EXPECT_EQ(DefaultStoreDirectory(), root ? "/var/lib/collect" : "/home/me/.local/state/collect");
}

}  // namespace
}  // namespace collect
