// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <memory>

#include "holon/step/stepper.h"
#include "holon/world/world.h"

/// The equations of all that is in a world, at the state it has.
class Equations {
 public:
  explicit Equations(holon::World world) : world_(std::move(world)) {
    std::vector<holon::ObjectId> objects;
    std::vector<holon::ConstraintId> constraints;
    std::vector<holon::ForceId> forces;
    const holon::Model& model = world_.model();
    model.objects().for_each([&](holon::ObjectId id, const auto&) { objects.push_back(id); });
    model.constraints().for_each(
        [&](holon::ConstraintId id, const auto&) { constraints.push_back(id); });
    model.forces().for_each([&](holon::ForceId id, const auto&) { forces.push_back(id); });
    made_ = std::make_unique<holon::System>();
    made_->build(model, objects, constraints, forces);
    q.setZero(system().nq());
    v.setZero(system().nv());
    for (const holon::System::BodyView& body : system().bodies()) {
      std::ranges::copy(world_.state().q(body.id), q.data() + body.q);
      std::ranges::copy(world_.state().v(body.id), v.data() + body.v);
    }
    Q.setZero(system().nv());
    v_dot.setZero(system().nv());
    b.setZero(system().rows());
    lambda.setZero(system().rows());
    evaluate();
    // feet on curves are followed from here, as from step to step
    for (const auto& view : system().memories()) view.memory->last = view.memory->now;
  }

  void evaluate() {
    system().place(world_.time(), q, v);
    system().evaluate_constraints();
    system().evaluate_mass();
    system().applied_forces(Q);
    system().add_bias(Q);
    system().closing_acceleration(b);
  }
  holon::System& system() { return *made_; }
  std::size_t bodies() const { return made_->bodies().size(); }

  holon::VecX q, v, Q, v_dot, b, lambda;

 private:
  holon::World world_;
  std::unique_ptr<holon::System> made_;
};
