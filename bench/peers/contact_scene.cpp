// SPDX-License-Identifier: Apache-2.0
#include "contact_scene.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <numbers>
#include <stdexcept>

namespace peers {
namespace {

constexpr double pi = std::numbers::pi;

/// The same numbers everywhere: Knuth's linear congruence, upper bits.
class Random {
 public:
  double in(double low, double high) {
    state_ = 6364136223846793005u * state_ + 1442695040888963407u;
    return low + (high - low) * double(state_ >> 11) * 0x1p-53;
  }
  /// Uniform over all rotations.
  Q4 rotation() {
    const double u = in(0, 1), a = in(0, 2 * pi), b = in(0, 2 * pi);
    const double r = std::sqrt(1 - u), s = std::sqrt(u);
    return {s * std::cos(b), r * std::sin(a), r * std::cos(a), s * std::sin(b)};
  }

 private:
  std::uint64_t state_ = 1;
};

/// A rotation by `angle` about a unit axis.
Q4 turn(V3 axis, double angle) {
  const V3 u = std::sin(angle / 2) * axis;
  return {std::cos(angle / 2), u.x, u.y, u.z};
}

Body box(V3 half, double mass, V3 at, Q4 orientation = {}) {
  const V3 sq{half.x * half.x, half.y * half.y, half.z * half.z};
  return {.com = at,
          .mass = mass,
          .inertia = mass / 3 * V3{sq.y + sq.z, sq.z + sq.x, sq.x + sq.y},
          .orientation = orientation,
          .shape = {.type = Shape::Type::box, .half = half}};
}

/// A cylinder with half a ball on either end.
Body capsule(double radius, double half_length, double mass, V3 at, Q4 orientation) {
  const double length = 2 * half_length, sq = radius * radius;
  const double balls = mass * 4 * radius / (4 * radius + 3 * length), cylinder = mass - balls;
  const double across = cylinder * (sq / 4 + length * length / 12)
                        + balls * (2 * sq / 5 + length * length / 4 + 3 * length * radius / 8);
  return {.com = at,
          .mass = mass,
          .inertia = {across, across, cylinder * sq / 2 + balls * 2 * sq / 5},
          .orientation = orientation,
          .shape = {.type = Shape::Type::capsule, .radius = radius, .half_length = half_length}};
}

/// Joins a and b at a world point, a hinge along a world axis.
void join(Scene& scene, JointType type, int a, int b, V3 at, V3 axis = {}) {
  const auto anchor = [&](const Body& body) {
    return rotate_back(body.orientation, at - body.com);
  };
  scene.joints.push_back({.type = type,
                          .a = a,
                          .b = b,
                          .anchor_a = anchor(scene.bodies[a]),
                          .anchor_b = anchor(scene.bodies[b]),
                          .axis = rotate_back(scene.bodies[b].orientation, axis)});
}

/// Place i of a square grid of so many columns to a side that goes up layer by layer.
V3 grid_place(int i, int side, double pitch, double lowest) {
  const int layer = i / (side * side), rest = i % (side * side);
  return {pitch * (rest % side), pitch * (rest / side), lowest + pitch * layer};
}

int smallest_cube(int n) {
  int side = 1;
  while (side * side * side < n) ++side;
  return side;
}

/// n boxes of edges of 0.16 to 0.24 m in random orientations, in a cube that falls apart.
void add_pile(Scene& scene) {
  Random random;
  const int side = smallest_cube(scene.n);
  for (int i = 0; i < scene.n; ++i) {
    const V3 half{random.in(0.08, 0.12), random.in(0.08, 0.12), random.in(0.08, 0.12)};
    const double density = 1000, volume = 8 * half.x * half.y * half.z;
    scene.bodies.push_back(
        box(half, density * volume, grid_place(i, side, 0.42, 0.22), random.rotation()));
  }
}

/// What stands is pressed together by so much, or rounding would decide which contacts an engine
/// sees in its first step.
constexpr double pressed = 1e-8;  // m

/// Nothing moves where everything stands.
void stand_still(Scene& scene) {
  std::vector<V3> start;
  for (const Body& body : scene.bodies) start.push_back(body.com);
  scene.exact_position = [start](int body, double) { return start[size_t(body)]; };
}

/// n courses of 2 n bricks of 0.2 x 0.1 x 0.1 m in running bond, half bricks at the ends; bricks of
/// a course are 1 mm apart.
void add_wall(Scene& scene) {
  const double pitch = 0.201, thick = 0.05, density = 2000;
  const auto lay = [&](double x, double half_length, int course) {
    const V3 half{half_length, thick, thick};
    const double mass = density * 8 * half.x * half.y * half.z;
    scene.bodies.push_back(
        box(half, mass, {x, 0, thick * (2 * course + 1) - pressed * (course + 1)}));
  };
  const int wide = 2 * scene.n;
  for (int course = 0; course < scene.n; ++course) {
    const bool shifted = course % 2 == 1;
    for (int i = 0; i < wide - (shifted ? 1 : 0); ++i)
      lay(pitch * (i + (shifted ? 0.5 : 0)), 0.1, course);
    if (!shifted) continue;
    const double half_brick = 0.1 - pitch / 4;  // half of its length
    lay(-0.1 + half_brick, half_brick, course);
    lay(pitch * (wide - 1) + 0.1 - half_brick, half_brick, course);
  }
  stand_still(scene);
}

/// n cubes of 0.2 m and 8 kg, one on the other.
void add_tower(Scene& scene) {
  for (int i = 0; i < scene.n; ++i)
    scene.bodies.push_back(box({0.1, 0.1, 0.1}, 8, {0, 0, 0.2 * i + 0.1 - pressed * (i + 1)}));
  stand_still(scene);
}

/// How far a block has gone after some time that starts at `speed`, is slowed by `slowing` and then
/// stays.
double braked(double speed, double slowing, double time) {
  const double moving = std::min(time, speed / slowing);
  return speed * moving - slowing * moving * moving / 2;
}

/// Three boxes on a floor tilted by 15 degrees, which friction holds: one is pushed downhill with
/// 2 m/s, one uphill, one rests. The world is turned, so that the floor is z = 0; downhill is 30
/// degrees off the x axis, so that no direction of friction is favoured.
void add_incline(Scene& scene) {
  if (scene.n > 1) throw std::invalid_argument("there is only one incline");
  const double tilt = pi / 12, heading = pi / 6, speed = 2;
  const V3 downhill{std::cos(heading), std::sin(heading), 0}, across{-downhill.y, downhill.x, 0};
  const double pull = gravity * std::sin(tilt), push = gravity * std::cos(tilt);
  scene.down = pull * downhill + V3{0, 0, -push};
  const auto start = [=](int i) { return 2.0 * i * across + V3{0, 0, 0.1 - pressed}; };
  for (int i = 0; i < 3; ++i) {
    scene.bodies.push_back(box({0.2, 0.2, 0.1}, 8, start(i)));
    scene.bodies.back().velocity = speed * (1 - i) * downhill;
  }
  const double brake = scene.friction * push;
  scene.exact_position = [=](int body, double time) {
    const double way = body == 0   ? braked(speed, brake - pull, time)
                       : body == 1 ? 0
                                   : -braked(speed, brake + pull, time);
    return start(body) + way * downhill;
  };
}

/// Eleven bodies, arms stretched out; x is forward, y is left, the pelvis is at `at`.
class Ragdoll {
 public:
  Ragdoll(Scene& scene, V3 at, Q4 orientation) : scene_(scene), at_(at), q_(orientation) {}

  void add() {
    const int pelvis = part(box({0.08, 0.14, 0.08}, 10, {}));
    const int torso = part(box({0.09, 0.16, 0.2}, 25, {0, 0, 0.3}));
    ball(pelvis, torso, {0, 0, 0.09});
    const int head = part(capsule(0.09, 0.05, 5, {0, 0, 0.66}, {}));
    ball(torso, head, {0, 0, 0.51});
    for (double side : {1.0, -1.0}) {
      add_arm(torso, side);
      add_leg(pelvis, side);
    }
  }

 private:
  void add_arm(int torso, double side) {
    const Q4 sideways = turn({1, 0, 0}, -pi / 2);  // z becomes y
    const int upper = part(capsule(0.045, 0.1, 2, {0, side * 0.325, 0.44}, sideways));
    ball(torso, upper, {0, side * 0.17, 0.44});
    const int lower = part(capsule(0.045, 0.1, 1.5, {0, side * 0.625, 0.44}, sideways));
    hinge(upper, lower, {0, side * 0.475, 0.44}, {0, 0, 1});
  }

  void add_leg(int pelvis, double side) {
    const int upper = part(capsule(0.065, 0.14, 7, {0, side * 0.09, -0.305}, {}));
    ball(pelvis, upper, {0, side * 0.09, -0.09});
    const int lower = part(capsule(0.05, 0.15, 4, {0, side * 0.09, -0.72}, {}));
    hinge(upper, lower, {0, side * 0.09, -0.515}, {0, 1, 0});
  }

  int part(Body body) {
    body.com = at_ + rotate(q_, body.com);
    body.orientation = q_ * body.orientation;
    scene_.bodies.push_back(body);
    return int(scene_.bodies.size()) - 1;
  }
  void ball(int a, int b, V3 at) { join(scene_, JointType::ball, a, b, at_ + rotate(q_, at)); }
  void hinge(int a, int b, V3 at, V3 axis) {
    join(scene_, JointType::hinge, a, b, at_ + rotate(q_, at), rotate(q_, axis));
  }

  Scene& scene_;
  V3 at_;
  Q4 q_;
};

/// n ragdolls in random orientations, in layers of 25.
void add_ragdolls(Scene& scene) {
  Random random;
  for (int i = 0; i < scene.n; ++i)
    Ragdoll(scene, grid_place(i, 5, 1.95, 1.3), random.rotation()).add();
}

/// n capsules of 0.2 m on ball joints, a line that winds to and fro and up and down.
void add_snake(Scene& scene) {
  const double half = 0.1, radius = 0.04;
  V3 end{};
  for (int i = 0; i < scene.n; ++i) {
    const double yaw = 0.8 * std::sin(0.3 * i), pitch = pi / 2 + 0.5 * std::sin(0.17 * i);
    const Q4 orientation = turn({0, 0, 1}, yaw) * turn({0, 1, 0}, pitch);
    const V3 step = rotate(orientation, {0, 0, half});
    scene.bodies.push_back(capsule(radius, half - radius, 1, end + step, orientation));
    if (i > 0) join(scene, JointType::ball, i - 1, i, end);
    end = end + 2 * step;
  }
  double lowest = 0;
  for (const Body& body : scene.bodies) lowest = std::min(lowest, body.com.z);
  for (Body& body : scene.bodies) body.com.z += 0.5 - lowest;
}

struct Entry {
  const char* name;
  int usual_size;
  void (*add)(Scene&);
};
constexpr Entry entries[] = {{"pile", 1000, add_pile},
                             {"wall", 10, add_wall},
                             {"ragdolls", 50, add_ragdolls},
                             {"snake", 100, add_snake},
                             {"tower", 20, add_tower},
                             {"incline", 1, add_incline}};

const Entry* find(const std::string& name) {
  const auto* found = std::find_if(
      std::begin(entries), std::end(entries), [&](const Entry& e) { return e.name == name; });
  return found == std::end(entries) ? nullptr : found;
}

}  // namespace

bool is_contact_scene(const std::string& name) {
  return find(name) != nullptr;
}

std::string contact_scene_names() {
  std::string names;
  for (const Entry& entry : entries) names += (names.empty() ? "" : ", ") + std::string(entry.name);
  return names;
}

int usual_size(const std::string& contact_scene) {
  return find(contact_scene)->usual_size;
}

void add_contact_scene(Scene& scene) {
  scene.contact = true;
  scene.friction = 0.5;
  scene.planar = false;
  find(scene.name)->add(scene);
  // Potential energy above the floor.
  scene.energy_scale = 0;
  for (const Body& body : scene.bodies) scene.energy_scale += body.mass * gravity * body.com.z;
}

}  // namespace peers
