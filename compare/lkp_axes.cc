// What identifies a result of the kernel test robot.
#include "compare/lkp_axes.h"

#include <iterator>
#include <nlohmann/json.hpp>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace collect {
namespace {

constexpr absl::string_view kPathAxes[] = {"testcase", "params",   "tbox_group", "rootfs",
                                           "kconfig",  "compiler", "commit"};

bool IsCompiler(absl::string_view word) {
  return absl::StartsWith(word, "gcc") || absl::StartsWith(word, "clang");
}

}  // namespace

absl::StatusOr<std::map<std::string, std::string>> ParseLkpAxes(absl::string_view text,
                                                                absl::string_view path) {
  const auto json = nlohmann::json::parse(text.begin(), text.end(), nullptr, false);
  if (json.is_discarded()) {
    return absl::InvalidArgumentError(absl::StrCat(path, ": it is not JSON"));
  }
  const auto wrong = [&](absl::string_view what) {
    return absl::InvalidArgumentError(absl::StrCat(path, ": ", what));
  };
  if (!json.is_object() || !json.contains("axes") || !json["axes"].is_object()) {
    return wrong("an object \"axes\" is expected in it");
  }
  std::map<std::string, std::string> axes;
  for (const auto& [name, value] : json["axes"].items()) {
    if (value.is_structured()) return wrong(absl::StrCat("axis \"", name, "\" is not a word"));
    axes[name] = value.is_string() ? value.get<std::string>() : value.dump();
  }
  return axes;
}

std::map<std::string, std::string> AxesOfLkpPath(absl::string_view path) {
  std::vector<absl::string_view> parts = absl::StrSplit(path, '/', absl::SkipEmpty());
  constexpr size_t kCount = std::size(kPathAxes);
  if (parts.size() > kCount && IsCompiler(parts[parts.size() - 3])) parts.pop_back();
  if (parts.size() < kCount || !IsCompiler(parts[parts.size() - 2])) return {};
  std::map<std::string, std::string> axes;
  for (size_t i = 0; i < kCount; ++i) {
    axes[std::string(kPathAxes[i])] = std::string(parts[parts.size() - kCount + i]);
  }
  return axes;
}

}  // namespace collect
