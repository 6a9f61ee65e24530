// What is left when collect is killed at any moment.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/tools/shell.h"

namespace collect {
namespace {

// 90 times in the first quarter of a second, and 10 times after more than one flush interval.
TEST(KilledTest, EveryFileOpensAndHoldsAllButTheLastTenSeconds) {
  const ScratchFolder scratch;
  const ShellResult result = Shell(
      "cd $SCRATCH\n"
      "RANDOM=7\n"
      "for i in {1..10}; do\n"
      "  (ms=$((11000 + RANDOM % 2000))\n"
      "   $COLLECT -o store --label long$i --quiet --interval 100ms -- sleep 14 & pid=$!\n"
      "   sleep ${ms::-3}.${ms: -3}; kill -9 $pid; wait $pid\n"
      "   n=$($COLLECT show -o store long$i --metric proc-vmstat.pgfault --format csv | cut -d, "
      "-f7 |\n"
      "     tail -n 1)\n"
      "   [ \"$n\" -ge $(((ms - 10000) / 200)) ] || echo \"long$i: $n samples after $ms ms\") &\n"
      "done 2>/dev/null\n"
      "for i in {1..90}; do\n"
      "  $COLLECT -o store --label short --quiet --interval 10ms -- sleep 0.3 & pid=$!\n"
      "  sleep 0.$(printf %03d $((RANDOM % 250))); kill -9 $pid; wait $pid\n"
      "done 2>/dev/null\n"
      "files=$(ls store/short/*.collect | wc -l)\n"
      "[ $files -ge 45 ] || echo \"only $files files\"\n"
      "$COLLECT list -o store short | wc -l | grep -qx $files || echo not all files open\n"
      "wait\n",
      scratch.path());
  EXPECT_EQ(result.out, "");
}

}  // namespace
}  // namespace collect
