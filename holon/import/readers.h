// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/import/element.h"

/// The readers behind import_file(). They add to the sources' problems; the scene is good only if
/// there are none.
namespace holon::importing {

Scene read_urdf(const Element& robot, const std::string& path, const ImportOptions& options);
Scene read_mjcf(const Element& mujoco, const std::string& path, const ImportOptions& options);

}  // namespace holon::importing
