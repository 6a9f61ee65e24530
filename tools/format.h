// Small pieces of text that several subcommands print.
#pragma once

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "collect/v1/metric.pb.h"
#include "collect/v1/run.pb.h"

namespace collect {

/// The shortest decimal text that reads back as the same number, with a point in every locale
/// (S-034); whole numbers without an exponent up to 2^53.
std::string FormatNumber(double value);

/// A moment as UTC, "2026-11-30T21:58:00Z" (S-039).
std::string FormatWallTime(int64_t unix_ns);

/// The command as one would type it in a shell.
std::string FormatCommand(const v1::Run& run);

/// How a command ended, in words: "exit status 3", "killed by signal 15", "no end seen",
/// "imported".
std::string FormatOutcome(const v1::Run& run);

/// The kind in small letters: "counter".
std::string FormatKind(v1::Kind kind);

/// The unit of the points of a metric's series: "count/s" for a counter, which is shown as a rate.
std::string SeriesUnit(const v1::MetricDescriptor& metric);

/// The state of a probe in small letters and words: "no permission".
std::string FormatState(v1::ProbeHealth::State state);

/// Whether `name` matches the shell pattern; an empty pattern matches all.
bool MatchesGlob(absl::string_view name, const std::string& pattern);

}  // namespace collect
