// Student's t distribution.
#pragma once

namespace collect {

/// The regularized incomplete beta function I_x(a, b), for a, b > 0 and x in [0, 1].
double IncompleteBeta(double a, double b, double x);

/// The probability that |T| >= |t| for T with `degrees` > 0 degrees of freedom, which need not be
/// a whole number.
double StudentTwoSided(double t, double degrees);

/// The t with StudentTwoSided(t, degrees) == p, for p in (0, 1).
double StudentQuantile(double p, double degrees);

}  // namespace collect
