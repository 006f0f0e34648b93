// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmock/gmock.h>

#include <string>

#include "holon/import/import.h"

/// What the tests of all importers look at.
namespace holon::import_testing {

inline const std::string kFolder = HOLON_SOURCE_DIR "/holon/import/testdata/";

/// A list of notes, one of which has that in it.
inline auto says(const std::string& text) {
  using namespace ::testing;
  return Contains(Field(&ImportNote::what, HasSubstr(text)));
}

inline const RigidBody& body(const Scene& scene, const std::string& name) {
  const ObjectId id = scene.model.find_object(name);
  if (id.is_none()) throw std::runtime_error("no object " + name);
  return get<RigidBody>(scene.model.objects()[id].kind);
}
template <class K>
const K& constraint(const Scene& scene, const std::string& name) {
  const ConstraintId id = scene.model.find_constraint(name);
  if (id.is_none()) throw std::runtime_error("no constraint " + name);
  return get<K>(scene.model.constraints()[id].kind);
}
template <class K>
const K& force(const Scene& scene, const std::string& name) {
  const ForceId id = scene.model.find_force(name);
  if (id.is_none()) throw std::runtime_error("no force " + name);
  return get<K>(scene.model.forces()[id].kind);
}

/// What is said of a text that is refused; nothing if it is not. Where the test data is does not
/// matter.
template <class Import>
std::string problems_of(Import&& import) {
  std::string text;
  try {
    import();
  } catch (const ImportError& e) {
    text = e.what();
  }
  for (std::size_t at = text.find(kFolder); at != std::string::npos; at = text.find(kFolder))
    text.erase(at, kFolder.size());
  return text;
}

}  // namespace holon::import_testing
