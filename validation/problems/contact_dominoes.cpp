// SPDX-License-Identifier: Apache-2.0
#include "validation/contact_parts.h"

/// A row of dominoes topples. In the model of [VanLeeuwen10] (after Shaw) dominoes turn about their
/// lower front edges and do not slip on the floor; blows are plastic, and between dominoes there is
/// no friction, so that each goes on leaning on the next. With height H, thickness d and gaps s,
/// the angle θ of a domino follows from that of the next, in front of it, by
///
///     H sin(θ_k − θ_{k+1}) = (s + d) cos θ_{k+1} − d                                    (1)
///
/// and the whole train has one degree of freedom, θ of its head: T = ½ θ̇² Σ I w_k² with
/// w_k = dθ_k/dθ_head. A blow on the next domino gives the train that is one longer the velocity
/// that is nearest in the sense of masses:  θ̇' = Σ I w'_k θ̇_k / Σ I w'_k².                  (2)
/// This is integrated here in one variable and held against boxes that touch.
namespace holon::validation::contact_dominoes {
namespace {

constexpr double kHeight = 0.048, kThick = 0.0075, kWidth = 0.024, kMass = 0.01;
constexpr int kDominoes = 16;

// ---- the train in one variable ----

struct Train {
  double gap;
  double inertia() const {  // about the lower front edge
    return kMass * (kHeight * kHeight + kThick * kThick) / 3.0;
  }
  /// The angle at which a domino meets an upright one.
  double reach() const { return std::asin(gap / kHeight); }
  /// (1): the angle of the one behind, and its derivative.
  std::pair<double, double> behind(double angle) const {
    const double x = ((gap + kThick) * std::cos(angle) - kThick) / kHeight;
    const double slope = -(gap + kThick) * std::sin(angle) / kHeight / std::sqrt(1.0 - x * x);
    return {angle + std::asin(x), 1.0 + slope};
  }
  /// Σ I w², and the potential energy, of a train of n.
  struct Sums {
    double inertia = 0.0, energy = 0.0;
    std::vector<double> w;
  };
  Sums sums(double head, int n) const {
    Sums s;
    double angle = head, w = 1.0;
    for (int k = 0; k < n; ++k) {
      s.inertia += inertia() * w * w;
      s.energy += 0.5 * kMass * g0 * (kHeight * std::cos(angle) + kThick * std::sin(angle));
      s.w.push_back(w);
      const auto [next, slope] = behind(angle);
      angle = next;
      w *= slope;
    }
    return s;
  }
  /// When each domino is met, the first being let go with a rate at 0.
  std::vector<double> times(double rate) const {
    std::vector<double> out;
    double t = 0.0, now = rate;
    for (int n = 1; n < kDominoes; ++n) {
      // from upright to where it meets the next: the energy T + V is kept, t = ∫ dθ / θ̇
      const Sums start = sums(0.0, n);
      const double total = 0.5 * start.inertia * now * now + start.energy;
      const auto speed = [&](double head) {
        const Sums s = sums(head, n);
        return std::sqrt(2.0 * (total - s.energy) / s.inertia);
      };
      constexpr int pieces = 400;  // of Simpson's rule
      const double d = reach() / pieces;
      for (int i = 0; i < pieces; ++i)
        t += d / 6.0 * (1.0 / speed(i * d) + 4.0 / speed((i + 0.5) * d) + 1.0 / speed((i + 1) * d));
      out.push_back(t);
      // (2): the head was the train's, and is the second now
      const double before = speed(reach());
      const Sums old = sums(reach(), n), grown = sums(0.0, n + 1);
      double momentum = 0.0;
      for (int k = 0; k < n; ++k) momentum += inertia() * grown.w[k + 1] * old.w[k] * before;
      now = momentum / grown.inertia;
    }
    return out;
  }
};

// ---- boxes ----

/// Boxes on a floor on which they do not slip.
struct Row {
  World world;
  std::vector<ObjectId> boxes;
  Row(double gap, double rate) {
    world.add(Gravity{.g = down_z});
    world.set(MaterialPair{.a = "floor", .b = "domino", .surface = {.friction = 100.0}});
    world.set(MaterialPair{.a = "domino", .b = "domino", .surface = {.friction = 0.0}});
    world.add(RigidBody{}, {.kinematic = true, .collision = made_of("floor", HalfSpace{})});
    const Vec3 size(kThick, kWidth, kHeight);
    for (int i = 0; i < kDominoes; ++i) {
      RigidBody body = RigidBody::from(mass_properties(Box{size}, kMass / size.prod()));
      const Vec3 edge((gap + kThick) * i, 0.0, 0.0), arm(-0.5 * kThick, 0.0, 0.5 * kHeight);
      body.position = edge + arm;
      if (i == 0) {
        body.angular_velocity = {0.0, rate, 0.0};
        body.velocity = body.angular_velocity.cross(arm);
      }
      boxes.push_back(world.add(body, {.collision = made_of("domino", Box{size})}));
    }
  }
  static std::shared_ptr<const Collision> made_of(const std::string& material,
                                                  AnyCollisionShape shape) {
    Collision c = *Collision::of(std::move(shape));
    c.material = material;
    return std::make_shared<const Collision>(std::move(c));
  }
  double rate(int i) const { return world.placement(boxes[i]).angular_velocity.y(); }
};

/// When each domino but the first begins to turn.
std::vector<double> times_of(Validation& v, Row& row, double h) {
  std::vector<double> out;
  while (static_cast<int>(out.size()) < kDominoes - 1 && row.world.time() < 2.0) {
    if (!row.world.step(h).ok) {
      v.fail(row.world.report().brief());
      break;
    }
    while (static_cast<int>(out.size()) < kDominoes - 1
           && row.rate(static_cast<int>(out.size()) + 1) > 0.1)
      out.push_back(row.world.time());
  }
  return out;
}

void check(Validation& v, double gap, double h) {
  constexpr double kRate = 6.0;
  const std::vector<double> model = Train{gap}.times(kRate);
  Row row(gap, kRate);
  const std::vector<double> found = times_of(v, row, h);
  if (found.size() != model.size()) return v.fail("not all dominoes fall");
  char with[48];
  std::snprintf(with, sizeof with, ", gaps of %.2f heights", gap / kHeight);
  const std::string method = step_of(h);
  v.bound(method,
          "time of the first blow / model - 1" + std::string(with),
          "",
          found.front() / model.front() - 1.0,
          2.0 * h / model.front(),
          "it arrives at the end of a step");
  // the last five gaps: the speed changes little any more
  const auto speed = [&](const std::vector<double>& t) {
    return 5.0 * (gap + kThick) / (t.back() - t[t.size() - 6]);
  };
  v.bound(method,
          "speed of the wave / model - 1" + std::string(with),
          "",
          speed(found) / speed(model) - 1.0,
          h * speed(model) / (gap + kThick) + 0.005,
          "up to a step late at each domino; and half a percent, as feet are not hinged");
  char text[128];
  std::snprintf(text,
                sizeof text,
                "Gaps of %.2f heights, step %g: %.4f m/s, model %.4f m/s, %.3f sqrt(g H).",
                gap / kHeight,
                h,
                speed(found),
                speed(model),
                speed(found) / std::sqrt(g0 * kHeight));
  v.note(text);
}

}  // namespace

void run(Validation& v) {
  v.title = "A row of dominoes";
  for (const double h : {4e-4, 2e-4})
    for (const double gap : {0.2, 0.4, 0.6}) check(v, gap * kHeight, h);
}

}  // namespace holon::validation::contact_dominoes
