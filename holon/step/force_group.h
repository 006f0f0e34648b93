// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "holon/step/bodies.h"

namespace holon {

/// The forces of one kind in an island, bound to its objects; as ConstraintGroup.
class ForceGroup {
 public:
  virtual ~ForceGroup() = default;
  /// `acts_on(list)` gives the bodies that a force on whole objects acts on.
  using BodiesOf = std::function<std::vector<int>(const std::vector<ObjectId>&)>;
  virtual void add(const Force& kind, const BindObject& bind, const BodiesOf& acts_on) = 0;
  virtual std::size_t size() const = 0;
  /// Adds where force `i` of them remembers something from step to step.
  virtual void add_memories(std::size_t i, std::vector<Remembered*>& out) = 0;
  virtual bool depends_on_velocity() const = 0;
  /// Adds what acts now to Q; returns its potential energy.
  virtual double apply(const Bodies& bodies, VecX& Q) = 0;
  /// Adds the impulses that fall due in [t, t + h) to P; returns whether there are any.
  virtual bool due_impulses(const Bodies& bodies, double t, double h, VecX& P) const = 0;
  virtual bool has_impulses() const = 0;
  /// Adds what force `i` of them does to each connector or object; an impulse does nothing now.
  virtual void loads(std::size_t i,
                     const Bodies& bodies,
                     std::vector<ConnectorLoad>& out) const = 0;
  /// The hardest of that.
  virtual Effort effort(std::size_t i, const Bodies& bodies) const = 0;
  /// Adds the numbers that force `i` has to read, in the order of for_each_reading().
  virtual void readings(std::size_t i, const Bodies& bodies, std::vector<double>& out) const = 0;
};

template <class K>
std::unique_ptr<ForceGroup> make_force_group();

}  // namespace holon
