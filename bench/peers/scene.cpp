// SPDX-License-Identifier: Apache-2.0
#include "scene.h"

#include <stdexcept>
#include <utility>

#include "contact_scene.h"

namespace peers {
namespace {

/// n boxes of 1 x 0.1 x 0.1 m and 1 kg on ball joints, horizontal, at rest.
void add_chain(Scene& scene) {
  const V3 inertia{0.02 / 12, 1.01 / 12, 1.01 / 12};
  for (int i = 0; i < scene.n; ++i) {
    scene.bodies.push_back({.com = {i + 0.5, 0, 0}, .inertia = inertia});
    scene.joints.push_back({.type = JointType::ball,
                            .a = i == 0 ? ground : i - 1,
                            .b = i,
                            .anchor_a = i == 0 ? V3{} : V3{0.5, 0, 0},
                            .anchor_b = {-0.5, 0, 0}});
  }
  // Potential energy between horizontal and hanging straight.
  scene.energy_scale = gravity * 0.5 * scene.n * scene.n;
}

Joint hinge_along_y(int a, int b, V3 anchor_a, V3 anchor_b) {
  return {.type = JointType::hinge,
          .a = a,
          .b = b,
          .anchor_a = anchor_a,
          .anchor_b = anchor_b,
          .axis = {0, 1, 0}};
}

/// IFToMM A02: n windows of thin bars of 1 m and 1 kg, hinges along y, upper bars at 1 m/s.
void add_fourbar(Scene& scene) {
  const double across = 1.0 / 12;
  const double along = 0.02 / 12;  // about the bar itself; plays no part in the plane
  for (int i = 0; i <= scene.n; ++i) {
    scene.bodies.push_back({.com = {double(i), 0, 0.5},
                            .inertia = {across, across, along},
                            .velocity = {0.5, 0, 0},
                            .angular_velocity = {0, 1, 0}});
    scene.joints.push_back(hinge_along_y(ground, i, {double(i), 0, 0}, {0, 0, -0.5}));
  }
  for (int left = 0; left < scene.n; ++left) {
    const int coupler = int(scene.bodies.size());
    scene.bodies.push_back(
        {.com = {left + 0.5, 0, 1}, .inertia = {along, across, across}, .velocity = {1, 0, 0}});
    scene.joints.push_back(hinge_along_y(left, coupler, {0, 0, 0.5}, {-0.5, 0, 0}));
    scene.joints.push_back(hinge_along_y(left + 1, coupler, {0, 0, 0.5}, {0.5, 0, 0}));
    scene.joints.back().closes_loop = true;
  }
  // Potential energy of the upright mechanism above the ground.
  scene.energy_scale = gravity * (0.5 * (scene.n + 1) + scene.n);
}

/// The heavy top of ../../validation/references/02b_heavy_top.json, in a world that is turned by 30
/// degrees about y, so that its axis starts along z: bodies start unrotated.
void add_top(Scene& scene) {
  const double lever = 0.2;
  scene.bodies.push_back(
      {.com = {0, 0, lever}, .inertia = {0.02, 0.02, 0.01}, .angular_velocity = {0, 0, 100}});
  scene.joints.push_back(
      {.type = JointType::ball, .a = ground, .b = 0, .anchor_a = {}, .anchor_b = {0, 0, -lever}});
  scene.down = gravity * V3{0.5, 0, -std::sqrt(0.75)};
  scene.energy_scale = gravity * lever;
}

/// Bricard's mechanism of ../../validation/references/04e_bricard.json, in a world that is turned
/// by 90 degrees about x, so that gravity acts along -z: five rods of 1 m along edges of a cube.
void add_bricard(Scene& scene) {
  const V3 corner[] = {{0, 0, 0}, {1, 0, 0}, {1, 0, -1}, {1, -1, -1}, {0, -1, -1}, {0, -1, 0}};
  const V3 axis[] = {{0, 0, 1}, {0, -1, 0}, {1, 0, 0}, {0, 0, 1}, {0, -1, 0}, {1, 0, 0}};
  const double across = 1.01 / 12, along = 0.02 / 12;
  scene.planar = false;
  for (int i = 0; i < 6; ++i) {
    const bool closes_loop = i == 5;
    const V3 half = closes_loop ? V3{} : 0.5 * (corner[i + 1] - corner[i]);
    if (!closes_loop) {
      const auto inertia = [&](double part) { return part == 0 ? across : along; };
      scene.bodies.push_back({.com = corner[i] + half,
                              .inertia = {inertia(half.x), inertia(half.y), inertia(half.z)}});
    }
    const int a = closes_loop || i == 0 ? ground : i - 1, b = closes_loop ? 4 : i;
    scene.joints.push_back({.type = JointType::hinge,
                            .a = a,
                            .b = b,
                            .anchor_a = a == ground ? corner[i] : corner[i] - scene.bodies[a].com,
                            .anchor_b = corner[i] - scene.bodies[b].com,
                            .axis = axis[i],
                            .closes_loop = closes_loop});
  }
  scene.energy_scale = 5 * gravity;
}

/// n x n point masses of 1 kg, bars of 1 m to the four neighbours, corners fixed. A flat net of
/// rigid bars between fixed corners cannot move, so it starts as an egg box.
class NetBuilder {
 public:
  explicit NetBuilder(Scene& scene) : scene_(scene), n_(scene.n), body_(n_ * n_, ground) {}

  void add() {
    scene_.particles = true;
    add_masses();
    add_bars();
    // About the drop of the middle of the net.
    scene_.energy_scale = double(scene_.bodies.size()) * gravity * 0.25 * (n_ - 1);
  }

 private:
  struct Knot {
    int i, j;
  };

  bool is_corner(Knot k) const {
    return (k.i == 0 || k.i == n_ - 1) && (k.j == 0 || k.j == n_ - 1);
  }
  static V3 position(Knot k) { return {0.8 * k.i, 0.8 * k.j, (k.i + k.j) % 2 == 0 ? 0.3 : -0.3}; }
  int body(Knot k) const { return body_[k.i * n_ + k.j]; }

  void add_masses() {
    for (int i = 0; i < n_; ++i)
      for (int j = 0; j < n_; ++j) {
        if (is_corner({i, j})) continue;
        body_[i * n_ + j] = int(scene_.bodies.size());
        scene_.bodies.push_back({.com = position({i, j}), .inertia = {0.001, 0.001, 0.001}});
      }
  }

  void add_bars() {
    for (int i = 0; i < n_; ++i)
      for (int j = 0; j < n_; ++j) {
        if (i + 1 < n_) add_bar({i, j}, {i + 1, j});
        if (j + 1 < n_) add_bar({i, j}, {i, j + 1});
      }
  }

  void add_bar(Knot a, Knot b) {
    if (is_corner(b)) std::swap(a, b);
    if (is_corner(b)) return;
    scene_.joints.push_back({.type = JointType::distance,
                             .a = body(a),
                             .b = body(b),
                             .anchor_a = is_corner(a) ? position(a) : V3{},
                             .anchor_b = {},
                             .length = 1.0,
                             .closes_loop = true});
  }

  Scene& scene_;
  int n_;
  std::vector<int> body_;
};

}  // namespace

std::vector<const Joint*> Scene::carriers() const {
  std::vector<const Joint*> carrier(bodies.size(), nullptr);
  for (const Joint& j : joints)
    if (!j.closes_loop) carrier[j.b] = &j;
  return carrier;
}

V3 Scene::joint_spin(const Joint& joint) const {
  const V3 parent = joint.a == ground ? V3{} : bodies[joint.a].angular_velocity;
  return bodies[joint.b].angular_velocity - parent;
}

Scene make_scene(const std::string& name, int n) {
  Scene scene;
  scene.name = name;
  scene.n = n;
  if (n < 1)
    throw std::invalid_argument("n must be at least 1");
  else if (is_contact_scene(name))
    add_contact_scene(scene);
  else if (name == "chain")
    add_chain(scene);
  else if (name == "fourbar")
    add_fourbar(scene);
  else if (name == "net" && n < 3)
    throw std::invalid_argument("a net needs n of at least 3: its corners are fixed");
  else if (name == "net")
    NetBuilder(scene).add();
  else if ((name == "top" || name == "bricard") && n > 1)
    throw std::invalid_argument("there is only one " + name);
  else if (name == "top")
    add_top(scene);
  else if (name == "bricard")
    add_bricard(scene);
  else
    throw std::invalid_argument("unknown scene " + name
                                + " (there are chain, fourbar, net, top, bricard, "
                                + contact_scene_names() + ")");
  return scene;
}

}  // namespace peers
