// SPDX-License-Identifier: Apache-2.0
#include "holon/geometry/parametric_map.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace holon::parametric_map_test {

using ::testing::ElementsAre;

// Closed forms of order 1 to 10 from a few dozen operations, each good to 1e-16.
constexpr double rounding = 1e-13;
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();
const Quat tilted(0.5, -0.3, 0.7, 0.2);  // of no unit length, on purpose

ParametricSample sample(const ParametricMap& map, const VecX& u, const VecX& u_dot) {
  const ParametricMap::Function f = map.function();
  ParametricSample out;
  out.x.resize(f->particles());
  out.convective.resize(f->particles());
  out.T.resize(3, f->particles() * f->parameters());
  f->sample(u.data(), u_dot.data(), out);
  return out;
}

/// Surface of a torus and its centre line, from two angles.
ParametricMap torus() {
  return ParametricMap::formula<2, 2>(
      []<class S>(const std::array<S, 2>& u, std::array<Vec3T<S>, 2>& x) {
        using std::cos, std::sin;
        const S r = S(2.0) + S(0.5) * cos(u[1]);
        x[0] = Vec3T<S>(r * cos(u[0]), r * sin(u[0]), S(0.5) * sin(u[1]));
        x[1] = Vec3T<S>(S(2.0) * cos(u[0]), S(2.0) * sin(u[0]), S(0.0));
      });
}

struct Named {
  const char* name;
  ParametricMap map;
};
std::vector<Named> all_maps() {
  return {
      {"circle", CircleMap{.radius = 1.3, .center = {1, 2, 3}, .orientation = tilted}},
      {"helix", HelixMap{.radius = 0.7, .rise = 0.3, .center = {-1, 0, 2}, .orientation = tilted}},
      {"parabola", ParabolaMap{.curvature = -1.5, .vertex = {0, 1, 0}, .orientation = tilted}},
      {"linkage of one", LinkageMap{.lengths = {0.8}, .pivot = {1, 1, 1}}},
      {"linkage of six", LinkageMap{.lengths = {1, 0.5, 2, 0.25, 1, 3}, .pivot = {0, 1, 0}}},
      {"torus", torus()}};
}

// Along u(s) = u + u̇ s the particles move with x' = T u̇ and x'' = Ṫ u̇, the convective term.
// Fourth-order differences with h = 1e-3: h⁴ times a fifth derivative (rates of 2, so 2⁵ times a
// length of 8) is 3e-10, rounding 1e-15/h² is 1e-9 in the second derivative.
TEST(ParametricMap, TangentsAndConvectiveTermMatchFiniteDifferences) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> any(-2.0, 2.0);
  const double h = 1e-3;
  for (const auto& [name, map] : all_maps())
    for (int i = 0; i < 20; ++i) {
      SCOPED_TRACE(name);
      const int nu = map.parameters();
      const VecX u = VecX::NullaryExpr(nu, [&] { return any(random); });
      const VecX u_dot = VecX::NullaryExpr(nu, [&] { return any(random); });
      const ParametricSample at = sample(map, u, u_dot);
      const auto x = [&, &map = map](const VecX& direction, double s, int p) -> Vec3 {
        return sample(map, u + s * direction, u_dot).x[p];
      };
      for (int p = 0; p < map.particles(); ++p) {
        for (int k = 0; k < nu; ++k) {
          const VecX e = VecX::Unit(nu, k);
          const Vec3 slope =
              (8 * (x(e, h, p) - x(e, -h, p)) - (x(e, 2 * h, p) - x(e, -2 * h, p))) / (12 * h);
          EXPECT_LE((at.T.col(p * nu + k) - slope).norm(), 1e-9) << "particle " << p << " u" << k;
        }
        const Vec3 bend = (16 * (x(u_dot, h, p) + x(u_dot, -h, p)) - 30 * at.x[p]
                           - (x(u_dot, 2 * h, p) + x(u_dot, -2 * h, p)))
                          / (12 * h * h);
        EXPECT_LE((at.convective[p] - bend).norm(), 2e-8) << "particle " << p;
      }
    }
}

TEST(CircleMap, GoesRoundItsCentreInItsPlane) {
  const Vec3 center(1, 2, 3);
  const ParametricMap map = CircleMap{.radius = 1.3, .center = center, .orientation = tilted};
  const Mat3 R = tilted.normalized().toRotationMatrix();
  for (const double u : {0.0, 0.4, 3.0, -20.0}) {
    const auto s = sample(map, VecX::Constant(1, u), VecX::Constant(1, 2.0));
    const Vec3 radius = 1.3 * (std::cos(u) * R.col(0) + std::sin(u) * R.col(1));
    EXPECT_LE((s.x[0] - center - radius).norm(), rounding);
    EXPECT_LE((s.T.col(0) - R.col(2).cross(radius)).norm(), rounding);
    EXPECT_LE((s.convective[0] + 4.0 * radius).norm(), rounding) << "centripetal, u̇² r";
  }
}

TEST(HelixMap, RisesAlongItsAxis) {
  const ParametricMap map = HelixMap{.radius = 0.7, .rise = 0.3};
  const auto s = sample(map, VecX::Constant(1, 2.0), VecX::Constant(1, -1.5));
  EXPECT_LE((s.x[0] - Vec3(0.7 * std::cos(2.0), 0.7 * std::sin(2.0), 0.6)).norm(), rounding);
  EXPECT_LE((s.T.col(0) - Vec3(-0.7 * std::sin(2.0), 0.7 * std::cos(2.0), 0.3)).norm(), rounding);
  EXPECT_NEAR(s.convective[0].z(), 0.0, rounding);
}

TEST(ParabolaMap, OpensAlongItsY) {
  const ParametricMap map = ParabolaMap{.curvature = 2.0, .vertex = {1, 1, 1}};
  const auto s = sample(map, VecX::Constant(1, 0.5), VecX::Constant(1, 3.0));
  EXPECT_LE((s.x[0] - Vec3(1.5, 1.5, 1.0)).norm(), rounding);
  EXPECT_LE((s.T.col(0) - Vec3(1.0, 2.0, 0.0)).norm(), rounding);
  EXPECT_LE((s.convective[0] - Vec3(0.0, 36.0, 0.0)).norm(), rounding);  // 2 k u̇²
}

TEST(LinkageMap, HangsDownAtZeroAndKeepsItsLengths) {
  const std::vector<double> lengths = {1.0, 0.5, 2.0};
  const ParametricMap map = LinkageMap{.lengths = lengths, .pivot = {0, 3, 1}};
  EXPECT_EQ(map.parameters(), 3);
  EXPECT_EQ(map.particles(), 3);
  const auto hanging = sample(map, VecX::Zero(3), VecX::Zero(3));
  EXPECT_LE((hanging.x[2] - Vec3(0, -0.5, 1)).norm(), rounding);

  const auto bent = sample(map, Eigen::Vector3d(0.3, -2.0, 4.0), VecX::Zero(3));
  Vec3 before(0, 3, 1);
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR((bent.x[i] - before).norm(), lengths[i], rounding);
    before = bent.x[i];
  }
  // the first particle does not feel the later angles
  EXPECT_EQ(bent.T.col(1), Vec3::Zero());
  EXPECT_EQ(bent.T.col(2), Vec3::Zero());
}

TEST(ParametricMap, FormulaHasTheSizesOfItsTemplate) {
  EXPECT_EQ(torus().parameters(), 2);
  EXPECT_EQ(torus().particles(), 2);
  const auto s = sample(torus(), Vec2(0.0, 0.0), Vec2(0.0, 1.0));
  EXPECT_LE((s.x[0] - Vec3(2.5, 0, 0)).norm(), rounding);
  EXPECT_LE((s.convective[0] - Vec3(-0.5, 0, 0)).norm(), rounding);
  EXPECT_EQ(s.T.col(3), Vec3::Zero()) << "the centre line does not turn with the second angle";
}

std::vector<std::string> complaints(const ParametricMap& map) {
  Diagnostics d;
  map.check(d, "map");
  return d.errors();
}

TEST(ParametricMap, GoodDescriptionsRaiseNoComplaint) {
  for (const auto& [name, map] : all_maps()) EXPECT_THAT(complaints(map), ElementsAre()) << name;
  EXPECT_THAT(complaints(ParametricMap()), ElementsAre());
}

TEST(ParametricMap, ComplaintsNameTheField) {
  const std::string positive = "map: radius: must be positive and finite";
  EXPECT_THAT(complaints(CircleMap{.radius = 0.0}), ElementsAre(positive));
  EXPECT_THAT(complaints(CircleMap{.radius = infinity}), ElementsAre(positive));
  EXPECT_THAT(complaints(HelixMap{.radius = -1.0, .rise = nan}),
              ElementsAre(positive, "map: rise: must be finite"));
  EXPECT_THAT(complaints(CircleMap{.center = {0, nan, 0}, .orientation = Quat(0, 0, 0, 0)}),
              ElementsAre("map: center: must be finite",
                          "map: orientation: must be a quaternion that is not zero"));
  EXPECT_THAT(complaints(ParabolaMap{.curvature = nan, .vertex = {infinity, 0, 0}}),
              ElementsAre("map: curvature: must be finite", "map: vertex: must be finite"));
  EXPECT_THAT(complaints(LinkageMap{.lengths = {}}),
              ElementsAre("map: lengths: must be of one to six rods"));
  EXPECT_THAT(complaints(LinkageMap{.lengths = std::vector<double>(7, 1.0)}),
              ElementsAre("map: lengths: must be of one to six rods"));
  EXPECT_THAT(
      complaints(LinkageMap{.lengths = {1.0, -1.0}, .pivot = {0, 0, nan}}),
      ElementsAre("map: lengths: must be positive and finite", "map: pivot: must be finite"));
  EXPECT_THAT(complaints(ParametricMap(ParametricMap::Function())),
              ElementsAre("map: function: must have at least one parameter and one particle"));
}

}  // namespace holon::parametric_map_test
