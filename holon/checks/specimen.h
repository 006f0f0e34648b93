// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "holon/checks/random_parts.h"
#include "holon/step/system.h"
#include "holon/world/world.h"

/// Constraints of any kind between any two things, to be looked at.
namespace holon::checks {

/// A way to make a side of a constraint: some kind of object, or something of the world.
struct SideKind {
  std::string name;
  std::function<Side(Model&, Random&)> add;
};
/// Every kind of object, an object moved by the host, a nail, and a path.
std::vector<SideKind> side_kinds();
/// Both ends on one and the same object.
inline const SideKind same_object = {"the same object", {}};

/// One constraint between random things, compiled, at some state.
struct Specimen {
  Model model;
  ConstraintId constraint;
  System system;
  double t = 0.0;
  VecX q, v;

  /// Compiles the equations, with everything where it starts at `time`. Objects that the host moves
  /// go on evenly from there.
  void build(double time);
  /// Somewhere, moving somehow.
  void place_at_random(Random& random);
  /// Brings the objects to where the constraint is met; false if there is no such place within two
  /// metres, and then they stay.
  bool place_where_met();
};

/// A specimen of kind K between two kinds of sides, with a random weight; none if they lack the
/// connectors it needs, or if no object could give way.
template <class K>
std::optional<Specimen> random_specimen(Random& random, const SideKind& a, const SideKind& b) {
  Specimen s;
  const Side side_a = a.add(s.model, random);
  const Side side_b = b.add ? b.add(s.model, random) : side_a;
  bool gives_way = false;
  s.model.objects().for_each([&](ObjectId /*id*/, const ObjectRecord& record) {
    gives_way = gives_way || !record.options.kinematic;
  });
  if (!gives_way) return std::nullopt;
  const std::optional<K> kind = random_constraint<K>(random, side_a, side_b);
  if (!kind) return std::nullopt;
  ConstraintOptions options;
  options.weight = random.uniform(0.25, 4.0);
  s.constraint = s.model.add(Constraint(*kind), options);
  s.build(random.uniform(-1.0, 1.0));
  return s;
}

/// The specimen as a world of its own, from its present state on.
World make_world(const Specimen& specimen, ConstraintOptions options, WorldOptions world = {});

}  // namespace holon::checks
