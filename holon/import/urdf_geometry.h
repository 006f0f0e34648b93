// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "holon/import/weigh.h"

namespace holon::importing {

/// Where <origin> puts things: x y z, and roll, pitch, yaw about fixed axes.
Pose read_origin(const Element& element);

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

/// The solid of a <visual> or <collision>; nothing if there is none that can be weighed.
std::optional<Piece> read_piece(const Element& element, const UrdfPaths& paths, double density);

}  // namespace holon::importing
