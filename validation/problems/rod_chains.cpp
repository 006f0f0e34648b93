// SPDX-License-Identifier: Apache-2.0
#include "validation/parts.h"
#include "validation/validation.h"

/// Chains of uniform rods released horizontally: two rods, and ten.
namespace holon::validation::rod_chains {
namespace {

Scene chain(const WorldOptions& o, int n) {
  World w(o);
  w.add(Gravity{.g = down_y});
  std::vector<ObjectId> rods;
  std::vector<ConstraintId> pins;
  for (int i = 0; i < n; ++i) {
    rods.push_back(w.add(rod(1.0, Vec3(i, 0, 0), Vec3(i + 1, 0, 0))));
    PointRef before = Nail{};
    if (i > 0) before = PointOn{rods[i - 1], {0.5, 0.0, 0.0}};
    pins.push_back(w.add(PointToPoint{.a = before, .b = PointOn{rods[i], {-0.5, 0.0, 0.0}}}));
  }
  return {std::move(w), [=](const World& world, int) {
            Readings out;
            for (int i = 0; i < n; ++i) {
              const std::string k = std::to_string(i + 1);
              const Vec3 p = world.point(PointOn{rods[i], {0.5, 0.0, 0.0}}).x;
              const Vec3 F = force_on_b(world, pins[i]);
              out.push_back({"p" + k + ".x", p.x()});
              out.push_back({"p" + k + ".y", p.y()});
              out.push_back({"F" + k + ".x", F.x()});
              out.push_back({"F" + k + ".y", F.y()});
            }
            return out;
          }};
}

}  // namespace

void run(Validation& v) {
  Study s;
  Reference& two = v.load("01d_double_pendulum_rods");
  s.variant = "2 rods";
  s.times = two.times("p1.x");
  s.methods = {projected(0.01, 5), rk4(0.01, 5)};
  s.build = [](const WorldOptions& o) { return chain(o, 2); };
  v.converge(two, s);

  Reference& ten = v.load("01e_chain10_1m_links");
  s.variant = "10 rods";
  s.times = ten.times("p1.x");
  s.methods = {projected(0.005, 5), rk4(0.005, 5)};
  s.build = [](const WorldOptions& o) { return chain(o, 10); };
  v.converge(ten, s);
}

}  // namespace holon::validation::rod_chains
