// SPDX-License-Identifier: Apache-2.0
#include "holon/import/mjcf_tree.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "holon/import/appearance.h"
#include "holon/math/expect.h"

namespace holon::importing {
namespace {

bool has_tag(pugi::xml_node node, std::string_view tag) {
  return std::string_view(node.name()) == tag;
}

}  // namespace

MjcfTree::MjcfTree(MjcfDocument& document, const MjcfCompiler& compiler, bool geoms_touch)
    : document_(document), compiler_(compiler), geoms_touch_(geoms_touch) {}

void MjcfTree::read() {
  read_assets();
  Link world;
  world.name = "world";
  world.source = document_.root();
  links_ = {world};
  starts_ = {RigidMap()};
  bodies_["world"] = 0;
  Geoms of_world;
  for (pugi::xml_node section : document_.children(document_.root().node())) {
    if (!has_tag(section, "worldbody")) continue;
    document_.sources().ask(section);
    read_children(section, {0, RigidMap(), "", false}, of_world);
  }
  links_[0].touches = std::move(of_world.touching);
  set_total_mass();
  find_slacks();
}

/// The motion by q about or along the axis of a joint, as it stands at the start.
static RigidMap moved_by(const Joint& joint, double q) {
  if (joint.kind == Joint::Kind::slide) return {Mat3::Identity(), q * joint.axis};
  if (joint.kind != Joint::Kind::hinge) return {};
  const Mat3 R = Eigen::AngleAxisd(q, joint.axis).toRotationMatrix();
  return {R, joint.anchor - R * joint.anchor};
}

/// A link moves by the motions of its joints, one after the other, and then as its parent does.
void MjcfTree::find_slacks() {
  for (const Link& link : links_) {
    RigidMap move = link.parent < 0 ? RigidMap() : slack(link.parent);
    for (const Joint& joint : link.joints) move = move * moved_by(joint, joint.rest - joint.start);
    slacks_.push_back(move);
  }
}

// ---- bodies ----

void MjcfTree::read_body(pugi::xml_node node, const Scope& outer) {
  const Element element(document_.sources(), node);
  Link link;
  link.name = element.text("name", "body" + std::to_string(links_.size()));
  link.parent = outer.link;
  link.start = in_world(outer) * compiler_.pose(element);
  link.source = element;
  const int number = static_cast<int>(links_.size());
  if (element.has("name")) add_named(element, "bodies", link.name, bodies_, number);
  links_.push_back(link);
  starts_.push_back(link.start);

  const auto inside = document_.children(node);
  const bool has_inertial =
      std::ranges::any_of(inside, [](pugi::xml_node n) { return has_tag(n, "inertial"); });
  const std::string& from_geom = compiler_.inertia_from_geom;
  const Scope scope{number,
                    RigidMap(),
                    document_.class_of(element, "childclass", outer.child_class),
                    from_geom == "true" || (from_geom == "auto" && !has_inertial)};
  Geoms geoms;
  read_children(node, scope, geoms);
  Link& read = links_[static_cast<std::size_t>(number)];
  if (!geoms.heavy.empty()) {
    const Weight weight = weigh(geoms.heavy);
    read.mass = weight.mass;
    read.solid = weight.solid;
    if (has_inertial)
      element.ignored("<inertial> of " + element.title() + ", as the compiler wants that of geoms");
  }
  const bool is_seen = std::ranges::all_of(geoms.seen, can_be_shown) && !geoms.seen.empty();
  const bool is_better = std::ranges::all_of(geoms.hidden, can_be_shown) && !geoms.hidden.empty();
  read.touches = std::move(geoms.touching);
  read.looks = !is_seen && (is_better || geoms.seen.empty()) ? geoms.hidden : geoms.seen;
  bound(read);
  element.used(element.title() + (read.joints.empty() ? ": part of its parent" : ": rigid_body"));
}

void MjcfTree::read_children(pugi::xml_node node, const Scope& scope, Geoms& geoms) {
  for (pugi::xml_node child : document_.children(node)) {
    if (has_tag(child, "body")) {
      read_body(child, scope);
    } else if (has_tag(child, "frame")) {
      const Element frame(document_.sources(), child);
      Scope inner = scope;
      inner.in_link = scope.in_link * compiler_.pose(frame);
      inner.child_class = document_.class_of(frame, "childclass", scope.child_class);
      read_children(child, inner, geoms);
    } else if (has_tag(child, "joint") || has_tag(child, "freejoint")) {
      read_joint(document_.element(child, scope.child_class), scope);
    } else if (has_tag(child, "inertial")) {
      read_inertial(Element(document_.sources(), child), scope);
    } else if (has_tag(child, "geom") && (scope.link != 0 || geoms_touch_)) {
      read_geom(document_.element(child, scope.child_class), scope, geoms);
    } else if (has_tag(child, "site")) {
      const Element site = document_.element(child, scope.child_class);
      const RigidMap start = in_world(scope) * compiler_.pose(site);
      if (site.has("name"))
        add_named(site, "sites", site.text("name"), sites_, {scope.link, start});
    }
  }
}

void MjcfTree::read_inertial(const Element& inertial, const Scope& scope) {
  Link& link = links_[static_cast<std::size_t>(scope.link)];
  for (const char* needed : {"pos", "mass"})
    if (!inertial.has(needed)) inertial.required_text(needed);
  MassProperties mass;
  mass.mass = inertial.number("mass", 0.0);
  if (mass.mass < 0.0) inertial.problem("mass", "a mass must not be negative");
  const Vec3 diagonal = inertial.vector("diaginertia", Vec3::Zero());
  mass.inertia = diagonal.asDiagonal();
  if (const auto full = inertial.numbers("fullinertia", 6, 6)) {
    const std::vector<double>& m = *full;  // xx yy zz xy xz yz
    mass.inertia << m[0], m[3], m[4], m[3], m[1], m[5], m[4], m[5], m[2];
  }
  const RigidMap pose = scope.in_link * compiler_.pose(inertial);
  if (mass.mass > 0.0) link.mass = transformed(mass, pose.R, pose.p);
}

/// Masses and principal moments are at least what the compiler says.
void MjcfTree::bound(Link& link) const {
  MassProperties& mass = link.mass;
  if (mass.mass < compiler_.bound_mass) {
    mass.mass = compiler_.bound_mass;
    link.solid.reset();  // which weighs less
  }
  if (!(compiler_.bound_inertia > 0.0) || !mass.inertia.allFinite()) return;
  const Eigen::SelfAdjointEigenSolver<Mat3> eigen(mass.inertia);
  const Vec3 moments = eigen.eigenvalues().cwiseMax(compiler_.bound_inertia);
  const Mat3 I = eigen.eigenvectors() * moments.asDiagonal() * eigen.eigenvectors().transpose();
  if (eigen.eigenvalues().minCoeff() >= compiler_.bound_inertia) return;
  mass.inertia = 0.5 * (I + I.transpose());
  link.solid.reset();
}

void MjcfTree::set_total_mass() {
  if (!(compiler_.total_mass > 0.0)) return;
  double total = 0.0;
  for (const Link& link : links_) total += link.mass.mass;
  if (!(total > 0.0)) return;
  const double factor = compiler_.total_mass / total;
  for (Link& link : links_) {
    link.mass.mass *= factor;
    link.mass.inertia *= factor;
    if (link.solid) link.solid->density *= factor;
  }
}

// ---- joints ----

void MjcfTree::read_range(const Element& element, Joint& joint) const {
  const auto range = compiler_.limits(element, "range", "limited");
  if (!range) return;
  const double unit = joint.kind == Joint::Kind::slide ? 1.0 : compiler_.angle;
  joint.lower = range->first * unit;
  joint.upper = range->second * unit;
  if (joint.kind == Joint::Kind::ball && joint.lower != 0.0)
    element.problem("range", "the range of a ball begins at 0");
  if (joint.kind != Joint::Kind::ball && (joint.start < joint.lower || joint.start > joint.upper))
    element.approximated(element.title() + " starts outside its range, and is brought back to it");
}

void MjcfTree::read_joint(const Element& element, const Scope& scope) {
  Link& link = links_[static_cast<std::size_t>(scope.link)];
  Joint joint;
  joint.source = element;
  joint.name = element.text("name", link.name + "_joint");
  const std::string type = element.tag() == "freejoint"
                               ? "free"
                               : element.word("type", {"hinge", "slide", "ball", "free"});
  joint.kind = type == "hinge"   ? Joint::Kind::hinge
               : type == "slide" ? Joint::Kind::slide
               : type == "ball"  ? Joint::Kind::ball
                                 : Joint::Kind::free;
  if (element.has("name")) add_named(element, "joints", joint.name, joints_, element);
  const auto is_free = [](const Joint& j) { return j.kind == Joint::Kind::free; };
  const bool joins_free =
      std::ranges::any_of(link.joints, is_free) || (is_free(joint) && !link.joints.empty());
  if (scope.link == 0) return element.problem("the world cannot have joints: put them in a body");
  if (joins_free || (is_free(joint) && link.parent != 0))
    return element.problem("a free joint must be the only joint of a body of the world");
  const double unit = joint.kind == Joint::Kind::hinge ? compiler_.angle : 1.0;
  if (!is_free(joint)) {
    joint.anchor = in_world(scope) * element.vector("pos", Vec3::Zero());
    joint.start = unit * element.number("ref", 0.0);
    joint.rest = unit * element.number("springref", 0.0);
    if (joint.kind != Joint::Kind::ball) {
      const Vec3 axis = element.vector("axis", Vec3::UnitZ());
      if (!(axis.norm() > 1e-12)) return element.problem("axis", "an axis must not be zero");
      joint.axis = in_world(scope).R * axis.normalized();
      joint.armature = element.number("armature", 0.0);
    }
    read_range(element, joint);
  }
  joint.damping = element.number("damping", 0.0);
  joint.stiffness = element.number("stiffness", 0.0);
  for (const auto& [name, value] : {std::pair("damping", joint.damping),
                                    {"stiffness", joint.stiffness},
                                    {"armature", joint.armature}})
    if (value < 0.0) element.problem(name, std::string("'") + name + "' must not be negative");
  link.joints.push_back(joint);
}

}  // namespace holon::importing
