// The kernel's list format for CPU and node numbers.
#include "probes/host/cpu_list.h"

#include <cstddef>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace collect {
namespace {

// Larger than any kernel's NR_CPUS; keeps a damaged file from asking for gigabytes.
constexpr int kLargestNumber = 1 << 16;

absl::Status AppendRange(absl::string_view token, std::vector<int>& numbers) {
  std::pair<absl::string_view, absl::string_view> ends =
      absl::StrSplit(token, absl::MaxSplits('-', 1));
  if (!absl::StrContains(token, '-')) ends.second = ends.first;
  int first = 0;
  int last = 0;
  if (!absl::SimpleAtoi(ends.first, &first) || !absl::SimpleAtoi(ends.second, &last) || first < 0 ||
      last < first || last > kLargestNumber) {
    return absl::InvalidArgumentError(
        absl::StrCat("CPU list: \"", token, "\" is neither a number nor a range a-b with a <= b"));
  }
  for (int number = first; number <= last; ++number) numbers.push_back(number);
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::vector<int>> ParseCpuList(absl::string_view text) {
  std::vector<int> numbers;
  text = absl::StripAsciiWhitespace(text);
  if (text.empty()) return numbers;
  for (absl::string_view token : absl::StrSplit(text, ',')) {
    absl::Status status = AppendRange(token, numbers);
    if (!status.ok()) return status;
  }
  return numbers;
}

std::string FormatCpuList(absl::Span<const int> sorted) {
  std::string text;
  for (size_t i = 0; i < sorted.size();) {
    size_t end = i + 1;
    while (end < sorted.size() && sorted[end] == sorted[end - 1] + 1) ++end;
    absl::StrAppend(&text, text.empty() ? "" : ",", sorted[i]);
    if (end - i > 1) absl::StrAppend(&text, "-", sorted[end - 1]);
    i = end;
  }
  return text;
}

}  // namespace collect
