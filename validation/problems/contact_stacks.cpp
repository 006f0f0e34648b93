// SPDX-License-Identifier: Apache-2.0
#include "validation/contact_parts.h"

/// Towers: twenty boxes for a minute, and light boxes below a thousand times heavier ones.
namespace holon::validation::contact_stacks {
namespace {

constexpr double kStep = 1.0 / 60.0;

/// Boxes of side 1 m on each other, of these masses from below.
struct Tower {
  World world;
  ObjectId floor;
  std::vector<ObjectId> boxes;
  std::vector<double> masses;
  explicit Tower(std::vector<double> m) : masses(std::move(m)) {
    world.add(Gravity{.g = down_z});
    floor = add_floor(world);
    for (std::size_t i = 0; i < masses.size(); ++i)
      boxes.push_back(add_solid(
          world, Box{}, {0.0, 0.0, 0.5 + static_cast<double>(i)}, SurfacePair{}, masses[i]));
  }
  double drift() const {
    double far = 0.0;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      const Placement at = world.placement(boxes[i]);
      const Vec3 off = at.position - Vec3(0.0, 0.0, 0.5 + static_cast<double>(i));
      // of the corners as well
      far = std::max(far, off.norm() + at.orientation.vec().norm() * std::sqrt(3.0));
    }
    return far;
  }
  /// The largest difference, of the weight, of what each floor carries from all that is above it.
  double off_weight() const {
    std::vector<double> carried(boxes.size(), 0.0);
    for (const ContactReading& c : world.contacts())
      for (std::size_t i = 0; i < boxes.size(); ++i) {
        const ObjectId below = i == 0 ? floor : boxes[i - 1];
        if (c.a == below && c.b == boxes[i]) carried[i] += c.force.z();
        if (c.b == below && c.a == boxes[i]) carried[i] -= c.force.z();
      }
    double above = 0.0, worst = 0.0;
    for (std::size_t i = boxes.size(); i-- > 0;) {
      above += masses[i] * g0;
      worst = std::max(worst, std::abs(carried[i] / above - 1.0));
    }
    return worst;
  }
};

/// A millimetre, whatever the masses. `ratio`: of what may be off to the least that is carried.
void check(Validation& v, const std::string& name, Tower& t, double duration, double ratio) {
  if (!run_on(v, t.world, duration, kStep)) return;
  const std::string method = step_of(kStep);
  v.bound(method, name + ": drift of any corner", "m", t.drift(), 1e-3, "nothing is to move");
  v.bound(method,
          name + ": what each box carries - weight above it, relative",
          "",
          t.off_weight(),
          std::max(1e-9, ratio * 2.0 * 1e-9 / (kStep * g0)),
          "statics; speeds are solved to 1e-9 m/s, which is so much force over half a step");
  v.bound(method, name + ": kinetic energy", "J", t.world.kinetic_energy(), 1e-9, "it rests");
}

}  // namespace

void run(Validation& v) {
  v.title = "Towers of boxes at rest";
  {
    Tower t(std::vector<double>(20, 1000.0));
    check(v, "20 boxes, 60 s", t, 60.0, 0.0);
  }
  {
    Tower t({1.0, 1000.0});
    check(v, "1 kg below 1000 kg, 10 s", t, 10.0, 1.0);
  }
  {
    Tower t({1.0, 1000.0, 1.0, 1000.0, 1.0, 1000.0});
    check(v, "1 kg and 1000 kg by turns, 10 s", t, 10.0, 1.0);
  }
  {
    Tower t({1000.0, 1.0});
    check(v, "1000 kg below 1 kg, 10 s", t, 10.0, 1.0);
  }
}

}  // namespace holon::validation::contact_stacks
