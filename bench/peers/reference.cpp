// SPDX-License-Identifier: Apache-2.0
//
// Writes reference.json: where the last body is after 1, 2 and 5 s, from joint angles in the plane,
// quadruple precision and extrapolation (Gragg, Bulirsch, Stoer) of order 16. Every case is run
// with two steps; their difference is the uncertainty.
#include <quadmath.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <vector>

namespace {

using Real = __float128;
using Vector = std::vector<Real>;
using Rates = std::function<Vector(const Vector&)>;

const Real gravity = Real(981) / 100;
constexpr int seconds[] = {1, 2, 5};

struct Point {
  Real x, z;
};

struct Problem {
  const char* name;
  int n;
  int steps_per_second;
  Vector start;
  Rates rates;
  std::function<Point(const Vector&)> last_body;
};

/// Solves A x = b in place; A is positive definite, so no pivot is needed.
void solve(std::vector<Vector>& A, Vector& b) {
  const int n = int(b.size());
  for (int k = 0; k < n; ++k)
    for (int i = k + 1; i < n; ++i) {
      const Real factor = A[i][k] / A[k][k];
      for (int j = k; j < n; ++j) A[i][j] -= factor * A[k][j];
      b[i] -= factor * b[k];
    }
  for (int i = n - 1; i >= 0; --i) {
    for (int j = i + 1; j < n; ++j) b[i] -= A[i][j] * b[j];
    b[i] /= A[i][i];
  }
}

/// y holds the angles p of the links above +x, then their rates:
///   sum_j a_ij (cos(p_i - p_j) p_j'' + sin(p_i - p_j) p_j'^2) + g b_i cos p_i = 0
Vector chain_rates(int n, const Vector& y) {
  const Real inertia = (Real(1) + Real(1) / 100) / 12;
  std::vector<Vector> A(n, Vector(n));
  Vector b(n), rates(2 * n);
  for (int i = 0; i < n; ++i) {
    const int beyond = n - 1 - i;
    b[i] = -gravity * cosq(y[i]) * (Real(1) / 2 + beyond);
    for (int j = 0; j < n; ++j) {
      const Real a =
          i == j ? inertia + Real(1) / 4 + beyond : Real(1) / 2 + (n - 1 - std::max(i, j));
      A[i][j] = a * cosq(y[i] - y[j]);
      b[i] -= a * sinq(y[i] - y[j]) * y[n + j] * y[n + j];
    }
  }
  solve(A, b);
  for (int i = 0; i < n; ++i) {
    rates[i] = y[n + i];
    rates[n + i] = b[i];
  }
  return rates;
}

Point chain_last_body(int n, const Vector& y) {
  Point p{0, 0};
  for (int i = 0; i < n; ++i) {
    const Real length = i == n - 1 ? Real(1) / 2 : Real(1);
    p.x += length * cosq(y[i]);
    p.z += length * sinq(y[i]);
  }
  return p;
}

Problem chain(int n) {
  return {"chain",
          n,
          n < 10 ? 50 : 200,
          Vector(2 * n, Real(0)),
          [n](const Vector& y) { return chain_rates(n, y); },
          [n](const Vector& y) { return chain_last_body(n, y); }};
}

/// y holds the angle of the cranks from the vertical and its rate.
Problem fourbar(int n) {
  const Real lever = Real(n + 1) / 2 + n, inertia = Real(n + 1) / 3 + n;
  return {"fourbar",
          n,
          50,
          {Real(0), Real(1)},
          [=](const Vector& y) {
            return Vector{y[1], gravity * lever / inertia * sinq(y[0])};
          },
          [=](const Vector& y) {
            return Point{n - Real(1) / 2 + sinq(y[0]), cosq(y[0])};
          }};
}

Vector combined(const Vector& a, Real s, const Vector& b) {
  Vector sum(a);
  for (size_t i = 0; i < a.size(); ++i) sum[i] += s * b[i];
  return sum;
}

/// Gragg's midpoint rule with smoothing over one interval, in an even number of steps.
Vector midpoint(const Rates& rates, const Vector& start, Real interval, int steps) {
  const Real h = interval / steps;
  Vector before = start, now = combined(start, h, rates(start));
  for (int s = 1; s < steps; ++s) {
    const Vector next = combined(before, 2 * h, rates(now));
    before = now;
    now = next;
  }
  const Vector after = combined(before, h, rates(now));
  Vector smooth(start.size());
  for (size_t i = 0; i < smooth.size(); ++i) smooth[i] = (after[i] + now[i]) / 2;
  return smooth;
}

/// One step of order 2 * levels.
Vector extrapolated_step(const Rates& rates, const Vector& start, Real interval, int levels) {
  std::vector<Vector> row(levels);
  for (int k = 0; k < levels; ++k) {
    Vector current = midpoint(rates, start, interval, 2 * (k + 1));
    for (int j = 1; j <= k; ++j) {
      const Real ratio = Real(k + 1) / (k + 1 - j), weight = 1 / (ratio * ratio - 1);
      const Vector finer = combined(current, weight, combined(current, -1, row[j - 1]));
      row[j - 1] = current;
      current = finer;
    }
    row[k] = current;
  }
  return row.back();
}

using Positions = std::array<std::array<double, 2>, std::size(seconds)>;

Positions positions(const Problem& problem, int steps_per_second) {
  Positions found;
  Vector y = problem.start;
  int step = 0;
  for (size_t k = 0; k < found.size(); ++k) {
    for (; step < seconds[k] * steps_per_second; ++step)
      y = extrapolated_step(problem.rates, y, Real(1) / steps_per_second, 8);
    const Point p = problem.last_body(y);
    found[k] = {double(p.x), double(p.z)};
  }
  return found;
}

double largest_difference(const Positions& a, const Positions& b) {
  double largest = 0;
  for (size_t k = 0; k < a.size(); ++k)
    for (int d : {0, 1}) largest = std::max(largest, std::fabs(a[k][d] - b[k][d]));
  return largest;
}

void print_case(const Problem& problem) {
  const Positions coarse = positions(problem, problem.steps_per_second);
  const Positions fine = positions(problem, 2 * problem.steps_per_second);
  std::printf("  \"%s %d\": {\"uncertainty\": %.1e",
              problem.name,
              problem.n,
              largest_difference(coarse, fine));
  for (size_t k = 0; k < fine.size(); ++k)
    std::printf(", \"%d\": [%.15g, 0, %.15g]", seconds[k], fine[k][0], fine[k][1]);
  std::printf("}");
}

}  // namespace

int main() {
  const char* separator = "{\n";
  for (const Problem& problem :
       {chain(1), chain(2), chain(10), fourbar(1), fourbar(10), fourbar(40)}) {
    std::printf("%s", separator);
    print_case(problem);
    std::fflush(stdout);
    separator = ",\n";
  }
  std::printf("\n}\n");
}
