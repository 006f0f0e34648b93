// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace holon::cli {

/// A number for each of some names, as parameters of a scene have.
using Values = std::map<std::string, double, std::less<>>;

/// Where a result comes from: what is needed to make it again, and to know if that can be.
struct Provenance {
  std::string version;   ///< of the program
  std::string platform;  ///< system, processor and compiler; bits are promised on the same only
  std::string scene;     ///< file or example; "-" was the standard input
  std::string scene_hash;
  Values set;         ///< parameters that were given other values than in the scene
  Values parameters;  ///< the values of all parameters
  std::optional<std::uint64_t> seed;
  std::string stepper;
  double dt = 0.0;
  double duration = 0.0;
  int every = 1;              ///< steps from row to row
  std::string signals = "*";  ///< which were asked for
};

/// "Linux x86_64, clang 14.0.6"
std::string this_platform();
/// A hash as sixteen digits.
std::string digits_of(std::uint64_t hash);

nlohmann::ordered_json to_json(const Provenance& p);
/// Throws an InputError that names the field if one is missing or of the wrong kind.
Provenance provenance_of(const nlohmann::ordered_json& json);

}  // namespace holon::cli
