// SPDX-License-Identifier: Apache-2.0
#include "holon/scene/scene.h"

#include <gmock/gmock.h>

#include <filesystem>

#include "holon/checks/random_parts.h"
#include "holon/checks/surface_specimens.h"

namespace holon::scene_test {

using ::testing::HasSubstr;

constexpr const char* kPendulum = R"({
  "format": "holon-scene", "version": 1, "dt": 0.001, "duration": 2,
  "objects": [
    {"kind": "rigid_body", "name": "rod", "shape": {"kind": "rod", "length": 1}, "mass": 2,
     "position": [0.5, 0, 0], "orientation": [0.5, 0.5, 0.5, 0.5]}
  ],
  "constraints": [
    {"kind": "point_to_point", "name": "nail", "a": {"nail": [0, 0, 0]}, "b": {"object": "rod", "at": [0, 0, -0.5]}}
  ],
  "forces": [{"kind": "gravity", "g": [0, 0, -9.81]}]
})";

TEST(Scene, ReadsWhatItSays) {
  const Scene scene = read_scene(kPendulum);
  EXPECT_EQ(scene.settings.dt, 0.001);
  const ObjectId rod = scene.model.find_object("rod");
  ASSERT_FALSE(rod.is_none());
  const auto& body = get<RigidBody>(scene.model.objects()[rod].kind);
  // a thin rod of 2 kg and 1 m: m L²/12 across, nothing along
  EXPECT_NEAR(body.mass, 2.0, 1e-15);
  EXPECT_NEAR(body.inertia(0, 0), 2.0 / 12.0, 1e-15);
  EXPECT_NEAR(body.inertia(2, 2), 0.0, 1e-15);
  EXPECT_FALSE(scene.model.find_constraint("nail").is_none());
}

TEST(Scene, MayTellTheSettingsOfItsMethod) {
  std::string text = kPendulum;
  text.insert(1, R"("stepper": "correction",
    "settings": {"tolerance": 1e-9, "correction": {"integrator": "rk4", "min_solver": "svd"}},)");
  const Scene scene = read_scene(text);
  EXPECT_EQ(scene.settings.settings.tolerance, 1e-9);
  EXPECT_EQ(scene.settings.settings.correction.integrator, MotionIntegrator::rk4);
  EXPECT_EQ(scene.settings.settings.correction.max_iterations, 20) << "as it was";
  World from_file = make_world(scene);
  World from_code(scene.model,
                  {.stepper = "correction",
                   .settings = {.correction = {.integrator = MotionIntegrator::rk4,
                                               .min_solver = LinearSolver::svd}}});
  from_file.run(0.1, 0.001);
  from_code.run(0.1, 0.001);
  EXPECT_EQ(from_file.hash(), from_code.hash());
}

TEST(Scene, RunsAsTheSameModelBuiltInCode) {
  World from_file = make_world(read_scene(kPendulum));
  World from_code;
  RigidBody rod = RigidBody::from(mass_properties(Rod{1.0}, 2.0));
  rod.position = {0.5, 0, 0};
  rod.orientation = Quat(0.5, 0.5, 0.5, 0.5);
  const ObjectId id = from_code.add(rod, {.name = "rod"});
  from_code.add(PointToPoint{Nail{}, PointOn{id, {0, 0, -0.5}}}, {.name = "nail"});
  from_code.add(Gravity{.g = {0, 0, -9.81}});
  from_file.run(0.5, 0.001);
  from_code.run(0.5, 0.001);
  EXPECT_EQ(from_file.hash(), from_code.hash());
}

TEST(Scene, SavingLoadingAndSavingGivesTheSameBytes) {
  const std::string once = write_scene(read_scene(kPendulum));
  EXPECT_EQ(write_scene(read_scene(once)), once);
}

/// Every field of every kind survives: random parts of all kinds are written, read and written
/// again.
template <class K>
void expect_round_trip(checks::Random& random) {
  SCOPED_TRACE(std::string(K::name));
  Scene scene;
  const ObjectId a = scene.model.add(checks::random_object<RigidBody>(random), {.name = "a"});
  const ObjectId b = scene.model.add(checks::random_object<AffineBody>(random), {.name = "b"});
  const checks::Side on_a{checks::Side::Kind::object, a}, on_b{checks::Side::Kind::object, b};
  std::optional<K> kind = checks::random_constraint<K>(random, on_a, on_b);
  ASSERT_TRUE(kind.has_value());
  if constexpr (ObjectForce<K>) kind->objects = {a, b};
  scene.model.add(*kind);
  const std::string once = write_scene(scene);
  ASSERT_NO_THROW(read_scene(once)) << once;
  EXPECT_EQ(write_scene(read_scene(once)), once);
}

TEST(Scene, EveryConstraintAndForceSurvivesTheRoundTrip) {
  checks::Random random(7);
  for (int i = 0; i < 5; ++i) {
    for_each_kind(ConstraintKinds(), [&]<class K>() { expect_round_trip<K>(random); });
    for_each_kind(ForceKinds(), [&]<class K>() { expect_round_trip<K>(random); });
  }
}

TEST(Scene, EveryObjectSurvivesTheRoundTrip) {
  checks::Random random(11);
  for_each_kind(ObjectKinds(), [&]<class K>() {
    SCOPED_TRACE(std::string(K::name));
    Scene scene;
    scene.model.add(checks::random_object<K>(random), {.name = "thing"});
    const std::string once = write_scene(scene);
    ASSERT_NO_THROW(read_scene(once)) << once;
    EXPECT_EQ(write_scene(read_scene(once)), once);
  });
}

TEST(Scene, CurvesAndSurfacesOfEveryKindSurviveTheRoundTrip) {
  const auto expect_same = [](auto make) {
    Scene scene;
    const ObjectId bead = scene.model.add(Particle{}, {.name = "bead"});
    scene.model.add(make(PointOn{bead}));
    const std::string once = write_scene(scene);
    ASSERT_NO_THROW(read_scene(once)) << once;
    EXPECT_EQ(write_scene(read_scene(once)), once);
  };
  for_each_kind(CurveKinds(), [&]<class K>() {
    SCOPED_TRACE(std::string(K::name));
    expect_same([](PointRef on) { return PointToCurve{on, {WorldFrame{}, K{}}}; });
  });
  for_each_kind(SurfaceKinds(), [&]<class K>() {
    SCOPED_TRACE(std::string(K::name));
    for (const K& kind : checks::surface_specimens<K>())
      expect_same([&](PointRef on) { return PointToSurface{on, {WorldFrame{}, kind}}; });
  });
}

TEST(Scene, AllModelsOfTheRepositoryLoadAndRun) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(HOLON_SOURCE_DIR "/models")) {
    if (entry.path().extension() != ".json") continue;
    SCOPED_TRACE(entry.path().string());
    const Scene scene = read_scene_file(entry.path().string());
    World world = make_world(scene);
    for (int i = 0; i < 100; ++i) ASSERT_TRUE(world.step(scene.settings.dt).ok);
    EXPECT_EQ(write_scene(read_scene(write_scene(scene))), write_scene(scene));
    ++count;
  }
  EXPECT_GE(count, 1);
}

TEST(Scene, SchemaNamesEveryKindAndField) {
  const std::string schema = scene_schema();
  const auto expect_fields = [&]<class K>() {
    EXPECT_THAT(schema, HasSubstr("\"" + std::string(K::name) + "\""));
    K self;
    K::fields(self, [&](std::string_view key, const auto& /*field*/, std::string_view text) {
      EXPECT_THAT(schema, HasSubstr("\"" + std::string(key) + "\""));
      EXPECT_THAT(schema, HasSubstr(std::string(text)));
    });
  };
  for_each_kind(ObjectKinds(), expect_fields);
  for_each_kind(ConstraintKinds(), expect_fields);
  for_each_kind(ForceKinds(), expect_fields);
  for_each_kind(CollisionShapeKinds(), expect_fields);
}

TEST(Scene, FormulasOfTimeAreReadAndWrittenAsTexts) {
  const Scene scene = read_scene(R"json({
    "format": "holon-scene", "version": 1,
    "objects": [{"kind": "particle", "name": "dot", "mass": 1}],
    "constraints": [{"kind": "point_to_point", "name": "hand", "b": {"object": "dot"},
                     "a": {"path": {"x": "0.3*sin(2*t)", "y": 1, "z": "t^2"}}}]
  })json");
  const auto& hand =
      get<PointToPoint>(scene.model.constraints()[scene.model.find_constraint("hand")].kind);
  const Path::Sample at = std::get<Path>(hand.a).at(0.7);
  EXPECT_LT((at.x - Vec3(0.3 * std::sin(1.4), 1.0, 0.49)).norm(), 1e-15);
  EXPECT_LT((at.v - Vec3(0.6 * std::cos(1.4), 0.0, 1.4)).norm(), 1e-15);
  EXPECT_LT((at.a - Vec3(-1.2 * std::sin(1.4), 0.0, 2.0)).norm(), 1e-15);
  EXPECT_THAT(write_scene(scene),
              HasSubstr(R"json("path": {"x": "0.3*sin(2*t)", "y": 1.0, "z": "t^2"})json"));
  EXPECT_EQ(write_scene(read_scene(write_scene(scene))), write_scene(scene));
}

TEST(Scene, AFunctionOfTheHostCannotBeWritten) {
  Scene scene;
  const ObjectId p = scene.model.add(Particle{}, {.name = "p"});
  scene.model.add(PointToPoint{
      Path{.x = TimeFunction([](double t) { return Taylor(t, 1.0, 0.0); })}, PointOn{p}});
  EXPECT_THROW(write_scene(scene), UsageError);
}

}  // namespace holon::scene_test
