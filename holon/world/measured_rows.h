// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <unordered_map>
#include <vector>

#include "holon/solve/rank.h"
#include "holon/step/system.h"

namespace holon {

/// The velocities of the objects of an island in one measure, metres per second of the mass that
/// moves:
///
///     x = Lᵀ v,   L Lᵀ = M / m   object by object,   |x|² = vᵀ M v / m                 (1)
///
/// so that rows on them can be compared, whatever turns or slides and however heavy it is.
class MeasuredRows {
 public:
  /// That of the objects where the system stands, its masses evaluated.
  explicit MeasuredRows(System& system);

  enum class Kind { particle, rigid, other };
  struct Body {
    ObjectId id;
    Kind kind = Kind::other;
    int v = 0, nv = 0;
    Vec3 com = Vec3::Zero();
    Mat3 R = Mat3::Identity();            ///< of a rigid body
    Vec3 massless_axis_B = Vec3::Zero();  ///< about which it does not turn; zero if there is none
    MatX measure;                         ///< Lᵀ
    MatX inverse;                         ///< L⁻ᵀ
  };
  const std::vector<Body>& bodies() const { return bodies_; }
  /// The dynamic body of an object; −1 of none.
  int body_of(ObjectId id) const;
  int size() const { return size_; }

  /// Rows of J that count, each made of length 1 (or left empty if it is zero), and then one for
  /// each axis without mass, which says that nothing turns about it.
  struct Jacobian {
    SparseRows rows;
    std::vector<int> row;       ///< of the system; −1 for one about an axis without mass
    std::vector<double> scale;  ///< what the row was multiplied by
    std::vector<int> ground;    ///< rows on one object only
  };
  Jacobian jacobian(const System& system,
                    const Model& model,
                    const std::vector<char>& counts) const;

  // ---- rows on the v of one body ----
  /// The velocity along `axis` of the point of a body that is at x.
  VecX velocity_row(int body, const Vec3& x, const Vec3& axis) const;
  /// How fast it turns about `axis`; zero for what does not turn.
  VecX turning_row(int body, const Vec3& axis) const;
  /// Adds sign · row to a row on x.
  void add(int body, const VecX& row, double sign, std::vector<Entry>& out) const;

  VecX to_velocity(const VecX& x) const;
  /// How fast a body moves in x.
  double speed(int body, const VecX& x) const { return part(body, x).norm(); }
  /// How fast the fastest of them does.
  double top_speed(const VecX& x) const;
  /// The bodies that move at all, next to the fastest.
  std::vector<int> moving(const VecX& x) const;
  /// The part of x that is a body's.
  Eigen::VectorBlock<const VecX> part(int body, const VecX& x) const {
    return x.segment(bodies_[body].v, bodies_[body].nv);
  }
  /// x of all bodies moving as one: the point p by u, turning by w. Empty if there are bodies of
  /// which that cannot be told.
  VecX rigid_motion(const Vec3& p, const Vec3& u, const Vec3& w) const;
  Vec3 centre() const;    ///< of the bodies
  double extent() const;  ///< how far they are apart, or how large one is

 private:
  static void normalise(Jacobian& J);

  std::vector<Body> bodies_;
  std::unordered_map<std::uint32_t, int> index_;
  int size_ = 0;
};

}  // namespace holon
