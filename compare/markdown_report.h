// A comparison as a comment on a pull request.
#pragma once

#include <string>

#include "collect/v1/comparison.pb.h"

namespace collect {

/// The KPIs in a table with their verdicts, the warnings, and the text report folded away, in the
/// Markdown of GitHub. Names are code in it: nothing in them is taken for markup or a mention.
std::string MarkdownReport(const v1::Comparison& comparison, bool all);

}  // namespace collect
