// SPDX-License-Identifier: Apache-2.0
#include "holon/checks/random_parts.h"

namespace holon::checks {

Motion random_motion(Random& random) {
  const double value = random.uniform(0.5, 1.5);
  if (random.below(2) == 0)
    return Polynomial{{value, random.uniform(-0.5, 0.5), random.uniform(-0.5, 0.5)}};
  return Sine{.offset = value,
              .amplitude = random.uniform(0.0, 0.4),
              .rate = random.uniform(0.5, 2.0),
              .phase = random.uniform(-3.0, 3.0)};
}

Path random_path(Random& random) {
  Path path;
  for (Motion* m : {&path.x, &path.y, &path.z}) *m = random_motion(random);
  return path;
}

ForceLaw random_force_law(Random& random) {
  if (random.below(2) == 0) return ForceLaw("2*s + 0.5*s^3 - 0.3*sin(2*s)");
  ForceTable table;
  for (int i = -2; i <= 2; ++i) {
    table.stretches.push_back(i + random.uniform(-0.3, 0.3));
    table.forces.push_back(i + random.uniform(-1.0, 1.0));
  }
  return table;
}

Curve random_curve(Random& random) {
  switch (random.below(4)) {
    case 0:
      return shaken(Circle{}, random);
    case 1:
      return shaken(Helix{}, random);
    case 2:
      return shaken(Parabola{}, random);
    default: {
      CSpline spline;
      spline.points.clear();
      for (int i = 0; i < 6; ++i)
        spline.points.push_back(Vec3(0.5 * i, 0.0, 0.0) + 0.3 * random.vector());
      return spline;
    }
  }
}

Curve random_curve_in_plane(Random& random) {
  const double size = random.uniform(0.3, 1.0);
  if (random.below(2) == 0) return Circle{.radius = size};
  return Ellipse{.radii = {size, size * random.uniform(0.6, 1.0)}};
}

namespace {
/// A sheet that reaches farther than things are from it, gently bent.
BezierPatch random_patch(Random& random) {
  BezierPatch patch;
  for (int i = 0; i < 4; ++i) {
    patch.control_points.emplace_back();
    for (int j = 0; j < 4; ++j)
      patch.control_points.back().push_back(Vec3(3.0 * i - 4.5, 3.0 * j - 4.5, 0.0)
                                            + 0.4 * random.vector());
  }
  return patch;
}
}  // namespace

Surface random_surface(Random& random) {
  switch (random.below(5)) {
    case 0:
      return shaken(Plane{}, random);
    case 1:
      return shaken(SphereSurface{}, random);
    case 2:
      return shaken(TorusSurface{}, random);
    case 3:
      return random_patch(random);
    default:
      return shaken(EllipsoidSurface{}, random);
  }
}

template <>
AffineBody random_object<AffineBody>(Random& random) {
  AffineBody soft;
  soft.young = 1.0;
  soft = shaken(soft, random);
  soft.deformation = random.rotation().toRotationMatrix() * soft.deformation;
  return soft;
}
template <>
AffineBody2d random_object<AffineBody2d>(Random& random) {
  AffineBody2d soft;
  soft.mu = 0.4;
  soft.lambda = 0.6;
  soft = shaken(soft, random);
  soft.deformation = Eigen::Rotation2Dd(random.uniform(-3.0, 3.0)) * soft.deformation;
  return soft;
}

template <>
Parametric random_object<Parametric>(Random& random) {
  const double size = random.uniform(0.5, 1.5);
  Parametric p;
  switch (random.below(4)) {
    case 0:
      p.map =
          CircleMap{.radius = size, .center = random.vector(), .orientation = random.rotation()};
      break;
    case 1:
      p.map = HelixMap{.radius = size,
                       .rise = random.uniform(-0.5, 0.5),
                       .center = random.vector(),
                       .orientation = random.rotation()};
      break;
    case 2:
      p.map = ParabolaMap{
          .curvature = size, .vertex = random.vector(), .orientation = random.rotation()};
      break;
    default:
      p.map = LinkageMap{.lengths = {size, random.uniform(0.5, 1.5)}, .pivot = random.vector()};
  }
  p.masses.resize(static_cast<std::size_t>(p.map.particles()));
  p.u.resize(static_cast<std::size_t>(p.map.parameters()));
  p.u_dot.resize(p.u.size());
  for (double& m : p.masses) m = random.uniform(0.5, 2.0);
  for (double& u : p.u) u = random.uniform(-2.0, 2.0);
  for (double& u_dot : p.u_dot) u_dot = random.uniform(-1.0, 1.0);
  return p;
}

template <>
void complete<Bushing>(Bushing& bushing, Random& /*random*/) {
  for (Vec3* numbers :
       {&bushing.stiffness, &bushing.damping, &bushing.angular_stiffness, &bushing.angular_damping})
    *numbers = numbers->cwiseAbs();
}
template <>
void complete<ForceField>(ForceField& field, Random& random) {
  if (random.below(2) == 0)
    field.force = {"-x + vy*sin(t)", "0.3*y*z - 0.2*vy", "exp(-x^2) - vx*vz"};
  else
    field.potential = "x^2*y - cos(z + t) + 0.3*z";
}

template <>
void complete<PointToSurface>(PointToSurface& on, Random& /*random*/) {
  on.edges = TrackEnds::stop;
}
template <>
void complete<RollingSphere>(RollingSphere& rolls, Random& /*random*/) {
  rolls.edges = TrackEnds::stop;
}

namespace {
/// Bent so little that a point within a few metres has one foot on it, which never jumps.
Curve gentle_curve(Random& random) {
  const double radius = random.uniform(8.0, 12.0);
  switch (random.below(3)) {
    case 0:
      return Circle{.radius = radius, .center = {radius, 0.0, 0.0}};
    case 1:
      return Parabola{.k = 0.5 / radius};
    default:
      return Helix{.radius = radius, .rise = 5.0, .center = {-radius, 0.0, 0.0}};
  }
}
}  // namespace

PointRef ConnectorFiller::point(const Side& side) {
  switch (side.kind) {
    case Side::Kind::object:
      return PointOn{side.object, random_.vector(), random_.below(side.parts)};
    case Side::Kind::world:
      return Nail{random_.vector()};
    case Side::Kind::path:
      path_used_ = true;
  }
  return random_path(random_);
}

DirectionRef ConnectorFiller::direction(const Side& side) {
  fits_ = fits_ && side.oriented;
  if (side.kind == Side::Kind::object) return DirectionOn{side.object, random_.direction()};
  return WorldDirection{random_.direction()};
}

FrameRef ConnectorFiller::frame(const Side& side) {
  fits_ = fits_ && side.oriented;
  if (side.kind == Side::Kind::object)
    return FrameOn{side.object, random_.vector(), random_.rotation()};
  return WorldFrame{random_.vector(), random_.rotation()};
}

/// Any quantity that both sides have the connectors for; an angle, or a travel, for a field that is
/// one by default.
ScalarRef ConnectorFiller::scalar(const ScalarRef& like) {
  const Side &a = next(), &b = next();
  if (counts_turns(like)) {
    if (random_.below(2) == 0) return TwistBetween{frame(a), frame(b)};
    return AngleBetween{direction(a), direction(b), direction(next())};
  }
  const auto turns = [](const Side& s) { return s.oriented && s.kind != Side::Kind::path; };
  if (turns(a) && turns(b)) {
    if (random_.below(4) == 0) return TravelAlong{point(a), point(b), direction(a)};
    if (random_.below(6) == 0) return ArcLength{point(a), {frame(b), gentle_curve(random_)}};
    if (!std::holds_alternative<TravelAlong>(like)) {
      switch (random_.below(6)) {
        case 0:
          return AngleBetween{direction(a), direction(b), direction(next())};
        case 1:
          return InclinationBetween{direction(a), direction(b)};
        case 2:
          return TwistBetween{frame(a), frame(b)};
        default:
          break;
      }
    }
  }
  if (random_.below(2) == 0) return PathLength{{point(a), point(b), point(a)}};
  return DistanceBetween{point(a), point(b)};
}

ScalarSum ConnectorFiller::sum() {
  const ScalarRef any = DistanceBetween{};
  return {{scalar(any), random_.uniform(0.5, 2.0)}, {scalar(any), random_.uniform(-2.0, -0.5)}};
}

}  // namespace holon::checks
