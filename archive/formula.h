// Formulas of metrics, made ready for being computed again and again.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/types/span.h"
#include "collect/v1/metric.pb.h"

namespace collect {

/// What one column did over a window or an interval: growth of a counter, mean of a gauge...
/// Nothing when it is not known.
using Quantity = std::optional<double>;

/// A formula as metric.proto describes it.
class CompiledFormula {
 public:
  explicit CompiledFormula(const v1::Formula& formula);

  /// scale * sum(numerator), divided by sum(denominator) if there is one and by `seconds` for a
  /// rate, times the factor if there is one, brought into its range. Addends that are not known, as
  /// of a CPU that was offline, add nothing; when there is no other, or one was multiplexed and
  /// never ran, or the denominator is 0, the result is not known.
  Quantity Evaluate(absl::Span<const Quantity> quantities, double seconds) const;

  /// scale * sum(numerator); nothing unless every addend is known.
  Quantity SumOfAll(absl::Span<const Quantity> quantities) const;

  /// Time that multiplexed columns ran by the time they were enabled, added up over all of them;
  /// nothing if there are none.
  Quantity Coverage(absl::Span<const Quantity> quantities) const;

  /// Whether any column above the line has a flag.
  bool AnyNumerator(absl::Span<const uint8_t> flags) const;

  /// Calls visit(column) for the columns above and below the line.
  template <typename Visit>
  void ForEachColumn(Visit visit) const {
    for (const Addend& addend : numerator_) visit(addend.column);
    for (const Addend& addend : denominator_) visit(addend.column);
    for (const CompiledFormula& factor : factor_) factor.ForEachColumn(visit);
  }

  bool per_second() const { return per_second_; }

 private:
  struct Addend {
    uint32_t column;
    double weight;
    std::optional<uint32_t> enabled_column;
    std::optional<uint32_t> running_column;
  };

  static std::vector<Addend> Compile(const google::protobuf::RepeatedPtrField<v1::Term>& terms);
  static Quantity Sum(absl::Span<const Addend> addends, absl::Span<const Quantity> quantities);
  Quantity Ratio(absl::Span<const Quantity> quantities, double seconds) const;
  Quantity InRange(double result) const;
  void AddTimes(absl::Span<const Quantity> quantities, double& enabled, double& running) const;

  std::vector<Addend> numerator_;
  std::vector<Addend> denominator_;
  std::vector<CompiledFormula> factor_;  // none or one
  std::optional<v1::Range> range_;
  double scale_;
  bool per_second_;
};

}  // namespace collect
