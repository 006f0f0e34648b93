// SPDX-License-Identifier: Apache-2.0
#include "holon/math/diagnostics.h"

namespace holon {

void Diagnostics::error(std::string_view field, std::string_view message) {
  errors_.push_back(std::string(field) + ": " + std::string(message));
}

namespace {
std::string joined(std::string_view thing, const std::vector<std::string>& errors) {
  std::string text(thing);
  for (const std::string& e : errors) text += "\n  " + e;
  return text;
}
}  // namespace

ModelError::ModelError(std::string_view thing, const std::vector<std::string>& errors)
    : std::runtime_error(joined(thing, errors)), errors_(errors) {}

void expectation_failed(const char* condition, const char* file, int line) {
  throw UsageError(std::string(file) + ":" + std::to_string(line) + ": expected " + condition);
}

}  // namespace holon
