// SPDX-License-Identifier: Apache-2.0
#include "holon/scene/field_reader.h"

#include <cmath>

#include "holon/math/expression.h"

namespace holon {

// ---- what is wrong ----

void FieldReader::problem(const At& at, std::string message) {
  problems_.push_back({at.value.place(), at.path, std::move(message), around_.file});
}

bool FieldReader::expect(bool condition, const At& at, const std::string& what) {
  if (!condition) problem(at, "must be " + what + ", not " + at.value.kind_name());
  return condition;
}

void FieldReader::refuse_unknown(const At& at, const Keys& known) {
  if (!at.value.is_object()) return;
  for (const JsonMember& m : at.value.members())
    if (std::ranges::find(known, m.key) == known.end())
      problems_.push_back({m.key_place,
                           member_path(at.path, m.key),
                           "is not a field of this" + did_you_mean(m.key, known),
                           around_.file});
}

namespace {
/// Where the field is that a check calls a.0.b, or as much of the way to it as there is.
At follow(const At& at, std::string_view way) {
  const std::size_t dot = way.find('.');
  const std::string key(way.substr(0, dot));
  const auto onward = [&](const At& next) {
    return dot == std::string_view::npos ? next : follow(next, way.substr(dot + 1));
  };
  if (at.value.is_array()) {
    const std::size_t i = std::stoul(key);
    return i < at.value.elements().size() ? onward(at.element(i)) : at;
  }
  if (at.has(key)) return onward(at.member(key));
  // a quantity stands under its name
  if (at.value.is_object() && at.value.members().size() == 1) {
    const At inside = at.member(at.value.members()[0].key);
    if (inside.has(key)) return onward(inside.member(key));
  }
  return at;
}
}  // namespace

void FieldReader::tell(const At& at, const std::vector<std::string>& errors) {
  for (const std::string& error : errors) {
    const std::size_t colon = error.find(": ");
    const std::string field = error.substr(0, colon);
    std::string message = colon == std::string::npos ? error : error.substr(colon + 2);
    const At place = follow(at, field);
    if (place.path == at.path) message.insert(0, field + " ");
    problem(place, std::move(message));
  }
}

// ---- numbers, texts and lists ----

std::optional<Scope::Value> FieldReader::evaluate(const At& at) {
  try {
    const Scope::Value value = around_.scope.evaluate(at.value.text());
    if (std::isfinite(value.number)) return value;
    problem(at, "is not a finite number");
  } catch (const ExpressionError& e) {
    problem(at, e.what());
  }
  return std::nullopt;
}

void FieldReader::read(const At& at, double& out) {
  if (!at.value.is_string()) {
    if (expect(at.value.is_number(), at, "a number or an expression")) out = at.value.number();
    return;
  }
  const std::optional<Scope::Value> value = evaluate(at);
  if (!value) return;
  out = value->number;
  if (!value->depends_on_time) return;
  if (may_be_driven_)
    driven_.push_back({at.value.place(), at.path, around_.scope.with_values(at.value.text())});
  else
    problem(at, "must not depend on t: it is read once, before the start");
}
void FieldReader::read(const At& at, int& out) {
  double number = 0.5;
  if (at.value.is_integer()) {
    number = at.value.number();
  } else if (at.value.is_string()) {
    const std::optional<Scope::Value> value = evaluate(at);
    if (!value) return;
    if (!value->depends_on_time) number = value->number;
  }
  const bool whole = number == std::floor(number) && std::abs(number) < 1e9;
  if (expect(whole, at, "a whole number")) out = static_cast<int>(number);
}
void FieldReader::read(const At& at, bool& out) {
  if (expect(at.value.is_boolean(), at, "true or false")) out = at.value.boolean();
}
void FieldReader::read(const At& at, std::string& out) {
  if (expect(at.value.is_string(), at, "a string")) out = at.value.text();
}

bool FieldReader::expect_list_of(const At& at, std::size_t n) {
  const std::string what = "a list of " + std::to_string(n);
  if (!expect(at.value.is_array(), at, what)) return false;
  const std::size_t found = at.value.elements().size();
  if (found != n) problem(at, "must be " + what + ", and has " + std::to_string(found));
  return found == n;
}

std::size_t FieldReader::read_choice(const At& at, const Keys& names) {
  if (!expect(at.value.is_string(), at, "a string")) return names.size();
  const auto it = std::ranges::find(names, at.value.text());
  if (it == names.end()) {
    std::string list;
    for (std::string_view name : names) list += (list.empty() ? "" : ", ") + std::string(name);
    problem(at, "must be one of " + list + did_you_mean(at.value.text(), names));
  }
  return static_cast<std::size_t>(it - names.begin());
}

void FieldReader::read(const At& at, Quat& out) {
  Eigen::Vector4d wxyz(1, 0, 0, 0);
  read(at, wxyz);
  if (!(wxyz.norm() > 1e-12))
    return problem(at, "must be a quaternion w, x, y, z that is not zero");
  out = Quat(wxyz[0], wxyz[1], wxyz[2], wxyz[3]);
}

// ---- functions ----

/// What a text stands for: out = T(text), if it is a formula.
template <class T, class Out>
void FieldReader::read_formula(const At& at, Out& out) {
  try {
    out = T(around_.scope.with_values(at.value.text()));
  } catch (const ModelError& e) {
    for (const std::string& error : e.errors()) problem(at, error);
  }
}

void FieldReader::read(const At& at, Motion& out) {
  if (at.value.is_number()) {
    out = Motion(at.value.number());
  } else if (at.value.is_string()) {
    read_formula<TimeFormula>(at, out);
  } else if (expect(at.value.is_object(), at, "a number, a formula of t or a function of time")) {
    read_kind_of(MotionKinds(), at, "motion", out);
  }
}

void FieldReader::read(const At& at, Path& out) {
  if (at.value.is_array()) {
    if (!expect_list_of(at, 3)) return;
    read(at.element(0), out.x);
    read(at.element(1), out.y);
    read(at.element(2), out.z);
  } else if (at.has("times") || at.has("points")) {
    if (const auto keys = read_struct<PathKeys>(at)) out = Path::through(keys->times, keys->points);
  } else if (expect(at.value.is_object(), at, "a list of 3 numbers or a function of time")) {
    out = Path();
    optional_member(at, "x", out.x);
    optional_member(at, "y", out.y);
    optional_member(at, "z", out.z);
    refuse_unknown(at, {"x", "y", "z", "times", "points"});
  }
}

void FieldReader::read(const At& at, ForceLaw& out) {
  if (at.value.is_string()) return read_formula<ForceLaw>(at, out);
  const std::string form = R"(a formula of s, or {"stretches": [...], "forces": [...]})";
  if (expect(at.value.is_object(), at, form))
    if (const auto table = read_struct<ForceTable>(at)) out = *table;
}

void FieldReader::read(const At& at, ParametricMap& out) {
  read_kind_of(MapKinds(), at, "map", out);
}

}  // namespace holon
