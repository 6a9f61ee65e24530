// What makes groups incomparable.
#include "compare/comparability.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/compare/runs.h"

namespace collect {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class ComparabilityTest : public testing::Test {
 protected:
  ComparabilityTest() {
    named_ = {MakeRuns("before", {{"m", {1, 2}}}), MakeRuns("after", {{"m", {1, 2}}})};
    for (NamedRuns& group : named_) {
      for (RunData& run : group.runs) {
        run.run.mutable_host()->set_cpufreq_governor("performance");
        run.run.mutable_host()->set_transparent_hugepage("always");
      }
    }
  }
  v1::HostFacts& After(size_t run) { return *named_[1].runs[run].run.mutable_host(); }
  std::string Text() { return Warnings(Welch(named_)); }

  std::vector<NamedRuns> named_;
};

TEST_F(ComparabilityTest, GroupAgainstItselfIsNamed) {
  named_[1] = named_[0];
  named_[1].name = "again";
  EXPECT_THAT(Text(), HasSubstr("2 of the 2 runs of again are also runs of before"));
}

// S-113: governor, huge pages and microcode differ.
TEST_F(ComparabilityTest, DifferentMachinesAreNamed) {
  for (size_t run : {0, 1}) {
    After(run).set_cpufreq_governor("powersave");
    After(run).set_transparent_hugepage("never");
    After(run).set_microcode("0x2");
    named_[0].runs[run].run.mutable_host()->set_microcode("0x1");
    (*After(run).mutable_mitigations())["meltdown"] = "PTI";
  }
  EXPECT_THAT(Text(), AllOf(HasSubstr("governor differs: before: performance; after: powersave"),
                            HasSubstr("transparent huge pages differs: before: always"),
                            HasSubstr("microcode differs: before: 0x1; after: 0x2"),
                            HasSubstr("mitigations differs: before: unknown; after: meltdown=PTI"),
                            Not(HasSubstr("kernel differs"))));
}

// S-113: what could not be read counts as unknown, not as equal.
TEST_F(ComparabilityTest, UnknownIsNotEqual) {
  After(1).clear_cpufreq_governor();
  EXPECT_THAT(Text(), HasSubstr("governor differs: before: performance; after: performance or "
                                "unknown"));
  EXPECT_THAT(Text(), HasSubstr("not known of any run, so not compared: CPU model"));
}

TEST_F(ComparabilityTest, OtherTestsAreNamed) {
  for (RunData& run : named_[1].runs) (*run.run.mutable_params())["concurrency"] = "64";
  EXPECT_THAT(Text(), HasSubstr("parameter concurrency differs: before: none; after: 64"));
}

// S-107: runs with other collectors switched on are not compared without a warning.
TEST_F(ComparabilityTest, ProbesOnOneSideAreNamed) {
  v1::ProbeHealth* probe = named_[1].runs[0].run.add_probes();
  probe->set_probe("slabinfo");
  probe->set_state(v1::ProbeHealth::WORKS);
  v1::ProbeHealth* broken = named_[1].runs[0].run.add_probes();
  broken->set_probe("turbostat");
  broken->set_state(v1::ProbeHealth::FAILED);
  EXPECT_THAT(Text(), HasSubstr("probe slabinfo worked only in after"));
  EXPECT_THAT(Text(), Not(HasSubstr("turbostat")));
}

// S-112: all runs of one side first, so that drift decides.
TEST_F(ComparabilityTest, RunsNotInTurnsAreNamed) {
  int64_t start = 1;
  for (NamedRuns& group : named_) {
    for (RunData& run : group.runs) run.run.set_start_unix_ns(start++);
  }
  EXPECT_THAT(Text(), HasSubstr("not in turns"));
  named_[1].runs[0].run.set_start_unix_ns(1);
  named_[0].runs[0].run.set_start_unix_ns(3);
  EXPECT_THAT(Text(), Not(HasSubstr("not in turns")));
}

}  // namespace
}  // namespace collect
