// docs/metrics.md is what the probes declare.
#include "tests/tools/metrics_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace collect {
namespace {

using ::testing::HasSubstr;

// $METRICS_PAGE: where to write the page.
TEST(MetricsPageTest, PageIsWhatTheProbesDeclare) {
  const std::string page = MetricsPage();
  if (const char* path = std::getenv("METRICS_PAGE")) std::ofstream(path) << page;
  std::ostringstream text;
  text << std::ifstream(COLLECT_SOURCE_DIR "/docs/metrics.md").rdbuf();
  EXPECT_TRUE(text.str() == page)
      << "docs/metrics.md is not what the probes declare; it says how to write it anew";
}

TEST(MetricsPageTest, NamesOfCpusAndDevicesAreOneRow) {
  const std::string page = MetricsPage();
  for (const char* name :
       {"`interrupts.CPU*.LOC:Local_timer_interrupts`", "`slabinfo.CACHE.active_objs`",
        "`mpstat.cpu.*.usr%`", "`numa-vmstat.node*.nr_free_pages`", "`TESTCASE.time.elapsed_time`",
        "`apachebench.requests_per_second` | 1/s | higher"}) {
    EXPECT_THAT(page, HasSubstr(name));
  }
}

}  // namespace
}  // namespace collect
