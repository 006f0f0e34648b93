// SPDX-License-Identifier: Apache-2.0
#include "holon/studio/things.h"

#include <optional>

#include "holon/scene/hidden.h"
#include "holon/scene/spelling.h"

namespace holon::studio {
namespace {

std::optional<ThingId> find_thing(const Model& model, std::string_view name) {
  std::optional<ThingId> found;
  const auto look = [&](auto id) {
    if (!found && !id.is_none()) found = id;
  };
  look(model.find_constraint(name));
  look(model.find_force(name));
  look(model.find_object(name));
  look(model.find_controller(name));
  return found;
}

template <class Map>
void add_names(const Model& model, const Map& map, std::vector<std::string>& out) {
  map.for_each([&](auto id, const auto& /*record*/) { out.push_back(model.name_of(id)); });
}

[[noreturn]] void refuse(const char* what,
                         const std::string& name,
                         const std::vector<std::string>& names) {
  throw UsageError("there is no " + std::string(what) + " '" + name + "'"
                   + did_you_mean(name, names));
}

/// f(record of the thing)
template <class F>
auto with_record(const Model& model, const ThingId& id, F&& f) {
  return std::visit(
      [&]<class Id>(Id i) {
        if constexpr (std::is_same_v<Id, ConstraintId>)
          return f(model.constraints()[i]);
        else if constexpr (std::is_same_v<Id, ForceId>)
          return f(model.forces()[i]);
        else if constexpr (std::is_same_v<Id, ObjectId>)
          return f(model.objects()[i]);
        else
          return f(model.controllers()[i]);
      },
      id);
}

}  // namespace

ThingId thing_named(const Model& model, const std::string& name) {
  if (const std::optional<ThingId> found = find_thing(model, name)) return *found;
  std::vector<std::string> names;
  add_names(model, model.constraints(), names);
  add_names(model, model.forces(), names);
  add_names(model, model.objects(), names);
  add_names(model, model.controllers(), names);
  refuse("thing", name, names);
}

ObjectId object_named(const Model& model, const std::string& name) {
  const ObjectId id = model.find_object(name);
  if (!id.is_none()) return id;
  std::vector<std::string> names;
  add_names(model, model.objects(), names);
  refuse("object", name, names);
}

std::string name_of(const Model& model, const ThingId& id) {
  return std::visit([&](auto i) { return model.name_of(i); }, id);
}

std::string_view sort_of(const ThingId& id) {
  return std::visit([](auto i) { return i.what; }, id);
}

std::string_view kind_of(const Model& model, const ThingId& id) {
  return with_record(model, id, [](const auto& record) {
    return visit([]<class K>(const K& /*kind*/) { return std::string_view(K::name); }, record.kind);
  });
}

std::string_view summary_of(const Model& model, const ThingId& id) {
  return with_record(model, id, [](const auto& record) {
    return visit([]<class K>(const K& /*kind*/) { return std::string_view(K::summary); },
                 record.kind);
  });
}

// ---- new names ----

bool NewNames::is_free(const std::string& name) const {
  return !find_thing(model_, name) && !taken_.contains(name);
}

std::string NewNames::like(std::string_view base) {
  std::string name(base);
  for (int i = 2; !is_free(name); ++i) name = std::string(base) + std::to_string(i);
  taken_.insert(name);
  return name;
}

std::string NewNames::given(const std::string& wanted, std::string_view base) {
  if (wanted.empty()) return like(base);
  if (is_hidden(wanted)) throw UsageError("name: must not begin with ~");
  if (!is_free(wanted)) throw UsageError("name: there is a '" + wanted + "' already");
  taken_.insert(wanted);
  return wanted;
}

}  // namespace holon::studio
