// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/object/rigid_body.h"

namespace holon {

/// Where a kind of constraint writes the rows of J on the rigid body that carries a connector; or
/// nowhere, if the connector does not give way. They are zero before, and each is written once.
class RigidRows {
 public:
  RigidRows(const RigidBody::Runtime* body, double* J, double scale)
      : body_(body), J_(J), scale_(scale) {}

  /// Three rows, the velocity of a point times `weight`.
  void point(const PointRef& point, double weight) const {
    if (body_ != nullptr) body_->write_point(std::get<PointOn>(point), scale_ * weight, J_);
  }
  /// M rows from row First on: A times the velocity of what is at x in the world.
  template <int First, int M>
  void force(const RowBlock<M, 3>& A, const Vec3& x) const {
    if (body_ != nullptr) body_->write_force<M>(scale_ * A, x, J_ + 6 * First);
  }
  /// The same of the angular velocity.
  template <int First, int M>
  void torque(const RowBlock<M, 3>& A) const {
    if (body_ != nullptr) body_->write_torque<M>(scale_ * A, J_ + 6 * First);
  }

 private:
  const RigidBody::Runtime* body_;
  double* J_;
  double scale_;
};

}  // namespace holon
