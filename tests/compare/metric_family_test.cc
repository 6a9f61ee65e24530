// Classes and families by name.
#include "compare/metric_family.h"

#include <gtest/gtest.h>

namespace collect {
namespace {

TEST(FamilyOfTest, StarsWhatIsCounted) {
  EXPECT_EQ(FamilyOf("interrupts.CPU12.LOC:Local_timer_interrupts"),
            "interrupts.CPU*.LOC:Local_timer_interrupts");
  EXPECT_EQ(FamilyOf("numa-vmstat.node0.nr_dirty"), "numa-vmstat.node*.nr_dirty");
  EXPECT_EQ(FamilyOf("mpstat.cpu.3.idle%"), "mpstat.cpu.*.idle%");
  EXPECT_EQ(FamilyOf("slabinfo.kmalloc-64.num_objs"), "slabinfo.kmalloc-64");
  EXPECT_EQ(FamilyOf("slabinfo.kmalloc-64.active_slabs"), "slabinfo.kmalloc-64");
  EXPECT_EQ(FamilyOf("sched_debug.cpu.nr_switches.stddev"), "sched_debug.cpu.nr_switches");
  EXPECT_EQ(FamilyOf("perf-stat.i.ipc"), "perf-stat.i.ipc");
}

TEST(ClassOfTest, WhatReadsIt) {
  EXPECT_EQ(ClassOf("slabinfo.dentry.num_objs"), "slabinfo");
  EXPECT_EQ(ClassOf("perf-stat.ps.instructions"), "perf-stat.ps");
  EXPECT_EQ(ClassOf("perf-profile.self.cycles-pp.f"), "perf-profile.self");
  EXPECT_EQ(ClassOf("x"), "x");
}

}  // namespace
}  // namespace collect
