// SPDX-License-Identifier: Apache-2.0
// Models of which everything is known, each also held against a dense singular value decomposition
// of the same Jacobian.
#include <gtest/gtest.h>

#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "holon/step/position_solver.h"
#include "holon/world/diagnosed_models.h"

namespace holon::diagnosis_test {

/// J of everything in a world, dense, with rows of length 1 on velocities measured by energy.
struct DenseRows {
  MatX J;
  std::map<std::pair<ConstraintId, int>, int> at;  ///< where a row of a constraint is
  std::vector<double> scale;
  int massless = 0;

  explicit DenseRows(const World& world) {
    std::vector<ObjectId> objects;
    std::vector<ConstraintId> constraints;
    world.model().objects().for_each([&](ObjectId id, const ObjectRecord& record) {
      if (!record.options.kinematic) objects.push_back(id);
    });
    world.model().constraints().for_each(
        [&](ConstraintId id, const ConstraintRecord& /*r*/) { constraints.push_back(id); });
    System system;
    system.build(world.model(), objects, constraints, {});
    VecX q(system.nq()), v(system.nv());
    for (const System::BodyView& b : system.bodies()) {
      std::ranges::copy(world.state().q(b.id), q.data() + b.q);
      std::ranges::copy(world.state().v(b.id), v.data() + b.v);
    }
    for (std::size_t k = 0; k < system.kinematic_objects().size(); ++k) {
      const auto kq = world.state().q(system.kinematic_objects()[k]);
      const auto kv = world.state().v(system.kinematic_objects()[k]);
      system.set_kinematic(static_cast<int>(k), 0.0, kq, kv, 0.0, kq, kv);
    }
    system.begin_step(0.0, {});
    system.place(0.0, q, v);
    system.evaluate_constraints();
    system.evaluate_mass();
    fill(system);
  }
  void fill(System& system) {
    MatX all(system.rows(), system.nv());
    VecX column(system.rows());
    const VecX one = VecX::Ones(system.nv());
    for (int j = 0; j < system.nv(); ++j) {
      const VecX unit = VecX::Unit(system.nv(), j);
      system.kkt().times_jacobian(as_span(unit), as_span(column));
      all.col(j) = column;
    }
    for (std::size_t b = 0; b < system.bodies().size(); ++b) {
      const System::BodyView& view = system.bodies()[b];
      MatX M(view.nv, view.nv);
      system.kkt().get_mass(static_cast<int>(b), M.data());
      const double mass =
          system.visit_body(static_cast<int>(b), [](const auto& r) { return r.mass(); });
      const MatX U = MatX(M / mass).llt().matrixU();
      if (all.rows() > 0)
        all.middleCols(view.v, view.nv) =
            U.transpose()
                .triangularView<Eigen::Lower>()
                .solve(MatX(all.middleCols(view.v, view.nv).transpose()))
                .transpose();
      system.visit_body(static_cast<int>(b), [&](const auto& r) {
        if constexpr (requires { r.mobile_turns(); })
          massless += r.mobile_turns().isIdentity() ? 0 : 1;
      });
    }
    int rows = 0;
    J.resize(system.rows(), system.nv());
    for (const System::ConstraintView& c : system.constraints())
      for (int i = 0; i < c.rows; ++i) {
        const int row = c.row + i;
        if (system.is_one_sided(row) && system.c()[row] > touching(system)) continue;
        const double length = all.row(row).norm();
        scale.push_back(length > 1e-9 ? 1.0 / length : 1.0);
        at[{c.id, i}] = rows;
        J.row(rows++) = all.row(row) * scale.back();
      }
    J.conservativeResize(rows, Eigen::NoChange);
  }
};

// Well above what rounding leaves and well below the toggles of these models (1e-4).
constexpr double dependent = 1e-6;

int rank_of(const MatX& J) {
  if (J.rows() == 0 || J.cols() == 0) return 0;
  const VecX sigma = Eigen::JacobiSVD<MatX>(J).singularValues();
  return static_cast<int>((sigma.array() > dependent).count());
}
/// Some rows of a matrix.
MatX rows_of(const MatX& J, const std::vector<int>& rows) {
  MatX out(static_cast<Eigen::Index>(rows.size()), J.cols());
  for (std::size_t i = 0; i < rows.size(); ++i)
    out.row(static_cast<Eigen::Index>(i)) = J.row(rows[i]);
  return out;
}
MatX without(const MatX& J, const std::set<int>& gone) {
  std::vector<int> rest;
  for (int i = 0; i < J.rows(); ++i)
    if (!gone.contains(i)) rest.push_back(i);
  return rows_of(J, rest);
}

std::vector<KnownSet> named(const std::vector<Diagnosis::Redundancy>& sets, const Model& model) {
  std::vector<KnownSet> out;
  for (const Diagnosis::Redundancy& set : sets) {
    KnownSet known{{}, set.count};
    for (const Diagnosis::Rows& r : set.members) known.names.push_back(model.name_of(r.constraint));
    out.push_back(known);
  }
  return out;
}
std::vector<KnownSet> sorted(std::vector<KnownSet> sets) {
  for (KnownSet& s : sets) std::ranges::sort(s.names);
  std::ranges::sort(sets);
  return sets;
}
std::vector<std::string> names_of(const std::vector<ConstraintId>& ids, const Model& model) {
  std::vector<std::string> out;
  for (const ConstraintId id : ids) out.push_back(model.name_of(id));
  return out;
}
std::string show(const std::vector<KnownSet>& sets) {
  std::string text;
  for (const KnownSet& s : sets) {
    text += "{";
    for (const std::string& n : s.names) text += n + " ";
    text += "}x" + std::to_string(s.count) + " ";
  }
  return text;
}

std::vector<KnownModel> known_models() {
  std::vector<KnownModel> all = known_linkages();
  for (auto* more : {&known_frames, &known_one_sided_and_moving})
    std::ranges::move(more(), std::back_inserter(all));
  return all;
}

class Diagnosed : public ::testing::TestWithParam<KnownModel> {
 protected:
  void SetUp() override { GetParam().build(world); }
  const KnownModel& known() const { return GetParam(); }
  World world;
};
INSTANTIATE_TEST_SUITE_P(Model, Diagnosed, ::testing::ValuesIn(known_models()), [](const auto& m) {
  return m.param.name;
});

TEST_P(Diagnosed, HasTheFreedomsAndSetsItIsKnownToHave) {
  const Diagnosis d = world.diagnose();
  const Model& model = world.model();
  const std::string all = text_of(d, model);
  EXPECT_EQ(d.freedoms, known().freedoms) << all;
  EXPECT_EQ(d.freedoms - d.lasting, known().not_lasting) << all;
  EXPECT_EQ(show(sorted(named(d.redundancies, model))), show(sorted(known().redundancies))) << all;
  EXPECT_EQ(show(sorted(named(d.conflicts, model))), show(sorted(known().conflicts))) << all;
  EXPECT_EQ(names_of(d.taut, model), known().taut);
  EXPECT_EQ(names_of(d.slack, model), known().slack);
  EXPECT_EQ(d.motions.size(), d.freedoms);
  std::vector<std::string> motions;
  for (const Diagnosis::Freedom& m : d.motions) motions.push_back(text_of(m, model));
  if (!known().motions.empty()) EXPECT_EQ(motions, known().motions);
  std::vector<std::vector<std::string>> near;
  for (const Diagnosis::Near& n : d.nearly) {
    near.emplace_back();
    for (const Diagnosis::Rows& r : n.members) near.back().push_back(model.name_of(r.constraint));
  }
  EXPECT_EQ(near, known().near) << all;
}

TEST_P(Diagnosed, IsNotTouchedByIt) {
  World untouched;
  known().build(untouched);
  const std::uint64_t before = world.hash();
  world.diagnose();
  EXPECT_EQ(world.hash(), before);
  world.step(0.01);
  untouched.step(0.01);
  world.diagnose();
  world.step(0.01);
  untouched.step(0.01);
  EXPECT_EQ(world.hash(), untouched.hash()) << "as if nobody had looked";
}

TEST_P(Diagnosed, AgreesWithTheSingularValues) {
  if (!known().at_rest) GTEST_SKIP() << "the Jacobian is that of another configuration";
  const Diagnosis d = world.diagnose();
  const DenseRows dense(world);
  const int rank = rank_of(dense.J);
  EXPECT_EQ(d.rank, rank);
  EXPECT_EQ(d.freedoms, dense.J.cols() - dense.massless - rank);
  EXPECT_EQ(d.redundant_rows(), dense.J.rows() - rank);
  if (dense.J.rows() == 0) return;
  // forces are shifted along the left null space: a row without a part in it has a force of its own
  const Eigen::JacobiSVD<MatX> svd(dense.J, Eigen::ComputeFullU);
  std::set<int> shiftable, told;
  for (int i = 0; i < dense.J.rows(); ++i)
    if (svd.matrixU().row(i).tail(dense.J.rows() - rank).norm() > dependent) shiftable.insert(i);
  for (const Diagnosis::Rows& r : d.shiftable)
    for (const int row : r.rows) told.insert(dense.at.at({r.constraint, row}));
  EXPECT_EQ(told, shiftable);
  if (!d.nearly.empty()) {
    const double smallest = svd.singularValues()[rank - 1];
    EXPECT_GE(d.nearly.front().distance, 0.9 * smallest);
    EXPECT_LE(d.nearly.front().distance, 3.0 * smallest);
  }
}

TEST_P(Diagnosed, NamesSetsThatAreMinimalAndIndependent) {
  if (!known().at_rest) GTEST_SKIP() << "the Jacobian is that of another configuration";
  const Diagnosis d = world.diagnose();
  const DenseRows dense(world);
  std::vector<VecX> combinations;
  for (const auto* list : {&d.redundancies, &d.conflicts})
    for (const Diagnosis::Redundancy& set : *list)
      for (const auto& parts : set.sets) {
        std::vector<int> rows;
        VecX y = VecX::Zero(dense.J.rows());
        for (const Diagnosis::Part& p : parts) {
          rows.push_back(dense.at.at({p.constraint, p.row}));
          y[rows.back()] = p.share / dense.scale[rows.back()];
        }
        EXPECT_LT((dense.J.transpose() * y).norm(), dependent * y.norm()) << "they cancel";
        EXPECT_EQ(rank_of(rows_of(dense.J, rows)), static_cast<int>(rows.size()) - 1);
        combinations.push_back(y.normalized());
      }
  MatX all(static_cast<Eigen::Index>(combinations.size()), dense.J.rows());
  for (std::size_t i = 0; i < combinations.size(); ++i)
    all.row(static_cast<Eigen::Index>(i)) = combinations[i].transpose();
  EXPECT_EQ(rank_of(all), static_cast<int>(combinations.size()));
}

TEST_P(Diagnosed, GivesAdviceThatSetsNothingFree) {
  if (!known().at_rest) GTEST_SKIP() << "the Jacobian is that of another configuration";
  const Diagnosis d = world.diagnose();
  const DenseRows dense(world);
  const int rank = rank_of(dense.J);
  for (const auto* list : {&d.redundancies, &d.conflicts})
    for (const Diagnosis::Redundancy& set : *list) {
      for (const Diagnosis::Rows& member : set.members) {
        std::set<int> rows;
        for (const auto& [key, row] : dense.at)
          if (key.first == member.constraint) rows.insert(row);
        const bool told =
            std::ranges::find(set.removable, member.constraint) != set.removable.end();
        EXPECT_EQ(told, rank_of(without(dense.J, rows)) == rank)
            << world.model().name_of(member.constraint);
      }
      std::set<int> spare;
      for (const Diagnosis::Rows& r : set.spare)
        for (const int row : r.rows) spare.insert(dense.at.at({r.constraint, row}));
      EXPECT_EQ(rank_of(without(dense.J, spare)), rank);
      if (set.removable.empty()) EXPECT_EQ(static_cast<int>(spare.size()), set.count);
    }
}

TEST(Diagnosis, AdvisesToKeepOneOfManyCopies) {
  World world;
  const ObjectId a = body(world, "a", {0, 0, 0});
  for (const char* name : {"one", "two", "three"}) pin(world, name, ground, a, {1, 0, 0});
  const Diagnosis d = world.diagnose();
  ASSERT_EQ(d.redundancies.size(), 1U);
  EXPECT_TRUE(d.redundancies[0].copies);
  EXPECT_EQ(d.redundancies[0].sets.size(), 6U);
  EXPECT_EQ(advice(d.redundancies[0], world.model()), "keep one of one, two, three");
}

// Both diagonals in all faces of n × n × n cubes that are a little askew: far more bars than are
// needed, and every motion but those of the whole is held.
TEST(Diagnosis, CountsExactlyInASolidWithManyBarsTooMany) {
  const int n = 8;  // from here on rounding used to pass for a row that is needed
  World world;
  std::vector<ObjectId> knots;
  for (int i = 0; i < n * n * n; ++i)
    knots.push_back(particle(world,
                             "",
                             Vec3(i % n, i / n % n, i / n / n)
                                 + 0.1 * Vec3(std::sin(i), std::sin(1.7 * i), std::sin(2.3 * i))));
  const auto is_inside = [&](int a) { return a >= 0 && a < n; };
  for (int i = 0; i < n * n * n; ++i)
    for (int k = 14; k < 27; ++k) {  // one of each two opposite neighbours
      const int x = k % 3 - 1, y = k / 3 % 3 - 1, z = k / 9 - 1;
      if (x * x + y * y + z * z > 2 || !is_inside(i % n + x) || !is_inside(i / n % n + y)
          || !is_inside(i / n / n + z))
        continue;
      bar(world, "", PointOn{knots[i]}, PointOn{knots[i + x + n * (y + n * z)]});
    }
  const Diagnosis d = world.diagnose();
  EXPECT_EQ(d.freedoms, 6);
  EXPECT_EQ(d.redundant_rows(), d.constraints - (3 * n * n * n - 6));
  EXPECT_TRUE(d.nearly.empty());
}

// A strip of square panels, each with both diagonals, in a plane: the bar between two panels
// belongs to both, and all the same each panel is told by itself.
TEST(Diagnosis, NamesEachPanelOfALongTrussByItself) {
  const int panels = 200;
  World world;
  std::vector<ObjectId> knots;
  for (int i = 0; i <= panels; ++i) {
    for (const double y : {0.0, 1.0}) {
      knots.push_back(particle(world, "", {1.0 * i, y, 0.0}));
      world.add(PointOnPlane{WorldFrame{}, PointOn{knots.back()}});
    }
    const std::size_t k = knots.size();
    bar(world, "", PointOn{knots[k - 2]}, PointOn{knots[k - 1]});
    if (i == 0) continue;
    for (const std::size_t left : {k - 4, k - 3})
      for (const std::size_t right : {k - 2, k - 1})
        bar(world, "", PointOn{knots[left]}, PointOn{knots[right]});
  }
  const Diagnosis d = world.diagnose();
  EXPECT_EQ(d.freedoms, 3);
  ASSERT_EQ(d.redundancies.size(), panels);
  for (const Diagnosis::Redundancy& set : d.redundancies) EXPECT_EQ(set.members.size(), 6U);
}

// A row of 3333 parallelograms: 10,000 hinges, of which every loop has 3 rows too many.
TEST(Diagnosis, CountsExactlyInAModelOfTenThousandHinges) {
  World world;
  const int loops = 3333;
  const Vec3 up(0.5, 0.8, 0);
  ObjectId last;
  for (int i = 0; i <= loops; ++i) {
    const Vec3 foot(i, 0, 0);
    const ObjectId crank = body(world, "", foot + 0.5 * up);
    hinge(world, "", ground, crank, foot);
    if (i > 0) {
      const ObjectId coupler = body(world, "", foot + up - Vec3(0.5, 0, 0));
      hinge(world, "", last, coupler, foot + up - Vec3(1, 0, 0));
      hinge(world, "", coupler, crank, foot + up);
    }
    last = crank;
  }
  const Diagnosis d = world.diagnose();
  EXPECT_EQ(d.constraints, 10000);
  EXPECT_EQ(d.freedoms, 1);
  EXPECT_EQ(d.redundant_rows(), 3 * loops);
  ASSERT_EQ(d.redundancies.size(), loops);
  for (const Diagnosis::Redundancy& set : d.redundancies) {
    EXPECT_EQ(set.members.size(), 4U);
    EXPECT_EQ(set.count, 3);
  }
}

}  // namespace holon::diagnosis_test
