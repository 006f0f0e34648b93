// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/import/mechanism.h"
#include "holon/import/mjcf_tree.h"

namespace holon::importing {

/// <equality>, <tendon> and <actuator> of an MJCF file: what acts on the bodies beside their
/// joints.
class MjcfActuation {
 public:
  MjcfActuation(MjcfDocument& document,
                const MjcfCompiler& compiler,
                const MjcfTree& tree,
                Assembly& assembly);
  void read();

 private:
  /// A weighted sum of the values of joints, or the length of a line through sites.
  struct Tendon {
    std::vector<WeightedCoordinate> terms;
    double start = 0.0;  ///< its length at the start
    double rest = 0.0;   ///< its length where the springs of all joints are slack
  };
  /// A force along a sum of coordinates, by what a host puts in, and by length and speed:
  ///     f = gain u + b₀ + b₁ l + b₂ l̇,   u and f within their limits
  struct Drive {
    std::vector<WeightedCoordinate> terms;  ///< of which l is the sum
    double gain = 0.0, b0 = 0.0, b1 = 0.0, b2 = 0.0;
    std::optional<std::pair<double, double>> input_range, force_range;
  };

  /// What a connect or weld joins.
  struct Ends {
    int a = 0, b = 0;
    RigidMap at_a, at_b;  ///< in the world, at the start
  };

  void read_equality(pugi::xml_node node);
  void read_connect(const Element& e);
  void read_weld(const Element& e);
  void read_coupling(const Element& e);
  std::optional<Ends> read_ends(const Element& e) const;
  bool stand_still(const Element& e, const Ends& ends) const;
  const Coordinate* find_joint(const Element& e, const char* attribute) const;
  const Tendon* find_tendon(const Element& e, const char* attribute) const;

  void read_tendon(pugi::xml_node node);
  std::optional<Tendon> read_fixed(const Element& e) const;
  std::optional<Tendon> read_spatial(const Element& e) const;
  void add_tendon_spring(const Element& e, const std::string& name, const Tendon& tendon);
  void add_tendon_limit(const Element& e, const std::string& name, const Tendon& tendon);

  void read_actuator(pugi::xml_node node);
  std::optional<std::vector<WeightedCoordinate>> read_transmission(const Element& e) const;
  void split_spring(const Element& e, const std::string& name, Drive& drive);
  void add_drive(const Element& e, const std::string& name, const Drive& drive);

  MjcfDocument& document_;
  const MjcfCompiler& compiler_;
  const MjcfTree& tree_;
  Assembly& assembly_;
  std::map<std::string, Tendon> tendons_;
};

}  // namespace holon::importing
