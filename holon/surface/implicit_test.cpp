// SPDX-License-Identifier: Apache-2.0
#include "holon/surface/implicit.h"

#include <gmock/gmock.h>

#include "holon/surface/surface.h"

namespace holon::implicit_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(Implicit, IsItsFormulaWithExactDerivatives) {
  const Surface surface(Implicit{"x^2/4 + y^2 - z"});
  SurfaceFoot foot;
  const SurfaceJet jet = surface.at({2.0, 3.0, 1.0}, foot);
  EXPECT_EQ(jet.f, 9.0);
  EXPECT_EQ(jet.gradient, Vec3(1.0, 6.0, -1.0));
  EXPECT_EQ(jet.hessian, Mat3(Vec3(0.5, 2.0, 0.0).asDiagonal()));
  EXPECT_FALSE(surface.outside_domain(foot));
}

TEST(Implicit, MayComeFromTheHost) {
  const Surface surface(SurfaceFunction([](const Vec3& x) {
    return SurfaceJet{x.squaredNorm() - 1.0, 2.0 * x, 2.0 * Mat3::Identity()};
  }));
  SurfaceFoot foot = surface.closest({2.0, 0.0, 0.0});
  EXPECT_EQ(surface.at({2.0, 0.0, 0.0}, foot).f, 3.0);
  Diagnostics d;
  Surface(SurfaceFunction()).check(d, "surface");
  EXPECT_THAT(d.errors(), ElementsAre("surface: function: must not be empty"));
}

TEST(Implicit, SaysWhereTheFormulaIsWrong) {
  Diagnostics d;
  const Surface surface(Implicit{"x^2 + r"});
  surface.check(d, "surface");
  EXPECT_THAT(d.errors(),
              ElementsAre(HasSubstr("surface: formula: column 7 of \"x^2 + r\": unknown name 'r'; "
                                    "known are x, y, z, pi")));
  SurfaceFoot foot;
  EXPECT_THROW(surface.at(Vec3::Zero(), foot), UsageError);
}

}  // namespace holon::implicit_test
