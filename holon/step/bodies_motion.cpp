// SPDX-License-Identifier: Apache-2.0
#include <atomic>

#include "holon/step/bodies.h"

/// How the objects of an island move: placed by a state, led by the host, or in free flight.
namespace holon {

void Bodies::set_kinematic(int k,
                           double t0,
                           std::span<const double> q0,
                           std::span<const double> v0,
                           double t1,
                           std::span<const double> q1,
                           std::span<const double> v1) {
  Kinematic& motion = kinematic_[k];
  motion.t0 = t0;
  motion.t1 = t1;
  motion.q0.assign(q0.begin(), q0.end());
  motion.v0.assign(v0.begin(), v0.end());
  motion.q1.assign(q1.begin(), q1.end());
  motion.v1.assign(v1.begin(), v1.end());
  motion.q.resize(q0.size());
  motion.v.resize(v0.size());
  motion.acceleration.assign(v0.size(), 0.0);
  motion.slip.assign(v0.size(), 0.0);
  const double h = t1 - t0;
  if (!(h > 0.0)) return;
  std::visit([&](const auto& r) { r.difference(q0.data(), q1.data(), motion.slip.data()); },
             bodies_[views_.size() + static_cast<std::size_t>(k)]);
  for (std::size_t i = 0; i < v0.size(); ++i) {
    motion.acceleration[i] = (v1[i] - v0[i]) / h;
    motion.slip[i] = motion.slip[i] / h - 0.5 * (v0[i] + v1[i]);
  }
}

void Bodies::place(double t, const VecX& q, const VecX& v) {
  t_ = t;
  for_ranges(workers_, views_.size(), [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      const View& view = views_[i];
      std::visit([&](auto& r) { r.place(q.data() + view.q, v.data() + view.v); }, bodies_[i]);
    }
  });
  place_kinematic(t);
}
void Bodies::place_kinematic(double t) {
  for (std::size_t k = 0; k < kinematic_.size(); ++k) {
    Kinematic& motion = kinematic_[k];
    std::visit(
        [&](auto& r) {
          if (t <= motion.t0) {
            r.place(motion.q0.data(), motion.v0.data());
          } else if (t >= motion.t1) {
            r.place(motion.q1.data(), motion.v1.data());
          } else {
            const double s = t - motion.t0;
            for (std::size_t i = 0; i < motion.v.size(); ++i)
              motion.v[i] = motion.v0[i] + 0.5 * s * motion.acceleration[i] + motion.slip[i];
            r.advance(motion.q0.data(), motion.v.data(), s, motion.q.data());
            for (std::size_t i = 0; i < motion.v.size(); ++i)
              motion.v[i] += 0.5 * s * motion.acceleration[i];
            r.place(motion.q.data(), motion.v.data());
          }
        },
        bodies_[views_.size() + k]);
  }
}

void Bodies::move(const VecX& q, const VecX& v) {
  const auto move_one = [&](auto& body, const View& at) {
    if constexpr (requires { body.move(v.data()); })
      body.move(v.data() + at.v);
    else
      body.place(q.data() + at.q, v.data() + at.v);
  };
  for_ranges(workers_, views_.size(), [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i)
      std::visit([&](auto& body) { move_one(body, views_[i]); }, bodies_[i]);
  });
}

bool Bodies::fly(double t, const FreeFlight& flight) {
  t_ = t;
  std::atomic<bool> ok = true;
  for_ranges(workers_, views_.size(), [&](std::size_t first, std::size_t last) {
    if (!fly_in(first, last, flight)) ok = false;
  });
  place_kinematic(t);
  return ok;
}
bool Bodies::fly_in(std::size_t first, std::size_t last, const FreeFlight& flight) {
  using Rigid = RigidBody::Runtime;
  const double h = flight.h;
  std::array<Rigid::Flyer, Rigid::most_flyers> together;
  std::size_t flyers = 0;
  bool ok = true;
  const auto take_off = [&] {
    if (flyers > 0) ok = Rigid::fly(h, std::span(together).first(flyers)) && ok;
    flyers = 0;
  };
  for (std::size_t i = first; i < last; ++i) {
    const View& at = views_[i];
    const double *q = flight.q.data() + at.q, *p = flight.p.data() + at.v;
    double *q1 = flight.q1.data() + at.q, *p1 = flight.p1.data() + at.v;
    double* v = flight.v.data() + at.v;
    if (auto* rigid = std::get_if<Rigid>(&bodies_[i])) {
      together[flyers++] = {rigid, q, p, q1, p1, v};
      if (flyers == together.size()) take_off();
      continue;
    }
    std::visit(
        [&](auto& body) {
          ok = body.flight(h, q, p, q1, p1, v) && ok;
          body.place(q1, v);
        },
        bodies_[i]);
  }
  take_off();
  return ok;
}

}  // namespace holon
