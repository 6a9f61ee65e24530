// One run file of every format version there has been (S-097): each stays readable for ever.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "archive/reader.h"
#include "archive/records.h"
#include "tests/archive/support.h"

namespace collect {
namespace {

using ::testing::ElementsAre;

TEST(GoldenTest, Format1) {
  const absl::StatusOr<RunFile> run =
      ReadRunFile(COLLECT_SOURCE_DIR "/tests/golden/run-file-1.0.collect");
  ASSERT_TRUE(run.ok()) << run.status();
  EXPECT_TRUE(run->damage.closed);
  EXPECT_THAT(run->damage.notes, ElementsAre());
  EXPECT_EQ(run->run.id(), "20261130T215800Z-9f3a61c2");
  EXPECT_EQ(run->run.outcome().exit_status(), 3);
  ASSERT_EQ(run->probes.size(), 2);
  EXPECT_THAT(run->probes[0].columns[0].values, ElementsAre(100, 107, 114, 121));
  EXPECT_THAT(run->probes[0].columns[1].values, ElementsAre(0, -5, -10, -15));
  EXPECT_THAT(run->probes[1].columns[0].present, ElementsAre(0, 1, 0, 1));
  EXPECT_EQ(run->texts[0].path(), "/proc/vmstat");
  EXPECT_EQ(ComputeRecords(*run)[0].value(), 21);
  EXPECT_EQ(run->records[0].value(), 21);
}

}  // namespace
}  // namespace collect
