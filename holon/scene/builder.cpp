// SPDX-License-Identifier: Apache-2.0
#include "holon/scene/builder.h"

#include <algorithm>
#include <cmath>

#include "holon/scene/kind_fields.h"
#include "holon/scene/spelling.h"

namespace holon {
namespace {

using Words = std::vector<CommandWord>;
using Members = std::vector<std::pair<std::string, JsonValue>>;
using Names = std::vector<std::string_view>;

/// A command taken apart: what it does, to what, and how.
struct Typed {
  CommandWord verb;
  Words operands;
  std::vector<std::pair<std::string_view, CommandWord>> options;  // name, value
  std::vector<CommandWord> option_words;
  CommandWord end;  // where more could stand
};

Typed take_apart(const Words& words, const CommandWord& line) {
  Typed out{words.front(), {}, {}, {}, part_of(line, line.text.size())};
  for (std::size_t i = 1; i < words.size(); ++i) {
    const CommandWord& word = words[i];
    if (word.text == "=") refuse_word(word, "write options without spaces, as mass=2");
    if (!is_option(word)) {
      out.operands.push_back(word);
      continue;
    }
    const auto option = option_of(word);
    if (std::ranges::find(out.options, option.first, [](const auto& o) { return o.first; })
        != out.options.end())
      refuse_word(word, "is given twice");
    out.options.push_back(option);
    out.option_words.push_back(word);
  }
  return out;
}

/// The operand at that place, which the command cannot do without.
const CommandWord& operand(const Typed& c, std::size_t i, const std::string& what) {
  if (i >= c.operands.size())
    refuse(c.end, "'" + std::string(c.verb.text) + "' needs " + what + " here");
  return c.operands[i];
}
void no_more_operands(const Typed& c, std::size_t wanted) {
  if (c.operands.size() > wanted)
    refuse_word(c.operands[wanted], "is one word too many; options look like mass=2");
}
void no_options(const Typed& c) {
  if (!c.options.empty())
    refuse_word(c.option_words.front(), "'" + std::string(c.verb.text) + "' takes no options");
}
[[noreturn]] void unknown_option(const Typed& c, std::size_t i, const Names& known) {
  std::string list;
  for (std::string_view name : known) list += (list.empty() ? "" : ", ") + std::string(name);
  refuse_word(c.option_words[i],
              "no such option" + did_you_mean(c.options[i].first, known) + "; there are " + list);
}

std::string named(std::string_view key) {
  return std::string(key);
}

// ---- fields ----

JsonValue vector_value(JsonPlace place, const Vec3& v) {
  std::vector<JsonValue> numbers;
  for (double x : v) numbers.push_back({place, JsonValue::Number{x, x == std::floor(x)}});
  return {place, std::move(numbers)};
}
JsonValue up(JsonPlace place) {
  return vector_value(place, Vec3::UnitZ());
}

template <class F>
JsonValue list_value(const CommandWord& word, F&& value_of_part) {
  std::vector<JsonValue> elements;
  if (is_list(word))
    for (const CommandWord& part : split_list(word)) elements.push_back(value_of_part(part));
  else
    elements.push_back(value_of_part(word));
  return {word.place, std::move(elements)};
}

JsonValue field_value(const CommandWord& word, FieldForm form) {
  if (word.text.starts_with('{') || word.text.starts_with('[')) return value_of(word);
  switch (form) {
    case FieldForm::text:
      return text_value(word);
    case FieldForm::texts:
      return list_value(word, text_value);
    case FieldForm::point:
      return point_value(word);
    case FieldForm::points:
      return list_value(word, point_value);
    case FieldForm::frame:
      return frame_value(word, up(word.place));
    case FieldForm::direction:
      return direction_value(word);
    case FieldForm::plain:
      break;
  }
  return value_of(word);
}

// ---- new things ----

JsonValue created(const CommandWord& verb, std::string_view list, JsonValue thing) {
  std::vector<JsonValue> things;
  things.push_back(std::move(thing));
  JsonValue lists =
      json_object(verb.place, {{named(list), JsonValue(verb.place, std::move(things))}});
  return json_object(verb.place, {{"create", std::move(lists)}});
}

/// The word `as` and the kind after it, taken out of the operands from `from` on; nullptr if not
/// there.
const KindFields* take_as(Typed& c, std::size_t from, std::string_view list) {
  const auto as = std::find_if(
      c.operands.begin() + static_cast<std::ptrdiff_t>(std::min(from, c.operands.size())),
      c.operands.end(),
      [](const CommandWord& w) { return w.text == "as"; });
  if (as == c.operands.end()) return nullptr;
  if (as + 1 == c.operands.end()) refuse(c.end, "a kind is missing after 'as'");
  const CommandWord word = *(as + 1);
  Names names;
  for (const KindFields& k : kinds_of_things())
    if (k.list == list) names.push_back(k.name);
  const KindFields* kind = find_kind(word.text, list);
  if (kind == nullptr)
    refuse_word(word,
                "no kind of " + named(list.substr(0, list.size() - 1)) + " has this name"
                    + did_you_mean(word.text, names));
  c.operands.erase(as, as + 2);
  return kind;
}

/// The fields of a thing as its options say, in the order in which they stand.
class Thing {
 public:
  Thing(const KindFields& kind, const KindFields* shape) : kind_(kind), shape_(shape) {}

  void take(const Typed& c, const Names& taken) {
    for (std::size_t i = 0; i < c.options.size(); ++i)
      if (std::ranges::find(taken, c.options[i].first) == taken.end()) take_one(c, i);
  }
  Members members(const CommandWord& kind_word) {
    Members out;
    out.emplace_back("kind", JsonValue(kind_word.place, named(kind_.name)));
    for (auto& m : first_) out.push_back(std::move(m));
    if (shape_ != nullptr) {
      Members shape;
      shape.emplace_back("kind", JsonValue(kind_word.place, named(shape_->name)));
      for (auto& m : of_shape_) shape.push_back(std::move(m));
      out.emplace_back("shape", json_object(kind_word.place, std::move(shape)));
      if (!weighs_)
        out.emplace_back("mass", JsonValue(kind_word.place, JsonValue::Number{1.0, true}));
    }
    for (auto& m : fields_) out.push_back(std::move(m));
    return out;
  }
  void put_first(std::string_view key, JsonValue value) {
    first_.emplace_back(key, std::move(value));
  }

 private:
  void take_one(const Typed& c, std::size_t i) {
    const auto& [name, word] = c.options[i];
    const std::string_view key = name == "at" && kind_.find("at") == nullptr ? "position" : name;
    const bool of_object = kind_.list == "objects";
    if (shape_ != nullptr && shape_->find(name) != nullptr) {
      of_shape_.emplace_back(name, field_value(word, shape_->find(name)->form));
    } else if (shape_ != nullptr && (name == "mass" || name == "density")) {
      weighs_ = true;
      fields_.emplace_back(name, value_of(word));
    } else if (of_object && name == "colour") {
      JsonValue looks = json_object(word.place, {{"colour", text_value(word)}});
      fields_.emplace_back("looks", std::move(looks));
    } else if (const KindField* field = kind_.find(key); field != nullptr && may_give(key)) {
      fields_.emplace_back(key, field_value(word, field->form));
    } else if (kind_.can_have_shape && shape_ == nullptr && is_mass_key(name)) {
      fields_.emplace_back(name, value_of(word));
    } else {
      unknown_option(c, i, known());
    }
  }
  static bool is_mass_key(std::string_view name) {
    return name == "shape" || name == "density" || name == "points";
  }
  /// A name stands behind the kind, where there is one.
  bool may_give(std::string_view key) const {
    return std::ranges::find(first_, key, [](const auto& m) { return m.first; }) == first_.end();
  }
  Names known() const {
    Names names;
    if (shape_ != nullptr)
      for (const KindField& f : shape_->fields) names.push_back(f.name);
    if (shape_ != nullptr) names.push_back("density");
    for (const KindField& f : kind_.fields) {
      const bool follows = shape_ != nullptr && (f.name == "inertia" || f.name == "com");
      if (!follows && may_give(f.name)) names.push_back(f.name == "position" ? "at" : f.name);
    }
    if (kind_.list == "objects") names.push_back("colour");
    return names;
  }

  const KindFields& kind_;
  const KindFields* shape_;
  Members first_, of_shape_, fields_;
  bool weighs_ = false;
};

JsonValue make(Typed c) {
  const CommandWord kind_word = operand(c, 0, "a kind, as 'make rod upper'");
  const KindFields* shape = find_shape(kind_word.text);
  const KindFields* kind = find_kind(shape == nullptr ? kind_word.text : "rigid_body");
  if (kind == nullptr) {
    Names names;
    for (const KindFields& k : kinds_of_shapes()) names.push_back(k.name);
    for (const KindFields& k : kinds_of_things()) names.push_back(k.name);
    refuse_word(kind_word,
                "no shape or kind has this name" + did_you_mean(kind_word.text, names)
                    + "; 'holon kinds' lists all");
  }
  if (shape != nullptr)
    if (const KindFields* as = take_as(c, 1, "objects")) kind = as;
  if (shape != nullptr && !kind->can_have_shape)
    refuse_word(kind_word, "a " + named(kind->name) + " has no shape");
  const CommandWord& name = operand(c, 1, "a name, as 'make rod upper'");
  no_more_operands(c, 2);
  Thing thing(*kind, shape);
  thing.put_first("name", text_value(name));
  thing.take(c, {});
  return created(c.verb, kind->list, json_object(c.verb.place, thing.members(kind_word)));
}

/// A thing of two ends: the command names them, and perhaps the kind.
JsonValue between(Typed& c, std::string_view list, std::string_view usual) {
  const KindFields* kind = take_as(c, 2, list);
  if (kind == nullptr) kind = find_kind(usual, list);
  const std::vector<const KindField*> ends = ends_of(*kind);
  if (ends.size() < 2)
    refuse_word(c.verb,
                "a " + named(kind->name) + " is not between two points; 'make " + named(kind->name)
                    + " NAME field=value' makes one");
  const bool takes_axis =
      kind->find("axis") == nullptr
      && std::ranges::any_of(ends, [](const auto* f) { return f->form == FieldForm::frame; });
  JsonValue axis = up(c.verb.place);
  if (takes_axis)
    for (const auto& [name, word] : c.options)
      if (name == "axis") axis = value_of(word);
  Thing thing(*kind, nullptr);
  for (std::size_t i = 0; i < 2; ++i) {
    const CommandWord& word = operand(c, i, "two points, as 'rod.end1 nail(0 0 1)'");
    thing.put_first(
        ends[i]->name,
        ends[i]->form == FieldForm::frame ? frame_value(word, axis) : point_value(word));
  }
  no_more_operands(c, 2);
  thing.take(c, takes_axis ? Names{"axis"} : Names{});
  return json_object(c.verb.place, thing.members(c.verb));
}

JsonValue connect(Typed c) {
  const CommandWord verb = c.verb;
  return json_object(verb.place, {{"connect", between(c, "constraints", "point_to_point")}});
}
JsonValue spring(Typed c) {
  const CommandWord verb = c.verb;
  return created(verb, "forces", between(c, "forces", "spring_damper"));
}

JsonValue push(Typed c) {
  const CommandWord& point = operand(c, 0, "a point, as 'push rod.end1 (5 0 0) for=0.2'");
  const CommandWord& force = operand(c, 1, "a force, as 'push rod.end1 (5 0 0) for=0.2'");
  no_more_operands(c, 2);
  Thing thing(*find_kind("applied_force", "forces"), nullptr);
  thing.put_first("point", point_value(point));
  thing.put_first("force", value_of(force));
  thing.take(c, {"for"});
  Members edit;
  edit.emplace_back("push", json_object(c.verb.place, thing.members(c.verb)));
  for (const auto& [name, word] : c.options)
    if (name == "for") edit.emplace_back("for", value_of(word));
  if (edit.size() < 2) refuse(c.end, "'push' needs how long here, as for=0.2");
  return json_object(c.verb.place, std::move(edit));
}

// ---- things that are there ----

/// remove, disconnect, activate, deactivate
JsonValue with_names(const Typed& c) {
  operand(c, 0, "a name");
  no_options(c);
  std::vector<JsonValue> names;
  for (const CommandWord& word : c.operands) names.push_back(text_value(word));
  JsonValue all = names.size() == 1 ? names.front() : JsonValue(names.front().place(), names);
  return json_object(c.verb.place, {{named(c.verb.text), std::move(all)}});
}

void add_number(Members& out, const std::string& name, JsonValue value) {
  if (!value.is_array()) return out.emplace_back(name, std::move(value)), void();
  for (std::size_t i = 0; i < value.elements().size() && i < 3; ++i)
    out.emplace_back(name + "." + "xyz"[i], value.elements()[i]);
}

JsonValue set(const Typed& c) {
  no_more_operands(c, 0);
  if (c.options.empty()) refuse(c.end, "'set' needs a number here, as stiffness=50");
  Members numbers;
  for (const auto& [name, word] : c.options) add_number(numbers, named(name), value_of(word));
  return json_object(c.verb.place, {{"set", json_object(c.verb.place, std::move(numbers))}});
}

JsonValue place(const Typed& c) {
  const CommandWord& object = operand(c, 0, "the name of an object");
  no_more_operands(c, 1);
  Members members;
  members.emplace_back("object", text_value(object));
  const Names known = {"at", "orientation", "velocity", "angular_velocity"};
  for (std::size_t i = 0; i < c.options.size(); ++i) {
    const auto& [name, word] = c.options[i];
    if (std::ranges::find(known, name) == known.end()) unknown_option(c, i, known);
    members.emplace_back(name == "at" ? "position" : name, value_of(word));
  }
  if (members.size() < 2) refuse(c.end, "'place' needs where here, as at=(0 0 1)");
  return json_object(c.verb.place, {{"place", json_object(c.verb.place, std::move(members))}});
}

JsonValue gravity(const Typed& c, const BuilderContext& context) {
  const CommandWord& how = operand(c, 0, "on, off or an acceleration as (0 0 -9.81)");
  no_more_operands(c, 1);
  no_options(c);
  const bool on = how.text == "on", off = how.text == "off";
  if (!on && !off && !is_list(how))
    refuse_word(how, "must be on, off or an acceleration as (0 0 -9.81)");
  if (context.gravities.empty() && !off) {
    Members weight;
    weight.emplace_back("kind", JsonValue(c.verb.place, std::string("gravity")));
    weight.emplace_back("name", JsonValue(c.verb.place, std::string("gravity")));
    weight.emplace_back("g", on ? vector_value(how.place, Gravity{}.g) : value_of(how));
    return created(c.verb, "forces", json_object(c.verb.place, std::move(weight)));
  }
  if (on || off) {
    std::vector<JsonValue> names;
    for (const std::string& name : context.gravities) names.emplace_back(how.place, name);
    return json_object(how.place,
                       {{on ? "activate" : "deactivate", JsonValue(how.place, std::move(names))}});
  }
  Members numbers;
  for (const std::string& name : context.gravities) {
    add_number(numbers, name + ".g", value_of(how));
    numbers.emplace_back(name + ".active", JsonValue(how.place, JsonValue::Number{1.0, true}));
  }
  return json_object(c.verb.place, {{"set", json_object(how.place, std::move(numbers))}});
}

JsonValue stepper(const Typed& c) {
  const CommandWord& name = operand(c, 0, "the name of a stepper");
  no_more_operands(c, 1);
  Members members, settings;
  members.emplace_back("stepper", text_value(name));
  for (const auto& [key, word] : c.options) settings.emplace_back(key, value_of(word));
  if (!settings.empty())
    members.emplace_back("settings", json_object(c.verb.place, std::move(settings)));
  return json_object(c.verb.place, std::move(members));
}

JsonValue build(Typed c, const BuilderContext& context) {
  const std::string_view verb = c.verb.text;
  const std::span<const CommandHelp> commands = builder_commands();
  if (verb == "make") return make(std::move(c));
  if (verb == "connect") return connect(std::move(c));
  if (verb == "spring") return spring(std::move(c));
  if (verb == "push") return push(std::move(c));
  if (verb == "gravity") return gravity(c, context);
  if (verb == "set") return set(c);
  if (verb == "place") return place(c);
  if (verb == "stepper") return stepper(c);
  if (std::ranges::find(commands, verb, &CommandHelp::name) != commands.end()) return with_names(c);
  Names names;
  for (const CommandHelp& h : commands) names.push_back(h.name);
  refuse_word(c.verb, "no such command" + did_you_mean(verb, names));
}

}  // namespace

BuilderContext context_of(const Model& model) {
  BuilderContext out;
  model.forces().for_each([&](ForceId id, const ForceRecord& record) {
    const bool is_gravity =
        visit([]<class K>(const K& /*kind*/) { return std::is_same_v<K, Gravity>; }, record.kind);
    if (is_gravity) out.gravities.push_back(model.name_of(id));
  });
  return out;
}

JsonValue edit_from_command(const CommandWord& line, const BuilderContext& context) {
  const std::size_t begin = line.text.find_first_not_of(" \t\r\n");
  if (begin != std::string_view::npos && (line.text[begin] == '{' || line.text[begin] == '['))
    return value_of(part_of(line, begin));
  const Words words = split_words(line);
  if (words.empty()) refuse(line, "a command is missing");
  return build(take_apart(words, line), context);
}
JsonValue edit_from_command(std::string_view line, const BuilderContext& context) {
  return edit_from_command(CommandWord{line, {1, 1}}, context);
}

JsonValue edit_of(const JsonValue& value, const Model& model) {
  if (!value.is_string()) return value;
  // behind the quote
  const JsonPlace place{value.place().line, value.place().column + 1};
  return edit_from_command(CommandWord{value.text(), place}, context_of(model));
}

}  // namespace holon
