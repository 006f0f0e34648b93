// SPDX-License-Identifier: Apache-2.0
#include "holon/math/lanes.h"
#include "holon/object/rigid_body.h"

/// Free flight of rigid bodies, four at once. The equations are those of
/// RigidBody::Runtime::flight; what turns far in a step, or does not get there in a few iterations,
/// flies alone.
namespace holon {
namespace {

using lanes::Lanes;
using lanes::Mask;
using lanes::Symmetric;
using lanes::Vector;

constexpr int kIterations = 5;

/// The equation for ω,  μ₀ = I ω + (h/2) ω × I ω + (h²/4) (ω·I ω) ω        (1)
struct Turning {
  double half;
  Symmetric I, I_inverse;
  Vector mu0, w, Iw = {};
  Mask solved = {};

  // as for one body alone; all are squares
  static constexpr double small_turn = 0.01, near_enough = 1e-4, exact = 1.6e-31,
                          beyond_doubt = 1e-33, rounding = 1e-28;

  [[gnu::always_inline]] Vector residual() const {
    return Iw + half * cross(w, Iw) + (half * half * dot(w, Iw)) * w - mu0;
  }

  /// Starts from the guess w, or from the momentum where that is far off.
  [[gnu::always_inline]] Vector start(const Lanes& size) {
    Iw = I * w;
    const Vector r = residual();
    const Mask near = dot(r, r) < near_enough * size;
    if (all(near)) return r;
    w = select(near, w, I_inverse * mu0);
    Iw = select(near, Iw, mu0);
    return residual();
  }

  /// Newton with the slope I (1 + E) inverted as (1 − E) I⁻¹: an iteration gains E².
  [[gnu::always_inline]] void solve() {
    const double quarter = half * half;
    const Lanes size = dot(mu0, mu0);
    Vector r = start(size);
    Lanes error = dot(r, r);
    solved = error <= exact * size;
    for (int i = 0; i < kIterations && !all(solved); ++i) {
      const Vector d = I_inverse * r;
      const Vector bend = half * (cross(w, r) + cross(d, Iw)) + (quarter * dot(w, Iw)) * d
                          + (2.0 * quarter * dot(Iw, d)) * w;
      const Vector Ed = I_inverse * bend;
      w = select(solved, w, w - (d - Ed));
      Iw = select(solved, Iw, I * w);
      const Lanes d2 = dot(d, d), Ed2 = dot(Ed, Ed);
      solved = solved | (Ed2 * Ed2 * error <= beyond_doubt * size * d2 * d2);
      if (all(solved)) break;
      r = residual();
      const Lanes previous = error;
      error = dot(r, r);
      solved =
          solved | (error <= exact * size) | ((error <= rounding * size) & (previous <= error));
    }
    solved = solved & (quarter * dot(w, w) < small_turn);
  }
};

}  // namespace

bool RigidBody::Runtime::fly(double h, std::span<const Flyer> flyers) {
  const auto of_each = [&](auto&& get) {
    const std::size_t last = flyers.size() - 1;  // fills up
    return std::array{get(flyers[0]),
                      get(flyers[std::min<std::size_t>(1, last)]),
                      get(flyers[std::min<std::size_t>(2, last)]),
                      get(flyers[std::min<std::size_t>(3, last)])};
  };
  const lanes::Places q = of_each([](const Flyer& f) { return f.q; });
  const lanes::Places p = of_each([](const Flyer& f) { return f.p; });
  const lanes::Targets q1 = of_each([](const Flyer& f) { return f.q1; });
  const lanes::Targets p1 = of_each([](const Flyer& f) { return f.p1; });
  const lanes::Targets v = of_each([](const Flyer& f) { return f.v; });

  const double half = 0.5 * h;
  const Vector guess =
      lanes::gather_vector(of_each([](const Flyer& f) -> const double* { return f.v; }), 3);
  Turning turning{
      half,
      lanes::gather_symmetric(of_each([](const Flyer& f) { return f.body->I_.data(); })),
      lanes::gather_symmetric(of_each([](const Flyer& f) { return f.body->I_inverse_.data(); })),
      lanes::gather_vector(p, 3),
      guess};
  turning.solve();
  const Vector &w = turning.w, &Iw = turning.Iw;

  const Lanes m_inverse = lanes::gather(
      of_each([](const Flyer& f) -> const double* { return &f.body->m_inverse_; }), 0);
  const Vector momentum = lanes::gather_vector(p, 0), velocity = m_inverse * momentum;
  scatter(v, 0, velocity);
  scatter(v, 3, w);
  scatter(q1, 0, lanes::gather_vector(q, 0) + h * velocity);
  scatter(p1, 0, momentum);
  scatter(p1, 3, Iw - half * cross(w, Iw) + (half * half * dot(w, Iw)) * w);  // (2)

  // Q ∘ (1, h ω/2), of unit length
  const Vector u = lanes::gather_vector(q, 3), turn = half * w;
  const Lanes u0 = lanes::gather(q, 6);
  const Vector along = u + u0 * turn + cross(u, turn);
  const Lanes real = u0 - dot(u, turn);
  const Lanes scale = 1.0 / lanes::sqrt(real * real + dot(along, along));
  scatter(q1, 3, scale * along);
  scatter(q1, 6, scale * real);

  if (all(turning.solved)) return true;
  bool ok = true;
  for (int i = 0; i < static_cast<int>(flyers.size()); ++i) {
    if (turning.solved[i]) continue;
    const Flyer& f = flyers[static_cast<std::size_t>(i)];
    view<Vec3>(f.v + 3) = Vec3(guess.x[i], guess.y[i], guess.z[i]);
    ok = f.body->flight(h, f.q, f.p, f.q1, f.p1, f.v) && ok;
  }
  return ok;
}

}  // namespace holon
