// SPDX-License-Identifier: Apache-2.0
//
// What this machine can do at best: fused multiply-adds, matrix products, vectors from the first
// cache and from memory; and what plain code takes for one step of the chain with free bodies and a
// direct solve, and for one sparse factorisation of the net. One thread, CPU time, the best of
// several repetitions, as one line of JSON.
#include <time.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "scene.h"

#ifdef HAVE_EIGEN
#include <Eigen/Sparse>
#endif
#ifdef HAVE_BLAS
extern "C" void dgemm_(const char* transpose_a,
                       const char* transpose_b,
                       const int* m,
                       const int* n,
                       const int* k,
                       const double* alpha,
                       const double* a,
                       const int* lda,
                       const double* b,
                       const int* ldb,
                       const double* beta,
                       double* c,
                       const int* ldc);
#endif

namespace peers {
namespace {

double cpu_seconds() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

template <class Work>
double best_seconds(int repetitions, Work work) {
  double best = 1e99;
  for (int i = 0; i < repetitions; ++i) {
    const double start = cpu_seconds();
    work();
    best = std::min(best, cpu_seconds() - start);
  }
  return best;
}

/// What is written there counts as read.
void keep(const void* written) {
  asm volatile("" ::"r"(written) : "memory");
}

/// Ten independent chains of fused multiply-adds, four lanes each.
double fma_peak_gflops() {
  using Lanes __attribute__((vector_size(32))) = double;
  constexpr int rounds = 4'000'000;
  const Lanes x{0.999, 0.999, 0.999, 0.999}, y{1e-3, 1e-3, 1e-3, 1e-3};
  Lanes a = x, b = x, c = x, d = x, e = x, f = x, g = x, h = x, i = x, j = x;
  const double time = best_seconds(5, [&] {
    for (int k = 0; k < rounds; ++k) {
      a = a * x + y, b = b * x + y, c = c * x + y, d = d * x + y, e = e * x + y;
      f = f * x + y, g = g * x + y, h = h * x + y, i = i * x + y, j = j * x + y;
    }
  });
  volatile double sink = (a + b + c + d + e + f + g + h + i + j)[0];
  (void)sink;
  return 10.0 * 8 * rounds / time * 1e-9;
}

#ifdef HAVE_BLAS
double dgemm_gflops() {
  const int n = 768;
  const double one = 1, zero = 0;
  const std::vector<double> a(n * n, 1.1), b(n * n, 0.9);
  std::vector<double> c(n * n);
  const double time = best_seconds(5, [&] {
    dgemm_("N", "N", &n, &n, &n, &one, a.data(), &n, b.data(), &n, &zero, c.data(), &n);
  });
  return 2.0 * n * n * n / time * 1e-9;
}
#endif

double axpy_l1_gflops() {
  constexpr int n = 1024, rounds = 20'000;
  std::vector<double> x(n, 1), y(n, 2);
  const double time = best_seconds(5, [&] {
    for (int k = 0; k < rounds; ++k) {
      for (int i = 0; i < n; ++i) y[i] += 1e-9 * x[i];
      keep(y.data());
    }
  });
  return 2.0 * n * rounds / time * 1e-9;
}

double triad_gb_per_s() {
  constexpr size_t n = 20u << 20;
  std::vector<double> a(n, 1), b(n, 2), c(n, 3);
  const double time = best_seconds(7, [&] {
    for (size_t i = 0; i < n; ++i) a[i] = b[i] + 3 * c[i];
    keep(a.data());
  });
  return 24.0 * double(n) / time * 1e-9;
}

/// 3 x 3, by rows.
struct M3 {
  double a[9];
};

inline M3 operator+(M3 p, const M3& q) {
  for (int k = 0; k < 9; ++k) p.a[k] += q.a[k];
  return p;
}
inline M3 operator-(M3 p, const M3& q) {
  for (int k = 0; k < 9; ++k) p.a[k] -= q.a[k];
  return p;
}
inline M3 operator*(double s, M3 p) {
  for (double& x : p.a) x *= s;
  return p;
}
inline V3 operator*(const M3& m, V3 v) {
  const double* a = m.a;
  return {a[0] * v.x + a[1] * v.y + a[2] * v.z,
          a[3] * v.x + a[4] * v.y + a[5] * v.z,
          a[6] * v.x + a[7] * v.y + a[8] * v.z};
}
inline V3 times_transposed(const M3& m, V3 v) {
  const double* a = m.a;
  return {a[0] * v.x + a[3] * v.y + a[6] * v.z,
          a[1] * v.x + a[4] * v.y + a[7] * v.z,
          a[2] * v.x + a[5] * v.y + a[8] * v.z};
}
inline M3 operator*(const M3& p, const M3& q) {
  M3 r;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      r.a[3 * i + j] =
          p.a[3 * i] * q.a[j] + p.a[3 * i + 1] * q.a[3 + j] + p.a[3 * i + 2] * q.a[6 + j];
  return r;
}
/// p qᵀ
inline M3 product_with_transposed(const M3& p, const M3& q) {
  M3 r;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      r.a[3 * i + j] = p.a[3 * i] * q.a[3 * j] + p.a[3 * i + 1] * q.a[3 * j + 1]
                       + p.a[3 * i + 2] * q.a[3 * j + 2];
  return r;
}
/// By cofactors: one division.
inline M3 inverse(const M3& m) {
  const double* a = m.a;
  const double c0 = a[4] * a[8] - a[5] * a[7];
  const double c1 = a[5] * a[6] - a[3] * a[8];
  const double c2 = a[3] * a[7] - a[4] * a[6];
  const double d = 1 / (a[0] * c0 + a[1] * c1 + a[2] * c2);
  return {{c0 * d,
           (a[2] * a[7] - a[1] * a[8]) * d,
           (a[1] * a[5] - a[2] * a[4]) * d,
           c1 * d,
           (a[0] * a[8] - a[2] * a[6]) * d,
           (a[2] * a[3] - a[0] * a[5]) * d,
           c2 * d,
           (a[1] * a[6] - a[0] * a[7]) * d,
           (a[0] * a[4] - a[1] * a[3]) * d}};
}
inline M3 to_matrix(Q4 q) {
  const auto [w, x, y, z] = q;
  return {{1 - 2 * (y * y + z * z),
           2 * (x * y - w * z),
           2 * (x * z + w * y),
           2 * (x * y + w * z),
           1 - 2 * (x * x + z * z),
           2 * (y * z - w * x),
           2 * (x * z - w * y),
           2 * (y * z + w * x),
           1 - 2 * (x * x + y * y)}};
}

/// Velocity of the point p per impulse at the point q of a body of 1 kg with the inverse inertia W.
inline M3 admittance(const M3& W, V3 p, V3 q) {
  const V3 q_cross[3] = {{0, q.z, -q.y}, {-q.z, 0, q.x}, {q.y, -q.x, 0}};
  M3 r;
  for (int k = 0; k < 3; ++k) {
    const V3 column = cross(W * q_cross[k], p);
    r.a[k] = column.x + (k == 0);
    r.a[3 + k] = column.y + (k == 1);
    r.a[6 + k] = column.z + (k == 2);
  }
  return r;
}

/// The scene "chain" with free bodies and a direct block-tridiagonal solve, written plainly.
class Chain {
 public:
  explicit Chain(int n) : n_(n), links_(n), W_(n), diagonal_(n), below_(n), half_(n), impulse_(n) {
    for (int i = 0; i < n; ++i) links_[i].p = {i + 0.5, 0, 0};
  }

  void step(double h) {
    apply_forces(h);
    assemble(0.2 / h);
    solve();
    integrate(h);
  }

  V3 last() const { return links_.back().p; }

  /// Makes frozen_solve() well conditioned.
  void freeze() {
    for (M3& m : below_) m = 0.5 * m;
    for (M3& m : diagonal_) m = m + M3{{40, 0, 0, 0, 40, 0, 0, 0, 40}};
  }

  /// Factor and solve alone, as often as one likes.
  void frozen_solve() {
    M3 pivot = diagonal_[0];
    V3 y = impulse_[0], x{};
    for (int i = 1; i < n_; ++i) {
      const M3 L = below_[i] * pivot;
      y = impulse_[i] - L * y;
      pivot = inverse(diagonal_[i] - product_with_transposed(L, below_[i]));
      W_[i] = pivot;
      half_[i] = y;
    }
    for (int i = n_ - 1; i >= 0; --i) {
      x = W_[i] * half_[i] - times_transposed(below_[i], x);
      half_[i] = x;
    }
  }

 private:
  struct Link {
    V3 p, v, w;
    Q4 q;
  };

  /// World inertia, gravity and the gyroscopic torque.
  void apply_forces(double h) {
    constexpr double inertia[3] = {0.02 / 12, 1.01 / 12, 1.01 / 12};
    for (int i = 0; i < n_; ++i) {
      Link& link = links_[i];
      const M3 R = to_matrix(link.q);
      M3 R_over_inertia;
      for (int k = 0; k < 9; ++k) R_over_inertia.a[k] = R.a[k] * (1 / inertia[k % 3]);
      W_[i] = product_with_transposed(R_over_inertia, R);
      half_[i] = {0.5 * R.a[0], 0.5 * R.a[3], 0.5 * R.a[6]};
      const V3 w = times_transposed(R, link.w);
      const V3 momentum = R * V3{inertia[0] * w.x, inertia[1] * w.y, inertia[2] * w.z};
      link.w = link.w + h * (W_[i] * cross(momentum, link.w));
      link.v.z -= h * gravity;
    }
  }

  /// Constraint i: the end of link i - 1 is the start of link i.
  void assemble(double correction) {
    for (int i = 0; i < n_; ++i) {
      const Link& link = links_[i];
      const V3 start = -1 * half_[i];
      V3 gap = link.p + start, speed = link.v + cross(link.w, start);
      diagonal_[i] = admittance(W_[i], start, start);
      if (i > 0) {
        const Link& before = links_[i - 1];
        const V3 end = half_[i - 1];
        diagonal_[i] = diagonal_[i] + admittance(W_[i - 1], end, end);
        below_[i] = -1 * admittance(W_[i - 1], end, -1 * end);
        gap = gap - before.p - end;
        speed = speed - before.v - cross(before.w, end);
      }
      impulse_[i] = -1 * speed - correction * gap;
    }
  }

  /// Block LDLᵀ; leaves L in below_ and the inverse of D in diagonal_.
  void solve() {
    diagonal_[0] = inverse(diagonal_[0]);
    for (int i = 1; i < n_; ++i) {
      const M3 L = below_[i] * diagonal_[i - 1];
      diagonal_[i] = inverse(diagonal_[i] - product_with_transposed(L, below_[i]));
      impulse_[i] = impulse_[i] - L * impulse_[i - 1];
      below_[i] = L;
    }
    for (int i = n_ - 1; i >= 0; --i) {
      impulse_[i] = diagonal_[i] * impulse_[i];
      if (i + 1 < n_) impulse_[i] = impulse_[i] - times_transposed(below_[i + 1], impulse_[i + 1]);
    }
  }

  void integrate(double h) {
    for (int i = 0; i < n_; ++i) {
      Link& link = links_[i];
      V3 push = impulse_[i], turn = cross(-1 * half_[i], impulse_[i]);
      if (i + 1 < n_) {
        push = push - impulse_[i + 1];
        turn = turn - cross(half_[i], impulse_[i + 1]);
      }
      link.v = link.v + push;
      link.w = link.w + W_[i] * turn;
      link.p = link.p + h * link.v;
      link.q = turned(link.q, 0.5 * h * link.w);
    }
  }

  static Q4 turned(Q4 q, V3 half_angle) {
    const V3 u{q.x, q.y, q.z}, v = u + q.w * half_angle + cross(half_angle, u);
    const double w = q.w - dot(half_angle, u), scale = 1 / std::sqrt(w * w + dot(v, v));
    return {w * scale, v.x * scale, v.y * scale, v.z * scale};
  }

  int n_;
  std::vector<Link> links_;
  std::vector<M3> W_;                 // inverse inertia in world axes
  std::vector<M3> diagonal_, below_;  // blocks of the system
  std::vector<V3> half_;              // from the middle of a link to its end
  std::vector<V3> impulse_;
};

void print_chain_step(int n) {
  const int rounds = std::max(1, 400'000 / n);
  Chain moving(n);
  for (int i = 0; i < 20; ++i) moving.step(1e-3);
  const double step = best_seconds(7,
                                   [&] {
                                     for (int i = 0; i < rounds; ++i) moving.step(1e-3);
                                   })
                      / rounds;
  Chain frozen(n);
  frozen.step(1e-3);
  frozen.freeze();
  const double solve = best_seconds(7,
                                    [&] {
                                      for (int i = 0; i < rounds; ++i) frozen.frozen_solve();
                                    })
                       / rounds;
  std::printf(
      "\"%d\": {\"us_per_step\": %.2f, \"ns_per_link\": %.0f, \"factor_solve_ns_per_link\": %.0f}",
      n,
      step * 1e6,
      step * 1e9 / n,
      solve * 1e9 / n);
}

#ifdef HAVE_EIGEN
using Sparse = Eigen::SparseMatrix<double>;

/// One row per bar of the scene "net".
Sparse jacobian(const Scene& net) {
  std::vector<Eigen::Triplet<double>> entries;
  for (size_t row = 0; row < net.joints.size(); ++row) {
    const Joint& bar = net.joints[row];
    const V3 along = net.start_anchor_b(bar) - net.start_anchor_a(bar);
    const auto add = [&](int body, double sign) {
      if (body == ground) return;
      entries.emplace_back(row, 3 * body, sign * along.x);
      entries.emplace_back(row, 3 * body + 1, sign * along.y);
      entries.emplace_back(row, 3 * body + 2, sign * along.z);
    };
    add(bar.a, -1);
    add(bar.b, 1);
  }
  Sparse J(long(net.joints.size()), 3 * long(net.bodies.size()));
  J.setFromTriplets(entries.begin(), entries.end());
  return J;
}

/// Numeric LDLᵀ of J Jᵀ in minimum-degree order, and one solve.
void print_net_solve(int n) {
  const Sparse J = jacobian(make_scene("net", n));
  const Sparse A = J * J.transpose();
  const long rows = A.rows();
  Eigen::SimplicialLDLT<Sparse> factors;
  factors.analyzePattern(A);
  const Eigen::VectorXd b = Eigen::VectorXd::Ones(rows);
  Eigen::VectorXd x;
  const int rounds = int(std::max(1L, 20'000 / rows));
  const double time = best_seconds(7,
                                   [&] {
                                     for (int i = 0; i < rounds; ++i) {
                                       factors.factorize(A);
                                       x = factors.solve(b);
                                     }
                                   })
                      / rounds;
  std::printf("\"%d\": {\"rows\": %ld, \"nnz_L\": %ld, \"us\": %.1f}",
              n,
              rows,
              long(factors.matrixL().nestedExpression().nonZeros()),
              time * 1e6);
}
#endif

template <class Print>
void print_for_sizes(const char* key, std::initializer_list<int> sizes, Print print) {
  std::printf(", \"%s\": {", key);
  for (int n : sizes) {
    if (n != *sizes.begin()) std::printf(", ");
    print(n);
  }
  std::printf("}");
}

/// To be compared with "chain 10" in reference.json.
void print_check() {
  Chain chain(10);
  for (int i = 0; i < 1000; ++i) chain.step(1e-3);
  const V3 p = chain.last();
  std::printf(", \"chain10_last_at_1s\": [%.6f, %.6f, %.6f]", p.x, p.y, p.z);
}

}  // namespace
}  // namespace peers

int main() {
  using namespace peers;
  std::printf("{\"fma_peak_gflops\": %.1f", fma_peak_gflops());
#ifdef HAVE_BLAS
  std::printf(", \"dgemm_gflops\": %.1f", dgemm_gflops());
#endif
  std::printf(", \"axpy_l1_gflops\": %.1f", axpy_l1_gflops());
  std::printf(", \"triad_gb_s\": %.1f", triad_gb_per_s());
  print_for_sizes("chain_step", {10, 100, 1000, 10'000, 100'000}, print_chain_step);
#ifdef HAVE_EIGEN
  print_for_sizes("net_factor_solve", {5, 10, 20, 40, 80}, print_net_solve);
#endif
  print_check();
  std::puts("}");
}
