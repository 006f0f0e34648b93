// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/kkt.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "holon/solve/dense_kernels.h"

namespace holon {
namespace {

// A pivot of a constraint that has lost this much of its size depends on the others: rounding alone
// leaves some 1e-15 of it per elimination, geometry near a dead point some 1e-9.
constexpr double kCancelled = 1e-11;
// ε over the largest diagonal entry of J M⁻¹ Jᵀ: small enough for a few proximal iterations, large
// enough for the rounding errors (1e-16/ε) to stay small.
constexpr double kProximal = 1e-8;
constexpr int kMaxRefinements = 40;  // from each start, or to make λ short
constexpr double kSmallResidual = 1e-13;
// A part of λ whose push is no more than this part of it pushes nothing: rounding over ε.
constexpr double kPushesNothing = 1e-8;
// Pivots that have kept this much of their size lose so few digits that a solution needs no check.
constexpr double kSound = 1e-3;
// A dependent row asks for what the others do if it is met to this part of its terms.
constexpr double kMet = 1e-10;
// A residual is as good as zero at this part of the sum of the sizes of its terms …
constexpr double kRounding = 1e-14;
// … or of this part of the largest such sum, which all of the solution has a share in.
constexpr double kShare = 0.01;
// Drift counts as such up to here; rows that are further apart do say different things.
constexpr double kLargestDrift = 1e-3;
// Rounds that clear a conflict of what can be met: each leaves ε/σ of that.
constexpr int kClearingRounds = 5;

double largest(std::span<const double> v) {
  double m = 0.0;
  for (double x : v) m = std::max(m, std::abs(x));
  return m;
}

}  // namespace

void Kkt::clear() {
  *this = Kkt();
}

int Kkt::add_object(int size) {
  objects_.push_back({size, dofs_, mass_values_.size(), true});
  mass_values_.resize(mass_values_.size() + static_cast<std::size_t>(size) * size, 0.0);
  dofs_ += size;
  return static_cast<int>(objects_.size()) - 1;
}

int Kkt::add_constraint(int rows) {
  constraints_.push_back({rows, rows_, 0, static_cast<int>(blocks_.size()), 0});
  rows_ += rows;
  masked_.resize(rows_, 0);
  row_owner_.resize(rows_, static_cast<int>(constraints_.size()) - 1);
  return static_cast<int>(constraints_.size()) - 1;
}

/// The blocks of a constraint are declared before the next constraint comes.
std::ptrdiff_t Kkt::add_block(int constraint, int object) {
  for (std::size_t b = blocks_.size(); b-- > 0 && blocks_[b].constraint == constraint;)
    if (blocks_[b].object == object) return static_cast<std::ptrdiff_t>(blocks_[b].values);
  Constraint& c = constraints_[constraint];
  const Object& o = objects_[object];
  blocks_.push_back({constraint, object, jacobian_.size(), c.offset, c.rows, o.offset, o.size, {}});
  ++c.blocks;
  jacobian_.resize(jacobian_.size() + static_cast<std::size_t>(c.rows) * o.size, 0.0);
  return static_cast<std::ptrdiff_t>(blocks_.back().values);
}

void Kkt::mask(int constraint, bool masked) {
  Constraint& c = constraints_[constraint];
  c.masked = masked ? c.rows : 0;
  std::fill_n(masked_.begin() + c.offset, c.rows, static_cast<char>(masked));
}

void Kkt::mask_row(int row, bool masked) {
  if (masked_[row] == static_cast<char>(masked)) return;
  masked_[row] = static_cast<char>(masked);
  constraints_[row_owner_[row]].masked += masked ? 1 : -1;
}

/// Most constraints have few rows, none of them masked: then the rows are a constant.
template <class F>
void Kkt::for_each_block(F&& f) const {
  for (const Block& b : blocks_) {
    const int masked = constraints_[b.constraint].masked;
    if (masked == b.rows) continue;
    if (masked == 0 && b.rows <= dense::kMostColumns)
      dense::with_columns(b.rows, [&]<int Rows>() {
        f(b, std::integral_constant<int, Rows>(), [](int /*i*/) { return true; });
      });
    else
      f(b, b.rows, [&](int i) { return !masked_[b.row + i]; });
  }
}

void Kkt::analyse() {
  BlockGraph graph;
  for (const Object& o : objects_) graph.add_vertex(o.size, false);
  const int first = static_cast<int>(objects_.size());
  for (const Constraint& c : constraints_) graph.add_vertex(c.rows, true);
  for (const Block& b : blocks_) graph.add_edge(b.object, first + b.constraint);
  ldlt_.analyse(graph);
  for (Block& b : blocks_) b.place = ldlt_.coupling(first + b.constraint, b.object);
  inertia_.assign(dofs_, 0.0);
  mobility_.assign(dofs_, 0.0);
  const int n = dofs_ + rows_;
  reference_.assign(n, 0.0);
  rhs_.assign(n, 0.0);
  residual_.assign(n, 0.0);
  terms_.assign(n, 0.0);
  wanted_.assign(rows_, 0.0);
  left_out_.clear();
  left_out_.reserve(static_cast<std::size_t>(rows_));
  conflict_.assign(rows_, 0.0);
  std::size_t largest_block = 0;
  for (const Block& b : blocks_)
    largest_block = std::max(largest_block, static_cast<std::size_t>(b.rows) * b.columns);
  block_.assign(largest_block, 0.0);
}

void Kkt::clear_jacobian() {
  std::fill(jacobian_.begin(), jacobian_.end(), 0.0);
}

/// For an object its inertia, for a constraint the diagonal of J M⁻¹ Jᵀ (by the diagonal of M).
void Kkt::compute_reference() {
  for (const Object& o : objects_) {
    if (!o.changed) continue;
    for (int i = 0; i < o.size; ++i) {
      const double m = mass_values_[o.mass + static_cast<std::size_t>(i) * (o.size + 1)];
      inertia_[o.offset + i] = m;
      mobility_[o.offset + i] = 1.0 / m;
    }
  }
  std::copy(inertia_.begin(), inertia_.end(), reference_.begin());
  std::fill(reference_.begin() + dofs_, reference_.end(), 0.0);
  for_each_block([&](const Block& b, auto rows, auto counts) {
    const double *J = jacobian_.data() + b.values, *w = mobility_.data() + b.column;
    double* sum = reference_.data() + dofs_ + b.row;
    for (int j = 0; j < b.columns; ++j, J += rows)
      for (int i = 0; i < rows; ++i)
        if (counts(i)) sum[i] += J[i] * J[i] * w[j];
  });
  scale_ = largest(std::span(reference_).subspan(dofs_));
  if (!(scale_ > 0.0)) scale_ = 1.0;
}

void Kkt::load(double epsilon) {
  const int first = static_cast<int>(objects_.size());
  ldlt_.set_zero();
  for (int o = 0; o < first; ++o) {
    if (!objects_[o].changed && ldlt_.is_kept(o)) continue;
    ldlt_.set_diagonal(o, mass_values_.data() + objects_[o].mass);
    objects_[o].changed = false;
  }
  for (const Block& b : blocks_) {
    if (constraints_[b.constraint].masked == 0) {
      ldlt_.set_coupling(b.place, jacobian_.data() + b.values);
    } else {
      const double* J = jacobian_.data() + b.values;
      for (int j = 0; j < b.columns; ++j)
        for (int i = 0; i < b.rows; ++i)
          block_[i + j * b.rows] = masked_[b.row + i] ? 0.0 : J[i + j * b.rows];
      ldlt_.set_coupling(b.place, block_.data());
    }
  }
  for (std::size_t c = 0; c < constraints_.size(); ++c) {
    if (epsilon == 0.0 && constraints_[c].masked == 0) continue;
    for (int i = 0; i < constraints_[c].rows; ++i)
      ldlt_.subtract_from_diagonal(
          first + static_cast<int>(c), i, masked_[constraints_[c].offset + i] ? 1.0 : epsilon);
  }
}

int Kkt::factor(double drift) {
  compute_reference();
  for (int k = 0; k < rows_; ++k)
    if (masked_[k]) reference_[dofs_ + k] = 1.0;
  load(0.0);
  // what is left of a pivot is the square of the angle between rows
  const double angle = std::min(10.0 * drift, kLargestDrift);
  dependent_ = ldlt_.factor(reference_, std::max(kCancelled, angle * angle));
  factored_ = true;
  left_out_.clear();
  if (dependent_ > 0)
    for (int k = 0; k < rows_; ++k)
      if (ldlt_.is_left_out(dofs_ + k)) left_out_.push_back(k);
  return dependent_;
}

void Kkt::factor_damped(double mu) {
  compute_reference();
  factor_regularised(mu * scale_);
}

/// Factors with −ε in the lower right corner. Then no pivot is nothing but for rounding, and none is
/// measured by what it was.
void Kkt::factor_regularised(double epsilon) {
  epsilon_ = epsilon;
  factored_ = false;
  load(epsilon);
  std::fill(reference_.begin(), reference_.end(), 0.0);
  ldlt_.factor(reference_, 0.0);
}

void Kkt::solve_once(std::span<const double> f,
                     std::span<const double> b,
                     std::span<double> x,
                     std::span<double> lambda) {
  for (int k = 0; k < rows_; ++k) lambda[k] = masked_[k] ? 0.0 : b[k];
  ldlt_.solve(f, lambda, x, lambda);
  for (double& l : lambda) l = 0.0 - l;  // never −0
}

/// Fills residual_ with f − M x + Jᵀ λ and wanted_ − J x, and terms_ with the sums of the sizes of
/// what is added up there. Units differ from row to row, so each is measured by its own terms.
Kkt::Residual Kkt::residual(std::span<const double> f,
                            std::span<const double> x,
                            std::span<const double> lambda) {
  for (int i = 0; i < dofs_; ++i) residual_[i] = f[i], terms_[i] = std::abs(f[i]);
  for (int k = 0; k < rows_; ++k)
    residual_[dofs_ + k] = wanted_[k], terms_[dofs_ + k] = std::abs(wanted_[k]);
  for (const Object& o : objects_) {
    const double* M = mass_values_.data() + o.mass;
    for (int j = 0; j < o.size; ++j)
      for (int i = 0; i < o.size; ++i) {
        const double term = M[i + j * o.size] * x[o.offset + j];
        residual_[o.offset + i] -= term;
        terms_[o.offset + i] += std::abs(term);
      }
  }
  for_each_block([&](const Block& b, auto rows, auto counts) {
    const double *J = jacobian_.data() + b.values, *l = lambda.data() + b.row;
    double *rf = residual_.data() + b.column, *tf = terms_.data() + b.column;
    double *rc = residual_.data() + dofs_ + b.row, *tc = terms_.data() + dofs_ + b.row;
    for (int j = 0; j < b.columns; ++j, J += rows)
      for (int i = 0; i < rows; ++i)
        if (counts(i)) {
          const double push = J[i] * l[i], rate = J[i] * x[b.column + j];
          rf[j] += push;
          tf[j] += std::abs(push);
          rc[i] -= rate;
          tc[i] += std::abs(rate);
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
  std::fill_n(rhs_.begin(), dofs_, 0.0);
  std::copy(rc.begin(), rc.end(), rhs_.begin() + dofs_);
  ldlt_.solve(rhs_);
  for (int k = 0; k < rows_; ++k) rc[k] = -epsilon_ * rhs_[dofs_ + k];
}

/// Takes the part of λ in the null space of A out of it. That part pushes nothing, Jᵀ λ = 0; if it
/// does, rows are nearly dependent and λ stays as it is.
void Kkt::shorten(std::span<double> lambda) {
  if (factored_) factor_regularised(kProximal * scale_);
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
    factor_regularised(kProximal * scale_);
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
  std::copy(residual_.begin(), residual_.end(), rhs_.begin());
  ldlt_.solve(rhs_);
  for (int k = 0; k < dofs_; ++k) x[k] += rhs_[k];
  for (int k = 0; k < rows_; ++k) lambda[k] -= rhs_[dofs_ + k];
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
  for_each_block([&](const Block& b, auto rows, auto counts) {
    const double *J = jacobian_.data() + b.values, *v = x.data() + b.column;
    double* sum = out.data() + b.row;
    for (int j = 0; j < b.columns; ++j, J += rows)
      for (int i = 0; i < rows; ++i)
        if (counts(i)) sum[i] += J[i] * v[j];
  });
}

void Kkt::add_jacobian_transposed(std::span<const double> lambda, std::span<double> out) const {
  for_each_block([&](const Block& b, auto rows, auto counts) {
    const double *J = jacobian_.data() + b.values, *l = lambda.data() + b.row;
    double* sum = out.data() + b.column;
    for (int j = 0; j < b.columns; ++j, J += rows)
      for (int i = 0; i < rows; ++i)
        if (counts(i)) sum[j] += J[i] * l[i];
  });
}

void Kkt::add_block_transposed(int constraint,
                               std::span<const double> lambda,
                               std::span<double> out) const {
  const Constraint& c = constraints_[constraint];
  for (int k = c.first_block; k < c.first_block + c.blocks; ++k) {
    const Object& o = objects_[blocks_[k].object];
    const double* J = jacobian_.data() + blocks_[k].values;
    for (int j = 0; j < o.size; ++j)
      for (int i = 0; i < c.rows; ++i) out[o.offset + j] += J[i + j * c.rows] * lambda[i];
  }
}

Kkt::RowProduct Kkt::row_times(int row, std::span<const double> x) const {
  RowProduct out;
  const Constraint& c = constraints_[row_owner_[row]];
  for (int k = c.first_block; k < c.first_block + c.blocks; ++k) {
    const Object& o = objects_[blocks_[k].object];
    const double* J = jacobian_.data() + blocks_[k].values + (row - c.offset);
    for (int j = 0; j < o.size; ++j) {
      const double term = J[j * c.rows] * x[o.offset + j];
      out.sum += term;
      out.size += std::abs(term);
    }
  }
  return out;
}

void Kkt::times_mass(std::span<const double> x, std::span<double> out) const {
  for (const Object& o : objects_) {
    const double* M = mass_values_.data() + o.mass;
    for (int i = 0; i < o.size; ++i) {
      double sum = 0.0;
      for (int j = 0; j < o.size; ++j) sum += M[i + j * o.size] * x[o.offset + j];
      out[o.offset + i] = sum;
    }
  }
}

}  // namespace holon
