// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "holon/step/force_group.h"

namespace holon {

/// Forces of kind K between connectors.
template <class K>
class ForceGroupOf final : public ForceGroup {
 public:
  void add(const Force& kind, const BindObject& bind, const BodiesOf& /*acts_on*/) override {
    const K& k = get<K>(kind);
    list_.push_back({k, prepared(k), bind_connectors(k, bind)});
  }
  std::size_t size() const override { return list_.size(); }
  void add_memories(std::size_t i, std::vector<Remembered*>& out) override {
    holon::add_memories(list_[i].bindings, out);
  }
  bool depends_on_velocity() const override { return K::depends_on_velocity; }
  bool is_impulsive() const override { return ImpulsiveForce<K>; }
  bool falls_in([[maybe_unused]] std::size_t i,
                [[maybe_unused]] double t,
                [[maybe_unused]] double h) const override {
    if constexpr (ImpulsiveForce<K>) return list_[i].kind.falls_in(t, h);
    return false;
  }
  double apply(std::size_t i, const Bodies& bodies, VecX& Q) const override {
    return for_each_push(bodies, list_[i], [&](const auto& ref, const auto& leaf, Push push) {
      bodies.pull<1>(ref, leaf, RowBlock<1, 6>(push.transpose()), {.force = Q.data()});
    });
  }
  void loads(std::size_t i, const Bodies& bodies, std::vector<ConnectorLoad>& out) const override {
    for_each_push(bodies, list_[i], [&](const auto& ref, const auto& leaf, const Push& push) {
      bodies.add_load(ref, leaf, push, out);
    });
  }
  Effort effort(std::size_t i, const Bodies& bodies) const override {
    Effort most;
    for_each_push(bodies, list_[i], [&](const auto& ref, const auto& leaf, const Push& push) {
      most = stronger(most, bodies.effort(ref, leaf, push));
    });
    return most;
  }
  void readings(std::size_t i, const Bodies& bodies, std::vector<double>& out) const override {
    bodies.add_readings(list_[i].kind, list_[i].bindings, out);
  }

 private:
  struct Bound {
    K kind;
    decltype(prepared(std::declval<const K&>())) pushing;
    BindingsOf<K> bindings;
  };
  /// f(reference, binding, push); returns the potential energy.
  template <class F>
  static double for_each_push(const Bodies& bodies, const Bound& bound, F&& f) {
    Pushes<K> pushes;
    for (Push& p : pushes) p.setZero();
    const double potential =
        bound.pushing.apply(bodies.kins(bound.kind, bound.bindings), bodies.time(), pushes);
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      const auto refs = bound.kind.connectors();
      (f(std::get<I>(refs), std::get<I>(bound.bindings), pushes[I]), ...);
    }
    (std::make_index_sequence<static_cast<std::size_t>(ConnectorInfo<K>::count)>());
    return potential;
  }

  std::vector<Bound> list_;
};

/// Forces of kind K on whole objects.
template <ObjectForce K>
class ForceGroupOf<K> final : public ForceGroup {
 public:
  void add(const Force& kind, const BindObject& /*bind*/, const BodiesOf& acts_on) override {
    const K& k = get<K>(kind);
    std::vector<int> bodies = acts_on(k.objects);
    if (!bodies.empty()) list_.push_back({k, std::move(bodies)});
  }
  std::size_t size() const override { return list_.size(); }
  void add_memories(std::size_t /*i*/, std::vector<Remembered*>& /*out*/) override {}
  bool depends_on_velocity() const override { return K::depends_on_velocity; }
  bool is_impulsive() const override { return false; }
  bool falls_in(std::size_t /*i*/, double /*t*/, double /*h*/) const override { return false; }
  double apply(std::size_t i, const Bodies& bodies, VecX& Q) const override {
    const std::vector<int>& on = list_[i].bodies;
    const auto apply_in = [&](std::size_t first, std::size_t last) {
      double potential = 0.0;
      for (std::size_t k = first; k < last; ++k)
        potential += bodies.visit(on[k], [&](const auto& body) {
          return list_[i].kind.apply_to(body, Q.data() + bodies.views()[on[k]].v);
        });
      return potential;
    };
    return sum_of_ranges(
        bodies.workers(), on.size(), apply_in, [](double& sum, double part) { sum += part; });
  }
  void loads(std::size_t i, const Bodies& bodies, std::vector<ConnectorLoad>& out) const override {
    for_each_load(i, bodies, [&](const ConnectorLoad& load) { out.push_back(load); });
  }
  Effort effort(std::size_t i, const Bodies& bodies) const override {
    Effort most;
    for_each_load(i, bodies, [&](const ConnectorLoad& load) {
      most = stronger(most, {load.force.norm(), load.torque.norm()});
    });
    return most;
  }
  void readings(std::size_t /*i*/,
                const Bodies& /*bodies*/,
                std::vector<double>& /*out*/) const override {}

 private:
  struct Bound {
    K kind;
    std::vector<int> bodies;
  };
  /// At the centre of mass, or on each particle of a system of particles.
  template <class F>
  void for_each_load(std::size_t i, const Bodies& bodies, F&& f) const {
    const K& kind = list_[i].kind;
    for (int b : list_[i].bodies)
      bodies.visit(b, [&](const auto& body) {
        const ObjectId id = bodies.views()[b].id;
        if constexpr (requires { body.mass_of(0); }) {
          for (int k = 0; k < body.particles(); ++k) {
            const PointKin at = body.point({id, Vec3::Zero(), k});
            f({id, k, at.x, kind.on_particle(body.mass_of(k), at.v), Vec3::Zero()});
          }
        } else {
          std::array<double, 12> Q{};
          kind.apply_to(body, Q.data());
          const Wrench wrench = body.wrench(Q.data());
          f({id, 0, body.com(), wrench.force, wrench.torque});
        }
      });
  }

  std::vector<Bound> list_;
};

template <class K>
std::unique_ptr<ForceGroup> make_force_group() {
  return std::make_unique<ForceGroupOf<K>>();
}

}  // namespace holon
