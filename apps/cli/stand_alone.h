// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

namespace holon::cli {

/// The text of a scene with all that it includes taken over into it; as it is if it includes
/// nothing. `read` gives the text of a file, whose path is relative to where the scene itself is.
/// Throws a SceneError if a text is no scene, an InputError if they include each other.
std::string standing_alone(const std::string& text,
                           const std::function<std::string(const std::string& path)>& read);

}  // namespace holon::cli
