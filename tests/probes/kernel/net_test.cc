// /proc/net/{dev,snmp,netstat} as a probe.
#include "probes/kernel/net.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "tests/support/fake_host.h"

namespace collect {
namespace {

using ::testing::HasSubstr;
using ::testing::Optional;

class NetTest : public testing::Test {
 protected:
  void Show(absl::string_view path, absl::string_view text) {
    bench_.host.Write(path, text);
    if (opened_) {
      ASSERT_TRUE(bench_.Read().ok());
    } else {
      ASSERT_TRUE(bench_.Open().ok());
    }
    opened_ = true;
  }

  Net probe_;
  ProbeBench bench_{probe_};
  bool opened_ = false;
};

class NetOfRealMachines : public testing::TestWithParam<const char*> {};

TEST_P(NetOfRealMachines, EveryFieldIsKept) {
  Net probe;
  ProbeBench bench(probe);
  bench.host.CopyFixture(GetParam());
  ASSERT_TRUE(bench.Open().ok());
  ASSERT_TRUE(bench.Read().ok());
  for (const char* file : {"snmp", "netstat"}) {
    const std::string text = Fixture(absl::StrCat(GetParam(), "/proc/net/", file));
    const std::vector<std::string> lines = absl::StrSplit(text, '\n', absl::SkipEmpty());
    for (size_t i = 0; i < lines.size(); i += 2) {
      const std::vector<std::string> names = absl::StrSplit(lines[i], ' ', absl::SkipEmpty());
      const std::vector<std::string> values = absl::StrSplit(lines[i + 1], ' ', absl::SkipEmpty());
      for (size_t k = 1; k < names.size(); ++k) {
        const std::string protocol = names[0].substr(0, names[0].size() - 1);
        EXPECT_EQ(
            absl::StrCat(bench.Value(absl::StrCat("net.", protocol, ".", names[k])).value_or(-77)),
            values[k])
            << protocol << " " << names[k];
      }
    }
  }
  EXPECT_TRUE(bench.Value("net.dev.lo.rx_bytes").has_value());
  EXPECT_TRUE(bench.Value("net.dev.eth0.tx_compressed").has_value());
  EXPECT_TRUE(bench.columns.notes().empty());
}

INSTANTIATE_TEST_SUITE_P(Kernels, NetOfRealMachines,
                         testing::Values("qemu-guest-5.10-two_nodes", "qemu-guest-6.1-two_nodes",
                                         "pvm-guest-6.18"));

TEST_F(NetTest, NumbersOfAnInterfaceStandUnderTheirTitles) {
  bench_.host.CopyFixture("qemu-guest-5.10-two_nodes");
  ASSERT_TRUE(bench_.Open().ok());
  EXPECT_THAT(bench_.Value("net.dev.eth0.rx_bytes"), Optional(18598));
  EXPECT_THAT(bench_.Value("net.dev.eth0.rx_packets"), Optional(190));
  EXPECT_THAT(bench_.Value("net.dev.eth0.tx_bytes"), Optional(19068));
  EXPECT_THAT(bench_.Value("net.dev.eth0.tx_packets"), Optional(196));
  EXPECT_EQ(bench_.MetricOf("net.dev.eth0.rx_bytes").unit(), "bytes");
  EXPECT_EQ(bench_.MetricOf("net.dev.eth0.tx_colls").kind(), v1::COUNTER);
}

TEST_F(NetTest, MachineWithoutNetworkIsToldSo) {
  const absl::Status status = bench_.Open();
  EXPECT_TRUE(absl::IsNotFound(status)) << status;
  EXPECT_THAT(status.message(), HasSubstr("/proc/net"));
}

// S-040: current connections were taken for a counter there.
TEST_F(NetTest, CurrentConnectionsAreALevel) {
  Show("/proc/net/snmp", "Tcp: MaxConn CurrEstab RetransSegs\nTcp: -1 250 7\n");
  EXPECT_EQ(bench_.MetricOf("net.Tcp.CurrEstab").kind(), v1::GAUGE);
  EXPECT_EQ(bench_.MetricOf("net.Tcp.MaxConn").kind(), v1::GAUGE);
  EXPECT_EQ(bench_.MetricOf("net.Tcp.RetransSegs").kind(), v1::COUNTER);
  Show("/proc/net/snmp", "Tcp: MaxConn CurrEstab RetransSegs\nTcp: -1 200 9\n");
  EXPECT_THAT(bench_.Value("net.Tcp.CurrEstab"), Optional(200));
  EXPECT_THAT(bench_.Value("net.Tcp.MaxConn"), Optional(-1));
}

// IcmpMsg grows a column when a type is first seen.
TEST_F(NetTest, FieldsMayAppear) {
  Show("/proc/net/snmp", "IcmpMsg: InType0\nIcmpMsg: 3\nUdp: NoPorts\nUdp: 1\n");
  Show("/proc/net/snmp", "IcmpMsg: InType0 OutType8\nIcmpMsg: 4 5\nUdp: NoPorts\nUdp: 2\n");
  EXPECT_THAT(bench_.Value("net.IcmpMsg.InType0"), Optional(4));
  EXPECT_THAT(bench_.Value("net.IcmpMsg.OutType8"), Optional(5));
  EXPECT_THAT(bench_.Value("net.Udp.NoPorts"), Optional(2));
  EXPECT_EQ(bench_.columns.metrics().size(), 3);
}

TEST_F(NetTest, BadLinesCostOnlyThemselves) {
  Show("/proc/net/netstat", "\nTcpExt: A B\nTcpExt: 1\nfoo\nIpExt: InOctets\nIpExt: 5 6\n");
  Show("/proc/net/netstat", "\nTcpExt: A B\nTcpExt: 1\nfoo\nIpExt: InOctets\nIpExt: 5 6\n");
  EXPECT_THAT(bench_.Value("net.TcpExt.A"), Optional(1));
  EXPECT_EQ(bench_.Value("net.TcpExt.B"), std::nullopt);
  EXPECT_THAT(bench_.Value("net.IpExt.InOctets"), Optional(5));
  EXPECT_TRUE(bench_.HasNote("fewer numbers than names: TcpExt:"));
  EXPECT_TRUE(bench_.HasNote("more numbers than names: IpExt:"));
  EXPECT_TRUE(bench_.HasNote("\"foo\""));
}

constexpr char kTitles[] = "Inter-| Receive | Transmit\n face |bytes packets|bytes packets\n";

TEST_F(NetTest, InterfacesComeAndGo) {
  Show("/proc/net/dev", absl::StrCat(kTitles, "  lo: 1 2 3 4\n"));
  Show("/proc/net/dev", absl::StrCat(kTitles, "veth1:10 20 30 40\n  lo: 5 6 7 8\n"));
  EXPECT_THAT(bench_.Value("net.dev.veth1.rx_bytes"), Optional(10));
  EXPECT_THAT(bench_.Value("net.dev.lo.tx_packets"), Optional(8));
  Show("/proc/net/dev", absl::StrCat(kTitles, "  lo: 9 9 9 9\n"));
  EXPECT_EQ(bench_.Value("net.dev.veth1.rx_bytes"), std::nullopt);
  EXPECT_EQ(bench_.columns.metrics().size(), 8);
}

// S-022 in another file: what a later kernel appends is kept.
TEST_F(NetTest, NumbersWithoutATitleAreKept) {
  Show("/proc/net/dev", absl::StrCat(kTitles, "  lo: 1 2 3 4 5\n"));
  EXPECT_THAT(bench_.Value("net.dev.lo.field5"), Optional(5));
}

}  // namespace
}  // namespace collect
