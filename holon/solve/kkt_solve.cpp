// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "holon/solve/dense_kernels.h"
#include "holon/solve/kkt.h"
#include "holon/solve/row_kernels.h"

/// Solutions of a KKT system that has been factored, and products with its parts.
namespace holon {
namespace {

// ε over the largest diagonal entry of J M⁻¹ Jᵀ: small enough for a few proximal iterations, large
// enough for the rounding errors (1e-16/ε) to stay small.
constexpr double kProximal = 1e-8;
constexpr int kMaxRefinements = 40;  // from each start, or to make λ short
constexpr double kSmallResidual = 1e-13;
// A part of λ whose push is no more than this part of it pushes nothing: rounding over ε.
constexpr double kPushesNothing = 1e-8;
// Pivots that have kept this much of their size lose so few digits that a solution needs no check.
constexpr double kSound = 1e-3;
// What is expected to be this part of what is allowed is not looked at.
constexpr double kSurely = 0.1;
// A dependent row asks for what the others do if it is met to this part of its terms.
constexpr double kMet = 1e-10;
// A residual is as good as zero at this part of the sum of the sizes of its terms …
constexpr double kRounding = 1e-14;
// … or of this part of the largest such sum, which all of the solution has a share in.
constexpr double kShare = 0.01;
// Rounds that clear a conflict of what can be met: each leaves ε/σ of that.
constexpr int kClearingRounds = 5;

/// Of a number of rows or columns that the compiler knows.
template <class Number>
constexpr bool is_constant = !std::is_same_v<Number, int>;
template <class Number>
constexpr int known_or_one = 1;
template <int N>
constexpr int known_or_one<std::integral_constant<int, N>> = N;

/// Numbers that are added up; where the compiler knows how many, out of memory until the end.
template <class Number>
class Sums {
 public:
  Sums(double* sums, Number n) : sums_(sums), n_(n) {
    if constexpr (is_constant<Number>) std::copy_n(sums, n, kept_);
  }
  ~Sums() {
    if constexpr (is_constant<Number>) std::copy_n(kept_, n_, sums_);
  }
  Sums(const Sums&) = delete;
  Sums& operator=(const Sums&) = delete;
  double* data() {
    if constexpr (is_constant<Number>)
      return kept_;
    else
      return sums_;
  }

 private:
  double* sums_;
  Number n_;
  double kept_[known_or_one<Number>];
};

/// Sums and the sums of the sizes of their terms.
template <class Number>
class Terms {
 public:
  Terms(double* sums, double* sizes, Number n) : sum_(sums, n), size_(sizes, n) {}
  void add(int i, double term) {
    sum_.data()[i] += term;
    size_.data()[i] += std::abs(term);
  }

 private:
  Sums<Number> sum_, size_;
};

/// Calls f(n) with a constant of the compiler where n is that of a particle or a rigid body.
template <class F>
void with_columns_of(int n, F&& f) {
  if (n == 3) return f(std::integral_constant<int, 3>());
  if (n == 6) return f(std::integral_constant<int, 6>());
  f(n);
}
/// The same where n is small, as most constraints are.
template <class F>
[[gnu::always_inline]] inline void with_rows_of(int n, F&& f) {
  if (n < 1 || n > dense::kMostColumns) return f(n);
  dense::with_columns(n, [&]<int N>() { f(std::integral_constant<int, N>()); });
}

/// Calls f(first, last) for ranges of n objects or blocks.
template <class F>
void divide(Workers* workers, int n, F&& f) {
  constexpr int grain = 512;
  if (workers == nullptr)
    f(0, n);
  else
    workers->for_ranges(n, grain, f);
}

double largest(std::span<const double> v) {
  double m = 0.0;
  for (double x : v) m = std::max(m, std::abs(x));
  return m;
}

}  // namespace

/// Most blocks have few rows and the columns of a particle or a rigid body: then both are
/// constants, and where nothing is masked they are told apart once for all blocks of one shape.
template <class F>
void Kkt::for_each_block(F&& f) const {
  const auto all = [](int /*i*/) { return true; };
  const auto next_constraint = [this](const Run& run, std::size_t k) {
    const auto is_split = [&] { return blocks_[k].constraint == blocks_[k - 1].constraint; };
    while (k > run.first && k < run.last && is_split()) ++k;
    return k;
  };
  for (const Run& run : block_runs_) {
    const auto in_range = [&](int first, int last, auto&& g) {
      const std::size_t end = next_constraint(run, run.first + last);
      for (std::size_t k = next_constraint(run, run.first + first); k < end; ++k) g(blocks_[k]);
    };
    const int n = static_cast<int>(run.last - run.first);
    if (masked_rows_ > 0)
      in_range(0, n, [&](const Block& b) {
        f(b, b.rows, b.columns, [&](int i) { return !masked_[b.row + i]; });
      });
    else
      with_columns_of(blocks_[run.first].columns, [&](auto columns) {
        with_rows_of(blocks_[run.first].rows, [&](auto rows) {
          divide(workers_, n, [&](int first, int last) {
            in_range(first, last, [&](const Block& b) { f(b, rows, columns, all); });
          });
        });
      });
  }
}

/// As many rows as one knows of all blocks of a run are constants, else those of each block are.
template <class F>
void Kkt::for_each_object(F&& f) const {
  const double* J = jacobian_.data();
  const auto visit_block = [&](const Use& u, auto columns, auto rows, auto&& g) {
    if constexpr (is_constant<decltype(rows)>) return g(J + u.values, u.row, rows);
    if (masked_rows_ == 0)
      return with_rows_of(u.rows, [&](auto known) { g(J + u.values, u.row, known); });
    for (int i = 0; i < u.rows; ++i)
      if (!masked_[u.row + i])
        g(J + u.values + i * columns, u.row + i, std::integral_constant<int, 1>());
  };
  for (const Run& run : object_runs_)
    with_columns_of(objects_[run.first].size, [&](auto columns) {
      with_rows_of(masked_rows_ > 0 ? 0 : rows_alike(objects_[run.first]), [&](auto rows) {
        divide(workers_, static_cast<int>(run.last - run.first), [&](int first, int last) {
          for (std::size_t k = run.first + first; k < run.first + last; ++k)
            f(static_cast<int>(k), columns, [&](auto&& g) {
              for (const Use& u : uses_of(objects_[k])) visit_block(u, columns, rows, g);
            });
        });
      });
    });
}

/// f(block, J, row, rows) for what takes part of blocks that came after the analysis.
template <class F>
void Kkt::for_each_late_block(F&& f) const {
  for (std::size_t k = uses_.size(); k < blocks_.size(); ++k) {
    const Block& b = blocks_[k];
    for (int i = 0; i < b.rows; ++i)
      if (!masked_[b.row + i]) f(b, jacobian_.data() + b.values + i * b.columns, b.row + i, 1);
  }
}

/// r ← (λ with the opposite sign) of K (x, −λ) = (0, r). The rows of the objects in the factors
/// have been set.
void Kkt::solve_rows(std::span<double> rows) {
  if (late_dofs_ == 0) return ldlt_.solve(rows);
  std::copy(rows.begin(), rows.end(), rhs_.begin() + late_dofs_);
  ldlt_.solve(rhs_);
  std::copy_n(rhs_.begin() + late_dofs_, rows_, rows.begin());
}

void Kkt::solve_once(std::span<const double> b, std::span<double> lambda) {
  std::fill_n(rhs_.begin(), late_dofs_, 0.0);
  for (int k = 0; k < rows_; ++k) lambda[k] = masked_[k] ? 0.0 : b[k];
  solve_rows(lambda);
  for (double& l : lambda) l = 0.0 - l;  // never −0
}

void Kkt::solve_once(std::span<const double> f,
                     std::span<const double> b,
                     std::span<double> x,
                     std::span<double> lambda) {
  mass_.solve(f, x);
  if (late_dofs_ > 0)
    for (const Object& o : objects_)  // those in the factors have not moved yet
      if (o.vertex >= 0) {
        std::copy_n(f.begin() + o.offset, o.size, rhs_.begin() + o.place);
        std::fill_n(x.begin() + o.offset, o.size, 0.0);
      }
  times_jacobian(x, lambda);
  for (int k = 0; k < rows_; ++k) lambda[k] = masked_[k] ? 0.0 : b[k] - lambda[k];
  solve_rows(lambda);
  for (double& l : lambda) l = 0.0 - l;  // never −0
  std::copy(f.begin(), f.end(), x.begin());
  add_jacobian_transposed(lambda, x);
  mass_.solve(x);
  if (late_dofs_ == 0) return;
  for (const Object& o : objects_)
    if (o.vertex >= 0) std::copy_n(rhs_.begin() + o.place, o.size, x.begin() + o.offset);
}

/// Fills residual_ with f − M x + Jᵀ λ and wanted_ − J x, and terms_ with the sums of the sizes of
/// what is added up there. Units differ from row to row, so each is measured by its own terms.
Kkt::Residual Kkt::residual(std::span<const double> f,
                            std::span<const double> x,
                            std::span<const double> lambda) {
  for (int i = 0; i < dofs_; ++i) residual_[i] = f[i], terms_[i] = std::abs(f[i]);
  for (int k = 0; k < rows_; ++k)
    residual_[dofs_ + k] = wanted_[k], terms_[dofs_ + k] = std::abs(wanted_[k]);
  const auto add_push = [&](auto& force, const double* J, int row, auto rows, auto columns) {
    for (int i = 0; i < rows; ++i, J += columns)
      for (int j = 0; j < columns; ++j) force.add(j, J[j] * lambda[row + i]);
  };
  for_each_object([&](int object, auto columns, auto&& visit) {
    const int at = objects_[object].offset;
    Terms<decltype(columns)> force(residual_.data() + at, terms_.data() + at, columns);
    const double* v = x.data() + at;
    if (mass_.is_diagonal(object)) {
      const double* M = mass_.diagonal(object);
      for (int i = 0; i < columns; ++i) force.add(i, -(M[i] * v[i]));
    } else {
      const double* M = mass_.dense(object);
      for (int j = 0; j < columns; ++j, M += columns)
        for (int i = 0; i < columns; ++i) force.add(i, -(M[i] * v[j]));
    }
    visit([&](const double* J, int row, auto rows) { add_push(force, J, row, rows, columns); });
  });
  for_each_late_block([&](const Block& b, const double* J, int row, int rows) {
    Terms<int> force(residual_.data() + b.column, terms_.data() + b.column, b.columns);
    add_push(force, J, row, rows, b.columns);
  });
  for_each_block([&](const Block& b, auto rows, auto columns, auto counts) {
    const double *J = jacobian_.data() + b.values, *v = x.data() + b.column;
    double *rc = residual_.data() + dofs_ + b.row, *tc = terms_.data() + dofs_ + b.row;
    for (int i = 0; i < rows; ++i, J += columns) {
      if (!counts(i)) continue;
      double left = rc[i], size = tc[i];
      for (int j = 0; j < columns; ++j) {
        const double rate = J[j] * v[j];
        left -= rate;
        size += std::abs(rate);
      }
      rc[i] = left;
      tc[i] = size;
    }
  });
  const auto worst = [&](int first, int count) {
    const double share = kShare * largest(std::span(terms_).subspan(first, count));
    double ratio = 0.0;
    for (int i = first; i < first + count; ++i)
      if (residual_[i] != 0.0)
        ratio = std::max(ratio, std::abs(residual_[i]) / (kRounding * (terms_[i] + share)));
    return ratio;
  };
  return {worst(dofs_, rows_), worst(0, dofs_)};
}

/// Clears the residual of the constraints of what a motion can meet, by r ← ε (A + ε)⁻¹ r: what is
/// left is its part in the null space of A.
void Kkt::keep_conflict() {
  for (int round = 0; round < kClearingRounds; ++round) keep_null_space();
}
void Kkt::keep_null_space() {
  const std::span<double> rc = std::span(residual_).subspan(dofs_);
  solve_once(rc, rc);
  for (double& r : rc) r *= epsilon_;
}

/// Takes the part of λ in the null space of A out of it. That part pushes nothing, Jᵀ λ = 0; if it
/// does, rows are nearly dependent and λ stays as it is.
void Kkt::shorten(std::span<double> lambda) {
  if (factored_) factor_damped(kProximal);
  const std::span<double> push = std::span(residual_).first(dofs_);
  const std::span<double> part = std::span(residual_).subspan(dofs_);
  const double force = largest(lambda);
  std::copy(lambda.begin(), lambda.end(), part.begin());
  double last = std::numeric_limits<double>::infinity(), left = 0.0;
  for (int round = 0; round < kMaxRefinements; ++round, last = left) {
    keep_null_space();
    std::fill(push.begin(), push.end(), 0.0);
    add_jacobian_transposed(part, push);
    left = largest(push);
    if (left <= kSmallResidual * force || left > 0.5 * last) break;
  }
  if (left > kPushesNothing * force) return;
  for (int k = 0; k < rows_; ++k) lambda[k] -= part[k];
}

Kkt::Outcome Kkt::solve(std::span<const double> f,
                        std::span<const double> b,
                        std::span<double> x,
                        std::span<double> lambda,
                        double slack) {
  std::fill(conflict_.begin(), conflict_.end(), 0.0);
  std::copy(b.begin(), b.end(), wanted_.begin());
  for (int k = 0; k < rows_; ++k)
    if (masked_[k]) wanted_[k] = 0.0;
  if (factored_) {
    const Outcome outcome = solve_exactly(f, x, lambda);
    if (meets_left_out(x, slack)) return outcome;
    factor_damped(kProximal);
  }
  return solve_least_squares(f, x, lambda);
}

bool Kkt::meets_left_out(std::span<const double> x, double slack) const {
  return std::ranges::all_of(left_out_, [&](int row) {
    const RowProduct rate = row_times(row, x);
    const double size = rate.size + std::abs(wanted_[row]);
    return std::abs(rate.sum - wanted_[row]) <= slack + kMet * size;
  });
}

/// One correction: K (dx, −dλ) = residual
void Kkt::correct(std::span<double> x, std::span<double> lambda) {
  ++refinements_;
  const std::span<const double> left = residual_;
  const std::span<double> dx = std::span(terms_).first(dofs_);  // which nobody needs any more
  const std::span<double> dlambda = std::span(terms_).subspan(dofs_);
  solve_once(left.first(dofs_), left.subspan(dofs_), dx, dlambda);
  for (int k = 0; k < dofs_; ++k) x[k] += dx[k];
  for (int k = 0; k < rows_; ++k) lambda[k] += dlambda[k];
}

/// With factors that are exact but for the rows left out.
Kkt::Outcome Kkt::solve_exactly(std::span<const double> f,
                                std::span<double> x,
                                std::span<double> lambda) {
  solve_once(f, wanted_, x, lambda);
  Outcome outcome{.refinements = 1};
  if (ldlt_.smallest_pivot() >= kSound) return outcome;
  for (; outcome.refinements < 3; ++outcome.refinements) {
    Residual left = residual(f, x, lambda);
    if (left.constraints <= 1.0 && left.forces <= 1.0) break;
    for (int row : left_out_) residual_[dofs_ + row] = 0.0;
    correct(x, lambda);
    // The correction is met to the same part as the solution was, and its terms are the residual
    // over a pivot at most: if that is less than rounding, nobody has to look.
    const double worst = std::max(left.constraints, left.forces);
    if (worst * worst * kRounding <= kSurely * ldlt_.smallest_pivot()) {
      ++outcome.refinements;
      break;
    }
  }
  return outcome;
}

/// With regularised factors.
Kkt::Outcome Kkt::solve_least_squares(std::span<const double> f,
                                      std::span<double> x,
                                      std::span<double> lambda) {
  Outcome outcome;
  std::fill(x.begin(), x.end(), 0.0);
  std::fill(lambda.begin(), lambda.end(), 0.0);
  double last = 0.0;
  int since_restart = 0, restarts = 0;
  Residual left = residual(f, x, lambda);
  while (since_restart < kMaxRefinements) {
    correct(x, lambda);
    ++outcome.refinements;
    last = left.constraints;
    left = residual(f, x, lambda);
    if (left.constraints <= 1.0 && left.forces <= 1.0) break;
    ++since_restart;
    // What no longer shrinks lies in the null space: a conflict, or, once it is tiny, rounding.
    if (since_restart >= 3 && left.constraints > 0.9 * last) {
      if (restarts == 3 || left.constraints <= 1.0) break;
      ++restarts;
      since_restart = 0;
      keep_conflict();
      const std::span<const double> rc = std::span(residual_).subspan(dofs_);
      for (int k = 0; k < rows_; ++k) {
        conflict_[k] += rc[k];
        wanted_[k] -= rc[k];
      }
      std::fill(x.begin(), x.end(), 0.0);
      std::fill(lambda.begin(), lambda.end(), 0.0);
      left = residual(f, x, lambda);
    }
  }
  shorten(lambda);
  outcome.conflict = largest(conflict_);
  return outcome;
}

void Kkt::times_jacobian(std::span<const double> x, std::span<double> out) const {
  std::fill(out.begin(), out.end(), 0.0);
  for_each_block([&](const Block& b, auto rows, auto columns, auto counts) {
    const double *J = jacobian_.data() + b.values, *v = x.data() + b.column;
    double* sum = out.data() + b.row;
    if constexpr (is_constant<decltype(rows)>) {
      dense::add_times(sum, J, v, rows, columns);
    } else {
      for (int i = 0; i < rows; ++i, J += columns)
        if (counts(i)) sum[i] += dense::dot(J, v, columns);
    }
  });
}

void Kkt::add_jacobian_transposed(std::span<const double> lambda, std::span<double> out) const {
  for_each_object([&](int object, auto columns, auto&& visit) {
    Sums<decltype(columns)> sum(out.data() + objects_[object].offset, columns);
    visit([&](const double* J, int row, auto rows) {
      dense::add_transposed_times(sum.data(), J, lambda.data() + row, rows, columns);
    });
  });
  for_each_late_block([&](const Block& b, const double* J, int row, int rows) {
    dense::add_transposed_times(out.data() + b.column, J, lambda.data() + row, rows, b.columns);
  });
}

void Kkt::add_block_transposed(int constraint,
                               std::span<const double> lambda,
                               std::span<double> out) const {
  const Constraint& c = constraints_[constraint];
  for (int k = c.first_block; k < c.first_block + c.blocks; ++k) {
    const Object& o = objects_[blocks_[k].object];
    const double* J = jacobian_.data() + blocks_[k].values;
    dense::add_transposed_times(out.data() + o.offset, J, lambda.data(), c.rows, o.size);
  }
}

Kkt::RowProduct Kkt::row_times(int row, std::span<const double> x) const {
  RowProduct out;
  const Constraint& c = constraints_[row_owner_[row]];
  for (int k = c.first_block; k < c.first_block + c.blocks; ++k) {
    const Object& o = objects_[blocks_[k].object];
    const double* J =
        jacobian_.data() + blocks_[k].values + static_cast<std::ptrdiff_t>(row - c.offset) * o.size;
    for (int j = 0; j < o.size; ++j) {
      const double term = J[j] * x[o.offset + j];
      out.sum += term;
      out.size += std::abs(term);
    }
  }
  return out;
}

}  // namespace holon
