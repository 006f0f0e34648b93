// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/world/diagnosis.h"
#include "holon/world/joints.h"

namespace holon {

/// Finds names for the motions that constraints leave free.
///
/// A motion is named after a coordinate: how far something is turned in a joint, or has slid along
/// a wire. As many coordinates are chosen as there are freedoms, so that they are independent where
/// the constraints hold; motion k is then the one that changes coordinate k and no other,
///
///     J x = 0,   R x = e_k                                        (1)
///
/// Coordinates are looked for in joints first, those of the ground before others, then in the
/// whole of an island, then in single objects.
class NamedMotions {
 public:
  /// `system` stands where `rows` were measured.
  NamedMotions(const World& world, const System& system, const MeasuredRows& rows)
      : world_(world), system_(system), rows_(rows) {}

  struct Found {
    Diagnosis::Freedom name;
    VecX x;  ///< in the measure of MeasuredRows
  };
  /// Up to `most` of the motions that the rows eliminated so far leave free. Goes on with the
  /// elimination.
  std::vector<Found> find(RowElimination& elimination, const SparseRows& J, int most);
  /// The name of the coordinate that a motion changes most.
  Diagnosis::Freedom name_of(const VecX& x);

 private:
  struct Coordinate {
    Diagnosis::Freedom name;
    std::vector<Entry> row;  ///< R, of length 1
    VecX whole;              ///< the motion itself, if it is one of the whole island
  };
  void list_joints();
  void list_whole(const SparseRows& J);
  void list_objects();
  void list_joint(const Joint& joint);
  void add(Diagnosis::Freedom name, std::vector<Entry> row);
  void tell_who_else(const VecX& x, Diagnosis::Freedom& name) const;
  void tell_several_apart(std::vector<Found>& found) const;

  const World& world_;
  const System& system_;
  const MeasuredRows& rows_;
  std::vector<Coordinate> joints_, whole_, objects_;
};

}  // namespace holon
