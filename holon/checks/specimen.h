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

/// Makes a constraint between two sides; none if they lack the connectors it needs.
using MakeConstraint = std::optional<Constraint> (*)(Random&, const Side&, const Side&);

/// A specimen of a constraint between two kinds of sides, with a random weight; none if there is no
/// such constraint, or if no object could give way.
std::optional<Specimen> random_specimen(Random& random,
                                        const SideKind& a,
                                        const SideKind& b,
                                        MakeConstraint make);
template <class K>
std::optional<Specimen> random_specimen(Random& random, const SideKind& a, const SideKind& b) {
  return random_specimen(
      random, a, b, [](Random& r, const Side& x, const Side& y) -> std::optional<Constraint> {
        return random_constraint<K>(r, x, y);
      });
}

/// The specimen as a world of its own, from its present state on.
World make_world(const Specimen& specimen, ConstraintOptions options, WorldOptions world = {});

}  // namespace holon::checks
