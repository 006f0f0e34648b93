// SPDX-License-Identifier: Apache-2.0
#include "holon/checks/load_checks.h"

namespace holon::checks {

Imbalance imbalance_of(std::span<const ConnectorLoad> loads) {
  Vec3 force = Vec3::Zero(), moment = Vec3::Zero();
  double force_size = 1.0, moment_size = 1.0;
  for (const ConnectorLoad& l : loads) {
    force += l.force;
    moment += l.point.cross(l.force) + l.torque;
    force_size += l.force.norm();
    moment_size += l.point.norm() * l.force.norm() + l.torque.norm();
  }
  return {force.norm() / force_size, moment.norm() / moment_size};
}

template <class F>
void RateCollector::visit(ObjectId id, F&& f) {
  const auto& bodies = system_.bodies();
  for (std::size_t i = 0; i < bodies.size(); ++i)
    if (bodies[i].id == id) system_.visit_body(static_cast<int>(i), f);
}

void RateCollector::operator()(const PointRef& ref) {
  ConnectorRate rate;
  if (const auto* on = std::get_if<PointOn>(&ref))
    visit(on->object, [&](const auto& r) { rate.v = r.point(*on).v; });
  rates.push_back(rate);
}
void RateCollector::operator()(const DirectionRef& ref) {
  ConnectorRate rate;
  if (const auto* on = std::get_if<DirectionOn>(&ref))
    visit(on->object, [&](const auto& r) {
      if constexpr (requires { r.direction(*on); }) {
        const DirectionKin d = r.direction(*on);
        rate.w = d.x.cross(d.v);
      }
    });
  rates.push_back(rate);
}
void RateCollector::operator()(const FrameRef& ref) {
  ConnectorRate rate;
  if (const auto* on = std::get_if<FrameOn>(&ref))
    visit(on->object, [&](const auto& r) {
      if constexpr (requires { r.frame(*on); }) {
        const FrameKin f = r.frame(*on);
        rate = {f.v, f.w, f.x};
      }
    });
  rates.push_back(rate);
}
void RateCollector::operator()(const ScalarRef& ref) {
  for_each_connector(ref, [&](const auto& inner, std::size_t /*i*/) { (*this)(inner); });
}
void RateCollector::operator()(const ScalarSum& ref) {
  for (const ScalarTerm& term : ref) (*this)(term.quantity);
}

Power power_of(std::span<const ConnectorLoad> loads, std::span<const ConnectorRate> rates) {
  HOLON_EXPECT(loads.size() == rates.size());
  Power power;
  for (std::size_t i = 0; i < loads.size(); ++i) {
    const ConnectorLoad& load = loads[i];
    const ConnectorRate& rate = rates[i];
    const Vec3 v = rate.v + rate.w.cross(load.point - rate.x);
    power.sum += load.force.dot(v) + load.torque.dot(rate.w);
    power.size += load.force.norm() * v.norm() + load.torque.norm() * rate.w.norm();
  }
  return power;
}

}  // namespace holon::checks
