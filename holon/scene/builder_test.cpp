// SPDX-License-Identifier: Apache-2.0
#include "holon/scene/builder.h"

#include <gmock/gmock.h>

#include "holon/model/parameter.h"
#include "holon/scene/scene_run.h"
#include "holon/scene/thing_writer.h"

namespace holon::builder_test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::string edit(std::string_view line, const BuilderContext& context = {}) {
  return text_of(edit_from_command(line, context));
}
/// What is wrong with a line, with its place.
std::string complaint(std::string_view line) {
  try {
    edit_from_command(line);
  } catch (const SceneError& e) {
    return e.what();
  }
  return "";
}

// ---- each command becomes one edit ----

TEST(Builder, AShapeBecomesARigidBody) {
  EXPECT_EQ(edit("make rod upper"),
            R"({"create":{"objects":[{"kind":"rigid_body","name":"upper",)"
            R"("shape":{"kind":"rod"},"mass":1}]}})");
  EXPECT_EQ(edit("make box crate size=(1 2 3) density=500 at=(0 0 1) colour=#5C7A98"),
            R"({"create":{"objects":[{"kind":"rigid_body","name":"crate",)"
            R"("shape":{"kind":"box","size":[1,2,3]},"density":500,"position":[0,0,1],)"
            R"("looks":{"colour":"#5C7A98"}}]}})");
  EXPECT_EQ(edit("make sphere ball as affine_body young=1e5 mass=2*m"),
            R"({"create":{"objects":[{"kind":"affine_body","name":"ball",)"
            R"("shape":{"kind":"sphere"},"young":100000.0,"mass":"2*m"}]}})");
}

TEST(Builder, MakesAnyKindOfThing) {
  EXPECT_EQ(edit("make particle p mass=2 at=(0, 0, half) kinematic=true"),
            R"({"create":{"objects":[{"kind":"particle","name":"p","mass":2,)"
            R"("position":[0,0,"half"],"kinematic":true}]}})");
  EXPECT_EQ(edit("make drag air linear=0.1 objects=(a b)"),
            R"({"create":{"forces":[{"kind":"drag","name":"air","linear":0.1,)"
            R"("objects":["a","b"]}]}})");
  EXPECT_EQ(edit("make multirope r points=(nail(0 0 1) a.end1 b) length=3"),
            R"({"create":{"constraints":[{"kind":"multirope","name":"r","points":[)"
            R"({"nail":[0,0,1]},{"object":"a","at":"end1"},{"object":"b"}],"length":3}]}})");
}

TEST(Builder, ConnectsPointsInAllTheirForms) {
  EXPECT_EQ(edit("connect upper.end1 nail(0 0 100)"),
            R"({"connect":{"kind":"point_to_point","a":{"object":"upper","at":"end1"},)"
            R"("b":{"nail":[0,0,100]}}})");
  EXPECT_EQ(edit("connect upper(0 0 l/2) lower as rope length=2 name=line"),
            R"({"connect":{"kind":"rope","a":{"object":"upper","at":[0,0,"l/2"]},)"
            R"("b":{"object":"lower"},"length":2,"name":"line"}})");
  EXPECT_EQ(edit(R"(connect (1 2 3) {"path":["t",0,0]})"),
            R"({"connect":{"kind":"point_to_point","a":{"nail":[1,2,3]},"b":{"path":["t",0,0]}}})");
  EXPECT_EQ(edit(R"(connect "left rod".end2 "cart.1"(0 0 1))"),
            R"({"connect":{"kind":"point_to_point","a":{"object":"left rod","at":"end2"},)"
            R"("b":{"object":"cart.1","at":[0,0,1]}}})");
}

TEST(Builder, GivesFramesTheAxisOfTheWorld) {
  EXPECT_EQ(edit("connect door.left nail(0 0 1) as line_hinge axis=(0 1 0)"),
            R"({"connect":{"kind":"line_hinge","a":{"object":"door","at":"left","axis":[0,1,0]},)"
            R"("b":{"world":[0,0,1],"axis":[0,1,0]}}})");
  EXPECT_EQ(edit("connect rail bead as point_on_line axis=(1 0 0)"),
            R"({"connect":{"kind":"point_on_line","a":{"object":"rail","axis":[1,0,0]},)"
            R"("b":{"object":"bead"}}})");
}

TEST(Builder, EveryKindOfTwoPointsOrFramesCanBeConnected) {
  int kinds = 0;
  for_each_kind(ConstraintKinds(), [&]<class K>() {
    int ends = 0;
    K self{};
    K::fields(self, [&]<class F>(std::string_view, F&, std::string_view) {
      ends += std::is_same_v<F, PointRef> || std::is_same_v<F, FrameRef> ? 1 : 0;
    });
    const std::string line = "connect a b as " + std::string(K::name);
    if (ends >= 2) {
      ++kinds;
      EXPECT_EQ(complaint(line), "") << line;
    } else {
      EXPECT_THAT(complaint(line), HasSubstr("is not between two points")) << line;
    }
  });
  EXPECT_GE(kinds, 15);
}

TEST(Builder, EditsWhatIsThere) {
  EXPECT_EQ(edit("disconnect hook"), R"({"disconnect":"hook"})");
  EXPECT_EQ(edit("remove a \"b c\" d  # three"), R"({"remove":["a","b c","d"]})");
  EXPECT_EQ(edit("activate motor"), R"({"activate":"motor"})");
  EXPECT_EQ(edit("set length=2 spring.stiffness=30*k weight.g=(0 0 -1)"),
            R"({"set":{"length":2,"spring.stiffness":"30*k","weight.g.x":0,"weight.g.y":0,)"
            R"("weight.g.z":-1}})");
  EXPECT_EQ(edit("place ball at=(0 0 1) velocity=(1 0 0)"),
            R"({"place":{"object":"ball","position":[0,0,1],"velocity":[1,0,0]}})");
  EXPECT_EQ(edit("push ball.top (5 0 0) for=0.2"),
            R"({"push":{"kind":"applied_force","point":{"object":"ball","at":"top"},)"
            R"("force":[5,0,0]},"for":0.2})");
  EXPECT_EQ(edit("spring a.end1 b stiffness=50 name=s"),
            R"({"create":{"forces":[{"kind":"spring_damper","a":{"object":"a","at":"end1"},)"
            R"("b":{"object":"b"},"stiffness":50,"name":"s"}]}})");
  EXPECT_EQ(edit("stepper projected tolerance=1e-13"),
            R"({"stepper":"projected","settings":{"tolerance":1e-13}})");
  EXPECT_EQ(edit(R"(  {"remove": "a"})"), R"({"remove":"a"})");
}

TEST(Builder, GravityIsMadeOnceAndThenSwitched) {
  EXPECT_EQ(edit("gravity on"),
            R"({"create":{"forces":[{"kind":"gravity","name":"gravity","g":[0,0,-9.81]}]}})");
  EXPECT_EQ(edit("gravity (0 0 -1.62)"),
            R"({"create":{"forces":[{"kind":"gravity","name":"gravity","g":[0,0,-1.62]}]}})");
  EXPECT_EQ(edit("gravity off"), R"({"deactivate":[]})");
  const BuilderContext there{{"weight"}};
  EXPECT_EQ(edit("gravity off", there), R"({"deactivate":["weight"]})");
  EXPECT_EQ(edit("gravity on", there), R"({"activate":["weight"]})");
  EXPECT_EQ(edit("gravity (0 0 -1)", there),
            R"({"set":{"weight.g.x":0,"weight.g.y":0,"weight.g.z":-1,"weight.active":1}})");
}

// ---- on a world ----

TEST(Builder, CommandsActOnARunningScene) {
  SceneRun run{Scene()};
  for (const char* line : {"make rod upper length=2 at=(0 0 -1)",
                           "connect upper.end2 nail(0 0 0) name=hook",
                           "gravity on",
                           "spring upper.end1 nail(0 0 -2) stiffness=10 name=s"})
    run.edit(line);
  const Model& model = run.world().model();
  EXPECT_LT(run.world().error(model.find_constraint("hook"))[0], 1e-15);
  EXPECT_EQ(run.world().placement(model.find_object("upper")).position, Vec3(0, 0, -1));
  run.edit("gravity off");
  EXPECT_FALSE(model.forces()[model.find_force("gravity")].options.active);
  run.edit("gravity (0 0 -1.62)");
  EXPECT_TRUE(model.forces()[model.find_force("gravity")].options.active);
  run.edit("remove upper");
  EXPECT_EQ(model.objects().size(), 0u);
  EXPECT_EQ(model.constraints().size(), 0u);
}

TEST(Builder, SetsAllNumbersOrNone) {
  SceneRun run{Scene()};
  run.edit("make particle p mass=1");
  run.edit("spring p nail(0 0 1) stiffness=10 name=s");
  const Model& model = run.world().model();
  const auto number = [&](const char* name) {
    return value_of(model, *find_parameter(model, name));
  };
  EXPECT_THROW(run.edit("set s.stiffness=20 s.stifness=30"), SceneError);
  EXPECT_EQ(number("s.stiffness"), 10.0) << "there is no stifness";
  EXPECT_THROW(run.edit("set s.stiffness=20 p.mass=-1"), SceneError);
  EXPECT_EQ(number("s.stiffness"), 10.0) << "a mass cannot be negative";
  EXPECT_EQ(number("p.mass"), 1.0);
  run.edit("set s.stiffness=20 p.mass=3");
  EXPECT_EQ(number("s.stiffness") + number("p.mass"), 23.0);
}

TEST(Builder, RemovesWhatIsNamedTwiceOrGoesWithAnother) {
  const auto built = [] {
    SceneRun run{Scene()};
    for (const char* line : {"make particle p mass=1",
                             "make particle q mass=1",
                             "connect p q as distance length=1 name=d"})
      run.edit(line);
    return run;
  };
  SceneRun run = built();
  run.edit("disconnect d d");
  EXPECT_EQ(run.world().model().constraints().size(), 0u);
  EXPECT_EQ(run.world().model().objects().size(), 2u);
  run.edit("remove p p");
  EXPECT_EQ(run.world().model().objects().size(), 1u);
  run = built();
  run.edit("remove p d");
  EXPECT_EQ(run.world().model().objects().size(), 1u);
  EXPECT_EQ(run.world().model().constraints().size(), 0u);
}

TEST(Builder, AxesOfTheWorldBecomeThoseOfTurnedBodies) {
  SceneRun run{Scene()};
  run.edit("make box a at=(1 0 0) orientation=(0.8 0.6 0 0)");
  run.edit("make box b at=(2 0 0) orientation=(0.6 0 0 0.8)");
  for (const char* kind : {"line_hinge", "prism", "connector", "cylinder_joint", "orientation"})
    run.edit("connect a(0.5 0 0) b as " + std::string(kind) + " axis=(0 3 4) name=" + kind);
  const World& world = run.world();
  for (const char* kind : {"prism", "orientation"}) {
    const ConstraintId id = world.model().find_constraint(kind);
    const std::vector<double> error = world.error(id);
    // three rows of angles are met, as both frames have the same axes now
    for (std::size_t i = error.size() - 3; i < error.size(); ++i)
      EXPECT_NEAR(error[i], 0.0, 1e-15) << kind;
  }
  const auto hinge = std::get<FrameOn>(visit(
      []<class K>(const K& k) -> FrameRef {
        if constexpr (std::is_same_v<K, LineHinge>) return k.a;
        return WorldFrame{};
      },
      world.model().constraints()[world.model().find_constraint("line_hinge")].kind));
  EXPECT_NEAR((world.frame(hinge).R.col(2) - Vec3(0, 0.6, 0.8)).norm(), 0.0, 1e-15);
}

TEST(Builder, ThingsWithoutANameAreSpokenOfByTheOneThatIsShown) {
  Scene scene;
  scene.model.add(Gravity{});
  scene.model.add(Particle{}, {.name = "p"});
  SceneRun run(scene);
  run.edit("gravity off");
  EXPECT_FALSE(
      run.world().model().forces()[run.world().model().find_force("gravity#0")].options.active);
  run.edit("remove gravity#0");
  EXPECT_EQ(run.world().model().forces().size(), 0u);
}

// ---- what is wrong ----

TEST(Builder, NamesTheWordAndItsColumn) {
  EXPECT_EQ(complaint("conect a b"),
            "line 1, column 1: 'conect': no such command (did you mean 'connect'?)");
  EXPECT_THAT(complaint("make rood upper"),
              StartsWith("line 1, column 6: 'rood': no shape or kind has this name (did you mean "
                         "'rod'?)"));
  EXPECT_THAT(complaint("make rod upper lenght=2"),
              StartsWith("line 1, column 16: 'lenght=2': no such option (did you mean 'length'?)"));
  EXPECT_THAT(complaint("connect a b as hinge"),
              HasSubstr("column 16: 'hinge': no kind of constraint has this name"));
  EXPECT_EQ(complaint("make rod"),
            "line 1, column 9: 'make' needs a name, as 'make rod upper' here");
  EXPECT_THAT(complaint("connect a"), HasSubstr("column 10: 'connect' needs two points"));
  EXPECT_THAT(complaint("connect a b c"), HasSubstr("column 13: 'c': is one word too many"));
  EXPECT_THAT(complaint("make rod a mass = 2"), HasSubstr("column 17: '=': write options"));
  EXPECT_THAT(complaint("make rod a mass="), HasSubstr("column 12: 'mass=': a value is missing"));
  EXPECT_THAT(complaint("make rod a mass=1 mass=2"), HasSubstr("column 19: 'mass=2': is given"));
  EXPECT_THAT(complaint("make rod a at=(0 0 1"),
              HasSubstr("column 15: '(': this bracket is never"));
  EXPECT_THAT(complaint("make rod a) b"), HasSubstr("column 11: ')': no bracket is open"));
  EXPECT_THAT(complaint("remove \"a"), HasSubstr("column 8: '\"': this quote is never closed"));
  EXPECT_THAT(complaint("push a (1 0 0)"), HasSubstr("column 15: 'push' needs how long"));
  EXPECT_THAT(complaint("gravity down"), HasSubstr("column 9: 'down': must be on, off"));
  EXPECT_THAT(complaint(R"(connect {"nail": [0, 0,]} b)"), HasSubstr("column 23"));
  EXPECT_EQ(complaint("# nothing"), "line 1, column 1: a command is missing");
}

TEST(Builder, ValuesThatCannotBeAreToldWhereTheyStand) {
  SceneRun run{Scene()};
  run.edit("make rod upper");
  const auto wrong = [&](std::string_view line) -> std::string {
    const std::uint64_t before = run.world().hash();
    try {
      run.edit(line, {7, 1});
    } catch (const SceneError& e) {
      EXPECT_EQ(run.world().hash(), before);
      return e.what();
    }
    return "";
  };
  EXPECT_THAT(wrong("make rod lower mass=-1"), HasSubstr("line 7, column 21: "));
  EXPECT_THAT(wrong("make rod lower at=(0 0)"), HasSubstr("line 7, column 19: "));
  EXPECT_THAT(wrong("make rod lower mass=2*weight"), HasSubstr("line 7, column 21: "));
  EXPECT_THAT(wrong("connect uper.end1 nail(0 0 1)"),
              HasSubstr("line 7, column 9: connect.a.object: no object is named 'uper' (did you "
                        "mean 'upper'?)"));
  EXPECT_THAT(wrong("connect upper.end3 nail(0 0 1)"),
              HasSubstr("line 7, column 15: connect.a.at: no point of it is named 'end3' (did you "
                        "mean 'end1'?); it has centre, end1, end2"));
  EXPECT_THAT(wrong("disconnect hook"), HasSubstr("line 7, column 12: "));
  EXPECT_THAT(wrong("connect upper nail(0 0 1) as line_hinge axis=(0 0 0)"),
              HasSubstr("line 7, column 46: "));
  EXPECT_EQ(run.world().model().objects().size(), 1u);
}

}  // namespace
}  // namespace holon::builder_test
