// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "holon/math/type_list.h"

/// What the tests of all lists of kinds have in common: the kinds as types of a typed test, and
/// what belongs to a kind beside its header.
namespace holon::checks {

template <class List>
struct TypesOf;
template <class... Ts>
struct TypesOf<TypeList<Ts...>> {
  using Type = ::testing::Types<Ts...>;
};
struct NameOfKind {
  template <class K>
  static std::string GetName(int /*index*/) {
    return std::string(K::name);
  }
};

inline std::string text_of(const std::string& file) {
  std::stringstream text;
  text << std::ifstream(std::filesystem::path(HOLON_SOURCE_DIR) / file).rdbuf();
  return text.str();
}

/// Its header holon/<folder>/<name>.h says its name and what it is.
template <class K>
void expect_named_like_its_file(const std::string& folder) {
  const std::string name(K::name);
  EXPECT_THAT(text_of("holon/" + folder + "/" + name + ".h"),
              ::testing::HasSubstr(" name = \"" + name + "\""));
  EXPECT_FALSE(K::summary.empty());
}

template <class K>
void expect_own_test(const std::string& folder) {
  EXPECT_THAT(text_of("holon/" + folder + "/" + std::string(K::name) + "_test.cpp"),
              ::testing::HasSubstr("TEST("));
}

/// Its page in the book shows it in a scene and tells every field.
template <class K>
void expect_page(const std::string& folder) {
  std::string stem(K::name);
  std::replace(stem.begin(), stem.end(), '_', '-');
  const std::string file = "docs/book/" + folder + "s/" + stem + ".md", page = text_of(file);
  ASSERT_FALSE(page.empty()) << file << " is missing";
  EXPECT_THAT(page, ::testing::HasSubstr("\"kind\": \"" + std::string(K::name) + "\""));
  K kind;
  K::fields(kind, [&](std::string_view name, auto& /*field*/, std::string_view text) {
    // the unit has a column of its own
    const std::string words(text.substr(0, text.find(" [")));
    EXPECT_THAT(page, ::testing::HasSubstr("| `" + std::string(name) + "` | " + words));
  });
}

}  // namespace holon::checks
