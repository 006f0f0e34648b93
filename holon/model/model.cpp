// SPDX-License-Identifier: Apache-2.0
#include "holon/model/model.h"

#include <algorithm>
#include <set>
#include <type_traits>

namespace holon {

template <class List>
Any<List>::Any() = default;
template <class List>
Any<List>::Any(const Any& other) = default;
template <class List>
Any<List>::Any(Any&& other) noexcept = default;
template <class List>
Any<List>& Any<List>::operator=(const Any& other) = default;
template <class List>
Any<List>& Any<List>::operator=(Any&& other) noexcept = default;
template <class List>
Any<List>::~Any() = default;
template class Any<ObjectKinds>;
template class Any<ConstraintKinds>;
template class Any<ForceKinds>;
template class Any<ControllerKinds>;

namespace {

// ---- what is wrong with a field, by its type ----

// A length this near to one is one already, so that what was written to a file is read as it was.
constexpr double kUnit = 1e-15;

class FieldCheck {
 public:
  FieldCheck(const Model& model, Diagnostics& d)
      : objects_(model.objects()), controllers_(model.controllers()), d_(d) {}

  /// Checks a field, brings directions and orientations to unit length and lists each object once.
  template <class T>
  void operator()(std::string_view field, T& value, std::string_view /*text*/) {
    if constexpr (std::is_same_v<T, PointRef>) {
      point(field, value);
    } else if constexpr (std::is_same_v<T, DirectionRef>) {
      direction(field, value);
    } else if constexpr (std::is_same_v<T, FrameRef>) {
      frame(field, value);
    } else if constexpr (std::is_same_v<T, ScalarRef>) {
      scalar(field, value);
    } else if constexpr (std::is_same_v<T, std::vector<PointRef>> || std::is_same_v<T, ScalarSum>) {
      for (std::size_t i = 0; i < value.size(); ++i)
        (*this)(std::string(field) + "." + std::to_string(i), value[i], "");
    } else if constexpr (std::is_same_v<T, CurveRef>) {
      frame(std::string(field) + ".frame", value.frame);
    } else if constexpr (std::is_same_v<T, SurfaceRef>) {
      frame(std::string(field) + ".frame", value.frame);
      value.surface.check(d_, field);
    } else if constexpr (std::is_same_v<T, ScalarTerm> || std::is_same_v<T, ComputedInput>) {
      fields_of(field, value);
    } else if constexpr (std::is_same_v<T, std::vector<ComputedInput>>) {
      for (std::size_t i = 0; i < value.size(); ++i)
        fields_of(std::string(field) + "." + std::to_string(i), value[i]);
    } else if constexpr (std::is_same_v<T, Command>) {
      command(field, value);
    } else if constexpr (std::is_same_v<T, SignalRef>) {
      signal(field, value);
    } else if constexpr (std::is_same_v<T, std::vector<ObjectId>>) {
      for (ObjectId id : value) alive(field, id);
      std::set<ObjectId> seen;
      std::erase_if(value, [&](ObjectId id) { return !seen.insert(id).second; });
    }
  }

 private:
  bool alive(std::string_view field, ObjectId id) {
    if (objects_.contains(id)) return true;
    d_.error(field, id.is_none() ? "names no object" : "names an object that is no longer there");
    return false;
  }
  void oriented(std::string_view field, ObjectId id) {
    if (!alive(field, id)) return;
    std::visit(
        [&]<class K>(const K& /*kind*/) {
          if (!K::Runtime::has_orientation)
            d_.error(field,
                     std::string("needs an object with an orientation, and a ")
                         + std::string(K::name) + " has none");
        },
        objects_[id].kind);
  }
  void unit(std::string_view field, Vec3& along) {
    const double size = along.norm();
    if (!std::isfinite(size) || size < 1e-12)
      d_.error(field, "must be a direction of finite length that is not zero");
    else if (std::abs(size - 1.0) > kUnit)
      along /= size;
  }
  void unit(std::string_view field, Quat& q) {
    const double size = q.norm();
    if (!std::isfinite(size) || size < 1e-12)
      d_.error(field, "orientation must be a finite quaternion that is not zero");
    else if (std::abs(size - 1.0) > kUnit)
      q.coeffs() /= size;
  }
  void finite(std::string_view field, const Vec3& at) {
    d_.expect(at.allFinite(), field, "must be finite");
  }

  void point(std::string_view field, PointRef& ref) {
    if (auto* p = std::get_if<PointOn>(&ref)) {
      finite(field, p->at);
      if (!alive(field, p->object)) return;
      const auto* system = std::get_if<Parametric>(&objects_[p->object].kind);
      const int parts = system != nullptr ? system->map.particles() : 1;
      d_.expect(
          p->part >= 0 && p->part < parts,
          field,
          "part must be below the number of particles of the object, " + std::to_string(parts));
    } else if (auto* nail = std::get_if<Nail>(&ref)) {
      finite(field, nail->at);
    } else {
      std::get<Path>(ref).check(d_, field);
    }
  }
  void direction(std::string_view field, DirectionRef& ref) {
    if (auto* d = std::get_if<DirectionOn>(&ref)) {
      oriented(field, d->object);
      unit(field, d->along);
    } else {
      unit(field, std::get<WorldDirection>(ref).along);
    }
  }
  void frame(std::string_view field, FrameRef& ref) {
    if (auto* f = std::get_if<FrameOn>(&ref)) {
      oriented(field, f->object);
      finite(field, f->at);
      unit(field, f->orientation);
    } else {
      auto& world = std::get<WorldFrame>(ref);
      finite(field, world.at);
      unit(field, world.orientation);
    }
  }
  void scalar(std::string_view field, ScalarRef& ref) {
    std::visit(
        [&](auto& kind) {
          if constexpr (requires { kind.check(d_, field); }) kind.check(d_, field);
          fields_of(field, kind);
        },
        ref);
  }
  void command(std::string_view field, const Command& ref) {
    if (const Motion* motion = ref.motion()) return motion->check(d_, field);
    d_.expect(controllers_.contains(*ref.controller()), field, "names no controller");
  }
  void signal(std::string_view field, SignalRef& ref) {
    if (const auto* motion = std::get_if<Motion>(&ref)) motion->check(d_, field);
    if (auto* q = std::get_if<QuantitySignal>(&ref))
      scalar(std::string(field) + ".quantity", q->quantity);
  }
  template <class T>
  void fields_of(std::string_view field, T& value) {
    T::fields(value, [&](std::string_view inner, auto& part, std::string_view text) {
      (*this)(std::string(field) + "." + std::string(inner), part, text);
    });
  }

  const SlotMap<ObjectId, ObjectRecord>& objects_;
  const SlotMap<ControllerId, ControllerRecord>& controllers_;
  Diagnostics& d_;
};

std::string title(std::string_view what, const std::string& name, std::string_view kind) {
  std::string text(what);
  if (!name.empty()) text += " '" + name + "'";
  return text + " (" + std::string(kind) + ")";
}

template <class Variant>
std::string_view kind_name(const Variant& v) {
  return std::visit([](const auto& k) { return std::decay_t<decltype(k)>::name; }, v);
}

void check_name(Diagnostics& d,
                const std::unordered_map<std::string, std::uint32_t>& names,
                const std::string& name,
                std::uint32_t self) {
  if (name.empty()) return;
  const auto it = names.find(name);
  d.expect(it == names.end() || it->second == self, "name", "is taken already by another");
  d.expect(
      std::none_of(
          name.begin(), name.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }),
      "name",
      "must not contain control characters");
}

/// Checks a kind and its fields against what there is; throws all that is wrong at once.
template <class Variant, class Options>
void check(std::string_view what,
           Variant& kind,
           const Options& options,
           const Model& model,
           Diagnostics& d) {
  std::visit(
      [&](auto& k) {
        using K = std::decay_t<decltype(k)>;
        k.check(d);
        K::fields(k, FieldCheck(model, d));
      },
      kind);
  if constexpr (requires { options.check(d); }) options.check(d);
  if (!d.ok()) throw ModelError(title(what, options.name, kind_name(kind)), d.errors());
}

template <class Tuple>
void collect_objects(const Tuple& connectors, std::vector<ObjectId>& out) {
  const auto add = [&](ObjectId id, bool /*oriented*/) {
    if (std::find(out.begin(), out.end(), id) == out.end()) out.push_back(id);
  };
  std::apply([&](const auto&... ref) { (for_each_object(ref, add), ...); }, connectors);
}

template <class Id>
void drop(std::vector<Id>& list, Id id) {
  list.erase(std::remove(list.begin(), list.end(), id), list.end());
}

}  // namespace

std::vector<ObjectId> Model::objects_of(const Constraint& kind) {
  std::vector<ObjectId> out;
  std::visit([&](const auto& k) { collect_objects(k.connectors(), out); }, kind);
  return out;
}

std::vector<ObjectId> Model::objects_of(const Force& kind) {
  std::vector<ObjectId> out;
  std::visit(
      [&](const auto& k) {
        if constexpr (requires { k.connectors(); })
          collect_objects(k.connectors(), out);
        else
          out = k.objects;
      },
      kind);
  return out;
}

namespace {
template <class Variant>
int count_memories(const Variant& kind) {
  return std::visit(
      [](const auto& k) {
        if constexpr (requires { k.connectors(); })
          return std::apply([](const auto&... ref) { return (holon::memories_of(ref) + ... + 0); },
                            k.connectors());
        else
          return 0;
      },
      kind);
}
}  // namespace

int Model::memories_of(const Constraint& kind) {
  return count_memories(kind);
}
int Model::memories_of(const Force& kind) {
  return count_memories(kind);
}
bool Model::is_on_track(const Constraint& kind) {
  return std::visit(
      [](const auto& k) {
        return std::apply(
            [](const auto&... ref) { return (is_track<std::decay_t<decltype(ref)>> || ...); },
            k.connectors());
      },
      kind);
}

// ---- edits ----

ObjectId Model::add(Object kind, ObjectOptions options) {
  Diagnostics d;
  check_name(d, object_names_, options.name, ObjectId::none);
  check("object", kind, options, *this, d);
  const std::string name = options.name;
  const ObjectId id = objects_.insert({std::move(kind), std::move(options), {}, {}});
  if (!name.empty()) object_names_[name] = id.index;
  return id;
}

ConstraintId Model::add(Constraint kind, ConstraintOptions options) {
  Diagnostics d;
  check_name(d, constraint_names_, options.name, ConstraintId::none);
  check("constraint", kind, options, *this, d);
  const std::vector<ObjectId> objects = objects_of(kind);
  if (objects.empty())
    throw ModelError(title("constraint", options.name, kind_name(kind)),
                     {"connectors: must name at least one object"});
  const std::string name = options.name;
  const ConstraintId id = constraints_.insert({std::move(kind), std::move(options)});
  for (ObjectId o : objects) objects_[o].constraints.push_back(id);
  if (!name.empty()) constraint_names_[name] = id.index;
  return id;
}

ControllerId Model::add(Controller kind, ControllerOptions options) {
  Diagnostics d;
  check_name(d, controller_names_, options.name, ControllerId::none);
  check("controller", kind, options, *this, d);
  const std::string name = options.name;
  const ControllerId id = controllers_.insert({std::move(kind), std::move(options)});
  if (!name.empty()) controller_names_[name] = id.index;
  return id;
}

ForceId Model::add(Force kind, ForceOptions options) {
  Diagnostics d;
  check_name(d, force_names_, options.name, ForceId::none);
  check("force", kind, options, *this, d);
  const std::vector<ObjectId> objects = objects_of(kind);
  const std::string name = options.name;
  const ForceId id = forces_.insert({std::move(kind), std::move(options)});
  for (ObjectId o : objects) objects_[o].forces.push_back(id);
  if (!name.empty()) force_names_[name] = id.index;
  return id;
}

void Model::set(ObjectId id, Object kind) {
  ObjectRecord& record = objects_[id];
  HOLON_EXPECT(kind.index() == record.kind.index());
  Diagnostics d;
  check("object", kind, record.options, *this, d);
  // what hangs on one of its particles must not lose it
  if (const auto* after = std::get_if<Parametric>(&kind)) {
    const ParametricMap& before = std::get<Parametric>(record.kind).map;
    if (after->map.parameters() != before.parameters()
        || after->map.particles() != before.particles())
      throw ModelError(title("object", record.options.name, kind_name(kind)),
                       {"map: must keep its number of parameters and particles"});
  }
  record.kind = std::move(kind);
}

void Model::set(ConstraintId id, Constraint kind, ConstraintOptions options) {
  ConstraintRecord& record = constraints_[id];
  HOLON_EXPECT(kind.index() == record.kind.index());
  HOLON_EXPECT(options.name == record.options.name);
  Diagnostics d;
  check("constraint", kind, options, *this, d);
  const std::vector<ObjectId> after = objects_of(kind);
  if (after.empty())
    throw ModelError(title("constraint", options.name, kind_name(kind)),
                     {"connectors: must name at least one object"});
  for (ObjectId o : objects_of(record.kind)) drop(objects_[o].constraints, id);
  for (ObjectId o : after) objects_[o].constraints.push_back(id);
  record = {std::move(kind), std::move(options)};
}

void Model::set(ForceId id, Force kind, ForceOptions options) {
  ForceRecord& record = forces_[id];
  HOLON_EXPECT(kind.index() == record.kind.index());
  HOLON_EXPECT(options.name == record.options.name);
  Diagnostics d;
  check("force", kind, options, *this, d);
  for (ObjectId o : objects_of(record.kind)) drop(objects_[o].forces, id);
  for (ObjectId o : objects_of(kind)) objects_[o].forces.push_back(id);
  record = {std::move(kind), std::move(options)};
}

void Model::set(ControllerId id, Controller kind, ControllerOptions options) {
  ControllerRecord& record = controllers_[id];
  HOLON_EXPECT(kind.index() == record.kind.index());
  HOLON_EXPECT(options.name == record.options.name);
  Diagnostics d;
  check("controller", kind, options, *this, d);
  record = {std::move(kind), std::move(options)};
}

void Model::remove(ObjectId id) {
  // copies: removing a constraint changes the lists
  const std::vector<ConstraintId> constraints = objects_[id].constraints;
  const std::vector<ForceId> forces = objects_[id].forces;
  for (ConstraintId c : constraints) remove(c);
  for (ForceId f : forces) {
    // a force on listed objects goes on with the others
    const bool goes_on = std::visit(
        [&](auto& k) {
          if constexpr (ObjectForce<std::decay_t<decltype(k)>>) {
            drop(k.objects, id);
            return !k.objects.empty();
          }
          return false;
        },
        forces_[f].kind);
    if (!goes_on) remove(f);
  }
  object_names_.erase(objects_[id].options.name);
  objects_.erase(id);
}

void Model::remove(ConstraintId id) {
  for (ObjectId o : objects_of(constraints_[id].kind)) drop(objects_[o].constraints, id);
  constraint_names_.erase(constraints_[id].options.name);
  constraints_.erase(id);
}

void Model::remove(ForceId id) {
  for (ObjectId o : objects_of(forces_[id].kind)) drop(objects_[o].forces, id);
  force_names_.erase(forces_[id].options.name);
  forces_.erase(id);
}

namespace {
template <class Kind>
bool is_commanded(const Kind& kind, ControllerId by) {
  bool found = false;
  std::visit(
      [&](const auto& k) {
        if constexpr (requires { k.connectors(); })
          std::apply(
              [&](const auto&... ref) {
                (for_each_controller(ref, [&](ControllerId id) { found = found || id == by; }),
                 ...);
              },
              k.connectors());
      },
      kind);
  return found;
}
}  // namespace

void Model::remove(ControllerId id) {
  std::vector<std::string> commanded;
  const auto collect = [&](auto other, const auto& record) {
    if (is_commanded(record.kind, id))
      commanded.push_back("is in command of '" + name_of(other) + "': remove that first");
  };
  constraints_.for_each(collect);
  forces_.for_each(collect);
  if (!commanded.empty()) throw ModelError("controller '" + name_of(id) + "'", commanded);
  controller_names_.erase(controllers_[id].options.name);
  controllers_.erase(id);
}

// ---- names ----

namespace {
template <class IdType, class Map>
IdType find(const std::unordered_map<std::string, std::uint32_t>& names,
            const Map& map,
            std::string_view name) {
  const auto it = names.find(std::string(name));
  return it == names.end() ? IdType{} : map.id_at(it->second);
}
template <class Map, class IdType>
std::string shown_name(const Map& map, IdType id) {
  const auto& record = map[id];
  if (!record.options.name.empty()) return record.options.name;
  return std::string(kind_name(record.kind)) + "#" + std::to_string(id.index);
}
}  // namespace

ObjectId Model::find_object(std::string_view name) const {
  return find<ObjectId>(object_names_, objects_, name);
}
ConstraintId Model::find_constraint(std::string_view name) const {
  return find<ConstraintId>(constraint_names_, constraints_, name);
}
ForceId Model::find_force(std::string_view name) const {
  return find<ForceId>(force_names_, forces_, name);
}
ControllerId Model::find_controller(std::string_view name) const {
  return find<ControllerId>(controller_names_, controllers_, name);
}
std::string Model::name_of(ObjectId id) const {
  return shown_name(objects_, id);
}
std::string Model::name_of(ConstraintId id) const {
  return shown_name(constraints_, id);
}
std::string Model::name_of(ForceId id) const {
  return shown_name(forces_, id);
}
std::string Model::name_of(ControllerId id) const {
  return shown_name(controllers_, id);
}

}  // namespace holon
