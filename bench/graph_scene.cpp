// SPDX-License-Identifier: Apache-2.0
#include "graph_scene.h"

#include <algorithm>
#include <functional>
#include <random>
#include <set>
#include <stdexcept>

namespace graphs {
namespace {

using peers::Scene;
using peers::V3;

constexpr V3 round_inertia{1.0 / 12, 1.0 / 12, 1.0 / 12};

/// The same on every machine.
class Random {
 public:
  int up_to(int n) { return static_cast<int>(engine_() % static_cast<unsigned>(n)); }
  double between(double a, double b) { return a + (b - a) * (engine_() / 4294967296.0); }
  V3 direction() {
    for (;;) {
      const V3 v{between(-1, 1), between(-1, 1), between(-1, 1)};
      const double size = peers::norm(v);
      if (size > 0.1 && size <= 1.0) return 1.0 / size * v;
    }
  }

 private:
  std::mt19937 engine_{1};
};

/// A body of 1 m along `direction`, on a ball joint at point `at` of body a, or of the ground.
void add_bar(Scene& scene, int a, V3 at, V3 direction) {
  const V3 origin = a == peers::ground ? V3{} : scene.bodies[a].com;
  const int bar = static_cast<int>(scene.bodies.size());
  scene.bodies.push_back({.com = origin + at + 0.5 * direction, .inertia = round_inertia});
  scene.joints.push_back({.type = peers::JointType::ball,
                          .a = a,
                          .b = bar,
                          .anchor_a = at,
                          .anchor_b = -0.5 * direction});
}
void add_rod(Scene& scene, int a, int b) {
  scene.joints.push_back({.type = peers::JointType::distance,
                          .a = a,
                          .b = b,
                          .length = peers::norm(scene.bodies[a].com - scene.bodies[b].com),
                          .closes_loop = true});
}
int add_mass(Scene& scene, V3 at) {
  scene.bodies.push_back({.com = at, .inertia = round_inertia});
  return static_cast<int>(scene.bodies.size()) - 1;
}
/// A rod from the ground to a body.
void hang(Scene& scene, int body) {
  scene.joints.push_back({.type = peers::JointType::distance,
                          .a = peers::ground,
                          .b = body,
                          .anchor_a = scene.bodies[body].com + V3{0.0, 0.0, 1.0},
                          .length = 1.0,
                          .closes_loop = true});
}

void add_star(Scene& scene) {
  Random random;
  add_bar(scene, peers::ground, {}, {0.0, 0.0, -1.0});
  for (int i = 0; i < scene.n; ++i) {
    const V3 out = random.direction();
    add_bar(scene, 0, out, out);
  }
}

void add_tree(Scene& scene) {
  Random random;
  std::vector<V3> direction = {{0.0, 0.0, -1.0}};
  add_bar(scene, peers::ground, {}, direction[0]);
  for (int i = 1; i < scene.n; ++i) {
    const int parent = (i - 1) / 2;
    direction.push_back(random.direction());
    add_bar(scene, parent, 0.5 * direction[parent], direction[i]);
  }
}

void add_ladder(Scene& scene) {
  scene.particles = true;
  for (int i = 0; i < scene.n; ++i) {
    const double up = i % 2 == 0 ? 0.3 : -0.3;
    const int left = add_mass(scene, {0.8 * i, 0.0, up});
    const int right = add_mass(scene, {0.8 * i, 1.0, up});
    add_rod(scene, left, right);
    if (i == 0) hang(scene, left), hang(scene, right);
    if (i > 0) add_rod(scene, left - 2, left), add_rod(scene, right - 2, right);
  }
}

/// Each bar hangs on a random one before it; rods join random pairs.
void add_random_tree(Scene& scene, int rods) {
  Random random;
  std::vector<V3> direction = {{0.0, 0.0, -1.0}};
  add_bar(scene, peers::ground, {}, direction[0]);
  for (int i = 1; i < scene.n; ++i) {
    const int parent = random.up_to(i);
    direction.push_back(random.direction());
    add_bar(scene, parent, 0.5 * direction[parent], direction[i]);
  }
  for (int k = 0; k < rods; ++k) {
    const int a = random.up_to(scene.n), b = random.up_to(scene.n);
    if (a != b) add_rod(scene, a, b);
  }
}

void add_regular(Scene& scene) {
  scene.particles = true;
  Random random;
  std::vector<int> ends;
  for (int i = 0; i < scene.n; ++i) {
    add_mass(scene, 10.0 * random.direction());
    ends.insert(ends.end(), 3, i);
  }
  for (std::size_t i = ends.size() - 1; i > 0; --i)
    std::swap(ends[i], ends[random.up_to(static_cast<int>(i) + 1)]);
  std::set<std::pair<int, int>> joined;
  for (std::size_t i = 0; i + 1 < ends.size(); i += 2) {
    const auto [a, b] = std::minmax(ends[i], ends[i + 1]);
    if (a != b && joined.insert({a, b}).second) add_rod(scene, a, b);
  }
  hang(scene, 0);
}

void add_solid(Scene& scene) {
  scene.particles = true;
  Random random;
  const int n = scene.n, all = n * n * n;
  for (int i = 0; i < all; ++i)
    add_mass(scene,
             V3{1.0 * (i % n), 1.0 * (i / n % n), 1.0 * (i / n / n)} + 0.1 * random.direction());
  for (int i = 0; i < all; ++i)
    for (const int step : {1, n, n * n})
      if (i / step % n + 1 < n) add_rod(scene, i, i + step);
  hang(scene, 0);
}

struct Kind {
  std::string name;
  std::function<void(Scene&)> add;
};
const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all = {
      {"star", add_star},
      {"tree", add_tree},
      {"ladder", add_ladder},
      {"loops", [](Scene& scene) { add_random_tree(scene, 20); }},
      {"random", [](Scene& scene) { add_random_tree(scene, scene.n / 10); }},
      {"regular", add_regular},
      {"solid", add_solid},
  };
  return all;
}

}  // namespace

peers::Scene make_scene(const std::string& name, int n) {
  for (const Kind& kind : kinds()) {
    if (kind.name != name) continue;
    Scene scene;
    scene.name = name;
    scene.n = n;
    kind.add(scene);
    return scene;
  }
  return peers::make_scene(name, n);
}

}  // namespace graphs
