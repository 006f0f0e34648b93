// SPDX-License-Identifier: Apache-2.0
#include "holon/model/collision.h"

#include <algorithm>
#include <cmath>

namespace holon {

void CollisionPart::check(Diagnostics& d) const {
  std::visit([&](const auto& kind) { kind.check(d); }, shape);
  d.expect(at.allFinite(), "at", "must be finite");
  const double size = orientation.norm();
  d.expect(std::isfinite(size) && size > 1e-12,
           "orientation",
           "must be a finite quaternion that is not zero");
}

void SurfacePair::check(Diagnostics& d) const {
  const auto not_negative = [&](const char* field, double value) {
    d.expect(std::isfinite(value) && value >= 0.0, field, "must be zero or positive");
  };
  not_negative("friction", friction);
  not_negative("static_friction", static_friction);
  not_negative("bounce_speed", bounce_speed);
  not_negative("rolling_friction", rolling_friction);
  not_negative("spinning_friction", spinning_friction);
  d.expect(restitution >= 0.0 && restitution <= 1.0, "restitution", "must be between 0 and 1");
}

SurfacePair SurfacePair::of(const SurfacePair& a, const SurfacePair& b) {
  const auto sticking = [](const SurfacePair& s) {
    return std::max(s.friction, s.static_friction);
  };
  return {.friction = std::sqrt(a.friction * b.friction),
          .static_friction = std::sqrt(sticking(a) * sticking(b)),
          .restitution = std::max(a.restitution, b.restitution),
          .bounce_speed = std::max(a.bounce_speed, b.bounce_speed),
          .rolling_friction = std::max(a.rolling_friction, b.rolling_friction),
          .spinning_friction = std::max(a.spinning_friction, b.spinning_friction)};
}

void Collision::check(Diagnostics& d) const {
  d.expect(!shapes.empty(), "shapes", "must have at least one");
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    Diagnostics part;
    shapes[i].check(part);
    for (const std::string& error : part.errors()) d.error("shapes." + std::to_string(i), error);
  }
  surface.check(d);
  const auto is_layer = [](int i) { return i >= 0 && i < layers; };
  d.expect(is_layer(layer), "layer", "must be between 0 and 31");
  d.expect(std::ranges::all_of(ignores, is_layer), "ignores", "must be between 0 and 31");
}

std::shared_ptr<const Collision> Collision::of(AnyCollisionShape shape, SurfacePair surface) {
  auto collision = std::make_shared<Collision>();
  collision->shapes.push_back({.shape = std::move(shape)});
  collision->surface = surface;
  return collision;
}

void MaterialPair::check(Diagnostics& d) const {
  d.expect(!a.empty(), "a", "must name a material");
  d.expect(!b.empty(), "b", "must name a material");
  surface.check(d);
}

}  // namespace holon
