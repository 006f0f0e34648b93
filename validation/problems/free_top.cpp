// SPDX-License-Identifier: Apache-2.0
#include "validation/parts.h"
#include "validation/validation.h"

/// A free body spun about its middle axis, which turns over again and again.
namespace holon::validation::free_top {
namespace {

const Vec3 kInertia(1.0, 2.0, 3.0);

struct Top {
  World world;
  ObjectId body;
  explicit Top(const WorldOptions& o) : world(o) {
    RigidBody b;
    b.inertia = kInertia.asDiagonal();
    b.angular_velocity = {0.01, 2.0, 0.01};
    body = world.add(b);
  }
};

Mat3 attitude(const World& w, ObjectId id) {
  return w.frame(FrameOn{id}).R;
}
/// ω in body axes
Vec3 spin(const World& w, ObjectId id) {
  const FrameKin f = w.frame(FrameOn{id});
  return f.R.transpose() * f.w;
}

/// What happens at the flips: ω₂ passes zero, ω₁ and ω₃ are largest; half way between two flips ω₂
/// is largest and ω₃ smallest. Times follow from what is left of ω₂ where a flip is expected.
Study flips(const Reference& r) {
  const double first = r.at("flip time 1 (omega2 changes sign)").value;
  const double second = r.at("flip time 2 (omega2 changes sign)").value;
  Study s;
  s.variant = "flips";
  s.times = {first, 0.5 * (first + second), second};
  s.methods = {projected(0.02, 5), rk4(0.02, 5)};
  s.limit = 1e-8;
  s.limit_why = "1e-10 of the spin, of which the smallest ω₃ is a 250th";
  s.build = [=](const WorldOptions& o) {
    Top top(o);
    return Scene{std::move(top.world),
                 [body = top.body, t1 = 0.0](const World& w, int i) mutable -> Readings {
                   const Vec3 u = spin(w, body);
                   const Vec3 L = kInertia.cwiseProduct(u);
                   if (i == 1)
                     return {{"max omega2", std::abs(u.y())},
                             {"min omega3", std::abs(u.z())},
                             {"kinetic energy", w.kinetic_energy()},
                             {"|angular momentum|", L.norm()}};
                   const double rate = (kInertia.z() - kInertia.x()) * u.z() * u.x() / kInertia.y();
                   const double t = w.time() - u.y() / rate;
                   if (i == 0) {
                     t1 = t;
                     return {{"flip time 1 (omega2 changes sign)", t},
                             {"max omega1", std::abs(u.x())},
                             {"max omega3", std::abs(u.z())}};
                   }
                   return {{"flip time 2 (omega2 changes sign)", t},
                           {"time between flips (2K/rate)", t - t1},
                           {"period of omega (4K/rate)", 2.0 * (t - t1)}};
                 }};
  };
  return s;
}

Study motion(const Reference& r) {
  Study s;
  s.variant = "free body";
  s.times = r.times("R11");
  s.methods = {projected(0.02, 5), rk4(0.02, 5)};
  s.build = [](const WorldOptions& o) {
    Top top(o);
    return Scene{std::move(top.world), [body = top.body](const World& w, int) {
                   const Vec3 u = spin(w, body);
                   const Mat3 R = attitude(w, body);
                   Readings out;
                   for (int i = 0; i < 3; ++i) {
                     const std::string a = std::to_string(i + 1);
                     out.push_back({"omega" + a + " (body)", u[i]});
                     for (int j = 0; j < 3; ++j)
                       out.push_back({"R" + a + std::to_string(j + 1), R(i, j)});
                   }
                   return out;
                 }};
  };
  return s;
}

}  // namespace

void run(Validation& v) {
  Reference& r = v.load("02a_free_top_dzhanibekov");
  r.skip("elliptic modulus", "it is a number of the closed form, not of the motion");
  v.converge(r, motion(r));
  v.converge(r, flips(r));
}

}  // namespace holon::validation::free_top
