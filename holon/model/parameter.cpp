// SPDX-License-Identifier: Apache-2.0
#include "holon/model/parameter.h"

#include <charconv>
#include <type_traits>

#include "holon/math/fields.h"

namespace holon {
namespace {

/// "g.z" into "g" and "z".
struct FieldPath {
  explicit FieldPath(std::string_view path) {
    const std::size_t dot = path.find('.');
    head = path.substr(0, dot);
    if (dot != std::string_view::npos) tail = path.substr(dot + 1);
  }
  std::string_view head, tail;
};

template <class T>
concept IsListOfStructs = HasFields<typename T::value_type> && requires(const T& list) {
  list[0];
  list.size();
};

/// Calls f with the number at `path` in a value of any type; says whether there is one.
template <class T, class F>
bool with_number_in(T& value, std::string_view path, F&& f);

/// The same among the fields of a struct.
template <class T, class F>
bool with_number_of(T& self, std::string_view path, F&& f) {
  const FieldPath field(path);
  bool found = false;
  std::decay_t<T>::fields(self, [&](std::string_view name, auto& value, std::string_view /*text*/) {
    if (name == field.head) found = with_number_in(value, field.tail, f);
  });
  return found;
}

template <class V, class F>
bool with_component(V& vector, std::string_view path, F&& f) {
  const std::size_t i = std::string_view("xyz").find(path);
  if (path.size() != 1 || i >= static_cast<std::size_t>(vector.size())) return false;
  f(vector[static_cast<Eigen::Index>(i)]);
  return true;
}

/// Of a list, "0.gain".
template <class List, class F>
bool with_number_in_list(List& list, std::string_view path, F&& f) {
  const FieldPath entry(path);
  std::size_t i = 0;
  const char* end = entry.head.data() + entry.head.size();
  const auto [last, fault] = std::from_chars(entry.head.data(), end, i);
  if (fault != std::errc() || last != end || i >= list.size()) return false;
  return with_number_of(list[i], entry.tail, f);
}

/// A curve or surface is made anew of its changed kind by make(kind); a function of the host has no
/// fields.
template <class Shape, class F, class Make>
bool with_number_of_shape(Shape& shape, std::string_view path, F&& f, Make&& make) {
  auto kind = shape.kind();
  const bool found = std::visit(
      [&]<class K>(K& k) {
        if constexpr (HasFields<K>) return with_number_of(k, path, f);
        return false;
      },
      kind);
  if constexpr (!std::is_const_v<Shape>)
    if (found) shape = make(std::move(kind));
  return found;
}

/// A command that is just a number.
template <class T, class F>
bool with_constant(T& command, std::string_view path, F&& f) {
  const Motion* motion = command.motion();
  const auto* polynomial = motion == nullptr ? nullptr : std::get_if<Polynomial>(&motion->kind());
  if (!path.empty() || polynomial == nullptr || polynomial->coefficients.size() != 1) return false;
  double number = polynomial->coefficients.front();
  f(number);
  if constexpr (!std::is_const_v<T>) command = Command(number);
  return true;
}

template <class T, class F>
bool with_number_in(T& value, std::string_view path, F&& f) {
  using Type = std::remove_const_t<T>;
  if constexpr (std::is_same_v<Type, double>) {
    if (path.empty()) f(value);
    return path.empty();
  } else if constexpr (std::is_same_v<Type, Vec2> || std::is_same_v<Type, Vec3>) {
    return with_component(value, path, f);
  } else if constexpr (std::is_same_v<Type, Command>) {
    return with_constant(value, path, f);
  } else if constexpr (IsListOfStructs<Type>) {
    return with_number_in_list(value, path, f);
  } else if constexpr (std::is_same_v<Type, CurveRef>) {
    return with_number_of_shape(value.curve, path, f, [&](Curve::Kind kind) {
      return Curve(std::move(kind), value.curve.options());
    });
  } else if constexpr (std::is_same_v<Type, SurfaceRef>) {
    return with_number_of_shape(
        value.surface, path, f, [](Surface::Kind kind) { return Surface(std::move(kind)); });
  } else {
    return false;
  }
}

template <class Kind, class F>
bool with_number_of_kind(Kind& kind, std::string_view path, F&& f) {
  return visit([&](auto& k) { return with_number_of(k, path, f); }, kind);
}

template <class F>
bool with_switch(bool value, std::string_view path, F&& f) {
  double number = value ? 1.0 : 0.0;
  if (path == "active") f(number);
  return path == "active";
}

// ---- whose numbers they are ----

template <class Record, class F>
bool with_number_of_record(Record& record, std::string_view path, F&& f) {
  using Type = std::remove_const_t<Record>;
  if constexpr (std::is_same_v<Type, ConstraintRecord>)
    return with_switch(record.options.active, path, f) || with_number_of(record.options, path, f)
           || with_number_of_kind(record.kind, path, f);
  else if constexpr (std::is_same_v<Type, ForceRecord>)
    return with_switch(record.options.active, path, f) || with_number_of_kind(record.kind, path, f);
  else if constexpr (std::is_same_v<Type, ObjectRecord>)
    return path.find('.') == std::string_view::npos && with_number_of_kind(record.kind, path, f);
  else
    return with_number_of_kind(record.kind, path, f);
}

// ---- all numbers of a thing ----

/// Calls f(field, text) for whatever may be a number in a value of any type.
template <class T, class F>
void for_each_field_in(const T& value, const std::string& path, std::string_view text, F&& f);

template <class T, class F>
void for_each_field_of(const T& self, const std::string& prefix, F&& f) {
  T::fields(self, [&](std::string_view name, const auto& value, std::string_view text) {
    for_each_field_in(value, prefix + std::string(name), text, f);
  });
}

template <class Kind, class F>
void for_each_field_of_shape(const Kind& kind, const std::string& path, F&& f) {
  std::visit(
      [&]<class K>(const K& k) {
        if constexpr (HasFields<K>) for_each_field_of(k, path + ".", f);
      },
      kind);
}

template <class T, class F>
void for_each_field_in(const T& value, const std::string& path, std::string_view text, F&& f) {
  if constexpr (std::is_same_v<T, double> || std::is_same_v<T, Command>) {
    f(path, text);
  } else if constexpr (std::is_same_v<T, Vec2> || std::is_same_v<T, Vec3>) {
    for (Eigen::Index i = 0; i < value.size(); ++i) f(path + "." + "xyz"[i], text);
  } else if constexpr (IsListOfStructs<T>) {
    for (std::size_t i = 0; i < value.size(); ++i)
      for_each_field_of(value[i], path + "." + std::to_string(i) + ".", f);
  } else if constexpr (std::is_same_v<T, CurveRef>) {
    for_each_field_of_shape(value.curve.kind(), path, f);
  } else if constexpr (std::is_same_v<T, SurfaceRef>) {
    for_each_field_of_shape(value.surface.kind(), path, f);
  }
}

template <class Record>
void visit_numbers(const Record& record, const NumberVisitor& f) {
  const auto tell = [&](const std::string& field, std::string_view text) {
    with_number_of_record(record, field, [&](double value) { f(field, value, text); });
  };
  visit([&](const auto& kind) { for_each_field_of(kind, "", tell); }, record.kind);
  if constexpr (std::is_same_v<Record, ConstraintRecord>)
    for_each_field_of(record.options, "", tell);
}

template <class Map, class IdType>
std::optional<Parameter> parameter_of(const Map& map, IdType id, std::string_view field) {
  if (id.is_none()) return std::nullopt;
  if (!with_number_of_record(map[id], field, [](double /*number*/) {})) return std::nullopt;
  return Parameter{id, std::string(field)};
}

template <class Record>
Record changed(Record record, std::string_view field, double value) {
  const bool found = with_number_of_record(record, field, [&](double& number) { number = value; });
  HOLON_EXPECT(found);
  return record;
}

}  // namespace

std::optional<Parameter> find_parameter(const Model& model, std::string_view name) {
  for (std::size_t dot = name.find('.'); dot != std::string_view::npos;
       dot = name.find('.', dot + 1)) {
    const std::string_view owner = name.substr(0, dot), field = name.substr(dot + 1);
    if (auto p = parameter_of(model.forces(), model.find_force(owner), field)) return p;
    if (auto p = parameter_of(model.constraints(), model.find_constraint(owner), field)) return p;
    if (auto p = parameter_of(model.objects(), model.find_object(owner), field)) return p;
    if (auto p = parameter_of(model.controllers(), model.find_controller(owner), field)) return p;
  }
  return std::nullopt;
}

double value_of(const Model& model, const Parameter& parameter) {
  double value = 0.0;
  const auto take = [&](double number) { value = number; };
  const auto read = [&](const auto& map) {
    return [&](auto id) { with_number_of_record(map[id], parameter.field, take); };
  };
  if (const auto* force = std::get_if<ForceId>(&parameter.of))
    read(model.forces())(*force);
  else if (const auto* constraint = std::get_if<ConstraintId>(&parameter.of))
    read(model.constraints())(*constraint);
  else if (const auto* object = std::get_if<ObjectId>(&parameter.of))
    read(model.objects())(*object);
  else
    read(model.controllers())(std::get<ControllerId>(parameter.of));
  return value;
}

void for_each_number(const ObjectRecord& record, const NumberVisitor& f) {
  visit_numbers(record, f);
}
void for_each_number(const ConstraintRecord& record, const NumberVisitor& f) {
  visit_numbers(record, f);
}
void for_each_number(const ForceRecord& record, const NumberVisitor& f) {
  visit_numbers(record, f);
}
void for_each_number(const ControllerRecord& record, const NumberVisitor& f) {
  visit_numbers(record, f);
}

ObjectRecord with_number(ObjectRecord record, std::string_view field, double value) {
  return changed(std::move(record), field, value);
}
ConstraintRecord with_number(ConstraintRecord record, std::string_view field, double value) {
  return changed(std::move(record), field, value);
}
ForceRecord with_number(ForceRecord record, std::string_view field, double value) {
  return changed(std::move(record), field, value);
}
ControllerRecord with_number(ControllerRecord record, std::string_view field, double value) {
  return changed(std::move(record), field, value);
}

}  // namespace holon
