// SPDX-License-Identifier: Apache-2.0
#include "holon/surface/parametric_surface.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "holon/geometry/patch.h"
#include "holon/math/expect.h"
#include "holon/math/point_formula.h"
#include "holon/math/rate.h"

namespace holon {
namespace {

constexpr std::string_view of_u_v[] = {"u", "v"};

/// The point of given parameters, with its derivatives by them.
PatchJet jet_of(const PointFormula& formula, const Vec2& at) {
  const std::array<Quadratic<2>, 2> uv = {Quadratic<2>::input(0, at[0]),
                                          Quadratic<2>::input(1, at[1])};
  const auto r = formula(std::span<const Quadratic<2>>(uv));
  PatchJet p;
  for (int i = 0; i < 3; ++i) {
    const auto& [v, d, dd] = r[static_cast<std::size_t>(i)];
    p.r[i] = v;
    p.ru[i] = d[0];
    p.rv[i] = d[1];
    p.ruu[i] = dd(0, 0);
    p.ruv[i] = dd(0, 1);
    p.rvv[i] = dd(1, 1);
  }
  return p;
}

/// The derivatives of its second derivatives by parameter k: of r_uu, r_uv and r_vv.
std::array<Vec3, 3> third_derivatives(const PointFormula& formula, const Vec2& at, int k) {
  using Third = Rate<Quadratic<2>>;
  std::array<Third, 2> uv;
  for (int i = 0; i < 2; ++i)
    uv[static_cast<std::size_t>(i)] = {Quadratic<2>::input(i, at[i]), i == k ? 1.0 : 0.0};
  const auto r = formula(std::span<const Third>(uv));
  std::array<Vec3, 3> out;
  for (int i = 0; i < 3; ++i) {
    const auto& dd = r[static_cast<std::size_t>(i)].d.dd;
    out[0][i] = dd(0, 0);
    out[1][i] = dd(0, 1);
    out[2][i] = dd(1, 1);
  }
  return out;
}

PointFormula formula_of(const ParametricSurface& s) {
  return PointFormula({s.x, s.y, s.z}, of_u_v);
}

std::string shown_place(const Vec2& at) {
  return "u = " + shown(at[0]) + ", v = " + shown(at[1]);
}

/// Which formula is not finite at a place, or has derivatives that are not; −1 if none.
int unbounded_axis(const PatchJet& p) {
  for (int i = 0; i < 3; ++i)
    if (!std::isfinite(p.r[i] + p.ru[i] + p.rv[i] + p.ruu[i] + p.ruv[i] + p.rvv[i])) return i;
  return -1;
}

/// By how much a curve with these derivatives turns per unit of its parameter.
double turning(const Vec3& d1, const Vec3& d2) {
  const double speed2 = d1.squaredNorm();
  return speed2 > 0.0 ? d1.cross(d2).norm() / speed2 : 0.0;
}

/// So many pieces that the lines of each parameter turn by half a radian at most in one: then
/// Newton's method finds the closest point of a piece from its middle.
std::array<int, 2> count_pieces(const ParametricSurface& s, const PointFormula& formula) {
  constexpr int samples = 16, fewest = 4, most = 64;
  constexpr double most_turning = 0.5;
  const Vec2 width = s.end - s.begin;
  Vec2 turns = Vec2::Zero();
  for (int i = 0; i <= samples; ++i)
    for (int j = 0; j <= samples; ++j) {
      const Vec2 at = s.begin + width.cwiseProduct(Vec2(i, j)) / samples;
      const PatchJet p = jet_of(formula, at);
      turns[0] = std::max(turns[0], width[0] * turning(p.ru, p.ruu));
      turns[1] = std::max(turns[1], width[1] * turning(p.rv, p.rvv));
    }
  std::array<int, 2> pieces;
  for (int k = 0; k < 2; ++k)
    pieces[static_cast<std::size_t>(k)] =
        static_cast<int>(std::clamp<double>(std::ceil(turns[k] / most_turning), fewest, most));
  return pieces;
}

class FormulaPatch final : public GridPatch {
 public:
  explicit FormulaPatch(const ParametricSurface& s)
      : FormulaPatch(s, count_pieces(s, formula_of(s))) {}

  using Patch::at;
  PatchJet at(const SurfaceFoot& foot) const override {
    PatchJet p = jet_of(formula_, parameters(foot));
    // by the parameters of the pieces
    p.ru *= width_[0];
    p.rv *= width_[1];
    p.ruu *= width_[0] * width_[0];
    p.ruv *= width_[0] * width_[1];
    p.rvv *= width_[1] * width_[1];
    return p;
  }
  LongPatchJet long_at(const SurfaceFoot& foot) const override {
    const Vec2 w = width_, place = parameters(foot);
    const auto by_u = third_derivatives(formula_, place, 0);
    const auto by_v = third_derivatives(formula_, place, 1);
    return {at(foot),
            by_u[0] * (w[0] * w[0] * w[0]),
            by_u[1] * (w[0] * w[0] * w[1]),
            by_u[2] * (w[0] * w[1] * w[1]),
            by_v[2] * (w[1] * w[1] * w[1])};
  }
  /// Where on its formulas a foot is.
  std::string place_of(const SurfaceFoot& foot) const {
    return shown_place(begin_ + width_.cwiseProduct(Vec2(foot.u, foot.v)));
  }
  /// Expects a normal that turns little from place to place.
  void check_normals(Diagnostics& d) const;
  /// Expects that both ends of a direction meet.
  void check_closed(Diagnostics& d, std::string_view field, bool along_u) const;

 private:
  FormulaPatch(const ParametricSurface& s, std::array<int, 2> pieces)
      : GridPatch({pieces[0], s.closed_u}, {pieces[1], s.closed_v}),
        formula_(formula_of(s)),
        begin_(s.begin),
        width_((s.end - s.begin).cwiseQuotient(Vec2(pieces[0], pieces[1]))) {
    add_cells();
  }
  Vec2 parameters(const SurfaceFoot& foot) const {
    return {parameter(0, u_, foot.u), parameter(1, v_, foot.v)};
  }
  /// A closed direction goes round; its last place is not taken for its first.
  double parameter(int k, const Direction& direction, double u) const {
    const double n = direction.pieces;
    if (direction.closed && (u < 0.0 || u > n)) u -= n * std::floor(u / n);
    return begin_[k] + width_[k] * u;
  }

  PointFormula formula_;
  Vec2 begin_, width_;  // of the parameters: where they begin, and how long a piece is
};

void FormulaPatch::check_normals(Diagnostics& d) const {
  const auto expect_normal = [&](const SurfaceFoot& foot, const SurfaceFoot& before) {
    const PatchJet p = at(foot);
    if (!has_normal(p)) {
      d.error("x",
              "the surface has no normal at " + place_of(foot)
                  + ": let it end beside it, or take other parameters");
      return false;
    }
    if (normal_of(p).dot(normal_of(at(before))) > 0.0) return true;
    d.error("x",
            "the normal of the surface turns over between " + place_of(before) + " and "
                + place_of(foot) + ": a pole, a fold or a crease; let it end beside it");
    return false;
  };
  for (int i = 0; i <= 2 * u_pieces(); ++i)
    for (int j = 0; j <= 2 * v_pieces(); ++j) {
      const SurfaceFoot foot{0.5 * i, 0.5 * j};
      if (!expect_normal(foot, {std::max(0.0, foot.u - 0.5), foot.v})
          || !expect_normal(foot, {foot.u, std::max(0.0, foot.v - 0.5)}))
        return;
    }
}

void FormulaPatch::check_closed(Diagnostics& d, std::string_view field, bool along_u) const {
  constexpr double rounding = 1e-9;  // of formulas, and of ends given with ten digits
  const int pieces = along_u ? u_pieces() : v_pieces(), across = along_u ? v_pieces() : u_pieces();
  for (int k = 0; k <= 2 * across; ++k) {
    const double s = 0.5 * k, n = pieces;
    const SurfaceFoot begin = along_u ? SurfaceFoot{0.0, s} : SurfaceFoot{s, 0.0};
    const SurfaceFoot end = along_u ? SurfaceFoot{n, s} : SurfaceFoot{s, n};
    const PatchJet a = at(begin), b = at(end);
    const double gap = (b.r - a.r).norm();
    if (gap > rounding * (a.r.norm() + n * (a.ru.norm() + a.rv.norm())))
      return d.error(field,
                     "the surface at " + place_of(end) + " is " + shown(gap)
                         + " m away from that at " + place_of(begin)
                         + ": correct begin, end or the formulas, or leave it open");
    if (!same_normal(a, b))
      return d.error(
          field,
          "there is a crease at " + place_of(begin) + ": correct the formulas, or leave it open");
  }
}

/// Expects finite values and derivatives all over the rectangle.
bool expect_finite_surface(Diagnostics& d, const ParametricSurface& s) {
  constexpr int samples = 32;  // what is wrong between them may be missed
  const PointFormula formula = formula_of(s);
  for (int i = 0; i <= samples; ++i)
    for (int j = 0; j <= samples; ++j) {
      const Vec2 at = s.begin + (s.end - s.begin).cwiseProduct(Vec2(i, j)) / samples;
      const int axis = unbounded_axis(jet_of(formula, at));
      if (axis < 0) continue;
      d.error(PointFormula::axes[static_cast<std::size_t>(axis)],
              "or a derivative of it is not finite at " + shown_place(at)
                  + ": let the surface begin or end beside it, or write it another way");
      return false;
    }
  return true;
}

}  // namespace

void ParametricSurface::check(Diagnostics& d) const {
  PointFormula::expect(d, {x, y, z}, of_u_v);
  d.expect(begin.allFinite(), "begin", "must be finite");
  d.expect(end.allFinite(), "end", "must be finite");
  for (int k = 0; k < 2; ++k)
    d.expect(!(begin[k] >= end[k]),
             "end",
             std::string(of_u_v[k]) + " is not beyond that of begin: exchange them");
  if (!d.ok() || !expect_finite_surface(d, *this)) return;
  const FormulaPatch patch(*this);
  patch.check_normals(d);
  if (d.ok() && closed_u) patch.check_closed(d, "closed_u", true);
  if (d.ok() && closed_v) patch.check_closed(d, "closed_v", false);
}

std::shared_ptr<const SurfaceField> ParametricSurface::prepare() const {
  return std::make_shared<FormulaPatch>(*this);
}

}  // namespace holon
