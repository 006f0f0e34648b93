// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/kkt.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
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

/// Of a number of rows or columns that the compiler knows.
template <class Number>
constexpr bool is_constant = !std::is_same_v<Number, int>;

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
  objects_.push_back({size, dofs_});
  mass_.add(size);
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
  blocks_.push_back({constraint, object, jacobian_.size(), c.offset, c.rows, o.offset, o.size});
  ++c.blocks;
  jacobian_.resize(jacobian_.size() + static_cast<std::size_t>(c.rows) * o.size, 0.0);
  return static_cast<std::ptrdiff_t>(blocks_.back().values);
}

void Kkt::mask(int constraint, bool masked) {
  Constraint& c = constraints_[constraint];
  masked_rows_ += (masked ? c.rows : 0) - c.masked;
  c.masked = masked ? c.rows : 0;
  std::fill_n(masked_.begin() + c.offset, c.rows, static_cast<char>(masked));
}

void Kkt::mask_row(int row, bool masked) {
  if (masked_[row] == static_cast<char>(masked)) return;
  masked_[row] = static_cast<char>(masked);
  constraints_[row_owner_[row]].masked += masked ? 1 : -1;
  masked_rows_ += masked ? 1 : -1;
}

/// Most blocks have few rows and the columns of a particle or a rigid body: then both are
/// constants, and where nothing is masked they are told apart once for all blocks of one shape.
template <class F>
void Kkt::for_each_block(F&& f) const {
  const auto with_shape = [](const Block& b, auto&& g) {
    if (b.rows > dense::kMostColumns) return g(b.rows, b.columns);
    dense::with_columns(b.rows, [&]<int Rows>() {
      const std::integral_constant<int, Rows> rows;
      if (b.columns == 3) return g(rows, std::integral_constant<int, 3>());
      if (b.columns == 6) return g(rows, std::integral_constant<int, 6>());
      g(rows, b.columns);
    });
  };
  const auto all = [](int /*i*/) { return true; };
  if (masked_rows_ == 0) {
    for (const Run& run : block_runs_)
      with_shape(blocks_[run.first], [&](auto rows, auto columns) {
        for (std::size_t k = run.first; k < run.last; ++k) f(blocks_[k], rows, columns, all);
      });
    return;
  }
  for (const Block& b : blocks_) {
    const int masked = constraints_[b.constraint].masked;
    if (masked == b.rows) continue;
    if (masked == 0)
      with_shape(b, [&](auto rows, auto columns) { f(b, rows, columns, all); });
    else
      f(b, b.rows, b.columns, [&](int i) { return !masked_[b.row + i]; });
  }
}

// ---- topology ----

/// Those of one shape that stand one after the other.
template <class List, class Shape>
std::vector<Kkt::Run> Kkt::runs_of(const List& list, Shape&& shape) {
  std::vector<Run> runs;
  for (std::size_t k = 0; k < list.size(); ++k) {
    if (k == 0 || shape(list[k]) != shape(list[k - 1])) runs.push_back({k, k});
    runs.back().last = k + 1;
  }
  return runs;
}

void Kkt::analyse() {
  BlockGraph graph;
  for (const Object& o : objects_) graph.add_vertex(o.size, false);
  const int first = static_cast<int>(objects_.size());
  for (const Constraint& c : constraints_) graph.add_vertex(c.rows, true);
  for (const Block& b : blocks_) graph.add_edge(b.object, first + b.constraint);
  const Remainder rest = without_first_objects(graph, eliminate(graph));
  ldlt_.analyse(rest.graph, rest.elimination);
  late_dofs_ = 0;
  for (std::size_t o = 0; o < objects_.size(); ++o) {
    objects_[o].vertex = rest.vertex[o];
    objects_[o].place = late_dofs_;
    if (rest.vertex[o] >= 0) late_dofs_ += objects_[o].size;
  }
  block_runs_ = runs_of(blocks_, [](const Block& b) { return std::tuple(b.rows, b.columns); });
  list_products(rest);
  list_couplings(rest);
  diagonal_.clear();
  for (std::size_t c = 0; c < constraints_.size(); ++c) {
    const int vertex = rest.vertex[objects_.size() + c];
    const BlockLdlt::Place place = ldlt_.place(vertex, vertex);
    for (int i = 0; i < constraints_[c].rows; ++i)
      diagonal_.push_back(place.at + static_cast<std::size_t>(i) * (place.stride + 1));
  }
  const std::size_t n = dofs_ + rows_;
  residual_.assign(n, 0.0);
  terms_.assign(n, 0.0);
  rhs_.assign(late_dofs_ + rows_, 0.0);
  more_.assign(late_dofs_ > 0 ? rhs_.size() : 0, 0.0);
  dx_.assign(dofs_, 0.0);
  for (std::vector<double>* x : {&wanted_, &conflict_, &dlambda_}) x->assign(rows_, 0.0);
  prepared_.assign(jacobian_.size(), 0.0);
  left_out_.clear();
  left_out_.reserve(static_cast<std::size_t>(rows_));
}

void Kkt::list_products(const Remainder& rest) {
  const int first = static_cast<int>(objects_.size());
  std::vector<std::vector<const Block*>> blocks_of(objects_.size());
  for (const Block& b : blocks_) blocks_of[b.object].push_back(&b);
  products_.clear();
  for (std::size_t o = 0; o < objects_.size(); ++o) {
    if (rest.vertex[o] >= 0) continue;
    const auto& list = blocks_of[o];
    for (std::size_t i = 0; i < list.size(); ++i)
      for (std::size_t j = 0; j <= i; ++j) {
        const int u = rest.vertex[first + list[i]->constraint];
        const int v = rest.vertex[first + list[j]->constraint];
        const BlockLdlt::Place place = ldlt_.place(u, v);
        const Block &a = *list[place.rows == u ? i : j], &b = *list[place.rows == u ? j : i];
        const Object& object = objects_[o];
        products_.push_back({a.values,
                             b.values,
                             a.rows,
                             b.rows,
                             object.size,
                             object.offset,
                             place.at,
                             place.stride});
      }
  }
  const auto shape = [](const Product& p) { return std::tuple(p.rows_a, p.rows_b); };
  std::ranges::stable_sort(products_, {}, shape);
  runs_ = runs_of(products_, shape);
}

void Kkt::list_couplings(const Remainder& rest) {
  const int first = static_cast<int>(objects_.size());
  couplings_.clear();
  for (std::size_t k = 0; k < blocks_.size(); ++k) {
    const int object = rest.vertex[blocks_[k].object];
    if (object < 0) continue;
    const BlockLdlt::Place place = ldlt_.place(rest.vertex[first + blocks_[k].constraint], object);
    couplings_.push_back({static_cast<int>(k), place, place.rows == object});
  }
}

void Kkt::clear_jacobian() {
  std::fill(jacobian_.begin(), jacobian_.end(), 0.0);
}

// ---- factors ----

/// Y = J L⁻ᵀ with M = L D Lᵀ, so that J M⁻¹ Jᵀ = Y D⁻¹ Yᵀ, without the rows that are masked. Blocks
/// with objects in the factors stay as they are. Most often all is J itself.
const double* Kkt::prepared_jacobian() {
  if (masked_rows_ == 0 && mass_.is_diagonal()) return jacobian_.data();
  for (const Block& b : blocks_) {
    const double* J = jacobian_.data() + b.values;
    double* Y = prepared_.data() + b.values;
    for (int j = 0; j < b.columns; ++j)
      for (int i = 0; i < b.rows; ++i)
        Y[i + j * b.rows] = masked_[b.row + i] ? 0.0 : J[i + j * b.rows];
    if (objects_[b.object].vertex < 0) mass_.divide(b.object, Y, b.rows);
  }
  return prepared_.data();
}

template <int RowsA, int RowsB>
void Kkt::subtract_products(const Run& run, const double* Y) {
  const double* inverse = mass_.inverse().data();
  double* values = ldlt_.values();
  for (std::size_t k = run.first; k < run.last; ++k) {
    const Product& p = products_[k];
    if (p.a != p.b)
      dense::subtract_block<RowsA, RowsB>(
          values + p.at, p.stride, Y + p.a, Y + p.b, inverse + p.mobility, p.columns);
    else
      dense::subtract_square<RowsA>(
          values + p.at, p.stride, Y + p.a, inverse + p.mobility, p.columns);
  }
}

void Kkt::subtract_products(const Run& run, const double* Y) {
  const int m = products_[run.first].rows_a, n = products_[run.first].rows_b;
  if (m <= dense::kMostColumns && n <= dense::kMostColumns)
    return dense::with_columns(m, [&]<int M>() {
      dense::with_columns(n, [&]<int N>() { subtract_products<M, N>(run, Y); });
    });
  for (std::size_t k = run.first; k < run.last; ++k) {
    const Product& p = products_[k];
    double* to = ldlt_.values() + p.at;
    for (int l = 0; l < p.columns; ++l)
      for (int j = 0; j < n; ++j) {
        const double b = mass_.inverse()[p.mobility + l] * Y[p.b + j + l * n];
        for (int i = 0; i < m; ++i) to[i + j * p.stride] -= Y[p.a + i + l * m] * b;
      }
  }
}

/// Sets the matrix to what is left when the first objects have gone. Rows that are masked are −1 on
/// the diagonal.
void Kkt::load() {
  ldlt_.set_zero();
  const double* Y = prepared_jacobian();
  for (const Run& run : runs_) subtract_products(run, Y);
  for (const Coupling& c : couplings_) {
    const Block& b = blocks_[c.block];
    double* to = ldlt_.values() + c.place.at;
    for (int j = 0; j < b.columns; ++j)
      for (int i = 0; i < b.rows; ++i)
        to[c.transposed ? j + i * c.place.stride : i + j * c.place.stride] =
            Y[b.values + i + static_cast<std::size_t>(j) * b.rows];
  }
  for (std::size_t o = 0; o < objects_.size(); ++o) {
    if (objects_[o].vertex < 0) continue;
    const BlockLdlt::Place place = ldlt_.place(objects_[o].vertex, objects_[o].vertex);
    const double* M = mass_.values(static_cast<int>(o));
    for (int j = 0; j < objects_[o].size; ++j)
      for (int i = 0; i < objects_[o].size; ++i)
        ldlt_.values()[place.at + i + static_cast<std::size_t>(j) * place.stride] = *M++;
  }
  if (masked_rows_ > 0)
    for (int k = 0; k < rows_; ++k)
      if (masked_[k]) ldlt_.values()[diagonal_[k]] = -1.0;
}

int Kkt::factor(double drift) {
  dependent_ = mass_.factor();
  load();
  if (late_dofs_ > 0) note_late_objects();
  // what is left of a pivot is the square of the angle between rows
  const double angle = std::min(10.0 * drift, kLargestDrift);
  dependent_ += ldlt_.factor(std::max(kCancelled, angle * angle), more_);
  factored_ = true;
  left_out_.clear();
  if (dependent_ > 0)
    for (int k = 0; k < rows_; ++k)
      if (ldlt_.is_left_out(late_dofs_ + k)) left_out_.push_back(k);
  return dependent_;
}

/// What objects in the factors add to the diagonal of J M⁻¹ Jᵀ, by the diagonal of M.
void Kkt::note_late_objects() {
  std::fill(more_.begin(), more_.end(), 0.0);
  for (const Coupling& c : couplings_) {
    const Block& b = blocks_[c.block];
    const double *J = jacobian_.data() + b.values, *M = mass_.values(b.object);
    for (int j = 0; j < b.columns; ++j)
      for (int i = 0; i < b.rows; ++i)
        if (!masked_[b.row + i])
          more_[late_dofs_ + b.row + i] +=
              J[i + j * b.rows] * J[i + j * b.rows] / M[j * (b.columns + 1)];
  }
}

/// The largest diagonal entry of J M⁻¹ Jᵀ, M by its diagonal.
double Kkt::largest_diagonal() {
  const std::span<double> sum = std::span(terms_).subspan(dofs_);
  std::fill(sum.begin(), sum.end(), 0.0);
  for (const Block& b : blocks_) {
    const double *J = jacobian_.data() + b.values, *M = mass_.values(b.object);
    for (int j = 0; j < b.columns; ++j, J += b.rows)
      for (int i = 0; i < b.rows; ++i)
        if (!masked_[b.row + i]) sum[b.row + i] += J[i] * J[i] / M[j * (b.columns + 1)];
  }
  return largest(sum);
}

/// Then no pivot is nothing but for rounding, and none is measured by what it was.
void Kkt::factor_damped(double mu) {
  factored_ = false;
  mass_.factor();
  load();
  const double scale = largest_diagonal();
  epsilon_ = mu * (scale > 0.0 ? scale : 1.0);
  for (int k = 0; k < rows_; ++k)
    if (!masked_[k]) ldlt_.values()[diagonal_[k]] -= epsilon_;
  ldlt_.factor(0.0);
}

// ---- solution ----

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
  std::copy(f.begin(), f.end(), x.begin());
  mass_.solve(x);
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
  for (std::size_t k = 0; k < objects_.size(); ++k) {
    const Object& o = objects_[k];
    const double* M = mass_.values(static_cast<int>(k));
    for (int j = 0; j < o.size; ++j)
      for (int i = 0; i < o.size; ++i) {
        const double term = M[i + j * o.size] * x[o.offset + j];
        residual_[o.offset + i] -= term;
        terms_[o.offset + i] += std::abs(term);
      }
  }
  for_each_block([&](const Block& b, auto rows, auto columns, auto counts) {
    const double *J = jacobian_.data() + b.values, *l = lambda.data() + b.row;
    double *rf = residual_.data() + b.column, *tf = terms_.data() + b.column;
    double *rc = residual_.data() + dofs_ + b.row, *tc = terms_.data() + dofs_ + b.row;
    for (int j = 0; j < columns; ++j, J += rows)
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
  solve_once(std::span(residual_).first(dofs_), std::span(residual_).subspan(dofs_), dx_, dlambda_);
  for (int k = 0; k < dofs_; ++k) x[k] += dx_[k];
  for (int k = 0; k < rows_; ++k) lambda[k] += dlambda_[k];
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
  for_each_block([&](const Block& b, auto rows, auto columns, auto counts) {
    const double *J = jacobian_.data() + b.values, *v = x.data() + b.column;
    double* sum = out.data() + b.row;
    if constexpr (is_constant<decltype(rows)>) {
      dense::add_times<rows>(sum, J, v, columns);
    } else {
      for (int j = 0; j < columns; ++j, J += rows)
        for (int i = 0; i < rows; ++i)
          if (counts(i)) sum[i] += J[i] * v[j];
    }
  });
}

void Kkt::add_jacobian_transposed(std::span<const double> lambda, std::span<double> out) const {
  for_each_block([&](const Block& b, auto rows, auto columns, auto counts) {
    const double *J = jacobian_.data() + b.values, *l = lambda.data() + b.row;
    double* sum = out.data() + b.column;
    if constexpr (is_constant<decltype(rows)>) {
      dense::add_transposed_times<rows>(sum, J, l, columns);
    } else {
      for (int j = 0; j < columns; ++j, J += rows)
        for (int i = 0; i < rows; ++i)
          if (counts(i)) sum[j] += J[i] * l[i];
    }
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

}  // namespace holon
