// SPDX-License-Identifier: Apache-2.0
#include "holon/world/drawables.h"

#include <algorithm>

namespace holon {
namespace {

class Collector {
 public:
  explicit Collector(const World& world) : world_(world) {}
  std::vector<Drawable> arrows;

  /// `owner` says whose the loads are, and of which kind it is where they push. Those of a pair are
  /// marked where one is a reaction.
  void add(const Drawable& owner, const std::vector<ConnectorLoad>& loads, bool in_pairs) {
    const double most =
        std::max(largest(loads, &ConnectorLoad::force), largest(loads, &ConnectorLoad::torque));
    for (std::size_t i = 0; i < loads.size(); ++i) {
      const ConnectorLoad& load = loads[i];
      Drawable arrow = owner;
      arrow.point = load.point;
      arrow.object = load.object;
      arrow.part = load.part;
      arrow.reaction = in_pairs && is_reaction(loads, i);
      // a torque this small is what rounding leaves of a force with an arm
      const bool turns = load.torque.norm() > 1e-9 * most;
      if (!turns || !load.force.isZero(0.0)) {
        arrow.vector = load.force;
        arrows.push_back(arrow);
      }
      if (turns) {
        arrow.kind = owner.kind == Drawable::Kind::impulse ? Drawable::Kind::angular_impulse
                                                           : Drawable::Kind::torque;
        arrow.vector = load.torque;
        arrows.push_back(arrow);
      }
    }
  }

 private:
  bool gives_way(const ConnectorLoad& load) const {
    const auto& objects = world_.model().objects();
    return objects.contains(load.object) && !objects[load.object].options.kinematic;
  }
  bool is_reaction(const std::vector<ConnectorLoad>& loads, std::size_t i) const {
    if (loads.size() < 2) return false;
    if (!gives_way(loads[i])) return true;
    const auto moves = [&](const ConnectorLoad& l) { return gives_way(l); };
    if (!std::ranges::all_of(loads, moves)) return false;
    const auto track = std::ranges::find(loads, true, &ConnectorLoad::on_track);
    return i == (track == loads.end() ? 0 : static_cast<std::size_t>(track - loads.begin()));
  }
  const World& world_;
};

/// As a pair of each: what a feels, and what b does.
void add_contacts(const World& world, Collector& out) {
  for (const ContactReading& c : world.contacts())
    out.add({},
            {{.object = c.a, .point = c.point, .force = -c.force},
             {.object = c.b, .point = c.point, .force = c.force}},
            true);
}

/// What the connectors felt of one blow stands together.
void add_blows(const Model& model, std::span<const Blow> blows, Collector& out) {
  std::vector<ConnectorLoad> loads;
  for (std::size_t i = 0; i < blows.size(); ++i) {
    const auto& [by, time, load] = blows[i];
    loads.push_back(load);
    if (i + 1 < blows.size() && blows[i + 1].by == by && blows[i + 1].time == time) continue;
    if (model.forces().contains(by))
      out.add(
          {.kind = Drawable::Kind::impulse, .force = by, .name = model.name_of(by)}, loads, true);
    loads.clear();
  }
}

}  // namespace

std::vector<Drawable> drawables(const World& world, std::span<const Blow> blows) {
  Collector out(world);
  const Model& model = world.model();
  model.constraints().for_each([&](ConstraintId id, const ConstraintRecord& /*record*/) {
    out.add({.constraint = id, .name = model.name_of(id)}, world.loads(id), true);
  });
  model.forces().for_each([&](ForceId id, const ForceRecord& record) {
    out.add({.force = id, .name = model.name_of(id)},
            world.loads(id),
            Model::acts_between(record.kind));
  });
  add_contacts(world, out);
  add_blows(model, blows, out);
  return std::move(out.arrows);
}

std::vector<Drawable> drawables(const World& world) {
  return drawables(world, world.report().blows);
}

}  // namespace holon
