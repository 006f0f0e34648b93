// SPDX-License-Identifier: Apache-2.0
#include "holon/scene/thing_reader.h"

/// How objects touch, in files.
namespace holon {

static const char* const kNoTorus =
    "a torus has a hole, and is not made to touch: give 'shapes' that make it up, as capsules "
    "round the ring";

void FieldReader::read(const At& at, AnyCollisionShape& out) {
  const JsonValue* kind = at.value.find("kind");
  if (kind != nullptr && kind->is_string() && kind->text() == Torus::name)
    return problem(at.member("kind"), kNoTorus);
  read_kind_of(CollisionShapeKinds(), at, "collision shape", out);
}

void FieldReader::read(const At& at, CollisionPart& out) {
  const std::string form = R"({"shape": {"kind": ...}, "at": ..., "orientation": ...})";
  if (!expect(at.value.is_object(), at, form)) return;
  if (!at.has("shape")) return problem(at, "'shape' is missing: give " + form);
  if (std::optional<CollisionPart> part = read_struct<CollisionPart>(at)) out = std::move(*part);
}

ThingReader::CollisionPtr ThingReader::read_collision(const At& object,
                                                      const std::optional<MassSource>& mass) {
  const At at = object.member("collision");
  if (at.value.is_boolean() && !at.value.boolean()) return nullptr;
  if (!at.value.is_boolean()
      && !expect(at.value.is_object(), at, R"(true or {"shape": {...}, "friction": ...})"))
    return nullptr;
  auto out = std::make_shared<Collision>();
  const std::size_t before = problems_.size();
  Keys known = {"shape", "at", "orientation"};
  read_fields(at, *out, known);
  refuse_unknown(at, known);
  if (!at.has("shapes"))
    read_only_shape(object, mass, *out);
  else
    for (const char* key : {"shape", "at", "orientation"})
      if (at.has(key)) problem(at.member(key), "stands beside 'shapes': put it into that list");
  const bool has_none = !at.has("shapes") && out->shapes.empty();  // which has been told of
  if (problems_.size() > before || has_none) return nullptr;
  Diagnostics d;
  out->check(d);
  tell(at, d.errors());
  return out;
}

/// The one of "shape", or that of the object itself.
void ThingReader::read_only_shape(const At& object,
                                  const std::optional<MassSource>& mass,
                                  Collision& out) {
  const At at = object.member("collision");
  CollisionPart part;
  if (at.has("shape"))
    read(at.member("shape"), part.shape);
  else if (!take_own_shape(object, mass, part))
    return;
  optional_member(at, "at", part.at);
  optional_member(at, "orientation", part.orientation);
  out.shapes.push_back(std::move(part));
}

bool ThingReader::take_own_shape(const At& object,
                                 const std::optional<MassSource>& mass,
                                 CollisionPart& out) {
  const At at = object.member("collision");
  const Solid* solid = mass ? std::get_if<Solid>(&*mass) : nullptr;
  if (solid == nullptr) {
    // one that was refused has been told of
    if (!object.has("shape"))
      problem(at, "needs 'shape' or 'shapes', as the object has no shape of its own");
    return false;
  }
  return std::visit(
      [&]<class S>(const S& shape) {
        if constexpr (std::is_same_v<S, Torus>)
          problem(at, kNoTorus);
        else
          out.shape = shape;
        return !std::is_same_v<S, Torus>;
      },
      solid->shape);
}

}  // namespace holon
