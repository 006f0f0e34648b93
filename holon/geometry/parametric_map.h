// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
#include <memory>
#include <string_view>
#include <variant>
#include <vector>

#include "holon/math/diagnostics.h"
#include "holon/math/rotation.h"
#include "holon/math/type_list.h"

/// Positions of particles as functions x(u) of a few parameters: constraints that are always met,
/// because the coordinates know nothing else (seed 003, parametric constraints).
namespace holon {

/// What a map tells at (u, u̇): positions, tangents T = ∂x/∂u and Ṫ u̇.
struct ParametricSample {
  std::vector<Vec3> x;                         ///< position of each particle
  std::vector<Vec3> convective;                ///< ẍ at ü = 0
  Eigen::Matrix<double, 3, Eigen::Dynamic> T;  ///< tangents, particle by particle, 3 × (n · nu)
};

/// Any map, from the host: derive from it and fill in the sample, whose sizes are already right.
class ParametricFunction {
 public:
  virtual ~ParametricFunction() = default;
  virtual int parameters() const = 0;
  virtual int particles() const = 0;
  virtual void sample(const double* u, const double* u_dot, ParametricSample& out) const = 0;
};

/// Makes a map of a formula written once as a template on the number type,
///     auto f = []<class S>(const std::array<S, NU>& u, std::array<Vec3T<S>, NP>& x) { ... };
/// differentiating it automatically.
template <int NU, int NP, class F>
class DifferentiatedMap : public ParametricFunction {
 public:
  explicit DifferentiatedMap(F f) : f_(std::move(f)) {}
  int parameters() const override { return NU; }
  int particles() const override { return NP; }
  void sample(const double* u, const double* u_dot, ParametricSample& out) const override {
    std::array<Dual<NU>, NU> ud;
    std::array<Taylor, NU> ut;
    for (int i = 0; i < NU; ++i) {
      ud[i].v = u[i];
      ud[i].d[i] = 1.0;
      ut[i] = Taylor(u[i], u_dot[i], 0.0);
    }
    std::array<Vec3T<Dual<NU>>, NP> xd;
    std::array<Vec3T<Taylor>, NP> xt;
    f_(ud, xd);
    f_(ut, xt);
    for (int p = 0; p < NP; ++p)
      for (int i = 0; i < 3; ++i) {
        out.x[p][i] = xd[p][i].v;
        out.convective[p][i] = xt[p][i].dd;
        for (int k = 0; k < NU; ++k) out.T(i, p * NU + k) = xd[p][i].d[k];
      }
  }

 private:
  F f_;
};

/// A circle: x = centre + r (cos u e₁ + sin u e₂), in the x-y plane of `orientation`.
struct CircleMap {
  static constexpr std::string_view name = "circle";
  double radius = 1.0;
  Vec3 center = Vec3::Zero();
  Quat orientation = Quat::Identity();
  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("radius", self.radius, "radius [m]");
    visit("center", self.center, "centre [m]");
    visit("orientation", self.orientation, "turns the x-y plane into that of the circle, w x y z");
  }
  void check(Diagnostics& d) const;
};

/// A helix about the z axis of `orientation`: (r cos u, r sin u, rise u).
struct HelixMap {
  static constexpr std::string_view name = "helix";
  double radius = 1.0;
  double rise = 0.1;
  Vec3 center = Vec3::Zero();
  Quat orientation = Quat::Identity();
  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("radius", self.radius, "radius [m]");
    visit("rise", self.rise, "rise per radian [m/rad]");
    visit("center", self.center, "point of the axis at u = 0 [m]");
    visit("orientation", self.orientation, "turns the z axis into that of the helix, w x y z");
  }
  void check(Diagnostics& d) const;
};

/// A parabola: (u, k u², 0) in the x-y plane of `orientation`.
struct ParabolaMap {
  static constexpr std::string_view name = "parabola";
  double curvature = 1.0;
  Vec3 vertex = Vec3::Zero();
  Quat orientation = Quat::Identity();
  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("curvature", self.curvature, "k of y = k x^2 [1/m]");
    visit("vertex", self.vertex, "vertex [m]");
    visit(
        "orientation", self.orientation, "turns the x-y plane into that of the parabola, w x y z");
  }
  void check(Diagnostics& d) const;
};

/// A chain of massless rods in the x-y plane with a particle at the end of each:
/// xᵢ = pivot + Σⱼ≤ᵢ lⱼ (sin uⱼ, −cos uⱼ, 0), angles from the downward vertical −y.
struct LinkageMap {
  static constexpr std::string_view name = "linkage";
  std::vector<double> lengths = {1.0};
  Vec3 pivot = Vec3::Zero();
  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("lengths", self.lengths, "length of each rod [m]");
    visit("pivot", self.pivot, "where the first rod hangs [m]");
  }
  void check(Diagnostics& d) const;
};

/// Those that can be told by their fields.
using MapKinds = TypeList<CircleMap, HelixMap, ParabolaMap, LinkageMap>;

/// A map as a value.
class ParametricMap {
 public:
  using Function = std::shared_ptr<const ParametricFunction>;
  using Kind = std::variant<CircleMap, HelixMap, ParabolaMap, LinkageMap, Function>;

  ParametricMap(CircleMap m = {}) : kind_(m) {}         // NOLINT: each kind is a map
  ParametricMap(HelixMap m) : kind_(m) {}               // NOLINT
  ParametricMap(ParabolaMap m) : kind_(m) {}            // NOLINT
  ParametricMap(LinkageMap m) : kind_(std::move(m)) {}  // NOLINT
  ParametricMap(Function f) : kind_(std::move(f)) {}    // NOLINT
  /// A formula of NU parameters that places NP particles; see DifferentiatedMap.
  template <int NU, int NP, class F>
  static ParametricMap formula(F f) {
    return ParametricMap(Function(std::make_shared<DifferentiatedMap<NU, NP, F>>(std::move(f))));
  }

  const Kind& kind() const { return kind_; }
  int parameters() const;
  int particles() const;
  void check(Diagnostics& d, std::string_view field) const;
  /// The map ready for use.
  Function function() const;

 private:
  Kind kind_;
};

}  // namespace holon
