// SPDX-License-Identifier: Apache-2.0
#include "holon/scene/pose.h"

#include <gmock/gmock.h>

#include "holon/model/model.h"

namespace holon::pose_test {

const Pose kPose = {{1, 2, 3}, Quat(Eigen::AngleAxisd(0.7, Vec3(1, 2, 2) / 3.0)), {0.5, 0, -1}};

TEST(Pose, OfAPoseInsideIsOneAfterTheOther) {
  const Pose inner = {{0, 1, 0}, Quat(Eigen::AngleAxisd(-0.3, Vec3::UnitY())), {0, 0, 1}};
  const Vec3 x(0.3, -0.2, 0.9);
  EXPECT_LT(((kPose * inner).point(x) - kPose.point(inner.point(x))).norm(), 1e-15);
  EXPECT_LT(((kPose * inner).motion(x) - kPose.motion(inner.motion(x))).norm(), 1e-15);
}

TEST(Pose, PutsBodiesWithTheirMotion) {
  RigidBody body;
  body.position = {1, 0, 0};
  body.angular_velocity = {0, 0, 2};
  ASSERT_TRUE(kPose.put(body));
  EXPECT_LT((body.position - kPose.point({1, 0, 0})).norm(), 1e-15);
  EXPECT_LT((body.velocity - Vec3(0.5, 0, -1)).norm(), 1e-15);
  EXPECT_LT((body.angular_velocity - kPose.orientation * Vec3(0, 0, 2)).norm(), 1e-15);
  EXPECT_LT(body.orientation.angularDistance(kPose.orientation), 1e-15);
  AffineBody jelly;
  ASSERT_TRUE(kPose.put(jelly));
  EXPECT_LT((jelly.deformation - kPose.orientation.toRotationMatrix()).norm(), 1e-15);
  Parametric bead;
  EXPECT_FALSE(kPose.put(bead)) << "its course is where it is";
  EXPECT_TRUE(Pose().put(bead));
}

/// Where a path leads once it is put somewhere, and where it should.
void expect_put(const Path& path) {
  const std::optional<Path> put = kPose.path(path);
  ASSERT_TRUE(put);
  for (double t : {0.0, 0.4, 1.3}) {
    EXPECT_LT((put->at(t).x - kPose.point(path.at(t).x)).norm(), 1e-13) << t;
    EXPECT_LT((put->at(t).v - kPose.orientation * path.at(t).v).norm(), 1e-13) << t;
    EXPECT_LT((put->at(t).a - kPose.orientation * path.at(t).a).norm(), 1e-12) << t;
  }
}

TEST(Pose, TurnsPathsOfEverySortOfFunction) {
  expect_put(Path::constant({1, 2, 3}));
  expect_put(
      {Polynomial{{1, 2, 3}}, Sine{.offset = 1, .amplitude = 2, .rate = 3, .phase = 0.4}, 2.0});
  expect_put({TimeFormula("t^2*sin(t)"), Polynomial{{0, 1}}, 0.0});
  expect_put(Path::through({0, 0.5, 2}, {{0, 0, 0}, {1, 0, 2}, {0, 3, 1}}));
}

TEST(Pose, RefusesToMixSplinesWithFormulas) {
  const Motion spline(Keyframes{{0, 1}, {0, 2}});
  EXPECT_FALSE(kPose.path({spline, TimeFormula("t"), 0.0}));
  EXPECT_TRUE(Pose().path({spline, TimeFormula("t"), 0.0})) << "where nothing is turned";
}

}  // namespace holon::pose_test
