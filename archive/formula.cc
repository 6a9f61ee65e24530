// Sums of columns and their ratios.
#include "archive/formula.h"

#include <algorithm>

namespace collect {
namespace {

Quantity At(absl::Span<const Quantity> quantities, uint32_t column) {
  return column < quantities.size() ? quantities[column] : std::nullopt;
}

}  // namespace

CompiledFormula::CompiledFormula(const v1::Formula& formula)
    : numerator_(Compile(formula.numerator())),
      denominator_(Compile(formula.denominator())),
      scale_(formula.has_scale() ? formula.scale() : 1),
      per_second_(formula.per_second()) {
  if (formula.has_factor()) factor_.emplace_back(formula.factor());
  if (formula.has_range()) range_ = formula.range();
}

std::vector<CompiledFormula::Addend> CompiledFormula::Compile(
    const google::protobuf::RepeatedPtrField<v1::Term>& terms) {
  std::vector<Addend> addends;
  addends.reserve(static_cast<size_t>(terms.size()));
  for (const v1::Term& term : terms) {
    Addend& addend = addends.emplace_back();
    addend.column = term.column();
    addend.weight = term.has_weight() ? term.weight() : 1;
    if (!term.has_running_column()) continue;
    addend.running_column = term.running_column();
    if (term.has_enabled_column()) addend.enabled_column = term.enabled_column();
  }
  return addends;
}

Quantity CompiledFormula::Sum(absl::Span<const Addend> addends,
                              absl::Span<const Quantity> quantities) {
  Quantity sum;
  for (const Addend& addend : addends) {
    const Quantity amount = At(quantities, addend.column);
    if (!amount.has_value()) continue;
    double factor = addend.weight;
    if (addend.enabled_column.has_value()) {
      const Quantity enabled = At(quantities, *addend.enabled_column);
      const Quantity running = At(quantities, *addend.running_column);
      if (!enabled.has_value() || !running.has_value() || *enabled <= 0) continue;
      // What it would have counted is not known, and so neither is the sum (S-030).
      if (*running <= 0) return std::nullopt;
      factor *= *enabled / *running;
    } else if (addend.running_column.has_value()) {
      if (At(quantities, *addend.running_column).value_or(0) <= 0) continue;
    }
    sum = sum.value_or(0) + factor * *amount;
  }
  return sum;
}

Quantity CompiledFormula::Ratio(absl::Span<const Quantity> quantities, double seconds) const {
  Quantity result = Sum(numerator_, quantities);
  if (!result.has_value()) return std::nullopt;
  double divisor = 1;
  if (!denominator_.empty()) {
    const Quantity below = Sum(denominator_, quantities);
    if (!below.has_value()) return std::nullopt;
    divisor = *below;
  }
  if (per_second_) divisor *= seconds;
  if (divisor == 0) return std::nullopt;
  return scale_ * *result / divisor;
}

// What is far outside is no matter of the moment of reading, and nobody knows what it is (S-037).
Quantity CompiledFormula::InRange(double result) const {
  if (!range_.has_value()) return result;
  if (result < range_->low() - range_->tolerance() ||
      result > range_->high() + range_->tolerance()) {
    return std::nullopt;
  }
  return std::min(std::max(result, range_->low()), range_->high());
}

Quantity CompiledFormula::Evaluate(absl::Span<const Quantity> quantities, double seconds) const {
  Quantity result = Ratio(quantities, seconds);
  if (!result.has_value()) return std::nullopt;
  for (const CompiledFormula& formula : factor_) {
    const Quantity factor = formula.Evaluate(quantities, seconds);
    if (!factor.has_value()) return std::nullopt;
    result = *result * *factor;
  }
  return InRange(*result);
}

Quantity CompiledFormula::SumOfAll(absl::Span<const Quantity> quantities) const {
  for (const Addend& addend : numerator_) {
    if (!At(quantities, addend.column).has_value()) return std::nullopt;
  }
  const Quantity sum = Sum(numerator_, quantities);
  if (!sum.has_value()) return std::nullopt;
  return scale_ * *sum;
}

void CompiledFormula::AddTimes(absl::Span<const Quantity> quantities, double& enabled,
                               double& running) const {
  for (const std::vector<Addend>* addends : {&numerator_, &denominator_}) {
    for (const Addend& addend : *addends) {
      if (!addend.enabled_column.has_value()) continue;
      enabled += At(quantities, *addend.enabled_column).value_or(0);
      running += At(quantities, *addend.running_column).value_or(0);
    }
  }
  for (const CompiledFormula& factor : factor_) factor.AddTimes(quantities, enabled, running);
}

Quantity CompiledFormula::Coverage(absl::Span<const Quantity> quantities) const {
  double enabled = 0;
  double running = 0;
  AddTimes(quantities, enabled, running);
  if (enabled <= 0) return std::nullopt;
  return running / enabled;
}

bool CompiledFormula::AnyNumerator(absl::Span<const uint8_t> flags) const {
  return std::any_of(numerator_.begin(), numerator_.end(), [&](const Addend& addend) {
    return addend.column < flags.size() && flags[addend.column] != 0;
  });
}

}  // namespace collect
