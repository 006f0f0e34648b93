// SPDX-License-Identifier: Apache-2.0
#include "holon/scene/looks.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <optional>

#include "holon/scene/collision_looks.h"

namespace holon {
namespace {

/// Balls whose volumes are as their masses.
std::vector<Look> balls(const MassCloud& cloud) {
  double heaviest = 0.0, reach = 0.0;
  for (const MassPoint& p : cloud.points) {
    heaviest = std::max(heaviest, p.mass);
    reach = std::max(reach, (p.position - cloud.points.front().position).norm());
  }
  std::vector<Look> looks;
  for (const MassPoint& p : cloud.points)
    if (p.mass > 0.0) {
      const double radius = 0.1 * (reach > 0.0 ? reach : 1.0) * std::cbrt(p.mass / heaviest);
      looks.push_back({Sphere{radius}, p.position});
    }
  return looks;
}

/// What the constraints of an object tell of its looks.
class Clues {
 public:
  Clues(const Model& model, ObjectId id) : id_(id) {
    for (ConstraintId c : model.objects()[id].constraints)
      visit([&](const auto& kind) { read(kind); }, model.constraints()[c].kind);
    for (ForceId f : model.objects()[id].forces)
      visit([&](const auto& kind) { read(kind); }, model.forces()[f].kind);
  }
  std::vector<Look> rolling;
  std::vector<Vec3> points;

 private:
  template <class K>
  void read(const K& kind) {
    if constexpr (std::is_same_v<K, Wheel>) {
      if (const auto* on = frame_on(kind.wheel))
        rolling.push_back({Cylinder{kind.radius, 0.16 * kind.radius}, on->at, on->orientation});
    } else if constexpr (std::is_same_v<K, RollingSphere>) {
      if (const auto* on = frame_on(kind.ball)) rolling.push_back({Sphere{kind.radius}, on->at});
    } else if constexpr (requires { kind.connectors(); }) {
      std::apply([&](const auto&... ref) { (note(ref), ...); }, kind.connectors());
    }
  }
  const FrameOn* frame_on(const FrameRef& ref) const {
    const auto* on = std::get_if<FrameOn>(&ref);
    return on != nullptr && on->object == id_ ? on : nullptr;
  }
  template <class Ref>
  void note(const Ref& ref) {
    if constexpr (std::is_same_v<Ref, PointRef>) {
      if (const auto* on = std::get_if<PointOn>(&ref); on != nullptr && on->object == id_)
        note_point(on->at);
    } else if constexpr (std::is_same_v<Ref, FrameRef>) {
      if (const auto* on = frame_on(ref)) note_point(on->at);
    } else if constexpr (std::is_same_v<Ref, ScalarRef>) {
      for_each_connector(ref, [&](const auto& inner, std::size_t /*i*/) { note(inner); });
    }
  }
  void note_point(const Vec3& x) {
    if (std::find(points.begin(), points.end(), x) == points.end()) points.push_back(x);
  }
  ObjectId id_;
};

Look spoke(const Vec3& from, const Vec3& to) {
  const Vec3 d = to - from;
  return {Rod{d.norm()}, 0.5 * (from + to), Quat::FromTwoVectors(Vec3::UnitZ(), d)};
}
std::vector<Look> spokes(const Vec3& middle, const std::vector<Vec3>& ends) {
  // two ends are a rod, even if the middle is not on it
  if (ends.size() == 2) return {spoke(ends[0], ends[1])};
  std::vector<Look> looks;
  for (const Vec3& end : ends)
    if ((end - middle).norm() > 0.0) looks.push_back(spoke(middle, end));
  return looks;
}

/// The ellipsoid of even density with this mass and inertia: of its radii,
/// I_x = m (b² + c²)/5, so a² = 5 (I_y + I_z − I_x)/(2 m).
std::optional<Look> ellipsoid_of(const RigidBody& body) {
  const Eigen::SelfAdjointEigenSolver<Mat3> axes(body.inertia);
  const Vec3 I = axes.eigenvalues();
  const Vec3 squares = 2.5 / body.mass * (Vec3::Constant(I.sum()) - 2.0 * I);
  const double least = 1e-4 * squares.maxCoeff();
  if (!(least > 0.0) || !squares.allFinite()) return std::nullopt;
  Mat3 R = axes.eigenvectors();
  if (R.determinant() < 0.0) R.col(0) = -R.col(0);
  return Look{Ellipsoid{squares.cwiseMax(least).cwiseSqrt()}, body.com, Quat(R)};
}

Vec3 start_position(const Object& object) {
  return visit(
      [](const auto& kind) {
        Vec3 x = Vec3::Zero();
        if constexpr (requires { kind.position; }) x.head(kind.position.size()) = kind.position;
        return x;
      },
      object);
}

/// Of what has no end, as much as all other things stand on.
double plate_for(const Model& model, ObjectId id) {
  const Vec3 middle = start_position(model.objects()[id].kind);
  double reach = 0.0;
  model.objects().for_each([&](ObjectId /*other*/, const ObjectRecord& record) {
    reach = std::max(reach, (start_position(record.kind) - middle).norm());
  });
  return reach > 0.0 ? std::max(3.0 * reach, 1.0) : 10.0;
}

}  // namespace

std::vector<Look> looks_of(const Scene& scene, const Model& model, ObjectId id) {
  if (const auto looks = scene.looks.find(id.index); looks != scene.looks.end())
    if (looks->second.shape) return {{*looks->second.shape}};
  if (const auto source = scene.solids.find(id.index); source != scene.solids.end()) {
    if (const auto* solid = std::get_if<Solid>(&source->second)) return {{solid->shape}};
    return balls(std::get<MassCloud>(source->second));
  }
  if (const auto& collision = model.objects()[id].options.collision)
    return looks_of(*collision, plate_for(model, id));
  const Object& kind = model.objects()[id].kind;
  if (holds_alternative<Particle>(kind) || holds_alternative<Parametric>(kind)) return {};
  const Clues clues(model, id);
  if (!clues.rolling.empty()) return clues.rolling;
  const auto* body = get_if<RigidBody>(&kind);
  if (clues.points.size() >= 2) return spokes(body ? body->com : Vec3::Zero(), clues.points);
  if (body != nullptr)
    if (const auto ellipsoid = ellipsoid_of(*body)) return {*ellipsoid};
  return spokes(Vec3::Zero(), clues.points);
}

}  // namespace holon
