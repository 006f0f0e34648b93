// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

/// The scenes of examples/, which are part of the program.
namespace holon::cli {

std::vector<std::string_view> example_names();
bool is_example(std::string_view name);
/// The text of its scene. What it includes is taken over into it, so that it stands alone. Throws a
/// UsageError if there is none of this name, with what may have been meant.
std::string example_scene(std::string_view name);

/// What an example says of itself to people.
struct ExampleTexts {
  std::string title, note;
};
ExampleTexts example_texts(std::string_view name);

}  // namespace holon::cli
