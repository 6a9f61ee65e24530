// Student's t against printed tables.
#include "compare/student_t.h"

#include <gtest/gtest.h>

#include <cmath>

namespace collect {
namespace {

struct TableValue {
  double degrees;
  double p;  // two-sided
  double t;
};

// NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2: critical values of Student's t.
constexpr TableValue kTable[] = {
    {1, 0.05, 12.706}, {2, 0.05, 4.303}, {3, 0.01, 5.841},   {4, 0.05, 2.776},
    {4, 0.10, 2.132},  {6, 0.05, 2.447}, {10, 0.001, 4.587}, {100, 0.05, 1.984},
};

TEST(StudentTTest, AgreesWithTheTable) {
  for (const TableValue& value : kTable) {
    EXPECT_NEAR(StudentQuantile(value.p, value.degrees), value.t, 6e-4) << value.degrees;
    EXPECT_NEAR(StudentTwoSided(value.t, value.degrees), value.p, value.p * 1e-3) << value.degrees;
  }
}

// One degree of freedom is Cauchy's distribution, two have a closed form.
TEST(StudentTTest, AgreesWithClosedForms) {
  for (const double t : {1e-6, 0.3, 1.0, 2.5, 40.0, 1e6}) {
    EXPECT_NEAR(StudentTwoSided(t, 1) / (1 - 2 / M_PI * std::atan(t)), 1, 1e-8) << t;
    const double p = 2 / ((2 + t * t) * (1 + t / std::sqrt(2 + t * t)));
    EXPECT_NEAR(StudentTwoSided(t, 2) / p, 1, 1e-12) << t;
  }
}

TEST(StudentTTest, QuantileUndoesProbability) {
  for (const double degrees : {1.0, 1.37, 2.0, 5.5, 14.0, 300.0, 1e5}) {
    for (const double p : {0.999, 0.5, 0.05, 1e-3, 1e-9}) {
      EXPECT_NEAR(StudentTwoSided(StudentQuantile(p, degrees), degrees) / p, 1, 1e-9)
          << degrees << " " << p;
    }
  }
}

TEST(StudentTTest, EndsOfTheLine) {
  EXPECT_EQ(StudentTwoSided(0, 3), 1);
  EXPECT_EQ(StudentTwoSided(-2, 3), StudentTwoSided(2, 3));
  EXPECT_GE(StudentTwoSided(1e200, 3), 0);
  EXPECT_LT(StudentTwoSided(1e200, 3), 1e-100);
}

TEST(IncompleteBetaTest, IsSymmetric) {
  for (const double x : {0.0, 0.1, 0.5, 0.77, 1.0}) {
    EXPECT_NEAR(IncompleteBeta(2.5, 0.5, x), 1 - IncompleteBeta(0.5, 2.5, 1 - x), 1e-14) << x;
    EXPECT_NEAR(IncompleteBeta(1, 1, x), x, 1e-14);
  }
}

}  // namespace
}  // namespace collect
