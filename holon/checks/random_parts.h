// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "holon/checks/random.h"
#include "holon/model/model.h"

/// Random objects, connectors, constraints and forces, made by walking the fields of a kind: a kind
/// that is new to the library is made like all others.
namespace holon::checks {

Motion random_motion(Random& random);
Path random_path(Random& random);
/// A formula or a table, smooth over the stretches of random quantities.
ForceLaw random_force_law(Random& random);
/// Smooth ones of a metre or so.
Curve random_curve(Random& random);
Curve random_curve_in_plane(Random& random);
Surface random_surface(Random& random);

/// Something like `value`, for each type of field there is; types that mean nothing to it stay as
/// they are.
template <class T>
T random_like(const T& value, Random& random) {
  if constexpr (std::is_same_v<T, double>) {
    if (std::isinf(value))  // a limit that need not be there
      return random.below(3) == 0 ? value : std::copysign(random.uniform(0.3, 1.5), value);
    return value == 0.0 ? random.uniform(0.1, 1.0) : value * random.uniform(0.6, 1.5);
  } else if constexpr (std::is_same_v<T, Vec2>) {
    return random.vector().head<2>();
  } else if constexpr (std::is_same_v<T, Vec3>) {
    return random.vector();
  } else if constexpr (std::is_same_v<T, Quat>) {
    return random.rotation();
  } else if constexpr (std::is_same_v<T, Mat2> || std::is_same_v<T, Mat3>) {
    T noise;
    for (double& x : noise.reshaped()) x = random.uniform(-1.0, 1.0);
    return value + 0.05 * value.norm() * (noise + noise.transpose());
  } else if constexpr (std::is_same_v<T, Motion> || std::is_same_v<T, Command>) {
    return random_motion(random);
  } else if constexpr (std::is_same_v<T, Path>) {
    return random_path(random);
  } else if constexpr (std::is_same_v<T, ForceLaw>) {
    return random_force_law(random);
  } else {
    return value;
  }
}

/// Changes each field of an object at random, if the kind's check() agrees.
template <class K>
K shaken(K kind, Random& random) {
  K::fields(kind, [&](std::string_view /*name*/, auto& field, std::string_view /*text*/) {
    const auto before = field;
    field = random_like(before, random);
    Diagnostics d;
    kind.check(d);
    if (!d.ok()) field = before;
  });
  return kind;
}
/// An object with random fields.
template <class K>
K random_object(Random& random) {
  return shaken(K{}, random);
}
/// Soft ones, turned any way: however they are strained, ordinary steps can follow them.
template <>
AffineBody random_object<AffineBody>(Random& random);
template <>
AffineBody2d random_object<AffineBody2d>(Random& random);
/// One particle on a curve, or a chain of two.
template <>
Parametric random_object<Parametric>(Random& random);

/// What a constraint may be fastened to.
struct Side {
  enum class Kind { object, world, path };
  Kind kind = Kind::world;
  ObjectId object = {};
  bool oriented = true;  ///< has directions and frames
  int parts = 1;
};

/// The curves that a constraint can do with.
template <class K>
inline constexpr auto random_curve_for = random_curve;
template <>
inline constexpr auto random_curve_for<RollingCurves> = random_curve_in_plane;

/// Fills the fields of a constraint, connectors in turn on one side and on the other.
class ConnectorFiller {
 public:
  using RandomCurve = Curve (*)(Random&);
  ConnectorFiller(Random& random, const Side& a, const Side& b, RandomCurve curve)
      : random_(random), sides_{a, b}, curve_(curve) {}

  template <class T>
  void operator()(std::string_view /*name*/, T& field, std::string_view /*text*/) {
    if constexpr (std::is_same_v<T, PointRef>)
      field = point(next());
    else if constexpr (std::is_same_v<T, DirectionRef>)
      field = direction(next());
    else if constexpr (std::is_same_v<T, FrameRef>)
      field = frame(next());
    else if constexpr (std::is_same_v<T, CurveRef>)
      field = {frame(next()), curve_(random_)};
    else if constexpr (std::is_same_v<T, SurfaceRef>)
      field = {frame(next()), random_surface(random_)};
    else if constexpr (std::is_same_v<T, ScalarRef>)
      field = scalar(field);
    else if constexpr (std::is_same_v<T, ScalarSum>)
      field = sum();
    else if constexpr (std::is_same_v<T, std::vector<PointRef>>)
      field = {point(next()), point(next()), point(next())};
    else
      field = random_like(field, random_);
  }
  /// Whether every side had the connectors that were asked of it, and a path had any use.
  bool fits() const {
    for (const Side& s : sides_)
      if (s.kind == Side::Kind::path && !path_used_) return false;
    return fits_;
  }

 private:
  const Side& next() { return sides_[count_++ % 2]; }
  PointRef point(const Side& side);
  DirectionRef direction(const Side& side);
  FrameRef frame(const Side& side);
  ScalarRef scalar(const ScalarRef& like);
  ScalarSum sum();

  Random& random_;
  Side sides_[2];
  RandomCurve curve_;
  int count_ = 0;
  bool fits_ = true, path_used_ = false;
};

/// Gives a kind what random fields by themselves do not: numbers that must not be negative in each
/// of many vectors, formulas, walls.
template <class K>
void complete(K& /*kind*/, Random& /*random*/) {}
template <>
void complete<Bushing>(Bushing& bushing, Random& random);
template <>
void complete<ForceField>(ForceField& field, Random& random);
/// Edges that have rows.
template <>
void complete<PointToSurface>(PointToSurface& on, Random& random);
template <>
void complete<RollingSphere>(RollingSphere& rolls, Random& random);

/// A constraint or force of kind K between two sides; none if they lack the connectors it needs.
template <class K>
std::optional<K> random_constraint(Random& random, const Side& a, const Side& b) {
  for (int attempt = 0; attempt < 100; ++attempt) {
    K kind;
    ConnectorFiller filler(random, a, b, random_curve_for<K>);
    K::fields(kind, filler);
    if (!filler.fits()) return std::nullopt;
    complete(kind, random);
    Diagnostics d;
    kind.check(d);
    if (d.ok()) return kind;
  }
  throw UsageError("no random fields pass the check() of " + std::string(K::name));
}

/// Random values of connectors, with rates and accelerations as independent as can be.
template <class Kin>
Kin random_kin(Random& random) {
  if constexpr (std::is_same_v<Kin, PointKin>) {
    return {random.vector(), random.vector(), random.vector()};
  } else if constexpr (std::is_same_v<Kin, DirectionKin>) {
    const Vec3 d = random.direction(), w = random.vector(), alpha = random.vector();
    return {d, w.cross(d), alpha.cross(d) + w.cross(w.cross(d))};
  } else if constexpr (std::is_same_v<Kin, FrameKin>) {
    return {random.vector(),
            random.vector(),
            random.vector(),
            random.rotation().toRotationMatrix(),
            random.vector(),
            random.vector()};
  } else if constexpr (std::is_same_v<Kin, CurveKin>) {
    static const Curve circle = Circle{};
    return {random_kin<FrameKin>(random), &circle, nullptr};
  } else if constexpr (std::is_same_v<Kin, SurfaceKin>) {
    static const Surface sphere = SphereSurface{};
    return {random_kin<FrameKin>(random), &sphere, nullptr};
  } else {
    static_assert(std::is_same_v<Kin, ScalarKin>);
    return {random.uniform(0.5, 1.5), random.uniform(-1, 1), random.uniform(-1, 1)};
  }
}
template <class K>
typename ConnectorInfo<K>::Kins random_kins(Random& random) {
  typename ConnectorInfo<K>::Kins kins;
  std::apply([&](auto&... kin) { ((kin = random_kin<std::decay_t<decltype(kin)>>(random)), ...); },
             kins);
  return kins;
}

}  // namespace holon::checks
