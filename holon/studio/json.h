// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "holon/math/types.h"

/// The JSON that the studio's page and session exchange.
namespace holon::studio {

using Json = nlohmann::ordered_json;

/// Reads one object. Throws a UsageError if the text is no JSON, no object, or nested too deeply.
Json parse_object(std::string_view text);

// Fields of an object. All throw a UsageError that names the field if it is not as it should be.
const Json& member(const Json& object, const char* key);
/// nullptr if it is missing or null.
const Json* optional_member(const Json& object, const char* key);
std::string text_in(const Json& object, const char* key);
std::string text_in(const Json& object, const char* key, std::string_view otherwise);
double number_in(const Json& object, const char* key);
double number_in(const Json& object, const char* key, double otherwise);
int index_in(const Json& object, const char* key, int otherwise);
bool flag_in(const Json& object, const char* key, bool otherwise);
Vec3 vector_in(const Json& object, const char* key);
std::vector<std::string> texts_in(const Json& object, const char* key);

/// A vector that is a value of its own; `what` names it.
Vec3 vector_of(const Json& value, std::string_view what);
/// Finite numbers, that many.
std::vector<double> numbers_of(const Json& value, std::size_t count, std::string_view what);

Json numbers(const Vec3& v);

}  // namespace holon::studio
