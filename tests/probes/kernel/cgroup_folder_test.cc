// Folders of control groups.
#include "probes/kernel/cgroup_folder.h"

#include <gtest/gtest.h>

namespace collect {
namespace {

constexpr char kUnified[] =
    "25 30 0:22 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate\n";

TEST(CgroupFolderTest, Version2) {
  const CgroupFolders folders = FindCgroupFolders("0::/system.slice/load.service\n", kUnified);
  EXPECT_EQ(folders.FolderOf(""), "/sys/fs/cgroup/system.slice/load.service");
  EXPECT_EQ(folders.FolderOf("memory"), "");
  EXPECT_FALSE(folders.folders[0].is_root);
}

// S-070: both versions side by side, as on the machine where this was written.
TEST(CgroupFolderTest, BothVersions) {
  const CgroupFolders folders = FindCgroupFolders(
      "9:name=systemd:/\n4:memory:/jobs/7b\n1:cpu,cpuacct:/\n0::/\n",
      "31 23 0:28 / /sys/fs/cgroup rw - tmpfs tmpfs rw,mode=755\n"
      "32 31 0:29 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n"
      "35 31 0:32 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"
      "41 31 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n");
  EXPECT_EQ(folders.FolderOf("memory"), "/sys/fs/cgroup/memory/jobs/7b");
  EXPECT_EQ(folders.FolderOf("cpuacct"), "/sys/fs/cgroup/cpu,cpuacct");
  EXPECT_EQ(folders.FolderOf(""), "/sys/fs/cgroup/unified");
  EXPECT_EQ(folders.FolderOf("pids"), "");
}

// A container sees its own group as the root of the mount.
TEST(CgroupFolderTest, MountShowsAPartOnly) {
  const CgroupFolders folders = FindCgroupFolders(
      "0::/docker/abc/job\n", "41 31 0:38 /docker/abc /sys/fs/cgroup ro - cgroup2 cgroup rw\n");
  EXPECT_EQ(folders.FolderOf(""), "/sys/fs/cgroup/job");
}

TEST(CgroupFolderTest, RootIsKnownAsSuch) {
  EXPECT_TRUE(FindCgroupFolders("0::/\n", kUnified).folders.at(0).is_root);
}

TEST(CgroupFolderTest, NothingComesOfNothing) {
  EXPECT_TRUE(FindCgroupFolders("", "").folders.empty());
  EXPECT_TRUE(FindCgroupFolders("x\n4:memory\n0::/a\n", "1 2 3 - cgroup2\n - \n").folders.empty());
}

}  // namespace
}  // namespace collect
