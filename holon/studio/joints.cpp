// SPDX-License-Identifier: Apache-2.0
#include "holon/studio/joints.h"

#include <algorithm>

#include "holon/scene/spelling.h"
#include "holon/scene/thing_writer.h"

namespace holon::studio {
namespace {

struct Word {
  std::string_view word, kind, list;
};
constexpr Word joint_words[] = {{"ball", "point_to_point", "constraints"},
                                {"hinge", "line_hinge", "constraints"},
                                {"weld", "connector", "constraints"},
                                {"slider", "prism", "constraints"},
                                {"cylinder", "cylinder_joint", "constraints"},
                                {"universal", "universal_joint", "constraints"},
                                {"rope", "rope", "constraints"},
                                {"spring", "spring_damper", "forces"}};

bool has_two_ends(const KindFields& kind) {
  return ends_of(kind).size() == 2;
}

std::string text_of_thing(const Model& model, const ThingId& id) {
  return std::visit([&](auto i) { return text_of(model, i); }, id);
}

}  // namespace

JointKind joint_kind(const std::string& word) {
  const auto found = std::ranges::find(joint_words, word, &Word::word);
  if (found != std::end(joint_words)) return {word, find_kind(found->kind, found->list)};
  const KindFields* kind = find_kind(word, "constraints");
  if (kind != nullptr && has_two_ends(*kind)) return {joint_word(word), kind};
  if (kind != nullptr) throw UsageError("kind: a " + word + " is not between two points or frames");
  std::vector<std::string_view> names;
  for (const Word& w : joint_words) names.push_back(w.word);
  for (const KindFields& k : kinds_of_things())
    if (k.list == "constraints" && has_two_ends(k)) names.push_back(k.name);
  throw UsageError("kind: there is no joint '" + word + "'" + did_you_mean(word, names));
}

std::vector<JointKind> joint_kinds() {
  std::vector<JointKind> kinds;
  for (const Word& w : joint_words)
    kinds.push_back({std::string(w.word), find_kind(w.kind, w.list)});
  return kinds;
}

std::string joint_word(std::string_view kind) {
  const auto found = std::ranges::find(joint_words, kind, &Word::kind);
  return std::string(found == std::end(joint_words) ? kind : found->word);
}

bool joins_points(const KindFields& kind) {
  return std::ranges::all_of(ends_of(kind),
                             [](const KindField* f) { return f->form == FieldForm::point; });
}

JointMotion motion_of(std::string_view kind) {
  if (kind == "line_hinge" || kind == "cylinder_joint") return JointMotion::turns;
  return kind == "prism" ? JointMotion::slides : JointMotion::other;
}

// ---- joints that exist ----

const Json& Joint::connector(int end) const {
  return text.at(std::string(ends_of(*kind)[static_cast<std::size_t>(end)]->name));
}

std::optional<Joint> find_joint(const SceneRun& run, const ThingId& id) {
  const World& world = run.world();
  const bool acts = std::holds_alternative<ConstraintId>(id) || std::holds_alternative<ForceId>(id);
  const KindFields* kind =
      acts ? find_kind(kind_of(world.model(), id), std::string(sort_of(id)) + "s") : nullptr;
  if (kind == nullptr || !has_two_ends(*kind)) return std::nullopt;
  Joint joint{name_of(world.model(), id), id, kind, {}, {}, {}, {}};
  joint.text = Json::parse(text_of_thing(world.model(), id));
  joint.a = end_of_connector(world, joint.connector(0));
  joint.b = end_of_connector(world, joint.connector(1));
  if (ends_of(*kind)[0]->form == FieldForm::frame)
    joint.axes = axes_of_connector(world, joint.connector(0));
  return joint;
}

Joint joint_named(const SceneRun& run, const std::string& name) {
  const ThingId id = thing_named(run.world().model(), name);
  if (auto joint = find_joint(run, id)) return *joint;
  throw UsageError("'" + name + "' is a " + std::string(kind_of(run.world().model(), id))
                   + ", which does not join two points");
}

Json quantity_of(const Joint& joint) {
  switch (motion_of(joint.kind->name)) {
    case JointMotion::turns:
      return {{"twist", {{"a", joint.connector(0)}, {"b", joint.connector(1)}}}};
    case JointMotion::slides: {
      const auto point = [](Json frame) -> Json {
        if (frame.contains("world")) return {{"nail", frame["world"]}};
        frame.erase("orientation");
        return frame;
      };
      const Json& carrier = joint.connector(0);
      const std::vector<double> q = numbers_of(carrier.at("orientation"), 4, "orientation");
      const Json z = numbers(Quat(q[0], q[1], q[2], q[3]) * Vec3::UnitZ());
      const Json axis = carrier.contains("world")
                            ? Json{{"world", z}}
                            : Json{{"object", carrier.at("object")}, {"along", z}};
      return {
          {"travel", {{"a", point(carrier)}, {"b", point(joint.connector(1))}, {"axis", axis}}}};
    }
    case JointMotion::other:
      break;
  }
  throw UsageError("'" + joint.name + "' neither turns about an axis nor slides along one");
}

}  // namespace holon::studio
