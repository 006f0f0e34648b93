// SPDX-License-Identifier: Apache-2.0
#include "holon/import/mechanism.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "holon/import/appearance.h"
#include "holon/math/rotation.h"
#include "holon/scene/scope.h"

namespace holon::importing {
namespace {

// What a link that weighs nothing is given if it cannot vanish: a ball of a gram, 5 cm across.
constexpr double tiny_mass = 1e-3, tiny_inertia = 2.5e-7;
constexpr const char* tiny_text = "given a mass of 1e-3 kg and an inertia of 2.5e-7 kg m^2";
constexpr double water = 1000.0;  // [kg/m³]

MassProperties tiny() {
  return {.mass = tiny_mass, .com = Vec3::Zero(), .inertia = tiny_inertia * Mat3::Identity()};
}

/// Files do not keep the sign of a zero: what is read again must be written the same.
Vec3 without_minus_zero(const Vec3& x) {
  return x + Vec3::Zero();
}

/// ⅖ m r² of a ball of water.
Mat3 ball_inertia(double mass) {
  const double r = std::cbrt(mass / (4.0 / 3.0 * std::numbers::pi * water));
  return 0.4 * mass * r * r * Mat3::Identity();
}

}  // namespace

// A body has a second moment J = ½ tr(I) 1 − I without negative eigenvalues; the nearest such J is
// the one with those set to zero.
std::string mend(MassProperties& mass) {
  if (!(mass.mass > 0.0) || !mass.inertia.allFinite()) return {};
  // A ball a million times as dense as water has 1e-4 of the inertia.
  if (mass.inertia.cwiseAbs().maxCoeff() < 1e-4 * ball_inertia(mass.mass)(0, 0)) {
    mass.inertia = ball_inertia(mass.mass);
    return "has mass and no inertia to speak of: that of a ball of water is taken";
  }
  const Eigen::SelfAdjointEigenSolver<Mat3> eigen(second_moment(mass));
  const Vec3 J = eigen.eigenvalues();
  if (J[0] >= 0.0) return {};
  const Vec3 mended = J.cwiseMax(0.0);
  const Mat3 I = inertia_of_second_moment(eigen.eigenvectors() * mended.asDiagonal()
                                          * eigen.eigenvectors().transpose());
  mass.inertia = 0.5 * (I + I.transpose());
  if (!(mended[2] > 0.0)) mass.inertia = ball_inertia(mass.mass);
  // what is written with a few digits is off by as much
  if (-J[0] <= 1e-9 * J[2]) return {};
  return "has an inertia that no body has (its largest principal moment exceeds the sum of the "
         "others): the nearest that one has is taken";
}

Assembly::Assembly(std::vector<Link> links, Scene& scene, const Vec3& gravity)
    : links_(std::move(links)),
      scene_(scene),
      level_(gravity.norm() > 0.0 ? without_minus_zero(frame_with_z(gravity.normalized()).col(0))
                                  : Vec3(Vec3::UnitX())) {}

void Assembly::build() {
  skip_massless();
  place_parts();
  add_objects();
  const int count = static_cast<int>(links_.size());
  for (int i = 1; i < count; ++i) add_joints(i);
}

const Coordinate* Assembly::coordinate(const Element& joint) const {
  const auto it = coordinates_.find(joint.node().internal_object());
  return it == coordinates_.end() ? nullptr : &it->second;
}

// ---- objects ----

/// The link that all links fixed to each other are part of.
int Assembly::leader(int i) const {
  while (i > 0 && links_[static_cast<std::size_t>(i)].joints.empty())
    i = links_[static_cast<std::size_t>(i)].parent;
  return i;
}

/// Links without mass that only pass on from one joint to the next: their joints then act one after
/// the other between their neighbours, and they are not needed.
void Assembly::skip_massless() {
  const int count = static_cast<int>(links_.size());
  std::vector<double> mass(links_.size());
  std::vector<std::vector<int>> next(links_.size());
  for (int i = 1; i < count; ++i) mass[static_cast<std::size_t>(leader(i))] += link(i).mass.mass;
  for (int i = 1; i < count; ++i)
    if (leader(i) == i) next[static_cast<std::size_t>(leader(link(i).parent))].push_back(i);
  for (int i = 1; i < count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (leader(i) != i || mass[at] > 0.0 || next[at].size() != 1 || !link(i).may_vanish
        || touches(i))
      continue;
    Link& follower = link(next[at].front());
    const auto is_free = [](const Joint& j) { return j.kind == Joint::Kind::free; };
    if (std::ranges::any_of(link(i).joints, is_free)
        || std::ranges::any_of(follower.joints, is_free))
      continue;
    follower.joints.insert(follower.joints.begin(), link(i).joints.begin(), link(i).joints.end());
    follower.parent = link(i).parent;
    link(i).source.used(link(i).source.title() + " weighs nothing: its joints act together");
    link(i).joints.clear();
    link(i).parent = 0;
  }
}

void Assembly::place_parts() {
  parts_.resize(links_.size());
  for (std::size_t i = 0; i < links_.size(); ++i) {
    const int lead = leader(static_cast<int>(i));
    const RigidMap start = lead == 0 ? RigidMap() : link(lead).start;
    parts_[i] = {{}, start.inverse() * links_[i].start, start};
  }
}

void Assembly::add_objects() {
  std::vector<MassProperties> mass(links_.size());
  std::vector<int> heavy(links_.size());  // how many parts of it weigh something
  for (std::size_t i = 1; i < links_.size(); ++i) {
    const auto lead = static_cast<std::size_t>(leader(static_cast<int>(i)));
    if (!(links_[i].mass.mass > 0.0)) continue;
    const RigidMap& pose = parts_[i].pose;
    const MassProperties part = transformed(links_[i].mass, pose.R, pose.p);
    mass[lead] = heavy[lead]++ == 0 ? part : combined(mass[lead], part);
  }
  for (std::size_t i = 1; i < links_.size(); ++i)
    if (const int number = static_cast<int>(i); leader(number) == number)
      add_object(number, mass[i], heavy[i] == 1 ? links_[i].solid : std::nullopt);
  for (std::size_t i = 0; i < links_.size(); ++i)
    parts_[i].object = parts_[static_cast<std::size_t>(leader(static_cast<int>(i)))].object;
  add_looks();
}

/// Each object looks like all links that are part of it.
void Assembly::add_looks() {
  std::map<std::uint32_t, std::vector<Piece>> pieces;
  for (std::size_t i = 1; i < links_.size(); ++i) {
    if (parts_[i].object.is_none()) continue;
    for (Piece piece : links_[i].looks) {
      piece.pose = parts_[i].pose * piece.pose;
      pieces[parts_[i].object.index].push_back(std::move(piece));
    }
  }
  for (const auto& [index, list] : pieces) {
    Looks looks;
    for (const Piece& piece : list)
      if (looks.colour.empty()) looks.colour = piece.colour;
    if (!scene_.solids.contains(index)) looks.shape = joined(list);
    if (looks.shape || !looks.colour.empty()) scene_.looks[index] = std::move(looks);
  }
}

void Assembly::add_object(int i, MassProperties mass, const std::optional<Solid>& solid) {
  const Element& source = link(i).source;
  if (!(mass.mass > 0.0)) {
    mass = tiny();
    source.approximated(source.title() + " moves and weighs nothing: " + tiny_text);
  } else if (const std::string what = mend(mass); !what.empty()) {
    source.approximated(source.title() + " " + what);
  }
  RigidBody body = RigidBody::from(mass);
  body.position = link(i).start.p;
  body.orientation = link(i).start.turn();
  try {
    const ObjectId id = scene_.model.add(body, ObjectOptions{.name = unique(link(i).name)});
    parts_[static_cast<std::size_t>(i)].object = id;
    if (solid) scene_.solids[id.index] = *solid;
  } catch (const ModelError& e) {
    for (const std::string& error : e.errors()) source.problem(source.title() + ": " + error);
  }
}

// ---- connectors ----

PointRef Assembly::point(int link, const Vec3& at) const {
  const Part& p = part(link);
  if (p.object.is_none()) return Nail{at};
  return PointOn{p.object, p.start.inverse() * at};
}

DirectionRef Assembly::direction(int link, const Vec3& along) const {
  const Part& p = part(link);
  if (p.object.is_none()) return WorldDirection{without_minus_zero(along)};
  return DirectionOn{p.object, without_minus_zero(p.start.R.transpose() * along)};
}

FrameRef Assembly::frame(int link, const RigidMap& pose) const {
  const Part& p = part(link);
  if (p.object.is_none()) return WorldFrame{pose.p, pose.turn()};
  const RigidMap local = p.start.inverse() * pose;
  return FrameOn{p.object, local.p, local.turn()};
}

FrameRef Assembly::frame(int link, const Vec3& at, const Vec3& z) const {
  return frame(link, RigidMap{frame_with_z(z), at});
}

// ---- names ----

std::string Assembly::unique(const std::string& name) {
  const std::string wanted = name.empty() ? "part" : name;
  for (int& count = names_[wanted];;) {
    const std::string tried = ++count == 1 ? wanted : wanted + "_" + std::to_string(count);
    if (count == 1 || names_.try_emplace(tried, 1).second) return tried;
  }
}

template <class Add>
auto guarded(const Element& source, Add&& add) {
  decltype(add()) id;
  try {
    id = add();
  } catch (const ModelError& e) {
    for (const std::string& error : e.errors()) source.problem(source.title() + ": " + error);
  }
  return id;
}

ConstraintId Assembly::hold(const Element& source, const std::string& name, Constraint kind) {
  return guarded(source, [&] {
    return scene_.model.add(std::move(kind), ConstraintOptions{.name = unique(name)});
  });
}
ForceId Assembly::push(const Element& source, const std::string& name, Force kind) {
  return guarded(source, [&] {
    return scene_.model.add(std::move(kind), ForceOptions{.name = unique(name)});
  });
}
ControllerId Assembly::control(const Element& source, const std::string& name, Controller kind) {
  return guarded(source, [&] {
    return scene_.model.add(std::move(kind), ControllerOptions{.name = unique(name)});
  });
}

// ---- what acts on values of joints ----

void Assembly::add_limit(const Element& source,
                         const std::string& name,
                         const Coordinate& c,
                         double lower,
                         double upper) {
  if (!std::isfinite(lower) && !std::isfinite(upper)) return;
  const auto [low, high] = std::minmax({c.reading(lower), c.reading(upper)});
  if (low == high)
    hold(source, name, Prescribed{.quantity = c.quantity, .motion = low});
  else
    hold(source, name, Limit{.quantity = c.quantity, .lower = low, .upper = high});
}

void Assembly::add_spring(const Element& source,
                          const std::string& name,
                          const Coordinate& c,
                          const Spring& spring) {
  if (spring.stiffness == 0.0 && spring.damping == 0.0) return;
  const double rest = spring.stiffness == 0.0 ? 0.0 : c.reading(spring.rest);
  if (!std::isfinite(spring.stiffness) || !std::isfinite(spring.damping) || !std::isfinite(rest))
    return source.problem(source.title() + ": its spring or damper is too strong for a number");
  if (is_angle(c.quantity)) {
    push(source,
         name,
         TorsionSpring{.angle = c.quantity,
                       .stiffness = spring.stiffness,
                       .damping = spring.damping,
                       .rest = rest});
    return;
  }
  NonlinearSpring linear{.quantity = c.quantity, .rest = rest, .damping = spring.damping};
  linear.force = ForceLaw(shortest_text(spring.stiffness) + "*s");
  push(source, name, linear);
}

void Assembly::add_coupler(const Element& source,
                           const std::string& name,
                           const std::vector<WeightedCoordinate>& terms,
                           double sum) {
  Coupler coupler;
  for (const auto& [c, gain] : terms) {
    if (gain == 0.0) continue;
    coupler.terms.push_back({c.quantity, gain * c.sign});
    sum -= gain * c.offset;
  }
  coupler.motion = sum;
  hold(source, name, coupler);
}

}  // namespace holon::importing
