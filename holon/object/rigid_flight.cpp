// SPDX-License-Identifier: Apache-2.0
#include "holon/math/lanes.h"
#include "holon/object/rigid_body.h"

/// Free flight of rigid bodies, four at once.
///
/// The discrete Euler-Lagrange equations of the free body for the Cayley map [Kobilarov11, sec. 4]:
/// with R₁ = R cay(h ω), the body momenta at the two ends are
///     μ₀ = I ω + (h/2) ω × I ω + (h²/4) (ω·I ω) ω        (1)
///     μ₁ = I ω − (h/2) ω × I ω + (h²/4) (ω·I ω) ω        (2)
/// and R μ₀ = R₁ μ₁ exactly: the angular momentum in the world does not change.
namespace holon {
namespace {

using lanes::Lanes;
using lanes::Mask;
using lanes::Matrix;
using lanes::Symmetric;
using lanes::Vector;

/// Equation (1) for ω.
struct Turning {
  static constexpr int most_iterations = 20;
  // Squares of errors of (1), over that of μ₀: where a guess is of use, what is nothing but
  // rounding, what cannot be told from nothing, from where on it may be all rounding, and what is
  // good enough where it does not get better.
  static constexpr double near_enough = 1e-4, exact = 1.6e-31, beyond_doubt = 1e-33,
                          rounding = 1e-28, good_enough = 1e-24;

  double half;  // h/2
  Symmetric I, I_inverse;
  Vector mu0, w, Iw = {};
  Mask solved = {};

  [[gnu::always_inline]] Vector residual() const {
    return Iw + half * cross(w, Iw) + (half * half * dot(w, Iw)) * w - mu0;
  }

  /// Its derivative by ω:  I + (h/2) ([ω]× I − [I ω]×) + (h²/4) ((ω·I ω) 1 + 2 ω (I ω)ᵀ)
  [[gnu::always_inline]] Matrix slope() const {
    const double quarter = half * half;
    const Lanes e = quarter * dot(w, Iw);
    const Vector column[3] = {{I.xx, I.xy, I.xz}, {I.xy, I.yy, I.yz}, {I.xz, I.yz, I.zz}};
    const Vector turned = half * Iw, along = (2.0 * quarter) * Iw;
    const Vector S[3] = {column[0] + half * cross(w, column[0]) + along.x * w,
                         column[1] + half * cross(w, column[1]) + along.y * w,
                         column[2] + half * cross(w, column[2]) + along.z * w};
    return {{S[0].x + e, S[0].y - turned.z, S[0].z + turned.y},
            {S[1].x + turned.z, S[1].y + e, S[1].z - turned.x},
            {S[2].x - turned.y, S[2].y + turned.x, S[2].z + e}};
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

  /// Newton. A step by d leaves about (h/2) |d| |I d|: where that is nothing, nobody looks again.
  [[gnu::always_inline]] void solve() {
    const double quarter = half * half;
    const Lanes size = dot(mu0, mu0);
    Vector r = start(size);
    Lanes error = dot(r, r);
    solved = error <= exact * size;
    for (int i = 0; i < most_iterations && !all(solved); ++i) {
      const Vector d = lanes::solve(slope(), r), before = Iw;
      w = select(solved, w, w - d);
      Iw = select(solved, Iw, I * w);
      const Vector Id = Iw - before;
      solved = solved | (quarter * dot(d, d) * dot(Id, Id) <= beyond_doubt * size);
      if (all(solved)) return;
      r = residual();
      const Lanes previous = error;
      error = dot(r, r);
      solved =
          solved | (error <= exact * size) | ((error <= rounding * size) & (previous <= error));
    }
    solved = solved | (error <= good_enough * size);
  }
};

}  // namespace

/// What fly() does, to be compiled for narrow and for wide vectors.
struct RigidBody::Runtime::Flight {
  [[gnu::always_inline]] static bool of(double h, std::span<const Flyer> flyers) {
    const auto of_each = [&](auto&& get) {
      const std::size_t last = flyers.size() - 1;  // fills up
      return std::array{get(flyers[0]),
                        get(flyers[std::min<std::size_t>(1, last)]),
                        get(flyers[std::min<std::size_t>(2, last)]),
                        get(flyers[std::min<std::size_t>(3, last)])};
    };
    const auto in_body = [&](auto&& get) {
      return of_each([&](const Flyer& f) -> const double* { return get(*f.body); });
    };
    const lanes::Places q = of_each([](const Flyer& f) { return f.q; });
    const lanes::Places p = of_each([](const Flyer& f) { return f.p; });
    const lanes::Targets v = of_each([](const Flyer& f) { return f.v; });
    const double half = 0.5 * h;
    Turning turning{half,
                    lanes::gather_symmetric(in_body([](auto& b) { return b.I_.entries; })),
                    lanes::gather_symmetric(in_body([](auto& b) { return b.I_inverse_.entries; })),
                    lanes::gather_vector(p, 3),
                    lanes::gather_vector({v[0], v[1], v[2], v[3]}, 3)};
    turning.solve();
    const Vector &w = turning.w, &Iw = turning.Iw;

    const Lanes m_inverse = lanes::gather(in_body([](auto& b) { return &b.m_inverse_; }), 0);
    const Vector momentum = lanes::gather_vector(p, 0), velocity = m_inverse * momentum;
    const lanes::Targets p1 = of_each([](const Flyer& f) { return f.p1; });
    scatter(p1, 0, momentum);
    scatter(p1, 3, Iw - half * cross(w, Iw) + (half * half * dot(w, Iw)) * w);  // (2)
    scatter(v, 0, velocity);
    scatter(v, 3, w);

    // Q ∘ (1, h ω/2), of unit length
    const Vector u = lanes::gather_vector(q, 3), turn = half * w;
    const Lanes u0 = lanes::gather(q, 6);
    const Vector along = u + u0 * turn + cross(u, turn);
    const Lanes real = u0 - dot(u, turn);
    const Lanes scale = 1.0 / lanes::sqrt(real * real + dot(along, along));
    const Vector position = lanes::gather_vector(q, 0) + h * velocity;
    const lanes::Targets q1 = of_each([](const Flyer& f) { return f.q1; });
    scatter(q1, 0, position);
    scatter(q1, 3, scale * along);
    scatter(q1, 6, scale * real);
    place(flyers, position, lanes::rotation(scale * real, scale * along), velocity, w);

    bool ok = true;
    for (int i = 0; i < static_cast<int>(flyers.size()); ++i) ok = ok && turning.solved[i];
    return ok;
  }

  /// To the bits that Runtime::place() would give.
  [[gnu::always_inline]] static void place(std::span<const Flyer> flyers,
                                           const Vector& x,
                                           const Matrix& R,
                                           const Vector& v,
                                           const Vector& w) {
    const Vector w_W = R * w;
    for (int i = 0; i < static_cast<int>(flyers.size()); ++i) {
      Runtime& body = *flyers[static_cast<std::size_t>(i)].body;
      body.x_ << x.x[i], x.y[i], x.z[i];
      body.R_.col(0) << R.x.x[i], R.x.y[i], R.x.z[i];
      body.R_.col(1) << R.y.x[i], R.y.y[i], R.y.z[i];
      body.R_.col(2) << R.z.x[i], R.z.y[i], R.z.z[i];
      body.v_ << v.x[i], v.y[i], v.z[i];
      body.w_B_ << w.x[i], w.y[i], w.z[i];
      body.w_ << w_W.x[i], w_W.y[i], w_W.z[i];
    }
  }

  HOLON_WIDE static bool wide(double h, std::span<const Flyer> flyers) { return of(h, flyers); }
};

bool RigidBody::Runtime::fly(double h, std::span<const Flyer> flyers) {
  static const bool is_wide = lanes::has_wide_vectors();
  return is_wide ? Flight::wide(h, flyers) : fly_narrow(h, flyers);
}
bool RigidBody::Runtime::fly_narrow(double h, std::span<const Flyer> flyers) {
  return Flight::of(h, flyers);
}

/// A copy flies, as this one stays where it is.
bool RigidBody::Runtime::flight(
    double h, const double* q, const double* p, double* q1, double* p1, double* v) const {
  Runtime body = *this;
  const Flyer flyer{&body, q, p, q1, p1, v};
  return fly(h, {&flyer, 1});
}

}  // namespace holon
