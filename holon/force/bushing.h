// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/force/force.h"
#include "holon/math/rotation.h"

namespace holon {

/// Six springs and dampers between two frames: a rubber bearing.
///
///     d = R_aᵀ (x_b − x_a),   exp([θ]×) = R_aᵀ R_b                              (1)
///     f = K d + C ḋ,   τ = Dᵀ (K_θ θ + C_θ θ̇),   θ̇ = D R_aᵀ (ω_b − ω_a)          (2)
///     W = ½ dᵀK d + ½ θᵀK_θ θ                                                  (3)
///
/// in the axes of a, where the stiffnesses are diagonal. b feels −f and −τ, a feels f, and the
/// torque τ + d × f about its origin.
struct Bushing {
  static constexpr std::string_view name = "bushing";
  static constexpr std::string_view summary = "six springs and dampers between two frames";
  static constexpr std::string_view required[] = {"a", "b"};
  static constexpr bool depends_on_velocity = true;

  FrameRef a;
  FrameRef b;
  Vec3 stiffness = Vec3::Zero();
  Vec3 damping = Vec3::Zero();
  Vec3 angular_stiffness = Vec3::Zero();
  Vec3 angular_damping = Vec3::Zero();

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("a", self.a, "one frame, along whose axes the springs lie");
    visit("b", self.b, "the other frame");
    visit("stiffness", self.stiffness, "force per displacement along each axis [N/m]");
    visit("damping", self.damping, "force per velocity along each axis [N s/m]");
    visit(
        "angular_stiffness", self.angular_stiffness, "torque per angle about each axis [N m/rad]");
    visit("angular_damping",
          self.angular_damping,
          "torque per angular velocity about each axis [N m s/rad]");
  }
  auto connectors() const { return std::tie(a, b); }
  void check(Diagnostics& d) const {
    const auto expect_positive = [&](const Vec3& numbers, std::string_view field) {
      d.expect(numbers.allFinite() && numbers.minCoeff() >= 0.0,
               field,
               "must be zero or positive, and finite");
    };
    expect_positive(stiffness, "stiffness");
    expect_positive(damping, "damping");
    expect_positive(angular_stiffness, "angular_stiffness");
    expect_positive(angular_damping, "angular_damping");
  }

  static constexpr NumberInfo numbers[] = {{"dx", "m"},
                                           {"dy", "m"},
                                           {"dz", "m"},
                                           {"theta_x", "rad"},
                                           {"theta_y", "rad"},
                                           {"theta_z", "rad"}};
  std::array<double, 6> read(const std::tuple<FrameKin, FrameKin>& kins) const {
    const auto& [p, q] = kins;
    const Mat3 to_a = p.R.transpose();
    const Vec3 d = to_a * (q.x - p.x), theta = rotation_log(Quat(Mat3(to_a * q.R)));  // (1)
    return {d.x(), d.y(), d.z(), theta.x(), theta.y(), theta.z()};
  }

  double apply(const std::tuple<FrameKin, FrameKin>& kins,
               double /*t*/,
               std::span<Push> out) const {
    const auto& [p, q] = kins;
    const Mat3 to_a = p.R.transpose();
    const Vec3 way = q.x - p.x;
    const Vec3 d = to_a * way, d_rate = to_a * (q.v - p.v - p.w.cross(way));
    const Vec3 theta = rotation_log(Quat(Mat3(to_a * q.R)));
    const Mat3 D = rotation_log_rate(theta);
    const Vec3 theta_rate = D * (to_a * (q.w - p.w));
    const Vec3 pull = stiffness.cwiseProduct(d) + damping.cwiseProduct(d_rate);
    const Vec3 twist =
        angular_stiffness.cwiseProduct(theta) + angular_damping.cwiseProduct(theta_rate);
    const Vec3 f = p.R * pull, torque = p.R * (D.transpose() * twist);  // (2)
    out[0] << f, torque + way.cross(f);
    out[1] << -f, -torque;
    return 0.5 * d.dot(stiffness.cwiseProduct(d))
           + 0.5 * theta.dot(angular_stiffness.cwiseProduct(theta));  // (3)
  }
};

static_assert(ForceKind<Bushing>);

}  // namespace holon
