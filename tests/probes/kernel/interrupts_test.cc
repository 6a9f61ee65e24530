// /proc/interrupts as a probe.
#include "probes/kernel/interrupts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "tests/support/fake_host.h"

namespace collect {
namespace {

using ::testing::HasSubstr;
using ::testing::Optional;

class InterruptsTest : public testing::Test {
 protected:
  void Show(absl::string_view text) {
    bench_.host.Write("/proc/interrupts", text);
    ASSERT_TRUE(bench_.Read().ok());
  }
  void Open(absl::string_view text) {
    bench_.host.Write("/proc/interrupts", text);
    ASSERT_TRUE(bench_.Open().ok());
    Show(text);
  }
  std::optional<int64_t> Value(absl::string_view name) {
    return bench_.Value(absl::StrCat("interrupts.", name));
  }
  // What the formula of a total adds up in this sample.
  int64_t Total(absl::string_view key) {
    const v1::MetricDescriptor* total = nullptr;
    for (const v1::MetricDescriptor& metric : bench_.columns.metrics()) {
      if (metric.name() == absl::StrCat("interrupts.", key)) total = &metric;  // the last one holds
    }
    if (total == nullptr || !total->has_formula()) {
      ADD_FAILURE() << "no formula for " << key;
      return 0;
    }
    int64_t sum = 0;
    for (const v1::Term& term : total->formula().numerator()) {
      if (bench_.columns.present()[term.column()] != 0) {
        sum += bench_.columns.values()[term.column()];
      }
    }
    return sum;
  }

  Interrupts probe_;
  ProbeBench bench_{probe_};
};

TEST_F(InterruptsTest, KeepsEveryNumberOfARealFile) {
  const std::string text = Fixture("pvm-guest-6.18/proc/interrupts");
  Open(text);
  for (absl::string_view line : absl::StrSplit(text, '\n', absl::SkipEmpty())) {
    const std::vector<std::string> words =
        absl::StrSplit(line, absl::ByAnyChar(" :"), absl::SkipEmpty());
    if (words[0] == "CPU0" || words[0] == "ERR" || words[0] == "MIS") continue;
    CpuMatrix::Row row;
    row.label = words[0];
    row.text = std::string(line.substr(27));
    const std::string key = InterruptKey(row);
    EXPECT_EQ(absl::StrCat(*Value("CPU0." + key)), words[1]) << line;
    EXPECT_EQ(absl::StrCat(*Value("CPU1." + key)), words[2]) << line;
    EXPECT_EQ(Total(key), *Value("CPU0." + key) + *Value("CPU1." + key)) << line;
  }
  EXPECT_THAT(Value("ERR"), Optional(0));
  EXPECT_THAT(Value("MIS"), Optional(0));
  EXPECT_THAT(Value("CPU1.36:PCI-MSIX-0000:00:02.0.1-edge.virtio1-req.0"), Optional(117247));
  EXPECT_EQ(bench_.columns.values().size(), 2 * 33 + 2);
  EXPECT_TRUE(bench_.columns.notes().empty());
}

// S-006, S-008: an arm64 server; numbers touch their labels, a chip begins with a digit.
TEST_F(InterruptsTest, ReadsAnArmServer) {
  Open(Fixture("neoverse-6.1-wide_counts/proc/interrupts"));
  EXPECT_THAT(Value("CPU2.11:GICv3.27.Level.arch_timer"), Optional(4294960000));
  EXPECT_THAT(Value("CPU1.45:32-gpio.3.Edge.button"), Optional(9));
  EXPECT_THAT(Value("CPU1.IPI0:Rescheduling_interrupts"), Optional(3999999999));
  EXPECT_EQ(Total("IPI0:Rescheduling_interrupts"), 2768808080 + 3999999999 + 2768808081 + 12);
  EXPECT_THAT(Value("Err"), Optional(0));
  EXPECT_TRUE(bench_.columns.notes().empty());
}

// S-005, S-010, S-019: CPUs 0 and 2 of four are online, two ports share a driver.
TEST_F(InterruptsTest, ReadsAServerWithoutSmt) {
  Open(Fixture("skylake-6.1-smt_off/proc/interrupts"));
  EXPECT_THAT(Value("CPU2.36:IR-PCI-MSI.2621443-edge.eth0-TxRx-2"), Optional(512345));
  EXPECT_EQ(Total("LOC:Local_timer_interrupts"), 4294967000 + 8000123);
  EXPECT_THAT(Value("CPU0.24:IR-PCI-MSI.458752-edge.PCIe.PME,pciehp"), Optional(0));
  EXPECT_THAT(Value("CPU0.25:IR-PCI-MSI.460800-edge.PCIe.PME,pciehp"), Optional(0));
  EXPECT_TRUE(bench_.columns.notes().empty());
}

TEST_F(InterruptsTest, NamesAreTheRobots) {
  Open(
      "            CPU0       CPU1       \n"
      "  36:          0        500  IR-PCI-MSI 2621443-edge      eth0-TxRx-2\n"
      " LOC:     100000     110000   Local timer interrupts\n"
      " ERR:          0\n");
  EXPECT_EQ(Total("36:IR-PCI-MSI.2621443-edge.eth0-TxRx-2"), 500);
  EXPECT_EQ(Total("LOC:Local_timer_interrupts"), 210000);
  EXPECT_THAT(Value("CPU1.LOC:Local_timer_interrupts"), Optional(110000));
  const v1::MetricDescriptor& cell = bench_.MetricOf("interrupts.CPU1.LOC:Local_timer_interrupts");
  EXPECT_EQ(cell.kind(), v1::COUNTER);
  EXPECT_EQ(cell.width_bits(), 32);
}

// S-005, S-018: CPU 1 goes offline, and comes back later.
TEST_F(InterruptsTest, NumbersFollowTheHeader) {
  Open("     CPU0  CPU1  CPU2  CPU3\nLOC:  100   200   300   400  Local\n");
  Show("     CPU0  CPU2  CPU3\nLOC:  110   330   480  Local\n");
  EXPECT_THAT(Value("CPU0.LOC:Local"), Optional(110));
  EXPECT_EQ(Value("CPU1.LOC:Local"), std::nullopt);
  EXPECT_THAT(Value("CPU2.LOC:Local"), Optional(330));
  EXPECT_THAT(Value("CPU3.LOC:Local"), Optional(480));
  Show("     CPU0  CPU1  CPU2  CPU3\nLOC:  120     5   340   490  Local\n");
  EXPECT_THAT(Value("CPU1.LOC:Local"), Optional(5));
  EXPECT_THAT(Value("CPU3.LOC:Local"), Optional(490));
  EXPECT_EQ(bench_.columns.values().size(), 4);
}

// S-005: the same line below another header means other CPUs.
TEST_F(InterruptsTest, UnchangedLineBelowAnotherHeader) {
  Open("           CPU0       CPU1       \nLOC:        100        200   Local\n");
  Show("           CPU0       CPU2       \nLOC:        100        200   Local\n");
  EXPECT_EQ(Value("CPU1.LOC:Local"), std::nullopt);
  EXPECT_THAT(Value("CPU2.LOC:Local"), Optional(200));
}

// S-018: a CPU that was not there at the start counts from then on, in the sum too.
TEST_F(InterruptsTest, NewCpuJoinsTheTotal) {
  Open("     CPU0\nLOC:  100  Local\n");
  Show("     CPU0  CPU4\nLOC:  110  7  Local\n");
  EXPECT_THAT(Value("CPU4.LOC:Local"), Optional(7));
  EXPECT_EQ(Total("LOC:Local"), 117);
}

// S-019, S-075: CPU numbers with gaps, and no CPU 0.
TEST_F(InterruptsTest, CpuNumbersMayHaveGaps) {
  Open("     CPU8  CPU16\nLOC:  1   2  Local\n");
  EXPECT_THAT(Value("CPU8.LOC:Local"), Optional(1));
  EXPECT_THAT(Value("CPU16.LOC:Local"), Optional(2));
  EXPECT_EQ(bench_.columns.values().size(), 2);
}

// S-006: wide counts leave no blank behind the label.
TEST_F(InterruptsTest, WideCountsTouchTheLabel) {
  for (uint32_t sample = 0; sample < 100; ++sample) {
    const std::string text = absl::StrFormat(
        "           CPU0       CPU1       \n"
        "RES:%u %u Rescheduling interrupts\n"
        "IPI0:%u         12 Rescheduling\n",
        4100000001u + sample, 4100000002u + sample, 3999999999u + sample);
    if (sample == 0) Open(text);
    Show(text);
    EXPECT_THAT(Value("CPU0.RES:Rescheduling_interrupts"), Optional(4100000001u + sample));
    EXPECT_THAT(Value("CPU1.RES:Rescheduling_interrupts"), Optional(4100000002u + sample));
    EXPECT_THAT(Value("CPU0.IPI0:Rescheduling"), Optional(3999999999u + sample));
    EXPECT_EQ(bench_.columns.metrics().size(), 6);
  }
}

// S-007: the whole action is in the name.
TEST_F(InterruptsTest, ActionsMayHoldBlanksAndColons) {
  Open(
      "     CPU0  CPU1\n"
      "240:  5   6  IR-PCI-MSI 1-edge  net_comp40@pci:0000:5e:00.1\n"
      "250:  1   2  PCI-MSI 7-edge  disk 0 io5\n"
      "251:  1   2  PCI-MSI 8-edge  na\xefve\n");
  EXPECT_EQ(Total("240:IR-PCI-MSI.1-edge.net_comp40@pci:0000:5e:00.1"), 11);
  EXPECT_EQ(Total("250:PCI-MSI.7-edge.disk.0.io5"), 3);
  EXPECT_EQ(Total("251:PCI-MSI.8-edge.na?ve"), 3);
}

// S-008: exactly as many numbers as there are CPUs.
TEST_F(InterruptsTest, RowsWithoutNumbersAndChipsWithDigits) {
  Open(
      "     CPU0  CPU1\n"
      "FIQ:              usb_fiq\n"
      "ERR:          3\n"
      " 45:  7  9  32-gpio 3 Edge button\n"
      " 46:  7  9 3 Edge\n");
  EXPECT_TRUE(bench_.HasNote("usb_fiq"));
  EXPECT_THAT(Value("ERR"), Optional(3));
  EXPECT_EQ(Total("45:32-gpio.3.Edge.button"), 16);
  EXPECT_EQ(Total("46:3.Edge"), 16);
  EXPECT_EQ(bench_.columns.values().size(), 5);
}

// S-010: one action on many lines, with a comma.
TEST_F(InterruptsTest, SharedActionsStayApartByNumber) {
  Open(
      "     CPU0\n"
      "24:  1  PCI-MSI-edge PCIe PME, pciehp\n"
      "25:  2  PCI-MSI-edge PCIe PME, pciehp\n"
      "26:  3  PCI-MSI-edge PCIe PME, pciehp\n");
  EXPECT_EQ(Total("24:PCI-MSI-edge.PCIe.PME,pciehp"), 1);
  EXPECT_EQ(Total("25:PCI-MSI-edge.PCIe.PME,pciehp"), 2);
  EXPECT_EQ(Total("26:PCI-MSI-edge.PCIe.PME,pciehp"), 3);
}

// S-011: two rows of one label differ by their text, in any order.
TEST_F(InterruptsTest, OneLabelForTwoThings) {
  constexpr char kThreshold[] = "THR:  5   6  Threshold APIC interrupts\n";
  constexpr char kHypervisor[] = "THR:  900  800  Hypervisor callback interrupts\n";
  Open(absl::StrCat("     CPU0  CPU1\n", kThreshold, kHypervisor));
  for (const std::string& rows :
       {absl::StrCat(kThreshold, kHypervisor), absl::StrCat(kHypervisor, kThreshold)}) {
    Show("     CPU0  CPU1\n" + rows);
    EXPECT_EQ(Total("THR:Threshold_APIC_interrupts"), 11);
    EXPECT_EQ(Total("THR:Hypervisor_callback_interrupts"), 1700);
  }
}

// S-011: rows that are alike in everything are added up, in any order.
TEST_F(InterruptsTest, EqualRowsAreAddedUp) {
  Open("           CPU0\nX:          5   same\nX:        900   same\nY:          1   other\n");
  EXPECT_THAT(Value("CPU0.X:same"), Optional(905));
  Show("           CPU0\nX:        901   same\nX:          5   same\nY:          1   other\n");
  EXPECT_THAT(Value("CPU0.X:same"), Optional(906));
  Show("           CPU0\nY:          1   other\nX:          5   same\nX:          6   same\n");
  EXPECT_THAT(Value("CPU0.X:same"), Optional(11));
}

// S-012: the raw count wraps; the width that says so is declared.
TEST_F(InterruptsTest, RawCountsWrap) {
  Open("           CPU0\nLOC: 4294967000   Local\n");
  EXPECT_THAT(Value("CPU0.LOC:Local"), Optional(4294967000));
  Show("           CPU0\nLOC:        500   Local\n");
  EXPECT_THAT(Value("CPU0.LOC:Local"), Optional(500));
}

// S-013: the total is the sum of the CPUs, in 64 bits.
TEST_F(InterruptsTest, TotalIsTheSum) {
  Open(
      "           CPU0       CPU1       CPU2       CPU3\n"
      "LOC: 2000000000 2000000000 2000000000 2000000000   Local\n");
  EXPECT_EQ(Total("LOC:Local"), 8000000000);
  Show(
      "           CPU0       CPU1       CPU2       CPU3\n"
      "LOC: 2000400000 2000400000 2000400000 2000400000   Local\n");
  EXPECT_EQ(Total("LOC:Local"), 8000000000 + 1600000);
}

TEST_F(InterruptsTest, RowsComeAndGo) {
  Open("           CPU0\n24:          1   a\n26:          3   c\n");
  Show("           CPU0\n24:          1   a\n25:          2   b\n26:          4   c\n");
  EXPECT_THAT(Value("CPU0.25:b"), Optional(2));
  EXPECT_THAT(Value("CPU0.26:c"), Optional(4));
  Show("           CPU0\n26:          4   d\n");
  EXPECT_EQ(Value("CPU0.26:c"), std::nullopt);
  EXPECT_THAT(Value("CPU0.26:d"), Optional(4));
}

// A number that leaves its column, and one that is none any more.
TEST_F(InterruptsTest, CellsOfOtherWidths) {
  Open("           CPU0       CPU1\nLOC:          9          9   Local\n");
  Show("           CPU0       CPU1\nLOC:12345678901          9   Local\n");
  EXPECT_THAT(Value("CPU1.LOC:Local"), Optional(9));
  Show("           CPU0       CPU1\nLOC:          x          9   Local\n");
  EXPECT_EQ(Value("CPU0.LOC:Local"), std::nullopt);
  EXPECT_EQ(Value("CPU1.LOC:Local"), std::nullopt);
  Show("           CPU0       CPU1\nLOC:         10         11   Local\n");
  EXPECT_THAT(Value("CPU1.LOC:Local"), Optional(11));
}

// A row's place is taken by an empty line, after the header changed or after the row had gone.
TEST_F(InterruptsTest, EmptyLinesAreNoRows) {
  Open("           CPU0\nLOC:          9   Local\n");
  Show("           CPU1\n\n");
  EXPECT_EQ(Value("CPU1.LOC:Local"), std::nullopt);
  Show("           CPU0\nLOC:          9   Local\n");
  Show("           CPU0\n");
  Show("           CPU0\n\n");
  EXPECT_EQ(Value("CPU0.LOC:Local"), std::nullopt);
}

TEST_F(InterruptsTest, TextWithoutHeaderIsRefused) {
  bench_.host.Write("/proc/interrupts", "LOC: 1 2\n");
  const absl::Status status = bench_.Open();
  EXPECT_TRUE(absl::IsInvalidArgument(status)) << status;
  EXPECT_THAT(status.message(), HasSubstr("not \"LOC:\""));
  EXPECT_THAT(status.message(), HasSubstr("/proc/interrupts"));
}

}  // namespace
}  // namespace collect
