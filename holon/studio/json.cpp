// SPDX-License-Identifier: Apache-2.0
#include "holon/studio/json.h"

#include <algorithm>
#include <cmath>

#include "holon/math/diagnostics.h"

namespace holon::studio {
namespace {

[[noreturn]] void fail(std::string_view what, std::string_view message) {
  throw UsageError(std::string(what) + ": " + std::string(message));
}
bool is_finite(const Json& x) {
  return x.is_number() && std::isfinite(x.get<double>());
}

}  // namespace

Json parse_object(std::string_view text) {
  constexpr int deepest = 64;
  const auto callback = [](int depth, Json::parse_event_t /*event*/, Json& /*parsed*/) {
    if (depth > deepest) throw UsageError("the message is nested too deeply");
    return true;
  };
  Json value;
  try {
    value = Json::parse(text, callback);
  } catch (const Json::exception&) {
    throw UsageError("the message is no JSON");
  }
  if (!value.is_object()) throw UsageError("the message is no JSON object");
  return value;
}

const Json* optional_member(const Json& object, const char* key) {
  const auto it = object.find(key);
  return it == object.end() || it->is_null() ? nullptr : &*it;
}
const Json& member(const Json& object, const char* key) {
  if (!object.is_object()) fail(key, "is missing");
  const Json* value = optional_member(object, key);
  if (value == nullptr) fail(key, "is missing");
  return *value;
}

std::string text_in(const Json& object, const char* key) {
  const Json& value = member(object, key);
  if (!value.is_string()) fail(key, "must be a text");
  return value.get<std::string>();
}
std::string text_in(const Json& object, const char* key, std::string_view otherwise) {
  return optional_member(object, key) == nullptr ? std::string(otherwise) : text_in(object, key);
}
double number_in(const Json& object, const char* key) {
  const Json& value = member(object, key);
  if (!is_finite(value)) fail(key, "must be a finite number");
  return value.get<double>();
}
double number_in(const Json& object, const char* key, double otherwise) {
  return optional_member(object, key) == nullptr ? otherwise : number_in(object, key);
}
int index_in(const Json& object, const char* key, int otherwise) {
  const double x = number_in(object, key, otherwise);
  if (x != std::floor(x) || x < 0 || x > 1e9) fail(key, "must be a whole number, not negative");
  return static_cast<int>(x);
}
bool flag_in(const Json& object, const char* key, bool otherwise) {
  const Json* value = optional_member(object, key);
  if (value == nullptr) return otherwise;
  if (!value->is_boolean()) fail(key, "must be true or false");
  return value->get<bool>();
}
std::vector<std::string> texts_in(const Json& object, const char* key) {
  const Json& value = member(object, key);
  const auto is_text = [](const Json& x) { return x.is_string(); };
  if (!value.is_array() || !std::ranges::all_of(value, is_text))
    fail(key, "must be a list of texts");
  return value.get<std::vector<std::string>>();
}

std::vector<double> numbers_of(const Json& value, std::size_t count, std::string_view what) {
  if (!value.is_array() || value.size() != count || !std::ranges::all_of(value, is_finite))
    fail(what, "must be a list of " + std::to_string(count) + " finite numbers");
  return value.get<std::vector<double>>();
}
Vec3 vector_of(const Json& value, std::string_view what) {
  const std::vector<double> x = numbers_of(value, 3, what);
  return {x[0], x[1], x[2]};
}
Vec3 vector_in(const Json& object, const char* key) {
  return vector_of(member(object, key), key);
}

Json numbers(const Vec3& v) {
  return Json::array({v.x(), v.y(), v.z()});
}

}  // namespace holon::studio
