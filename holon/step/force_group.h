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
  /// Whether what they push is momentum, given at once in the steps that they fall in.
  virtual bool is_impulsive() const = 0;
  virtual bool falls_in(std::size_t i, double t, double h) const = 0;
  /// Adds what force `i` pushes to Q; returns its potential energy.
  virtual double apply(std::size_t i, const Bodies& bodies, VecX& Q) const = 0;
  double apply_all(const Bodies& bodies, VecX& Q) const {
    double potential = 0.0;
    for (std::size_t i = 0; i < size(); ++i) potential += apply(i, bodies, Q);
    return potential;
  }
  /// Adds what force `i` does to each connector or object.
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
