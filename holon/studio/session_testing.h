// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmock/gmock.h>

#include <cstring>
#include <map>

#include "holon/scene/scene.h"
#include "holon/studio/json.h"
#include "holon/studio/studio_session.h"

/// What the tests of a session share: a host, a scene, and a client.
namespace holon::studio_session_test {

using studio::Json;

inline constexpr const char* kPendulum =
    R"({"format": "holon-scene", "version": 1, "title": "Pendulum", "dt": 0.002,
  "parameters": [{"name": "weight", "value": 1, "min": 0.1, "max": 5}],
  "objects": [{"kind": "rigid_body", "name": "rod", "shape": {"kind": "rod", "length": 1}, "mass": "weight",
               "position": [0.5, 0, 0], "orientation": [0.7071067811865476, 0, 0.7071067811865476, 0]}],
  "constraints": [{"kind": "point_to_point", "name": "nail", "a": {"nail": [0, 0, 0]},
                   "b": {"object": "rod", "at": [0, 0, -0.5]}}],
  "forces": [{"kind": "gravity", "name": "gravity", "g": [0, 0, -9.81]}]})";

class Host : public StudioHost {
 public:
  std::map<std::string, std::string> kept;
  std::vector<Example> examples() override { return {{"pendulum", "Pendulum", "It swings."}}; }
  std::string example(const std::string& name) override {
    if (name != "pendulum") throw UsageError("there is no example '" + name + "'");
    return kPendulum;
  }
  std::vector<std::string> files() override {
    std::vector<std::string> names;
    for (const auto& [name, text] : kept) names.push_back(name);
    return names;
  }
  std::string read_file(const std::string& name) override {
    if (!kept.contains(name)) throw UsageError("there is no file '" + name + "'");
    return kept[name];
  }
  void write_file(const std::string& name, const std::string& text) override { kept[name] = text; }
  Imported import(const std::string& name, const std::string& /*text*/) override {
    return {kPendulum, {"read " + name}};
  }
  std::string_view player_page() override { return "<script>/*RECORDING*/</script>"; }
};

/// A session and one client that may write.
struct Studio {
  Host host;
  StudioSession session{host};
  std::vector<Json> messages;

  Studio() { session.open(kPendulum, "pendulum.json"); }
  Json ask(Json command, bool may_write = true) {
    command["id"] = 1;
    const Json answer = Json::parse(session.handle(1, may_write, command.dump()));
    EXPECT_EQ(answer["type"], "answer");
    EXPECT_EQ(answer["id"], 1);
    return answer;
  }
  Json must(const Json& command) {
    const Json answer = ask(command);
    EXPECT_EQ(answer["ok"], true) << answer.dump();
    return answer;
  }
  void do_steps(int n) { must({{"do", "step"}, {"steps", n}}); }
  const Json& status() { return newest("status"); }
  const Json& newest(const char* type) {
    session.frame();
    for (const std::string& text : session.take_messages()) messages.push_back(Json::parse(text));
    for (auto it = messages.rbegin(); it != messages.rend(); ++it)
      if ((*it)["type"] == type) return *it;
    throw std::runtime_error(std::string("no message ") + type);
  }
  double time() { return number_at<double>(8); }
  template <class T>
  T number_at(std::size_t offset) {
    T x;
    std::memcpy(&x, session.frame().data() + offset, sizeof x);
    return x;
  }
};

}  // namespace holon::studio_session_test
