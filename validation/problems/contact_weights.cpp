// SPDX-License-Identifier: Apache-2.0
#include "validation/contact_parts.h"

/// Every kind of shape at rest on every kind of floor: the floor carries its weight.
namespace holon::validation::contact_weights {
namespace {

constexpr double kMass = 3.0, kStep = 1.0 / 100.0;

/// A shape that touches, and how it stands: its lowest point is at z = 0.
struct Specimen {
  std::string name;
  AnyCollisionShape shape;
  MassProperties mass;
  Vec3 at;
  Quat orientation = Quat::Identity();
};

MassProperties of_mass(MassProperties p) {
  const double share = kMass / p.mass;
  p.mass *= share;
  p.inertia *= share;
  return p;
}
template <class Solid>
Specimen solid(const std::string& name, const Solid& shape, double height, const Quat& turned) {
  const MassProperties p = of_mass(mass_properties(shape, 1000.0));
  return {name, shape, p, {0.03, -0.02, height}, turned};
}

Mesh box_mesh(const Vec3& low, const Vec3& high) {
  Mesh m;
  for (int i = 0; i < 8; ++i)
    m.vertices.push_back({(i & 1) != 0 ? high.x() : low.x(),
                          (i & 2) != 0 ? high.y() : low.y(),
                          (i & 4) != 0 ? high.z() : low.z()});
  m.triangles = {{0, 2, 3},
                 {0, 3, 1},
                 {4, 5, 7},
                 {4, 7, 6},
                 {0, 1, 5},
                 {0, 5, 4},
                 {2, 6, 7},
                 {2, 7, 3},
                 {0, 4, 6},
                 {0, 6, 2},
                 {1, 3, 7},
                 {1, 7, 5}};
  return m;
}
/// A tetrahedron with a dent in one side: not convex.
Mesh dented() {
  Mesh m;
  m.vertices = {
      {-0.5, -0.4, 0.0}, {0.5, -0.4, 0.0}, {0.0, 0.6, 0.0}, {0.0, 0.0, 0.8}, {0.0, -0.1, 0.3}};
  // sides 0-1-3 is replaced by a pit whose bottom is 4
  m.triangles = {{0, 2, 1}, {1, 2, 3}, {2, 0, 3}, {0, 1, 4}, {1, 3, 4}, {3, 0, 4}};
  return m;
}

MassProperties hull_mass() {
  return of_mass(mass_properties(Box{{0.8, 0.6, 0.4}}, 1000.0));
}
ConvexHull prism_hull() {
  return {{{-0.5, -0.3, -0.2},
           {0.5, -0.3, -0.2},
           {0.0, 0.5, -0.2},
           {-0.4, -0.2, 0.3},
           {0.4, -0.2, 0.3},
           {0.0, 0.4, 0.3}}};
}

std::vector<Specimen> specimens() {
  const Quat upright = Quat::Identity(), lies(Eigen::AngleAxisd(0.5 * pi, Vec3::UnitX()));
  std::vector<Specimen> out = {
      solid("sphere", Sphere{0.3}, 0.3, upright),
      solid("box", Box{{0.6, 0.5, 0.4}}, 0.2, Quat(Eigen::AngleAxisd(0.3, Vec3::UnitZ()))),
      solid("cylinder", Cylinder{0.3, 0.5}, 0.25, upright),
      solid("lying cylinder", Cylinder{0.3, 0.5}, 0.3, lies),
      solid("cone", Cone{0.3, 0.5}, 0.0, upright),
      solid("lying capsule", Capsule{0.2, 0.5}, 0.2, lies),
      solid("lying rod", Rod{0.8}, 0.0, lies),
      solid("ellipsoid", Ellipsoid{{0.5, 0.4, 0.2}}, 0.2, upright),
      solid("mesh, convex", box_mesh({-0.3, -0.2, -0.2}, {0.3, 0.2, 0.2}), 0.2, upright),
      solid("mesh, not convex", dented(), 0.0, upright)};
  out.push_back({"hull", prism_hull(), hull_mass(), {0.03, -0.02, 0.2}});
  out.push_back(
      {"superquadric", Superquadric{{0.4, 0.3, 0.2}, 1.0, 1.0}, hull_mass(), {0.03, -0.02, 0.2}});
  out.push_back({"flat superquadric",
                 Superquadric{{0.4, 0.3, 0.2}, 0.6, 0.8},
                 hull_mass(),
                 {0.03, -0.02, 0.2}});
  out.push_back({"flat, block-like superquadric",
                 Superquadric{{0.4, 0.3, 0.2}, 0.2, 0.2},
                 hull_mass(),
                 {0.03, -0.02, 0.2}});
  return out;
}

struct Ground {
  std::string name;
  AnyCollisionShape shape;
};

TriangleSheet sheet() {
  TriangleSheet s;
  for (const double x : {-2.0, 0.1, 2.0})
    for (const double y : {-2.0, -0.05, 2.0}) s.vertices.push_back({x, y, 0.0});
  for (const int i : {0, 1, 3, 4}) {
    s.triangles.push_back({i, i + 3, i + 4});
    s.triangles.push_back({i, i + 4, i + 1});
  }
  return s;
}
std::vector<Ground> grounds() {
  const HeightGrid grid{
      std::vector<std::vector<double>>(9, std::vector<double>(9, 0.0)), {-2.0, -2.0}, {0.51, 0.49}};
  return {{"half space", HalfSpace{}},
          {"height grid", grid},
          {"triangle sheet", sheet()},
          {"mesh", box_mesh({-2.0, -2.0, -1.0}, {2.0, 2.0, 0.0})}};
}

/// A superquadric touches triangles in one point that is found by iteration: it rocks to and fro by
/// what that leaves, and much more where exponents below 1 make it flat. That is told, and not
/// judged.
bool rocks(const Specimen& s, const Ground& ground) {
  return s.name.find("superquadric") != std::string::npos && ground.name != "half space";
}

void check(Validation& v, const Specimen& s, const Ground& ground) {
  World w;
  w.add(Gravity{.g = down_z});
  const ObjectId floor =
      w.add(RigidBody{}, {.kinematic = true, .collision = Collision::of(ground.shape)});
  RigidBody body = RigidBody::from(s.mass);
  body.position = s.at;
  body.orientation = s.orientation;
  const ObjectId id = w.add(body, {.collision = Collision::of(s.shape)});
  const std::string name = s.name + " on " + ground.name;
  if (!w.run(1.0, kStep).ok) return v.fail(name + ": " + w.report().brief());
  const Vec3 force = contact_force(w, id);
  const std::string method = step_of(kStep);
  if (rocks(s, ground)) {
    char text[160];
    std::snprintf(text,
                  sizeof text,
                  "%s rocks: its force is off its weight by %.2g of it, its place by %.2g m.",
                  name.c_str(),
                  (force - Vec3(0.0, 0.0, kMass * g0)).norm() / (kMass * g0),
                  (w.placement(id).position - s.at).norm());
    return v.note(text);
  }
  v.bound(method,
          name + ": force - weight, relative",
          "",
          (force - Vec3(0.0, 0.0, kMass * g0)).norm() / (kMass * g0),
          1e-9,
          "statics");
  v.bound(method,
          name + ": action - reaction",
          "N",
          (force + contact_force(w, floor)).norm(),
          1e-12,
          "they are the same number");
  v.bound(
      method, name + ": drift", "m", (w.placement(id).position - s.at).norm(), 1e-8, "it rests");
}

}  // namespace

void run(Validation& v) {
  v.title = "What a floor carries";
  for (const Ground& ground : grounds())
    for (const Specimen& s : specimens()) check(v, s, ground);
}

}  // namespace holon::validation::contact_weights
