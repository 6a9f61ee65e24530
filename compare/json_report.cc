// A comparison for other programs.
#include "compare/json_report.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/util/json_util.h>
#include <google/protobuf/util/type_resolver_util.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"

namespace collect {
namespace {

namespace pb = google::protobuf;

constexpr char kTypePrefix[] = "type.googleapis.com";

v1::Comparison WithRowsByName(const v1::Comparison& comparison) {
  v1::Comparison sorted = comparison;
  std::sort(
      sorted.mutable_rows()->pointer_begin(), sorted.mutable_rows()->pointer_end(),
      [](const v1::Row* a, const v1::Row* b) { return a->metric().name() < b->metric().name(); });
  return sorted;
}

// Maps have an order only in deterministic serialization.
std::string DeterministicBytes(const v1::Comparison& comparison) {
  std::string bytes;
  pb::io::StringOutputStream stream(&bytes);
  pb::io::CodedOutputStream coded(&stream);
  coded.SetSerializationDeterministic(true);
  comparison.SerializeToCodedStream(&coded);
  coded.Trim();
  return bytes;
}

std::string Quoted(absl::string_view text) {
  if (text.find_first_of(",\"\n\r") == absl::string_view::npos) return std::string(text);
  return absl::StrCat("\"", absl::StrReplaceAll(text, {{"\"", "\"\""}}), "\"");
}

}  // namespace

absl::StatusOr<std::string> JsonReport(const v1::Comparison& comparison) {
  const std::unique_ptr<pb::util::TypeResolver> resolver(pb::util::NewTypeResolverForDescriptorPool(
      kTypePrefix, pb::DescriptorPool::generated_pool()));
  pb::util::JsonPrintOptions options;
  options.add_whitespace = true;
  options.preserve_proto_field_names = true;
  std::string json;
  const auto status = pb::util::BinaryToJsonString(
      resolver.get(), absl::StrCat(kTypePrefix, "/collect.v1.Comparison"),
      DeterministicBytes(WithRowsByName(comparison)), &json, options);
  if (!status.ok()) {
    return absl::InternalError(
        absl::StrCat("the comparison does not turn into JSON: ",
                     absl::string_view(status.message().data(), status.message().size())));
  }
  return json;
}

std::string CsvReport(const v1::Comparison& comparison) {
  std::vector<std::string> lines;
  for (const v1::Row& row : comparison.rows()) {
    const std::string metric =
        absl::StrCat(Quoted(row.metric().name()), ",", Quoted(row.metric().unit()));
    for (int i = 0; i < row.values_size(); ++i) {
      const v1::GroupValues& values = row.values(i);
      const v1::Group& group = comparison.groups(i);
      for (int j = 0; j < values.values_size(); ++j) {
        const int run = values.positions().empty() ? j : static_cast<int>(values.positions(j));
        lines.push_back(absl::StrFormat("%s,%s,%s,%.17g\n", metric, Quoted(group.name()),
                                        Quoted(group.run_ids(run)), values.values(j)));
      }
    }
  }
  std::stable_sort(lines.begin(), lines.end(), [](absl::string_view a, absl::string_view b) {
    return a.substr(0, a.find(',')) < b.substr(0, b.find(','));
  });
  std::string text = "metric,unit,group,run,value\n";
  for (const std::string& line : lines) text += line;
  return text;
}

}  // namespace collect
