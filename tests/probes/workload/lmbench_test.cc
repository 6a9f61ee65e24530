// lmbench's lines; the texts are written in its known form, none is captured from a run.
#include "probes/workload/lmbench.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/recorded_results.h"

namespace collect {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;

constexpr char kResults[] =
    "[lmbench3.0 results for Linux]\n"
    "Simple syscall: 0.0637 microseconds\n"
    "Process fork+exit: 123.4000 microseconds\n"
    "Pipe bandwidth: 3345.55 MB/sec\n"
    "integer add: 0.25 nanoseconds\n"
    "\n"
    "\"stride=64\n"
    "0.00049 1.374\n"
    "0.00098 1.375\n"
    "\n"
    "\"size=0k ovr=0.75\n"
    "2 1.23\n"
    "\n"
    "64.00 12345.67\n";

TEST(LmbenchTest, ManyPrograms) {
  const RecordedResults results(ParseLmbench, kResults);
  ASSERT_TRUE(results.status.ok()) << results.status;
  EXPECT_THAT(results.values,
              ElementsAre(Pair("64.00MB_MBps", 12345.67), Pair("Pipe_bandwidth_MBps", 3345.55),
                          Pair("Process_fork+exit_us", 123.4), Pair("Simple_syscall_us", 0.0637),
                          Pair("integer_add_ns", 0.25), Pair("size=0k.2", 1.23),
                          Pair("stride=64.0.00049", 1.374), Pair("stride=64.0.00098", 1.375)));
  EXPECT_TRUE(results.Kpis().count("Simple_syscall_us -"));
  EXPECT_TRUE(results.Kpis().count("Pipe_bandwidth_MBps +"));
}

TEST(LmbenchTest, EmptyStdoutSaysWhatToDo) {
  const RecordedResults results(ParseLmbench, "");
  EXPECT_THAT(results.status.message(), HasSubstr("2>&1"));
  EXPECT_THAT(results.values, IsEmpty());
}

TEST(LmbenchTest, CutAnywhere) { ExpectCutsAreHonest(ParseLmbench, kResults); }

}  // namespace
}  // namespace collect
