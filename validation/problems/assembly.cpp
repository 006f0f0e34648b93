// SPDX-License-Identifier: Apache-2.0
#include "validation/parts.h"
#include "validation/validation.h"

/// An unmet constraint closes critically damped: D(t) = D₀ (1 + t/τ) e^{−t/τ}.
namespace holon::validation::assembly {
namespace {

constexpr double kTau = 0.1, kMass = 2.0;
const Vec3 kStart(0.3, -0.4, 0.0);

struct Nailed {
  World world;
  ObjectId particle;
  ConstraintId nail;
  explicit Nailed(const WorldOptions& o) : world(o) {
    world.add(Gravity{.g = down_y});
    particle = world.add(Particle{.mass = kMass, .position = kStart});
    nail = world.add(PointToPoint{.a = Nail{}, .b = PointOn{particle}}, {.tau = kTau});
  }
  /// D/D₀, τ D'/D₀ and τ² D''/D₀
  static Vec3 law(const World& w, ObjectId particle, ConstraintId nail) {
    const Placement p = w.placement(particle);
    const double size = kStart.squaredNorm();
    const Vec3 a = force_on_b(w, nail) / kMass + down_y;
    return {p.position.dot(kStart) / size,
            kTau * p.velocity.dot(kStart) / size,
            kTau * kTau * a.dot(kStart) / size};
  }
};

std::string number(double x) {
  char text[16];
  std::snprintf(text, sizeof text, "%g", x);
  return text;
}

Study table() {
  const std::vector<double> at = {0, 0.5, 1, 2, 3, 4, 5, 7, 10, 15, 20};
  Study s;
  s.variant = "particle";
  for (double x : at) s.times.push_back(x * kTau);
  s.methods = {projected(0.005), rk4(0.005, 5)};
  s.build = [=](const WorldOptions& o) {
    Nailed n(o);
    return Scene{
        std::move(n.world), [at, particle = n.particle, nail = n.nail](const World& w, int i) {
          const double x = at[static_cast<std::size_t>(i)];
          const Vec3 D = Nailed::law(w, particle, nail);
          const std::string when = " at t/tau=" + number(x);
          Readings out = {
              {"D/D0" + when, D[0]}, {"tau D'/D0" + when, D[1]}, {"tau^2 D''/D0" + when, D[2]}};
          if (x == 0 || x == 0.5 || x == 1 || x == 2 || x == 5 || x == 10) {
            const Vec3 F = force_on_b(w, nail);
            out.push_back({"(P) F.x at t=" + number(x) + " tau", F.x()});
            out.push_back({"(P) F.y at t=" + number(x) + " tau", F.y()});
          }
          return out;
        }};
  };
  return s;
}

/// When the error has fallen to a fraction, from what is left at the time when it should have.
Study fraction(const Reference& r, const std::string& q) {
  const std::string name = "t/tau when D/D0=" + q;
  const double wanted = std::stod(q);
  Study s;
  s.variant = "particle, closed to " + q;
  s.times = {r.at(name).value * kTau};
  s.methods = {projected(0.005), rk4(0.005, 5)};
  // The law is met to the tolerance of positions.
  s.limit = 1e-9 + 5e-14 / (wanted * kStart.norm());
  s.floor = s.limit;
  s.limit_why =
      "every step meets its positions to 1e-14 of the size, and the last few add up: that part of "
      "what is left open";
  s.build = [=](const WorldOptions& o) {
    Nailed n(o);
    return Scene{std::move(n.world),
                 [=, particle = n.particle, nail = n.nail](const World& w, int) {
                   const Vec3 D = Nailed::law(w, particle, nail);
                   return Readings{{name, w.time() / kTau - (D[0] - wanted) / D[1]}};
                 }};
  };
  return s;
}

/// A rod whose end is pulled to the nail while it swings.
Study with_rod(const Reference& r) {
  Study s;
  s.variant = "rod";
  s.times = r.times("(R) angle");
  s.times.insert(s.times.begin(), 0.0);
  s.methods = {projected(0.005, 5), rk4(0.005, 5)};
  s.build = [](const WorldOptions& o) {
    World w(o);
    w.add(Gravity{.g = down_y});
    const ObjectId body = w.add(rod(1.0, {0.3, -0.2, 0.0}, {1.3, -0.2, 0.0}));
    const ConstraintId nail =
        w.add(PointToPoint{.a = Nail{}, .b = PointOn{body, {-0.5, 0.0, 0.0}}}, {.tau = kTau});
    return Scene{std::move(w), [=](const World& world, int) {
                   const Vec3 x = world.placement(body).position, F = force_on_b(world, nail);
                   return Readings{{"(R) angle", plane_angle(world, body)},
                                   {"(R) centre x", x.x()},
                                   {"(R) centre y", x.y()},
                                   {"(R) nail force x", F.x()},
                                   {"(R) nail force y", F.y()}};
                 }};
  };
  return s;
}

void plot_law(Validation& v) {
  Nailed n({});
  std::vector<std::vector<double>> rows;
  for (int i = 0; i <= 200; ++i) {
    if (i > 0) n.world.step(0.01);
    const double x = n.world.time() / kTau;
    rows.push_back({x,
                    Nailed::law(n.world, n.particle, n.nail)[0],
                    (1.0 + x) * std::exp(-x),
                    force_on_b(n.world, n.nail).norm()});
  }
  v.csv("assembly.csv", {"t_over_tau", "D", "D_exact", "force"}, rows);
  v.plot("assembly.png", "A particle pulled to its nail: error and force over time");
}

}  // namespace

void run(Validation& v) {
  Reference& r = v.load("13_critically_damped_assembly");
  // Fractions of D₀ are of size 1, forces of the size of the weight or more.
  for (const char* fraction_of : {"D/D0", "tau D'", "tau^2"}) r.resize(fraction_of, 1.0);
  r.resize("(P) F", kMass * g0);
  v.converge(r, table());
  for (const char* q : {"0.5", "0.1", "0.01", "0.001", "1e-6", "1e-9"})
    v.converge(r, fraction(r, q));
  v.converge(r, with_rod(r));
  plot_law(v);
}

}  // namespace holon::validation::assembly
