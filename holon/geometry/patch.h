// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "holon/geometry/surface_field.h"

namespace holon {

/// A point r(u, v) of a parametric surface and its derivatives.
struct PatchJet {
  Vec3 r, ru, rv, ruu, ruv, rvv;
};
/// With the third derivatives.
struct LongPatchJet : PatchJet {
  Vec3 ruuu, ruuv, ruvv, rvvv;
};

/// A parametric surface of one or more pieces. With the closest point r(u, v) of x,
///
///     (x − r)·r_u = 0,  (x − r)·r_v = 0                                            (1)
///     f = n·(x − r),   n = r_u × r_v / |r_u × r_v|                                 (2)
///     ∇f = n,   ∂n/∂x = −T G⁻¹ B (G − f B)⁻¹ Tᵀ                                    (3)
///
/// where T = (r_u r_v), G = TᵀT and B = (n·r_ij) are the first and second fundamental form; (3)
/// follows from the derivative of (1), (G − f B) (u̇, v̇) = Tᵀ ẋ, and from ṅ = −T G⁻¹ B (u̇, v̇).
///
/// Beyond an open edge a patch goes on for up to one piece, as its formula does: a point that
/// leaves it within a step still finds a smooth surface there, and outside_domain() tells.
class Patch : public SurfaceField {
 public:
  virtual PatchJet at(const SurfaceFoot& foot) const = 0;
  SurfaceJet at(const Vec3& x, SurfaceFoot& foot) const override;
  SurfaceFoot closest(const Vec3& x) const override;
  SurfacePoint point(const SurfaceFoot& foot) const override;

 protected:
  /// A part of the surface within a ball about one of its points.
  struct Cell {
    SurfaceFoot middle;
    Vec3 center;
    double radius;
  };

  /// The foot after a walk by `step` in (u, v), which stops at `reach` beyond an open edge.
  virtual SurfaceFoot moved(const SurfaceFoot& foot, const Vec2& step, double reach) const = 0;
  /// The direction along the open edge that stops a walk by `step` at once; zero if none does.
  virtual Vec2 along_edge(const SurfaceFoot& foot, const Vec2& step, double reach) const = 0;

  /// Adds the cell about `middle` that holds what is between the feet `around` it.
  void add_cell(const SurfaceFoot& middle, const std::vector<SurfaceFoot>& around);

 private:
  void follow(const Vec3& x, SurfaceFoot& foot, double reach) const;

  std::vector<Cell> cells_;
};

/// A patch of pieces in rows and columns: piece k of each direction lies between the parameters k
/// and k + 1; a closed direction goes on counting turns.
class GridPatch : public Patch {
 public:
  struct Direction {
    int pieces;
    bool closed;
  };

  using Patch::at;
  bool outside_domain(const SurfaceFoot& foot) const override;
  /// One for u and one for v, each along the nearer of the two edges:
  ///
  ///     ±(u − u₀) w(v),   w = |r_u × r_v|/|r_v| at (u₀, v)
  ///
  /// where w is how fast the distance from the edge grows with u.
  EdgeWalls walls(const Vec3& x, const SurfaceFoot& foot) const override;
  int u_pieces() const { return u_.pieces; }
  int v_pieces() const { return v_.pieces; }

 protected:
  GridPatch(Direction u, Direction v) : u_(u), v_(v) {}

  virtual LongPatchJet long_at(const SurfaceFoot& foot) const = 0;
  SurfaceFoot moved(const SurfaceFoot& foot, const Vec2& step, double reach) const override;
  Vec2 along_edge(const SurfaceFoot& foot, const Vec2& step, double reach) const override;
  /// Adds a cell for each piece. To be called as soon as at() works.
  void add_cells();

  Direction u_, v_;
};

/// Whether the tangents span a plane.
bool has_normal(const PatchJet& p);
/// Whether two places have the same normal, up to rounding of what describes them.
bool same_normal(const PatchJet& a, const PatchJet& b);
/// The unit normal at a point of a patch; z where there is none.
Vec3 normal_of(const PatchJet& p);

/// The parameters of the closest point as functions of x. With p = (u, v) and A = G − (d·r_ij),
/// d = x − r, equation (1) gives along a motion of x
///
///     A ṗ = Tᵀ ẋ,
///     A_ij p̈_j = r_i·ẍ + 2 (r_ij·ẋ) ṗ_j
///                − (r_ik·r_j + r_i·r_jk + r_ij·r_k − d·r_ijk) ṗ_j ṗ_k.              (4)
///
/// Of a point so far beyond an edge that its foot does not follow, they go on straight.
struct ParameterJets {
  SurfaceJet u, v;
};
ParameterJets parameters_of(const LongPatchJet& p, const SurfaceFoot& foot, const Vec3& x);

}  // namespace holon
