// The mail about a comparison.
#include "compare/mail_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/compare/runs.h"

namespace collect {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr int kRuns = 4;

// A server whose requests a second went from 1000 to 900.
std::vector<NamedRuns> Server(v1::Direction direction, const std::string& kpi = "ab.rps") {
  std::vector<NamedRuns> named = {MakeRuns("before", {{kpi, {1000, 1010, 990, 1000}}}),
                                  MakeRuns("after", {{kpi, {900, 905, 895, 900}}})};
  for (NamedRuns& group : named) {
    for (int i = 0; i < kRuns; ++i) {
      RunData& run = group.runs[i];
      run.run.set_testcase("ab");
      (*run.run.mutable_params())["commit"] = group.name == "before" ? "v1" : "v2";
      for (const char* word : {"ab", "-H", "X: it's", "http://h/"}) run.run.add_command(word);
      run.records[0].mutable_metric()->set_kpi(true);
      run.records[0].mutable_metric()->set_direction(direction);
    }
  }
  return named;
}

std::string Mail(const std::vector<NamedRuns>& named) {
  const absl::StatusOr<std::string> mail = MailReport(Welch(named), named, false);
  EXPECT_TRUE(mail.ok()) << mail.status();
  return mail.value_or("");
}

// S-108: the subject says regression only where less is worse.
TEST(MailReportTest, SubjectSaysWhatHappened) {
  EXPECT_THAT(Mail(Server(v1::HIGHER_IS_BETTER)),
              StartsWith("Subject: [after] v2: ab.rps -10.0% regression\n"));
  EXPECT_THAT(Mail(Server(v1::LOWER_IS_BETTER)),
              StartsWith("Subject: [after] v2: ab.rps -10.0% improvement\n"));
  EXPECT_THAT(Mail(Server(v1::DIRECTION_UNSPECIFIED)),
              StartsWith("Subject: [after] v2: ab.rps -10.0% lower\n"));
}

// A name from an imported file must not begin a header of its own.
TEST(MailReportTest, SubjectIsOneLine) {
  EXPECT_THAT(Mail(Server(v1::HIGHER_IS_BETTER, "ab.x\nBcc: all")), Not(HasSubstr("\nBcc:")));
}

TEST(MailReportTest, CommandsCanBePastedIntoAShell) {
  EXPECT_THAT(Mail(Server(v1::HIGHER_IS_BETTER)),
              HasSubstr("\tcollect run --label after --runs 4 -- ab -H 'X: it'\\''s' http://h/\n"));
}

// What is compared is no parameter of the test.
TEST(MailReportTest, ParametersAreThoseOfAllGroups) {
  std::vector<NamedRuns> named = Server(v1::HIGHER_IS_BETTER);
  for (NamedRuns& group : named) {
    for (RunData& run : group.runs) (*run.run.mutable_params())["clients"] = "64";
  }
  EXPECT_THAT(Mail(named),
              HasSubstr("testcase: ab\nwith following parameters:\n\n\tclients: 64\n\n"));
}

// A run that failed is not among those that were compared.
TEST(MailReportTest, RunsThatDoNotCountAreNotReproduced) {
  std::vector<NamedRuns> named = Server(v1::HIGHER_IS_BETTER);
  named[0].runs[0].run.mutable_outcome()->set_exit_status(1);
  EXPECT_THAT(Mail(named), HasSubstr("--label before --runs 3 -- "));
}

TEST(MailReportTest, ImportedRunsHaveNoCommand) {
  std::vector<NamedRuns> named = Server(v1::HIGHER_IS_BETTER);
  for (RunData& run : named[0].runs) run.run.clear_command();
  EXPECT_THAT(Mail(named), HasSubstr("\t# before: imported, the command is not known\n"));
}

}  // namespace
}  // namespace collect
