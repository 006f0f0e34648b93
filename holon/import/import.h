// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "holon/scene/scene.h"

/// Robot descriptions of others, as scenes: URDF and MJCF. What each element became is in
/// docs/book/import.md.
namespace holon {

struct ImportOptions {
  std::map<std::string, std::string> packages = {};  ///< where package://NAME/… is
  bool fixed_base = false;                           ///< URDF: the root link stands in the world
  double density = 1000.0;  ///< of links that have geometry and no mass [kg/m³]
  bool collisions = false;  ///< whether what touches in the file touches in the scene
};

/// One line of the report: what stands there, and what became of it.
struct ImportNote {
  std::string file;
  int line = 0;
  std::string what;
};

/// What became of everything in the file. Whatever no part of the importer has asked for is among
/// the ignored; nothing is left out silently.
struct ImportReport {
  std::vector<ImportNote> used;
  std::vector<ImportNote> approximated;
  std::vector<ImportNote> ignored;

  bool exact() const { return approximated.empty() && ignored.empty(); }
  /// For people; what is said of several lines is said once.
  std::string text() const;
  /// For programs: {"used": [{"file", "line", "what"}, …], "approximated": …, "ignored": …}
  std::string json() const;
};

struct Imported {
  Scene scene;
  ImportReport report;
};

/// What is wrong with a file, and where. Lines and columns count from 1; zeros are unknown.
struct ImportProblem {
  std::string file;
  int line = 0;
  int column = 0;
  std::string message;
};
/// "arm.urdf:3:7: message"
std::string describe(const ImportProblem& problem);

/// Thrown when a file cannot be imported; what() has one line for each problem.
class ImportError : public std::runtime_error {
 public:
  explicit ImportError(std::vector<ImportProblem> problems);
  const std::vector<ImportProblem>& problems() const { return problems_; }

 private:
  std::vector<ImportProblem> problems_;
};

Imported import_urdf(const std::string& path, const ImportOptions& options = {});
Imported import_mjcf(const std::string& path, const ImportOptions& options = {});
/// By the root element: <robot> is URDF, <mujoco> is MJCF.
Imported import_file(const std::string& path, const ImportOptions& options = {});
/// The same of a text; `name` stands for its file in messages, and paths are relative to it.
Imported import_text(std::string_view text,
                     const std::string& name,
                     const ImportOptions& options = {});

}  // namespace holon
