// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/kkt.h"

#include <algorithm>
#include <tuple>

#include "holon/math/narrow.h"
#include "holon/math/with_constant.h"
#include "holon/solve/row_kernels.h"

/// What a KKT system is made of, and its factors. Solutions are in kkt_solve.cpp.
namespace holon {
namespace {

// A pivot of a constraint that has lost this much of its size depends on the others: rounding alone
// leaves some 1e-15 of it per elimination, geometry near a dead point some 1e-9.
constexpr double kCancelled = 1e-11;
// Drift counts as such up to here; rows that are further apart do say different things.
constexpr double kLargestDrift = 1e-3;
// Rows of a constraint up to which there are kernels for each number of them.
constexpr int kMostFixedRows = 6;
// Products that are worth another thread.
constexpr int kFewestProducts = 2048;

}  // namespace

void Kkt::clear() {
  Workers* const workers = workers_;
  *this = Kkt();
  set_workers(workers);
}

void Kkt::set_workers(Workers* workers) {
  workers_ = workers;
  ldlt_.set_workers(workers);
}

int Kkt::add_object(int size, bool mass_varies) {
  objects_.push_back({size, dofs_});
  mass_.add(size, mass_varies);
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
  Constraint& c = constraints_[constraint];
  for (int b = c.first_block; b < c.first_block + c.blocks; ++b)
    if (blocks_[b].object == object) return static_cast<std::ptrdiff_t>(blocks_[b].values);
  const Object& o = objects_[object];
  const auto values = narrow<std::uint32_t>(jacobian_.size());
  blocks_.push_back({constraint, object, values, c.offset, c.rows, o.offset, o.size});
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
  fit_topology();
  order();
  block_runs_ = runs_of(blocks_, [](const Block& b) { return std::tuple(b.rows, b.columns); });
  list_uses();
  list_products();
  list_couplings();
  diagonal_.clear();
  diagonal_.reserve(static_cast<std::size_t>(rows_));
  for (const Constraint& c : constraints_) {
    const BlockLdlt::Place place = ldlt_.place(c.vertex, c.vertex);
    for (int i = 0; i < c.rows; ++i)
      diagonal_.push_back(place.at + static_cast<std::size_t>(i) * (place.stride + 1));
  }
  for (int k = 0; k < kept_back_; ++k) diagonal_.push_back(ldlt_.late_diagonal(k));
  const std::size_t n = dofs_ + rows_;
  residual_.assign(n, 0.0);
  terms_.assign(n, 0.0);
  for (std::vector<double>* x : {&rhs_, &more_})
    x->assign(late_dofs_ > 0 ? late_dofs_ + rows_ : 0, 0.0);
  for (std::vector<double>* x : {&wanted_, &conflict_}) x->assign(rows_, 0.0);
  left_out_.clear();
  left_out_.reserve(static_cast<std::size_t>(rows_));
  fit_products();
}

/// The order of elimination, and where it puts objects and constraints in the factors.
void Kkt::order() {
  BlockGraph graph;
  for (const Object& o : objects_) graph.add_vertex(o.size, false);
  const int first = static_cast<int>(objects_.size());
  for (const Constraint& c : constraints_) graph.add_vertex(c.rows, true);
  for (const Block& b : blocks_) graph.add_edge(b.object, first + b.constraint);
  const Remainder rest = without_first_objects(graph, eliminate(graph));
  ldlt_.analyse(rest.graph, rest.elimination, kept_back_);
  late_dofs_ = 0;
  for (std::size_t o = 0; o < objects_.size(); ++o) {
    objects_[o].vertex = rest.vertex[o];
    objects_[o].place = late_dofs_;
    if (rest.vertex[o] >= 0) late_dofs_ += objects_[o].size;
  }
  for (std::size_t c = 0; c < constraints_.size(); ++c)
    constraints_[c].vertex = rest.vertex[objects_.size() + c];
}

/// In each object in the order of the constraints.
void Kkt::list_uses() {
  for (Object& o : objects_) o.first_use = 0;
  for (const Block& b : blocks_) ++objects_[b.object].first_use;
  int end = 0;
  for (Object& o : objects_) o.first_use = end += o.first_use;
  uses_.resize(blocks_.size());
  for (std::size_t k = blocks_.size(); k-- > 0;)
    uses_[--objects_[blocks_[k].object].first_use] = {
        blocks_[k].values, blocks_[k].row, blocks_[k].rows};
  object_runs_ =
      runs_of(objects_, [&](const Object& o) { return std::tuple(o.size, rows_alike(o)); });
}

/// How many rows each block with an object has; 0 where that differs.
int Kkt::rows_alike(const Object& object) const {
  const std::span<const Use> uses = uses_of(object);
  const auto as_the_first = [&](const Use& u) { return u.rows == uses.front().rows; };
  return !uses.empty() && std::ranges::all_of(uses, as_the_first) ? uses.front().rows : 0;
}

void Kkt::list_products() {
  std::vector<std::vector<const Block*>> blocks_of(objects_.size());
  for (const Block& b : blocks_) blocks_of[b.object].push_back(&b);
  std::size_t count = 0;
  for (std::size_t o = 0; o < objects_.size(); ++o)
    if (objects_[o].vertex < 0) count += blocks_of[o].size() * (blocks_of[o].size() + 1) / 2;
  products_.clear();
  products_.reserve(count);
  for (std::size_t o = 0; o < objects_.size(); ++o) {
    if (objects_[o].vertex >= 0) continue;
    const auto& list = blocks_of[o];
    for (std::size_t i = 0; i < list.size(); ++i)
      for (std::size_t j = 0; j <= i; ++j) {
        const int u = constraints_[list[i]->constraint].vertex;
        const int v = constraints_[list[j]->constraint].vertex;
        const BlockLdlt::Place place = ldlt_.place(u, v);
        const Block &a = *list[place.rows == u ? i : j], &b = *list[place.rows == u ? j : i];
        products_.push_back(product_of(a, b, place));
      }
  }
  const auto shape = [](const Product& p) {
    return std::tuple(p.rows_a, p.rows_b, p.columns, p.a == p.b);
  };
  const auto shape_and_place = [&](const Product& p) { return std::tuple(shape(p), p.at); };
  std::ranges::stable_sort(products_, {}, shape_and_place);
  runs_ = runs_of(products_, shape);
}

void Kkt::list_couplings() {
  couplings_.clear();
  for (std::size_t k = 0; k < blocks_.size(); ++k) {
    const int object = objects_[blocks_[k].object].vertex;
    if (object < 0) continue;
    const BlockLdlt::Place place = ldlt_.place(constraints_[blocks_[k].constraint].vertex, object);
    couplings_.push_back({static_cast<int>(k), place, place.rows == object});
  }
}

void Kkt::clear_jacobian() {
  for_numbers(workers_, jacobian_.size(), [this](std::size_t first, std::size_t last) {
    std::fill(jacobian_.data() + first, jacobian_.data() + last, 0.0);
  });
}

// ---- factors ----

/// Y = J L⁻ᵀ with M = L D Lᵀ, so that J M⁻¹ Jᵀ = Y D⁻¹ Yᵀ, without the rows that are masked. Blocks
/// with objects in the factors stay as they are. Most often all is J itself.
const double* Kkt::prepared_jacobian() {
  if (masked_rows_ == 0 && mass_.is_diagonal()) return jacobian_.data();
  expect_masks();
  for (const Block& b : blocks_) {
    double* Y = prepared_.data() + b.values;
    std::copy_n(jacobian_.data() + b.values, static_cast<std::size_t>(b.rows) * b.columns, Y);
    for (int i = 0; constraints_[b.constraint].masked > 0 && i < b.rows; ++i)
      if (masked_[b.row + i]) std::fill_n(Y + i * b.columns, b.columns, 0.0);
    if (objects_[b.object].vertex < 0) mass_.divide(b.object, Y, b.rows);
  }
  return prepared_.data();
}

/// Of one shape, known to the compiler.
template <int RowsA, int RowsB, int Columns>
void Kkt::subtract_products(const Run& run, const double* Y) {
  const double* inverse = mass_.inverse().data();
  double* values = ldlt_.values();
  const auto subtract = [&]<bool Same>() {
    for (std::size_t k = run.first; k < run.last; ++k) {
      const Product& p = products_[k];
      dense::subtract_row_product<Same, RowsA, RowsB, Columns>(
          values + p.at, p.stride, Y + p.a, Y + p.b, inverse + p.mobility);
    }
  };
  const Product& first = products_[run.first];
  first.a == first.b ? subtract.template operator()<true>() : subtract.template operator()<false>();
}

void Kkt::subtract_products(const Run& run, const double* Y) {
  const int m = products_[run.first].rows_a, n = products_[run.first].rows_b;
  const int columns = products_[run.first].columns;
  if (m <= kMostFixedRows && n <= kMostFixedRows && (columns == 3 || columns == 6))
    return with_constant<1, kMostFixedRows>(m, [&]<int M>() {
      with_constant<1, kMostFixedRows>(n, [&]<int N>() {
        columns == 3 ? subtract_products<M, N, 3>(run, Y) : subtract_products<M, N, 6>(run, Y);
      });
    });
  for (std::size_t k = run.first; k < run.last; ++k) {
    const Product& p = products_[k];
    const double* inverse = mass_.inverse().data() + p.mobility;
    for (int j = 0; j < n; ++j)
      for (int i = p.a == p.b ? j : 0; i < m; ++i) {
        const double *ya = Y + p.a + i * columns, *yb = Y + p.b + j * columns;
        double sum = 0.0;
        for (int l = 0; l < columns; ++l) sum += ya[l] * (inverse[l] * yb[l]);
        ldlt_.values()[p.at + i + static_cast<std::size_t>(j) * p.stride] -= sum;
      }
  }
}

/// Divides each run among the workers where one place ends and the next begins, so that no two
/// write to the same.
void Kkt::subtract_all_products(const double* Y) {
  for (const Run& run : runs_) {
    const auto next_place = [&](std::size_t k) {
      while (k > run.first && k < run.last && products_[k].at == products_[k - 1].at) ++k;
      return k;
    };
    const auto subtract = [&](int first, int last) {
      const Run part{next_place(run.first + first), next_place(run.first + last)};
      if (part.first < part.last) subtract_products(part, Y);
    };
    const int n = static_cast<int>(run.last - run.first);
    if (workers_ != nullptr)
      workers_->for_ranges(n, kFewestProducts, subtract);
    else
      subtract_products(run, Y);
  }
}

/// Sets the matrix to what is left when the first objects have gone. Rows that are masked are −1 on
/// the diagonal.
void Kkt::load() {
  ldlt_.set_zero();
  const double* Y = prepared_jacobian();
  subtract_all_products(Y);
  for (const Coupling& c : couplings_) {
    const Block& b = blocks_[c.block];
    double* to = ldlt_.values() + c.place.at;
    for (int j = 0; j < b.columns; ++j)
      for (int i = 0; i < b.rows; ++i)
        to[c.transposed ? j + i * c.place.stride : i + j * c.place.stride] =
            Y[b.values + static_cast<std::size_t>(i) * b.columns + j];
  }
  for (std::size_t o = 0; o < objects_.size(); ++o) {
    if (objects_[o].vertex < 0) continue;
    const BlockLdlt::Place place = ldlt_.place(objects_[o].vertex, objects_[o].vertex);
    for (int j = 0; j < objects_[o].size; ++j)
      for (int i = 0; i < objects_[o].size; ++i)
        ldlt_.values()[place.at + i + static_cast<std::size_t>(j) * place.stride] =
            mass_.entry(static_cast<int>(o), i, j);
  }
  if (masked_rows_ > 0)
    for (int k = 0; k < rows_; ++k)
      if (masked_[k]) ldlt_.values()[diagonal_[k]] = -1.0;
  for (int c : retired_)
    for (int i = 0; i < constraints_[c].rows; ++i)
      ldlt_.values()[diagonal_[constraints_[c].offset + i]] = -1.0;
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
    const double *J = jacobian_.data() + b.values, *M = mass_.diagonal(b.object);
    for (int j = 0; j < b.columns; ++j)
      for (int i = 0; i < b.rows; ++i)
        if (!masked_[b.row + i])
          more_[late_dofs_ + b.row + i] += J[i * b.columns + j] * J[i * b.columns + j] / M[j];
  }
}

/// The largest diagonal entry of J M⁻¹ Jᵀ, M by its diagonal.
double Kkt::largest_diagonal() {
  const std::span<double> sum = std::span(terms_).subspan(dofs_);
  std::fill(sum.begin(), sum.end(), 0.0);
  for (const Block& b : blocks_) {
    const double *J = jacobian_.data() + b.values, *M = mass_.diagonal(b.object);
    for (int i = 0; i < b.rows; ++i, J += b.columns)
      for (int j = 0; j < b.columns && !masked_[b.row + i]; ++j)
        sum[b.row + i] += J[j] * J[j] / M[j];
  }
  return rows_ > 0 ? std::ranges::max(sum) : 0.0;
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

}  // namespace holon
