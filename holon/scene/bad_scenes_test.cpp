// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "holon/scene/scene.h"

namespace holon::bad_scenes_test {

using ::testing::HasSubstr;

struct BadScene {
  const char* name;
  const char* text;     // the third line is the culprit unless said otherwise
  const char* message;  // part of what is said of it
  JsonPlace place;
};

void PrintTo(const BadScene& scene, std::ostream* out) {
  *out << scene.name;
}

#define HEAD "{\"format\": \"holon-scene\", \"version\": 1,\n \"objects\": [\n"
#define BALL "  {\"kind\": \"particle\", \"name\": \"ball\", \"mass\": 1}\n"
#define CONSTRAINTS " ], \"constraints\": [\n"

#define CONTROLLERS " ], \"controllers\": [\n"

const BadScene kBadScenes[] = {
    {"ControllerHearsNothing",
     HEAD BALL CONTROLLERS "  {\"kind\": \"pid\", \"input\": {\"signal\": \"ball.vv\"}}\n ]}",
     "listens to 'ball.vv', which is not there (did you mean",
     {5, 3}},
    {"ControllersInACircle",
     HEAD BALL CONTROLLERS
     "  {\"kind\": \"pid\", \"name\": \"a\", \"input\": {\"signal\": \"b.output\"}},\n"
     "  {\"kind\": \"pid\", \"name\": \"b\", \"input\": {\"signal\": \"a.output\"}}\n ]}",
     "in a circle: a to b to a",
     {5, 3}},
    {"BadFormula",
     HEAD BALL CONTROLLERS "  {\"kind\": \"computed\", \"formula\": \"2*\"}\n ]}",
     "",
     {5, 35}},
    {"UnknownController",
     HEAD BALL CONTROLLERS
     "  {\"kind\": \"input\", \"name\": \"knob\"}\n ], \"forces\": [\n"
     "  {\"kind\": \"actuator\", \"quantity\": {\"distance\": {\"a\": {\"nail\": [0, 0, 1]},"
     " \"b\": {\"object\": \"ball\"}}}, \"effort\": {\"controller\": \"knop\"}}\n ]}",
     "no controller is named 'knop' (did you mean 'knob'?)",
     {7, 128}},
    {"BadSettingOfAMethod",
     "{\"format\": \"holon-scene\", \"version\": 1,\n"
     "  \"settings\": {\"correction\": {\"stiffness\": 2}}}",
     "must be more than 0 and at most 1",
     {2, 44}},
    {"UnknownChoice",
     "{\"format\": \"holon-scene\", \"version\": 1,\n"
     "  \"settings\": {\"correction\": {\"integrator\": \"rk3\"}}}",
     "must be one of euler, double_euler, rk2, rk4 (did you mean",
     {2, 45}},
    {"Empty", "", "empty", {1, 1}},
    {"NotAnObject", "[1, 2]", "must be an object", {1, 1}},
    {"NoFormat", "{\"version\": 1}", "\"format\" must be \"holon-scene\"", {1, 1}},
    {"WrongFormat",
     "{\"format\": \"urdf\", \"version\": 1}",
     "\"format\" must be \"holon-scene\"",
     {1, 12}},
    {"FutureVersion",
     "{\"format\": \"holon-scene\", \"version\": 2}",
     "is newer than this program",
     {1, 38}},
    {"TrailingComma", HEAD "  {\"kind\": \"particle\", \"mass\": 1},\n ]}", "remove it", {3, 34}},
    {"MissingBrace", HEAD BALL " ]", "", {4, 3}},
    {"TrailingGarbage", "{\"format\": \"holon-scene\", \"version\": 1} x", "", {1, 41}},
    {"DuplicateKey", "{\"format\": \"holon-scene\",\n\"version\": 1,\n\"version\": 1}", "", {3, 1}},
    {"UnknownKey",
     "{\"format\": \"holon-scene\", \"version\": 1,\n \"object\": []}",
     "did you mean 'objects'?",
     {2, 2}},
    {"UnknownObjectKind",
     HEAD "  {\"kind\": \"rigidbody\"}\n ]}",
     "did you mean 'rigid_body'?",
     {3, 12}},
    {"MissingKind", HEAD "  {\"name\": \"ball\"}\n ]}", "'kind' is missing", {3, 3}},
    {"MissingMass", HEAD "  {\"kind\": \"particle\"}\n ]}", "'mass' is missing", {3, 3}},
    {"MissingInertia",
     HEAD "  {\"kind\": \"rigid_body\", \"mass\": 1}\n ]}",
     "'inertia' is missing",
     {3, 3}},
    {"NegativeMass",
     HEAD "  {\"kind\": \"particle\", \"mass\": -2}\n ]}",
     "must be positive",
     {3, 32}},
    {"MassIsText",
     HEAD "  {\"kind\": \"particle\", \"mass\": \"heavy\"}\n ]}",
     "unknown name 'heavy'",
     {3, 32}},
    {"NotANumberAtAll", HEAD "  {\"kind\": \"particle\", \"mass\": NaN}\n ]}", "", {3, 32}},
    {"NumberTooLarge", HEAD "  {\"kind\": \"particle\", \"mass\": 1e400}\n ]}", "", {3, 32}},
    {"ShortVector",
     HEAD "  {\"kind\": \"particle\", \"mass\": 1, \"position\": [0, 1]}\n ]}",
     "must be a list of 3, and has 2",
     {3, 47}},
    {"UnknownField",
     HEAD "  {\"kind\": \"particle\", \"mass\": 1, \"postion\": [0, 1, 2]}\n ]}",
     "did you mean 'position'?",
     {3, 35}},
    {"DuplicateName", HEAD BALL "," BALL " ]}", "taken already", {4, 33}},
    {"ShapeWithoutDensity",
     HEAD "  {\"kind\": \"rigid_body\", \"shape\": {\"kind\": \"sphere\", \"radius\": 1}}\n ]}",
     "needs 'density' or 'mass'",
     {3, 3}},
    {"NegativeRadius",
     HEAD "  {\"kind\": \"rigid_body\", \"mass\": 1, \"shape\": {\"kind\": \"sphere\", \"radius\": "
          "-1}}\n ]}",
     "give a positive, finite length",
     {3, 75}},
    {"ShapeAndInertia",
     HEAD "  {\"kind\": \"rigid_body\", \"mass\": 1, \"shape\": {\"kind\": \"sphere\"}, "
          "\"inertia\": [1,1,1]}\n ]}",
     "leave it out",
     {3, 77}},
    {"ImpossibleInertia",
     HEAD "  {\"kind\": \"rigid_body\", \"mass\": 1, \"inertia\": [1, 1, 3]}\n ]}",
     "of no real body",
     {3, 48}},
    {"DanglingName",
     HEAD BALL CONSTRAINTS "  {\"kind\": \"point_to_point\", \"a\": {\"nail\": [0,0,0]}, \"b\": "
                           "{\"object\": \"bal\"}}\n ]}",
     "no object is named 'bal' (did you mean 'ball'?)",
     {5, 70}},
    {"MissingConnector",
     HEAD BALL CONSTRAINTS "  {\"kind\": \"point_to_point\", \"a\": {\"nail\": [0,0,0]}}\n ]}",
     "'b' is missing",
     {5, 3}},
    {"TwoNails",
     HEAD BALL CONSTRAINTS "  {\"kind\": \"point_to_point\", \"a\": {\"nail\": [0,0,0]}, \"b\": "
                           "{\"nail\": [1,0,0]}}\n ]}",
     "must name at least one object",
     {5, 3}},
    {"NeitherPointNorNail",
     HEAD BALL CONSTRAINTS "  {\"kind\": \"distance\", \"length\": 1, \"a\": {\"at\": [0,0,0]}, "
                           "\"b\": {\"object\": \"ball\"}}\n ]}",
     "must be a point",
     {5, 42}},
    {"ZeroLength",
     HEAD BALL CONSTRAINTS "  {\"kind\": \"distance\", \"length\": 0, \"a\": {\"nail\": [0,0,1]}, "
                           "\"b\": {\"object\": \"ball\"}}\n ]}",
     "must be positive",
     {5, 34}},
    {"ZeroLengthAxis",
     HEAD BALL CONSTRAINTS "  {\"kind\": \"point_on_line\", \"a\": {\"world\": [0,0,0], \"z\": "
                           "[0,0,0]}, \"b\": {\"object\": \"ball\"}}\n ]}",
     "must be a direction that is not zero",
     {5, 58}},
    {"FrameOnAParticle",
     HEAD BALL CONSTRAINTS "  {\"kind\": \"point_on_plane\", \"a\": {\"object\": \"ball\"}, \"b\": "
                           "{\"nail\": [0,0,0]}}\n ]}",
     "a particle has none",
     {5, 35}},
    {"NegativeTau",
     HEAD BALL CONSTRAINTS "  {\"kind\": \"point_to_point\", \"tau\": -1, \"a\": {\"nail\": "
                           "[0,0,0]}, \"b\": {\"object\": \"ball\"}}\n ]}",
     "must be positive",
     {5, 37}},
    {"KeysOutOfOrder",
     HEAD BALL CONSTRAINTS "  {\"kind\": \"point_to_point\", \"b\": {\"object\": \"ball\"}, \"a\": "
                           "{\"path\": {\"times\": [0, 1, 1], \"points\": "
                           "[[0,0,0],[1,0,0],[2,0,0]]}}}\n ]}",
     "must increase",
     {5, 79}},
    {"UnknownForce",
     HEAD BALL " ], \"forces\": [\n  {\"kind\": \"gravitation\"}\n ]}",
     "no force kind 'gravitation'",
     {5, 12}},
    {"FormulaOfTimeWithAnotherVariable",
     HEAD BALL CONSTRAINTS "  {\"kind\": \"point_to_point\", \"b\": {\"object\": \"ball\"}, \"a\": "
                           "{\"path\": {\"x\": \"sin(s)\"}}}\n ]}",
     "column 5 of \"sin(s)\"",
     {5, 75}},
    {"FormulaThatIsNone",
     HEAD BALL " ], \"forces\": [\n  {\"kind\": \"force_field\", \"point\": {\"object\": "
               "\"ball\"}, \"force\": [\"0\", \"2*\", \"0\"]}\n ]}",
     "column 3 of \"2*\"",
     {5, 71}},
    {"TableOutOfOrder",
     HEAD BALL
     " ], \"forces\": [\n  {\"kind\": \"nonlinear_spring\", \"quantity\": {\"distance\": "
     "{\"a\": {\"nail\": [0,0,1]}, \"b\": {\"object\": \"ball\"}}}, \"force\": {\"stretches\": "
     "[1, 0], \"forces\": [0, 1]}}\n ]}",
     "must increase",
     {5, 132}},
    {"TableWithoutForces",
     HEAD BALL
     " ], \"forces\": [\n  {\"kind\": \"nonlinear_spring\", \"quantity\": {\"distance\": "
     "{\"a\": {\"nail\": [0,0,1]}, \"b\": {\"object\": \"ball\"}}}, \"force\": {\"stretches\": "
     "[0, 1]}}\n ]}",
     "'forces' is missing",
     {5, 118}},
    {"ZeroStep",
     "{\"format\": \"holon-scene\", \"version\": 1, \"dt\": 0}",
     "must be positive",
     {1, 47}},
    {"UnknownStepper",
     "{\"format\": \"holon-scene\", \"version\": 1, \"stepper\": \"rk5\"}",
     "no stepper 'rk5'",
     {1, 52}},
};

class BadScenes : public ::testing::TestWithParam<BadScene> {};

TEST_P(BadScenes, AreRefusedWithPlaceAndCure) {
  const BadScene& scene = GetParam();
  try {
    read_scene(scene.text);
    FAIL() << "was read without complaint";
  } catch (const SceneError& e) {
    ASSERT_FALSE(e.problems().empty());
    EXPECT_EQ(e.problems()[0].place.line, scene.place.line) << e.what();
    EXPECT_EQ(e.problems()[0].place.column, scene.place.column) << e.what();
    EXPECT_THAT(e.what(), HasSubstr(scene.message));
    EXPECT_GT(e.problems()[0].message.size(), 8U) << "a message must say something";
  }
}

INSTANTIATE_TEST_SUITE_P(All, BadScenes, ::testing::ValuesIn(kBadScenes), [](const auto& scene) {
  return std::string(scene.param.name);
});

TEST(BadScene, AllMistakesAreToldAtOnce) {
  try {
    read_scene(HEAD
               "  {\"kind\": \"particle\", \"mass\": -1, \"name\": \"a\"},\n"
               "  {\"kind\": \"particle\", \"mas\": 1, \"name\": \"b\"}\n"
               " ], \"forces\": [{\"kind\": \"gravity\", \"g\": 9.81}]}");
    FAIL();
  } catch (const SceneError& e) {
    // negative mass; mass missing and 'mas' unknown; g is no vector
    EXPECT_EQ(e.problems().size(), 4U) << e.what();
  }
}

TEST(BadScene, WhatHangsOnARefusedObjectIsNotBlamed) {
  try {
    read_scene(HEAD "  {\"kind\": \"particle\", \"name\": \"ball\", \"mass\": -1}\n" CONSTRAINTS
                    "  {\"kind\": \"point_to_point\", \"a\": {\"nail\": [0,0,0]}, \"b\": "
                    "{\"object\": \"ball\"}}\n ]}");
    FAIL();
  } catch (const SceneError& e) {
    EXPECT_EQ(e.problems().size(), 1U) << e.what();
  }
}

TEST(BadScene, AMillionLevelsOfNestingAreRefused) {
  EXPECT_THROW(read_scene(std::string(1000000, '[')), SceneError);
}

TEST(BadScene, AnEndlessNumberIsRefused) {
  EXPECT_THROW(
      read_scene("{\"format\": \"holon-scene\", \"version\": " + std::string(10000000, '1') + "}"),
      SceneError);
}

TEST(BadScene, AMissingFileIsNamed) {
  try {
    read_scene_file("no/such/file.json");
    FAIL();
  } catch (const SceneError& e) {
    EXPECT_THAT(e.what(), HasSubstr("no/such/file.json"));
  }
}

}  // namespace holon::bad_scenes_test
