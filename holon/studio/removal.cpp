// SPDX-License-Identifier: Apache-2.0
#include "holon/studio/removal.h"

#include <algorithm>
#include <set>

#include "holon/studio/drives.h"

namespace holon::studio {
namespace {

/// Collects what is to go, each once.
class Removal {
 public:
  explicit Removal(const SceneRun& run) : run_(run), model_(run.world().model()) {}

  void add(const ThingId& id) {
    if (!ids_.insert(id).second) return;
    if (const auto joint = find_joint(run_, id)) add_drives(*joint);
    if (const auto* controller = std::get_if<ControllerId>(&id)) add_commanded(*controller);
  }
  /// Constraints and forces before the objects that they are on, and controllers last, so that
  /// each is still there when its turn comes.
  Json edit() const {
    Json names = Json::array();
    for (const ThingId& id : ids_)
      if (!goes_with_an_object(id)) names.push_back(name_of(model_, id));
    return {{"remove", std::move(names)}};
  }

 private:
  void add_drives(const Joint& joint) {
    if (has_double(joint)) return;
    if (const auto drive = find_drive(run_, joint)) add(thing_named(model_, drive->name));
    if (const auto stops = find_stops(run_, joint)) add(thing_named(model_, stops->name));
  }
  /// Whether another joint goes on doing the same between the same parts, as the second hinge of a
  /// door.
  bool has_double(const Joint& joint) const {
    const auto parts = [&](ConstraintId id) {
      return Model::objects_of(model_.constraints()[id].kind);
    };
    const auto* own = std::get_if<ConstraintId>(&joint.id);
    if (own == nullptr) return false;
    const std::vector<ObjectId> between = parts(*own);
    return std::ranges::any_of(model_.objects()[between.front()].constraints, [&](ConstraintId id) {
      return !ids_.contains(id) && std::ranges::is_permutation(parts(id), between)
             && motion_of(kind_of(model_, id)) == motion_of(joint.kind->name);
    });
  }
  void add_commanded(ControllerId by) {
    const auto look = [&](auto id, const auto& record) {
      visit(
          [&](const auto& kind) {
            if constexpr (requires { kind.connectors(); })
              std::apply(
                  [&](const auto&... ref) {
                    (for_each_controller(ref, [&](ControllerId c) { c == by ? add(id) : void(); }),
                     ...);
                  },
                  kind.connectors());
          },
          record.kind);
    };
    model_.constraints().for_each(look);
    model_.forces().for_each(look);
  }
  /// A force on listed objects goes on with the others.
  bool goes_with_an_object(const ThingId& id) const {
    const auto is_going = [&](ObjectId object) { return ids_.contains(object); };
    if (const auto* constraint = std::get_if<ConstraintId>(&id))
      return std::ranges::any_of(Model::objects_of(model_.constraints()[*constraint].kind),
                                 is_going);
    if (const auto* force = std::get_if<ForceId>(&id)) {
      const Force& kind = model_.forces()[*force].kind;
      const std::vector<ObjectId> on = Model::objects_of(kind);
      if (Model::acts_between(kind)) return std::ranges::any_of(on, is_going);
      return !on.empty() && std::ranges::all_of(on, is_going);
    }
    return false;
  }

  const SceneRun& run_;
  const Model& model_;
  std::set<ThingId> ids_;  // constraints first, then forces, objects and controllers
};

}  // namespace

Json removing(const SceneRun& run, const std::vector<std::string>& names) {
  if (names.empty()) throw UsageError("names: there is nothing to remove");
  Removal removal(run);
  for (const std::string& name : names) removal.add(thing_named(run.world().model(), name));
  return removal.edit();
}

}  // namespace holon::studio
