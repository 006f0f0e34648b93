// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "holon/collide/collide.h"
#include "holon/model/collision.h"
#include "holon/model/ids.h"
#include "holon/solve/contact_solver.h"

namespace holon {

class System;

/// Where an object that the host moves, or that stands still, is over a step, and how it moves.
struct GivenMotion {
  Place start, end;
  Vec3 velocity = Vec3::Zero();          ///< of its origin at the end
  Vec3 angular_velocity = Vec3::Zero();  ///< the same, in world axes

  /// How fast what is at a point of it at the end moves there.
  Vec3 velocity_at(const Vec3& x) const { return velocity + angular_velocity.cross(x - end.x); }
};

/// One side of a pair: a shape on an object.
struct ContactSide {
  int object = -1;  ///< of the system; −1: one that does not give way
  const GivenMotion* given = nullptr;
  const CollisionShape* shape = nullptr;  ///< null of a contact that the host supplies
  Place at = {};                          ///< of the shape, or of its point, on the object
  double reach = 0.0;                     ///< of the shape from the object's origin [m]
};

/// Who touches whom, the same from step to step.
struct ContactKey {
  ObjectId a, b;
  int part_a = 0, part_b = 0;

  auto operator<=>(const ContactKey&) const = default;
};

/// Two shapes that may touch, or a contact that the host supplies.
struct ContactPair {
  ContactKey key;
  ContactSide a, b;
  SurfacePair surface;
  Vec3 normal = Vec3::Zero();  ///< of the host's, from a to b
  /// An impulse of no more than this is what the solution of the contacts leaves, and no touch
  /// [N s].
  double unfelt = 0.0;
};

/// What is kept of a contact from step to step.
struct ContactMemory {
  ContactKey key;
  std::uint32_t feature = 0;
  Vec3 at = Vec3::Zero();     ///< where it was [m]
  Vec3 force = Vec3::Zero();  ///< on b, in world axes [N]
  double slip = 0.0;          ///< [m/s]
  bool pushed = false;        ///< in the last step, if only in a blow, and was felt
};

/// Where two shapes touch, or nearly so.
struct TouchPoint {
  int pair = 0;
  std::uint32_t feature = 0;
  Vec3 on_a, on_b;              ///< in the world
  Mat3 axes;                    ///< rows: the normal from a to b, and two directions across it
  double gap = 0.0;             ///< negative where they overlap [m]
  Vec3 force = Vec3::Zero();    ///< on b, as it is guessed and then found, in world axes [N]
  double slip = 0.0;            ///< the same [m/s]
  Vec3 torque = Vec3::Zero();   ///< on b, the same of rolling and spinning friction [N m]
  Vec3 impulse = Vec3::Zero();  ///< on b, over the whole step, in world axes [N s]
};

/// Contacts of a system: the pairs that may touch in this step, and the points where they do, found
/// where its bodies stand.
class Contacts {
 public:
  enum class When { start, end };  ///< of the step

  // ---- who may touch ----
  void clear() {
    pairs_.clear();
    memory_.clear();
    points_.clear();
  }
  /// To be added in the order of their keys.
  void add(const ContactPair& pair) { pairs_.push_back(pair); }
  std::span<const ContactPair> pairs() const { return pairs_; }
  /// In the order of their keys and features.
  void add(const ContactMemory& memory) { memory_.push_back(memory); }
  std::span<const ContactMemory> memory() const { return memory_; }
  /// Keeps what the points push now.
  void remember();

  // ---- points ----
  /// Finds the points that are nearer than `margin(pair)`.
  template <class F>
  void find(const System& system, When when, F&& margin) {
    points_.clear();
    for (std::size_t i = 0; i < pairs_.size(); ++i)
      find_in(system, static_cast<int>(i), when, margin(pairs_[i]));
    prepare_rows(system);
  }
  /// Calls f(point) for each point of a pair that is nearer than `margin` where the bodies stand
  /// now; what has been found stays.
  template <class F>
  void look(const System& system, const ContactPair& pair, When when, double margin, F&& f) {
    collide_pair(system, pair, when, margin);
    for (const Manifold& manifold : manifolds_)
      for (const ContactPoint& point : manifold) f(point);
  }
  std::vector<TouchPoint>& points() { return points_; }
  const std::vector<TouchPoint>& points() const { return points_; }
  const ContactPair& pair_of(const TouchPoint& point) const {
    return pairs_[static_cast<std::size_t>(point.pair)];
  }
  /// Whether what has acted there over the step is more than rounding.
  bool is_felt(const TouchPoint& point) const {
    return point.impulse.norm() > pair_of(point).unfelt;
  }
  /// The contact of a point as the solver sees it, valid until points are found again.
  ContactSolver::Contact contact(std::size_t point) const;
  /// The same for what hinders its sides from rolling and spinning on each other; to be asked only
  /// where turns() says so.
  ContactSolver::Contact turning(std::size_t point) const;
  bool turns(const System& system, const TouchPoint& point) const;
  /// out += the angular impulse r, in the world, on b's side of a point, and the opposite on a's.
  void add_turning(const System& system, std::size_t point, const Vec3& r, VecX& out) const;
  /// How fast the sides of a point part, along its axes, when the system moves with v.
  Vec3 parting(const System& system, std::size_t point, const VecX& v) const;
  /// out += the impulse r, in the world, at b's side of a point, and the opposite at a's.
  void add_impulse(const System& system, std::size_t point, const Vec3& r, VecX& out) const;
  /// How fast what is at a point x of one side moves, both in the world.
  static Vec3 velocity_at(const System& system,
                          const ContactSide& side,
                          const Vec3& x,
                          const VecX& v);
  /// Where a side is, and the same of its object.
  static Place place_of(const System& system, const ContactSide& side, When when);
  static Place object_place(const System& system, const ContactSide& side, When when);

 private:
  void find_in(const System& system, int pair, When when, double margin);
  void collide_pair(const System& system, const ContactPair& pair, When when, double margin);
  void add(int pair, const ContactPoint& point);
  void recall(TouchPoint& point) const;
  void prepare_rows(const System& system);
  void prepare_turning_rows(const System& system);

  std::vector<ContactPair> pairs_;
  std::vector<ContactMemory> memory_;
  std::vector<TouchPoint> points_;
  std::vector<double> rows_;          // of each point: of its side a, then of b,
  std::vector<double> turning_rows_;  // and the same of how they turn; empty where nobody asks
  std::vector<Manifold> manifolds_;   // scratch
};

}  // namespace holon
