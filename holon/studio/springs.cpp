// SPDX-License-Identifier: Apache-2.0
#include "holon/studio/springs.h"

#include <algorithm>
#include <cmath>

namespace holon::studio {
namespace {

// What a spring is stretched by under the weight of what hangs on it, of its length.
constexpr double sag = 0.1;
// A spring that is shorter is as stiff as if it were that long [m].
constexpr double shortest_spring = 0.1;
// Of what would keep it from swinging at all: the amplitude halves in about two swings.
constexpr double damping_ratio = 0.05;

double strength_of_gravity(const Model& model) {
  double g = 0.0;
  model.forces().for_each([&](ForceId /*id*/, const ForceRecord& record) {
    if (const auto* gravity = get_if<Gravity>(&record.kind)) g = std::max(g, gravity->g.norm());
  });
  return g > 0.0 ? g : Gravity{}.g.norm();
}

/// Of the lighter end that can move.
double hanging_mass(const Model& model, const End& a, const End& b) {
  double mass = std::numeric_limits<double>::infinity();
  for (const End* end : {&a, &b})
    if (!is_fixed(model, *end)) mass = std::min(mass, mass_of(model, end->object));
  return mass;
}

}  // namespace

double mass_of(const Model& model, ObjectId id) {
  return visit([]<class K>(const K& kind) { return typename K::Runtime(kind).mass(); },
               model.objects()[id].kind);
}

Json spring_between(const World& world, const End& a, const End& b, const Json* stiffness) {
  const Model& model = world.model();
  const double length = (b.x - a.x).norm(), mass = hanging_mass(model, a, b);
  double k = mass * strength_of_gravity(model) / (sag * std::max(length, shortest_spring));
  if (stiffness != nullptr) k = numbers_of(Json::array({*stiffness}), 1, "stiffness").front();
  if (!(k > 0.0 && k < 1e12)) throw UsageError("stiffness: must be positive, and below 1e12 N/m");
  return {
      {"stiffness", k}, {"damping", 2.0 * damping_ratio * std::sqrt(k * mass)}, {"length", length}};
}

}  // namespace holon::studio
