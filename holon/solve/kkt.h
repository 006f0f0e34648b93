// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "holon/solve/block_ldlt.h"
#include "holon/solve/mass_blocks.h"

namespace holon {

/// The equations of motion and the constraints on it, to be solved together:
///
///     M x − Jᵀ λ = f                                   (1)
///     J x        = b                                   (2)
///
/// M is block diagonal, J has one dense block per constraint and object it looks at.
///
/// Objects that are eliminated before all their constraints, which is most of them, never enter the
/// factors: what they leave between the constraints is their part of A = J M⁻¹ Jᵀ, added up block
/// by block. An object with a great many constraints, which would make A dense, goes with these
/// into the factors. So each object is in the form that is cheaper.
///
/// When rows of J depend on others they are left out of the factors; the motion meets them all the
/// same if they ask for nothing else than the others do. λ is then zero in these rows: forces that
/// hold, of which `shorten` finds the shortest.
///
/// When they do ask for something else, (2) is met in the sense of least squares and λ is the
/// shortest that does it. For that K is factored with −ε in its lower right corner, and the exact
/// residuals are fed back through these factors: the proximal iteration
///     λ ← (A + ε)⁻¹ (b' + ε λ),   A = J M⁻¹ Jᵀ,
/// which converges by ε/σ for each singular value σ of A and never leaves the range of A if it
/// starts at zero. What is left of b in the null space of A is the conflict; it is taken out of b.
class Kkt {
 public:
  // ---- topology ----
  void clear();
  /// Masses that vary may become any, and have room for that from the start.
  int add_object(int size, bool mass_varies = false);
  int add_constraint(int rows);
  /// Declares that `constraint` looks at `object` and returns where their block starts in J.
  std::ptrdiff_t add_block(int constraint, int object);
  /// Keeps back rows, the last ones, for constraints that come after the analysis. Until these take
  /// them they are zero in J, and so is λ there where b is.
  void keep_back(int rows);
  void analyse();
  /// Who helps with large systems; nobody if null.
  void set_workers(Workers* workers);

  // ---- changes after the analysis ----
  /// Takes a constraint out for good: its rows are as those kept back.
  void retire(int constraint);
  /// A constraint on these objects, with all its blocks: in the place of one that was on the same
  /// and has retired, else in rows kept back, where the order of elimination stays what it was.
  /// Returns −1 if there are not as many.
  int join(int rows, std::span<const int> objects);
  int retired_rows() const { return retired_rows_; }

  // ---- values ----
  /// The mass matrix of an object, size × size.
  void set_mass(int object, const double* M) { mass_.set(object, M); }
  void get_mass(int object, double* M) const { mass_.get(object, M); }
  /// The blocks of J, each by rows.
  double* jacobian() { return jacobian_.data(); }
  void clear_jacobian();
  /// Makes room for masked rows, without which the first factorisation that has some allocates.
  void expect_masks();
  /// Takes a constraint out of the next factorisation: its rows of J and b count as zero.
  void mask(int constraint, bool masked);
  /// The same for one of its rows.
  void mask_row(int row, bool masked);
  bool is_masked(int row) const { return masked_[row]; }
  bool has_masked_rows() const { return masked_rows_ > 0; }

  // ---- solution ----
  /// Factors the current values. Returns the number of dependent rows found, which are left out.
  /// `drift` is how far off their constraint surfaces, relative to its size, the values of J were
  /// taken. Rows that depend on each other on the surfaces are apart by that much beside them, and
  /// would then stop a motion that they only seem to forbid.
  int factor(double drift = 0.0);

  /// Factors with −μ times the largest diagonal entry of J M⁻¹ Jᵀ in the lower right corner, for
  /// the damped steps of Levenberg and Marquardt.
  void factor_damped(double mu);
  /// One solve with the factors as they are, without refinement.
  void solve_once(std::span<const double> f,
                  std::span<const double> b,
                  std::span<double> x,
                  std::span<double> lambda);
  /// The λ of such a solve with f = 0.
  void solve_once(std::span<const double> b, std::span<double> lambda);

  struct Outcome {
    int refinements = 0;
    double conflict = 0.0;  ///< largest part of b that no motion can meet
  };
  /// `slack` is how far a dependent row may be from b before it counts as asking for something
  /// else.
  Outcome solve(std::span<const double> f,
                std::span<const double> b,
                std::span<double> x,
                std::span<double> lambda,
                double slack = 0.0);
  /// Makes λ the shortest that pushes the same. The next solution needs new factors.
  void shorten(std::span<double> lambda);
  /// Whether the factors are those of the last call of factor().
  bool is_factored() const { return factored_; }
  /// What the last solve left of b, row by row (zero when nothing conflicts).
  std::span<const double> conflict() const { return conflict_; }

  /// out = J x
  void times_jacobian(std::span<const double> x, std::span<double> out) const;
  /// One row of J x, masked or not, and the sum of the sizes of its terms.
  struct RowProduct {
    double sum = 0.0, size = 0.0;
  };
  RowProduct row_times(int row, std::span<const double> x) const;
  /// out += Jᵀ λ
  void add_jacobian_transposed(std::span<const double> lambda, std::span<double> out) const;
  /// out += Jᵀ λ of one constraint alone, masked or not
  void add_block_transposed(int constraint,
                            std::span<const double> lambda,
                            std::span<double> out) const;
  /// x = M⁻¹ f, by the factors of M at hand
  void divide_by_mass(std::span<const double> f, std::span<double> x) const { mass_.solve(f, x); }
  /// out = M x
  void times_mass(std::span<const double> x, std::span<double> out) const { mass_.times(x, out); }

  /// A block of J.
  struct Block {
    int constraint, object;
    std::uint32_t values;            // where they start
    int row, rows, column, columns;  // of J
  };
  std::span<const Block> blocks() const { return blocks_; }
  const double* jacobian() const { return jacobian_.data(); }
  int objects() const { return static_cast<int>(objects_.size()); }
  int object_size(int object) const { return objects_[object].size; }
  int constraints() const { return static_cast<int>(constraints_.size()); }
  int constraint_rows(int constraint) const { return constraints_[constraint].rows; }
  int dofs() const { return dofs_; }
  int rows() const { return rows_; }
  int dof_offset(int object) const { return objects_[object].offset; }
  int row_offset(int constraint) const { return constraints_[constraint].offset; }
  /// The constraint that has a row; −1 for one that is kept back.
  int constraint_of(int row) const { return row_owner_[row]; }
  int dependent_rows() const { return dependent_; }
  /// The smallest pivot of the last factor() over what it was before elimination, but for rows left
  /// out: 1 where rows are at right angles, the square of the angle where they nearly depend.
  double smallest_pivot() const { return ldlt_.smallest_pivot(); }
  /// Corrections made by all solves so far.
  std::uint64_t refinements() const { return refinements_; }
  std::span<const int> left_out() const { return left_out_; }  ///< rows, by the last factor()
  std::size_t factor_size() const { return ldlt_.factor_size(); }

 private:
  struct Object {
    int size, offset;
    int vertex = -1;  // in the factors; −1 if it is eliminated before
    int place = 0;    // of its first row there
    int first_use = 0;
  };
  struct Constraint {
    int rows, offset;
    int masked;               // how many of its rows
    int first_block, blocks;  // which are one after the other
    int vertex = -1;          // in the factors
  };
  /// A block of J as its object sees it.
  struct Use {
    std::uint32_t values;
    int row, rows;
  };
  /// What an object that is eliminated first adds between two constraints.
  struct Product {
    std::uint32_t a, b;  // their blocks of J, the one that is eliminated later first
    std::uint32_t at;    // in the factors
    int stride;
    int mobility;                           // where D⁻¹ of the object starts
    std::uint16_t columns, rows_a, rows_b;  // of the object and the constraints
  };
  static Product product_of(const Block& a, const Block& b, const BlockLdlt::Place& place);
  /// Blocks or products of one shape, one after the other.
  struct Run {
    std::size_t first, last;
  };
  /// A block of J with an object that goes into the factors.
  struct Coupling {
    int block;
    BlockLdlt::Place place;
    bool transposed;
  };
  /// Calls f(block, rows, columns, counts) for each block of J, where counts(i) says whether row i
  /// of the block takes part, that is, is not masked. Those of different constraints on different
  /// threads, if there are any.
  template <class F>
  void for_each_block(F&& f) const;
  /// Calls f(number of an object, columns, visit) for each object, some on other threads;
  /// visit(g) calls g(J, row, rows) for each of its blocks, or what takes part of it: where its
  /// numbers are, and which rows they are.
  template <class F>
  void for_each_object(F&& f) const;
  int rows_alike(const Object& object) const;
  template <class F>
  void for_each_late_block(F&& f) const;
  template <class List, class Shape>
  static std::vector<Run> runs_of(const List& list, Shape&& shape);
  void order();
  void list_uses();
  std::span<const Use> uses_of(const Object& object) const {
    const Object* next = &object + 1;
    const bool is_last = next == objects_.data() + objects_.size();
    const int end = is_last ? static_cast<int>(uses_.size()) : next->first_use;
    return std::span(uses_).subspan(object.first_use, end - object.first_use);
  }
  void list_products();
  void list_couplings();
  int take_back(int rows, std::span<const int> objects);
  void list_late(int block);
  void fit_topology();
  void fit_products();
  const double* prepared_jacobian();
  template <int RowsA, int RowsB, int Columns>
  void subtract_products(const Run& run, const double* Y);
  void subtract_products(const Run& run, const double* Y);
  void subtract_all_products(const double* Y);
  void load();
  void note_late_objects();
  double largest_diagonal();
  void solve_rows(std::span<double> rows);
  void keep_conflict();
  void keep_null_space();
  bool meets_left_out(std::span<const double> x, double slack) const;
  Outcome solve_exactly(std::span<const double> f, std::span<double> x, std::span<double> lambda);
  Outcome solve_least_squares(std::span<const double> f,
                              std::span<double> x,
                              std::span<double> lambda);
  void correct(std::span<double> x, std::span<double> lambda);
  struct Residual {
    double constraints, forces;  ///< largest, over what rounding allows
  };
  Residual residual(std::span<const double> f,
                    std::span<const double> x,
                    std::span<const double> lambda);

  std::vector<Object> objects_;
  std::vector<Constraint> constraints_;
  std::vector<Block> blocks_;
  std::vector<Product> products_;  // by shape, and then by place
  std::vector<Run> runs_, block_runs_;
  std::vector<Use> uses_;         // by object; of the blocks that the analysis has seen
  std::vector<Run> object_runs_;  // objects with blocks of one shape
  std::vector<Coupling> couplings_;
  std::vector<std::size_t> diagonal_;  // of each row: its place in the factors
  int dofs_ = 0, rows_ = 0, dependent_ = 0;
  int late_dofs_ = 0;  // of the objects in the factors, whose rows come first there
  int masked_rows_ = 0;
  int kept_back_ = 0, retired_rows_ = 0;
  std::vector<int> retired_;  // constraints
  std::uint64_t refinements_ = 0;
  double epsilon_ = 0.0;       // of the factors, where they are regularised
  bool factored_ = false;      // without ε
  std::vector<int> left_out_;  // rows of J
  MassBlocks mass_;
  std::vector<double> jacobian_;
  // J as the products take it, where that is not as it is; empty until that may be
  std::vector<double> prepared_;
  std::vector<char> masked_;    // by row
  std::vector<int> row_owner_;  // the constraint of each row
  BlockLdlt ldlt_;
  Workers* workers_ = nullptr;
  std::vector<double> more_;  // of each row of the factors: what its pivot takes from late objects
  std::vector<double> rhs_, wanted_, residual_, terms_, conflict_;
};

}  // namespace holon
