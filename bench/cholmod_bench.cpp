// SPDX-License-Identifier: Apache-2.0
//
// Numeric factors and one solution of A = J M⁻¹ Jᵀ for nets and solids of point masses with rods:
// by our BlockLdlt and by CHOLMOD's supernodal Cholesky, each with its own order.
#include <benchmark/benchmark.h>
#include <suitesparse/cholmod.h>

#include <algorithm>
#include <cmath>

#include "graph_scene.h"
#include "holon/solve/block_ldlt.h"

namespace {

/// Its entries of the lower triangle.
struct Matrix {
  struct Entry {
    int row, column;
    double value;
  };
  int rows = 0;
  std::vector<Entry> entries;
  holon::BlockGraph graph;  // of masses and rods
};

/// With M = 1. Row r of J is u at one mass of rod r, and −u at the other.
Matrix matrix_of(const peers::Scene& scene) {
  struct End {
    int rod;
    peers::V3 u;
  };
  std::vector<std::vector<End>> ends(scene.bodies.size());
  Matrix out;
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) out.graph.add_vertex(3, false);
  for (const peers::Joint& joint : scene.joints) {
    const peers::V3 across = scene.start_anchor_b(joint) - scene.start_anchor_a(joint);
    const peers::V3 u = 1.0 / peers::norm(across) * across;
    const int rod = out.rows++, vertex = out.graph.add_vertex(1, true);
    for (const auto& [body, sign] : {std::pair(joint.a, -1.0), std::pair(joint.b, 1.0)}) {
      if (body == peers::ground) continue;
      ends[body].push_back({rod, sign * u});
      out.graph.add_edge(body, vertex);
    }
  }
  std::vector<double> diagonal(static_cast<std::size_t>(out.rows), 0.0);
  for (const auto& at : ends)
    for (const End& a : at)
      for (const End& b : at) {
        if (a.rod > b.rod) out.entries.push_back({a.rod, b.rod, peers::dot(a.u, b.u)});
        if (a.rod == b.rod) diagonal[a.rod] += peers::dot(a.u, a.u);
      }
  for (int i = 0; i < out.rows; ++i) out.entries.push_back({i, i, diagonal[i]});
  return out;
}

class ByHolon {
 public:
  explicit ByHolon(const Matrix& matrix) {
    const auto rest = without_first_objects(matrix.graph, eliminate(matrix.graph));
    ldlt_.analyse(rest.graph, rest.elimination);
    const auto masses = static_cast<int>(matrix.graph.size.size()) - matrix.rows;
    for (const Matrix::Entry& e : matrix.entries)  // constraints have negative pivots
      ldlt_.values()[ldlt_.place(rest.vertex[masses + e.row], rest.vertex[masses + e.column]).at] =
          -e.value;
    loaded_.assign(ldlt_.values(), ldlt_.values() + ldlt_.factor_size());
  }
  int factor() {
    std::ranges::copy(loaded_, ldlt_.values());
    return ldlt_.factor(1e-11);
  }
  std::vector<double> solve(std::vector<double> b) {
    ldlt_.solve(b);
    for (double& x : b) x = -x;
    return b;
  }
  std::size_t size() const { return ldlt_.factor_size(); }

 private:
  holon::BlockLdlt ldlt_;
  std::vector<double> loaded_;
};

class ByCholmod {
 public:
  explicit ByCholmod(const Matrix& matrix) {
    cholmod_start(&common_);
    common_.supernodal = CHOLMOD_SUPERNODAL;
    const auto n = static_cast<std::size_t>(matrix.rows), entries = matrix.entries.size();
    cholmod_triplet* list = cholmod_allocate_triplet(n, n, entries, -1, CHOLMOD_REAL, &common_);
    for (const Matrix::Entry& e : matrix.entries) {
      static_cast<int*>(list->i)[list->nnz] = e.row;
      static_cast<int*>(list->j)[list->nnz] = e.column;
      static_cast<double*>(list->x)[list->nnz++] = e.value;
    }
    matrix_ = cholmod_triplet_to_sparse(list, entries, &common_);
    cholmod_free_triplet(&list, &common_);
    factor_ = cholmod_analyze(matrix_, &common_);
    b_ = cholmod_allocate_dense(n, 1, n, CHOLMOD_REAL, &common_);
  }
  ByCholmod(const ByCholmod&) = delete;
  ByCholmod& operator=(const ByCholmod&) = delete;
  ~ByCholmod() {
    for (cholmod_dense** x : {&b_, &x_, &y_, &e_}) cholmod_free_dense(x, &common_);
    cholmod_free_factor(&factor_, &common_);
    cholmod_free_sparse(&matrix_, &common_);
    cholmod_finish(&common_);
  }
  int factor() {
    cholmod_factorize(matrix_, factor_, &common_);
    return common_.status;
  }
  std::vector<double> solve(const std::vector<double>& b) {
    std::ranges::copy(b, static_cast<double*>(b_->x));
    cholmod_solve2(CHOLMOD_A, factor_, b_, nullptr, &x_, nullptr, &y_, &e_, &common_);
    const auto* x = static_cast<const double*>(x_->x);
    return {x, x + b.size()};
  }
  std::size_t size() const { return factor_->xsize; }

 private:
  cholmod_common common_{};
  cholmod_sparse* matrix_ = nullptr;
  cholmod_factor* factor_ = nullptr;
  cholmod_dense *b_ = nullptr, *x_ = nullptr, *y_ = nullptr, *e_ = nullptr;
};

/// The largest entry of A x − b.
double residual(const Matrix& A, const std::vector<double>& x, std::vector<double> b) {
  for (const Matrix::Entry& e : A.entries) {
    b[e.row] -= e.value * x[e.column];
    if (e.row != e.column) b[e.column] -= e.value * x[e.row];
  }
  double largest = 0.0;
  for (const double r : b) largest = std::max(largest, std::abs(r));
  return largest;
}

template <class Solver>
void solve(benchmark::State& state, const std::string& scene) {
  const Matrix matrix = matrix_of(graphs::make_scene(scene, static_cast<int>(state.range(0))));
  const std::vector<double> b(static_cast<std::size_t>(matrix.rows), 1.0);
  Solver solver(matrix);
  std::vector<double> x;
  int failed = 0;
  for (auto _ : state) {
    failed += solver.factor();
    x = solver.solve(b);
  }
  if (failed != 0) state.SkipWithError("not of full rank");
  state.counters["rows"] = matrix.rows;
  state.counters["factor_size"] = static_cast<double>(solver.size());
  state.counters["residual"] = residual(matrix, x, b);
}

void add(const std::string& scene, const std::vector<std::int64_t>& sizes) {
  struct By {
    const char* name;
    void (*run)(benchmark::State&, const std::string& scene);
  };
  for (const std::int64_t n : sizes)
    for (const By by : {By{"holon", solve<ByHolon>}, By{"cholmod", solve<ByCholmod>}})
      benchmark::RegisterBenchmark(("cholmod/" + scene + "/" + by.name).c_str(),
                                   [=](benchmark::State& state) { by.run(state, scene); })
          ->Arg(n)
          ->Unit(benchmark::kMicrosecond);
}

const bool added = [] {
  add("net", {20, 40, 80});
  add("solid", {6, 12, 16, 24});
  return true;
}();

}  // namespace
