// SPDX-License-Identifier: Apache-2.0
#include "holon/scene/field_reader.h"

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
    optional_member(at, "at", p.at);
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

/// The axes of a frame: a quaternion, or just where its z axis points.
void FieldReader::read_axes(const At& at, Quat& out) {
  if (at.has("z") && at.has("orientation"))
    return problem(at, "has both 'z' and 'orientation': keep one");
  optional_member(at, "orientation", out);
  if (!at.has("z")) return;
  Vec3 z = Vec3::UnitZ();
  read(at.member("z"), z);
  if (!(z.norm() > 1e-12)) return problem(at.member("z"), "must be a direction that is not zero");
  out = Quat(frame_with_z(z.normalized()));
}

void FieldReader::read(const At& at, FrameRef& out) {
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
