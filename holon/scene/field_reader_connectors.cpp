// SPDX-License-Identifier: Apache-2.0
#include "holon/scene/field_reader.h"
#include "holon/scene/named_points.h"

/// Points, directions, frames, quantities, curves and surfaces in files.
namespace holon {

std::string_view FieldReader::one_of(const At& at, const Keys& keys, const std::string& what) {
  if (!expect(at.value.is_object(), at, what)) return {};
  std::string_view found;
  for (std::string_view key : keys) {
    if (!at.has(key)) continue;
    if (!found.empty()) {
      problem(at, "has both '" + std::string(found) + "' and '" + std::string(key) + "': keep one");
      return {};
    }
    found = key;
  }
  if (found.empty()) problem(at, "must be " + what);
  return found;
}

void FieldReader::read(const At& at, PointRef& out) {
  const auto form =
      one_of(at,
             {"object", "nail", "path"},
             R"(a point: {"object": name, "at": [x, y, z]}, {"nail": [x, y, z]} or {"path": ...})");
  if (form == "object") {
    PointOn p;
    read(at.member("object"), p.object);
    read_place(at, p.object, p.at);
    optional_member(at, "part", p.part);
    refuse_unknown(at, {"object", "at", "part"});
    out = p;
  } else if (form == "nail") {
    Nail nail;
    read(at.member("nail"), nail.at);
    refuse_unknown(at, {"nail"});
    nail.at = around_.pose.point(nail.at);
    out = nail;
  } else if (form == "path") {
    Path path;
    read(at.member("path"), path);
    refuse_unknown(at, {"path"});
    if (const std::optional<Path> placed = around_.pose.path(path))
      out = *placed;
    else
      problem(at, "cannot be turned with its instance: give x, y and z as one sort of function");
  }
}

void FieldReader::read(const At& at, DirectionRef& out) {
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
    d.along = around_.pose.orientation * d.along;
    out = d;
  }
}

void FieldReader::read_place(const At& at, ObjectId object, Vec3& out) {
  if (!at.has("at")) return;
  const At where = at.member("at");
  if (!where.value.is_string()) return read(where, out);
  if (object.is_none()) return;  // which has been told of
  Words names;
  for (const NamedPoint& point : points_of(object)) {
    if (point.name == where.value.text()) {
      out = point.at;
      return;
    }
    names.push_back(point.name);
  }
  std::string list;
  for (const std::string& name : names)
    if (name.find('_') == std::string::npos) list += (list.empty() ? "" : ", ") + name;
  problem(where,
          "no point of it is named '" + where.value.text() + "'"
              + did_you_mean(where.value.text(), names) + "; it has " + list);
}

/// The axes of a frame: a quaternion, or just where its z axis points, in its own axes or, as
/// things stand when it is read, in the world. Frames of the same axis in the world then agree.
void FieldReader::read_axes(const At& at, const Quat& carrier, Quat& out) {
  const Keys forms = {"z", "axis", "orientation"};
  if (std::ranges::count_if(forms, [&](std::string_view form) { return at.has(form); }) > 1)
    return problem(at, "has several of 'z', 'axis' and 'orientation': keep one");
  optional_member(at, "orientation", out);
  for (const char* form : {"z", "axis"}) {
    if (!at.has(form)) continue;
    Vec3 z = Vec3::UnitZ();
    read(at.member(form), z);
    if (!(z.norm() > 1e-12))
      return problem(at.member(form), "must be a direction that is not zero");
    out = Quat(frame_with_z(z.normalized()));
    if (std::string_view(form) == "axis")
      out = carrier.conjugate() * around_.pose.orientation * out;
  }
}

void FieldReader::read(const At& at, FrameRef& out) {
  const auto form = one_of(
      at,
      {"object", "world"},
      R"(a frame: {"object": name, "at": [x, y, z], "z": axis, "axis": axis in the world or "orientation": [w, x, y, z]} or {"world": [x, y, z], ...})");
  if (form == "object") {
    FrameOn f;
    read(at.member("object"), f.object);
    read_place(at, f.object, f.at);
    read_axes(at, f.object.is_none() ? Quat::Identity() : orientation_of(f.object), f.orientation);
    refuse_unknown(at, {"object", "at", "z", "axis", "orientation"});
    out = f;
  } else if (form == "world") {
    WorldFrame f;
    read(at.member("world"), f.at);
    // which is turned with the instance below
    read_axes(at, around_.pose.orientation, f.orientation);
    refuse_unknown(at, {"world", "z", "axis", "orientation"});
    f.at = around_.pose.point(f.at);
    f.orientation = around_.pose.orientation * f.orientation;
    out = f;
  }
}

/// A quantity is named by its one member: {"distance": {"a": point, "b": point}}.
void FieldReader::read(const At& at, ScalarRef& out) {
  read_quantity(at, out, ScalarKinds());
}
template <class... Ks>
void FieldReader::read_quantity(const At& at, ScalarRef& out, TypeList<Ks...> /*kinds*/) {
  const auto form = one_of(at,
                           {Ks::name...},
                           R"(a quantity: {"distance": {"a": point, "b": point}}, {"angle": )"
                           R"({"a": ..., "b": ..., "axis": ...}} or another one)");
  if (form.empty()) return;
  refuse_unknown(at, {form});
  ((form == Ks::name ? read_as<Ks>(at.member(form), out) : void()), ...);
}

// ---- curves and surfaces ----

void FieldReader::read(const At& at, Curve& out) {
  CurveOptions options;
  Keys known = {"kind"};
  read_fields(at, options, known);
  with_kind(CurveKinds(), at, "curve", [&]<class T>() {
    if (const std::optional<T> kind = read_struct<T>(at, known)) out = Curve(*kind, options);
  });
}

void FieldReader::read(const At& at, Surface& out) {
  read_kind_of(SurfaceKinds(), at, "surface", out);
}

}  // namespace holon
