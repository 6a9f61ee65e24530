// Marks and times into a window.
#include "collector/window.h"

#include "absl/strings/str_cat.h"

namespace collect {
namespace {

constexpr int64_t kNsPerMs = 1'000'000;

using Marks = google::protobuf::RepeatedPtrField<v1::RunMark>;

std::string AskedFor(const RunOptions& options) {
  std::string asked;
  const auto add = [&](absl::string_view option, const std::string& value) {
    absl::StrAppend(&asked, asked.empty() ? "" : " ", option, " ", value);
  };
  if (!options.from_mark.empty()) add("--from-mark", options.from_mark);
  if (options.skip_first_ms > 0) add("--skip-first", absl::StrCat(options.skip_first_ms, " ms"));
  if (!options.to_mark.empty()) add("--to-mark", options.to_mark);
  if (options.skip_last_ms > 0) add("--skip-last", absl::StrCat(options.skip_last_ms, " ms"));
  return asked;
}

std::optional<int64_t> FirstOf(const Marks& marks, const std::string& name) {
  for (const v1::RunMark& mark : marks) {
    if (mark.name() == name) return mark.time_ns();
  }
  return std::nullopt;
}

std::optional<int64_t> LastOf(const Marks& marks, const std::string& name) {
  std::optional<int64_t> time_ns;
  for (const v1::RunMark& mark : marks) {
    if (mark.name() == name) time_ns = mark.time_ns();
  }
  return time_ns;
}

WindowFound Nothing(v1::RunWindow window, std::string fault) {
  window.set_from_ns(0);
  window.set_to_ns(-1);
  return {std::move(window), absl::StrCat("run values are missing: ", fault)};
}

}  // namespace

WindowFound FindWindow(const RunOptions& options, int64_t start_ns, int64_t elapsed_ns,
                       const Marks& marks) {
  v1::RunWindow window;
  window.set_asked(AskedFor(options));
  if (window.asked().empty()) return {};
  std::optional<int64_t> from_ns = start_ns;
  std::optional<int64_t> to_ns = start_ns + elapsed_ns;
  if (!options.from_mark.empty()) from_ns = FirstOf(marks, options.from_mark);
  if (!options.to_mark.empty()) to_ns = LastOf(marks, options.to_mark);
  if (!from_ns.has_value()) {
    return Nothing(window, absl::StrCat("the command never set the mark ", options.from_mark));
  }
  if (!to_ns.has_value()) {
    return Nothing(window, absl::StrCat("the command never set the mark ", options.to_mark));
  }
  window.set_from_ns(*from_ns + options.skip_first_ms * kNsPerMs);
  window.set_to_ns(*to_ns - options.skip_last_ms * kNsPerMs);
  if (window.to_ns() < window.from_ns()) {
    return Nothing(window, absl::StrCat("nothing of the run is left by ", window.asked()));
  }
  return {std::move(window), ""};
}

}  // namespace collect
