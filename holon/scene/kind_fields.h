// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <type_traits>
#include <vector>

#include "holon/object/particle.h"
#include "holon/object/rigid_body.h"

/// What there is to make, and the fields of each: from the kinds themselves, nothing is listed
/// here.
namespace holon {

/// Objects that can touch others have this beside the fields of their kind.
template <class K>
inline constexpr bool can_collide = std::is_same_v<K, RigidBody> || std::is_same_v<K, Particle>;
inline constexpr std::string_view collision_text =
    "how it touches others: true, or an object of what 'collision' has; else it goes through them";

/// How people write the value of a field.
enum class FieldForm { plain, text, texts, point, points, frame, direction };

struct KindField {
  std::string_view name, text;
  FieldForm form;
};
struct KindFields {
  std::string_view list;  ///< of a scene where such things stand: "objects", "forces", ...
  std::string_view name;
  std::vector<KindField> fields;  ///< also those that all in this list have
  bool can_have_shape = false;

  const KindField* find(std::string_view field) const;
};

/// What something of a kind joins: its first two fields that are points or frames; fewer if it has
/// no two.
std::vector<const KindField*> ends_of(const KindFields& kind);

/// Objects, constraints, forces and controllers.
const std::vector<KindFields>& kinds_of_things();
/// nullptr if there is none of that name; in a certain list, or in any.
const KindFields* find_kind(std::string_view name, std::string_view list = {});
/// Shapes; their list is empty.
const std::vector<KindFields>& kinds_of_shapes();
const KindFields* find_shape(std::string_view name);

}  // namespace holon
