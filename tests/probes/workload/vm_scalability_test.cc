// usemem's lines; the text is from messages to the kernel's mailing list.
#include "probes/workload/vm_scalability.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/recorded_results.h"

namespace collect {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;

constexpr char kLines[] =
    "2717908992 bytes / 3977932 usecs = 667233 KB/s\n"
    "2717908992 bytes / 4160702 usecs = 637923 KB/s\n"
    "2717908992 bytes / 4354611 usecs = 609516 KB/s\n"
    "293359 usecs to free memory\n"
    "340304 usecs to free memory\n"
    "2717908992 bytes / 5588016 usecs = 474982 KB/s\n";

TEST(VmScalabilityTest, Tasks) {
  const RecordedResults results(ParseVmScalability, kLines);
  ASSERT_TRUE(results.status.ok()) << results.status;
  EXPECT_THAT(results.values,
              ElementsAre(Pair("free_time", DoubleNear(0.3168315, 1e-9)), Pair("median", 623719.5),
                          Pair("stddev%", DoubleNear(14.2, 0.1)), Pair("throughput", 2389654),
                          Pair("workload", 4.0 * 2717908992)));
  EXPECT_THAT(results.Kpis(), ElementsAre("free_time -", "median +", "throughput +"));
}

TEST(VmScalabilityTest, RunThatFailed) {
  const RecordedResults results(ParseVmScalability, "usemem: mmap failed\n");
  EXPECT_THAT(results.status.message(), HasSubstr("no line \"N bytes"));
  EXPECT_THAT(results.values, IsEmpty());
}

TEST(VmScalabilityTest, CutAnywhere) {
  ExpectCutsAreHonest(ParseVmScalability, kLines,
                      {"free_time", "median", "stddev%", "throughput", "workload"});
}

}  // namespace
}  // namespace collect
