// SPDX-License-Identifier: Apache-2.0
#include "holon/scene/kind_fields.h"

#include <algorithm>

#include "holon/geometry/shape.h"
#include "holon/math/fields.h"
#include "holon/model/model.h"

namespace holon {
namespace {

template <class F>
constexpr FieldForm form_of() {
  if constexpr (std::is_same_v<F, PointRef>) return FieldForm::point;
  if constexpr (std::is_same_v<F, std::vector<PointRef>>) return FieldForm::points;
  if constexpr (std::is_same_v<F, FrameRef>) return FieldForm::frame;
  if constexpr (std::is_same_v<F, DirectionRef>) return FieldForm::direction;
  if constexpr (std::is_same_v<F, std::vector<ObjectId>>) return FieldForm::texts;
  if constexpr (std::is_same_v<F, std::string> || std::is_same_v<F, ObjectId> || NamedEnum<F>)
    return FieldForm::text;
  return FieldForm::plain;
}

template <class T>
void add_fields(std::vector<KindField>& out) {
  T self{};
  T::fields(self, [&]<class F>(std::string_view name, F& /*field*/, std::string_view text) {
    out.push_back({name, text, form_of<std::remove_const_t<F>>()});
  });
}

template <class K, class Options>
KindFields fields_of(std::string_view list) {
  KindFields out{list, K::name, {}};
  add_fields<Options>(out.fields);
  if (can_collide<K>) out.fields.push_back({"collision", collision_text, FieldForm::plain});
  add_fields<K>(out.fields);
  out.can_have_shape = requires(const MassProperties& p) {
    K::from(p);
  };
  return out;
}

std::vector<KindFields> list_things() {
  std::vector<KindFields> out;
  for_each_kind(ObjectKinds(),
                [&]<class K>() { out.push_back(fields_of<K, ObjectOptions>("objects")); });
  for_each_kind(ConstraintKinds(),
                [&]<class K>() { out.push_back(fields_of<K, ConstraintOptions>("constraints")); });
  for_each_kind(ForceKinds(),
                [&]<class K>() { out.push_back(fields_of<K, ForceOptions>("forces")); });
  for_each_kind(ControllerKinds(),
                [&]<class K>() { out.push_back(fields_of<K, ControllerOptions>("controllers")); });
  return out;
}

std::vector<KindFields> list_shapes() {
  std::vector<KindFields> out;
  for_each_kind(ShapeKinds(), [&]<class K>() {
    out.push_back({"", K::name, {}});
    add_fields<K>(out.back().fields);
  });
  return out;
}

}  // namespace

const KindField* KindFields::find(std::string_view field) const {
  const auto it = std::ranges::find(fields, field, &KindField::name);
  return it == fields.end() ? nullptr : &*it;
}

std::vector<const KindField*> ends_of(const KindFields& kind) {
  std::vector<const KindField*> ends;
  for (const KindField& field : kind.fields)
    if (ends.size() < 2 && (field.form == FieldForm::point || field.form == FieldForm::frame))
      ends.push_back(&field);
  return ends;
}

const std::vector<KindFields>& kinds_of_things() {
  static const std::vector<KindFields> kinds = list_things();
  return kinds;
}
const KindFields* find_kind(std::string_view name, std::string_view list) {
  const auto is_it = [&](const KindFields& k) {
    return k.name == name && (list.empty() || k.list == list);
  };
  const auto it = std::ranges::find_if(kinds_of_things(), is_it);
  return it == kinds_of_things().end() ? nullptr : &*it;
}

const std::vector<KindFields>& kinds_of_shapes() {
  static const std::vector<KindFields> shapes = list_shapes();
  return shapes;
}
const KindFields* find_shape(std::string_view name) {
  const auto it = std::ranges::find(kinds_of_shapes(), name, &KindFields::name);
  return it == kinds_of_shapes().end() ? nullptr : &*it;
}

}  // namespace holon
