// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

/// Three kinds of failure, three ways.
///   Programmer:  HOLON_EXPECT(condition), also on in release builds.
///   Author of a model:  every mistake collected in Diagnostics, thrown at once as one ModelError.
///   Numerics:  a value in the step's report, never an exception.
namespace holon {

/// What is wrong with a description: one line per mistake, "field: what is wrong and how to cure
/// it".
class Diagnostics {
 public:
  void error(std::string_view field, std::string_view message);
  /// Records `message` unless `condition` holds.
  void expect(bool condition, std::string_view field, std::string_view message) {
    if (!condition) error(field, message);
  }
  bool ok() const { return errors_.empty(); }
  const std::vector<std::string>& errors() const { return errors_; }

 private:
  std::vector<std::string> errors_;
};

/// Thrown when a description cannot become part of a model; nothing has been changed then.
class ModelError : public std::runtime_error {
 public:
  /// `thing` names the culprit, for example: constraint 'hinge'.
  ModelError(std::string_view thing, const std::vector<std::string>& errors);
  const std::vector<std::string>& errors() const { return errors_; }

 private:
  std::vector<std::string> errors_;
};

/// Thrown on misuse of the library by its host (a stale id, a wrong size).
class UsageError : public std::logic_error {
  using std::logic_error::logic_error;
};

[[noreturn]] void expectation_failed(const char* condition, const char* file, int line);

}  // namespace holon

#define HOLON_EXPECT(condition) \
  ((condition) ? (void)0 : ::holon::expectation_failed(#condition, __FILE__, __LINE__))
