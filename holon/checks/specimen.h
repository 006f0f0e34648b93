// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "holon/checks/random_parts.h"
#include "holon/step/system.h"
#include "holon/world/world.h"

/// Constraints and forces of any kind between any two things, to be looked at.
namespace holon::checks {

/// A way to make a side of a constraint or force: some kind of object, or something of the world.
struct SideKind {
  std::string name;
  std::function<Side(Model&, Random&)> add;
};
/// Every kind of object, an object moved by the host, a nail, and a path.
std::vector<SideKind> side_kinds();
/// Both ends on one and the same object.
inline const SideKind same_object = {"the same object", {}};

/// One constraint or force between random things, compiled, at some state.
struct Specimen {
  Model model;
  ConstraintId constraint;  ///< none where it is a force
  ForceId force;            ///< none where it is a constraint
  System system;
  double t = 0.0;
  VecX q, v;

  /// Compiles the equations, with everything where it starts at `time`. Objects that the host moves
  /// go on evenly from there.
  void build(double time);
  /// Somewhere, moving somehow. What runs on a track is followed from there on, as in a world.
  void place_at_random(Random& random);
  /// Brings the objects to where the constraint is met; false if there is no such place within two
  /// metres, and then they stay.
  bool place_where_met();

 private:
  void find_feet();
};

/// Adds a constraint or force between two sides to a specimen; false if they lack the connectors it
/// needs.
using Fasten = bool (*)(Specimen&, Random&, const Side&, const Side&);

/// A specimen of a constraint or force between two kinds of sides, a constraint with a random
/// weight; none if there is no such constraint, or if no object could give way.
std::optional<Specimen> random_specimen(Random& random,
                                        const SideKind& a,
                                        const SideKind& b,
                                        Fasten fasten);
using MakeSpecimen = std::optional<Specimen> (*)(Random&, const SideKind&, const SideKind&);
template <class K>
std::optional<Specimen> random_specimen(Random& random, const SideKind& a, const SideKind& b) {
  return random_specimen(random, a, b, [](Specimen& s, Random& r, const Side& x, const Side& y) {
    std::optional<K> kind = random_constraint<K>(r, x, y);
    if (!kind) return false;
    if constexpr (ForceKind<K>) {
      s.force = s.model.add(Force(std::move(*kind)));
    } else {
      ConstraintOptions options;
      options.weight = r.uniform(0.25, 4.0);
      s.constraint = s.model.add(Constraint(std::move(*kind)), options);
    }
    return true;
  });
}

/// The specimen as a world of its own, from its present state on.
World make_world(const Specimen& specimen, ConstraintOptions options, WorldOptions world = {});
/// Its objects alone, without the constraint or force.
World make_world_of_objects(const Specimen& specimen, WorldOptions world = {});

}  // namespace holon::checks
