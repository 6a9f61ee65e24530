// Student's t distribution by the incomplete beta function.
#include "compare/student_t.h"

#include <cmath>

namespace collect {
namespace {

constexpr double kTiny = 1e-300;
constexpr double kEnough = 1e-15;
constexpr int kMaxSteps = 500;

double NotZero(double value) { return std::abs(value) < kTiny ? kTiny : value; }

// std::lgamma writes a global.
double LogGamma(double x) {
  int sign = 0;
  return lgamma_r(x, &sign);
}

// The continued fraction of I_x(a, b), NIST Digital Library of Mathematical Functions 8.17.22,
// evaluated from the front by Lentz's method. Converges quickly for x < (a + 1) / (a + b + 2).
double BetaFraction(double a, double b, double x) {
  double numerator = 1;
  double denominator = 1 / NotZero(1 - (a + b) * x / (a + 1));
  double result = denominator;
  for (int m = 1; m < kMaxSteps; ++m) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    denominator = 1 / NotZero(1 + even * denominator);
    numerator = NotZero(1 + even / numerator);
    result *= denominator * numerator;
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    denominator = 1 / NotZero(1 + odd * denominator);
    numerator = NotZero(1 + odd / numerator);
    result *= denominator * numerator;
    if (std::abs(denominator * numerator - 1) < kEnough) break;
  }
  return result;
}

double LogBetaFactor(double a, double b) { return LogGamma(a + b) - LogGamma(a) - LogGamma(b); }

double StudentDensity(double t, double degrees) {
  const double log_factor = LogBetaFactor(degrees / 2, 0.5) - 0.5 * std::log(degrees);
  return std::exp(log_factor - (degrees + 1) / 2 * std::log1p(t * t / degrees));
}

// I_x(a, b), given both x and 1 - x, as the smaller of them is not to be had from the other.
double BetaOf(double a, double b, double x, double rest) {
  if (x <= 0) return 0;
  if (rest <= 0) return 1;
  const double factor = std::exp(LogBetaFactor(a, b) + a * std::log(x) + b * std::log(rest));
  if (x < (a + 1) / (a + b + 2)) return factor * BetaFraction(a, b, x) / a;
  return 1 - factor * BetaFraction(b, a, rest) / b;
}

}  // namespace

double IncompleteBeta(double a, double b, double x) { return BetaOf(a, b, x, 1 - x); }

double StudentTwoSided(double t, double degrees) {
  const double sum = degrees + t * t;
  return BetaOf(degrees / 2, 0.5, degrees / sum, t * t / sum);
}

double StudentQuantile(double p, double degrees) {
  double low = 0;
  double high = 1;
  while (StudentTwoSided(high, degrees) > p && high < 1e100) high *= 4;
  double t = high / 2;
  // Newton's steps, and halving where they would leave the bracket.
  for (int step = 0; step < kMaxSteps; ++step) {
    const double error = StudentTwoSided(t, degrees) - p;
    (error > 0 ? low : high) = t;
    double next = t + error / (2 * StudentDensity(t, degrees));
    if (!(next > low && next < high)) next = (low + high) / 2;
    if (std::abs(next - t) <= 1e-12 * t) return next;
    t = next;
  }
  return t;
}

}  // namespace collect
