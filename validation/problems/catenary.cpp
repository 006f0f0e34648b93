// SPDX-License-Identifier: Apache-2.0
#include "validation/parts.h"
#include "validation/validation.h"

/// Hanging chains at rest. They start on a parabola that fits neither their links nor their
/// balance; without inertia (first_order) they assemble themselves and creep to rest.
namespace holon::validation::catenary {
namespace {

struct Chain {
  std::string name;
  int n;
  double length, mass;
  Vec3 right;
  bool points;  // masses at the joints, massless links
};

struct Hanging {
  World world;
  std::vector<PointRef> joints;    // p_1 ... p_{n−1}
  std::vector<ConstraintId> ends;  // left and right
};

Vec3 start(const Chain& c, int i) {
  const double u = static_cast<double>(i) / c.n;
  return u * c.right - Vec3(0.0, 3.0 * u * (1.0 - u), 0.0);
}

Hanging hang_rods(const WorldOptions& o, const Chain& c) {
  Hanging h{World(o), {}, {}};
  h.world.add(Gravity{.g = down_y});
  const Vec3 half(0.5 * c.length, 0.0, 0.0);
  PointRef before = Nail{};
  for (int i = 0; i < c.n; ++i) {
    const Vec3 middle = 0.5 * (start(c, i) + start(c, i + 1));
    const Vec3 along = 0.5 * c.length * (start(c, i + 1) - start(c, i)).normalized();
    const ObjectId id = h.world.add(rod(c.mass, middle - along, middle + along));
    const ConstraintId pin = h.world.add(PointToPoint{.a = before, .b = PointOn{id, -half}});
    if (i == 0) h.ends.push_back(pin);
    before = PointOn{id, half};
    if (i + 1 < c.n) h.joints.push_back(before);
  }
  h.ends.push_back(h.world.add(PointToPoint{.a = Nail{c.right}, .b = before}));
  return h;
}

Hanging hang_points(const WorldOptions& o, const Chain& c) {
  Hanging h{World(o), {}, {}};
  h.world.add(Gravity{.g = down_y});
  PointRef before = Nail{};
  for (int i = 1; i < c.n; ++i) {
    const ObjectId id = h.world.add(Particle{.mass = c.mass, .position = start(c, i)});
    const ConstraintId bar =
        h.world.add(Distance{.a = before, .b = PointOn{id}, .length = c.length});
    if (i == 1) h.ends.push_back(bar);
    before = PointOn{id};
    h.joints.push_back(before);
  }
  h.ends.push_back(h.world.add(Distance{.a = Nail{c.right}, .b = before, .length = c.length}));
  return h;
}

}  // namespace

void run(Validation& v) {
  Reference& r = v.load("10_catenary_links");
  r.skip("continuous catenary", "it is for orientation only");
  const Chain chains[] = {{"(1)", 10, 0.2, 0.1, {1.2, 0.0, 0.0}, false},
                          {"(2)", 7, 0.3, 0.2, {1.0, 0.5, 0.0}, false},
                          {"(3)", 10, 0.2, 0.1, {1.2, 0.0, 0.0}, true},
                          {"(4)", 2, 1.0, 1.0, {1.0, 0.0, 0.0}, false}};
  for (const Chain& c : chains) {
    const WorldOptions o{.stepper = "first_order"};
    Hanging h = c.points ? hang_points(o, c) : hang_rods(o, c);
    // Turning of the links is stiff, and the method explicit: it needs small steps.
    if (!h.world.run(4.0, 0.0005).ok) v.fail(c.name + ": " + h.world.report().brief());
    const auto check = [&](const std::string& quantity, double value) {
      v.compare(r,
                c.points ? "particles and distances, at rest" : "rods and pins, at rest",
                c.name + " " + quantity,
                value,
                1e-10,
                "at rest nothing depends on the step; positions are met to 1e-12");
    };
    for (std::size_t i = 0; i < h.joints.size(); ++i) {
      const Vec3 p = h.world.point(h.joints[i]).x;
      check("p" + std::to_string(i + 1) + ".x", p.x());
      check("p" + std::to_string(i + 1) + ".y", p.y());
    }
    const Vec3 left = force_on_b(h.world, h.ends[0]), right = force_on_b(h.world, h.ends[1]);
    check("Rl.x", left.x());
    check("Rl.y", left.y());
    check("Rr.x", right.x());
    check("Rr.y", right.y());
    if (c.n == 2) check("closed form H = m g/(2 tan 60deg)", right.x());
  }
}

}  // namespace holon::validation::catenary
