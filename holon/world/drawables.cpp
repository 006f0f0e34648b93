// SPDX-License-Identifier: Apache-2.0
#include "holon/world/drawables.h"

#include <algorithm>

namespace holon {
namespace {

class Collector {
 public:
  explicit Collector(const World& world) : world_(world) {}
  std::vector<Drawable> arrows;

  /// `owner` says whose the loads are. Those of a pair are marked where one is a reaction.
  void add(const Drawable& owner, const std::vector<ConnectorLoad>& loads, bool in_pairs) {
    double largest = 0.0;
    for (const ConnectorLoad& l : loads)
      largest = std::max({largest, l.force.norm(), l.torque.norm()});
    for (std::size_t i = 0; i < loads.size(); ++i) {
      const ConnectorLoad& load = loads[i];
      Drawable arrow = owner;
      arrow.point = load.point;
      arrow.object = load.object;
      arrow.part = load.part;
      arrow.reaction = in_pairs && is_reaction(loads, i);
      // a torque this small is what rounding leaves of a force with an arm
      const bool turns = load.torque.norm() > 1e-9 * largest;
      if (!turns || !load.force.isZero(0.0)) {
        arrow.kind = Drawable::Kind::force;
        arrow.vector = load.force;
        arrows.push_back(arrow);
      }
      if (turns) {
        arrow.kind = Drawable::Kind::torque;
        arrow.vector = load.torque;
        arrows.push_back(arrow);
      }
    }
  }

 private:
  bool gives_way(const ConnectorLoad& load) const {
    return !load.object.is_none() && !world_.model().objects()[load.object].options.kinematic;
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

/// The blow of an impulse, if it fell since a time.
template <class K>
void add_blow(const World& world, Drawable arrow, const K& kind, double since, Collector& out) {
  if (!falls_in_step(kind.time, since, world.time() - since)) return;
  arrow.kind = Drawable::Kind::impulse;
  arrow.point = world.point(kind.point).x;
  arrow.vector = kind.impulse;
  if (const auto* on = std::get_if<PointOn>(&kind.point)) {
    arrow.object = on->object;
    arrow.part = on->part;
  }
  out.arrows.push_back(arrow);
}

/// When the last step began; now, if there was none or the world was put to another time since.
double last_start(const World& world) {
  const StepReport& last = world.report();
  return last.ok && last.time == world.time() ? last.time - last.h : world.time();
}

}  // namespace

std::vector<Drawable> drawables(const World& world, std::optional<double> since) {
  Collector out(world);
  const Model& model = world.model();
  model.constraints().for_each([&](ConstraintId id, const ConstraintRecord& /*record*/) {
    out.add({.constraint = id, .name = model.name_of(id)}, world.loads(id), true);
  });
  const double from = since.value_or(last_start(world));
  model.forces().for_each([&](ForceId id, const ForceRecord& record) {
    const Drawable owner{.force = id, .name = model.name_of(id)};
    std::visit(
        [&]<class K>(const K& kind) {
          if constexpr (ImpulseKind<K>) {
            if (record.options.active) add_blow(world, owner, kind, from, out);
          } else {
            out.add(owner, world.loads(id), ConnectorForce<K>);
          }
        },
        record.kind);
  });
  return std::move(out.arrows);
}

}  // namespace holon
