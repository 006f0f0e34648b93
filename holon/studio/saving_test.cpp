// SPDX-License-Identifier: Apache-2.0
// What the studio saves is what is open: over all examples of the gallery.
#include <gmock/gmock.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "holon/scene/saved_scene.h"
#include "holon/scene/scene_parts.h"
#include "holon/studio/json.h"
#include "holon/studio/studio_session.h"

namespace holon::studio_saving_test {

using studio::Json;

std::vector<std::string> examples() {
  std::vector<std::string> names;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::string(HOLON_SOURCE_DIR) + "/examples"))
    if (std::filesystem::exists(entry.path() / "scene.json"))
      names.push_back(entry.path().filename().string());
  std::ranges::sort(names);
  return names;
}
std::string text_of_example(const std::string& name) {
  return read_text_file(std::string(HOLON_SOURCE_DIR) + "/examples/" + name + "/scene.json");
}

class NoHost : public StudioHost {
 public:
  std::vector<Example> examples() override { return {}; }
  std::string example(const std::string& name) override { throw UsageError(name); }
  std::vector<std::string> files() override { return {}; }
  std::string read_file(const std::string& name) override { throw UsageError(name); }
  void write_file(const std::string& /*name*/, const std::string& text) override { written = text; }
  Imported import(const std::string& name, const std::string& /*text*/) override {
    throw UsageError(name);
  }
  std::string_view player_page() override { return ""; }
  std::string written;
};

struct Studio {
  NoHost host;
  StudioSession session{host};

  explicit Studio(const std::string& text) { session.open(text, "scene.json"); }
  Json must(Json command) {
    command["id"] = 1;
    Json answer = Json::parse(session.handle(1, true, command.dump()));
    EXPECT_EQ(answer["ok"], true) << answer.dump();
    return answer;
  }
  std::string save() {
    EXPECT_EQ(must({{"do", "save"}, {"file", "scene.json"}})["left_out"], Json::array());
    return host.written;
  }
  std::string hash() { return must({{"do", "verify"}})["hash"]; }
};

std::string digits_of(std::uint64_t hash) {
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(hash));
  return digits;
}

Json parameters_of(const Scene& scene) {
  Json out = Json::array();
  for (const SceneParameter& p : scene.parameters)
    out.push_back({p.name, p.value, p.unit, p.note, std::to_string(p.min), std::to_string(p.max)});
  return out;
}

TEST(StudioSaving, DownloadAndAutosaveWriteTheSame) {
  Studio studio(text_of_example("door_spring"));
  studio.must({{"do", "step"}, {"steps", 3}});
  const std::string saved = studio.save();
  EXPECT_EQ(studio.must({{"do", "download"}})["text"], saved);
  EXPECT_EQ(Json::parse(studio.session.checkpoint())["scene"], saved);
}

class Saving : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Of, Saving, ::testing::ValuesIn(examples()), [](const auto& chosen) {
  return chosen.param;
});

TEST_P(Saving, AtTheStartKeepsTheSceneToTheLastBit) {
  const std::string text = text_of_example(GetParam());
  Studio first(text);
  const std::string saved = first.save();
  Studio second(saved);
  EXPECT_EQ(second.save(), saved);
  EXPECT_EQ(second.hash(), first.hash());
  EXPECT_EQ(nlohmann::json::parse(saved), nlohmann::json::parse(format_scene(text)))
      << "all that the author wrote";
}

TEST_P(Saving, OnTheWayKeepsWhereThingsAreAndWhatIsToCome) {
  constexpr int steps = 7;
  const std::string text = text_of_example(GetParam());
  Studio first(text);
  first.must({{"do", "step"}, {"steps", steps}});
  const std::string saved = first.save();
  Studio second(saved);
  EXPECT_EQ(second.save(), saved);

  SceneRun run(read_scene(text));
  for (int i = 0; i < steps; ++i) run.step(run.scene().settings.dt);
  const SceneRun again(read_scene(saved));
  EXPECT_EQ(second.hash(), digits_of(again.world().hash())) << "opened twice, it is the same twice";
  const Model& model = run.world().model();
  EXPECT_EQ(again.world().time(), run.world().time());
  EXPECT_EQ(again.world().model().objects().size(), model.objects().size());
  model.objects().for_each([&](ObjectId id, const ObjectRecord& /*record*/) {
    const ObjectId other = again.world().model().find_object(model.name_of(id));
    ASSERT_FALSE(other.is_none()) << model.name_of(id);
    ASSERT_TRUE(std::ranges::equal(again.world().state().q(other), run.world().state().q(id)));
    ASSERT_TRUE(std::ranges::equal(again.world().state().v(other), run.world().state().v(id)));
  });
  EXPECT_EQ(parameters_of(again.scene()), parameters_of(run.scene()));
  EXPECT_EQ(again.scene().views.size(), run.scene().views.size());
  EXPECT_EQ(again.scene().plots.size(), run.scene().plots.size());
  const auto to_come =
      std::ranges::count(run.progress(), false, [](const TimelineProgress& p) { return p.done; });
  EXPECT_EQ(static_cast<long>(again.scene().timeline.size()), to_come);
}

}  // namespace holon::studio_saving_test
