// SPDX-License-Identifier: Apache-2.0
#include "holon/model/model.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <tuple>
#include <type_traits>

namespace holon {

template <class List, std::size_t Inline>
Any<List, Inline>::Any() = default;
template <class List, std::size_t Inline>
Any<List, Inline>::Any(const Any& other) = default;
template <class List, std::size_t Inline>
Any<List, Inline>::Any(Any&& other) noexcept = default;
template <class List, std::size_t Inline>
Any<List, Inline>& Any<List, Inline>::operator=(const Any& other) = default;
template <class List, std::size_t Inline>
Any<List, Inline>& Any<List, Inline>::operator=(Any&& other) noexcept = default;
template <class List, std::size_t Inline>
Any<List, Inline>::~Any() = default;
template class Any<ObjectKinds, sizeof(RigidBody)>;
template class Any<ConstraintKinds, sizeof(Distance)>;
template class Any<ForceKinds, sizeof(SpringDamper)>;
template class Any<ControllerKinds, sizeof(Computed)>;

namespace {

// ---- what is wrong with a field, by its type ----

// A length this near to one is one already, so that what was written to a file is read as it was.
constexpr double kUnit = 1e-15;

/// Checks fields, however deep, brings directions and orientations to unit length and lists each
/// object once.
class FieldCheck {
 public:
  FieldCheck(const Model& model, Diagnostics& d)
      : objects_(model.objects()), controllers_(model.controllers()), d_(d) {}

  template <HasFields T>
  void fields_of(T& value, const std::string& path = "") {
    T::fields(value, [&](std::string_view field, auto& part, std::string_view /*text*/) {
      check(path + std::string(field), part);
    });
  }

 private:
  template <class T>
  void check(const std::string& /*field*/, T& /*value*/) {}  // nothing in it to get wrong here
  template <HasFields T>
  void check(const std::string& field, T& value) {
    if constexpr (requires { value.check(d_, field); }) value.check(d_, field);
    fields_of(value, field + ".");
  }
  template <class T>
  void check(const std::string& field, std::vector<T>& list) {
    if constexpr (!std::is_arithmetic_v<T>)
      for (std::size_t i = 0; i < list.size(); ++i) check(field + "." + std::to_string(i), list[i]);
  }
  void check(const std::string& field, std::vector<ObjectId>& list) {
    for (ObjectId id : list) alive(field, id);
    std::set<ObjectId> seen;
    std::erase_if(list, [&](ObjectId id) { return !seen.insert(id).second; });
  }

  bool alive(std::string_view field, ObjectId id) {
    if (objects_.contains(id)) return true;
    d_.error(field, id.is_none() ? "names no object" : "names an object that is no longer there");
    return false;
  }
  void oriented(std::string_view field, ObjectId id) {
    if (!alive(field, id)) return;
    visit(
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

  void check(const std::string& field, PointRef& ref) {
    if (auto* p = std::get_if<PointOn>(&ref)) {
      finite(field, p->at);
      if (!alive(field, p->object)) return;
      const auto* system = get_if<Parametric>(&objects_[p->object].kind);
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
  void check(const std::string& field, DirectionRef& ref) {
    if (auto* d = std::get_if<DirectionOn>(&ref)) {
      oriented(field, d->object);
      unit(field, d->along);
    } else {
      unit(field, std::get<WorldDirection>(ref).along);
    }
  }
  void check(const std::string& field, FrameRef& ref) {
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
  void check(const std::string& field, ScalarRef& ref) {
    std::visit([&](auto& kind) { check(field, kind); }, ref);
  }
  void check(const std::string& field, Surface& surface) { surface.check(d_, field); }
  void check(const std::string& field, Command& command) {
    if (const Motion* motion = command.motion()) return motion->check(d_, field);
    d_.expect(controllers_.contains(*command.controller()), field, "names no controller");
  }
  void check(const std::string& field, SignalRef& ref) {
    if (const auto* motion = std::get_if<Motion>(&ref)) return motion->check(d_, field);
    std::visit([&](auto& signal) { check(field, signal); }, ref);
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
  return visit([](const auto& k) { return std::decay_t<decltype(k)>::name; }, v);
}

/// Deformed shapes are not found to touch yet, so what may deform has none.
void check_collision(const Collision& collision, const Object& kind, Diagnostics& d) {
  Diagnostics inside;
  collision.check(inside);
  for (const std::string& error : inside.errors()) d.error("collision", error);
  d.expect(get_if<RigidBody>(&kind) != nullptr || get_if<Particle>(&kind) != nullptr,
           "collision",
           "only a rigid_body or a particle can have one");
}

/// Checks a description that is new, or takes the place of `self`, against what there is; throws
/// all that is wrong at once.
template <class IdType, class Record, class Kind, class Options>
void check(const Model& model,
           const NamedSlots<IdType, Record>& others,
           Kind& kind,
           const Options& options,
           IdType self = {}) {
  Diagnostics d;
  const IdType namesake = others.find(options.name);
  d.expect(namesake.is_none() || namesake == self, "name", "is taken already by another");
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < ' '; };
  d.expect(std::ranges::none_of(options.name, is_control),
           "name",
           "must not contain control characters");
  visit(
      [&](auto& k) {
        k.check(d);
        FieldCheck(model, d).fields_of(k);
      },
      kind);
  if constexpr (std::is_same_v<Kind, Object>)
    if (options.collision) check_collision(*options.collision, kind, d);
  if constexpr (std::is_same_v<Kind, Constraint>)
    d.expect(!Model::objects_of(kind).empty(), "connectors", "must name at least one object");
  if constexpr (requires { options.check(d); }) options.check(d);
  if (!d.ok()) throw ModelError(title(IdType::what, options.name, kind_name(kind)), d.errors());
}

/// The same for new parameters of something that is there.
template <class IdType, class Record, class Kind, class Options>
void check_change(const Model& model,
                  const NamedSlots<IdType, Record>& all,
                  IdType id,
                  Kind& kind,
                  const Options& options) {
  HOLON_EXPECT(kind.index() == all[id].kind.index());
  HOLON_EXPECT(options.name == all[id].options.name);
  check(model, all, kind, options, id);
}

template <class Tuple>
void collect_objects(const Tuple& connectors, std::vector<ObjectId>& out) {
  const auto add = [&](ObjectId id, bool /*oriented*/) {
    if (std::find(out.begin(), out.end(), id) == out.end()) out.push_back(id);
  };
  std::apply([&](const auto&... ref) { (for_each_object(ref, add), ...); }, connectors);
}

/// Where an object lists who looks at it.
auto& list_of(ObjectRecord& object, ConstraintId /*id*/) {
  return object.constraints;
}
auto& list_of(ObjectRecord& object, ForceId /*id*/) {
  return object.forces;
}

}  // namespace

std::vector<ObjectId> Model::objects_of(const Constraint& kind) {
  std::vector<ObjectId> out;
  visit([&](const auto& k) { collect_objects(k.connectors(), out); }, kind);
  return out;
}

std::vector<ObjectId> Model::objects_of(const Force& kind) {
  std::vector<ObjectId> out;
  visit(
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
  return visit(
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

bool Model::acts_between(const Force& kind) {
  return visit([]<class K>(const K& /*kind*/) { return ConnectorForce<K>; }, kind);
}

int Model::memories_of(const Constraint& kind) {
  return count_memories(kind);
}
int Model::memories_of(const Force& kind) {
  return count_memories(kind);
}
bool Model::is_on_track(const Constraint& kind) {
  return visit(
      [](const auto& k) {
        return std::apply(
            [](const auto&... ref) { return (is_track<std::decay_t<decltype(ref)>> || ...); },
            k.connectors());
      },
      kind);
}

// ---- edits ----

template <class IdType, class Kind>
void Model::link(IdType id, const Kind& kind) {
  for (ObjectId o : objects_of(kind)) list_of(objects_[o], id).push_back(id);
}
template <class IdType, class Kind>
void Model::unlink(IdType id, const Kind& kind) {
  for (ObjectId o : objects_of(kind)) list_of(objects_[o], id).erase(id);
}

ObjectId Model::add(Object kind, ObjectOptions options) {
  check(*this, objects_, kind, options);
  return objects_.insert({std::move(kind), std::move(options), {}, {}});
}

ConstraintId Model::add(Constraint kind, ConstraintOptions options) {
  check(*this, constraints_, kind, options);
  const ConstraintId id = constraints_.insert({std::move(kind), std::move(options)});
  link(id, constraints_[id].kind);
  return id;
}

ForceId Model::add(Force kind, ForceOptions options) {
  check(*this, forces_, kind, options);
  const ForceId id = forces_.insert({std::move(kind), std::move(options)});
  link(id, forces_[id].kind);
  return id;
}

ControllerId Model::add(Controller kind, ControllerOptions options) {
  check(*this, controllers_, kind, options);
  return controllers_.insert({std::move(kind), std::move(options)});
}

void Model::set(ObjectId id, Object kind) {
  ObjectRecord& record = objects_[id];
  check_change(*this, objects_, id, kind, record.options);
  // what hangs on one of its particles must not lose it
  if (const auto* after = get_if<Parametric>(&kind)) {
    const ParametricMap& before = get<Parametric>(record.kind).map;
    if (after->map.parameters() != before.parameters()
        || after->map.particles() != before.particles())
      throw ModelError(title(id.what, record.options.name, kind_name(kind)),
                       {"map: must keep its number of parameters and particles"});
  }
  record.kind = std::move(kind);
}

void Model::set(ObjectId id, std::shared_ptr<const Collision> collision) {
  ObjectRecord& record = objects_[id];
  Diagnostics d;
  if (collision) check_collision(*collision, record.kind, d);
  if (!d.ok())
    throw ModelError(title(id.what, record.options.name, kind_name(record.kind)), d.errors());
  record.options.collision = std::move(collision);
}

void Model::set(MaterialPair pair) {
  Diagnostics d;
  pair.check(d);
  if (!d.ok()) throw ModelError("materials '" + pair.a + "' and '" + pair.b + "'", d.errors());
  if (pair.b < pair.a) std::swap(pair.a, pair.b);
  const auto place = std::ranges::lower_bound(
      material_pairs_, std::tie(pair.a, pair.b), {}, [](const MaterialPair& p) {
        return std::tie(p.a, p.b);
      });
  if (place != material_pairs_.end() && place->a == pair.a && place->b == pair.b)
    *place = std::move(pair);
  else
    material_pairs_.insert(place, std::move(pair));
}

SurfacePair Model::surface_between(const Collision& a, const Collision& b) const {
  const auto names = std::minmax(a.material, b.material);
  for (const MaterialPair& pair : material_pairs_)
    if (pair.a == names.first && pair.b == names.second) return pair.surface;
  return SurfacePair::of(a.surface, b.surface);
}

void Model::set(ConstraintId id, Constraint kind, ConstraintOptions options) {
  check_change(*this, constraints_, id, kind, options);
  unlink(id, constraints_[id].kind);
  link(id, kind);
  constraints_[id] = {std::move(kind), std::move(options)};
}

void Model::set(ForceId id, Force kind, ForceOptions options) {
  check_change(*this, forces_, id, kind, options);
  unlink(id, forces_[id].kind);
  link(id, kind);
  forces_[id] = {std::move(kind), std::move(options)};
}

void Model::set(ControllerId id, Controller kind, ControllerOptions options) {
  check_change(*this, controllers_, id, kind, options);
  controllers_[id] = {std::move(kind), std::move(options)};
}

void Model::remove(ObjectId id) {
  // copies: removing a constraint changes the lists
  const auto constraints = objects_[id].constraints;
  const auto forces = objects_[id].forces;
  for (ConstraintId c : constraints) remove(c);
  for (ForceId f : forces) {
    // a force on listed objects goes on with the others
    const bool goes_on = visit(
        [&](auto& k) {
          if constexpr (ObjectForce<std::decay_t<decltype(k)>>) {
            std::erase(k.objects, id);
            return !k.objects.empty();
          }
          return false;
        },
        forces_[f].kind);
    if (!goes_on) remove(f);
  }
  objects_.erase(id);
}

void Model::remove(ConstraintId id) {
  unlink(id, constraints_[id].kind);
  constraints_.erase(id);
}

void Model::remove(ForceId id) {
  unlink(id, forces_[id].kind);
  forces_.erase(id);
}

namespace {
template <class Kind>
bool is_commanded(const Kind& kind, ControllerId by) {
  bool found = false;
  visit(
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
  controllers_.erase(id);
}

// ---- names ----

namespace {
template <class Map, class IdType>
std::string shown_name(const Map& map, IdType id) {
  const auto& record = map[id];
  if (!record.options.name.empty()) return record.options.name;
  return std::string(kind_name(record.kind)) + "#" + std::to_string(id.index);
}

/// By the name that it was given, or else by the one that is shown.
template <class Map>
auto find_shown(const Map& map, std::string_view name) {
  auto id = map.find(name);
  const std::size_t hash = name.rfind('#');
  if (!id.is_none() || hash == std::string_view::npos) return id;
  std::size_t index = 0;
  std::from_chars(name.data() + hash + 1, name.data() + name.size(), index);
  if (index < map.capacity() && map.used(index) && shown_name(map, map.id_at(index)) == name)
    return map.id_at(index);
  return id;
}
}  // namespace

ObjectId Model::find_object(std::string_view name) const {
  return find_shown(objects_, name);
}
ConstraintId Model::find_constraint(std::string_view name) const {
  return find_shown(constraints_, name);
}
ForceId Model::find_force(std::string_view name) const {
  return find_shown(forces_, name);
}
ControllerId Model::find_controller(std::string_view name) const {
  return find_shown(controllers_, name);
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
