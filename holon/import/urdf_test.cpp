// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

#include "holon/import/import_testing.h"

namespace holon::urdf_test {

using namespace import_testing;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string problems_of(const std::string& text) {
  return import_testing::problems_of([&] { import_text(text, "test.urdf"); });
}

#define MASS                                                                                       \
  "<inertial><mass value=\"1\"/><inertia ixx=\"0.1\" iyy=\"0.1\" izz=\"0.1\" ixy=\"0\" ixz=\"0\" " \
  "iyz=\"0\"/></inertial>"
#define LINK(name) "<link name=\"" name "\">" MASS "</link>"
#define EMPTY(name) "<link name=\"" name "\"/>"
#define JOINT(name, type, parent, child, more)                                                   \
  "<joint name=\"" name "\" type=\"" type "\"><parent link=\"" parent "\"/><child link=\"" child \
  "\"/>" more "</joint>"

// T = 4 √(I / m g d) K(sin(θ₀/2)), with I = 0.25 + 3 · 0.5² about the hinge: after a quarter of it
// the rod hangs down, and an error of the period shows as an angle.
TEST(Urdf, PendulumHasThePeriodOfTheory) {
  Scene scene = import_urdf(kFolder + "pendulum.urdf", {.fixed_base = true}).scene;
  scene.settings.stepper = "dormand_prince";
  World world = make_world(scene);
  const double I = 0.25 + 3 * 0.25, moment = 3 * 9.81 * 0.5;
  const double period = 4 * std::sqrt(I / moment) * std::comp_ellint_1(std::sin(0.1));
  EXPECT_NEAR(world.signal("rod.qy"), std::sin(0.1), 1e-12);
  ASSERT_TRUE(world.run(0.25 * period, 0.01).ok);
  EXPECT_NEAR(world.signal("rod.qy"), 0.0, 1e-8);
  ASSERT_TRUE(world.run(0.75 * period, 0.01).ok);
  EXPECT_NEAR(world.signal("rod.qy"), std::sin(0.1), 1e-8);
}

TEST(Urdf, RootIsFreeUnlessItIsFixedOrTheWorld) {
  const Scene free = import_urdf(kFolder + "gripper.urdf").scene;
  EXPECT_EQ(make_world(free).diagnose().freedoms, 6 + 1);
  const Scene fixed = import_urdf(kFolder + "gripper.urdf", {.fixed_base = true}).scene;
  EXPECT_EQ(make_world(fixed).diagnose().freedoms, 1);
  EXPECT_TRUE(fixed.model.find_object("palm").is_none());
  EXPECT_TRUE(
      import_urdf(kFolder + "double_pendulum.urdf").scene.model.find_object("world").is_none());
}

// The weight of 4 kg is 0.3 m from the middle of the arm of 1 kg: the common centre of mass is at
// 0.3 + 0.3 · 4/5 = 0.54 m, and the reduced mass 4/5 kg adds 0.8 · 0.09 = 0.072 kg m² across. The
// quarter turn about z exchanges the weight's moments about x and y.
TEST(Urdf, LinksFixedToEachOtherAreOneBody) {
  const Scene scene = import_urdf(kFolder + "double_pendulum.urdf").scene;
  EXPECT_EQ(scene.model.objects().size(), 2U);
  const RigidBody& lower = body(scene, "lower");
  EXPECT_DOUBLE_EQ(lower.mass, 5.0);
  EXPECT_TRUE(lower.com.isApprox(Vec3(0.54, 0, 0), 1e-12)) << lower.com;
  const Mat3 expected = Vec3(0.002 + 0.02, 0.03 + 0.05 + 0.072, 0.03 + 0.06 + 0.072).asDiagonal();
  EXPECT_TRUE(lower.inertia.isApprox(expected, 1e-12)) << lower.inertia;
}

TEST(Urdf, JointsStartAtTheirLimitIfZeroIsOutside) {
  const Scene scene = import_urdf(kFolder + "double_pendulum.urdf").scene;
  const RigidBody& lower = body(scene, "lower");
  EXPECT_TRUE(lower.position.isApprox(Vec3(1, 0, 3), 1e-12));
  EXPECT_NEAR(
      lower.orientation.angularDistance(Quat(Eigen::AngleAxisd(0.5, Vec3::UnitY()))), 0, 1e-7);
  const Limit& limit = constraint<Limit>(scene, "elbow_limit");
  EXPECT_NEAR(limit.lower, 0.0, 1e-15);  // the quantity counts from the start
  EXPECT_NEAR(limit.upper, 1.5, 1e-15);
}

TEST(Urdf, DampingIsAForceAndFrictionIsIgnored) {
  const Imported imported = import_urdf(kFolder + "double_pendulum.urdf");
  const Model& model = imported.scene.model;
  const auto* spring =
      get_if<TorsionSpring>(&model.forces()[model.find_force("shoulder_spring")].kind);
  ASSERT_NE(spring, nullptr);
  EXPECT_DOUBLE_EQ(spring->damping, 0.2);
  EXPECT_DOUBLE_EQ(spring->stiffness, 0.0);
  EXPECT_THAT(imported.report.ignored, says("friction of <dynamics>"));
  EXPECT_THAT(imported.report.ignored, says("effort of <limit>"));
}

// The left finger falls to its lower limit, and all the while the others follow it.
TEST(Urdf, MimicAndLimitsHoldWhileRunning) {
  const Scene scene = import_urdf(kFolder + "gripper.urdf", {.fixed_base = true}).scene;
  World world = make_world(scene);
  const double start = world.signal("left.z");
  EXPECT_NEAR(world.signal("right.z"), 0.005, 1e-12);
  double lowest = 0.0;
  for (int i = 0; i < 200; ++i) {
    ASSERT_TRUE(world.step(0.002).ok);
    const double left = world.signal("left.z") - start;
    lowest = std::min(lowest, left);
    EXPECT_NEAR(world.signal("right.z"), 0.5 * left + 0.005, 1e-9);
    // the turn about y by 10 rad/m: q_y = sin(θ/2)
    EXPECT_NEAR(world.signal("wheel.qy"), std::sin(5 * left), 1e-9);
    EXPECT_GT(left, -0.04 - 1e-9);
  }
  EXPECT_NEAR(lowest, -0.04, 1e-9);
}

TEST(Urdf, MissingInertiaIsInferredFromGeometryAndSaid) {
  const Imported imported = import_text(
      "<robot name=\"r\"><link name=\"box\"><collision><origin xyz=\"0 0 1\"/><geometry><box "
      "size=\"1 2 3\"/>"
      "</geometry></collision><visual><geometry><sphere "
      "radius=\"9\"/></geometry></visual></link></robot>",
      "r.urdf",
      {.density = 500});
  const RigidBody& box = body(imported.scene, "box");
  EXPECT_DOUBLE_EQ(box.mass, 3000.0);
  EXPECT_TRUE(box.com.isApprox(Vec3(0, 0, 1)));
  EXPECT_NEAR(box.inertia(0, 0), 3000.0 / 12 * (4 + 9), 1e-9);
  EXPECT_THAT(imported.report.approximated,
              says("link 'box' does not say what it weighs: 3000 kg are inferred from its "
                   "<collision> at 500"));
  // and it looks as it is to be seen
  const Looks& looks = imported.scene.looks.at(imported.scene.model.find_object("box").index);
  EXPECT_TRUE(std::holds_alternative<Sphere>(looks.shape.value()));
}

TEST(Urdf, ShapeOfInferredMassIsKeptForPictures) {
  const Imported imported = import_text(
      "<robot name=\"r\"><link name=\"ball\"><collision><geometry><sphere "
      "radius=\"0.5\"/></geometry>"
      "</collision></link></robot>",
      "r.urdf");
  ASSERT_EQ(imported.scene.solids.size(), 1U);
  EXPECT_EQ(write_scene(read_scene(write_scene(imported.scene))), write_scene(imported.scene));
}

// Two boxes that stand apart, one of them on a part that is fixed: a mesh of 24 triangles.
TEST(Urdf, LooksOfSeveralShapesAreOneClosedMesh) {
  const Imported imported = import_text(
      "<robot name=\"r\"><material name=\"red\"><color rgba=\"1 0 0 1\"/></material>"
      "<link name=\"a\">" MASS
      "<visual><geometry><box size=\"1 1 1\"/></geometry><material name=\"red\"/></visual></link>"
      "<link name=\"b\"><visual><origin xyz=\"0 0 1\" rpy=\"0.1 0.2 0.3\"/><geometry><box size=\"1 "
      "2 3\"/>"
      "</geometry></visual><inertial><mass value=\"0\"/></inertial></link>" JOINT(
          "j", "fixed", "a", "b", "<origin xyz=\"5 0 0\"/>") "</robot>",
      "r.urdf");
  const Looks& looks = imported.scene.looks.at(imported.scene.model.find_object("a").index);
  EXPECT_EQ(looks.colour, "#FF0000");
  const MassProperties solid = mass_properties(looks.shape.value(), 1.0);
  EXPECT_NEAR(solid.mass, 1.0 + 6.0, 1e-6);
  EXPECT_TRUE(solid.com.isApprox(Vec3(5, 0, 1) * 6 / 7, 1e-6));
  EXPECT_EQ(std::get<Mesh>(*looks.shape).triangles.size(), 24U);
  EXPECT_EQ(write_scene(read_scene(write_scene(imported.scene))), write_scene(imported.scene));
}

// A mesh with so many straight lines to a circle has a little less volume than the round shape.
TEST(Urdf, LooksOfRoundShapesAreClosedMeshesToo) {
  for (const char* shape : {"<sphere radius=\"0.5\"/>",
                            "<cylinder radius=\"0.5\" length=\"2\"/>",
                            "<capsule radius=\"0.5\" length=\"2\"/>"}) {
    const Imported imported = import_text(std::string("<robot name=\"r\"><link name=\"a\">" MASS
                                                      "<visual><origin xyz=\"1 2 3\"/><geometry>")
                                              + shape + "</geometry></visual></link></robot>",
                                          "r.urdf");
    ASSERT_EQ(imported.scene.looks.size(), 1U) << shape;
    const MassProperties solid =
        mass_properties(imported.scene.looks.begin()->second.shape.value(), 1.0);
    EXPECT_TRUE(solid.com.isApprox(Vec3(1, 2, 3), 1e-6)) << shape;
    EXPECT_GT(solid.mass, 0.45) << shape;
  }
}

// A platform on two slides and a turn, with links of nothing between: one body with three freedoms.
TEST(Urdf, LinksWithoutMassLeaveOnlyTheirJoints) {
  const Imported imported = import_text(
      "<robot name=\"r\">" EMPTY("world") EMPTY("x") EMPTY("y") LINK("top")
          JOINT("along",
                "prismatic",
                "world",
                "x",
                "<axis xyz=\"1 0 0\"/><limit lower=\"-1\" upper=\"1\"/>")
              JOINT("across",
                    "prismatic",
                    "x",
                    "y",
                    "<axis xyz=\"0 1 0\"/><limit lower=\"-1\" upper=\"1\"/>")
                  JOINT("turn", "continuous", "y", "top", "<axis xyz=\"0 0 1\"/>") "</robot>",
      "r.urdf");
  EXPECT_EQ(imported.scene.model.objects().size(), 1U);
  EXPECT_EQ(make_world(imported.scene).diagnose().freedoms, 3);
  EXPECT_NO_THROW(constraint<PlaneJoint>(imported.scene, "along+across+turn"));
  EXPECT_THAT(imported.report.approximated, IsEmpty());
}

TEST(Urdf, EndWithoutMassIsGivenALittle) {
  const Imported imported = import_text("<robot name=\"r\">" LINK("base") EMPTY("tool")
                                            JOINT("j", "continuous", "base", "tool", "") "</robot>",
                                        "r.urdf");
  EXPECT_DOUBLE_EQ(body(imported.scene, "tool").mass, 1e-3);
  EXPECT_THAT(imported.report.approximated, says("link 'tool' moves and weighs nothing"));
}

TEST(Urdf, EveryTypeOfJointLeavesItsFreedoms) {
  const std::pair<const char*, int> types[] = {{"fixed", 0},
                                               {"revolute", 1},
                                               {"continuous", 1},
                                               {"prismatic", 1},
                                               {"planar", 3},
                                               {"spherical", 3},
                                               {"floating", 6}};
  for (const auto& [type, freedoms] : types) {
    const std::string text = std::string("<robot name=\"r\">" LINK("a") LINK("b") "<joint name=\"j\" type=\"") + type
                             + "\"><parent link=\"a\"/><child link=\"b\"/><axis xyz=\"1 2 3\"/>"
                               "<limit lower=\"-1\" upper=\"1\"/></joint></robot>";
    const Scene scene = import_text(text, "r.urdf", {.fixed_base = true}).scene;
    EXPECT_EQ(make_world(scene).diagnose().freedoms, freedoms) << type;
  }
}

// The second moment of (1, 1, 3) has the eigenvalue (1 + 1 − 3)/2 < 0; without it the moments are
// (1.5, 1.5, 3).
TEST(Urdf, InertiaOfNoBodyBecomesTheNearestOfOne) {
  const Imported imported = import_text(
      "<robot name=\"r\"><link name=\"a\"><inertial><mass value=\"1\"/><inertia ixx=\"1\" "
      "iyy=\"1\" izz=\"3\" "
      "ixy=\"0\" ixz=\"0\" iyz=\"0\"/></inertial></link></robot>",
      "r.urdf");
  EXPECT_TRUE(
      body(imported.scene, "a").inertia.isApprox(Mat3(Vec3(1.5, 1.5, 3).asDiagonal()), 1e-12));
  EXPECT_THAT(imported.report.approximated, says("an inertia that no body has"));
}

TEST(Urdf, ImportedScenesAreScenes) {
  for (const char* file : {"pendulum.urdf", "double_pendulum.urdf", "gripper.urdf"}) {
    const std::string text = write_scene(import_urdf(kFolder + file).scene);
    EXPECT_EQ(write_scene(read_scene(text)), text) << file;
  }
}

// A planar joint has three values; none of them is that of the joint called "j_turn".
TEST(Urdf, JointsAreNotMistakenForPartsOfOthers) {
  const Scene scene =
      import_text(
          "<robot name=\"r\">" LINK("a") LINK("b") LINK("c") LINK("d") JOINT(
              "j", "planar", "a", "b", "")
              JOINT("j_turn", "continuous", "b", "c", "<axis xyz=\"0 1 0\"/>") JOINT(
                  "k",
                  "continuous",
                  "c",
                  "d",
                  "<axis xyz=\"0 0 1\"/><mimic joint=\"j_turn\" multiplier=\"-2\"/>") "</robot>",
          "r.urdf",
          {.fixed_base = true})
          .scene;
  const Coupler& mimic = constraint<Coupler>(scene, "k_mimic");
  ASSERT_EQ(mimic.terms.size(), 2U);
  const auto& leader = std::get<TwistBetween>(mimic.terms[1].quantity);
  EXPECT_EQ(std::get<FrameOn>(leader.b).object, scene.model.find_object("c"));
  EXPECT_EQ(mimic.terms[1].gain, 2.0);
}

TEST(Urdf, NamesMayHaveAnyCharacters) {
  const Scene scene =
      import_text("<robot name=\"r &amp; s\">" LINK("base/link.1") LINK("l\xC3\xA4nk 2") JOINT(
                      "j #1 &quot;", "continuous", "base/link.1", "l\xC3\xA4nk 2", "") "</robot>",
                  "r.urdf",
                  {.fixed_base = true})
          .scene;
  const std::string text = write_scene(scene);
  EXPECT_EQ(write_scene(read_scene(text)), text);
  EXPECT_EQ(make_world(scene).signal("l\xC3\xA4nk 2.x"), 0.0);
}

// ---- mistakes ----

TEST(Urdf, EveryMistakeIsToldAtOnceWithItsPlace) {
  EXPECT_EQ(import_testing::problems_of([] { import_urdf(kFolder + "wrong.urdf"); }),
            "wrong.urdf:4:36: a mass must not be negative\n"
            "wrong.urdf:5:9: there are two links named 'arm': rename one\n"
            "wrong.urdf:6:23: 'type' must be one of fixed, revolute, continuous, prismatic, "
            "floating, planar, spherical, not 'revolut' (did you mean 'revolute'?)\n"
            "wrong.urdf:7:13: there is no link 'bas' (did you mean 'base'?)\n"
            "wrong.urdf:11:3: joint 'wrist' needs <child link=\"...\"/>\n"
            "wrong.urdf:12:13: 'xyz' must be 3 finite numbers, not '0 ${length} 0': expand the "
            "file with xacro "
            "first\n"
            "wrong.urdf:15:12: the lower limit 2 is above the upper limit 1: exchange them, or "
            "leave them out if there are no ends\n"
            "wrong.urdf:16:12: there is no joint 'elbov' (did you mean 'elbow'?)");
}

struct BadUrdf {
  const char* text;
  const char* message;
};

TEST(Urdf, TreesThatAreNoneAreRefused) {
  const BadUrdf cases[] = {
      {"<robot name=\"r\"/>", "test.urdf:1:1: there are no links"},
      {"<robot name=\"r\">" LINK("a") LINK("b") "</robot>",
       "links 'a' and 'b' have no parent: join them, only one link can be the root"},
      {"<robot name=\"r\">" LINK("a") LINK("b") JOINT("j", "fixed", "a", "b", "")
           JOINT("k", "fixed", "b", "a", "") "</robot>",
       "every link has a parent, in a circle: one link must be the root"},
      {"<robot name=\"r\">" LINK("a") LINK("b") LINK("c") JOINT("j", "fixed", "b", "c", "")
           JOINT("k", "fixed", "c", "b", "") "</robot>",
       "some links hang on each other in a circle"},
      {"<robot name=\"r\">" LINK("a") LINK("b") LINK("c") JOINT("j", "fixed", "a", "b", "")
           JOINT("k", "fixed", "c", "b", "") "</robot>",
       "link 'b' is the child of joint 'j' already: URDF knows trees only"},
      {"<robot name=\"r\">" LINK("a") LINK("b")
           JOINT("j", "continuous", "a", "b", "<mimic joint=\"j\"/>") "</robot>",
       "joints follow each other in a circle"},
      {"<robot name=\"r\">" LINK("a") LINK("b") LINK("c") JOINT("j", "fixed", "a", "b", "")
           JOINT("k", "continuous", "a", "c", "<mimic joint=\"j\"/>") "</robot>",
       "joint 'j' is fixed and has no value to follow"},
      {"<robot name=\"r\"><link name=\"a\"><collision><geometry><mesh "
       "filename=\"package://no/m.stl\"/></geometry>"
       "</collision></link></robot>",
       "package 'no' is not found: say where it is with --package no=FOLDER"},
      {"<sdf/>",
       "test.urdf:1:1: the root element is <sdf>: URDF begins with <robot>, MJCF with <mujoco>"},
      {"<robot><link", "this is no XML: "},
      {"", "test.urdf"},
      {"<robot name=\"\xff\"/>", "test.urdf:1:14: this is no UTF-8: save the file as UTF-8"},
  };
  for (const BadUrdf& c : cases) EXPECT_THAT(problems_of(c.text), HasSubstr(c.message)) << c.text;
}

TEST(Urdf, NumbersThatAreNoneAreRefused) {
  for (const char* number : {"nan", "inf", "1e999", "1,5", "", "0x10", "1 2"})
    EXPECT_THAT(
        problems_of(std::string("<robot name=\"r\"><link name=\"a\"><inertial><mass value=\"")
                    + number + "\"/></inertial></link></robot>"),
        HasSubstr("test.urdf:1:48: 'value' must be a finite number"))
        << number;
}

TEST(Urdf, FileThatIsNotThereIsSaid) {
  EXPECT_EQ(import_testing::problems_of([] { import_file("/nowhere/a.urdf"); }),
            "/nowhere/a.urdf: there is no such file");
}

// ---- report ----

TEST(ImportReport, SaysOfSeveralLinesOnce) {
  ImportReport report;
  report.used = {{"a.urdf", 3, "x"}};
  for (int line = 1; line <= 7; ++line) report.ignored.push_back({"a.urdf", line, "<gazebo>"});
  EXPECT_EQ(report.text(),
            "used (1)\n  a.urdf:3: x\napproximated (0)\nignored (7)\n"
            "  a.urdf:1,2,3,4,5 and 2 more lines: <gazebo>\n");
  EXPECT_FALSE(report.exact());
  EXPECT_THAT(report.json(), HasSubstr("\"what\": \"<gazebo>\""));
}

TEST(ImportReport, WhateverNobodyAskedForIsIgnoredAloud) {
  const Imported imported = import_text(
      "<robot name=\"r\" version=\"1\">" LINK("a") "<gazebo><x/></gazebo></robot>", "r.urdf");
  EXPECT_THAT(imported.report.ignored,
              ElementsAre(Field(&ImportNote::what, "version of <robot>"),
                          Field(&ImportNote::what, "<gazebo>")));
}

}  // namespace holon::urdf_test
