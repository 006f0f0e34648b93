// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <map>

#include "holon/model/parameter.h"
#include "holon/model/signals.h"
#include "holon/scene/hidden.h"
#include "holon/studio/compose.h"
#include "holon/studio/drives.h"
#include "holon/world/signal_reader.h"

namespace holon::studio {
namespace {

/// null where there is no finite number: a limit that is not set.
Json finite(double x) {
  return std::isfinite(x) ? Json(x) : Json();
}

/// "N" of "tension [N], if it is taut"
std::string unit_in(std::string_view text) {
  const std::size_t open = text.rfind('['), close = text.rfind(']');
  if (open == std::string_view::npos || close == std::string_view::npos || close < open) return "";
  return std::string(text.substr(open + 1, close - open - 1));
}

bool belongs_to(const Signal& signal, const ThingId& id) {
  switch (signal.of) {
    case Signal::Of::object:
    case Signal::Of::contacts:
      return id == ThingId(signal.object);
    case Signal::Of::constraint:
      return id == ThingId(signal.constraint);
    case Signal::Of::force:
      return id == ThingId(signal.force);
    case Signal::Of::controller:
      return id == ThingId(signal.controller);
    default:
      return false;
  }
}

/// One thing of a world, as the inspector shows it.
class Inspection {
 public:
  Inspection(const SceneRun& run, const ThingId& id)
      : run_(run),
        world_(run.world()),
        model_(world_.model()),
        id_(id),
        name_(name_of(model_, id)) {}

  Json answer() {
    Json out = described(id_);
    out["summary"] = summary_of(model_, id_);
    out["active"] = is_active();
    out["fields"] = fields();
    out["readings"] = readings();
    out["loads"] = loads();
    out["objects"] = objects();
    out["things"] = things();
    out.update(joint());
    out["angle"] = motion_signal();
    return out;
  }

 private:
  Json described(const ThingId& id) const {
    return {{"name", name_of(model_, id)}, {"sort", sort_of(id)}, {"kind", kind_of(model_, id)}};
  }
  template <class Id>
  const Id* as() const {
    return std::get_if<Id>(&id_);
  }

  bool is_active() const {
    if (const auto* id = as<ConstraintId>()) return world_.is_active(*id);
    if (const auto* id = as<ForceId>()) return model_.forces()[*id].options.active;
    if (const auto* id = as<ControllerId>()) return model_.controllers()[*id].options.active;
    return true;
  }

  Json fields() const {
    Json out = Json::array();
    const auto tell = [&](const std::string& field, double value, std::string_view text) {
      out.push_back({{"name", name_ + "." + field},
                     {"value", finite(value)},
                     {"text", text},
                     {"unit", unit_in(text)}});
    };
    if (const auto* id = as<ConstraintId>()) for_each_number(model_.constraints()[*id], tell);
    if (const auto* id = as<ForceId>()) for_each_number(model_.forces()[*id], tell);
    if (const auto* id = as<ObjectId>()) for_each_number(model_.objects()[*id], tell);
    if (const auto* id = as<ControllerId>()) for_each_number(model_.controllers()[*id], tell);
    return out;
  }

  Json readings() const {
    Json out = Json::array();
    SignalReader reader;
    for_each_signal(
        model_, [&](const std::string& name, std::string_view unit, const Signal& signal) {
          if (belongs_to(signal, id_))
            out.push_back(
                {{"name", name}, {"unit", unit}, {"value", finite(reader.read(world_, signal))}});
        });
    return out;
  }

  Json load(const ConnectorLoad& load) const {
    return {{"on", load.object.is_none() ? "the world" : model_.name_of(load.object)},
            {"at", numbers(load.point)},
            {"force", numbers(load.force)},
            {"torque", numbers(load.torque)}};
  }
  /// What a constraint or force does to whom; of an object, what is done to it and by whom.
  Json loads() const {
    Json out = Json::array();
    if (const auto* id = as<ConstraintId>())
      for (const ConnectorLoad& l : world_.loads(*id)) out.push_back(load(l));
    if (const auto* id = as<ForceId>())
      for (const ConnectorLoad& l : world_.loads(*id)) out.push_back(load(l));
    if (const auto* id = as<ObjectId>()) add_loads_on(*id, out);
    return out;
  }
  void add_loads_on(ObjectId object, Json& out) const {
    const auto add = [&](auto id, const auto& /*record*/) {
      if (is_hidden(model_.name_of(id))) return;
      for (const ConnectorLoad& l : world_.loads(id)) {
        if (l.object != object) continue;
        out.push_back(load(l));
        out.back()["by"] = model_.name_of(id);
      }
    };
    for (ConstraintId id : model_.objects()[object].constraints) add(id, 0);
    // those on all objects are listed by none
    model_.forces().for_each(add);
    add_pushes_on(object, out);
  }
  /// Of each object that touches it all contacts together, at the centre of their pressure.
  void add_pushes_on(ObjectId object, Json& out) const {
    std::map<std::string, std::vector<ContactReading>> pushes;
    for (const ContactReading& c : world_.contacts()) {
      if (c.a != object && c.b != object) continue;
      const ObjectId other = c.a == object ? c.b : c.a;
      pushes[other.is_none() ? "the world" : model_.name_of(other)].push_back(c);
    }
    for (const auto& [by, list] : pushes) {
      ConnectorLoad all{.object = object};
      double pressure = 0.0;
      for (const ContactReading& c : list) {
        const double push = c.force.dot(c.normal);
        pressure += push;
        all.point += push * c.point;
      }
      if (!(pressure > 0.0)) continue;
      all.point /= pressure;
      for (const ContactReading& c : list) {
        const double sign = c.b == object ? 1.0 : -1.0;
        all.force += sign * c.force;
        all.torque += sign * (c.torque + (c.point - all.point).cross(c.force));
      }
      out.push_back(load(all));
      out.back()["by"] = by;
    }
  }

  Json objects() const {
    Json out = Json::array();
    std::vector<ObjectId> on;
    if (const auto* id = as<ConstraintId>()) on = Model::objects_of(model_.constraints()[*id].kind);
    if (const auto* id = as<ForceId>()) on = Model::objects_of(model_.forces()[*id].kind);
    for (ObjectId id : on) out.push_back(model_.name_of(id));
    return out;
  }

  Json things() const {
    Json out = Json::array();
    const auto* object = as<ObjectId>();
    if (object == nullptr) return out;
    const auto add = [&](const ThingId& id) {
      if (!is_hidden(name_of(model_, id))) out.push_back(described(id));
    };
    for (ConstraintId id : model_.objects()[*object].constraints) add(id);
    for (ForceId id : model_.objects()[*object].forces) add(id);
    return out;
  }

  // ---- joints ----

  Json joint() const {
    Json out = {
        {"joint", nullptr}, {"joints", Json::array()}, {"motor", nullptr}, {"limit", nullptr}};
    const std::optional<Joint> joint = find_joint(run_, id_);
    if (!joint) return out;
    out["joint"] = joint_word(joint->kind->name);
    const bool turns = can_turn(model_, joint->a) && can_turn(model_, joint->b);
    for (const JointKind& other : joint_kinds())
      if (turns || joins_points(*other.kind)) out["joints"].push_back(other.word);
    if (const auto drive = find_drive(run_, *joint)) out["motor"] = told(*drive);
    if (const auto stops = find_stops(run_, *joint))
      out["limit"] = {
          {"name", stops->name}, {"min", finite(stops->lower)}, {"max", finite(stops->upper)}};
    return out;
  }
  static Json told(const Drive& drive) {
    return {{"name", drive.name},
            {"speed", drive.speed ? Json(*drive.speed) : Json()},
            {"torque", drive.torque ? Json(*drive.torque) : Json()},
            {"field", drive.speed_field()}};
  }

  /// How far it has gone: the first of the signals that tell it.
  Json motion_signal() const {
    for (const char* number : {".angle",
                               ".travel",
                               ".quantity",
                               ".distance",
                               ".stretch",
                               ".path_length",
                               ".curve.length"})
      if (find_signal(model_, name_ + number)) return name_ + number;
    return {};
  }

  const SceneRun& run_;
  const World& world_;
  const Model& model_;
  ThingId id_;
  std::string name_;
};

}  // namespace

Json inspect(const SceneRun& run, const std::string& name) {
  return Inspection(run, thing_named(run.world().model(), name)).answer();
}

}  // namespace holon::studio
