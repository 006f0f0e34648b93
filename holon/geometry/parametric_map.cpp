// SPDX-License-Identifier: Apache-2.0
#include "holon/geometry/parametric_map.h"

#include <algorithm>
#include <string>

namespace holon {
namespace {

void check_place(Diagnostics& d, std::string_view field, const Vec3& at, const Quat& orientation) {
  d.expect(at.allFinite(), field, "must be finite");
  d.expect(orientation.coeffs().allFinite() && orientation.norm() > 1e-12,
           "orientation",
           "must be a quaternion that is not zero");
}

/// A curve given in its own axes as a formula, placed in the world.
template <class F>
ParametricMap::Function placed_curve(const Vec3& at, const Quat& orientation, F local) {
  const Mat3 R = orientation.normalized().toRotationMatrix();
  const auto f = [=]<class S>(const std::array<S, 1>& u, std::array<Vec3T<S>, 1>& x) {
    const Vec3T<S> p = local(u[0]);
    for (int i = 0; i < 3; ++i)
      x[0][i] = S(at[i]) + S(R(i, 0)) * p[0] + S(R(i, 1)) * p[1] + S(R(i, 2)) * p[2];
  };
  return std::make_shared<DifferentiatedMap<1, 1, decltype(f)>>(f);
}

class LinkageFunction : public ParametricFunction {
 public:
  explicit LinkageFunction(LinkageMap m) : m_(std::move(m)) {}
  int parameters() const override { return static_cast<int>(m_.lengths.size()); }
  int particles() const override { return parameters(); }
  void sample(const double* u, const double* u_dot, ParametricSample& out) const override {
    const int n = parameters();
    out.T.setZero();
    for (int p = 0; p < n; ++p) {
      out.x[p] = p > 0 ? out.x[p - 1] : m_.pivot;
      out.convective[p] = p > 0 ? out.convective[p - 1] : Vec3::Zero();
      const double s = std::sin(u[p]), c = std::cos(u[p]), l = m_.lengths[p];
      out.x[p] += l * Vec3(s, -c, 0.0);
      out.convective[p] += l * u_dot[p] * u_dot[p] * Vec3(-s, c, 0.0);
      for (int later = p; later < n; ++later) out.T.col(later * n + p) = l * Vec3(c, s, 0.0);
    }
  }

 private:
  LinkageMap m_;
};

ParametricMap::Function make(const CircleMap& m) {
  const double r = m.radius;
  return placed_curve(m.center, m.orientation, [r]<class S>(const S& u) {
    return Vec3T<S>(S(r) * cos(u), S(r) * sin(u), S(0.0));
  });
}
ParametricMap::Function make(const HelixMap& m) {
  const double r = m.radius, rise = m.rise;
  return placed_curve(m.center, m.orientation, [r, rise]<class S>(const S& u) {
    return Vec3T<S>(S(r) * cos(u), S(r) * sin(u), S(rise) * u);
  });
}
ParametricMap::Function make(const ParabolaMap& m) {
  const double k = m.curvature;
  return placed_curve(m.vertex, m.orientation, [k]<class S>(const S& u) {
    return Vec3T<S>(u, S(k) * u * u, S(0.0));
  });
}
ParametricMap::Function make(const LinkageMap& m) {
  return std::make_shared<LinkageFunction>(m);
}
ParametricMap::Function make(const ParametricMap::Function& f) {
  return f;
}

}  // namespace

void CircleMap::check(Diagnostics& d) const {
  d.expect(std::isfinite(radius) && radius > 0.0, "radius", "must be positive and finite");
  check_place(d, "center", center, orientation);
}
void HelixMap::check(Diagnostics& d) const {
  d.expect(std::isfinite(radius) && radius > 0.0, "radius", "must be positive and finite");
  d.expect(std::isfinite(rise), "rise", "must be finite");
  check_place(d, "center", center, orientation);
}
void ParabolaMap::check(Diagnostics& d) const {
  d.expect(std::isfinite(curvature), "curvature", "must be finite");
  check_place(d, "vertex", vertex, orientation);
}
void LinkageMap::check(Diagnostics& d) const {
  d.expect(!lengths.empty() && lengths.size() <= 6, "lengths", "must be of one to six rods");
  d.expect(
      std::all_of(
          lengths.begin(), lengths.end(), [](double l) { return std::isfinite(l) && l > 0.0; }),
      "lengths",
      "must be positive and finite");
  d.expect(pivot.allFinite(), "pivot", "must be finite");
}

int ParametricMap::parameters() const {
  return function()->parameters();
}
int ParametricMap::particles() const {
  return function()->particles();
}

void ParametricMap::check(Diagnostics& d, std::string_view field) const {
  Diagnostics inner;
  std::visit(
      [&](const auto& m) {
        if constexpr (requires { m.check(inner); })
          m.check(inner);
        else
          inner.expect(m != nullptr && m->parameters() >= 1 && m->particles() >= 1,
                       "function",
                       "must have at least one parameter and one particle");
      },
      kind_);
  for (const std::string& e : inner.errors()) d.error(field, e);
}

ParametricMap::Function ParametricMap::function() const {
  return std::visit([](const auto& m) { return make(m); }, kind_);
}

}  // namespace holon
