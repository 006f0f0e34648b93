// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/mass_blocks.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <random>

#include "holon/math/types.h"

namespace holon::mass_blocks_test {

std::span<double> span(VecX& v) {
  return {v.data(), static_cast<std::size_t>(v.size())};
}

/// Blocks of several sizes, kept twice: as MassBlocks takes them and as one dense matrix.
struct TwoMasses {
  MassBlocks blocks;
  MatX M;

  explicit TwoMasses(const std::vector<MatX>& parts) {
    for (const MatX& part : parts) blocks.add(static_cast<int>(part.rows()));
    Eigen::Index n = 0;
    for (const MatX& part : parts) n += part.rows();
    M.setZero(n, n);
    Eigen::Index at = 0;
    for (std::size_t o = 0; o < parts.size(); ++o) {
      set(static_cast<int>(o), parts[o]);
      M.block(at, at, parts[o].rows(), parts[o].cols()) = parts[o];
      at += parts[o].rows();
    }
  }
  void set(int object, const MatX& part) { blocks.set(object, part.data()); }
};

/// Symmetric, with eigenvalues from ½ to about 4.
MatX random_mass(int n, unsigned seed) {
  std::mt19937 engine(seed);
  std::normal_distribution<double> normal;
  const MatX A = MatX::NullaryExpr(n, n, [&] { return normal(engine); });
  return 0.5 * MatX::Identity(n, n) + A * A.transpose() / n;
}
MatX diagonal(std::initializer_list<double> entries) {
  return VecX(Eigen::Map<const VecX>(entries.begin(), static_cast<Eigen::Index>(entries.size())))
      .asDiagonal();
}

// A condition of some 10 leaves 1e-14 of 1e-16.
void expect_solves(const TwoMasses& two) {
  const VecX x = VecX::LinSpaced(two.M.rows(), -1.0, 2.0);
  VecX Mx(x.size());
  two.blocks.times({x.data(), static_cast<std::size_t>(x.size())}, span(Mx));
  EXPECT_LE((Mx - two.M * x).norm(), 1e-14 * Mx.norm());
  VecX apart(x.size());
  two.blocks.solve({Mx.data(), static_cast<std::size_t>(Mx.size())}, span(apart));
  EXPECT_LE((apart - x).norm(), 1e-14 * x.norm());
  two.blocks.solve(span(Mx));
  EXPECT_LE((Mx - x).norm(), 1e-14 * x.norm());
}

TEST(MassBlocks, MultiplyAndSolveLikeOneDenseMatrix) {
  TwoMasses two({random_mass(6, 1), diagonal({2.0, 3.0, 0.5}), random_mass(12, 2)});
  EXPECT_EQ(two.blocks.factor(), 0);
  EXPECT_FALSE(two.blocks.is_diagonal());
  EXPECT_TRUE(two.blocks.is_diagonal(1));
  expect_solves(two);
}

TEST(MassBlocks, TellWhenAllOfThemAreDiagonal) {
  TwoMasses two({diagonal({1.0}), diagonal({2.0, 3.0, 0.5})});
  EXPECT_EQ(two.blocks.factor(), 0);
  EXPECT_TRUE(two.blocks.is_diagonal());
  EXPECT_EQ(two.blocks.inverse()[3], 2.0);
  expect_solves(two);
}

TEST(MassBlocks, FactorAnewWhatHasChanged) {
  TwoMasses two({random_mass(3, 3), random_mass(4, 4)});
  two.blocks.factor();
  const MatX other = random_mass(4, 5);
  two.set(1, other);
  two.M.bottomRightCorner(4, 4) = other;
  two.blocks.factor();
  expect_solves(two);
}

TEST(MassBlocks, KeepNothingButDiagonalsOfWhatIsDiagonal) {
  TwoMasses two({diagonal({2.0, 3.0, 0.5}), diagonal({4.0})});
  EXPECT_TRUE(two.blocks.stays_diagonal());
  MatX M(3, 3);
  two.blocks.get(0, M.data());
  EXPECT_EQ(M, diagonal({2.0, 3.0, 0.5}));
  two.set(0, random_mass(3, 7));
  EXPECT_FALSE(two.blocks.stays_diagonal());
  MassBlocks any;
  any.add(3, true);
  EXPECT_FALSE(any.stays_diagonal()) << "which has room for all of it";
}

TEST(MassBlocks, MayBecomeFullAndDiagonalAgain) {
  TwoMasses two({diagonal({2.0, 3.0, 0.5}), diagonal({4.0})});
  for (const MatX& next : {random_mass(3, 8), diagonal({1.0, 5.0, 2.0}), random_mass(3, 9)}) {
    two.set(0, next);
    two.M.topLeftCorner(3, 3) = next;
    EXPECT_EQ(two.blocks.factor(), 0);
    EXPECT_EQ(two.blocks.is_diagonal(), next.isDiagonal(0.0));
    expect_solves(two);
    MatX back(3, 3);
    two.blocks.get(0, back.data());
    EXPECT_EQ(back, next);
  }
}

// B L⁻ᵀ D⁻¹ (B L⁻ᵀ)ᵀ = B M⁻¹ Bᵀ
TEST(MassBlocks, DivideRowsByHalfOfTheFactors) {
  TwoMasses two({random_mass(6, 6)});
  two.blocks.factor();
  const MatX B = MatX::NullaryExpr(2, 6, [](Eigen::Index i, Eigen::Index j) {
    return 1.0 + static_cast<double>(i) - 0.3 * static_cast<double>(j);
  });
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> Y = B;
  two.blocks.divide(0, Y.data(), 2);
  const MatX got =
      Y * Eigen::Map<const VecX>(two.blocks.inverse(0), 6).asDiagonal() * Y.transpose();
  const MatX expected = B * two.M.ldlt().solve(MatX(B.transpose()));
  EXPECT_LE((got - expected).norm(), 1e-13 * expected.norm());
}

TEST(MassBlocks, HoldWhatHasNoMass) {
  MatX thin(2, 2);
  thin << 1.0, 2.0, 2.0, 4.0;  // no mass along (2, −1)
  TwoMasses two({thin, diagonal({0.0})});
  EXPECT_EQ(two.blocks.factor(), 2);
  VecX f = VecX::Ones(3);
  two.blocks.solve(span(f));
  EXPECT_TRUE(f.allFinite());
  EXPECT_EQ(f[2], 0.0);
}

}  // namespace holon::mass_blocks_test
