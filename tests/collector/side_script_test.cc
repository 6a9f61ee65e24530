// Set-up, and servers that stay.
#include "collector/side_script.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <fstream>
#include <sstream>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace collect {
namespace {

using ::testing::HasSubstr;

constexpr int64_t kNsPerMs = 1'000'000;

class SideScriptTest : public testing::Test {
 protected:
  ~SideScriptTest() override { std::remove(pid_file_.c_str()); }

  absl::StatusOr<std::unique_ptr<SideScript>> Start(const std::string& line,
                                                    const std::string& ready = "") {
    return SideScript::Start(host_, {.name = "--a",
                                     .line = line,
                                     .ready = ready,
                                     .settle_ns = 200 * kNsPerMs,
                                     .patience_ns = 500 * kNsPerMs});
  }

  // A file that lines of these tests write their pid into.
  const std::string pid_file_ = absl::StrCat(testing::TempDir(), "/side_script_pid-", getpid());
  pid_t WrittenPid() const {
    std::ostringstream text;
    text << std::ifstream(pid_file_).rdbuf();
    int pid = 0;
    EXPECT_TRUE(absl::SimpleAtoi(text.str(), &pid)) << text.str();
    return pid;
  }

  Host host_;
};

TEST_F(SideScriptTest, WhatReturnsIsSetUp) {
  const auto script = Start("sleep 0.05");
  ASSERT_TRUE(script.ok()) << script.status();
  EXPECT_TRUE((*script)->CheckStillThere().ok());
}

TEST_F(SideScriptTest, WhatStaysIsEndedWithAllItStarted) {
  pid_t pid = 0;
  {
    const auto script = Start(absl::StrCat("sleep 60 & echo $! >", pid_file_, "; wait"));
    ASSERT_TRUE(script.ok()) << script.status();
    EXPECT_TRUE((*script)->CheckStillThere().ok());
    pid = WrittenPid();
    EXPECT_EQ(kill(pid, 0), 0);
  }
  EXPECT_NE(kill(pid, 0), 0);
}

TEST_F(SideScriptTest, FailureIsNamed) {
  EXPECT_THAT(Start("exit 3").status().message(), HasSubstr("--a: \"exit 3\" ended with status 3"));
  EXPECT_THAT(Start("kill -9 $$").status().message(), HasSubstr("was killed by signal 9"));
}

TEST_F(SideScriptTest, ServerThatDiesIsMissed) {
  const auto script = Start("sleep 0.3");
  ASSERT_TRUE(script.ok()) << script.status();
  timespec wait = {0, 300 * kNsPerMs};
  nanosleep(&wait, nullptr);
  EXPECT_THAT((*script)->CheckStillThere().message(), HasSubstr("ended while the command ran"));
}

TEST_F(SideScriptTest, NotReadyInTimeIsSaid) {
  const auto script = Start("sleep 60", "false");
  EXPECT_THAT(script.status().message(), HasSubstr("was not ready within"));
}

TEST_F(SideScriptTest, NoLongerReadyIsSaid) {
  const std::string file = absl::StrCat(testing::TempDir(), "/side_script_ready-", getpid());
  const auto script =
      Start(absl::StrCat("touch ", file, "; sleep 60"), absl::StrCat("test -e ", file));
  ASSERT_TRUE(script.ok()) << script.status();
  EXPECT_TRUE((*script)->CheckStillThere().ok());
  std::remove(file.c_str());
  EXPECT_THAT((*script)->CheckStillThere().message(), HasSubstr("was no longer ready"));
}

}  // namespace
}  // namespace collect
