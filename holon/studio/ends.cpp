// SPDX-License-Identifier: Apache-2.0
#include "holon/studio/ends.h"

#include <Eigen/LU>
#include <cmath>

#include "holon/studio/things.h"

namespace holon::studio {
namespace {

// Nothing that people put together is further away, or larger, than this [m].
constexpr double farthest = 1e6;
// Nothing is smaller.
constexpr double smallest = 1e-4;

Vec3 within_reach(const Vec3& x, std::string_view what) {
  if (x.cwiseAbs().maxCoeff() > farthest)
    throw UsageError(std::string(what) + ": must be within a million metres");
  return x;
}

bool turns(const Model& model, ObjectId id) {
  return visit([]<class K>(const K& /*kind*/) { return K::Runtime::has_orientation; },
               model.objects()[id].kind);
}

/// A in x = x₀ + A at: how the object carries its points now.
Mat3 carrier(const World& world, ObjectId id) {
  const Vec3 origin = world.point(PointOn{id, Vec3::Zero()}).x;
  Mat3 A;
  for (int i = 0; i < 3; ++i) A.col(i) = world.point(PointOn{id, Vec3::Unit(i)}).x - origin;
  // what is flat has nothing along z
  if (A.col(2).isZero()) A.col(2) = Vec3::UnitZ();
  return A;
}

/// The frame of an object whose axes are `axes` in the world now. Its z axis is carried by A, and
/// its x axis is then as near as a right angle lets it be (holon/model/affine.h), so
///
///     z' ~ A⁻¹ z,   x' ~ A⁻¹ x + α A⁻¹ z   with α so that x' ⟂ z'            (1)
///
/// which is R⁻¹ z and R⁻¹ x for what keeps its shape.
Mat3 frame_on(const Mat3& A, const Mat3& axes) {
  const Mat3 back = A.inverse() * axes;
  const Vec3 z = back.col(2).normalized();
  const Vec3 x = (back.col(0) - back.col(0).dot(z) * z).normalized();  // (1)
  Mat3 R;
  R << x, z.cross(x), z;
  return R;
}

Quat quaternion_in(const Json& connector) {
  const Json* given = optional_member(connector, "orientation");
  if (given == nullptr) return Quat::Identity();
  const std::vector<double> q = numbers_of(*given, 4, "orientation");
  return Quat(q[0], q[1], q[2], q[3]).normalized();
}

}  // namespace

// ---- fields of commands ----

Vec3 place_in(const Json& object, const char* key) {
  return within_reach(vector_in(object, key), key);
}

double length_in(const Json& object, const char* key) {
  const double length = number_in(object, key);
  if (!(length >= smallest && length <= farthest))
    throw UsageError(std::string(key) + ": must be a length between 0.1 mm and a million metres");
  return length;
}
double length_in(const Json& object, const char* key, double otherwise) {
  return optional_member(object, key) == nullptr ? otherwise : length_in(object, key);
}

Vec3 direction_in(const Json& object, const char* key) {
  const Vec3 v = vector_in(object, key);
  const double size = v.stableNorm();
  if (!(size > 1e-9)) throw UsageError(std::string(key) + ": must be a direction that is not zero");
  return v / size;
}

End end_in(const World& world, const Json& command, const char* key) {
  const Json& given = member(command, key);
  const bool on_object = given.is_object() && optional_member(given, "object") != nullptr;
  const bool in_world = given.is_object() && optional_member(given, "world") != nullptr;
  if (on_object == in_world)
    throw UsageError(std::string(key)
                     + R"(: must be {"object": name, "at": [x, y, z]} or {"world": [x, y, z]})");
  try {
    if (in_world) return end_in_world(place_in(given, "world"));
    const Vec3 at = optional_member(given, "at") == nullptr ? Vec3::Zero() : place_in(given, "at");
    const ObjectId id = object_named(world.model(), text_in(given, "object"));
    return end_of(world, {id, at, index_in(given, "part", 0)});
  } catch (const UsageError& e) {
    throw UsageError(std::string(key) + ": " + e.what());
  }
}

Json quaternion(const Mat3& axes) {
  const Quat q = Quat(axes).normalized();
  return Json::array({q.w(), q.x(), q.y(), q.z()});
}

// ---- ends ----

End end_of(const World& world, const PointOn& point) {
  if (const auto* many = get_if<Parametric>(&world.model().objects()[point.object].kind)) {
    if (point.part >= many->map.particles()) throw UsageError("part: there are not so many");
  } else if (point.part != 0) {
    throw UsageError("part: it has no parts");
  }
  return {point.object, point.at, point.part, world.point(point).x, {}};
}

End end_in_world(const Vec3& x) {
  return {{}, x, 0, x, {}};
}

bool can_turn(const Model& model, const End& end) {
  return end.path.is_null() && (end.in_world() || turns(model, end.object));
}

bool is_fixed(const Model& model, const End& end) {
  return end.in_world() || model.objects()[end.object].options.kinematic;
}

std::string owner_of(const Model& model, const End& end) {
  return end.in_world() ? "the world" : model.name_of(end.object);
}

Json point_at(const Model& model, const End& end) {
  if (!end.path.is_null()) return {{"path", end.path}};
  if (end.in_world()) return {{"nail", numbers(end.x)}};
  Json out = {{"object", model.name_of(end.object)}, {"at", numbers(end.at)}};
  if (end.part != 0) out["part"] = end.part;
  return out;
}

Json frame_at(const World& world, const End& end, const Mat3& axes) {
  if (end.in_world()) return {{"world", numbers(end.x)}, {"orientation", quaternion(axes)}};
  return {{"object", world.model().name_of(end.object)},
          {"at", numbers(end.at)},
          {"orientation", quaternion(frame_on(carrier(world, end.object), axes))}};
}

// ---- connectors that exist ----

End end_of_connector(const World& world, const Json& connector) {
  if (const Json* path = optional_member(connector, "path")) {
    End end = end_in_world(Vec3::Zero());
    end.path = *path;
    return end;
  }
  if (optional_member(connector, "nail") != nullptr)
    return end_in_world(vector_in(connector, "nail"));
  if (optional_member(connector, "world") != nullptr)
    return end_in_world(vector_in(connector, "world"));
  const ObjectId id = object_named(world.model(), text_in(connector, "object"));
  return end_of(world, {id, vector_in(connector, "at"), index_in(connector, "part", 0)});
}

Mat3 axes_of_connector(const World& world, const Json& connector) {
  const Quat q = quaternion_in(connector);
  if (optional_member(connector, "object") == nullptr) return q.toRotationMatrix();
  const ObjectId id = object_named(world.model(), text_in(connector, "object"));
  return world.frame(FrameOn{id, vector_in(connector, "at"), q}).R;
}

}  // namespace holon::studio
