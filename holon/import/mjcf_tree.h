// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "holon/import/mechanism.h"
#include "holon/import/mjcf_settings.h"
#include "holon/import/weigh.h"

namespace holon::importing {

/// The <worldbody> of an MJCF file: bodies, joints, what the bodies weigh, and sites.
class MjcfTree {
 public:
  struct Site {
    int link = 0;
    RigidMap start;  ///< in the world
  };
  using Joints = std::map<std::string, Element>;

  /// Whether geoms touch is for the caller to say.
  MjcfTree(MjcfDocument& document, const MjcfCompiler& compiler, bool geoms_touch = false);
  void read();

  /// All links; afterwards there are none here.
  std::vector<Link> take_links() { return std::move(links_); }
  /// Of the element's attribute; null, and a problem, if there is no such body or site.
  const int* find_body(const Element& element, const char* attribute) const {
    return find_named(element, attribute, "body", bodies_);
  }
  const Site* find_site(const Element& element, const char* attribute) const {
    return find_named(element, attribute, "site", sites_);
  }
  const Joints& joints() const { return joints_; }
  const RigidMap& start(int link) const { return starts_[static_cast<std::size_t>(link)]; }
  /// How a link has moved from there when the springs of all joints are slack.
  const RigidMap& slack(int link) const { return slacks_[static_cast<std::size_t>(link)]; }

 private:
  /// What is read of a body, in its own axes.
  struct Scope {
    int link;
    RigidMap in_link;  ///< the frame that the elements stand in
    std::string child_class;
    bool weighs_geoms;
  };

  RigidMap in_world(const Scope& scope) const { return start(scope.link) * scope.in_link; }
  void read_assets();
  /// The geoms of a body, of which some weigh something and some are seen.
  struct Geoms {
    std::vector<Piece> heavy, seen, hidden;
    std::vector<Touch> touching;
  };
  void read_children(pugi::xml_node node, const Scope& scope, Geoms& geoms);
  void read_body(pugi::xml_node node, const Scope& outer);
  void read_inertial(const Element& inertial, const Scope& scope);
  void read_joint(const Element& element, const Scope& scope);
  void read_range(const Element& element, Joint& joint) const;
  void read_geom(const Element& geom, const Scope& scope, Geoms& geoms);
  void read_plane(const Element& geom, const Scope& scope, Geoms& geoms);
  void add_touch(const Piece& piece, Geoms& geoms);
  std::optional<Shape> read_primitive(const Element& geom, const std::string& type, Piece& piece);
  std::optional<Shape> read_mesh_geom(const Element& geom, const std::string& type, bool weighs);
  std::optional<Mesh> read_mesh(const Element& mesh, bool weighs) const;
  void bound(Link& link) const;
  void set_total_mass();
  void find_slacks();

  MjcfDocument& document_;
  const MjcfCompiler& compiler_;
  bool geoms_touch_;
  std::vector<Link> links_;
  std::vector<RigidMap> starts_, slacks_;
  std::map<std::string, int> bodies_;
  std::map<std::string, Site> sites_;
  Joints joints_;
  std::map<std::string, Element> meshes_;
};

}  // namespace holon::importing
