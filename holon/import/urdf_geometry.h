// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "holon/import/mechanism.h"
#include "holon/import/weigh.h"

namespace holon::importing {

/// Where <origin> puts things: x y z, and roll, pitch, yaw about fixed axes.
RigidMap read_origin(const Element& element);

/// Where files that a URDF names are.
class UrdfPaths {
 public:
  UrdfPaths(const std::string& file, const ImportOptions& options);
  /// Of package://NAME/…, file://… or a path relative to the URDF; empty if its package is unknown.
  /// A package is where the options say, or a folder of its name above the file or beside one that
  /// is.
  std::string find(const std::string& uri) const;
  static std::string package_of(const std::string& uri);

 private:
  std::string folder_;
  const ImportOptions& options_;
};

/// The weight of a link that does not say what it weighs, by what can touch or else by what can be
/// seen; the report says so.
Weight infer_weight(const Element& link, const UrdfPaths& paths, double density);

/// What can touch of a link.
std::vector<Touch> read_touches(const Element& link, const UrdfPaths& paths);

/// Colours by the names of materials.
using UrdfColours = std::map<std::string, std::string>;
/// Nothing if the material says none.
std::string read_colour(const Element& material);
/// What can be seen of a link; or what can touch, if that can be shown and the other cannot.
std::vector<Piece> read_looks(const Element& link,
                              const UrdfPaths& paths,
                              const UrdfColours& colours);

}  // namespace holon::importing
