// SPDX-License-Identifier: Apache-2.0
#include "holon/studio/poser.h"

#include <Eigen/Eigenvalues>
#include <algorithm>

namespace holon::studio {
namespace {

// so short that what follows the time stands still
constexpr double instant = 1e-7;

/// What cannot move with an object when no forces act. Controllers may listen to any object.
std::vector<ObjectId> unmoved_by(const Model& model, ObjectId object) {
  if (model.controllers().size() > 0) return {};
  const std::set<ObjectId> moved = joined_to(model, object);
  std::vector<ObjectId> others;
  model.objects().for_each([&](ObjectId id, const auto& /*record*/) {
    if (!moved.contains(id)) others.push_back(id);
  });
  return others;
}

/// Without forces, and without what would only stand by.
World copy_around(const World& world, ObjectId object) {
  World copy(world.model());
  copy.restore({world.model(), world.state()});
  std::vector<ForceId> forces;
  world.model().forces().for_each(
      [&](ForceId id, const auto& /*record*/) { forces.push_back(id); });
  for (ForceId id : forces) copy.remove(id);
  for (ObjectId id : unmoved_by(world.model(), object)) copy.remove(id);
  copy.set_stepper("first_order");
  return copy;
}

/// The force that moves a point of mobility W by d in the first order, damped where the point can
/// hardly go: f = (W² + μ²)⁻¹ W d.
Vec3 force_for(const Mat3& W, const Vec3& d) {
  const Eigen::SelfAdjointEigenSolver<Mat3> axes(W);
  const double damping = 0.1 * axes.eigenvalues().maxCoeff();
  Vec3 along = axes.eigenvectors().transpose() * d;
  for (int i = 0; i < 3; ++i) {
    const double w = axes.eigenvalues()[i], size = w * w + damping * damping;
    along[i] = size > 0.0 ? w / size * along[i] : 0.0;
  }
  return axes.eigenvectors() * along;
}

}  // namespace

Poser::Poser(const World& world, const PointOn& held)
    : world_(copy_around(world, held.object)),
      held_{held, world_.point(held).x, world_.point(held).x} {
  hand_ = world_.add(AppliedForce{.point = held, .force = Path::constant(Vec3::Zero())},
                     {.name = name_of_hand});
  free_inertia_ = grasp_of(world_, held).free_inertia;
}

/// Newton: where things stop when forces stop, a step h of a force f moves its point by h W f.
bool Poser::approach(const Vec3& to) {
  const Mat3 W = world_.mobility(held_.what);
  // what is left of W where the joints hold the point fast is rounding
  if (W.trace() < 1e-9 / free_inertia_) return false;
  const Vec3 force = force_for(W, to - held_.point) / instant;
  world_.set(hand_, AppliedForce{.point = held_.what, .force = Path::constant(force)});
  if (!world_.step(instant).ok) return false;
  held_.point = world_.point(held_.what).x;
  return true;
}

Json Poser::move(const Vec3& to, const World& world) {
  constexpr int most_steps = 150;
  // a long way in short ones, so that the joints stay on their branch
  const double far = (to - held_.point).norm();
  const double longest = std::min(far / 10.0, 0.02 * grasp_of(world_, held_.what).length);
  held_.to = to;
  for (int i = 0; i < most_steps; ++i) {
    const Vec3 way = to - held_.point, before = held_.point;
    const double length = way.norm();
    if (length <= 1e-7 * far) break;
    if (!approach(held_.point + way * std::min(1.0, longest / length))) break;
    if ((held_.point - before).norm() < 1e-3 * std::min(length, longest)) break;  // held back
  }
  Json places = Json::object();
  world_.model().objects().for_each([&](ObjectId id, const auto& /*record*/) {
    const auto now = world_.state().q(id);
    if (!std::ranges::equal(now, world.state().q(id)))
      places[world.model().name_of(id)] = std::vector<double>(now.begin(), now.end());
  });
  return places.empty() ? Json() : Json{{"pose", places}};
}

}  // namespace holon::studio
