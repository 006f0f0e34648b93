// SPDX-License-Identifier: Apache-2.0
#include "holon/geometry/mass_properties.h"

#include <cmath>

#include "holon/math/diagnostics.h"

namespace holon {

MassProperties transformed(const MassProperties& body, const Mat3& R, const Vec3& p) {
  const Mat3 turned = R * body.inertia * R.transpose();
  return {.mass = body.mass,
          .com = R * body.com + p,
          .inertia = 0.5 * (turned + turned.transpose()),  // symmetric to the last bit
          .volume = body.volume};
}

// With d from one com to the other and the reduced mass μ = m_a m_b / (m_a + m_b), both shifts of
// the parallel axes theorem add up to μ (|d|² 1 − d dᵀ). No difference of large numbers appears,
// however far from the origin the bodies are.
MassProperties combined(const MassProperties& a, const MassProperties& b) {
  HOLON_EXPECT(a.mass >= 0.0 && b.mass >= 0.0);
  const double mass = a.mass + b.mass;
  const double share = mass > 0.0 ? b.mass / mass : 0.0;
  const Vec3 d = b.com - a.com;
  return {.mass = mass,
          .com = a.com + share * d,
          .inertia =
              a.inertia + b.inertia + inertia_of_second_moment(a.mass * share * d * d.transpose()),
          .volume = a.volume + b.volume};
}

MassProperties from_points(std::span<const MassPoint> points) {
  // mass and com, the latter from the first point so that a lone point keeps its place exactly
  double mass = 0.0;
  Vec3 moment = Vec3::Zero();
  for (const MassPoint& point : points) {
    HOLON_EXPECT(point.mass >= 0.0 && std::isfinite(point.mass) && point.position.allFinite());
    mass += point.mass;
    moment += point.mass * (point.position - points.front().position);
  }
  HOLON_EXPECT(mass > 0.0);
  const Vec3 com = points.front().position + moment / mass;

  // second moment about the com
  Mat3 J = Mat3::Zero();
  for (const MassPoint& point : points) {
    const Vec3 r = point.position - com;
    J += point.mass * r * r.transpose();
  }
  return {.mass = mass, .com = com, .inertia = inertia_of_second_moment(J), .volume = 0.0};
}

Mat3 second_moment(const MassProperties& body) {
  return 0.5 * body.inertia.trace() * Mat3::Identity() - body.inertia;
}

Mat3 inertia_of_second_moment(const Mat3& J) {
  return J.trace() * Mat3::Identity() - J;
}

}  // namespace holon
