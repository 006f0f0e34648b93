// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "holon/math/fields.h"
#include "holon/model/model.h"
#include "holon/scene/json_document.h"
#include "holon/scene/named_point.h"
#include "holon/scene/pose.h"
#include "holon/scene/scope.h"
#include "holon/scene/spelling.h"

namespace holon {

/// A value of a document, and the way to it.
struct At {
  const JsonValue& value;
  std::string path;

  bool has(std::string_view key) const { return value.find(key) != nullptr; }
  At member(std::string_view key) const { return {*value.find(key), member_path(path, key)}; }
  At element(std::size_t i) const { return {value.elements()[i], element_path(path, i)}; }
};

/// What stands around the things that are read: those of an instance of a group have parameters of
/// their own, names that begin with that of the instance, and are where it is.
struct Surroundings {
  Scope scope;
  std::string prefix;  ///< of names, like "train/cart1/"
  Pose pose;
  std::string file;  ///< that was included; empty for the scene itself
};

/// Reads fields of every type there is. Whatever is wrong is noted with its place, and reading goes
/// on. Structs that tell their fields, and lists of anything, need no reader of their own. Where a
/// number stands, an expression of the parameters may stand too.
class FieldReader {
 public:
  virtual ~FieldReader() = default;

 protected:
  FieldReader() = default;
  FieldReader(const FieldReader&) = default;
  FieldReader& operator=(const FieldReader&) = default;

  using Keys = std::vector<std::string_view>;
  using Words = std::vector<std::string>;

  // ---- who has which name ----
  /// The thing of that full name. One that was refused is none: it has been told of, and so is not
  /// told again with all that hangs on it.
  virtual std::optional<ObjectId> object_named(const std::string& /*name*/) const { return {}; }
  virtual std::optional<ControllerId> controller_named(const std::string& /*name*/) const {
    return {};
  }
  virtual Words object_names() const { return {}; }
  virtual Words controller_names() const { return {}; }
  /// The points of an object that have names, and how it is turned now.
  virtual std::vector<NamedPoint> points_of(ObjectId /*id*/) const { return {}; }
  virtual Quat orientation_of(ObjectId /*id*/) const { return Quat::Identity(); }
  /// Whether anything of that name is in the scene, be it read already or not.
  virtual bool is_declared(const std::string& /*name*/) const { return false; }
  /// The full name of what is called `name` here: that of the innermost instance around which has
  /// it, as told by known(full name); none if nobody has.
  template <class Known>
  std::optional<std::string> full_name(std::string_view name, Known&& known) const;
  /// A signal or number like "body.x" under the full name of its owner.
  std::string full_signal_name(const std::string& name) const;

  // ---- what is wrong ----
  void problem(const At& at, std::string message);
  bool expect(bool condition, const At& at, const std::string& what);
  /// Messages "field: what" of a check, each told at the place of its field.
  void tell(const At& at, const std::vector<std::string>& errors);
  void refuse_unknown(const At& at, const Keys& known);
  /// What T requires must be there, or else one of the keys that may stand for all of it.
  template <class T>
  void refuse_missing(const At& at, const Keys& instead = {}) {
    if constexpr (requires { T::required; }) {
      if (std::ranges::any_of(instead, [&](std::string_view key) { return at.has(key); })) return;
      for (std::string_view key : T::required)
        if (!at.has(key)) problem(at, "'" + std::string(key) + "' is missing");
    }
  }

  // ---- numbers, texts and lists: field_reader.cpp ----
  void read(const At& at, double& out);
  void read(const At& at, int& out);
  void read(const At& at, bool& out);
  void read(const At& at, std::string& out);
  void read(const At& at, Quat& out);
  template <NamedEnum E>
  void read(const At& at, E& out) {
    const auto list = names_of(E());
    const std::size_t i = read_choice(at, Keys(list.begin(), list.end()));
    if (i < list.size()) out = static_cast<E>(i);
  }
  bool expect_list_of(const At& at, std::size_t n);
  template <class T>
  void read(const At& at, std::vector<T>& out);
  template <class T, std::size_t N>
  void read(const At& at, std::array<T, N>& out);
  template <int N>
  void read(const At& at, Eigen::Matrix<double, N, 1>& out);
  template <int N>
  requires(N > 1) void read(const At& at, Eigen::Matrix<double, N, N>& out);

  // ---- functions of time and other ones: field_reader.cpp ----
  void read(const At& at, Motion& out);
  void read(const At& at, Path& out);
  void read(const At& at, ForceLaw& out);
  void read(const At& at, ParametricMap& out);

  // ---- connectors: field_reader_connectors.cpp ----
  void read(const At& at, PointRef& out);
  void read(const At& at, DirectionRef& out);
  void read(const At& at, FrameRef& out);
  void read(const At& at, ScalarRef& out);
  void read(const At& at, Curve& out);
  void read(const At& at, Surface& out);

  // ---- names, commands and signals: field_reader_commands.cpp ----
  void read(const At& at, ObjectId& out);
  void read(const At& at, ControllerId& out);
  void read(const At& at, Command& out);
  void read(const At& at, SignalRef& out);
  void read(const At& at, NamedSignal& out);

  // ---- what touches: reader_collision.cpp ----
  void read(const At& at, AnyCollisionShape& out);
  void read(const At& at, CollisionPart& out);

  // ---- structs ----
  template <HasFields T>
  void read(const At& at, T& out);
  /// Reads what is there of the fields of `self`; adds their keys to the known ones.
  template <HasFields T>
  void read_fields(const At& at, T& self, Keys& known);
  /// A struct with its fields, if nothing is wrong with them; it may have other keys too.
  template <HasFields T>
  std::optional<T> read_struct(const At& at, Keys known = {});
  /// The same into something that can hold a T among others.
  template <class T, class Out>
  void read_as(const At& at, Out& out);

  // ---- kinds ----
  /// Calls f.operator()<T>() for the kind that the member "kind" names.
  template <class... Ts, class F>
  void with_kind(TypeList<Ts...> kinds, const At& at, std::string_view what, F&& f);
  /// Reads one of several structs, named by its kind.
  template <class Kinds, class Out>
  void read_kind_of(Kinds kinds, const At& at, std::string_view what, Out& out);

  template <class T>
  void optional_member(const At& at, std::string_view key, T& out) {
    if (at.has(key)) read(at.member(key), out);
  }

  /// A number that follows a formula of time.
  struct Driven {
    JsonPlace place;
    std::string path, formula;
  };

  std::vector<SceneProblem> problems_;
  Surroundings around_;
  bool may_be_driven_ = false;  ///< whether numbers may depend on time
  std::vector<Driven> driven_;
  bool hangs_on_refused_ = false;  ///< something that was read since this was cleared

 private:
  /// Which of the names a text is; their number if it is none.
  std::size_t read_choice(const At& at, const Keys& names);
  /// Which of the keys an object has: exactly one is wanted.
  std::string_view one_of(const At& at, const Keys& keys, const std::string& what);
  /// A point of an object: its coordinates, or its name.
  void read_place(const At& at, ObjectId object, Vec3& out);
  /// Axes of a frame in something that is turned by `carrier` in the world.
  void read_axes(const At& at, const Quat& carrier, Quat& out);
  template <class... Ks>
  void read_quantity(const At& at, ScalarRef& out, TypeList<Ks...> kinds);
  template <class IdType, class Find, class Known>
  void read_name(const At& at, IdType& out, Find&& find, Known&& known);
  template <class T, class Out>
  void read_formula(const At& at, Out& out);
  /// The value of a number that is given as a text.
  std::optional<Scope::Value> evaluate(const At& at);
};

// ---- lists ----

template <class T>
void FieldReader::read(const At& at, std::vector<T>& out) {
  if (!expect(at.value.is_array(), at, "a list")) return;
  out.assign(at.value.elements().size(), T{});
  for (std::size_t i = 0; i < out.size(); ++i) read(at.element(i), out[i]);
}
template <class T, std::size_t N>
void FieldReader::read(const At& at, std::array<T, N>& out) {
  if (!expect_list_of(at, N)) return;
  for (std::size_t i = 0; i < N; ++i) read(at.element(i), out[i]);
}
template <int N>
void FieldReader::read(const At& at, Eigen::Matrix<double, N, 1>& out) {
  if (!expect_list_of(at, N)) return;
  for (int i = 0; i < N; ++i) read(at.element(static_cast<std::size_t>(i)), out[i]);
}
/// A square matrix: its rows, or, when the list holds numbers, its diagonal.
template <int N>
requires(N > 1) void FieldReader::read(const At& at, Eigen::Matrix<double, N, N>& out) {
  if (!expect_list_of(at, N)) return;
  out.setZero();
  for (int i = 0; i < N; ++i) {
    const At row = at.element(static_cast<std::size_t>(i));
    if (!row.value.is_array()) {
      read(row, out(i, i));
    } else {
      Eigen::Matrix<double, N, 1> numbers = Eigen::Matrix<double, N, 1>::Zero();
      read(row, numbers);
      out.row(i) = numbers.transpose();
    }
  }
}

// ---- structs and kinds ----

template <HasFields T>
void FieldReader::read_fields(const At& at, T& self, Keys& known) {
  T::fields(self, [&]<class F>(std::string_view key, F& field, std::string_view /*text*/) {
    known.push_back(key);
    optional_member(at, key, field);
    if (!is_formula<T>(key)) return;
    if constexpr (std::is_same_v<F, std::string>) field = around_.scope.with_values(field);
    if constexpr (std::is_same_v<F, std::array<std::string, 3>>)
      for (std::string& formula : field) formula = around_.scope.with_values(formula);
  });
}

template <class Known>
std::optional<std::string> FieldReader::full_name(std::string_view name, Known&& known) const {
  for (std::string prefix = around_.prefix;;) {
    if (std::string full = prefix + std::string(name); known(full)) return full;
    if (prefix.empty()) return std::nullopt;
    const std::size_t slash = prefix.rfind('/', prefix.size() - 2);
    prefix.resize(slash == std::string::npos ? 0 : slash + 1);
  }
}

template <HasFields T>
std::optional<T> FieldReader::read_struct(const At& at, Keys known) {
  T self;
  const std::size_t before = problems_.size();
  read_fields(at, self, known);
  refuse_unknown(at, known);
  refuse_missing<T>(at);
  if constexpr (requires(Diagnostics & d) { self.check(d); })
    if (problems_.size() == before) {
      Diagnostics d;
      self.check(d);
      tell(at, d.errors());
    }
  if (problems_.size() > before) return std::nullopt;
  return self;
}

template <HasFields T>
void FieldReader::read(const At& at, T& out) {
  std::string form;  // {"quantity": ..., "gain": ...}
  T::fields(out, [&](std::string_view key, const auto& /*field*/, std::string_view /*text*/) {
    form += (form.empty() ? "{\"" : ", \"") + std::string(key) + "\": ...";
  });
  if (expect(at.value.is_object(), at, form + "}"))
    if (std::optional<T> self = read_struct<T>(at)) out = std::move(*self);
}

template <class T, class Out>
void FieldReader::read_as(const At& at, Out& out) {
  T value;
  read(at, value);
  out = std::move(value);
}

template <class... Ts, class F>
void FieldReader::with_kind(TypeList<Ts...> /*kinds*/, const At& at, std::string_view what, F&& f) {
  if (!expect(at.value.is_object(), at, "an object")) return;
  if (!at.has("kind"))
    return problem(at, "'kind' is missing: it says what sort of " + std::string(what) + " this is");
  const At kind = at.member("kind");
  if (!expect(kind.value.is_string(), kind, "a string")) return;
  const std::string& name = kind.value.text();
  bool found = false;
  ((name == Ts::name ? (found = true, f.template operator()<Ts>(), 0) : 0), ...);
  if (!found)
    problem(
        kind,
        "no " + std::string(what) + " kind '" + name + "'" + did_you_mean(name, Keys{Ts::name...}));
}

template <class Kinds, class Out>
void FieldReader::read_kind_of(Kinds kinds, const At& at, std::string_view what, Out& out) {
  with_kind(kinds, at, what, [&]<class T>() {
    if (std::optional<T> self = read_struct<T>(at, {"kind"})) out = Out(std::move(*self));
  });
}

}  // namespace holon
