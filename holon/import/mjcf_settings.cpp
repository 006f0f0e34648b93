// SPDX-License-Identifier: Apache-2.0
#include "holon/import/mjcf_settings.h"

#include <algorithm>
#include <filesystem>

namespace holon::importing {
namespace {

constexpr std::size_t most_includes = 200;

}  // namespace

// ---- compiler ----

void MjcfCompiler::read(const Element& c) {
  if (c.has("angle"))
    angle = c.word("angle", {"degree", "radian"}) == "radian" ? 1.0 : MjcfCompiler().angle;
  if (c.word("coordinate", {"local", "global"}) == "global")
    c.problem("coordinate", "global coordinates are not read: save the model with local ones");
  euler = c.text("eulerseq", euler);
  const auto is_axis = [](char a) {
    return std::string_view("xyzXYZ").find(a) != std::string::npos;
  };
  if (euler.size() != 3 || !std::all_of(euler.begin(), euler.end(), is_axis)) {
    c.problem("eulerseq", "'eulerseq' must be three of the letters x, y, z, X, Y, Z");
    euler = "xyz";
  }
  mesh_folder = c.text("meshdir", c.text("assetdir", mesh_folder));
  if (c.has("autolimits")) auto_limits = c.word("autolimits", {"true", "false"}) == "true";
  if (c.has("inertiafromgeom"))
    inertia_from_geom = c.word("inertiafromgeom", {"auto", "true", "false"});
  bound_mass = c.number("boundmass", bound_mass);
  bound_inertia = c.number("boundinertia", bound_inertia);
  total_mass = c.number("settotalmass", total_mass);
  c.text("balanceinertia");  // what no body can have is mended in any case
  if (const auto groups = c.numbers("inertiagrouprange", 2, 2)) {
    first_group = static_cast<int>(std::clamp((*groups)[0], 0.0, 100.0));
    last_group = static_cast<int>(std::clamp((*groups)[1], 0.0, 100.0));
  }
}

Mat3 MjcfCompiler::turn(const Element& e) const {
  const auto expect = [&](bool good, const char* name) {
    if (!good) e.problem(name, std::string("'") + name + "' must not be zero");
    return good;
  };
  if (const auto q = e.numbers("quat", 4, 4)) {
    const Quat quat((*q)[0], (*q)[1], (*q)[2], (*q)[3]);
    if (expect(quat.norm() > 1e-12, "quat")) return quat.normalized().toRotationMatrix();
  } else if (const auto a = e.numbers("axisangle", 4, 4)) {
    const Vec3 axis((*a)[0], (*a)[1], (*a)[2]);
    if (expect(axis.norm() > 1e-12, "axisangle"))
      return Eigen::AngleAxisd((*a)[3] * angle, axis.normalized()).toRotationMatrix();
  } else if (const auto angles = e.numbers("euler", 3, 3)) {
    // small letters turn about axes that turn along, capital letters about fixed ones
    Mat3 R = Mat3::Identity();
    for (std::size_t i = 0; i < 3; ++i) {
      const int axis = (euler[i] | 0x20) - 'x';
      const Mat3 next =
          Eigen::AngleAxisd((*angles)[i] * angle, Vec3::Unit(axis)).toRotationMatrix();
      R = euler[i] >= 'a' ? Mat3(R * next) : Mat3(next * R);
    }
    return R;
  } else if (const auto xy = e.numbers("xyaxes", 6, 6)) {
    const Vec3 x = Vec3((*xy)[0], (*xy)[1], (*xy)[2]).normalized();
    const Vec3 y = Vec3((*xy)[3], (*xy)[4], (*xy)[5]);
    const Vec3 across = y - x * x.dot(y);
    if (expect(x.norm() > 0.5 && across.norm() > 1e-12, "xyaxes")) {
      Mat3 R;
      R << x, across.normalized(), x.cross(across.normalized());
      return R;
    }
  } else if (e.has("zaxis")) {
    const Vec3 z = e.vector("zaxis", Vec3::UnitZ());
    if (expect(z.norm() > 1e-12, "zaxis"))
      return Quat::FromTwoVectors(Vec3::UnitZ(), z).toRotationMatrix();
  }
  return Mat3::Identity();
}

RigidMap MjcfCompiler::pose(const Element& e) const {
  return {turn(e), e.vector("pos", Vec3::Zero())};
}

std::optional<std::pair<double, double>> MjcfCompiler::limits(const Element& e,
                                                              const char* range,
                                                              const char* limited) const {
  const auto values = e.numbers(range, 2, 2);
  const std::string word = e.word(limited, {"auto", "true", "false"});
  const bool is_range = values && (*values)[0] < (*values)[1];
  const std::string quoted = std::string("'") + range + "'";
  if (word == "true" && !is_range)
    e.problem(range, quoted + " must be a smaller and a larger number");
  else if (word == "auto" && values && !is_range)
    e.ignored(e.title() + ": " + quoted + ", which is not a smaller and a larger number");
  if (!is_range || word == "false" || (word == "auto" && !auto_limits)) return std::nullopt;
  return std::pair((*values)[0], (*values)[1]);
}

// ---- document ----

MjcfDocument::MjcfDocument(const Element& mujoco, const std::string& path)
    : sources_(mujoco.sources()),
      root_(mujoco),
      folder_(std::filesystem::path(path).parent_path().string()) {}

/// The root of the file that an <include> names; null if there is none.
pugi::xml_node MjcfDocument::include(pugi::xml_node node) {
  const auto known = included_.find(node.internal_object());
  if (known != included_.end()) return known->second;
  pugi::xml_node& root = included_[node.internal_object()];
  const Element element(sources_, node);
  const std::string file = element.required_text("file");
  if (file.empty()) return root;
  const std::string path = (std::filesystem::path(folder_) / file).string();
  if (sources_.has(path)) {
    element.problem("file", in_quotes(file) + " is included twice, or in itself");
    return root;
  }
  if (included_.size() > most_includes) {  // the same file may have many names
    element.problem("file", "more than " + std::to_string(most_includes) + " files are included");
    return root;
  }
  root = sources_.add_file(path, node);
  if (root) sources_.ask(root);
  return root;
}

std::vector<pugi::xml_node> MjcfDocument::children(pugi::xml_node node) {
  std::vector<pugi::xml_node> out;
  for (pugi::xml_node child : node.children()) {
    if (std::string_view(child.name()) != "include") {
      if (child.type() == pugi::node_element) out.push_back(child);
      continue;
    }
    const pugi::xml_node root = include(child);
    if (!root) continue;
    for (pugi::xml_node inner : children(root)) out.push_back(inner);
  }
  return out;
}

std::vector<pugi::xml_node> MjcfDocument::sections(const char* name) {
  std::vector<pugi::xml_node> out;
  for (pugi::xml_node section : children(root_.node())) {
    if (std::string_view(section.name()) != name) continue;
    sources_.ask(section);
    for (pugi::xml_node child : children(section)) out.push_back(child);
  }
  return out;
}

// ---- default classes ----

void MjcfDocument::read_defaults() {
  classes_[top_class_];
  for (pugi::xml_node section : children(root_.node()))
    if (std::string_view(section.name()) == "default") read_default(section, "", true);
}

void MjcfDocument::read_default(pugi::xml_node node, const std::string& parent, bool is_top) {
  const Element element(sources_, node);
  std::string name = is_top ? element.text("class", top_class_) : element.required_text("class");
  if (is_top && name != top_class_) {  // the class that all elements have may be called otherwise
    classes_[name] = std::move(classes_[top_class_]);
    classes_.erase(top_class_);
    top_class_ = name;
  }
  Class& mine = classes_[name];
  if (!is_top && !mine.nodes.empty())
    element.problem("class", "there are two default classes named " + in_quotes(name));
  mine.parent = parent;
  mine.nodes.push_back(node);
  for (pugi::xml_node child : children(node)) {
    if (std::string_view(child.name()) == "default")
      read_default(child, name, false);
    else
      sources_.ask(child);
  }
}

std::string MjcfDocument::class_of(const Element& element,
                                   const char* attribute,
                                   const std::string& otherwise) const {
  if (!element.has(attribute)) return otherwise;
  const std::string name = element.text(attribute);
  return find_named(element, attribute, "default class", classes_) != nullptr ? name : otherwise;
}

Element MjcfDocument::element(pugi::xml_node node, const std::string& child_class) {
  return element(node, {node.name()}, child_class);
}

/// Of several sections of a class, what stands later counts.
Element MjcfDocument::element(pugi::xml_node node,
                              std::initializer_list<std::string_view> tags,
                              const std::string& child_class) {
  std::string name =
      class_of(Element(sources_, node), "class", child_class.empty() ? top_class_ : child_class);
  std::vector<pugi::xml_node> defaults;
  for (std::size_t hops = 0; !name.empty() && hops <= classes_.size(); ++hops) {
    const Class& one = classes_[name];
    std::vector<pugi::xml_node> found;
    for (pugi::xml_node section : one.nodes)
      for (pugi::xml_node child : children(section))
        if (std::ranges::find(tags, child.name()) != tags.end()) found.push_back(child);
    defaults.insert(defaults.end(), found.rbegin(), found.rend());
    name = one.parent;
  }
  return {sources_, node, std::move(defaults)};
}

}  // namespace holon::importing
