// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "holon/import/element.h"
#include "holon/import/rigid_map.h"

/// What holds for all of an MJCF file.
namespace holon::importing {

/// <compiler>
struct MjcfCompiler {
  double angle = 3.14159265358979323846 / 180.0;  ///< what the file's angles are times [rad]
  std::string euler = "xyz";
  std::string mesh_folder;
  bool auto_limits = true;
  std::string inertia_from_geom = "auto";
  double bound_mass = 0.0, bound_inertia = 0.0;
  double total_mass = -1.0;
  int first_group = 0, last_group = 5;  ///< of geoms that weigh something

  void read(const Element& compiler);
  /// Where quat, axisangle, euler, xyaxes or zaxis turn something, and pos puts it.
  RigidMap pose(const Element& element) const;
  Mat3 turn(const Element& element) const;
  /// The two numbers of `range`, if `limited` is true; or if it does not say, and they are a
  /// smaller and a larger one.
  std::optional<std::pair<double, double>> limits(const Element& element,
                                                  const char* range,
                                                  const char* limited) const;
};

/// An MJCF file with what it includes, and the default classes of its elements.
class MjcfDocument {
 public:
  MjcfDocument(const Element& mujoco, const std::string& path);

  /// The children of an element, those of included files in their place.
  std::vector<pugi::xml_node> children(pugi::xml_node node);
  /// The elements of all sections of that name.
  std::vector<pugi::xml_node> sections(const char* name);
  /// The element with the defaults of its class, or else of `child_class`, or else of all.
  Element element(pugi::xml_node node, const std::string& child_class = "");
  /// The same with the defaults that elements of other tags have.
  Element element(pugi::xml_node node,
                  std::initializer_list<std::string_view> tags,
                  const std::string& child_class = "");
  void read_defaults();
  /// The class that an attribute names; `otherwise` if it is absent, or unknown, which is a
  /// problem.
  std::string class_of(const Element& element,
                       const char* attribute,
                       const std::string& otherwise) const;
  const std::string& folder() const { return folder_; }
  Sources& sources() { return sources_; }
  Element root() const { return root_; }

 private:
  struct Class {
    std::string parent;
    std::vector<pugi::xml_node> nodes;
  };
  pugi::xml_node include(pugi::xml_node node);
  void read_default(pugi::xml_node node, const std::string& parent, bool is_top);

  Sources& sources_;
  Element root_;
  std::string folder_;
  std::map<const void*, pugi::xml_node> included_;
  std::map<std::string, Class> classes_;
  std::string top_class_ = "main";
};

}  // namespace holon::importing
