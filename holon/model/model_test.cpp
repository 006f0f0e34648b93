// SPDX-License-Identifier: Apache-2.0
#include "holon/model/model.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <limits>
#include <sstream>

namespace holon::model_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

/// Everything inside a description that can be wrong by itself, each with the name of its field.
struct Leaves {
  template <class T>
  using List = std::vector<std::pair<std::string, T*>>;
  List<double> numbers;
  List<ObjectId> ids, oriented;  ///< all ids; those that need an orientation
  List<Vec3> directions;
  List<Quat> turns;
  List<Motion> motions;

  template <class K>
  explicit Leaves(K& kind) {
    K::fields(kind, [this](std::string_view field, auto& value, std::string_view /*text*/) {
      this->add(std::string(field), value);
    });
  }

 private:
  template <class T>
  void add(const std::string& /*field*/, T& /*value*/) {}  // nothing in it to get wrong
  void add(const std::string& field, double& x) { numbers.emplace_back(field, &x); }
  template <int R, int C>
  void add(const std::string& field, Eigen::Matrix<double, R, C>& m) {
    for (double& x : m.reshaped()) add(field, x);
  }
  void add(const std::string& field, Quat& q) {
    for (double& x : q.coeffs()) add(field, x);
    turns.emplace_back(field, &q);
  }
  void add(const std::string& field, std::vector<double>& list) {
    for (double& x : list) add(field, x);
  }
  void add(const std::string& field, std::vector<ObjectId>& list) {
    for (ObjectId& id : list) ids.emplace_back(field, &id);
  }
  void add(const std::string& field, Motion& motion) { motions.emplace_back(field, &motion); }
  void add(const std::string& field, Path& path) {
    for (Motion* m : {&path.x, &path.y, &path.z}) add(field, *m);
  }
  void add_oriented(const std::string& field, ObjectId& id) {
    ids.emplace_back(field, &id);
    oriented.emplace_back(field, &id);
  }
  void add(const std::string& field, PointRef& ref) {
    if (auto* on = std::get_if<PointOn>(&ref)) {
      ids.emplace_back(field, &on->object);
      add(field, on->at);
    } else if (auto* nail = std::get_if<Nail>(&ref)) {
      add(field, nail->at);
    } else {
      add(field, std::get<Path>(ref));
    }
  }
  void add(const std::string& field, DirectionRef& ref) {
    auto* on = std::get_if<DirectionOn>(&ref);
    if (on != nullptr) add_oriented(field, on->object);
    Vec3& along = on != nullptr ? on->along : std::get<WorldDirection>(ref).along;
    add(field, along);
    directions.emplace_back(field, &along);
  }
  void add(const std::string& field, FrameRef& ref) {
    if (auto* on = std::get_if<FrameOn>(&ref)) {
      add_oriented(field, on->object);
      add(field, on->at);
      add(field, on->orientation);
    } else {
      add(field, std::get<WorldFrame>(ref).at);
      add(field, std::get<WorldFrame>(ref).orientation);
    }
  }
  void add(const std::string& field, ScalarRef& ref) {
    std::visit([&](auto& kind) { add(field, kind); }, ref);
  }
  template <class T>
  void add(const std::string& field, std::vector<T>& list) {
    for (std::size_t i = 0; i < list.size(); ++i) add(field + "." + std::to_string(i), list[i]);
  }
  template <HasFields T>
  void add(const std::string& field, T& value) {
    T::fields(value, [&](std::string_view inner, auto& part, std::string_view /*text*/) {
      this->add(field + "." + std::string(inner), part);
    });
  }
};

/// Everything a model holds, as text.
std::string contents(const Model& model) {
  std::ostringstream out;
  out << std::hexfloat;
  const auto ids = [&](const auto& list) {
    for (const auto& id : list) out << " " << id.index << "." << id.generation;
  };
  const auto one = [&](const auto& id, const auto& record) {
    out << "\n" << model.name_of(id) << " " << id.index << "." << id.generation << ":";
    visit(
        [&](auto kind) {  // a copy
          const Leaves leaves(kind);
          for (const auto& [field, x] : leaves.numbers) out << " " << *x;
          for (const auto& [field, object] : leaves.ids) out << " @" << object->index;
          for (const auto& [field, motion] : leaves.motions) out << " " << motion->at(0.3).v;
        },
        record.kind);
  };
  model.objects().for_each([&](ObjectId id, const ObjectRecord& record) {
    one(id, record);
    ids(record.constraints);
    ids(record.forces);
  });
  model.constraints().for_each([&](ConstraintId id, const ConstraintRecord& record) {
    one(id, record);
    out << " " << record.options.active << " " << record.options.tau;
  });
  model.forces().for_each([&](ForceId id, const ForceRecord& record) {
    one(id, record);
    out << " " << record.options.active;
  });
  return out.str();
}

/// A model with one object of most kinds, and the ids of them.
struct Scene {
  Model model;
  ObjectId dot = model.add(Particle{}, {.name = "dot"});
  ObjectId body = model.add(RigidBody{}, {.name = "body"});
  ObjectId block = model.add(AffineBody{}, {.name = "block"});
  ObjectId gone = model.add(RigidBody{}, {.name = "gone"});
  ConstraintId hinge = model.add(PointToPoint{Nail{}, PointOn{body}}, {.name = "hinge"});
  ForceId gravity = model.add(Gravity{}, {.name = "gravity"});

  Scene() { model.remove(gone); }

  /// Runs a bad edit: it must throw, name the thing and the field, and change nothing.
  template <class Edit>
  void expect_refused(const std::string& thing,
                      const std::string& field,
                      const std::string& text,
                      Edit&& edit) {
    const std::string before = contents(model);
    try {
      edit();
      ADD_FAILURE() << thing << ": " << field << " was taken as it is";
    } catch (const ModelError& e) {
      EXPECT_THAT(e.what(), HasSubstr(thing));
      const bool named = std::ranges::any_of(e.errors(), [&](const std::string& line) {
        return line.starts_with(field + ":") && line.find(text) != std::string::npos;
      });
      EXPECT_TRUE(named) << field << " and '" << text << "' are not in: " << e.what();
    }
    EXPECT_EQ(contents(model), before);
  }
};

/// A description of each kind that a model takes: its first connector on an object and the next in
/// the world, or the other way round.
template <class K>
K valid(const Scene& s, bool world_first) {
  K kind;
  bool in_world = world_first;
  const auto point = [&](PointRef& ref) {
    ref = in_world ? PointRef(Nail{{0.1, 0.2, 0.3}}) : PointRef(PointOn{s.body, {0.3, 0.2, 0.1}});
    in_world = !in_world;
  };
  const auto direction = [&](DirectionRef& ref) {
    ref = in_world ? DirectionRef(WorldDirection{}) : DirectionRef(DirectionOn{s.body});
    in_world = !in_world;
  };
  const auto set = [&](std::string_view /*field*/, auto& value, std::string_view /*text*/) {
    using T = std::decay_t<decltype(value)>;
    if constexpr (std::is_same_v<T, PointRef>) {
      point(value);
    } else if constexpr (std::is_same_v<T, DirectionRef>) {
      direction(value);
    } else if constexpr (std::is_same_v<T, FrameRef>) {
      value = in_world ? FrameRef(WorldFrame{}) : FrameRef(FrameOn{s.body});
      in_world = !in_world;
    } else if constexpr (std::is_same_v<T, ScalarRef>) {
      if (auto* angle = std::get_if<AngleBetween>(&value)) {
        for (DirectionRef* d : {&angle->a, &angle->b, &angle->axis}) direction(*d);
      } else if (std::holds_alternative<TwistBetween>(value)) {
        value = TwistBetween{WorldFrame{}, FrameOn{s.body}};
      } else {
        DistanceBetween distance;
        point(distance.a);
        point(distance.b);
        value = distance;
      }
    } else if constexpr (std::is_same_v<T, CurveRef> || std::is_same_v<T, SurfaceRef>) {
      value.frame = in_world ? FrameRef(WorldFrame{}) : FrameRef(FrameOn{s.body});
      in_world = !in_world;
    } else if constexpr (std::is_same_v<T, double>) {
      if (std::isinf(value)) value = std::copysign(1.0, value);
    } else if constexpr (std::is_same_v<T, ScalarSum>) {
      DistanceBetween distance;
      point(distance.a);
      point(distance.b);
      value = {{distance, 1.0}};
    } else if constexpr (std::is_same_v<T, std::vector<PointRef>>) {
      value.resize(3);
      for (PointRef& ref : value) point(ref);
    } else if constexpr (std::is_same_v<T, std::vector<ObjectId>>) {
      value = {s.dot, s.body};
    }
  };
  K::fields(kind, set);
  return kind;
}

/// Calls f(what, kind) with every kind there is, and both ways to connect it.
template <class F>
void for_every_description(const Scene& s, F&& f) {
  for (const bool world_first : {false, true}) {
    const auto each = [&]<class K>(std::string_view what) {
      SCOPED_TRACE(K::name);
      f(std::string(what), valid<K>(s, world_first));
    };
    for_each_kind(ObjectKinds{}, [&]<class K>() { each.template operator()<K>("object"); });
    for_each_kind(ConstraintKinds{}, [&]<class K>() { each.template operator()<K>("constraint"); });
    for_each_kind(ForceKinds{}, [&]<class K>() { each.template operator()<K>("force"); });
  }
}

// ---- ids ----

TEST(Model, AnIdOfSomethingRemovedIsNotThatOfWhatTookItsPlace) {
  Model model;
  const ObjectId first = model.add(Particle{});
  model.remove(first);
  const ObjectId second = model.add(Particle{});
  EXPECT_EQ(second.index, first.index) << "the slot is used again";
  EXPECT_NE(second, first);
  EXPECT_FALSE(model.objects().contains(first));
  EXPECT_TRUE(model.objects().contains(second));
}

TEST(Model, RefusesStaleIdsOfEverything) {
  Scene s;
  const ForceId drag = s.model.add(Drag{.linear = 1.0});
  const ConstraintId bar = s.model.add(Distance{Nail{}, PointOn{s.dot}, 1.0});
  s.model.remove(drag);
  s.model.remove(bar);
  const std::string before = contents(s.model);
  EXPECT_THROW(s.model.remove(s.gone), UsageError);
  EXPECT_THROW(s.model.remove(bar), UsageError);
  EXPECT_THROW(s.model.remove(drag), UsageError);
  EXPECT_THROW(s.model.set(s.gone, RigidBody{}), UsageError);
  EXPECT_THROW(s.model.set(bar, Distance{Nail{}, PointOn{s.dot}, 1.0}, {}), UsageError);
  EXPECT_THROW(s.model.set(drag, Drag{}, {}), UsageError);
  EXPECT_THROW(s.model.remove(ObjectId{}), UsageError);
  EXPECT_THROW(s.model.name_of(s.gone), UsageError);
  EXPECT_EQ(contents(s.model), before);
}

TEST(Model, EqualEditsGiveEqualIds) {
  const auto edit = [](Model& model) {
    std::vector<ObjectId> ids;
    for (int i = 0; i < 8; ++i) ids.push_back(model.add(Particle{}));
    for (int i : {5, 1, 3}) model.remove(ids[i]);
    for (int i = 0; i < 5; ++i) ids.push_back(model.add(RigidBody{}));
    return ids;
  };
  Model a, b;
  EXPECT_EQ(edit(a), edit(b));
}

// ---- names ----

TEST(Model, FindsThingsByName) {
  const Scene s;
  EXPECT_EQ(s.model.find_object("dot"), s.dot);
  EXPECT_EQ(s.model.find_constraint("hinge"), s.hinge);
  EXPECT_EQ(s.model.find_force("gravity"), s.gravity);
  EXPECT_TRUE(s.model.find_object("hinge").is_none()) << "names of objects and constraints differ";
  EXPECT_TRUE(s.model.find_object("").is_none());
  EXPECT_TRUE(s.model.find_object("gone").is_none());
}

TEST(Model, ANameIsFreeAgainOnceItsOwnerIsGone) {
  Scene s;
  const ObjectId heir = s.model.add(Particle{}, {.name = "gone"});
  EXPECT_EQ(s.model.find_object("gone"), heir);
  s.model.remove(s.body);  // takes the hinge along
  const ConstraintId c = s.model.add(Distance{Nail{}, PointOn{heir}, 1.0}, {.name = "hinge"});
  EXPECT_EQ(s.model.find_constraint("hinge"), c);
}

TEST(Model, RemovingSomethingWithoutANameKeepsTheNamesOfOthers) {
  Scene s;
  s.model.remove(s.model.add(Particle{}));
  EXPECT_EQ(s.model.find_object("dot"), s.dot);
}

TEST(Model, RefusesANameThatIsTaken) {
  Scene s;
  s.expect_refused(
      "object 'dot'", "name", "taken", [&] { s.model.add(RigidBody{}, {.name = "dot"}); });
  s.expect_refused("constraint 'hinge'", "name", "taken", [&] {
    s.model.add(Distance{Nail{}, PointOn{s.dot}, 1.0}, {.name = "hinge"});
  });
  s.expect_refused(
      "force 'gravity'", "name", "taken", [&] { s.model.add(Gravity{}, {.name = "gravity"}); });
  s.expect_refused("object", "name", "control", [&] { s.model.add(Particle{}, {.name = "a\nb"}); });
}

TEST(Model, MakesNamesToShowOfKindAndSlot) {
  Scene s;
  const ObjectId nameless = s.model.add(Particle{});
  EXPECT_EQ(s.model.name_of(nameless), "particle#" + std::to_string(nameless.index));
  EXPECT_EQ(s.model.name_of(s.body), "body");
}

// ---- removal ----

TEST(Model, AnObjectTakesItsConstraintsAndForcesAlong) {
  Scene s;
  const ConstraintId bar = s.model.add(Distance{PointOn{s.body}, PointOn{s.dot}, 1.0});
  const ConstraintId other = s.model.add(Distance{Nail{}, PointOn{s.dot}, 1.0});
  const ForceId spring = s.model.add(SpringDamper{PointOn{s.body}, PointOn{s.dot}});
  s.model.remove(s.body);
  EXPECT_FALSE(s.model.constraints().contains(s.hinge));
  EXPECT_FALSE(s.model.constraints().contains(bar));
  EXPECT_FALSE(s.model.forces().contains(spring));
  EXPECT_TRUE(s.model.forces().contains(s.gravity)) << "it acts on all, whoever they are";
  EXPECT_THAT(s.model.objects()[s.dot].constraints, ElementsAre(other));
  EXPECT_THAT(s.model.objects()[s.dot].forces, IsEmpty());
}

TEST(Model, AForceOnListedObjectsGoesOnWithTheOthers) {
  Scene s;
  const ForceId pull = s.model.add(Gravity{.g = {1, 0, 0}, .objects = {s.dot, s.body}});
  s.model.remove(s.body);
  ASSERT_TRUE(s.model.forces().contains(pull));
  EXPECT_THAT(get<Gravity>(s.model.forces()[pull].kind).objects, ElementsAre(s.dot));
  s.model.remove(s.dot);
  EXPECT_FALSE(s.model.forces().contains(pull)) << "an empty list would mean all objects";
}

// The list is a set: a name in it twice is one name.
TEST(Model, AnObjectListedTwiceIsListedOnce) {
  Scene s;
  const ForceId pull = s.model.add(Drag{.linear = 1.0, .objects = {s.body, s.body, s.dot}});
  EXPECT_THAT(s.model.objects()[s.body].forces, ElementsAre(pull));
  s.model.remove(s.body);
  ASSERT_TRUE(s.model.forces().contains(pull));
  EXPECT_THAT(get<Drag>(s.model.forces()[pull].kind).objects, ElementsAre(s.dot));

  const ForceId only = s.model.add(Drag{.linear = 1.0, .objects = {s.block, s.block}});
  s.model.remove(s.block);
  EXPECT_FALSE(s.model.forces().contains(only));
}

TEST(Model, ConstraintsAndForcesLeaveNoTraceOnTheirObjects) {
  Scene s;
  const std::string before = contents(s.model);
  const ConstraintId bar = s.model.add(Distance{PointOn{s.body}, PointOn{s.dot}, 1.0});
  const ForceId spring = s.model.add(SpringDamper{PointOn{s.body}, PointOn{s.dot}});
  EXPECT_NE(contents(s.model), before);
  s.model.remove(bar);
  s.model.remove(spring);
  EXPECT_EQ(contents(s.model), before);
}

// ---- new parameters ----

TEST(Model, AConstraintCanMoveToOtherObjects) {
  Scene s;
  s.model.set(s.hinge, PointToPoint{PointOn{s.dot}, PointOn{s.block}}, {.name = "hinge"});
  EXPECT_THAT(s.model.objects()[s.body].constraints, IsEmpty());
  EXPECT_THAT(s.model.objects()[s.dot].constraints, ElementsAre(s.hinge));
  EXPECT_THAT(s.model.objects()[s.block].constraints, ElementsAre(s.hinge));
  EXPECT_THAT(Model::objects_of(s.model.constraints()[s.hinge].kind),
              UnorderedElementsAre(s.dot, s.block));
}

TEST(Model, AThingStaysOfItsKind) {
  Scene s;
  const std::string before = contents(s.model);
  EXPECT_THROW(s.model.set(s.dot, RigidBody{}), UsageError);
  EXPECT_THROW(s.model.set(s.hinge, Distance{Nail{}, PointOn{s.dot}}, {.name = "hinge"}),
               UsageError);
  EXPECT_THROW(s.model.set(s.gravity, Drag{}, {.name = "gravity"}), UsageError);
  EXPECT_EQ(contents(s.model), before);
}

TEST(Model, ABadParameterLeavesTheOldOnes) {
  Scene s;
  s.expect_refused("object 'dot' (particle)", "mass", "positive", [&] {
    s.model.set(s.dot, Particle{.mass = 0.0});
  });
  s.expect_refused("constraint 'hinge' (point_to_point)", "b", "no longer there", [&] {
    s.model.set(s.hinge, PointToPoint{Nail{}, PointOn{s.gone}}, {.name = "hinge"});
  });
  s.expect_refused("force 'gravity'", "g", "finite", [&] {
    s.model.set(s.gravity, Gravity{.g = {0, nan, 0}}, {.name = "gravity"});
  });
}

// Constraints that hold particle 1 of a system of two would hang in the air.
TEST(Model, AParametricObjectKeepsItsParticles) {
  Scene s;
  const auto two_on_a_circle = ParametricMap::formula<1, 2>(
      []<class S>(const std::array<S, 1>& u, std::array<Vec3T<S>, 2>& x) {
        using std::cos, std::sin;
        x[0] = Vec3T<S>(cos(u[0]), sin(u[0]), S(0.0));
        x[1] = -x[0];
      });
  const Parametric pair{.map = two_on_a_circle, .masses = {1.0, 1.0}};
  const ObjectId id = s.model.add(pair, {.name = "pair"});
  s.model.add(Distance{Nail{}, PointOn{id, Vec3::Zero(), 1}, 1.0});
  s.expect_refused("object 'pair'", "map", "particles", [&] { s.model.set(id, Parametric{}); });
  Parametric heavy = pair;
  heavy.masses = {2.0, 3.0};
  s.model.set(id, heavy);
  EXPECT_EQ(get<Parametric>(s.model.objects()[id].kind).masses[1], 3.0);
}

// ---- what is refused, for every kind there is ----

TEST(ModelRefuses, WhatIsWrongHoweverDeepItIs) {
  Scene s;
  const DistanceBetween lost{Nail{}, PointOn{s.gone}};
  s.expect_refused("controller 'odd' (computed)", "inputs.0.signal.quantity.b", "no longer", [&] {
    s.model.add(Computed{.formula = "x", .inputs = {{"x", QuantitySignal{lost}}}}, {.name = "odd"});
  });
  s.expect_refused("constraint 'odd' (coupler)", "terms.1.quantity.b", "no longer", [&] {
    const DistanceBetween good{Nail{}, PointOn{s.body}};
    s.model.add(Coupler{.terms = {{good, 1.0}, {lost, 1.0}}}, {.name = "odd"});
  });
  s.expect_refused("constraint 'odd' (point_to_surface)", "surface.surface", "radius", [&] {
    s.model.add(PointToSurface{.point = PointOn{s.body},
                               .surface = {WorldFrame{}, SphereSurface{.radius = -1.0}}},
                {.name = "odd"});
  });
}

TEST(ModelRefuses, NothingThatIsRight) {
  Scene s;
  for_every_description(s, [&](const std::string& /*what*/, const auto& kind) {
    EXPECT_NO_THROW(s.model.add(kind));
  });
}

/// Whether a field is infinite where nothing is said.
template <class K>
bool may_be_infinite(const K& /*kind*/, const std::string& field) {
  bool infinite_by_default = false;
  K fresh;
  K::fields(fresh, [&](std::string_view name, auto& value, std::string_view /*text*/) {
    if constexpr (std::is_same_v<std::decay_t<decltype(value)>, double>)
      if (name == field) infinite_by_default = std::isinf(value);
  });
  return infinite_by_default;
}

TEST(ModelRefuses, NumbersThatAreNotFinite) {
  Scene s;
  int tried = 0;
  for_every_description(s, [&](const std::string& what, auto kind) {
    const std::string thing = what + " 'odd' (" + std::string(kind.name) + ")";
    const Leaves leaves(kind);
    for (const double bad : {nan, infinity, -infinity}) {
      for (const auto& [field, x] : leaves.numbers) {
        // a limit that is infinite is none
        if (std::isinf(bad) && may_be_infinite(kind, field)) continue;
        const double good = std::exchange(*x, bad);
        s.expect_refused(thing, field, "", [&] { s.model.add(kind, {.name = "odd"}); });
        *x = good;
        ++tried;
      }
      for (const auto& [field, motion] : leaves.motions) {
        const Motion good = std::exchange(*motion, Motion(bad));
        s.expect_refused(thing, field, "finite", [&] { s.model.add(kind, {.name = "odd"}); });
        *motion = good;
        ++tried;
      }
    }
  });
  EXPECT_GT(tried, 300) << "the fields of the kinds were not found";
}

TEST(ModelRefuses, ObjectsThatAreNotThere) {
  Scene s;
  for_every_description(s, [&](const std::string& what, auto kind) {
    for (const auto& [field, id] : Leaves(kind).ids) {
      const ObjectId good = *id;
      *id = s.gone;
      s.expect_refused(what, field, "no longer there", [&] { s.model.add(kind); });
      *id = ObjectId{};
      s.expect_refused(what, field, "names no object", [&] { s.model.add(kind); });
      *id = good;
    }
  });
}

TEST(ModelRefuses, DirectionsAndFramesOnWhatHasNone) {
  Scene s;
  const ObjectId bead = s.model.add(Parametric{});
  int tried = 0;
  for_every_description(s, [&](const std::string& what, auto kind) {
    for (const auto& [field, id] : Leaves(kind).oriented) {
      const ObjectId good = *id;
      *id = s.dot;
      s.expect_refused(what, field, "a particle has none", [&] { s.model.add(kind); });
      *id = bead;
      s.expect_refused(what, field, "a parametric has none", [&] { s.model.add(kind); });
      *id = s.block;
      EXPECT_NO_THROW(s.model.remove(s.model.add(kind)));
      *id = good;
      ++tried;
    }
  });
  EXPECT_GT(tried, 5);
}

TEST(ModelRefuses, DirectionsAndQuaternionsOfLengthZero) {
  Scene s;
  for_every_description(s, [&](const std::string& what, auto kind) {
    const Leaves leaves(kind);
    for (const auto& [field, along] : leaves.directions) {
      const Vec3 good = std::exchange(*along, Vec3::Zero());
      s.expect_refused(what, field, "not zero", [&] { s.model.add(kind); });
      *along = good;
    }
    for (const auto& [field, turn] : leaves.turns) {
      const Quat good = std::exchange(*turn, Quat(0, 0, 0, 0));
      s.expect_refused(what, field, "not zero", [&] { s.model.add(kind); });
      *turn = good;
    }
  });
}

TEST(ModelRefuses, ConstraintsThatHoldNothing) {
  Scene s;
  s.expect_refused("constraint (point_to_point)", "connectors", "at least one object", [&] {
    s.model.add(PointToPoint{Nail{}, Nail{}});
  });
  s.expect_refused("constraint 'hinge'", "connectors", "at least one object", [&] {
    s.model.set(s.hinge, PointToPoint{Nail{}, Nail{}}, {.name = "hinge"});
  });
}

TEST(ModelRefuses, OptionsOfAConstraintThatMakeNoSense) {
  Scene s;
  using Field = std::pair<const char*, double ConstraintOptions::*>;
  for (const auto& [field, member] : {Field{"tau", &ConstraintOptions::tau},
                                      Field{"weight", &ConstraintOptions::weight},
                                      Field{"assembly_force", &ConstraintOptions::assembly_force},
                                      Field{"max_force", &ConstraintOptions::max_force},
                                      Field{"break_force", &ConstraintOptions::break_force},
                                      Field{"break_torque", &ConstraintOptions::break_torque}}) {
    for (const double bad : {nan, 0.0, -1.0}) {
      ConstraintOptions options;
      options.*member = bad;
      s.expect_refused("constraint (distance)", field, "positive", [&] {
        s.model.add(Distance{Nail{}, PointOn{s.dot}, 1.0}, options);
      });
    }
  }
}

TEST(ModelRefuses, ParticlesThatAnObjectDoesNotHave) {
  Scene s;
  const ObjectId chain = s.model.add(Parametric{.map = LinkageMap{.lengths = {1.0, 1.0}},
                                                .masses = {1.0, 1.0},
                                                .u = {0.0, 0.0},
                                                .u_dot = {0.0, 0.0}});
  for (const int part : {-1, 2})
    s.expect_refused("constraint", "b", "below the number of particles", [&] {
      s.model.add(PointToPoint{Nail{}, PointOn{chain, Vec3::Zero(), part}});
    });
  s.expect_refused("constraint", "b", "below the number of particles", [&] {
    s.model.add(PointToPoint{Nail{}, PointOn{s.body, Vec3::Zero(), 1}});
  });
  EXPECT_NO_THROW(s.model.add(PointToPoint{Nail{}, PointOn{chain, Vec3::Zero(), 1}}));
}

TEST(ModelRefuses, ListsEverythingThatIsWrongAtOnce) {
  Scene s;
  try {
    s.model.add(Particle{.mass = -1.0, .velocity = {nan, 0, 0}}, {.name = "dot"});
    FAIL() << "taken as it is";
  } catch (const ModelError& e) {
    EXPECT_THAT(e.errors(),
                ElementsAre(HasSubstr("name"), HasSubstr("mass"), HasSubstr("velocity")));
    EXPECT_THAT(e.what(), HasSubstr("object 'dot' (particle)"));
  }
}

TEST(Model, BringsDirectionsAndOrientationsToUnitLength) {
  Scene s;
  const ConstraintId id = s.model.add(
      AxisToAxis{FrameOn{s.body, Vec3::Zero(), Quat(2, 0, 0, 0)}, WorldDirection{{0, 3, 4}}});
  const auto& kind = get<AxisToAxis>(s.model.constraints()[id].kind);
  EXPECT_EQ(std::get<FrameOn>(kind.a).orientation.w(), 1.0);
  EXPECT_EQ(std::get<WorldDirection>(kind.b).along, Vec3(0, 0.6, 0.8));
}

}  // namespace holon::model_test
