// /proc/slabinfo as a probe.
#include "probes/kernel/slabinfo.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "tests/support/fake_host.h"

namespace collect {
namespace {

using ::testing::HasSubstr;
using ::testing::Optional;

constexpr char kHeader[] =
    "slabinfo - version: 2.1\n"
    "# name            <active_objs> <num_objs> <objsize> <objperslab> <pagesperslab> : tunables "
    "<limit> <batchcount> <sharedfactor> : slabdata <active_slabs> <num_slabs> <sharedavail>\n";

// A line with the widths of mm/slab_common.c: cache_show.
std::string Cache(absl::string_view name, int active, int objects, int slabs) {
  return absl::StrFormat(
      "%-17s %6d %6d    256   16    1 : tunables    0    0    0 : slabdata %6d %6d      0\n", name,
      active, objects, slabs, slabs + 1);
}

class SlabinfoTest : public testing::Test {
 protected:
  void Show(absl::string_view lines) {
    bench_.host.Write("/proc/slabinfo", absl::StrCat(kHeader, lines));
    ASSERT_TRUE(bench_.Read().ok());
  }
  void Open(absl::string_view lines) {
    bench_.host.Write("/proc/slabinfo", absl::StrCat(kHeader, lines));
    ASSERT_TRUE(bench_.Open().ok());
    Show(lines);
  }
  std::optional<int64_t> Value(absl::string_view name) {
    return bench_.Value(absl::StrCat("slabinfo.", name));
  }

  Slabinfo probe_;
  ProbeBench bench_{probe_};
};

TEST_F(SlabinfoTest, KeepsEveryCacheOfARealFile) {
  const std::string text = Fixture("pvm-guest-6.18/proc/slabinfo");
  bench_.host.Write("/proc/slabinfo", text);
  ASSERT_TRUE(bench_.Open().ok());
  ASSERT_TRUE(bench_.Read().ok());
  int caches = 0;
  for (absl::string_view line : absl::StrSplit(text, '\n', absl::SkipEmpty())) {
    const std::vector<std::string> words = absl::StrSplit(line, ' ', absl::SkipEmpty());
    if (words[0] == "slabinfo" || words[0] == "#") continue;
    ++caches;
    EXPECT_EQ(absl::StrCat(*Value(words[0] + ".active_objs")), words[1]);
    EXPECT_EQ(absl::StrCat(*Value(words[0] + ".num_objs")), words[2]);
    EXPECT_EQ(absl::StrCat(*Value(words[0] + ".active_slabs")), words[13]);
    EXPECT_EQ(absl::StrCat(*Value(words[0] + ".num_slabs")), words[14]);
  }
  EXPECT_EQ(caches, 235);
  EXPECT_EQ(bench_.columns.metrics().size(), 4 * 235);
  EXPECT_TRUE(bench_.columns.notes().empty());
}

// S-002: one cache for each network card, all of one name; run B may have only one of them.
TEST_F(SlabinfoTest, CachesOfOneNameAreAddedUp) {
  Open(Cache("fs_ftes", 44, 44, 2) + Cache("dentry", 10, 21, 1) + Cache("fs_ftes", 396, 400, 20));
  EXPECT_THAT(Value("fs_ftes.active_objs"), Optional(440));
  EXPECT_THAT(Value("fs_ftes.num_objs"), Optional(444));
  EXPECT_THAT(Value("fs_ftes.num_slabs"), Optional(24));
  EXPECT_THAT(Value("dentry.active_objs"), Optional(10));
  EXPECT_TRUE(bench_.HasNote("several caches are called fs_ftes"));
  Show(Cache("fs_ftes", 44, 44, 2) + Cache("dentry", 10, 21, 1) + Cache("fs_ftes", 397, 400, 20));
  EXPECT_THAT(Value("fs_ftes.active_objs"), Optional(441));
  Show(Cache("dentry", 10, 21, 1) + Cache("fs_ftes", 397, 400, 20));
  EXPECT_THAT(Value("fs_ftes.active_objs"), Optional(397));
}

// S-003: the name is what stands left of five numbers and " : tunables ".
TEST_F(SlabinfoTest, NamesMayHoldBlanksAndBrackets) {
  Open(
      "ipc ports 120 128 200 20 1 : tunables 0 0 0 : slabdata 6 7 0\n"
      "dentry(12:web.service) 10 21 192 21 1 : tunables 0 0 0 : slabdata 1 1 0\n"
      "odd 5 7 : tunables 1 2 64 16 1 : tunables 0 0 0 : slabdata 3 4 0\n");
  EXPECT_THAT(Value("ipc_ports.active_objs"), Optional(120));
  EXPECT_THAT(Value("ipc_ports.num_slabs"), Optional(7));
  EXPECT_THAT(Value("dentry(12:web.service).active_objs"), Optional(10));
  EXPECT_THAT(Value("odd_5_7_:_tunables.num_objs"), Optional(2));
}

// S-004: a version line and a line of titles stand first.
TEST_F(SlabinfoTest, HeaderIsNoCache) {
  Open(Cache("dentry", 10, 21, 1));
  EXPECT_EQ(bench_.columns.metrics().size(), 4);
  EXPECT_TRUE(bench_.columns.notes().empty());
  bench_.host.Write("/proc/slabinfo",
                    "slabinfo - version: 2.1 (statistics)\n" + Cache("dentry", 11, 21, 1));
  ASSERT_TRUE(bench_.Read().ok());
  EXPECT_THAT(Value("dentry.active_objs"), Optional(11));
  EXPECT_TRUE(bench_.columns.notes().empty());
}

TEST_F(SlabinfoTest, UnknownVersionIsNotedAndReadAsWellAsItGoes) {
  bench_.host.Write("/proc/slabinfo", "slabinfo - version: 9.9\n" + Cache("dentry", 10, 21, 1));
  ASSERT_TRUE(bench_.Open().ok());
  ASSERT_TRUE(bench_.Read().ok());
  EXPECT_THAT(Value("dentry.active_objs"), Optional(10));
  EXPECT_TRUE(bench_.HasNote("unknown slabinfo version"));
}

TEST_F(SlabinfoTest, BadLinesCostOnlyThemselves) {
  Open("kmalloc-8 1 2 3\n" + Cache("dentry", 10, 21, 1) + "\n x : tunables 0 : slabdata\n");
  EXPECT_THAT(Value("dentry.active_objs"), Optional(10));
  EXPECT_EQ(bench_.columns.metrics().size(), 4);
  EXPECT_TRUE(bench_.HasNote("kmalloc-8 1 2 3"));
}

// Found by the fuzzer: a damaged file must not overflow the sum.
TEST_F(SlabinfoTest, SumsOfHugeCountsWrap) {
  constexpr char kHuge[] = "x 9223372036854775807 1 1 1 1 : tunables 0 0 0 : slabdata 1 1 0\n";
  Open(absl::StrCat(kHuge, kHuge));
  EXPECT_THAT(Value("x.active_objs"), Optional(-2));
}

// The kernel puts new caches first, so that every line moves.
TEST_F(SlabinfoTest, CachesComeAndGo) {
  Open(Cache("dentry", 10, 21, 1) + Cache("inode", 30, 30, 3));
  Show(Cache("new", 1, 2, 3) + Cache("dentry", 11, 21, 1) + Cache("inode", 30, 30, 3));
  EXPECT_THAT(Value("new.active_objs"), Optional(1));
  EXPECT_THAT(Value("dentry.active_objs"), Optional(11));
  EXPECT_THAT(Value("inode.active_objs"), Optional(30));
  Show(Cache("new", 1, 2, 3) + Cache("inode", 1000000, 1000000, 3));
  EXPECT_EQ(Value("dentry.active_objs"), std::nullopt);
  EXPECT_THAT(Value("inode.active_objs"), Optional(1000000));
  EXPECT_EQ(bench_.columns.metrics().size(), 12);
}

// S-071: not there, and there but not for this user.
TEST_F(SlabinfoTest, AbsentAndForbiddenAreTwoThings) {
  const absl::Status absent = bench_.Open();
  EXPECT_TRUE(absl::IsNotFound(absent)) << absent;
  EXPECT_THAT(absent.message(), HasSubstr("/proc/slabinfo"));
  bench_.host.Write("/proc/slabinfo", kHeader);
  ASSERT_EQ(chmod(bench_.host.FullPath("/proc/slabinfo").c_str(), 0), 0);
  const uid_t user = geteuid();
  ASSERT_EQ(seteuid(user == 0 ? 65534 : user), 0);  // root may read everything
  const absl::Status forbidden = bench_.Open();
  ASSERT_EQ(seteuid(user), 0);
  EXPECT_TRUE(absl::IsPermissionDenied(forbidden)) << forbidden;
  EXPECT_THAT(forbidden.message(), HasSubstr("run collect as root"));
}

// S-040: all four are levels.
TEST_F(SlabinfoTest, AllAreLevels) {
  Open(Cache("dentry", 10, 21, 1));
  for (const v1::MetricDescriptor& metric : bench_.columns.metrics()) {
    EXPECT_EQ(metric.kind(), v1::GAUGE) << metric.name();
    EXPECT_EQ(metric.unit(), "count") << metric.name();
  }
}

}  // namespace
}  // namespace collect
