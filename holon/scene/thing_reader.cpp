// SPDX-License-Identifier: Apache-2.0
#include "holon/scene/thing_reader.h"

#include <algorithm>
#include <cctype>

#include "holon/model/parameter.h"

namespace holon {

// ---- lists of things ----

template <class IdType, class Read>
void ThingReader::read_list(const At& list, Read&& read_one, const Then<IdType>& then) {
  if (!expect(list.value.is_array(), list, "a list")) return;
  for (std::size_t i = 0; i < list.value.elements().size(); ++i) {
    const At at = list.element(i);
    const IdType id = read_one(at);
    if (then) then(at, id);
  }
}

void ThingReader::read_objects(const At& list, Draft& draft, const Then<ObjectId>& then) {
  const auto read_one = [&](const At& at) {
    ObjectId id;
    with_kind(ObjectKinds(), at, ObjectId::what, [&]<class K>() {
      id = read_thing<K, ObjectOptions>(at, draft);
    });
    return id;
  };
  read_list<ObjectId>(list, read_one, then);
}
void ThingReader::read_controllers(const At& list, Draft& draft, const Then<ControllerId>& then) {
  const auto read_one = [&](const At& at) {
    ControllerId id;
    with_kind(ControllerKinds(), at, ControllerId::what, [&]<class K>() {
      id = read_thing<K, ControllerOptions>(at, draft);
    });
    return id;
  };
  read_list<ControllerId>(list, read_one, then);
}

ConstraintId ThingReader::read_constraint(const At& at, Draft& draft) {
  ConstraintId id;
  with_kind(ConstraintKinds(), at, ConstraintId::what, [&]<class K>() {
    id = read_thing<K, ConstraintOptions>(at, draft);
  });
  return id;
}
ForceId ThingReader::read_force(const At& at, Draft& draft) {
  ForceId id;
  with_kind(ForceKinds(), at, ForceId::what, [&]<class K>() {
    id = read_thing<K, ForceOptions>(at, draft);
  });
  return id;
}
void ThingReader::read_constraints(const At& list, Draft& draft, const Then<ConstraintId>& then) {
  read_list<ConstraintId>(
      list, [&](const At& at) { return read_constraint(at, draft); }, then);
}
void ThingReader::read_forces(const At& list, Draft& draft, const Then<ForceId>& then) {
  read_list<ForceId>(
      list, [&](const At& at) { return read_force(at, draft); }, then);
}

// ---- one thing ----

template <class K, class Options>
auto ThingReader::read_thing(const At& at, Draft& draft) {
  const std::size_t before = problems_.size();
  hangs_on_refused_ = false;
  driven_.clear();
  Parts<K, Options> parts = read_parts<K, Options>(at);
  const bool is_refused = problems_.size() > before || hangs_on_refused_;
  using IdType = decltype(draft.add(parts.kind, parts.options));
  return is_refused ? IdType() : add(at, std::move(parts), draft);
}

template <class K, class Options>
ThingReader::Parts<K, Options> ThingReader::read_parts(const At& at) {
  Parts<K, Options> parts;
  Keys known = {"kind"};
  read_fields(at, parts.options, known);
  may_be_driven_ = true;
  read_fields(at, parts.kind, known);
  may_be_driven_ = false;
  if (!parts.options.name.empty()) parts.options.name = around_.prefix + parts.options.name;
  if constexpr (requires(const MassProperties& p) { K::from(p); }) {
    known.insert(known.end(), {"shape", "density", "points"});
    // a body that the host moves is as if of infinite mass
    const bool must_weigh = !std::is_same_v<K, RigidBody> || !parts.options.kinematic;
    parts.mass = read_mass(at, parts.kind, must_weigh);
    if (must_weigh) refuse_missing<K>(at, {"shape", "points"});
  } else {
    refuse_missing<K>(at);
  }
  if constexpr (std::is_same_v<Options, ObjectOptions>) {
    known.insert(known.end(), {"looks", "collision"});
    if (at.has("looks")) parts.looks = read_looks(at.member("looks"));
    if (at.has("collision")) parts.options.collision = read_collision(at, parts.mass);
    if (!around_.pose.put(parts.kind)) problem(at, "cannot be put anywhere else than where it is");
  }
  if constexpr (std::is_same_v<Options, ControllerOptions>)
    read_controller_names(at, parts.kind, parts.options);
  if constexpr (std::is_same_v<Options, ConstraintOptions>) read_what_presses(at, parts.options);
  refuse_unknown(at, known);
  return parts;
}

template <class K, class Options>
auto ThingReader::add(const At& at, Parts<K, Options> parts, Draft& draft) {
  const std::string name = parts.options.name;
  decltype(draft.add(parts.kind, parts.options)) id;
  try {
    id = draft.add(std::move(parts.kind), std::move(parts.options));
  } catch (const ModelError& e) {
    tell(at, e.errors());
    return id;
  }
  if constexpr (std::is_same_v<Options, ObjectOptions>) {
    if (parts.mass) draft.note(id, std::move(*parts.mass));
    if (parts.looks) draft.note(id, std::move(*parts.looks));
  }
  if (!driven_.empty()) add_drives(at.path, name, draft);
  return id;
}

/// The full name of the constraint that presses on one of dry friction.
void ThingReader::read_what_presses(const At& at, ConstraintOptions& options) {
  if (!options.is_friction()) return;
  const auto full =
      full_name(options.pressed_by, [&](const std::string& n) { return is_declared(n); });
  if (full)
    options.pressed_by = *full;
  else
    problem(at.member("pressed_by"), "no constraint is named '" + options.pressed_by + "'");
}

/// What a controller drives, and that no input hides behind a parameter.
template <class K>
void ThingReader::read_controller_names(const At& at, K& kind, ControllerOptions& options) {
  if (!options.drives.empty()) options.drives = full_signal_name(options.drives);
  if constexpr (requires { kind.inputs; })
    for (std::size_t i = 0; i < kind.inputs.size(); ++i)
      if (around_.scope.find(kind.inputs[i].name))
        problem(at.member("inputs").element(i).member("name"),
                "is the name of a parameter too: take another one");
}

/// "objects[0].g[2]" of the thing objects[0] is the number g.z, "terms[0].gain" the number
/// terms.0.gain, and a curve stands under its own name: "rail.curve.radius" is rail.radius.
static std::vector<std::string> numbers_at(std::string_view way) {
  std::vector<std::string> spellings(2);
  std::string last;
  for (std::size_t i = 0; i < way.size();) {
    const bool entry = way[i] == '[';
    const std::size_t end = std::min(way.find_first_of(entry ? "]" : ".[", i + 1), way.size());
    const std::string word(way.substr(i + 1, end - i - 1));
    i = entry ? end + 1 : end;
    const bool inside_track = !last.empty() && (word == "curve" || word == "surface");
    last = word;
    if (inside_track) continue;
    for (std::size_t k = 0; k < 2; ++k) {
      const bool axis = entry && k == 0 && word.size() == 1 && word[0] <= '2';
      spellings[k] +=
          (spellings[k].empty() ? "" : ".") + (axis ? std::string(1, "xyz"[word[0] - '0']) : word);
    }
  }
  return spellings;
}

void ThingReader::add_drives(const std::string& base, const std::string& owner, Draft& draft) {
  for (const Driven& d : driven_) {
    const auto refuse = [&](const std::string& why) {
      problems_.push_back({d.place, d.path, why, around_.file});
    };
    if (owner.empty()) {
      refuse("depends on t, so what it belongs to needs a name");
      continue;
    }
    const std::vector<std::string> numbers =
        numbers_at(std::string_view(d.path).substr(base.size()));
    const auto it = std::ranges::find_if(numbers, [&](const std::string& number) {
      return find_parameter(draft.model(), owner + "." + number).has_value();
    });
    if (it == numbers.end()) {
      refuse("must not depend on t: it does not change while it runs");
      continue;
    }
    const std::string number = owner + "." + *it;
    try {
      draft.add(Computed{.formula = d.formula},
                ControllerOptions{.name = number, .drives = number});
    } catch (const ModelError& e) {
      for (const std::string& error : e.errors()) refuse(error);
    }
  }
}

// ---- what an object weighs, and how it looks ----

static MassProperties mass_of(const MassSource& source) {
  if (const auto* cloud = std::get_if<MassCloud>(&source)) return from_points(cloud->points);
  const auto& solid = std::get<Solid>(source);
  return mass_properties(solid.shape, solid.density);
}

/// Mass properties from a shape with a density (or a mass), or from a cloud of point masses.
template <class K>
std::optional<MassSource> ThingReader::read_mass(const At& at, K& kind, bool must_weigh) {
  if (!at.has("shape") && !at.has("points")) return std::nullopt;
  const std::size_t before = problems_.size();
  for (const char* key : {"inertia", "second_moment", "volume", "com"})
    if (at.has(key)) problem(at.member(key), "follows from the shape or points: leave it out");
  if (at.has("shape") && at.has("points")) problem(at, "has both 'shape' and 'points': keep one");
  if (problems_.size() > before) return std::nullopt;
  MassSource source;
  if (at.has("shape"))
    source = read_solid(at, must_weigh);
  else
    source = read_cloud(at);
  if (problems_.size() > before) return std::nullopt;
  const K from = K::from(mass_of(source));
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

Solid ThingReader::read_solid(const At& at, bool must_weigh) {
  Solid solid;
  double mass = 1.0;
  const std::size_t before = problems_.size();
  read_kind_of(ShapeKinds(), at.member("shape"), "shape", solid.shape);
  if (at.has("density") && at.has("mass"))
    problem(at, "has both 'mass' and 'density': keep one");
  else if (must_weigh && !at.has("density") && !at.has("mass"))
    problem(at, "with a shape needs 'density' or 'mass'");
  for (auto [key, number] : {std::pair{"density", &solid.density}, {"mass", &mass}}) {
    optional_member(at, key, *number);
    if (!(*number > 0.0)) problem(at.member(key), "must be positive");
  }
  if (at.has("mass") && problems_.size() == before)
    solid.density = mass / mass_properties(solid.shape, 1.0).mass;
  return solid;
}

MassCloud ThingReader::read_cloud(const At& at) {
  MassCloud cloud;
  const std::size_t before = problems_.size();
  read(at.member("points"), cloud.points);
  if (at.has("mass")) problem(at.member("mass"), "follows from the points: leave it out");
  double total = 0.0;
  for (const MassPoint& m : cloud.points) total += m.mass;
  if (problems_.size() == before && !(total > 0.0))
    problem(at.member("points"), "must weigh something");
  return cloud;
}

Looks ThingReader::read_looks(const At& at) {
  Looks looks;
  if (!expect(at.value.is_object(), at, R"({"colour": "#5C7A98", "shape": {...}})")) return looks;
  refuse_unknown(at, {"colour", "shape"});
  optional_member(at, "colour", looks.colour);
  const auto is_hexadecimal = [](char c) {
    return std::isxdigit(static_cast<unsigned char>(c)) != 0;
  };
  if (at.has("colour")
      && (looks.colour.size() != 7 || looks.colour[0] != '#'
          || !std::all_of(looks.colour.begin() + 1, looks.colour.end(), is_hexadecimal)))
    problem(at.member("colour"), "must be a colour like #5C7A98");
  if (at.has("shape")) {
    Shape shape;
    read_kind_of(ShapeKinds(), at.member("shape"), "shape", shape);
    looks.shape = std::move(shape);
  }
  return looks;
}

}  // namespace holon
