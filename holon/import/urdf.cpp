// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "holon/import/mechanism.h"
#include "holon/import/readers.h"
#include "holon/import/urdf_geometry.h"
#include "holon/math/expect.h"

namespace holon::importing {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

struct UrdfLink {
  std::string name;
  Weight weight;
  std::vector<Piece> looks;
  std::vector<Touch> touches;
  int joint = -1;  ///< to its parent
  Element source;
};

struct UrdfJoint {
  std::string name, type;
  int parent = -1, child = -1;
  RigidMap origin;
  Vec3 axis = Vec3::UnitX();
  double lower = -inf, upper = inf, damping = 0.0;
  double start = 0.0;
  Element mimic;
  int leader = -1;  ///< the joint that it follows
  double ratio = 1.0, offset = 0.0;
  Element source;
};

class UrdfReader {
 public:
  UrdfReader(const Element& robot, const std::string& path, const ImportOptions& options)
      : robot_(robot), options_(options), paths_(path, options) {}

  Scene read();

 private:
  void read_link(const Element& source);
  MassProperties read_inertial(const Element& inertial) const;
  void read_joint(const Element& source);
  int find_link(const Element& joint, const char* tag) const;
  void read_limit(UrdfJoint& joint) const;
  void read_mimic();
  void follow_leaders();
  bool check_tree();
  std::vector<Link> make_links();
  void make_link(int urdf_link, const RigidMap& parent_start, int parent);
  std::vector<Joint> make_joints(const UrdfJoint& joint, const RigidMap& frame) const;
  void couple_mimics(Assembly& assembly) const;

  UrdfLink& link(int i) { return links_[static_cast<std::size_t>(i)]; }
  UrdfJoint& joint(int i) { return joints_[static_cast<std::size_t>(i)]; }

  Element robot_;
  const ImportOptions& options_;
  UrdfPaths paths_;
  std::vector<UrdfLink> links_;
  std::vector<UrdfJoint> joints_;
  std::map<std::string, int> link_numbers_, joint_numbers_;
  UrdfColours colours_;  // of materials that all links may name
  int root_ = -1;
  std::vector<Link> made_;
};

// ---- links ----

MassProperties UrdfReader::read_inertial(const Element& inertial) const {
  MassProperties mass;
  const RigidMap origin = read_origin(inertial);
  if (const Element element = inertial.child("mass")) {
    if (!element.has("value")) element.required_text("value");
    mass.mass = element.number("value", 0.0);
    if (mass.mass < 0.0) element.problem("value", "a mass must not be negative");
  }
  if (const Element element = inertial.child("inertia")) {
    const auto entry = [&](const char* name) { return element.number(name, 0.0); };
    const double xy = entry("ixy"), xz = entry("ixz"), yz = entry("iyz");
    mass.inertia << entry("ixx"), xy, xz, xy, entry("iyy"), yz, xz, yz, entry("izz");
  }
  if (!(mass.mass > 0.0)) return {};
  return transformed(mass, origin.R, origin.p);
}

void UrdfReader::read_link(const Element& source) {
  UrdfLink link;
  link.name = source.required_text("name");
  link.source = source;
  if (!add_named(source, "links", link.name, link_numbers_, static_cast<int>(links_.size())))
    return;
  if (const Element inertial = source.child("inertial"))
    link.weight.mass = read_inertial(inertial);
  else
    link.weight = infer_weight(source, paths_, options_.density);
  link.looks = read_looks(source, paths_, colours_);
  if (options_.collisions) link.touches = read_touches(source, paths_);
  links_.push_back(std::move(link));
}

// ---- joints ----

int UrdfReader::find_link(const Element& source, const char* tag) const {
  const Element end = source.child(tag);
  if (!end) {
    source.problem(source.title() + " needs <" + tag + " link=\"...\"/>");
    return -1;
  }
  const int* number = find_named(end, "link", "link", link_numbers_);
  return number == nullptr ? -1 : *number;
}

void UrdfReader::read_limit(UrdfJoint& joint) const {
  if (joint.type != "revolute" && joint.type != "prismatic") return;
  const Element limit = joint.source.child("limit");
  if (!limit) {
    joint.source.approximated(joint.source.title() + " has no <limit>, and so it has no ends");
    return;
  }
  joint.lower = limit.number("lower", 0.0);
  joint.upper = limit.number("upper", 0.0);
  if (joint.lower > joint.upper)
    limit.problem("lower",
                  "the lower limit " + shown(joint.lower) + " is above the upper limit "
                      + shown(joint.upper)
                      + ": exchange them, or leave them out if there are no ends");
}

void UrdfReader::read_joint(const Element& source) {
  UrdfJoint joint;
  joint.source = source;
  joint.name = source.required_text("name");
  if (!source.has("type")) source.required_text("type");
  joint.type = source.word(
      "type", {"fixed", "revolute", "continuous", "prismatic", "floating", "planar", "spherical"});
  joint.parent = find_link(source, "parent");
  joint.child = find_link(source, "child");
  joint.origin = read_origin(source);
  const bool has_axis =
      joint.type != "fixed" && joint.type != "floating" && joint.type != "spherical";
  if (const Element axis = has_axis ? source.child("axis") : Element()) {
    joint.axis = axis.vector("xyz", Vec3::UnitX());
    if (!(joint.axis.norm() > 1e-12)) {
      axis.problem("xyz", "an axis must not be zero");
      joint.axis = Vec3::UnitX();
    }
  }
  joint.axis.normalize();
  read_limit(joint);
  const bool has_value = has_axis && joint.type != "planar";
  if (const Element dynamics = has_value ? source.child("dynamics") : Element()) {
    joint.damping = dynamics.number("damping", 0.0);
    if (joint.damping < 0.0) dynamics.problem("damping", "damping must not be negative");
  }
  if (has_value) joint.mimic = source.child("mimic");
  if (add_named(source, "joints", joint.name, joint_numbers_, static_cast<int>(joints_.size())))
    joints_.push_back(std::move(joint));
}

void UrdfReader::read_mimic() {
  for (UrdfJoint& j : joints_) {
    if (!j.mimic) continue;
    j.ratio = j.mimic.number("multiplier", 1.0);
    j.offset = j.mimic.number("offset", 0.0);
    const int* leader = find_named(j.mimic, "joint", "joint", joint_numbers_);
    if (leader == nullptr) continue;
    const UrdfJoint& other = joint(*leader);
    if (other.type == "revolute" || other.type == "continuous" || other.type == "prismatic")
      j.leader = *leader;
    else
      j.mimic.problem(
          "joint",
          "joint " + in_quotes(other.name) + " is " + other.type + " and has no value to follow");
  }
}

/// Where each joint is at the start: at zero, or at the nearest limit, or where its leader says.
void UrdfReader::follow_leaders() {
  for (UrdfJoint& j : joints_) {
    double ratio = 1.0, offset = 0.0;
    const UrdfJoint* at = &j;
    for (std::size_t hops = 0; at->leader >= 0; ++hops) {
      if (hops > joints_.size()) {
        j.mimic.problem("joint", "joints follow each other in a circle");
        return;
      }
      offset += ratio * at->offset;
      ratio *= at->ratio;
      at = &joint(at->leader);
    }
    j.start = ratio * std::clamp(0.0, std::min(at->lower, at->upper), at->upper) + offset;
  }
}

// ---- the tree ----

bool UrdfReader::check_tree() {
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    const UrdfJoint& j = joints_[i];
    UrdfLink& child = link(j.child);
    if (child.joint >= 0) {
      j.source.problem("link " + in_quotes(child.name) + " is the child of joint "
                       + in_quotes(joint(child.joint).name) + " already: URDF knows trees only");
      return false;
    }
    child.joint = static_cast<int>(i);
  }
  for (std::size_t i = 0; i < links_.size(); ++i) {
    if (links_[i].joint >= 0) continue;
    if (root_ >= 0) {
      links_[i].source.problem("links " + in_quotes(link(root_).name) + " and "
                               + in_quotes(links_[i].name)
                               + " have no parent: join them, only one link can be the root");
      return false;
    }
    root_ = static_cast<int>(i);
  }
  if (links_.empty())
    robot_.problem("there are no links");
  else if (root_ < 0)
    robot_.problem("every link has a parent, in a circle: one link must be the root");
  return root_ >= 0;
}

std::vector<Joint> UrdfReader::make_joints(const UrdfJoint& j, const RigidMap& frame) const {
  Joint out;
  out.name = j.name;
  out.source = j.source;
  out.anchor = frame.p;
  out.axis = frame.R * j.axis;
  if (j.type == "fixed") return {};
  if (j.type == "floating") {
    out.kind = Joint::Kind::free;
    return {out};
  }
  if (j.type == "spherical") {  // of Bullet and others
    out.kind = Joint::Kind::ball;
    return {out};
  }
  if (j.type == "planar") {  // two slides across the axis, and a hinge about it
    const Mat3 R = frame_with_z(out.axis);
    std::vector<Joint> three(3, out);
    for (int i = 0; i < 2; ++i) {
      three[static_cast<std::size_t>(i)].kind = Joint::Kind::slide;
      three[static_cast<std::size_t>(i)].axis = R.col(i);
    }
    for (std::size_t i = 0; i < 3; ++i) three[i].name += i == 0 ? "_x" : i == 1 ? "_y" : "_turn";
    return three;
  }
  out.kind = j.type == "prismatic" ? Joint::Kind::slide : Joint::Kind::hinge;
  out.start = j.start;
  out.lower = j.lower;
  out.upper = j.upper;
  out.damping = j.damping;
  return {out};
}

void UrdfReader::make_link(int i, const RigidMap& parent_start, int parent) {
  const UrdfLink& from = link(i);
  Link out;
  out.name = from.name;
  out.source = from.source;
  out.parent = parent;
  out.mass = from.weight.mass;
  out.solid = from.weight.solid;
  out.looks = from.looks;
  out.touches = from.touches;
  out.may_vanish = true;
  if (from.joint >= 0) {
    const UrdfJoint& j = joint(from.joint);
    const RigidMap frame = parent_start * j.origin;
    out.joints = make_joints(j, frame);
    RigidMap moved;
    if (j.type == "prismatic") moved.p = j.start * j.axis;
    if (j.type == "revolute" || j.type == "continuous")
      moved.R = Eigen::AngleAxisd(j.start, j.axis).toRotationMatrix();
    out.start = frame * moved;
    if (out.joints.empty())
      from.source.used(from.source.title() + ": part of its parent");
    else
      from.source.used(from.source.title() + ": rigid_body");
  } else if (options_.fixed_base || from.name == "world") {
    from.source.used(from.source.title() + ": stands in the world");
  } else {
    Joint free;
    free.kind = Joint::Kind::free;
    free.name = from.name + "_free";
    free.source = from.source;
    out.joints = {free};
  }
  made_.push_back(std::move(out));
}

/// Parents before their children, the world first.
std::vector<Link> UrdfReader::make_links() {
  std::vector<std::vector<int>> children(links_.size());
  for (const UrdfJoint& j : joints_)
    children[static_cast<std::size_t>(j.parent)].push_back(j.child);
  Link world;
  world.name = "world";
  world.source = robot_;
  made_ = {world};
  std::vector<int> order = {root_};
  make_link(root_, RigidMap(), 0);
  for (std::size_t done = 0; done < order.size(); ++done)
    for (int child : children[static_cast<std::size_t>(order[done])]) {
      order.push_back(child);
      make_link(child, made_[done + 1].start, static_cast<int>(done) + 1);
    }
  if (order.size() < links_.size()) robot_.problem("some links hang on each other in a circle");
  return std::move(made_);
}

void UrdfReader::couple_mimics(Assembly& assembly) const {
  for (const UrdfJoint& j : joints_) {
    if (j.leader < 0) continue;
    const Coordinate* own = assembly.coordinate(j.source);
    const Coordinate* other =
        assembly.coordinate(joints_[static_cast<std::size_t>(j.leader)].source);
    if (own == nullptr || other == nullptr) continue;
    assembly.add_coupler(j.mimic, j.name + "_mimic", {{*own, 1.0}, {*other, -j.ratio}}, j.offset);
    j.mimic.used("mimic of " + j.source.title() + ": coupler");
  }
}

Scene UrdfReader::read() {
  for (const Element& material : robot_.children("material"))
    colours_[material.text("name")] = read_colour(material);
  for (const Element& source : robot_.children("link")) read_link(source);
  for (const Element& source : robot_.children("joint")) read_joint(source);
  read_mimic();
  Scene scene;
  const auto is_joined = [](const UrdfJoint& j) { return j.parent >= 0 && j.child >= 0; };
  if (!std::ranges::all_of(joints_, is_joined) || !check_tree()) return scene;
  follow_leaders();
  scene.settings.title = robot_.text("name");
  const Vec3 gravity(0, 0, -9.81);
  Assembly assembly(make_links(), scene, gravity);
  assembly.build();
  assembly.add_collisions();
  assembly.choose_stepper();
  couple_mimics(assembly);
  scene.model.add(Gravity{.g = gravity}, ForceOptions{.name = "gravity"});
  robot_.used("gravity of 9.81 m/s^2 along -z, as URDF does not speak of it");
  return scene;
}

}  // namespace

Scene read_urdf(const Element& robot, const std::string& path, const ImportOptions& options) {
  return UrdfReader(robot, path, options).read();
}

}  // namespace holon::importing
