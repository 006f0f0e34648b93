// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include "holon/step/bodies.h"

namespace holon {

/// Where the rows of an island's constraints are written.
struct ConstraintValues {
  VecX c, c_dot, c_ddot;  ///< errors, rates, and accelerations at v̇ = 0
};

/// The constraints of one kind in an island, bound to its objects. What they share with those of
/// other kinds goes through here, once per kind and not once per constraint; what a kind does is
/// compiled in a file of its own.
class ConstraintGroup {
 public:
  /// What a constraint is beside its kind.
  struct Slot {
    ConstraintId id;
    int vertex, row;  ///< in the KKT system
    double scale;     ///< rows are multiplied by the root of the weight
    double assembly_force, max_force;
    int held = 0;  ///< the end of its track at which it is held: −1, 1, 0 for none
    ConstraintId pressed_by = {};  ///< what presses, of dry friction,
    double friction = 0.0;         ///< its largest force over that of what presses,
    double static_friction = 0.0;  ///< and the same while it sticks
  };

  /// Some of the constraints, one after the other.
  struct Range {
    std::size_t first, last;
  };

  virtual ~ConstraintGroup() = default;
  virtual void add(const Constraint& kind, const Slot& slot, const BindObject& bind) = 0;
  /// Takes constraint `i` out; the last one comes in its place.
  virtual void remove(std::size_t i) = 0;
  /// Makes room for n constraints in all.
  virtual void reserve(std::size_t n) = 0;
  virtual int rows() const = 0;            ///< of each
  virtual int velocity_rows() const = 0;   ///< the last of them
  virtual int one_sided_rows() const = 0;  ///< the last of those on positions, unless held
  /// With which part of its speed what strikes constraint `i` rebounds; none of most kinds.
  virtual std::optional<double> elasticity(std::size_t i) const = 0;
  virtual bool keeps_error() const = 0;    ///< of rows on velocities
  virtual bool is_integrable() const = 0;  ///< of rows on velocities
  // Ranges that do not overlap may be evaluated at the same time.
  /// c, ċ, c̈, and the blocks of J where there is a place for them
  virtual void evaluate(Range range,
                        const Bodies& bodies,
                        RowTarget jacobian,
                        ConstraintValues& out) = 0;
  /// Only c and the blocks of J, of kinds without rows on velocities.
  virtual void slopes(Range range,
                      const Bodies& bodies,
                      RowTarget jacobian,
                      ConstraintValues& out) = 0;
  /// Only c, and ċ of rows on velocities; c of those too where it is known.
  virtual void errors(Range range, const Bodies& bodies, ConstraintValues& out) const = 0;
  /// Fastens forces that act at a point which moves over their objects to the points of both where
  /// they act now: until released, J is that of forces there.
  virtual void fasten(const Bodies& bodies) = 0;
  virtual void release() = 0;
  /// What each connector of constraint `i` feels, for the given λ.
  virtual void loads(std::size_t i,
                     const VecX& lambda,
                     const Bodies& bodies,
                     std::vector<ConnectorLoad>& out) const = 0;
  /// The hardest of what it does to its connectors.
  virtual Effort effort(std::size_t i, const VecX& lambda, const Bodies& bodies) const = 0;
  /// Adds the numbers that constraint `i` has to read, in the order of for_each_reading().
  virtual void readings(std::size_t i, const Bodies& bodies, std::vector<double>& out) const = 0;
  /// Whether they may be over by themselves: at the end of a track, or as they give up.
  virtual bool may_end() const = 0;
  /// The end of its track that constraint `i` has come to in this step: −1, 1, or 0 for none.
  virtual int end_reached(std::size_t i) const = 0;
  /// Why constraint `i` cannot go on from where the bodies are; empty if it can.
  virtual std::string_view gives_up(std::size_t i, const Bodies& bodies) const = 0;
  /// Adds where constraint `i` remembers something from step to step.
  virtual void add_memories(std::size_t i, std::vector<Remembered*>& out) = 0;
  const std::vector<Slot>& slots() const { return slots_; }
  void set_max_force(std::size_t i, double limit) { slots_[i].max_force = limit; }

 protected:
  std::vector<Slot> slots_;
};

template <class K>
std::unique_ptr<ConstraintGroup> make_constraint_group();

}  // namespace holon
