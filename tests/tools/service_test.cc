// The unit collect-run@.service.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "tests/tools/shell.h"

namespace collect {
namespace {

class ServiceTest : public testing::Test {
 protected:
  // Verifies the unit as it stands after `edit`, a sed expression; the program is the one built.
  ShellResult Verify(absl::string_view edit) {
    return Shell(absl::StrCat("command -v systemd-analyze >/dev/null || exit 99\n"
                              "sed -e \"s#^ExecStart=collect#ExecStart=$COLLECT#\" -e '",
                              edit,
                              "' $SOURCE/systemd/collect-run@.service "
                              ">$SCRATCH/collect-run@.service\n"
                              "systemd-analyze verify --man=no $SCRATCH/collect-run@test.service"),
                 scratch_.path());
  }

  ScratchFolder scratch_;
};

TEST_F(ServiceTest, SystemdFindsNoFault) {
  const ShellResult result = Verify("");
  if (result.status == 99) GTEST_SKIP() << "systemd-analyze is not installed";
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.err, "");
}

TEST_F(ServiceTest, SystemdWouldFindAFault) {
  const ShellResult result = Verify("s/^KillMode/KillMod/");
  if (result.status == 99) GTEST_SKIP() << "systemd-analyze is not installed";
  EXPECT_THAT(result.err, testing::HasSubstr("KillMod"));
}

// Every setting says why it is there.
TEST_F(ServiceTest, EverySettingHasAComment) {
  const ShellResult result = Shell(
      "awk '/^[A-Z]/ && before !~ /^#/ { print } { before = $0 }' "
      "$SOURCE/systemd/collect-run@.service",
      scratch_.path());
  EXPECT_EQ(result.out, "");
}

}  // namespace
}  // namespace collect
