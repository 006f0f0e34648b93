// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <variant>

#include "holon/geometry/path.h"
#include "holon/math/rotation.h"
#include "holon/model/ids.h"

/// Connectors stand between objects and constraints: geometry that moves with an object, or stays
/// in the world, or follows a path. A constraint sees only their values; which object carries them
/// it never knows, and so n kinds of object and m kinds of constraint cost n + m files.
namespace holon {

/// A material point of an object, in the object's own coordinates.
struct PointOn {
  ObjectId object;
  Vec3 at = Vec3::Zero();
  int part = 0;  ///< which particle, for an object that is a system of particles
};
/// A fixed point of the world.
struct Nail {
  Vec3 at = Vec3::Zero();
};
using PointRef = std::variant<PointOn, Nail, Path>;

/// A direction that turns with an object. Stretched objects keep it of unit length.
struct DirectionOn {
  ObjectId object;
  Vec3 along = Vec3::UnitZ();
};
struct WorldDirection {
  Vec3 along = Vec3::UnitZ();
};
using DirectionRef = std::variant<DirectionOn, WorldDirection>;

/// A frame (origin and axes) that moves with an object.
struct FrameOn {
  ObjectId object;
  Vec3 at = Vec3::Zero();
  Quat orientation = Quat::Identity();
};
struct WorldFrame {
  Vec3 at = Vec3::Zero();
  Quat orientation = Quat::Identity();
};
using FrameRef = std::variant<FrameOn, WorldFrame>;

/// What a connector remembers from one step to the next: the turns of an angle, or where on a curve
/// or surface the nearest point was. Not a number where nothing is known yet.
struct Memory {
  double u = std::numeric_limits<double>::quiet_NaN();
  double v = std::numeric_limits<double>::quiet_NaN();
  double piece = 0.0;  ///< of a surface in pieces
};
/// What it remembers of the last step, and what it will of this one.
struct Remembered {
  Memory last;
  mutable Memory now;
  mutable Vec3 at = Vec3::Zero();  ///< the nearest point now, in the axes of its curve or surface
  int held = 0;  ///< the end of its track at which it is held: −1, 1, 0 for none
};

// ---- Values: where a connector is, its rate, and its acceleration at v̇ = 0 ----

struct PointKin {
  Vec3 x = Vec3::Zero(), v = Vec3::Zero(), a = Vec3::Zero();
};
struct DirectionKin {
  Vec3 x = Vec3::UnitZ(), v = Vec3::Zero(), a = Vec3::Zero();
};
struct FrameKin {
  Vec3 x = Vec3::Zero(), v = Vec3::Zero(), a = Vec3::Zero();
  Mat3 R = Mat3::Identity();
  Vec3 w = Vec3::Zero(), alpha = Vec3::Zero();
};

// ---- The same values in any number type ----

template <class S>
struct FrameT {
  Vec3T<S> p;
  Mat3T<S> R;
};
/// What a constraint on velocities sees of a point or direction, and of a frame.
template <class S>
struct PointMotionT {
  Vec3T<S> x;
  Vec3T<S> v;
};
template <class S>
struct FrameMotionT {
  Vec3T<S> p;
  Vec3T<S> v;
  Mat3T<S> R;
  Vec3T<S> w;
  FrameT<S> place() const { return {p, R}; }
  /// The velocity of the point of the frame that is at x.
  Vec3T<S> velocity_at(const Vec3T<S>& x) const { return v + w.cross(Vec3T<S>(x - p)); }
};

/// How the values of a connector depend on its tangent, the small motions it can make: a point or
/// direction on its displacement (3), a frame on displacement and rotation (6), a scalar on itself.
/// The forms with `velocity_` are for constraints on velocities: derivatives are by the rates.
template <class Ref>
struct ConnectorTraits;

template <>
struct ConnectorTraits<PointRef> {
  using Kin = PointKin;
  static constexpr int tangent = 3;
  template <int N>
  static Vec3T<Dual<N>> dual(const Kin& k, int offset) {
    Vec3T<Dual<N>> x;
    for (int i = 0; i < 3; ++i) {
      x[i].v = k.x[i];
      x[i].d[offset + i] = 1.0;
    }
    return x;
  }
  static Vec3T<Taylor> taylor(const Kin& k) {
    return Vec3T<Taylor>(Taylor(k.x[0], k.v[0], k.a[0]),
                         Taylor(k.x[1], k.v[1], k.a[1]),
                         Taylor(k.x[2], k.v[2], k.a[2]));
  }
  static Vec3 value(const Kin& k) { return k.x; }
  template <int N>
  static PointMotionT<Dual<N>> velocity_dual(const Kin& k, int offset) {
    PointMotionT<Dual<N>> m;
    for (int i = 0; i < 3; ++i) {
      m.x[i].v = k.x[i];
      m.v[i].v = k.v[i];
      m.v[i].d[offset + i] = 1.0;
    }
    return m;
  }
  static PointMotionT<double> velocity_value(const Kin& k) { return {k.x, k.v}; }
  static PointMotionT<Taylor> velocity_taylor(const Kin& k) {
    PointMotionT<Taylor> m;
    for (int i = 0; i < 3; ++i) {
      m.x[i] = Taylor(k.x[i], k.v[i], 0.0);
      m.v[i] = Taylor(k.v[i], k.a[i], 0.0);
    }
    return m;
  }
};

template <>
struct ConnectorTraits<DirectionRef> {
  using Kin = DirectionKin;
  static constexpr int tangent = 3;
  template <int N>
  static Vec3T<Dual<N>> dual(const Kin& k, int offset) {
    return ConnectorTraits<PointRef>::dual<N>({k.x, k.v, k.a}, offset);
  }
  static Vec3T<Taylor> taylor(const Kin& k) {
    return ConnectorTraits<PointRef>::taylor({k.x, k.v, k.a});
  }
  static Vec3 value(const Kin& k) { return k.x; }
  template <int N>
  static PointMotionT<Dual<N>> velocity_dual(const Kin& k, int offset) {
    return ConnectorTraits<PointRef>::velocity_dual<N>({k.x, k.v, k.a}, offset);
  }
  static PointMotionT<double> velocity_value(const Kin& k) { return {k.x, k.v}; }
  static PointMotionT<Taylor> velocity_taylor(const Kin& k) {
    return ConnectorTraits<PointRef>::velocity_taylor({k.x, k.v, k.a});
  }
};

template <>
struct ConnectorTraits<FrameRef> {
  using Kin = FrameKin;
  static constexpr int tangent = 6;
  /// A small rotation θ turns R into (1 + [θ]×) R.
  template <int N>
  static FrameT<Dual<N>> dual(const Kin& k, int offset) {
    FrameT<Dual<N>> f;
    f.p = ConnectorTraits<PointRef>::dual<N>({k.x, k.v, k.a}, offset);
    for (int j = 0; j < 3; ++j) {
      const Mat3 turned = -skew(k.R.col(j));  // column j of (e_i × R)_i
      for (int i = 0; i < 3; ++i) {
        f.R(i, j).v = k.R(i, j);
        f.R(i, j).d.template segment<3>(offset + 3) = turned.row(i).transpose();
      }
    }
    return f;
  }
  /// Ṙ = [ω]× R,  R̈ = ([α]× + [ω]×²) R.
  static FrameT<Taylor> taylor(const Kin& k) {
    FrameT<Taylor> f;
    f.p = ConnectorTraits<PointRef>::taylor({k.x, k.v, k.a});
    const Mat3 W = skew(k.w);
    const Mat3 Rd = W * k.R;
    const Mat3 Rdd = skew(k.alpha) * k.R + W * Rd;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) f.R(i, j) = Taylor(k.R(i, j), Rd(i, j), Rdd(i, j));
    return f;
  }
  static FrameT<double> value(const Kin& k) { return {k.x, k.R}; }
  template <int N>
  static FrameMotionT<Dual<N>> velocity_dual(const Kin& k, int offset) {
    FrameMotionT<Dual<N>> m;
    const auto moving = ConnectorTraits<PointRef>::velocity_dual<N>({k.x, k.v, k.a}, offset);
    const auto turning =
        ConnectorTraits<PointRef>::velocity_dual<N>({k.x, k.w, k.alpha}, offset + 3);
    m.p = moving.x;
    m.v = moving.v;
    m.w = turning.v;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) m.R(i, j) = Dual<N>(k.R(i, j));
    return m;
  }
  static FrameMotionT<double> velocity_value(const Kin& k) { return {k.x, k.v, k.R, k.w}; }
  static FrameMotionT<Taylor> velocity_taylor(const Kin& k) {
    FrameMotionT<Taylor> m;
    const Mat3 Rd = skew(k.w) * k.R;
    for (int i = 0; i < 3; ++i) {
      m.p[i] = Taylor(k.x[i], k.v[i], 0.0);
      m.v[i] = Taylor(k.v[i], k.a[i], 0.0);
      m.w[i] = Taylor(k.w[i], k.alpha[i], 0.0);
      for (int j = 0; j < 3; ++j) m.R(i, j) = Taylor(k.R(i, j), Rd(i, j), 0.0);
    }
    return m;
  }
};

}  // namespace holon
