// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <optional>
#include <unordered_map>

#include "holon/model/signals.h"
#include "holon/scene/scene.h"
#include "holon/scene/spelling.h"

namespace holon {
namespace {

/// The readers of all types of field. Each reports what is wrong at its place and goes on.
class Reader {
 public:
  Scene read(const JsonValue& root);

 private:
  struct At {
    const JsonValue& value;
    std::string path;
    At member(std::string_view key) const { return {*value.find(key), member_path(path, key)}; }
    At element(std::size_t i) const { return {value.elements()[i], element_path(path, i)}; }
  };

  void problem(const At& at, std::string message) {
    problems_.push_back({at.value.place(), at.path, std::move(message)});
  }
  bool expect(bool condition, const At& at, const std::string& what) {
    if (!condition) problem(at, "must be " + what + ", not " + at.value.kind_name());
    return condition;
  }

  // ---- numbers and lists of them ----
  void read(const At& at, double& out) {
    if (expect(at.value.is_number(), at, "a number")) out = at.value.number();
  }
  void read(const At& at, int& out) {
    if (expect(at.value.is_integer() && std::abs(at.value.number()) < 1e9, at, "a whole number"))
      out = static_cast<int>(at.value.number());
  }
  void read(const At& at, bool& out) {
    if (expect(at.value.is_boolean(), at, "true or false")) out = at.value.boolean();
  }
  void read(const At& at, std::string& out) {
    if (expect(at.value.is_string(), at, "a string")) out = at.value.text();
  }
  template <class T>
  void read(const At& at, std::vector<T>& out) {
    if (!expect(at.value.is_array(), at, "a list")) return;
    out.clear();
    for (std::size_t i = 0; i < at.value.elements().size(); ++i) {
      T item{};
      read(at.element(i), item);
      out.push_back(item);
    }
  }
  template <class T, std::size_t N>
  void read(const At& at, std::array<T, N>& out) {
    if (!list_of(at, N)) return;
    for (std::size_t i = 0; i < N; ++i) read(at.element(i), out[i]);
  }
  bool list_of(const At& at, std::size_t n) {
    const std::string what = "a list of " + std::to_string(n);
    if (!expect(at.value.is_array(), at, what)) return false;
    const std::size_t found = at.value.elements().size();
    if (found != n) problem(at, "must be " + what + ", and has " + std::to_string(found));
    return found == n;
  }
  template <int N>
  void read(const At& at, Eigen::Matrix<double, N, 1>& out) {
    if (!list_of(at, N)) return;
    for (int i = 0; i < N; ++i) read(at.element(static_cast<std::size_t>(i)), out[i]);
  }
  /// A square matrix: its rows, or, when the list holds numbers, its diagonal.
  template <int N>
  requires(N > 1) void read(const At& at, Eigen::Matrix<double, N, N>& out) {
    if (!list_of(at, N)) return;
    Eigen::Matrix<double, N, N> m = Eigen::Matrix<double, N, N>::Zero();
    for (int i = 0; i < N; ++i) {
      const At row = at.element(static_cast<std::size_t>(i));
      if (row.value.is_number()) {
        read(row, m(i, i));
      } else {
        Eigen::Matrix<double, N, 1> numbers = Eigen::Matrix<double, N, 1>::Zero();
        read(row, numbers);
        m.row(i) = numbers.transpose();
      }
    }
    out = m;
  }
  void read(const At& at, Quat& out) {
    Eigen::Vector4d wxyz(1, 0, 0, 0);
    const std::size_t before = problems_.size();
    read(at, wxyz);
    if (problems_.size() > before) return;
    if (!(wxyz.norm() > 1e-12))
      return problem(at, "must be a quaternion w, x, y, z that is not zero");
    out = Quat(wxyz[0], wxyz[1], wxyz[2], wxyz[3]);
  }

  // ---- objects with fields ----
  using Keys = std::vector<std::string_view>;

  /// Reads the fields of `self` from the members of an object; notes the keys it knows.
  template <class T>
  void read_fields(const At& at, T& self, Keys& known) {
    T::fields(self, [&](std::string_view key, auto& field, std::string_view /*text*/) {
      known.push_back(key);
      if (at.value.find(key) != nullptr) read(at.member(key), field);
    });
  }
  void refuse_unknown(const At& at, const Keys& known) {
    for (const JsonMember& m : at.value.members())
      if (std::find(known.begin(), known.end(), m.key) == known.end())
        problems_.push_back({m.key_place,
                             member_path(at.path, m.key),
                             "is not a field of this" + did_you_mean(m.key, known)});
  }
  template <class T>
  void refuse_missing(const At& at, const Keys& instead = {}) {
    if constexpr (requires { T::required; }) {
      for (std::string_view key : instead)
        if (at.value.find(key) != nullptr) return;
      for (std::string_view key : T::required)
        if (at.value.find(key) == nullptr) problem(at, "'" + std::string(key) + "' is missing");
    }
  }

  /// Calls f.operator()<T>() for the kind that the member "kind" names.
  template <class... Ts, class F>
  void with_kind(TypeList<Ts...> /*kinds*/, const At& at, std::string_view what, F&& f) {
    if (!expect(at.value.is_object(), at, "an object")) return;
    const JsonValue* kind = at.value.find("kind");
    if (kind == nullptr)
      return problem(at,
                     "'kind' is missing: it says what sort of " + std::string(what) + " this is");
    const At at_kind{*kind, member_path(at.path, "kind")};
    if (!expect(kind->is_string(), at_kind, "a string")) return;
    bool found = false;
    ((kind->text() == Ts::name ? (found = true, f.template operator()<Ts>(), 0) : 0), ...);
    if (!found)
      problem(at_kind,
              "no " + std::string(what) + " kind '" + kind->text() + "'"
                  + did_you_mean(kind->text(), Keys{Ts::name...}));
  }

  /// One of several plain structs, named by its kind.
  template <class... Ts, class Out>
  void read_kind_of(TypeList<Ts...> kinds, const At& at, std::string_view what, Out&& out) {
    with_kind(kinds, at, what, [&]<class T>() {
      T self;
      Keys known = {"kind"};
      read_fields(at, self, known);
      refuse_unknown(at, known);
      Diagnostics d;
      self.check(d);
      for (const std::string& e : d.errors()) field_problem(at, e);
      if (d.ok()) out(std::move(self));
    });
  }

  /// A message "field: what" of a check, told at the place of that field.
  void field_problem(const At& at, const std::string& error) {
    const std::size_t colon = error.find(": ");
    const std::string field = error.substr(0, colon);
    std::string message = colon == std::string::npos ? error : error.substr(colon + 2);
    At here = at;
    // a field may be a way inside, as in quantity.a
    std::string rest = field;
    std::optional<At> found(here);
    while (!rest.empty()) {
      const std::size_t dot = rest.find('.');
      const std::string key = rest.substr(0, dot);
      rest = dot == std::string::npos ? "" : rest.substr(dot + 1);
      const At& last = *found;
      if (last.value.is_array()) {
        const std::size_t i = std::stoul(key);
        if (i >= last.value.elements().size()) break;
        const At next = last.element(i);
        found.emplace(next);
        continue;
      }
      if (!last.value.is_object()) break;
      // a quantity stands under its name
      const bool named = last.value.find(key) == nullptr && last.value.members().size() == 1;
      const At holder = named ? last.member(last.value.members()[0].key) : last;
      if (!holder.value.is_object() || holder.value.find(key) == nullptr) break;
      const At next = holder.member(key);
      found.emplace(next);
    }
    const bool placed = found->path != at.path;
    problem(*found, placed ? message : field + " " + message);
  }

  // ---- functions ----
  /// What a text stands for: out = T(text), if it is a formula.
  template <class T, class Out>
  void read_formula(const At& at, Out& out) {
    try {
      out = T(at.value.text());
    } catch (const ModelError& e) {
      for (const std::string& error : e.errors()) problem(at, error);
    }
  }
  void read(const At& at, Motion& out) {
    if (at.value.is_number()) {
      out = Motion(at.value.number());
      return;
    }
    if (at.value.is_string()) return read_formula<TimeFormula>(at, out);
    if (!expect(at.value.is_object(), at, "a number, a formula of t or a function of time")) return;
    read_kind_of(TypeList<Polynomial, Sine, Keyframes>(), at, "motion", [&](auto kind) {
      out = Motion(std::move(kind));
    });
  }
  void read(const At& at, Path& out) {
    if (at.value.is_array()) {
      Vec3 constant = Vec3::Zero();
      read(at, constant);
      out = Path::constant(constant);
      return;
    }
    if (!expect(at.value.is_object(), at, "a list of 3 numbers or a function of time")) return;
    if (at.value.find("times") != nullptr || at.value.find("points") != nullptr) {
      read_keyed_path(at, out);
      return;
    }
    out = Path();
    for (auto [key, field] : {std::pair{"x", &out.x}, {"y", &out.y}, {"z", &out.z}})
      if (at.value.find(key) != nullptr) read(at.member(key), *field);
    refuse_unknown(at, {"x", "y", "z", "times", "points"});
  }
  void read_keyed_path(const At& at, Path& out) {
    std::vector<double> times;
    std::vector<Vec3> points;
    if (at.value.find("times") == nullptr) return problem(at, "'times' is missing");
    if (at.value.find("points") == nullptr) return problem(at, "'points' is missing");
    const std::size_t before = problems_.size();
    read(at.member("times"), times);
    read(at.member("points"), points);
    refuse_unknown(at, {"times", "points"});
    if (problems_.size() > before) return;
    if (times.size() != points.size())
      return problem(at.member("points"), "must be as many as times");
    Diagnostics d;
    Keyframes{times, std::vector<double>(times.size(), 0.0)}.check(d);
    for (const std::string& e : d.errors()) field_problem(at, e);
    if (d.ok()) out = Path::through(times, points);
  }
  void read(const At& at, ForceLaw& out) {
    if (at.value.is_string()) return read_formula<ForceLaw>(at, out);
    const std::string form = R"(a formula of s, or {"stretches": [...], "forces": [...]})";
    if (!expect(at.value.is_object(), at, form)) return;
    Keys known;
    if (const std::optional<ForceTable> table = read_described<ForceTable>(at, known)) out = *table;
  }
  void read(const At& at, ParametricMap& out) {
    read_kind_of(
        TypeList<CircleMap, HelixMap, ParabolaMap, LinkageMap>(), at, "map", [&](auto kind) {
          out = ParametricMap(std::move(kind));
        });
  }

  // ---- connectors ----
  void read(const At& at, ObjectId& out) {
    if (!expect(at.value.is_string(), at, "the name of an object")) return;
    const auto it = objects_.find(at.value.text());
    if (it == objects_.end()) {
      Keys names;
      for (const auto& [name, id] : objects_) names.push_back(name);
      return problem(
          at,
          "no object is named '" + at.value.text() + "'" + did_you_mean(at.value.text(), names));
    }
    out = it->second;
    // an object that was refused itself has been told of already; so is all that hangs on it
    if (out.is_none()) hangs_on_refused_ = true;
  }
  /// Which of the keys an object has: exactly one is wanted.
  std::string_view one_of(const At& at, const Keys& keys, const std::string& what) {
    if (!expect(at.value.is_object(), at, what)) return {};
    std::string_view found;
    for (std::string_view key : keys)
      if (at.value.find(key) != nullptr) {
        if (!found.empty()) {
          problem(at,
                  "has both '" + std::string(found) + "' and '" + std::string(key) + "': keep one");
          return {};
        }
        found = key;
      }
    if (found.empty()) problem(at, "must be " + what);
    return found;
  }
  template <class T>
  void optional_member(const At& at, std::string_view key, T& out) {
    if (at.value.find(key) != nullptr) read(at.member(key), out);
  }

  void read(const At& at, PointRef& out) {
    const auto form = one_of(
        at,
        {"object", "nail", "path"},
        R"(a point: {"object": name, "at": [x, y, z]}, {"nail": [x, y, z]} or {"path": ...})");
    if (form == "object") {
      PointOn p;
      read(at.member("object"), p.object);
      optional_member(at, "at", p.at);
      optional_member(at, "part", p.part);
      refuse_unknown(at, {"object", "at", "part"});
      out = p;
    } else if (form == "nail") {
      Nail nail;
      read(at.member("nail"), nail.at);
      refuse_unknown(at, {"nail"});
      out = nail;
    } else if (form == "path") {
      Path path;
      read(at.member("path"), path);
      refuse_unknown(at, {"path"});
      out = path;
    }
  }
  void read(const At& at, DirectionRef& out) {
    const auto form =
        one_of(at,
               {"object", "world"},
               R"(a direction: {"object": name, "along": [x, y, z]} or {"world": [x, y, z]})");
    if (form == "object") {
      DirectionOn d;
      read(at.member("object"), d.object);
      optional_member(at, "along", d.along);
      refuse_unknown(at, {"object", "along"});
      out = d;
    } else if (form == "world") {
      WorldDirection d;
      read(at.member("world"), d.along);
      refuse_unknown(at, {"world"});
      out = d;
    }
  }
  /// The axes of a frame: a quaternion, or just where its z axis points.
  void read_axes(const At& at, Quat& out) {
    if (at.value.find("z") != nullptr && at.value.find("orientation") != nullptr)
      return problem(at, "has both 'z' and 'orientation': keep one");
    optional_member(at, "orientation", out);
    if (at.value.find("z") == nullptr) return;
    Vec3 z = Vec3::UnitZ();
    read(at.member("z"), z);
    if (!(z.norm() > 1e-12)) return problem(at.member("z"), "must be a direction that is not zero");
    out = Quat(frame_with_z(z.normalized()));
  }
  void read(const At& at, FrameRef& out) {
    const auto form = one_of(
        at,
        {"object", "world"},
        R"(a frame: {"object": name, "at": [x, y, z], "z": axis or "orientation": [w, x, y, z]} or {"world": [x, y, z], ...})");
    if (form == "object") {
      FrameOn f;
      read(at.member("object"), f.object);
      optional_member(at, "at", f.at);
      read_axes(at, f.orientation);
      refuse_unknown(at, {"object", "at", "z", "orientation"});
      out = f;
    } else if (form == "world") {
      WorldFrame f;
      read(at.member("world"), f.at);
      read_axes(at, f.orientation);
      refuse_unknown(at, {"world", "z", "orientation"});
      out = f;
    }
  }
  /// A quantity is named by its one member: {"distance": {"a": point, "b": point}}.
  void read(const At& at, ScalarRef& out) { read_scalar(at, out, ScalarKinds()); }
  template <class... Ks>
  void read_scalar(const At& at, ScalarRef& out, TypeList<Ks...> /*kinds*/) {
    const auto form = one_of(at,
                             {Ks::name...},
                             R"(a quantity: {"distance": {"a": point, "b": point}}, {"angle": )"
                             R"({"a": ..., "b": ..., "axis": ...}} or another one)");
    if (form.empty()) return;
    refuse_unknown(at, {form});
    const At inside = at.member(form);
    if (!expect(inside.value.is_object(), inside, "an object")) return;
    ((form == Ks::name ? read_members<Ks>(inside, out) : void()), ...);
  }
  /// A struct whose fields must all be there.
  template <class T, class Out>
  void read_members(const At& at, Out& out) {
    T self;
    Keys known;
    const std::size_t before = problems_.size();
    read_fields(at, self, known);
    refuse_unknown(at, known);
    for (std::string_view key : known)
      if (at.value.find(key) == nullptr && !(std::is_same_v<T, ScalarTerm> && key == "gain"))
        problem(at, "'" + std::string(key) + "' is missing");
    if (problems_.size() == before) out = std::move(self);
  }
  void read(const At& at, ScalarTerm& out) {
    if (expect(at.value.is_object(), at, R"({"quantity": ..., "gain": number})"))
      read_members<ScalarTerm>(at, out);
  }

  // ---- commands and signals ----
  void read(const At& at, Command& out) {
    if (!at.value.is_object() || at.value.find("controller") == nullptr) {
      Motion motion;
      read(at, motion);
      out = Command(std::move(motion));
      return;
    }
    refuse_unknown(at, {"controller"});
    const At name = at.member("controller");
    if (!expect(name.value.is_string(), name, "the name of a controller")) return;
    const auto it = controllers_.find(name.value.text());
    if (it == controllers_.end()) {
      Keys names;
      for (const auto& [known, id] : controllers_) names.push_back(known);
      return problem(name,
                     "no controller is named '" + name.value.text() + "'"
                         + did_you_mean(name.value.text(), names));
    }
    if (it->second.is_none())
      hangs_on_refused_ = true;
    else
      out = it->second;
  }
  void read(const At& at, SignalRef& out) {
    if (at.value.is_object() && at.value.find("signal") != nullptr) {
      NamedSignal named;
      read(at.member("signal"), named.name);
      refuse_unknown(at, {"signal"});
      out = named;
    } else if (at.value.is_object() && at.value.find("quantity") != nullptr) {
      QuantitySignal q;
      read(at.member("quantity"), q.quantity);
      optional_member(at, "rate", q.rate);
      refuse_unknown(at, {"quantity", "rate"});
      out = q;
    } else {
      Motion motion;
      read(at, motion);
      out = std::move(motion);
    }
  }
  void read(const At& at, ComputedInput& out) {
    if (expect(at.value.is_object(), at, R"({"name": ..., "signal": ...})"))
      read_members<ComputedInput>(at, out);
  }

  // ---- curves and surfaces ----
  void read(const At& at, TrackEnds& out) {
    if (!expect(at.value.is_string(), at, "a string")) return;
    const Keys names(std::begin(track_end_names), std::end(track_end_names));
    const auto it = std::ranges::find(names, at.value.text());
    if (it == names.end())
      return problem(
          at, "must be one of stop, release, hold, nothing" + did_you_mean(at.value.text(), names));
    out = static_cast<TrackEnds>(it - names.begin());
  }
  void read(const At& at, CurveRef& out) {
    if (!read_carrier(at, "curve", out.frame)) return;
    const At inside = at.member("curve");
    with_kind(CurveKinds(), inside, "curve", [&]<class T>() {
      CurveOptions options;
      Keys known = {"kind"};
      read_fields(inside, options, known);
      if (const std::optional<T> kind = read_described<T>(inside, known))
        out.curve = Curve(*kind, options);
    });
  }
  void read(const At& at, SurfaceRef& out) {
    if (!read_carrier(at, "surface", out.frame)) return;
    const At inside = at.member("surface");
    with_kind(SurfaceKinds(), inside, "surface", [&]<class T>() {
      Keys known = {"kind"};
      if (const std::optional<T> kind = read_described<T>(inside, known)) out.surface = *kind;
    });
  }
  /// {"curve": ..., "frame": ...}: what it is, and optionally what carries it.
  bool read_carrier(const At& at, std::string_view what, FrameRef& frame) {
    const std::string form = "{\"" + std::string(what) + "\": ..., \"frame\": ...}";
    if (!expect(at.value.is_object(), at, form)) return false;
    refuse_unknown(at, {what, "frame"});
    optional_member(at, "frame", frame);
    if (at.value.find(what) == nullptr) problem(at, "'" + std::string(what) + "' is missing");
    return at.value.find(what) != nullptr;
  }
  /// A kind with its fields, if nothing is wrong with them.
  template <class T>
  std::optional<T> read_described(const At& at, Keys& known) {
    T self;
    const std::size_t before = problems_.size();
    read_fields(at, self, known);
    refuse_unknown(at, known);
    refuse_missing<T>(at);
    if (problems_.size() > before) return std::nullopt;
    Diagnostics d;
    self.check(d);
    for (const std::string& e : d.errors()) field_problem(at, e);
    if (!d.ok()) return std::nullopt;
    return self;
  }

  void read(const At& at, MassPoint& out) {
    if (!expect(at.value.is_object(), at, R"({"mass": ..., "position": [x, y, z]})")) return;
    for (std::string_view key : {"mass", "position"})
      if (at.value.find(key) == nullptr)
        return problem(at, "'" + std::string(key) + "' is missing");
    read(at.member("mass"), out.mass);
    read(at.member("position"), out.position);
    refuse_unknown(at, {"mass", "position"});
    if (!(out.mass >= 0.0)) problem(at.member("mass"), "must not be negative");
  }

  // ---- the parts of a scene ----
  void read_settings(const At& at, SceneSettings& out, Keys& known);
  template <class K>
  void read_object(const At& at, Scene& scene);
  template <class K>
  std::optional<std::variant<Solid, MassCloud>> read_solid(const At& at, K& kind);
  template <class K, class Options>
  void read_thing(const At& at, Scene& scene);
  template <class K>
  void read_controller(const At& at, Scene& scene);
  void check_signals(const Scene& scene);
  void each_of(const At& root, std::string_view list, const std::function<void(const At&)>& f);
  void add_checked(const At& at, const std::function<void()>& add) {
    try {
      add();
    } catch (const ModelError& e) {
      for (const std::string& error : e.errors()) field_problem(at, error);
    }
  }

  std::vector<SceneProblem> problems_;
  std::unordered_map<std::string, ObjectId> objects_;
  std::unordered_map<std::string, ControllerId> controllers_;
  std::vector<std::pair<At, ControllerId>> heard_;  // controllers, for check_signals()
  bool hangs_on_refused_ = false;
};

void Reader::read_settings(const At& at, SceneSettings& out, Keys& known) {
  read_fields(at, out, known);
  const auto positive = [&](const char* key, double value) {
    if (at.value.find(key) != nullptr && !(value > 0.0))
      problem(at.member(key), "must be positive");
  };
  positive("dt", out.dt);
  positive("duration", out.duration);
  Keys names;
  for (const StepperKind& s : stepper_kinds()) names.push_back(s.name);
  if (std::find(names.begin(), names.end(), out.stepper) == names.end())
    problem(at.member("stepper"),
            "no stepper '" + out.stepper + "'" + did_you_mean(out.stepper, names));
}

/// Mass properties from a shape with a density (or a mass), or from a cloud of point masses.
template <class K>
std::optional<std::variant<Solid, MassCloud>> Reader::read_solid(const At& at, K& kind) {
  const bool has_shape = at.value.find("shape") != nullptr,
             has_points = at.value.find("points") != nullptr;
  if (!has_shape && !has_points) return std::nullopt;
  for (const char* key : {"inertia", "second_moment", "volume", "com"})
    if (at.value.find(key) != nullptr) {
      problem(at.member(key), "follows from the shape or points: leave it out");
      return std::nullopt;
    }
  const std::size_t before = problems_.size();
  MassProperties p;
  std::variant<Solid, MassCloud> source;
  if (has_shape && has_points) {
    problem(at, "has both 'shape' and 'points': keep one");
  } else if (has_points) {
    MassCloud cloud;
    read(at.member("points"), cloud.points);
    if (at.value.find("mass") != nullptr)
      problem(at.member("mass"), "follows from the points: leave it out");
    double total = 0.0;
    for (const MassPoint& m : cloud.points) total += m.mass;
    if (problems_.size() == before && !(total > 0.0))
      problem(at.member("points"), "must weigh something");
    if (problems_.size() == before) p = from_points(cloud.points);
    source = cloud;
  } else {
    Solid solid;
    const At shape = at.member("shape");
    using Shapes = TypeList<Sphere, Box, Cylinder, Rod, Capsule, Torus, Cone, Ellipsoid, Mesh>;
    read_kind_of(Shapes(), shape, "shape", [&](auto s) { solid.shape = std::move(s); });
    const bool has_density = at.value.find("density") != nullptr,
               has_mass = at.value.find("mass") != nullptr;
    if (has_density == has_mass)
      problem(at,
              has_mass ? "has both 'mass' and 'density': keep one"
                       : "with a shape needs 'density' or 'mass'");
    double mass = 1.0;
    if (has_density) read(at.member("density"), solid.density);
    if (has_mass) read(at.member("mass"), mass);
    if (has_density && !(solid.density > 0.0)) problem(at.member("density"), "must be positive");
    if (has_mass && !(mass > 0.0)) problem(at.member("mass"), "must be positive");
    if (problems_.size() == before) {
      if (has_mass) solid.density = mass / mass_properties(solid.shape, 1.0).mass;
      p = mass_properties(solid.shape, solid.density);
    }
    source = solid;
  }
  if (problems_.size() > before) return std::nullopt;
  const K from = K::from(p);
  kind.mass = from.mass;
  if constexpr (requires { kind.inertia; }) {
    kind.inertia = from.inertia;
    kind.com = from.com;
  } else {
    kind.second_moment = from.second_moment;
    kind.volume = from.volume;
  }
  return source;
}

template <class K>
void Reader::read_object(const At& at, Scene& scene) {
  K kind;
  ObjectOptions options;
  Keys known = {"kind"};
  const std::size_t before = problems_.size();
  read_fields(at, options, known);
  read_fields(at, kind, known);
  std::optional<std::variant<Solid, MassCloud>> solid;
  if constexpr (requires(const MassProperties& p) { K::from(p); }) {
    for (const char* key : {"shape", "density", "points"}) known.push_back(key);
    solid = read_solid(at, kind);
    refuse_missing<K>(at, {"shape", "points"});
  } else {
    refuse_missing<K>(at);
  }
  refuse_unknown(at, known);
  ObjectId id;
  if (problems_.size() == before)
    add_checked(at, [&] { id = scene.model.add(std::move(kind), options); });
  if (solid && !id.is_none()) scene.solids[id.index] = std::move(*solid);
  if (!options.name.empty() && objects_.find(options.name) == objects_.end())
    objects_[options.name] = id;
}

template <class K, class Options>
void Reader::read_thing(const At& at, Scene& scene) {
  K kind;
  Options options;
  Keys known = {"kind"};
  const std::size_t before = problems_.size();
  hangs_on_refused_ = false;
  read_fields(at, options, known);
  read_fields(at, kind, known);
  refuse_missing<K>(at);
  refuse_unknown(at, known);
  if (problems_.size() == before && !hangs_on_refused_)
    add_checked(at, [&] {
      const auto id = scene.model.add(std::move(kind), options);
      if constexpr (std::is_same_v<decltype(id), const ControllerId>) heard_.emplace_back(at, id);
    });
}

template <class K>
void Reader::read_controller(const At& at, Scene& scene) {
  const std::size_t before = problems_.size();
  read_thing<K, ControllerOptions>(at, scene);
  const JsonValue* name = at.value.find("name");
  if (name == nullptr || !name->is_string()) return;
  const ControllerId id =
      problems_.size() == before ? scene.model.find_controller(name->text()) : ControllerId{};
  controllers_.try_emplace(name->text(), id);
}

/// What controllers listen to by name may stand anywhere in the scene.
void Reader::check_signals(const Scene& scene) {
  std::vector<std::string> names;
  for_each_signal(scene.model, [&](const std::string& name, std::string_view, const Signal&) {
    names.push_back(name);
  });
  for (const auto& [at, id] : heard_)
    for (const std::string& name : missing_signals(scene.model, scene.model.controllers()[id].kind))
      problem(at, "listens to '" + name + "', which is not there" + did_you_mean(name, names));
  if (!problems_.empty() || heard_.empty()) return;
  try {
    check_controllers(scene.model);
  } catch (const ModelError& e) {
    for (const std::string& error : e.errors()) problem(heard_.front().first, error);
  }
}

void Reader::each_of(const At& root,
                     std::string_view list,
                     const std::function<void(const At&)>& f) {
  if (root.value.find(list) == nullptr) return;
  const At at = root.member(list);
  if (!expect(at.value.is_array(), at, "a list")) return;
  for (std::size_t i = 0; i < at.value.elements().size(); ++i) f(at.element(i));
}

Scene Reader::read(const JsonValue& root) {
  Scene scene;
  const At at{root, ""};
  if (expect(root.is_object(), at, "an object")) {
    Keys known = {"format", "version", "objects", "controllers", "constraints", "forces"};
    const JsonValue* format = root.find("format");
    if (format == nullptr || !format->is_string() || format->text() != Scene::format)
      problem(format != nullptr ? at.member("format") : at, R"("format" must be "holon-scene")");
    const JsonValue* version = root.find("version");
    if (version == nullptr || !version->is_integer() || version->number() != Scene::version)
      problem(version != nullptr ? at.member("version") : at,
              "\"version\" must be 1, the only one there is");
    read_settings(at, scene.settings, known);
    refuse_unknown(at, known);
    each_of(at, "objects", [&](const At& o) {
      with_kind(ObjectKinds(), o, "object", [&]<class K>() { read_object<K>(o, scene); });
      // a name is known even if its object could not be read, so that one mistake is told once
      if (o.value.is_object())
        if (const JsonValue* name = o.value.find("name"); name != nullptr && name->is_string())
          objects_.try_emplace(name->text(), ObjectId{});
    });
    each_of(at, "controllers", [&](const At& c) {
      with_kind(
          ControllerKinds(), c, "controller", [&]<class K>() { read_controller<K>(c, scene); });
    });
    each_of(at, "constraints", [&](const At& c) {
      with_kind(ConstraintKinds(), c, "constraint", [&]<class K>() {
        read_thing<K, ConstraintOptions>(c, scene);
      });
    });
    each_of(at, "forces", [&](const At& f) {
      with_kind(
          ForceKinds(), f, "force", [&]<class K>() { read_thing<K, ForceOptions>(f, scene); });
    });
    if (problems_.empty()) check_signals(scene);
  }
  if (!problems_.empty()) throw SceneError(std::move(problems_));
  return scene;
}

}  // namespace

Scene read_scene(std::string_view text) {
  return Reader().read(parse_json(text));
}

Scene read_scene_file(const std::string& path) {
  std::string text;
  if (path == "-") {
    text.assign(std::istreambuf_iterator<char>(std::cin), {});
  } else {
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    if (!file) throw SceneError({{{}, "", "cannot open '" + path + "'"}});
    const auto size = file.tellg();
    if (size < 0) throw SceneError({{{}, "", "cannot read '" + path + "'"}});
    if (static_cast<std::size_t>(size) > JsonLimits::text_bytes)
      throw SceneError({{{}, "", "'" + path + "' is larger than 256 MiB: that is no scene"}});
    text.resize(static_cast<std::size_t>(size));
    file.seekg(0);
    file.read(text.data(), size);
    if (!file) throw SceneError({{{}, "", "cannot read '" + path + "'"}});
  }
  return read_scene(text);
}

World make_world(const Scene& scene, int threads) {
  WorldOptions options;
  options.stepper = scene.settings.stepper;
  options.threads = threads;
  return World(scene.model, options);
}

}  // namespace holon
