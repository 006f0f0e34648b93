// SPDX-License-Identifier: Apache-2.0
#include "validation/parts.h"
#include "validation/validation.h"

/// Andrews' squeezer: seven small bodies, ten pins, a stiff spring and a constant torque.
namespace holon::validation::andrews {
namespace {

const Vec3 kA(-0.06934, -0.00227, 0.0), kB(-0.03635, 0.03273, 0.0), kC(0.014, 0.072, 0.0);
constexpr double kStiffness = 4530.0, kRest = 0.07785, kTorque = 0.033;

struct Parts {
  ObjectId K[8];  // from 1
  ConstraintId at_O, at_F, at_B, at_E3, at_A5, at_G, at_E4, at_A7, at_H, at_E6;
};

constexpr double kMass[8] = {0, 0.04325, 0.00365, 0.02373, 0.00706, 0.0705, 0.00706, 0.05498};
constexpr double kInertia[8] = {
    0, 2.194e-6, 4.41e-7, 5.255e-6, 5.667e-7, 1.169e-5, 5.667e-7, 1.912e-5};
// Where the centres of mass are, and the far ends, in body coordinates.
const Vec3 kCom[8] = {Vec3::Zero(),
                      {0.00092, 0, 0},
                      {0.0115, 0, 0},
                      {0.01043, -0.01874, 0},
                      {0, -(0.02 - 0.01421), 0},
                      {0.02308, 0.00916, 0},
                      {0.02 - 0.01421, 0, 0},
                      {-0.00449, -0.01228, 0}};
const Vec3 kF1(0.007, 0, 0), kE2(0.028, 0, 0), kE3(0, -0.035, 0), kD3(0.02, -0.018, 0),
    kE4(0, -0.02, 0), kG5(0.04, 0, 0), kE6(0.02, 0, 0), kH7(0, -0.04, 0);

World build(const WorldOptions& o, Parts& p) {
  const double beta = -0.06171389001427645, theta = 0.0, gamma = 0.45527981916307037,
               phi = 0.22266839016588588, delta = 0.48736497954384256, omega = -0.22266839016588588,
               epsilon = 1.2305474445498212;
  const double angle[8] = {
      0, beta, beta + theta + pi, gamma, phi + delta, delta, omega + epsilon, epsilon};
  Vec3 origin[8];
  origin[1] = Vec3::Zero();
  origin[2] = turn_z(beta) * kF1;
  origin[3] = kB;
  origin[5] = origin[7] = kA;
  origin[4] = kA + turn_z(delta) * kG5;
  origin[6] = kA + turn_z(epsilon) * kH7;

  World w(o);
  for (int i = 1; i <= 7; ++i) {
    RigidBody b = plane_body(kMass[i], kInertia[i]);
    b.com = kCom[i];
    b.position = origin[i];
    b.orientation = turn_z(angle[i]);
    p.K[i] = w.add(b);
  }
  const auto pin = [&](PointRef a, int body, const Vec3& at) {
    return w.add(PointToPoint{.a = std::move(a), .b = PointOn{p.K[body], at}});
  };
  p.at_O = pin(Nail{}, 1, Vec3::Zero());
  p.at_F = pin(PointOn{p.K[1], kF1}, 2, Vec3::Zero());
  p.at_B = pin(Nail{kB}, 3, Vec3::Zero());
  p.at_E3 = pin(PointOn{p.K[2], kE2}, 3, kE3);
  p.at_A5 = pin(Nail{kA}, 5, Vec3::Zero());
  p.at_G = pin(PointOn{p.K[5], kG5}, 4, Vec3::Zero());
  p.at_E4 = pin(PointOn{p.K[2], kE2}, 4, kE4);
  p.at_A7 = pin(Nail{kA}, 7, Vec3::Zero());
  p.at_H = pin(PointOn{p.K[7], kH7}, 6, Vec3::Zero());
  p.at_E6 = pin(PointOn{p.K[2], kE2}, 6, kE6);
  w.add(SpringDamper{
      .a = Nail{kC}, .b = PointOn{p.K[3], kD3}, .stiffness = kStiffness, .length = kRest});
  w.add(AppliedTorque{.frame = FrameOn{p.K[1]}, .torque = Path{0.0, 0.0, kTorque}});
  return w;
}

/// Angular acceleration of each body, from all that acts on it.
std::array<double, 8> angular_accelerations(const World& w, const Parts& p) {
  std::array<double, 8> moment{};
  const auto push = [&](ObjectId id, const Vec3& at, const Vec3& force) {
    for (int i = 1; i <= 7; ++i)
      if (p.K[i] == id) moment[i] += (at - w.point(PointOn{id, kCom[i]}).x).cross(force).z();
  };
  for (ConstraintId c :
       {p.at_O, p.at_F, p.at_B, p.at_E3, p.at_A5, p.at_G, p.at_E4, p.at_A7, p.at_H, p.at_E6})
    for (const ConnectorLoad& load : w.loads(c)) push(load.object, load.point, load.force);
  const Vec3 D = w.point(PointOn{p.K[3], kD3}).x, d = kC - D;
  push(p.K[3], D, kStiffness * (d.norm() - kRest) * d.normalized());
  moment[1] += kTorque;
  for (int i = 1; i <= 7; ++i) moment[i] /= kInertia[i];
  return moment;
}

/// The seven angles of the test set from those of the bodies (K2 points backwards).
std::array<double, 7> relative(const std::array<double, 8>& a, double back) {
  return {a[1], a[2] - back - a[1], a[3], a[4] - a[5], a[5], a[6] - a[7], a[7]};
}

Readings read(const World& w, const Parts& p, bool start) {
  static const char* names[7] = {"beta", "theta", "gamma", "phi", "delta", "Omega", "epsilon"};
  std::array<double, 8> angle{}, rate{};
  for (int i = 1; i <= 7; ++i) {
    angle[i] = plane_angle(w, p.K[i]);
    rate[i] = plane_rate(w, p.K[i]);
  }
  const auto q = relative(angle, pi), v = relative(rate, 0.0),
             a = relative(angular_accelerations(w, p), 0.0);
  const Vec3 E3 = force_on_b(w, p.at_E3), E4 = force_on_b(w, p.at_E4), E6 = force_on_b(w, p.at_E6);
  // at the start only what is published is known
  if (start)
    return {{"beta_dd", a[0]}, {"theta_dd", a[1]}, {"lambda1", E3.x()}, {"lambda2", E3.y()}};
  Readings out;
  for (int i = 0; i < 7; ++i) {
    const std::string name = names[i];
    out.push_back({name, q[i]});
    out.push_back({name + "_dot", v[i]});
    out.push_back({name + "_dd", a[i]});
  }
  const Vec3* E[3] = {&E3, &E4, &E6};
  for (int i = 0; i < 3; ++i) {
    out.push_back({"lambda" + std::to_string(2 * i + 1), E[i]->x()});
    out.push_back({"lambda" + std::to_string(2 * i + 2), E[i]->y()});
  }
  const std::pair<std::string, ConstraintId> pins[] = {{"FO on K1", p.at_O},
                                                       {"FF on K2 from K1", p.at_F},
                                                       {"FB on K3", p.at_B},
                                                       {"FE on K3 from K2", p.at_E3},
                                                       {"FA5 on K5", p.at_A5},
                                                       {"FG on K4 from K5", p.at_G},
                                                       {"FE on K4 from K2", p.at_E4},
                                                       {"FA7 on K7", p.at_A7},
                                                       {"FH on K6 from K7", p.at_H},
                                                       {"FE on K6 from K2", p.at_E6}};
  for (const auto& [name, pin] : pins) {
    const Vec3 F = force_on_b(w, pin);
    out.push_back({name + ".x", F.x()});
    out.push_back({name + ".y", F.y()});
  }
  return out;
}

}  // namespace

void run(Validation& v) {
  Reference& r = v.load("04d_andrews");
  Study s;
  s.variant = "seven bodies, ten pins";
  s.times = r.times("beta");
  s.times.insert(s.times.begin(), 0.0);
  s.methods = {projected(1e-5, 5), rk4(1e-5, 5)};
  s.build = [](const WorldOptions& o) {
    Parts p;
    World w = build(o, p);
    return Scene{std::move(w), [p](const World& world, int i) { return read(world, p, i == 0); }};
  };
  v.converge(r, s);
}

}  // namespace holon::validation::andrews
