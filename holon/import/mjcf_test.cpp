// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

#include "holon/import/import_testing.h"

namespace holon::mjcf_test {

using namespace import_testing;
using std::numbers::pi;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// A file with these bodies; angles are radians.
Imported import_bodies(const std::string& bodies, const std::string& more = "") {
  return import_text("<mujoco><compiler angle=\"radian\"/><worldbody>" + bodies + "</worldbody>"
                         + more + "</mujoco>",
                     "test.xml");
}
std::string problems_of(const std::string& text) {
  return import_testing::problems_of([&] { import_text(text, "test.xml"); });
}
int freedoms(const Scene& scene) {
  return make_world(scene).diagnose().freedoms;
}

#define INERTIAL "<inertial pos=\"0.1 0.2 0.3\" mass=\"2\" diaginertia=\"0.1 0.11 0.12\"/>"

// ---- mechanisms ----

// 3 (4 − 1) − 2 · 4 = 1 in its plane.
TEST(Mjcf, FourBarClosedByConnectHasOneFreedom) {
  const Imported imported = import_mjcf(kFolder + "four_bar.xml");
  EXPECT_EQ(imported.scene.model.objects().size(), 3U);
  const Diagnosis diagnosis = make_world(imported.scene).diagnose();
  EXPECT_EQ(diagnosis.freedoms, 1);
  EXPECT_THAT(diagnosis.conflicts, IsEmpty());
  World world = make_world(imported.scene);
  ASSERT_TRUE(world.run(0.5, imported.scene.settings.dt).ok);
  const PointToPoint& closing = constraint<PointToPoint>(imported.scene, "ground2");
  EXPECT_LT((world.point(closing.b).x - Vec3(3, 0, 0)).norm(), 1e-9);
  EXPECT_LT((world.point(closing.a).x - Vec3(3, 0, 0)).norm(), 1e-9);
  EXPECT_THAT(imported.report.ignored, says("<sensor>"));
}

struct Stack {
  const char* joints;
  const char* constraint;  // its name and kind, to be seen in the report
  int freedoms;
};

TEST(Mjcf, JointsOfABodyLeaveExactlyTheirFreedoms) {
  const Stack stacks[] = {
      {"", "part of its parent", 0},
      {"<joint name=\"a\"/>", "line_hinge", 1},
      {"<joint name=\"a\" type=\"slide\"/>", "prism", 1},
      {"<joint name=\"a\" type=\"ball\"/>", "point_to_point", 3},
      {"<freejoint name=\"a\"/>", "nothing holds it", 6},
      {"<joint name=\"a\" axis=\"1 0 0\"/><joint name=\"b\" axis=\"0 1 0\"/>",
       "universal_joint",
       2},
      {"<joint name=\"a\" axis=\"1 0 0\"/><joint name=\"b\" axis=\"1 1 0\"/>",
       "point_to_point and prescribed",
       2},
      {"<joint name=\"a\" axis=\"1 0 0\"/><joint name=\"b\" axis=\"0 1 0\"/><joint name=\"c\" "
       "axis=\"0 0 1\"/>",
       "point_to_point",
       3},
      {"<joint name=\"a\" type=\"slide\"/><joint name=\"b\"/>", "cylinder_joint", 2},
      {"<joint name=\"a\"/><joint name=\"b\" type=\"slide\"/>", "cylinder_joint", 2},
      {"<joint name=\"a\" type=\"slide\" axis=\"1 0 0\"/><joint name=\"b\"/>",
       "point_on_line and axis_to_axis",
       2},
      {"<joint name=\"a\" type=\"slide\" axis=\"1 0 0\"/><joint name=\"b\" type=\"slide\" axis=\"0 "
       "1 0\"/>",
       "point_on_plane and orientation",
       2},
      {"<joint name=\"a\" type=\"slide\" axis=\"1 0 0\"/><joint name=\"b\" type=\"slide\" axis=\"0 "
       "1 0\"/>"
       "<joint name=\"c\"/>",
       "plane_joint",
       3},
      {"<joint name=\"a\" type=\"slide\" axis=\"1 0 0\"/><joint name=\"b\" type=\"slide\" axis=\"0 "
       "1 0\"/>"
       "<joint name=\"c\" type=\"slide\"/>",
       "orientation",
       3},
      {"<joint name=\"a\" type=\"slide\" axis=\"1 0 0\"/><joint name=\"b\" type=\"slide\" axis=\"0 "
       "1 0\"/>"
       "<joint name=\"c\" axis=\"1 0 0\"/>",
       "point_on_plane and axis_to_axis",
       3},
  };
  for (const Stack& s : stacks) {
    const Imported imported =
        import_bodies(std::string("<body pos=\"1 2 3\" euler=\"0.3 0.4 0.5\">") + INERTIAL
                      + s.joints + "</body>");
    EXPECT_EQ(freedoms(imported.scene), s.freedoms) << s.joints;
    EXPECT_THAT(imported.report.used, says(s.constraint)) << s.joints;
    EXPECT_THAT(imported.report.approximated, IsEmpty()) << s.joints;
  }
}

TEST(Mjcf, JointsThatNoConstraintHoldsTogetherHangOnASmallBody) {
  const Imported imported = import_bodies("<body>" INERTIAL
                                          "<joint name=\"a\" axis=\"1 0 0\"/><joint name=\"b\" "
                                          "axis=\"0 1 0\" pos=\"0 0 0.1\"/></body>");
  EXPECT_EQ(imported.scene.model.objects().size(), 2U);
  EXPECT_EQ(freedoms(imported.scene), 2);
  EXPECT_THAT(imported.report.approximated, says("joint 'b': hangs on a small body of its own"));
}

// Three hinges through one point turn the body by R₁(a) R₂(b) R₃(c); the quantities of their limits
// must give a, b and c back.
TEST(Mjcf, ValuesOfThreeHingesAreTheirAngles) {
  const Scene scene = import_bodies("<body pos=\"1 2 3\" euler=\"0.3 0.4 0.5\">" INERTIAL
                                    "<joint name=\"a\" axis=\"1 0 0\" range=\"-1 1\"/>"
                                    "<joint name=\"b\" axis=\"0 1 0\" range=\"-1 1\"/>"
                                    "<joint name=\"c\" axis=\"0 0 -1\" range=\"-1 1\"/></body>")
                          .scene;
  World world = make_world(scene);
  const ObjectId id = scene.model.find_object("body1");
  Placement at = world.placement(id);
  const double a = 0.7, b = -0.6, c = 0.9;
  at.orientation = at.orientation * Quat(Eigen::AngleAxisd(a, Vec3::UnitX()))
                   * Quat(Eigen::AngleAxisd(b, Vec3::UnitY()))
                   * Quat(Eigen::AngleAxisd(c, -Vec3::UnitZ()));
  world.place(id, at);
  const auto value = [&](const std::string& joint) {
    const Limit& limit = constraint<Limit>(scene, joint + "_limit");
    const double middle = 0.5 * (limit.lower + limit.upper);  // where the joint is at zero
    return world.scalar(limit.quantity).x - middle;
  };
  EXPECT_NEAR(value("a"), a, 1e-12);
  EXPECT_NEAR(std::abs(value("b")), std::abs(b), 1e-12);  // counted one way or the other
  EXPECT_NEAR(value("c"), c, 1e-12);
}

TEST(Mjcf, ValuesOfTwoHingesThatAreNotAcrossAreTheirAngles) {
  const Scene scene = import_bodies("<body>" INERTIAL
                                    "<joint name=\"a\" axis=\"1 0 0\" range=\"-1 1\"/>"
                                    "<joint name=\"b\" axis=\"1 2 0\" range=\"-1 1\"/></body>")
                          .scene;
  World world = make_world(scene);
  const ObjectId id = scene.model.find_object("body1");
  const double a = 0.5, b = 0.8;
  Placement at;
  at.orientation = Quat(Eigen::AngleAxisd(a, Vec3::UnitX()))
                   * Quat(Eigen::AngleAxisd(b, Vec3(1, 2, 0).normalized()));
  world.place(id, at);
  EXPECT_NEAR(world.scalar(constraint<Limit>(scene, "a_limit").quantity).x, a, 1e-12);
  EXPECT_NEAR(world.scalar(constraint<Limit>(scene, "b_limit").quantity).x, b, 1e-12);
  EXPECT_LT(std::abs(world.error(scene.model.find_constraint("a+b_turn"))[0]), 1e-12);
}

// ---- what bodies weigh ----

TEST(Mjcf, InertiaOfGeomsIsThatOfTheirFormulas) {
  const Scene scene =
      import_bodies(
          "<body name=\"sphere\"><freejoint/><geom size=\"0.5\" density=\"100\"/></body>"
          "<body name=\"box\"><freejoint/><geom type=\"box\" size=\"1 2 3\" mass=\"6\"/></body>"
          "<body name=\"rod\"><freejoint/><geom type=\"cylinder\" size=\"0.1\" fromto=\"0 0 0 2 0 "
          "0\" mass=\"3\"/></body>"
          "<body name=\"egg\"><freejoint/><geom type=\"ellipsoid\" size=\"1 2 3\" "
          "mass=\"5\"/></body>"
          "<body name=\"pill\"><freejoint/><geom type=\"capsule\" size=\"0.5 1\" "
          "density=\"1\"/></body>")
          .scene;
  EXPECT_NEAR(body(scene, "sphere").mass, 100 * 4.0 / 3 * pi / 8, 1e-10);
  EXPECT_NEAR(body(scene, "sphere").inertia(1, 1), 0.4 * 100 * 4.0 / 3 * pi / 8 * 0.25, 1e-10);
  EXPECT_NEAR(body(scene, "box").inertia(2, 2), 6.0 / 12 * (4 + 16), 1e-12);
  EXPECT_TRUE(body(scene, "rod").com.isApprox(Vec3(1, 0, 0), 1e-12));
  EXPECT_NEAR(body(scene, "rod").inertia(0, 0), 0.5 * 3 * 0.01, 1e-12);
  EXPECT_NEAR(body(scene, "rod").inertia(1, 1), 3 * (3 * 0.01 + 4) / 12, 1e-12);
  EXPECT_NEAR(body(scene, "egg").inertia(0, 0), 5.0 / 5 * (4 + 9), 1e-12);
  EXPECT_NEAR(body(scene, "pill").mass, pi * 0.25 * 2 + 4.0 / 3 * pi / 8, 1e-12);
}

TEST(Mjcf, CompilerDecidesWhatWeighs) {
  const char* inside =
      "<worldbody><body name=\"b\"><freejoint/><inertial pos=\"0 0 0\" mass=\"7\" diaginertia=\"1 "
      "1 1\"/>"
      "<geom type=\"box\" size=\"1 1 1\" mass=\"2\" group=\"1\"/><geom type=\"box\" size=\"1 1 1\" "
      "mass=\"3\" "
      "group=\"4\"/></body></worldbody></mujoco>";
  const auto mass = [&](const std::string& compiler) {
    return body(import_text("<mujoco><compiler " + compiler + "/>" + inside, "t.xml").scene, "b")
        .mass;
  };
  EXPECT_DOUBLE_EQ(mass(""), 7);
  EXPECT_DOUBLE_EQ(mass("inertiafromgeom=\"true\""), 5);
  EXPECT_DOUBLE_EQ(mass("inertiafromgeom=\"true\" inertiagrouprange=\"0 3\""), 2);
  EXPECT_DOUBLE_EQ(mass("boundmass=\"9\""), 9);
  EXPECT_DOUBLE_EQ(mass("settotalmass=\"42\""), 42);
}

TEST(Mjcf, FullInertiaAndItsAxesAreTaken) {
  const Scene scene =
      import_bodies(
          "<body name=\"b\"><freejoint/><inertial pos=\"1 0 0\" mass=\"1\" "
          "fullinertia=\"3 4 5 0.1 0.2 0.3\"/></body>"
          "<body name=\"c\"><freejoint/><inertial pos=\"0 0 0\" mass=\"1\" quat=\"1 0 0 1\" "
          "diaginertia=\"3 4 5\"/></body>")
          .scene;
  Mat3 full;
  full << 3, 0.1, 0.2, 0.1, 4, 0.3, 0.2, 0.3, 5;
  EXPECT_TRUE(body(scene, "b").inertia.isApprox(full, 1e-12));
  EXPECT_TRUE(body(scene, "c").inertia.isApprox(Mat3(Vec3(4, 3, 5).asDiagonal()), 1e-12));
}

// ---- defaults, includes, angles ----

TEST(Mjcf, DefaultsComeFromClassesChildClassesAndIncludes) {
  const Scene scene = import_mjcf(kFolder + "arm.xml").scene;
  EXPECT_DOUBLE_EQ(scene.settings.dt, 0.005);
  EXPECT_EQ(scene.settings.title, "arm");
  EXPECT_EQ(force<Gravity>(scene, "gravity").g, Vec3(0, 0, -10));
  const TorsionSpring& yaw = force<TorsionSpring>(scene, "yaw_spring");
  EXPECT_DOUBLE_EQ(yaw.stiffness, 3);                                        // of its childclass
  EXPECT_DOUBLE_EQ(yaw.damping, 1);                                          // of all
  EXPECT_NEAR(yaw.rest, 30 * pi / 180, 1e-12);                               // degrees
  EXPECT_DOUBLE_EQ(force<TorsionSpring>(scene, "wrist_spring").damping, 5);  // its own
  const NonlinearSpring& stiff = force<NonlinearSpring>(scene, "stiff_spring");
  EXPECT_NEAR(stiff.force.force(1.0), 400, 1e-12);  // of its class
  EXPECT_DOUBLE_EQ(stiff.rest, 0.25);               // metres
  const Limit& limit = constraint<Limit>(scene, "yaw_limit");
  EXPECT_NEAR(limit.lower, -pi / 2, 1e-12);
  EXPECT_NEAR(limit.upper, pi / 4, 1e-12);
  EXPECT_LT(body(scene, "hand").position.norm(), 1e-12);  // x of the base points down
}

TEST(Mjcf, EulerAnglesFollowTheirSequence) {
  const auto turn = [](const std::string& sequence) {
    return body(import_text("<mujoco><compiler angle=\"radian\" eulerseq=\"" + sequence
                                + "\"/><worldbody><body name=\"b\" euler=\"0.1 0.2 "
                                  "0.3\"><freejoint/>" INERTIAL "</body></worldbody></mujoco>",
                            "t.xml")
                    .scene,
                "b")
        .orientation;
  };
  const Quat x(Eigen::AngleAxisd(0.1, Vec3::UnitX())), y(Eigen::AngleAxisd(0.2, Vec3::UnitY())),
      z(Eigen::AngleAxisd(0.3, Vec3::UnitZ()));
  EXPECT_LT(turn("xyz").angularDistance(x * y * z), 1e-7);
  EXPECT_LT(turn("XYZ").angularDistance(z * y * x), 1e-7);
}

// ---- forces ----

// With the rotor, a pendulum at right angles to gravity begins with q̈ = m g d / (I + A).
TEST(Mjcf, ArmatureAddsInertiaAlongTheJoint) {
  const Scene scene =
      import_bodies(
          "<body name=\"arm\"><joint name=\"j\" axis=\"0 1 0\" armature=\"0.7\"/>"
          "<inertial pos=\"0.5 0 0\" mass=\"2\" diaginertia=\"0.1 0.2 0.2\"/></body>")
          .scene;
  EXPECT_EQ(freedoms(scene), 1);
  World world = make_world(scene);
  const double h = 1e-5, expected = 2 * 9.81 * 0.5 / (0.2 + 2 * 0.25 + 0.7);
  ASSERT_TRUE(world.step(h).ok);
  EXPECT_NEAR(world.signal("arm.wy") / h, expected, 1e-6);
}

// A servo with kp holds the arm where kp (u − q) = m g d cos q; damping brings it there.
TEST(Mjcf, PositionActuatorHoldsAgainstGravity) {
  for (const char* limits :
       {"", " forcerange=\"-1000 1000\""}) {  // as a spring, and as a controller
    const Scene scene =
        import_bodies(
            "<body name=\"arm\"><joint name=\"j\" axis=\"0 1 0\" damping=\"3\"/>"
            "<inertial pos=\"0.5 0 0\" mass=\"2\" diaginertia=\"0.1 0.2 0.2\"/></body>",
            std::string("<actuator><position name=\"servo\" joint=\"j\" kp=\"100\"") + limits
                + "/></actuator>")
            .scene;
    World world = make_world(scene);
    const ControllerId input = scene.model.find_controller("servo");
    ASSERT_FALSE(input.is_none());
    world.set(input, Input{.value = -0.4});
    ASSERT_TRUE(world.run(8.0, 0.002).ok);
    const double q = 2 * std::asin(world.signal("arm.qy"));
    EXPECT_NEAR(100 * (-0.4 - q) + 2 * 9.81 * 0.5 * std::cos(q), 0.0, 1e-3) << limits;
    EXPECT_LT(q, -0.25);
  }
}

// A motor with gear 5 and input 2 clamped to 1 gives 5 N m: q̈ = 5 / I.
TEST(Mjcf, MotorPushesWithItsGearWithinItsRange) {
  const Scene scene =
      import_bodies(
          "<body name=\"wheel\"><joint name=\"j\"/><inertial pos=\"0 0 0\" mass=\"1\" "
          "diaginertia=\"1 1 1.6\"/></body>",
          "<actuator><motor name=\"m\" joint=\"j\" gear=\"5\" ctrlrange=\"-1 1\"/></actuator>")
          .scene;
  World world = make_world(scene);
  world.set(scene.model.find_controller("m"), Input{.value = 2});
  ASSERT_TRUE(world.run(0.1, 0.001).ok);
  EXPECT_NEAR(world.signal("wheel.wz"), 0.1 * 5 / 1.6, 1e-9);
}

TEST(Mjcf, EqualityOfJointsAndTendonsAreCouplers) {
  const std::string wheel = "<inertial pos=\"0 0 0\" mass=\"1\" diaginertia=\"1 1 1\"/></body>";
  const Imported imported =
      import_bodies("<body name=\"a\"><joint name=\"ja\"/>" + wheel
                        + "<body name=\"b\"><joint name=\"jb\" ref=\"0.5\"/>" + wheel
                        + "<body name=\"c\"><joint name=\"jc\"/>" + wheel,
                    "<tendon><fixed name=\"t\"><joint joint=\"ja\" coef=\"1\"/><joint joint=\"jc\" "
                    "coef=\"-4\"/></fixed></tendon>"
                    "<equality><joint joint1=\"jb\" joint2=\"ja\" polycoef=\"0 3 0.1 0 "
                    "0\"/><tendon tendon1=\"t\"/></equality>"
                    "<actuator><motor name=\"m\" joint=\"ja\"/></actuator>");
  World world = make_world(imported.scene);
  EXPECT_EQ(world.diagnose().freedoms, 1);
  world.set(imported.scene.model.find_controller("m"), Input{.value = 1});
  ASSERT_TRUE(world.run(0.5, 0.001).ok);
  const double a = 2 * std::asin(world.signal("a.qz"));
  EXPECT_GT(a, 0.01);
  EXPECT_NEAR(2 * std::asin(world.signal("b.qz")), 3 * a, 1e-9);
  EXPECT_NEAR(2 * std::asin(world.signal("c.qz")), a / 4, 1e-9);
  EXPECT_THAT(imported.report.approximated, says("of polycoef the first two are taken"));
}

// A mass on a line through two sites: the spring k stretches by m g / k.
TEST(Mjcf, SpatialTendonIsASpringAlongItsSites) {
  const Scene scene =
      import_bodies(
          "<site name=\"top\" pos=\"0 0 2\"/><body name=\"bob\" pos=\"0 0 1\"><joint "
          "type=\"slide\" damping=\"20\"/>"
          "<site name=\"hook\"/><inertial pos=\"0 0 0\" mass=\"2\" diaginertia=\"1 1 1\"/></body>",
          "<tendon><spatial name=\"line\" stiffness=\"200\"><site site=\"top\"/><site "
          "site=\"hook\"/></spatial></tendon>")
          .scene;
  World world = make_world(scene);
  ASSERT_TRUE(world.run(5.0, 0.002).ok);
  EXPECT_NEAR(world.signal("bob.z"), 1 - 2 * 9.81 / 200, 1e-6);
}

TEST(Mjcf, WeldKeepsBodiesTogether) {
  const std::string mass = "<inertial pos=\"0 0 0\" mass=\"1\" diaginertia=\"1 1 1\"/></body>";
  const Scene scene = import_bodies("<body name=\"a\"><freejoint/>" + mass
                                        + "<body name=\"b\" pos=\"1 0 0\"><freejoint/>" + mass,
                                    "<equality><weld body1=\"a\" body2=\"b\"/></equality>")
                          .scene;
  EXPECT_EQ(freedoms(scene), 6);
}

TEST(Mjcf, StiffJointsAreGivenAMethodThatFollowsThem) {
  const char* joint =
      "<body name=\"b\"><joint damping=\"1\"/><inertial pos=\"0 0 0\" mass=\"1\" diaginertia=\"";
  EXPECT_EQ(import_bodies(joint + std::string("1 1 1\"/></body>")).scene.settings.stepper,
            "projected");
  EXPECT_EQ(import_bodies(joint + std::string("1e-4 1e-4 1e-4\"/></body>")).scene.settings.stepper,
            "bdf");
}

TEST(Mjcf, ImportedScenesAreScenes) {
  for (const char* file : {"four_bar.xml", "arm.xml"}) {
    const std::string text = write_scene(import_mjcf(kFolder + file).scene);
    EXPECT_EQ(write_scene(read_scene(text)), text) << file;
  }
}

// ---- as MuJoCo 3.3.7 has it ----

TEST(Mjcf, RangeThatIsNoneLimitsNothing) {
  for (const char* range : {"0 0", "2 1"}) {
    const Imported imported = import_bodies(
        "<body>" INERTIAL "<joint name=\"j\" range=\"" + std::string(range) + "\"/></body>",
        "<actuator><motor joint=\"j\" ctrlrange=\"" + std::string(range) + "\"/></actuator>");
    EXPECT_EQ(freedoms(imported.scene), 1) << range;
    EXPECT_TRUE(imported.scene.model.find_constraint("j_limit").is_none()) << range;
    EXPECT_THAT(imported.report.ignored, says("is not a smaller and a larger number"));
  }
}

TEST(Mjcf, PolynomialOfWhichLittleIsSaidIsTheIdentity) {
  const std::string wheel = "<inertial pos=\"0 0 0\" mass=\"1\" diaginertia=\"1 1 1\"/></body>";
  const Scene scene =
      import_bodies("<body><joint name=\"a\"/>" + wheel + "<body><joint name=\"b\"/>" + wheel,
                    "<equality><joint name=\"e\" joint1=\"a\" joint2=\"b\" "
                    "polycoef=\"0.5\"/></equality>")
          .scene;
  const Coupler& coupler = constraint<Coupler>(scene, "e");
  EXPECT_EQ(coupler.terms.at(1).gain, -1.0);
  EXPECT_EQ(coupler.motion.at(0.0).v, 0.5);
}

TEST(Mjcf, BoxFromOnePointToAnotherIsSquare) {
  const Scene scene = import_bodies(
                          "<body name=\"b\"><freejoint/><geom type=\"box\" size=\"0.1 0.2\" "
                          "fromto=\"0 0 0 0 0 2\" density=\"1\"/></body>")
                          .scene;
  EXPECT_NEAR(body(scene, "b").mass, 0.2 * 0.2 * 2, 1e-12);
}

TEST(Mjcf, InertiaOfGeomsNeedsGeoms) {
  const Imported imported = import_text(
      "<mujoco><compiler inertiafromgeom=\"true\" inertiagrouprange=\"0 2\"/><worldbody>"
      "<body name=\"a\"><freejoint/>" INERTIAL
      "<geom size=\"1\" group=\"3\"/></body>"
      "<body name=\"b\"><freejoint/>" INERTIAL
      "<geom size=\"1\" mass=\"5\"/></body>"
      "</worldbody></mujoco>",
      "t.xml");
  EXPECT_EQ(body(imported.scene, "a").mass, 2.0);
  EXPECT_NEAR(body(imported.scene, "b").mass, 5.0, 1e-12);
  EXPECT_THAT(imported.report.ignored, says("<inertial> of body 'b'"));
}

// What a file keeps of a body that was made heavier is its mass, and not the shape that was
// lighter.
TEST(Mjcf, BoundsOfMassAndInertiaAreKeptInFiles) {
  const Scene scene = import_text(
                          "<mujoco><compiler boundmass=\"9\" boundinertia=\"3\"/><worldbody><body "
                          "name=\"b\"><freejoint/>"
                          "<geom size=\"0.1\"/></body></worldbody></mujoco>",
                          "t.xml")
                          .scene;
  const Scene again = read_scene(write_scene(scene));
  EXPECT_EQ(body(again, "b").mass, 9.0);
  EXPECT_TRUE(body(again, "b").inertia.isApprox(3.0 * Mat3::Identity(), 1e-12));
}

// A spring along a tendon is slack where those of the joints are: at 2 · 0.7, not at 2 · 0.3.
TEST(Mjcf, TendonsAreSlackWhereJointsAre) {
  const std::string joint = "<joint name=\"j\" axis=\"0 1 0\" ref=\"0.3\" springref=\"0.7\"/>";
  const Scene scene =
      import_bodies(
          "<site name=\"top\" pos=\"0 0 2\"/><body name=\"a\">" + joint
              + INERTIAL "<site name=\"end\" pos=\"0.5 0 0\"/></body>",
          "<tendon><fixed name=\"t\" stiffness=\"3\"><joint joint=\"j\" coef=\"2\"/></fixed>"
          "<spatial name=\"s\" stiffness=\"3\"><site site=\"top\"/><site "
          "site=\"end\"/></spatial></tendon>")
          .scene;
  EXPECT_NEAR(force<TorsionSpring>(scene, "t_spring").rest, 0.7 - 0.3, 1e-12)
      << "the quantity counts from the start";
  const Vec3 end(0.5 * std::cos(0.4), 0, -0.5 * std::sin(0.4));
  EXPECT_NEAR(force<NonlinearSpring>(scene, "s_spring").rest, (Vec3(0, 0, 2) - end).norm(), 1e-12);
}

TEST(Mjcf, DefaultsOfActuatorsHoldForActuatorsOfAllKinds) {
  const auto law = [](const std::string& defaults, const std::string& actuator) {
    const Scene scene =
        import_bodies("<body>" INERTIAL "<joint name=\"j\"/></body>",
                      "<default>" + defaults + "</default><actuator>" + actuator + "</actuator>")
            .scene;
    return get<Computed>(scene.model.controllers()[scene.model.find_controller("a_effort")].kind)
        .formula;
  };
  EXPECT_EQ(law("<general gear=\"3\" ctrlrange=\"-1 2\"/>", "<motor name=\"a\" joint=\"j\"/>"),
            "3*(0 + 1*min(max(u, -1), 2))");
  EXPECT_EQ(law("<position kp=\"7\"/>", "<general name=\"a\" joint=\"j\"/>"), "1*(0 + 7*u)")
      << "and the spring beside it";
  EXPECT_EQ(law("<general gainprm=\"5\" biastype=\"affine\" biasprm=\"1 -2 -3\"/>",
                "<position name=\"a\" joint=\"j\"/>"),
            "1*(1 + 5*u)");
  EXPECT_EQ(law("<position kp=\"7\"/>", "<motor name=\"a\" joint=\"j\"/>"), "1*(0 + 1*u)");
}

TEST(Mjcf, LaterDefaultsOfAClassOverruleEarlierOnes) {
  const Scene scene = import_bodies("<body name=\"b\"><freejoint/><geom/></body>",
                                    "<default><geom size=\"0.2\" density=\"2\"/></default>"
                                    "<default><geom size=\"0.3\"/></default>")
                          .scene;
  EXPECT_NEAR(body(scene, "b").mass, 2 * 4.0 / 3 * pi * 0.027, 1e-12);
}

// ---- nothing is left out silently ----

TEST(Mjcf, WhatHangsOnATendonThatIsNotReadIsSaid) {
  const Imported imported = import_bodies(
      "<site name=\"s\"/><body>" INERTIAL "<joint name=\"j\"/></body>",
      "<tendon><spatial name=\"t\"><site site=\"s\"/><pulley divisor=\"2\"/></spatial></tendon>"
      "<equality><tendon name=\"e\" tendon1=\"t\"/></equality><actuator><motor name=\"m\" "
      "tendon=\"t\"/><motor name=\"n\" joint=\"j\" gear=\"0\"/></actuator>");
  EXPECT_THAT(imported.report.ignored, says("tendon 'e': its tendon is not there"));
  EXPECT_THAT(imported.report.ignored, says("motor 'm': its tendon is not there"));
  EXPECT_THAT(imported.report.ignored, says("motor 'n': what it pushes along with a gear of 0"));
}

// The joint without a name goes by "a_joint", and so does another that really has that name.
TEST(Mjcf, JointsWithoutNamesAreNotMistakenForOthers) {
  const Scene scene =
      import_bodies("<body name=\"a\">" INERTIAL "<joint/></body><body name=\"b\">" INERTIAL
                    "<joint name=\"a_joint\" axis=\"0 1 0\"/></body>",
                    "<actuator><motor name=\"m\" joint=\"a_joint\"/></actuator>")
          .scene;
  const auto& twist = std::get<TwistBetween>(force<Actuator>(scene, "m_2").quantity);
  EXPECT_EQ(std::get<FrameOn>(twist.b).object, scene.model.find_object("b"));
}

// ---- mistakes ----

TEST(Mjcf, EveryMistakeIsToldAtOnceWithItsPlace) {
  EXPECT_EQ(import_testing::problems_of([] { import_mjcf(kFolder + "wrong.xml"); }),
            "wrong.xml:2:13: 'angle' must be one of degree, radian, not 'degre' (did you mean "
            "'degree'?)\n"
            "wrong.xml:3:3: nowhere.xml: there is no such file\n"
            "wrong.xml:5:20: there is no default class 'none'\n"
            "wrong.xml:6:36: an axis must not be zero\n"
            "wrong.xml:7:24: a box needs 3 numbers as 'size'\n"
            "wrong.xml:9:20: 'quat' must not be zero\n"
            "wrong.xml:9:11: there are two bodies named 'a': rename one\n"
            "wrong.xml:12:14: there is no body 'b'\n"
            "wrong.xml:12:24: 'anchor' must be 3 finite numbers, not '0 0'");
}

TEST(Mjcf, WhatContradictsItselfIsRefused) {
  const std::pair<const char*, const char*> cases[] = {
      {"<body><freejoint/><joint/></body>",
       "a free joint must be the only joint of a body of the world"},
      {"<body><body><freejoint/></body></body>", "a free joint must be the only joint"},
      {"<joint/>", "the world cannot have joints"},
      {"<body><joint limited=\"true\"/></body>", "'range' must be a smaller and a larger number"},
      {"<body><joint limited=\"true\" range=\"2 1\"/></body>",
       "'range' must be a smaller and a larger number"},
      {"<body><joint type=\"ball\" range=\"1 2\"/></body>", "the range of a ball begins at 0"},
      {"<site name=\"s\"/><site name=\"s\"/>", "there are two sites named 's': rename one"},
      {"<body><geom type=\"mesh\" mesh=\"m\"/></body>", "there is no mesh 'm'"},
      {"<body><geom size=\"-1\"/></body>",
       "radius: is -1: give a positive, finite length in metres"},
      {"<body><joint name=\"j\"/><joint name=\"j\"/></body>",
       "there are two joints named 'j': rename one"},
      {"<body><joint class=\"x\"/></body>", "there is no default class 'x'"},
  };
  for (const auto& [bodies, message] : cases)
    EXPECT_THAT(problems_of(std::string("<mujoco><worldbody>") + bodies + "</worldbody></mujoco>"),
                HasSubstr(message))
        << bodies;
}

TEST(Mjcf, FileThatIncludesItselfIsRefused) {
  EXPECT_THAT(problems_of("<mujoco><include file=\"test.xml\"/></mujoco>"),
              HasSubstr("test.xml:1:18: 'test.xml' is included twice, or in itself"));
  EXPECT_THAT(problems_of("<mujoco><include file=\"./a/../test.xml\"/></mujoco>"),
              HasSubstr("is included twice, or in itself"));
}

}  // namespace holon::mjcf_test
