// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "holon/checks/specimen.h"

/// What the tests of all lists of kinds have in common: what belongs to a kind beside its header.
namespace holon::checks {

/// What a kind says of itself.
struct KindFacts {
  struct Field {
    std::string name, text;
    const void* address;
  };
  std::string name, summary;
  std::vector<Field> fields;  ///< those it tells
  int size = 0;               ///< how many it has
};

/// Stands for the value of any field.
struct Anything {
  template <class T>
  operator T() const;  // NOLINT(google-explicit-constructor): that is the point
};
/// The number of fields of a plain struct: as many as it can be made of, and no more.
template <class K, class... Values>
constexpr int field_count() {
  if constexpr (requires { K{Values{}..., Anything{}}; })
    return field_count<K, Values..., Anything>();
  else
    return sizeof...(Values);
}

template <class K>
KindFacts facts_of() {
  KindFacts facts{std::string(K::name), std::string(K::summary), {}, field_count<K>()};
  K kind;
  K::fields(kind, [&](std::string_view name, auto& field, std::string_view text) {
    facts.fields.push_back({std::string(name), std::string(text), &field});
  });
  return facts;
}

/// Calls f(specimen, random, i) for every two of the sides that something can be between, and for
/// both ends on one object, `states` times each at random states. Returns how many pairs there
/// were.
template <class F>
int for_each_specimen(const MakeSpecimen& make,
                      const std::vector<SideKind>& sides,
                      int states,
                      F&& f) {
  std::vector<SideKind> ends = sides;
  ends.push_back(same_object);
  int pairs = 0;
  for (const SideKind& a : sides)
    for (const SideKind& b : ends) {
      SCOPED_TRACE("between " + a.name + " and " + b.name);
      Random random(7);
      for (int i = 0; i < states; ++i) {
        SCOPED_TRACE("state " + std::to_string(i));
        std::optional<Specimen> s = make(random, a, b);
        if (!s) break;
        pairs += i == 0 ? 1 : 0;
        s->place_at_random(random);
        f(*s, random, i);
        if (::testing::Test::HasFailure()) return pairs;
      }
    }
  return pairs;
}

inline std::string text_of(const std::string& file) {
  std::stringstream text;
  text << std::ifstream(std::filesystem::path(HOLON_SOURCE_DIR) / file).rdbuf();
  return text.str();
}

/// Its header holon/<folder>/<name>.h says its name and what it is.
inline void expect_named_like_its_file(const KindFacts& kind, const std::string& folder) {
  EXPECT_THAT(text_of("holon/" + folder + "/" + kind.name + ".h"),
              ::testing::HasSubstr(" name = \"" + kind.name + "\""));
  EXPECT_FALSE(kind.summary.empty());
}

inline void expect_own_test(const KindFacts& kind, const std::string& folder) {
  EXPECT_THAT(text_of("holon/" + folder + "/" + kind.name + "_test.cpp"),
              ::testing::HasSubstr("TEST("));
}

/// Its page in the book shows it in a scene and tells every field.
inline void expect_page(const KindFacts& kind, const std::string& folder) {
  std::string stem = kind.name;
  std::replace(stem.begin(), stem.end(), '_', '-');
  const std::string file = "docs/book/" + folder + "s/" + stem + ".md", page = text_of(file);
  ASSERT_FALSE(page.empty()) << file << " is missing";
  EXPECT_THAT(page, ::testing::HasSubstr("\"kind\": \"" + kind.name + "\""));
  for (const KindFacts::Field& field : kind.fields) {
    const std::string words = field.text.substr(0, field.text.find(" ["));  // units have a column
    EXPECT_THAT(page, ::testing::HasSubstr("| `" + field.name + "` | " + words));
  }
}

inline void expect_fields_each_told_once(const KindFacts& kind) {
  std::set<std::string> names;
  std::set<const void*> addresses;
  for (const KindFacts::Field& field : kind.fields) {
    EXPECT_FALSE(field.name.empty());
    EXPECT_FALSE(field.text.empty()) << field.name;
    EXPECT_TRUE(names.insert(field.name).second) << field.name << " comes twice";
    EXPECT_TRUE(addresses.insert(field.address).second) << field.name << " shows another again";
  }
  EXPECT_EQ(static_cast<int>(kind.fields.size()), kind.size) << "a field is not told";
}

/// All of it, for one kind of a folder.
inline void expect_complete(const KindFacts& kind, const std::string& folder) {
  SCOPED_TRACE(kind.name);
  expect_named_like_its_file(kind, folder);
  expect_own_test(kind, folder);
  expect_page(kind, folder);
  expect_fields_each_told_once(kind);
}

}  // namespace holon::checks
