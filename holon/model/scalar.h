// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>

#include "holon/math/fields.h"
#include "holon/math/type_list.h"
#include "holon/model/track.h"

/// Scalar quantities: numbers that follow from where connectors are. Each kind names its connectors
/// and gives its value as one formula, written once for any number type:
///
///     template <class S, class At> S value(At&& at) const;      at(connector, i) is its value in S
///
/// Rates, accelerations and forces along a quantity follow from it.
namespace holon {

/// The angle between two directions.
template <class S>
S inclination_of(const Vec3T<S>& a, const Vec3T<S>& b) {
  using std::atan2;
  return atan2(length_of<S>(a.cross(b)), S(a.dot(b)));
}
/// How far frame R_b is turned about the z axis of frame R_a, however much that axis leans over:
///     θ = atan2(R₁₀ − R₀₁, R₀₀ + R₁₁),   R = R_aᵀ R_b
/// which is twice the angle of (q_w, q_z) of the quaternion of R: the twist of swing and twist.
template <class S>
S twist_of(const Mat3T<S>& R_a, const Mat3T<S>& R_b) {
  using std::atan2;
  const auto R = [&](int i, int j) { return S(R_a.col(i).dot(R_b.col(j))); };
  const S sine = R(1, 0) - R(0, 1), cosine = R(0, 0) + R(1, 1);
  // Bent back on itself the frame has no twist.
  if (std::hypot(value_of(sine), value_of(cosine)) < 1e-12) return S(0.0);
  return atan2(sine, cosine);
}
/// A whole turn; what never comes back to where it was has no period.
inline constexpr double whole_turn = 2.0 * std::numbers::pi;
inline constexpr double no_period = std::numeric_limits<double>::infinity();
/// x but for whole periods, nearest to `to`; x itself where that is not known.
template <class S>
S nearest_turn(const S& x, double to, double period) {
  if (std::isnan(to) || !(period < no_period)) return x;
  return x - S(period * std::round((value_of(x) - to) / period));
}
/// What is left of x without whole periods, the smallest either way.
template <class S>
S without_turns(const S& x, double period) {
  return nearest_turn(x, 0.0, period);
}

/// How far s is inside the nearer of two bounds, negative outside.
template <class S>
S room_between(const S& s, double lower, double upper) {
  const double x = value_of(s);
  return x - lower < upper - x ? s - S(lower) : S(upper) - s;
}

/// The distance between two points.
struct DistanceBetween {
  static constexpr std::string_view name = "distance";
  static constexpr std::string_view summary = "distance between two points [m]";
  static constexpr std::string_view required[] = {"a", "b"};
  static constexpr std::string_view unit = "m";
  static constexpr double period() { return no_period; }
  PointRef a;
  PointRef b;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("a", self.a, "one point");
    visit("b", self.b, "the other point");
  }
  auto connectors() const { return std::tie(a, b); }
  template <class S, class At>
  S value(At&& at) const {
    return length_of<S>(at(b, 1) - at(a, 0));
  }
};

/// The angle that turns direction a into direction b about `axis`.
struct AngleBetween {
  static constexpr std::string_view name = "angle";
  static constexpr std::string_view summary = "angle from one direction to another about an axis";
  static constexpr std::string_view required[] = {"a", "b", "axis"};
  static constexpr std::string_view unit = "rad";
  static constexpr double period() { return whole_turn; }
  DirectionRef a;
  DirectionRef b;
  DirectionRef axis;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("a", self.a, "direction from which the angle is counted");
    visit("b", self.b, "direction to which it is counted");
    visit("axis", self.axis, "axis about which it is counted");
  }
  auto connectors() const { return std::tie(a, b, axis); }
  template <class S, class At>
  S value(At&& at) const {
    using std::atan2;
    const Vec3T<S> from = at(a, 0), to = at(b, 1), about = at(axis, 2);
    const S sine = about.dot(from.cross(to)), cosine = from.dot(to);
    // A direction along the axis has no angle about it: nothing can be said, and nothing is done.
    if (std::hypot(value_of(sine), value_of(cosine)) < 1e-12) return S(0.0);
    return atan2(sine, cosine);
  }
};

/// The angle between two directions, in [0, π].
struct InclinationBetween {
  static constexpr std::string_view name = "inclination";
  static constexpr std::string_view summary = "angle between two directions, from 0 to pi [rad]";
  static constexpr std::string_view required[] = {"a", "b"};
  static constexpr std::string_view unit = "rad";
  static constexpr double period() { return no_period; }
  DirectionRef a;
  DirectionRef b;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("a", self.a, "one direction");
    visit("b", self.b, "the other direction");
  }
  auto connectors() const { return std::tie(a, b); }
  template <class S, class At>
  S value(At&& at) const {
    return inclination_of<S>(at(a, 0), at(b, 1));
  }
};

/// How far frame b is turned about the z axis of frame a.
struct TwistBetween {
  static constexpr std::string_view name = "twist";
  static constexpr std::string_view summary = "turning of a frame about the z axis of another";
  static constexpr std::string_view required[] = {"a", "b"};
  static constexpr std::string_view unit = "rad";
  static constexpr double period() { return whole_turn; }
  FrameRef a;
  FrameRef b;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("a", self.a, "frame whose z axis is turned about");
    visit("b", self.b, "frame that is turned");
  }
  auto connectors() const { return std::tie(a, b); }
  template <class S, class At>
  S value(At&& at) const {
    return twist_of<S>(at(a, 0).R, at(b, 1).R);
  }
};

/// How far point b is ahead of point a along a direction.
struct TravelAlong {
  static constexpr std::string_view name = "travel";
  static constexpr std::string_view summary = "distance along an axis from one point to another";
  static constexpr std::string_view required[] = {"a", "b", "axis"};
  static constexpr std::string_view unit = "m";
  static constexpr double period() { return no_period; }
  PointRef a;
  PointRef b;
  DirectionRef axis;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("a", self.a, "point from which it is counted");
    visit("b", self.b, "point to which it is counted");
    visit("axis", self.axis, "direction along which it is counted");
  }
  auto connectors() const { return std::tie(a, b, axis); }
  template <class S, class At>
  S value(At&& at) const {
    const Vec3T<S> along = at(axis, 2);
    return along.dot(Vec3T<S>(at(b, 1) - at(a, 0)));
  }
};

/// The length of a line from point to point: a rope over small pulleys.
struct PathLength {
  static constexpr std::string_view name = "path_length";
  static constexpr std::string_view summary = "length of the line through given points [m]";
  static constexpr std::string_view required[] = {"points"};
  static constexpr std::string_view unit = "m";
  static constexpr double period() { return no_period; }
  std::vector<PointRef> points;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("points", self.points, "points through which the line goes, two at least");
  }
  void check(Diagnostics& d, std::string_view field) const {
    d.expect(points.size() >= 2, field, "must go through two points at least");
  }
  template <class S, class At>
  S value(At&& at) const {
    S sum(0.0);
    for (std::size_t i = 1; i < points.size(); ++i) sum += segment<S>(at, i);
    return sum;
  }
  /// What depends on point k: the line before it and behind it.
  template <class S, class At>
  S part(At&& at, std::size_t k) const {
    S sum(0.0);
    if (k > 0) sum += segment<S>(at, k);
    if (k + 1 < points.size()) sum += segment<S>(at, k + 1);
    return sum;
  }

 private:
  template <class S, class At>
  S segment(At&& at, std::size_t i) const {
    return length_of<S>(at(points[i], i) - at(points[i - 1], i - 1));
  }
};

/// How far along a curve the foot of a point is, from where the curve begins.
struct ArcLength {
  static constexpr std::string_view name = "arc_length";
  static constexpr std::string_view summary = "length along a curve to the foot of a point [m]";
  static constexpr std::string_view required[] = {"point", "curve"};
  static constexpr std::string_view unit = "m";
  /// A closed curve comes round again.
  double period() const {
    return curve.curve.domain().closed ? curve.curve.measured().total_length() : no_period;
  }
  PointRef point;
  CurveRef curve;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("point", self.point, "the point");
    visit("curve", self.curve, "the curve, and the frame that carries it");
  }
  auto connectors() const { return std::tie(point, curve); }
  /// s = ∫ |r'| du up to the foot:  ds/du = |r'|,  d²s/du² = r'·r''/|r'|
  template <class S, class At>
  S value(At&& at) const {
    const CurveT<S> on = at(curve, 1);
    const Vec3T<S> x = in_frame<S>(on.frame, at(point, 0));
    const S u = foot_on(*on.curve, on.foot, x).u;
    const CurveJet jet = on.curve->at(value_of(u));
    const double speed = jet.d1.norm();
    return chain(u, on.curve->length_to(value_of(u)), speed, jet.d1.dot(jet.d2) / speed);
  }
};

using ScalarKinds = TypeList<DistanceBetween,
                             AngleBetween,
                             InclinationBetween,
                             TwistBetween,
                             TravelAlong,
                             PathLength,
                             ArcLength>;
using ScalarRef = VariantOf<ScalarKinds>;

/// A quantity that is a path length and nothing else.
class PathRef {
 public:
  PathRef() = default;
  PathRef(PathLength path) : quantity_(std::move(path)) {}  // NOLINT: a path is one
  const ScalarRef& quantity() const { return quantity_; }
  std::vector<PointRef>& points() { return std::get<PathLength>(quantity_).points; }
  const std::vector<PointRef>& points() const { return std::get<PathLength>(quantity_).points; }

 private:
  ScalarRef quantity_ = PathLength{};
};

/// A quantity, and how often it counts.
struct ScalarTerm {
  static constexpr std::string_view required[] = {"quantity"};
  ScalarRef quantity;
  double gain = 1.0;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("quantity", self.quantity, "the quantity");
    visit("gain", self.gain, "how often it counts");
  }
};
/// The sum of quantities, each times its gain.
using ScalarSum = std::vector<ScalarTerm>;

/// What a function of time has added up since the step began, as an acceleration adds up to speed.
struct IntegralOf {
  Motion rate;
};

/// After how much a quantity is back where it was: a turn, or once round a closed curve.
inline double period_of(const ScalarRef& ref) {
  return std::visit([](const auto& s) { return s.period(); }, ref);
}
/// m or rad.
inline std::string_view unit_of(const ScalarRef& ref) {
  return std::visit([](const auto& s) { return std::decay_t<decltype(s)>::unit; }, ref);
}
inline bool is_angle(const ScalarRef& ref) {
  return unit_of(ref) == "rad";
}
inline bool counts_turns(const ScalarRef& ref) {
  return is_angle(ref) && period_of(ref) < no_period;
}

inline void check_path_length(Diagnostics& d, const PathRef& path, double length) {
  std::get<PathLength>(path.quantity()).check(d, "points");
  d.expect(std::isfinite(length) && length > 0.0, "length", "must be positive and finite");
}
inline void check_terms(Diagnostics& d, const ScalarSum& terms) {
  d.expect(!terms.empty(), "terms", "must not be empty");
  for (std::size_t i = 0; i < terms.size(); ++i)
    d.expect(std::isfinite(terms[i].gain) && terms[i].gain != 0.0,
             "terms." + std::to_string(i) + ".gain",
             "must be finite and not zero");
}

/// Calls f(connector, i) for each connector of a quantity, in order.
template <class F>
void for_each_connector(const ScalarRef& ref, F&& f) {
  std::visit(
      [&]<class K>(const K& s) {
        if constexpr (std::is_same_v<K, PathLength>) {
          for (std::size_t i = 0; i < s.points.size(); ++i) f(s.points[i], i);
        } else {
          std::apply(
              [&](const auto&... inner) {
                std::size_t i = 0;
                ((f(inner, i), ++i), ...);
              },
              s.connectors());
        }
      },
      ref);
}

/// How many things a connector remembers from step to step.
inline int memories_of(const ScalarRef& /*ref*/) {
  return 1;
}
inline int memories_of(const ScalarSum& ref) {
  return static_cast<int>(ref.size());
}
template <class Ref>
int memories_of(const Ref& /*ref*/) {
  return 0;
}

// ---- values ----

/// A quantity with its rates, next to what is remembered of it: an angle goes on counting where it
/// was, a foot is followed along its curve. A foot is remembered by the parameter of its curve, all
/// else by its value. at(connector, i) is as in value(), the foot of a curve being `memory`.
template <class At>
Taylor value_next_to(const ScalarRef& ref, const Remembered& memory, At&& at) {
  return std::visit(
      [&]<class K>(const K& s) {
        Taylor x = s.template value<Taylor>(at);
        if constexpr (!std::is_same_v<K, ArcLength>) {
          x.v = nearest_turn(x.v, memory.last.u, s.period());
          memory.now.u = x.v;
        }
        return x;
      },
      ref);
}
/// What is remembered of a quantity that had this value.
inline Memory memory_of(const ScalarRef& ref, double value) {
  Memory memory;
  const auto* along = std::get_if<ArcLength>(&ref);
  const bool has_foot = along != nullptr && !std::isnan(value);
  memory.u = has_foot ? along->curve.curve.parameter_at(value) : value;
  return memory;
}

struct ScalarKin {
  double x = 0.0, v = 0.0, a = 0.0;
};
/// What a constraint on velocities sees of a scalar.
template <class S>
struct ScalarMotionT {
  S x;
  S v;
};

template <>
struct ConnectorTraits<ScalarRef> {
  using Kin = ScalarKin;
  static constexpr int tangent = 1;
  template <int N>
  static Dual<N> dual(const Kin& k, int offset) {
    Dual<N> s(k.x);
    s.d[offset] = 1.0;
    return s;
  }
  static Taylor taylor(const Kin& k) { return {k.x, k.v, k.a}; }
  static double value(const Kin& k) { return k.x; }
  template <int N>
  static ScalarMotionT<Dual<N>> velocity_dual(const Kin& k, int offset) {
    ScalarMotionT<Dual<N>> m{Dual<N>(k.x), Dual<N>(k.v)};
    m.v.d[offset] = 1.0;
    return m;
  }
  static ScalarMotionT<double> velocity_value(const Kin& k) { return {k.x, k.v}; }
  static ScalarMotionT<Taylor> velocity_taylor(const Kin& k) {
    return {Taylor(k.x, k.v, 0.0), Taylor(k.v, k.a, 0.0)};
  }
};
template <>
struct ConnectorTraits<ScalarSum> : ConnectorTraits<ScalarRef> {};
/// Functions of time take part as scalars that no object moves.
template <>
struct ConnectorTraits<Motion> : ConnectorTraits<ScalarRef> {};
template <>
struct ConnectorTraits<IntegralOf> : ConnectorTraits<ScalarRef> {};

}  // namespace holon
