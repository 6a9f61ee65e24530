// The files of each NUMA node: /sys/devices/system/node/nodeN/{vmstat,numastat,meminfo}.
#pragma once

#include <map>
#include <string>

#include "absl/strings/string_view.h"
#include "probes/kernel/field_table.h"
#include "probes/kernel/online_list.h"
#include "probes/probe.h"

namespace collect {

/// Metrics "PROBE.nodeN.FIELD" of one file of every node that is online, with the node's own number
/// and the kernel's names. Nodes that lack the file are passed over (S-026), nodes that go are
/// absent, nodes that come are found by the list of online nodes.
class NumaProbe : public Probe {
 public:
  /// NotFound on a kernel without NUMA, or if no node has the file.
  absl::Status Open(const ProbeContext& context, Columns& columns) override;
  absl::Status Read(Columns& columns) override;
  void VisitTexts(
      absl::FunctionRef<void(absl::string_view path, absl::string_view text)> visit) const override;

 protected:
  /// `file` in each node's folder; "Node N " is before each line's name if `lines_name_the_node`.
  NumaProbe(absl::string_view probe, absl::string_view file, bool lines_name_the_node)
      : probe_(probe), file_(file), lines_name_the_node_(lines_name_the_node) {}

  /// Declares the metric of a field; `node` is "PROBE.nodeN".
  virtual int DeclareField(const std::string& node, absl::string_view field, absl::string_view unit,
                           Columns& columns) = 0;

 private:
  struct Node {
    bool online = false;  // and has the file
    TextFile file;
    FieldTable fields;
  };

  absl::Status Scan();

  const std::string probe_;
  const std::string file_;
  const bool lines_name_the_node_;
  Host* host_ = nullptr;
  OnlineList online_;
  bool scan_needed_ = true;
  std::map<int, Node> nodes_;  // all ever seen
};

/// "numa-vmstat.nodeN.FIELD": the stocks and events of /proc/vmstat that nodes and zones keep
/// (drivers/base/node.c); kinds and units are those of proc-vmstat.
class NumaVmstat : public NumaProbe {
 public:
  NumaVmstat() : NumaProbe("numa-vmstat", "vmstat", false) {}

 private:
  int DeclareField(const std::string& node, absl::string_view field, absl::string_view unit,
                   Columns& columns) override;
};

/// "numa-numastat.nodeN.{numa_hit,numa_miss,numa_foreign,interleave_hit,local_node,other_node}":
/// pages taken from the node, counted up (Documentation/admin-guide/numastat.rst).
class NumaNumastat : public NumaProbe {
 public:
  NumaNumastat() : NumaProbe("numa-numastat", "numastat", false) {}

 private:
  int DeclareField(const std::string& node, absl::string_view field, absl::string_view unit,
                   Columns& columns) override;
};

/// "numa-meminfo.nodeN.FIELD": levels, in the units of meminfo, and "numa-meminfo.nodeN.
/// AnonPages.max", the largest value of that one.
class NumaMeminfo : public NumaProbe {
 public:
  NumaMeminfo() : NumaProbe("numa-meminfo", "meminfo", true) {}

 private:
  int DeclareField(const std::string& node, absl::string_view field, absl::string_view unit,
                   Columns& columns) override;
};

}  // namespace collect
