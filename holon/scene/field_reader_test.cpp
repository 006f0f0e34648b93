// SPDX-License-Identifier: Apache-2.0
#include "holon/scene/field_reader.h"

#include <gmock/gmock.h>

namespace holon::field_reader_test {

using ::testing::ElementsAre;

/// Structs that no reader knows of.
struct Foot {
  static constexpr std::string_view required[] = {"radius"};
  double radius = 0.0;
  Vec3 at = Vec3::Zero();

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("radius", self.radius, "radius");
    visit("at", self.at, "where");
  }
  void check(Diagnostics& d) const { d.expect(radius > 0.0, "radius", "must be positive"); }
};
struct Table {
  std::vector<Foot> feet;
  std::array<Foot, 2> handles;
  Foot middle;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("feet", self.feet, "feet");
    visit("handles", self.handles, "handles");
    visit("middle", self.middle, "middle");
  }
};

struct Result {
  Table table;
  std::vector<std::string> problems;
};
Result read_table(const char* text) {
  struct Probe : FieldReader {
    Result result(const char* json) {
      Result out;
      const JsonValue root = parse_json(json);
      read({root, ""}, out.table);
      for (const SceneProblem& p : problems_) out.problems.push_back(describe(p));
      return out;
    }
  };
  return Probe().result(text);
}

TEST(FieldReader, ReadsStructsInStructsByTheirFields) {
  const Result r = read_table(
      R"({"feet": [{"radius": 1}, {"radius": 2, "at": [1, 2, 3]}], "middle": {"radius": 4},
          "handles": [{"radius": 5}, {"radius": 6}]})");
  EXPECT_THAT(r.problems, ElementsAre());
  ASSERT_EQ(r.table.feet.size(), 2U);
  EXPECT_EQ(r.table.feet[0].radius, 1.0);
  EXPECT_EQ(r.table.feet[1].at, Vec3(1, 2, 3));
  EXPECT_EQ(r.table.middle.radius, 4.0);
  EXPECT_EQ(r.table.handles[1].radius, 6.0);
}

TEST(FieldReader, TellsWhatIsWrongInsideThemAtItsPlace) {
  EXPECT_THAT(
      read_table("{\"feet\": [{\"at\": [0, 0, 0]},\n {\"radius\": -1},\n {\"radius\": 1, \"att\": "
                 "0}],\n \"middle\": 3, \"handles\": [1]}")
          .problems,
      ElementsAre(
          "line 1, column 11: feet[0]: 'radius' is missing",
          "line 2, column 13: feet[1].radius: must be positive",
          "line 3, column 16: feet[2].att: is not a field of this (did you mean 'at'?)",
          "line 4, column 26: handles: must be a list of 2, and has 1",
          "line 4, column 12: middle: must be {\"radius\": ..., \"at\": ...}, not a number"));
}

}  // namespace holon::field_reader_test
