// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "holon/import/mechanism.h"

namespace holon::importing {

/// Joints that act one after the other between two links, with nothing between them: slides at
/// right angles to each other, and then up to three hinges through one point, or a ball there. The
/// constraints leave exactly these freedoms, and the value of each joint is a quantity.
class JointStack {
 public:
  /// The same joints with slides before hinges along the same axis, which makes no difference.
  static std::vector<Joint> in_order(std::vector<Joint> joints);
  /// How many of the joints, from the first on, can be had so; at least one.
  static std::size_t longest(std::span<const Joint> joints);

  JointStack(Assembly& assembly, int parent, int child, std::span<const Joint> joints);
  /// Adds the constraints; names what became of each joint.
  void build();
  /// The value of each joint, in order; none for a ball.
  std::vector<std::optional<Coordinate>> coordinates() const;

 private:
  std::size_t slides() const { return slides_.size(); }
  std::size_t hinges() const { return hinges_.size(); }
  Constraint as_one() const;
  bool is_one() const;
  Constraint limited_ball(double angle) const;
  void hold_turn();
  void hold_place();
  Coordinate first_of_two() const;
  Coordinate last_of_two() const;
  Coordinate middle_of_three() const;
  Coordinate hinge_coordinate(std::size_t i) const;
  Coordinate slide_coordinate(std::size_t i) const;
  void hold(const std::string& suffix, Constraint kind);

  Assembly& assembly_;
  int parent_, child_;
  std::span<const Joint> joints_, slides_, hinges_;
  bool is_ball_ = false;
  Vec3 anchor_;
  std::string name_, kinds_;
};

}  // namespace holon::importing
