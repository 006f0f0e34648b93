// SPDX-License-Identifier: Apache-2.0
//
// MuJoCo 2 or 4. A solver is made of words joined by '-':
//   euler | rk4 | implicit   integrator, default euler; MuJoCo 4 has implicitfast and discrete too
//   newton | cg | pgs        constraint solver, default newton
//   max                      free bodies held by constraints, instead of a tree
//   soft                     MuJoCo's default softness, instead of the stiffest that is stable
//   elliptic                 friction cones, instead of pyramids
//   grip                     friction ten times stiffer than contacts (impratio), with elliptic
//   quick                    stops at MuJoCo's default tolerance, 1e-8 instead of 1e-12
#include <mujoco/mujoco.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <sstream>

#include "peer.h"

namespace peers {
namespace {

std::string to_text(double x) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", x);
  return text;
}
std::string to_text(V3 v) {
  return to_text(v.x) + ' ' + to_text(v.y) + ' ' + to_text(v.z);
}
std::string to_text(Q4 q) {
  return to_text(q.w) + ' ' + to_text(V3{q.x, q.y, q.z});
}
std::string attribute(const std::string& name, const std::string& value) {
  return ' ' + name + "='" + value + '\'';
}
template <class T>
std::string attribute(const std::string& name, const T& value) {
  return attribute(name, to_text(value));
}
std::string body_name(int i) {
  return "b" + std::to_string(i);
}
std::string site_name(int i) {
  return "s" + std::to_string(i);
}
std::string anchor_name(int i) {
  return "w" + std::to_string(i);
}
std::string part_name(size_t i) {
  return "part" + std::to_string(i) + ".xml";
}

// MuJoCo 2.2.2 calls itself 222, and 4.0.0 4000000.
#if mjVERSION_HEADER >= 4000000
constexpr const char* newer_integrators = "-implicitfast-discrete";
#else
constexpr const char* newer_integrators = "";
#endif

/// Writes a scene in MuJoCo's model language.
class ModelWriter {
 public:
  /// Calls cannot() on a word that is none of the solver's.
  static void check_words(const std::string& solver) {
    const std::string known = "euler-rk4-implicit" + std::string(newer_integrators)
                              + "-newton-cg-pgs-max-soft-elliptic-grip-quick";
    std::istringstream words(solver);
    for (std::string word; std::getline(words, word, '-');)
      if (('-' + known + '-').find('-' + word + '-') == std::string::npos)
        no_solver(solver, "words of " + known);
  }

  ModelWriter(const Scene& scene, const Options& options)
      : scene_(scene),
        options_(options),
        carrier_(scene.carriers()),
        children_(scene.bodies.size()),
        free_bodies_(has("max") && !scene.particles) {
    for (const Joint* j : carrier_)
      if (j && j->a != ground) children_[j->a].push_back(j->b);
  }

  std::string write() {
    std::string xml = "<mujoco>" + header() + "<worldbody>" + world_anchors();
    if (scene_.contact) xml += "<geom type='plane' size='0 0 1'/>";
    for (int i = 0; i < int(carrier_.size()); ++i)
      if (is_root(i)) xml += body(i, 0);
    return xml + "</worldbody>" + tendons() + equalities() + exclusions() + "</mujoco>";
  }

  /// Files that the model includes, by part_name(); complete after write().
  const std::vector<std::string>& parts() const { return parts_; }

 private:
  bool has(const std::string& word) const {
    return ('-' + options_.solver + '-').find('-' + word + '-') != std::string::npos;
  }
  bool is_root(int i) const { return free_bodies_ || !carrier_[i] || carrier_[i]->a == ground; }
  bool is_equality(const Joint& j) const { return free_bodies_ || j.closes_loop; }

  std::string header() const {
    const int iterations = options_.iters > 0 ? options_.iters : 100;
    return "<compiler boundmass='0' boundinertia='0' balanceinertia='false'/><option"
           + attribute("timestep", options_.h) + attribute("gravity", scene_.down)
           + attribute("integrator", integrator()) + attribute("solver", constraint_solver())
           + attribute("iterations", std::to_string(iterations))
           + (has("quick") ? "" : " tolerance='1e-12'")
           + (has("elliptic") ? " cone='elliptic'" : "") + (has("grip") ? " impratio='10'>" : ">")
           + (scene_.contact ? "" : "<flag contact='disable'/>") + "</option>" + sizes()
           + "<default><equality" + softness() + "/><geom" + softness()
           + attribute("friction", scene_.friction) + "/></default>";
  }
  std::string integrator() const {
    for (const char* newer : {"implicitfast", "discrete", "implicit"})
      if (has(newer)) return newer;
    return has("rk4") ? "RK4" : "Euler";
  }
  std::string constraint_solver() const { return has("cg") ? "CG" : has("pgs") ? "PGS" : "Newton"; }
  std::string softness() const {
    if (has("soft")) return "";
    return attribute("solref", to_text(2 * options_.h) + " 1") + " solimp='0.9999 0.9999'";
  }

#if mjVERSION_HEADER >= 4000000
  std::string sizes() const {
    return "<size memory='2G'/>";
  }  // taken when it is touched
#else
  /// The automatic limit on constraint rows is too small here; rows would be dropped silently.
  std::string sizes() const {
    const double speeds = 6.0 * double(scene_.bodies.size());
    long rows = 0;
    for (const Joint& j : scene_.joints)
      if (is_equality(j)) rows += j.type == JointType::distance ? 1 : 6;
    const long contacts = scene_.contact ? most_contacts(speeds, rows) : 0;
    rows += contacts * rows_per_contact();
    if (rows == 0) return "";
    rows += 100;
    const double stack = 3 * speeds * speeds + 4 * double(rows) * speeds + 1e6;
    if (stack > 2e9) cannot("MuJoCo 2 needs dense work arrays beyond its 32-bit stack size");
    return "<size" + attribute("nconmax", std::to_string(contacts))
           + attribute("njmax", std::to_string(rows))
           + attribute("nstack", std::to_string(long(stack))) + "/>";
  }
  int rows_per_contact() const {
    return has("elliptic") ? 3 : 4;
  }

  /// As many as there may be, or as its data may hold beside `other_rows`: they have dense matrices
  /// for all rows, and the size of them is a 32-bit number of bytes.
  long most_contacts(double speeds, long other_rows) const {
    const double numbers = 2e9 / 12;  // rows * (rows + 2 speeds), each a double and an index
    const double rows = std::sqrt(numbers + speeds * speeds) - speeds - double(other_rows);
    return std::min(20 * long(scene_.bodies.size()), long(rows / rows_per_contact()));
  }
#endif

  std::string world_anchors() const {
    std::string xml;
    int count = 0;
    for (const Joint& j : scene_.joints)
      if (j.type == JointType::distance && j.a == ground)
        xml +=
            "<site" + attribute("name", anchor_name(count++)) + attribute("pos", j.anchor_a) + "/>";
    return xml;
  }

  std::string body(int i, int depth) {
    const Body& b = scene_.bodies[i];
    const Body parent = is_root(i) ? Body{} : scene_.bodies[carrier_[i]->a];
    const V3 place = rotate_back(parent.orientation, b.com - parent.com);
    std::string xml = "<body" + attribute("name", body_name(i)) + attribute("pos", place)
                      + attribute("quat", conjugate(parent.orientation) * b.orientation)
                      + "><inertial pos='0 0 0'" + attribute("mass", b.mass)
                      + attribute("diaginertia", b.inertia) + "/>" + joint_of(i) + geom(b.shape);
    if (!free_bodies_)
      for (int child : children_[i]) xml += child_body(child, depth + 1);
    return xml + "</body>";
  }

  /// The reader limits the depth of nesting, so deep trees continue in included files.
  std::string child_body(int child, int depth) {
    if (depth % 40 != 0) return body(child, depth);
    const std::string part = "<mujocoinclude>" + body(child, depth) + "</mujocoinclude>";
    parts_.push_back(part);
    return "<include" + attribute("file", part_name(parts_.size() - 1)) + "/>";
  }

  std::string joint_of(int i) const {
    if (scene_.particles)
      return "<joint type='slide' axis='1 0 0'/><joint type='slide' axis='0 1 0'/>"
             "<joint type='slide' axis='0 0 1'/><site"
             + attribute("name", site_name(i)) + "/>";
    if (free_bodies_ || !carrier_[i]) return "<freejoint/>";
    const Joint& j = *carrier_[i];
    if (j.type == JointType::ball)
      return "<joint type='ball'" + attribute("pos", j.anchor_b) + "/>";
    return "<joint type='hinge'" + attribute("pos", j.anchor_b) + attribute("axis", j.axis) + "/>";
  }

  static std::string geom(const Shape& shape) {
    switch (shape.type) {
      case Shape::Type::none:
        return "";
      case Shape::Type::box:
        return "<geom type='box'" + attribute("size", shape.half) + "/>";
      case Shape::Type::capsule:
        return "<geom type='capsule'"
               + attribute("size", to_text(shape.radius) + ' ' + to_text(shape.half_length)) + "/>";
    }
    return "";
  }

  std::string tendons() const {
    std::string xml;
    int count = 0, anchors = 0;
    for (const Joint& j : scene_.joints) {
      if (j.type != JointType::distance) continue;
      const std::string start = j.a == ground ? anchor_name(anchors++) : site_name(j.a);
      xml += "<spatial" + attribute("name", "t" + std::to_string(count++)) + "><site"
             + attribute("site", start) + "/><site" + attribute("site", site_name(j.b))
             + "/></spatial>";
    }
    return xml.empty() ? "" : "<tendon>" + xml + "</tendon>";
  }

  std::string equalities() const {
    std::string xml;
    int tendon = 0;
    for (const Joint& j : scene_.joints) {
      if (j.type == JointType::distance)
        xml += "<tendon" + attribute("tendon1", "t" + std::to_string(tendon++)) + "/>";
      else if (is_equality(j) && j.type == JointType::hinge
               && (free_bodies_ || !scene_.planar))  // two points on the axis
        xml += connect(j, -0.05) + connect(j, 0.05);
      else if (is_equality(j))
        xml += connect(j, 0);
    }
    return xml.empty() ? "" : "<equality>" + xml + "</equality>";
  }

  /// In a tree MuJoCo itself lets a body pass through its parent.
  std::string exclusions() const {
    if (!free_bodies_ || !scene_.contact) return "";
    std::string xml;
    for (const Joint& j : scene_.joints)
      xml += "<exclude" + attribute("body1", body_name(j.a)) + attribute("body2", body_name(j.b))
             + "/>";
    return "<contact>" + xml + "</contact>";
  }

  static std::string connect(const Joint& j, double along_axis) {
    const std::string to_a = j.a == ground ? "" : attribute("body2", body_name(j.a));
    return "<connect" + attribute("body1", body_name(j.b)) + to_a
           + attribute("anchor", j.anchor_b + along_axis * j.axis) + "/>";
  }

  const Scene& scene_;
  const Options& options_;
  std::vector<const Joint*> carrier_;
  std::vector<std::vector<int>> children_;
  bool free_bodies_;
  std::vector<std::string> parts_;
};

/// Files in memory, as MuJoCo reads them.
class VirtualFiles {
 public:
  VirtualFiles() { mj_defaultVFS(vfs_.get()); }
  ~VirtualFiles() { mj_deleteVFS(vfs_.get()); }
  VirtualFiles(const VirtualFiles&) = delete;
  VirtualFiles& operator=(const VirtualFiles&) = delete;

#if mjVERSION_HEADER >= 4000000
  void add(const std::string& name, const std::string& text) {
    if (mj_addBufferVFS(vfs_.get(), name.c_str(), text.data(), int(text.size())) != 0)
      cannot("MuJoCo takes no more files");
  }
#else
  void add(const std::string& name, const std::string& text) {
    if (mj_makeEmptyFileVFS(vfs_.get(), name.c_str(), int(text.size())) != 0)
      cannot("MuJoCo takes no more files");
    std::memcpy(vfs_->filedata[mj_findFileVFS(vfs_.get(), name.c_str())], text.data(), text.size());
  }
#endif
  const mjVFS* get() const {
    return vfs_.get();
  }

 private:
  std::unique_ptr<mjVFS> vfs_ = std::make_unique<mjVFS>();
};

class Mujoco : public Engine {
 public:
  void build(const Scene& scene, const Options& options) override {
    ModelWriter::check_words(options.solver);
    load(scene, options);
    data_ = mj_makeData(model_);
    const auto carrier = scene.carriers();
    for (int i = 0; i < int(carrier.size()); ++i) {
      ids_.push_back(mj_name2id(model_, mjOBJ_BODY, body_name(i).c_str()));
      set_velocity(scene, i, carrier[i]);
    }
    mj_forward(model_, data_);
  }

  void step() override {
    mj_step(model_, data_);
    for (mjtWarning dropped : {mjWARN_CNSTRFULL, mjWARN_CONTACTFULL})
      if (data_->warning[dropped].number > 0) cannot("MuJoCo dropped constraints");
    for (mjtWarning bad : {mjWARN_BADQPOS, mjWARN_BADQVEL, mjWARN_BADQACC})
      if (data_->warning[bad].number > 0) cannot("MuJoCo found it unstable and started anew");
  }

  void sync() override {
    mj_kinematics(model_, data_);
    mj_comPos(model_, data_);
    mj_comVel(model_, data_);
  }

  void get(int body, State& state) override {
    const mjtNum *p = data_->xipos + 3 * ids_[body], *q = data_->xquat + 4 * ids_[body];
    mjtNum v[6];  // angular, linear
    mj_objectVelocity(model_, data_, mjOBJ_BODY, ids_[body], v, 0);
    state = {{p[0], p[1], p[2]}, {q[0], q[1], q[2], q[3]}, {v[3], v[4], v[5]}, {v[0], v[1], v[2]}};
  }

 private:
  void load(const Scene& scene, const Options& options) {
    ModelWriter writer(scene, options);
    VirtualFiles files;
    files.add("main.xml", writer.write());
    for (size_t i = 0; i < writer.parts().size(); ++i) files.add(part_name(i), writer.parts()[i]);
    char error[1000] = "";
    model_ = mj_loadXML("main.xml", files.get(), error, sizeof error);
    if (model_) return;
    std::fprintf(stderr, "%s\n", error);
    cannot("MuJoCo rejects the model");
  }

  void set_velocity(const Scene& scene, int i, const Joint* carrier) {
    const Body& body = scene.bodies[i];
    const V3 &v = body.velocity, w = rotate_back(body.orientation, body.angular_velocity);
    mjtNum* speed = data_->qvel + model_->body_dofadr[ids_[i]];
    const int freedoms = model_->body_dofnum[ids_[i]];
    if (freedoms == 6) {
      const mjtNum both[6] = {v.x, v.y, v.z, w.x, w.y, w.z};
      mju_copy(speed, both, 6);
    } else if (freedoms == 1) {
      *speed = scene.hinge_speed(*carrier);
    } else if (carrier && carrier->type == JointType::ball) {
      const V3 spin = rotate_back(body.orientation, scene.joint_spin(*carrier));
      const mjtNum ball[3] = {spin.x, spin.y, spin.z};
      mju_copy(speed, ball, 3);
    }
  }

  mjModel* model_ = nullptr;
  mjData* data_ = nullptr;
  std::vector<int> ids_;
};

}  // namespace
}  // namespace peers

int main(int argc, char** argv) {
  peers::Mujoco engine;
  return peers::peer_main(
      argc, argv, {PEER_NAME, mj_versionString(), "f64", "euler", "--iters contact"}, engine);
}
