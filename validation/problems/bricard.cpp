// SPDX-License-Identifier: Apache-2.0
#include "validation/parts.h"
#include "validation/validation.h"

/// Bricard's mechanism: five rods and six hinges in space. Counting says it cannot move; it does,
/// because 30 rows have rank 29, and one self-stress is free. The forces with the smallest squares
/// are the ones to find.
namespace holon::validation::bricard {
namespace {

constexpr double kAcross = 1.01 / 12.0, kAlong = 0.02 / 12.0;
const Vec3 kPoint[6] = {{0, 0, 0}, {1, 0, 0}, {1, -1, 0}, {1, -1, 1}, {0, -1, 1}, {0, 0, 1}};
const Vec3 kAxis[6] = {
    Vec3::UnitY(), Vec3::UnitZ(), Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ(), Vec3::UnitX()};

struct Parts {
  ObjectId rods[5];
  ConstraintId pins[6], axes[6];
};

World build(const WorldOptions& o, Parts& p) {
  World w(o);
  w.add(Gravity{.g = down_y});
  Vec3 middle[5];
  for (int i = 0; i < 5; ++i) {
    const Vec3 d = kPoint[i + 1] - kPoint[i];
    middle[i] = 0.5 * (kPoint[i] + kPoint[i + 1]);
    RigidBody b;  // its axes are those of the world at the start
    b.inertia = kAcross * Mat3::Identity() + (kAlong - kAcross) * d * d.transpose();
    b.position = middle[i];
    p.rods[i] = w.add(b);
  }
  for (int j = 0; j < 6; ++j) {
    const Quat turn = Quat::FromTwoVectors(Vec3::UnitZ(), kAxis[j]);
    PointRef before = Nail{kPoint[0]}, after = Nail{kPoint[5]};
    FrameRef frame = WorldFrame{.at = kPoint[0], .orientation = turn};
    DirectionRef follows = WorldDirection{kAxis[j]};
    if (j > 0) {
      before = PointOn{p.rods[j - 1], kPoint[j] - middle[j - 1]};
      frame = FrameOn{p.rods[j - 1], kPoint[j] - middle[j - 1], turn};
    }
    if (j < 5) {
      after = PointOn{p.rods[j], kPoint[j] - middle[j]};
      follows = DirectionOn{p.rods[j], kAxis[j]};
    }
    p.pins[j] = w.add(PointToPoint{.a = before, .b = after});
    p.axes[j] = w.add(AxisToAxis{.a = frame, .b = follows});
  }
  return w;
}

/// P_j, the far end of rod j − 1
Vec3 joint(const World& w, const Parts& p, int j) {
  return w.point(PointOn{p.rods[j - 1], 0.5 * (kPoint[j] - kPoint[j - 1])}).x;
}
double q1(const World& w, const Parts& p) {
  const Vec3 x = w.direction(DirectionOn{p.rods[0], Vec3::UnitX()}).x;
  return std::atan2(-x.z(), x.x());
}
double q2(const World& w, const Parts& p) {
  return w
      .scalar(AngleBetween{.a = DirectionOn{p.rods[0], Vec3::UnitX()},
                           .b = DirectionOn{p.rods[1], Vec3::UnitX()},
                           .axis = DirectionOn{p.rods[0], Vec3::UnitZ()}})
      .x;
}
/// Turning of the first rod about its hinge: what acts on its far end.
double q1_dd(const World& w, const Parts& p) {
  double moment = 0.0;
  for (ConstraintId id : {p.pins[1], p.axes[1]}) {
    const ConnectorLoad load = w.loads(id)[0];
    moment += (load.point.cross(load.force) + load.torque).y();
  }
  return moment / (kAcross + 0.25);
}

Study motion(const Reference& r) {
  Study s;
  s.variant = "five rods, six hinges";
  s.times = r.times("q1");
  s.methods = {projected(0.01, 5), rk4(0.01, 5), dormand_prince(0.08)};
  s.build = [](const WorldOptions& o) {
    Parts p;
    World w = build(o, p);
    return Scene{std::move(w), [p](const World& world, int) {
                   Readings out = {{"q1", q1(world, p)},
                                   {"q1_dot", world.placement(p.rods[0]).angular_velocity.y()},
                                   {"q2", q2(world, p)}};
                   static const char* xyz[3] = {".x", ".y", ".z"};
                   for (int j = 0; j < 6; ++j)
                     for (int i = 0; i < 3; ++i) {
                       const std::string k = std::to_string(j);
                       if (j > 0 && j < 5) out.push_back({"P" + k + xyz[i], joint(world, p, j)[i]});
                       // on the later of the two: at the last joint that is the ground
                       out.push_back({"F" + k + xyz[i], force_on_b(world, p.pins[j])[i]});
                     }
                   return out;
                 }};
  };
  return s;
}

/// Half a period leads from rest to rest.
Study half_period(const Reference& r) {
  const double half = r.at("period of the motion").value / 2.0;
  Study s;
  s.variant = "from rest to rest";
  s.times = {0.0, half};
  s.methods = {projected(half / 256, 5), rk4(half / 256, 5)};
  s.build = [](const WorldOptions& o) {
    Parts p;
    World w = build(o, p);
    return Scene{std::move(w), [p](const World& world, int i) {
                   const double a = q1_dd(world, p);
                   if (i == 0) return Readings{{"q1 acceleration at t=0", a}};
                   const double rate = world.placement(p.rods[0]).angular_velocity.y();
                   return Readings{{"period of the motion", 2.0 * (world.time() - rate / a)}};
                 }};
  };
  return s;
}

}  // namespace

void run(Validation& v) {
  Reference& r = v.load("04e_bricard");
  v.converge(r, motion(r));
  v.converge(r, half_period(r));
}

}  // namespace holon::validation::bricard
