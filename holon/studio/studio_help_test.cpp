// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <algorithm>

#include "holon/scene/builder.h"
#include "holon/scene/kind_fields.h"
#include "holon/studio/compose.h"

namespace holon::studio::studio_help_test {

TEST(StudioHelp, ListsEveryCommandWithItsFormAndText) {
  const Json commands = help().at("commands");
  ASSERT_EQ(commands.size(), builder_commands().size());
  for (const Json& command : commands) {
    EXPECT_TRUE(
        command.at("form").get<std::string>().starts_with(command.at("name").get<std::string>()));
    EXPECT_FALSE(command.at("text").get<std::string>().empty());
  }
}

TEST(StudioHelp, ListsEveryKindWithTheTextsOfItsFields) {
  const Json kinds = help().at("kinds");
  EXPECT_EQ(kinds.size(), kinds_of_shapes().size() + kinds_of_things().size());
  const auto spring = std::ranges::find_if(
      kinds, [](const Json& kind) { return kind.at("name") == "spring_damper"; });
  ASSERT_NE(spring, kinds.end());
  EXPECT_EQ(spring->at("list"), "forces");
  const Json& fields = spring->at("fields");
  const auto stiffness = std::ranges::find_if(
      fields, [](const Json& field) { return field.at("name") == "stiffness"; });
  ASSERT_NE(stiffness, fields.end());
  EXPECT_NE(stiffness->at("text").get<std::string>().find("[N/m]"), std::string::npos);
}

TEST(StudioHelp, CompletesAtTheCursor) {
  SceneRun run{Scene()};
  run.edit("make rod upper");
  run.edit("make particle ~hand mass=1");
  const Json found = complete(run, "connect u nail(0 0 0)", 9);
  EXPECT_EQ(found.at("from"), 8);
  EXPECT_EQ(found.at("words"), Json{"upper"});
  EXPECT_EQ(complete(run, "rem", 100).at("words"), Json{"remove"}) << "beyond the end";
  EXPECT_EQ(complete(run, "remove ", 7).at("words"), Json{"upper"})
      << "what a tool put in is not people's";
  EXPECT_TRUE(complete(run, "ru", 2).at("words").empty()) << "a command of the console only";
}

}  // namespace holon::studio::studio_help_test
