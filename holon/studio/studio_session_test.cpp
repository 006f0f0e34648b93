// SPDX-License-Identifier: Apache-2.0
#include "holon/studio/session_testing.h"

namespace holon::studio_session_test {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pointwise;

TEST(StudioSession, RunsWhatItOpens) {
  Studio studio;
  EXPECT_EQ(studio.status()["running"], true);
  studio.session.advance(0.1, 1.0);
  EXPECT_NEAR(studio.time(), 0.1, 1e-12);
  studio.must({{"do", "pause"}});
  studio.session.advance(0.1, 1.0);
  EXPECT_NEAR(studio.time(), 0.1, 1e-12);
  studio.must({{"do", "speed"}, {"value", 0.5}});
  studio.must({{"do", "play"}});
  studio.session.advance(0.1, 1.0);
  EXPECT_NEAR(studio.time(), 0.15, 1e-12);
}

TEST(StudioSession, TellsWhatThereIs) {
  Studio studio;
  const Json& scene = studio.newest("scene");
  EXPECT_EQ(scene["recording"]["objects"][0]["name"], "rod");
  EXPECT_EQ(scene["recording"]["times"].size(), 1U);
  EXPECT_EQ(scene["points"][0].size(), 3U) << "centre and two ends";
  EXPECT_EQ(scene["parameters"][0]["name"], "weight");
  EXPECT_EQ(scene["gravity"], true);
  EXPECT_EQ(studio.status()["freedoms"], 2);
}

TEST(StudioSession, TellsWhatIsFreeAlsoWhileTimeStands) {
  Studio studio;
  studio.must({{"do", "pause"}});
  EXPECT_EQ(studio.status()["freedoms"], 2);
  studio.must({{"do", "edit"}, {"text", "make sphere ball at=(1 0 0) radius=0.1"}});
  studio.status();
  studio.must({{"do", "edit"}, {"text", "set weight=2"}});
  studio.status();
  studio.session.advance(1.0, 1.0);
  EXPECT_TRUE(studio.session.has_new_frame()) << "of how it looks now";
  EXPECT_EQ(studio.status()["freedoms"], 8);
}

TEST(StudioSession, FramesAreLaidOutAsTheProtocolSays) {
  Studio studio;
  studio.do_steps(3);
  const auto& frame = studio.session.frame();
  const auto u32 = [&](std::size_t at) { return studio.number_at<std::uint32_t>(at); };
  EXPECT_EQ(u32(0), 0x464C4F48U);
  EXPECT_EQ(u32(48) & 1U, 0U) << "paused";
  ASSERT_EQ(u32(52), 7U) << "numbers of poses";
  std::size_t at = 56 + 7 * 4;
  ASSERT_EQ(u32(at), 1U) << "constraints";
  at += 4 + 3 * 4;
  ASSERT_EQ(u32(at), 0U) << "ends on paths";
  at += 4;
  const std::uint32_t arrows = u32(at);
  EXPECT_EQ(at + 4 + arrows * (4 + 24) + (arrows + 3) / 4 * 4, frame.size());
}

TEST(StudioSession, TellsEveryStepOfWhatIsWatchedWhoeverComesAndGoes) {
  Studio studio;
  studio.must({{"do", "watch"}, {"names", {"rod.z"}}});
  studio.do_steps(3);
  studio.session.frame();
  studio.do_steps(2);
  studio.must({{"do", "edit"}, {"text", "make sphere ball at=(1 0 0) radius=0.1"}});
  studio.do_steps(1);
  studio.must({{"do", "watch"}, {"names", {"rod.z", "nail.force"}}});
  studio.do_steps(1);
  studio.session.forget(2);
  studio.must({{"do", "undo"}});
  studio.newest("samples");
  std::vector<double> times;
  std::size_t watched = 0;
  for (const Json& message : studio.messages) {
    if (message["type"] == "watching") watched = message["names"].size();
    if (message["type"] != "samples") continue;
    EXPECT_EQ(message["values"].size(), watched * message["times"].size());
    for (const Json& time : message["times"]) times.push_back(time);
  }
  EXPECT_THAT(times, Pointwise(DoubleNear(1e-15), {.002, .004, .006, .008, .01, .012, .014}));
}

TEST(StudioSession, TellsWhatIsNoNumberAsNull) {
  Studio studio;
  studio.must({{"do", "watch"}, {"names", {"nail.force"}}});
  studio.do_steps(1);
  studio.must({{"do", "edit"}, {"text", "disconnect nail"}});
  studio.do_steps(1);
  EXPECT_EQ(studio.newest("samples")["values"].back(), nullptr);
}

TEST(StudioSession, WhatIsWatchedMayGoWhileTimeGoesOn) {
  for (const Json& end : {Json{{"do", "remove"}, {"names", {"nail"}}}, Json{{"do", "new"}}}) {
    Studio studio;
    studio.must({{"do", "watch"}, {"names", {"nail.force"}}});
    studio.do_steps(3);
    studio.must(end);
    studio.must({{"do", "play"}});
    studio.session.advance(0.1, 1.0);
    EXPECT_NEAR(studio.time(), end["do"] == "new" ? 0.1 : 0.106, 1e-12);
    EXPECT_TRUE(studio.newest("watching")["names"].empty()) << end;
  }
}

TEST(StudioSession, AnEditIsOneEntryOfUndoAndTellsTheNewScene) {
  Studio studio;
  studio.do_steps(10);
  studio.must({{"do", "edit"},
               {"edits", {"make sphere ball at=(1 0 0) radius=0.1", "disconnect nail"}},
               {"label", "Two things"}});
  EXPECT_EQ(studio.newest("scene")["recording"]["objects"].size(), 2U);
  EXPECT_EQ(studio.status()["undo"], "Two things");
  EXPECT_EQ(studio.must({{"do", "undo"}})["label"], "Two things");
  EXPECT_EQ(studio.newest("scene")["recording"]["objects"].size(), 1U);
  EXPECT_EQ(studio.status()["redo"], "Two things");
  studio.must({{"do", "redo"}});
  EXPECT_EQ(studio.newest("scene")["recording"]["objects"].size(), 2U);
}

TEST(StudioSession, OfSeveralEditsAllAreMadeOrNone) {
  Studio studio;
  const Json answer = studio.ask(
      {{"do", "edit"}, {"edits", {"make sphere ball at=(1 0 0) radius=0.1", "disconnect nobody"}}});
  EXPECT_EQ(answer["ok"], false);
  EXPECT_THAT(answer["error"]["message"].get<std::string>(), HasSubstr("nobody"));
  EXPECT_EQ(studio.newest("scene")["recording"]["objects"].size(), 1U);
  EXPECT_EQ(studio.status()["undo"], nullptr);
}

TEST(StudioSession, SlidersMakeOneEntry) {
  Studio studio;
  studio.must({{"do", "begin"}, {"label", "Set weight"}});
  for (double w : {1.5, 2.0, 2.5}) {
    studio.must({{"do", "edit"}, {"edit", {{"set", {{"weight", w}}}}}});
    studio.do_steps(2);
  }
  studio.must({{"do", "end"}});
  EXPECT_EQ(studio.status()["undo"], "Set weight");
  studio.must({{"do", "undo"}});
  EXPECT_EQ(studio.status()["undo"], nullptr);
}

TEST(StudioSession, AHandPullsWhileTimeGoesOnAndMovesWhileItStands) {
  Studio studio;
  const auto pull = [&](const char* how) {
    studio.must({{"do", how}});
    studio.must({{"do", "grab"}, {"object", "rod"}, {"at", {0, 0, 0.5}}});
    EXPECT_EQ(studio.status()["grabbed"], "rod");
    studio.ask({{"do", "move"}, {"to", {0.0, 0.0, -1.0}}});
    studio.session.advance(0.5, 1.0);
    studio.session.frame();
    EXPECT_EQ(studio.number_at<std::uint32_t>(48) & 4U, 4U) << "a hand";
    studio.must({{"do", "release"}});
    EXPECT_EQ(studio.status()["grabbed"], nullptr);
    EXPECT_EQ(studio.status()["undo"], "Pull rod");
  };
  pull("play");
  pull("pause");
  studio.session.frame();
  EXPECT_NEAR(studio.number_at<float>(56 + 8), -0.5, 1e-4) << "the rod hangs down";
  const Json check = studio.must({{"do", "verify"}});
  EXPECT_EQ(check["hash"], check["replayed"]);
}

TEST(StudioSession, NoHandIsInAFrameOfThePast) {
  Studio studio;
  studio.session.advance(0.1, 1.0);
  const std::size_t size = studio.session.frame().size();
  studio.must({{"do", "grab"}, {"object", "rod"}, {"at", {0, 0, 0.5}}});
  studio.ask({{"do", "move"}, {"to", {0.0, 0.0, -1.0}}});
  studio.session.advance(0.1, 1.0);
  EXPECT_EQ(studio.session.frame().size(), size + 24) << "two points";
  studio.must({{"do", "release"}});
  studio.session.advance(0.1, 1.0);
  studio.must({{"do", "scrub"}, {"time", 0.2}});
  EXPECT_NEAR(studio.time(), 0.2, 1e-9);
  EXPECT_EQ(studio.number_at<std::uint32_t>(48) & 4U, 0U);
  EXPECT_EQ(studio.session.frame().size(), size);
}

TEST(StudioSession, TheHandLetsGoWhenItsClientIsGone) {
  Studio studio;
  studio.must({{"do", "grab"}, {"object", "rod"}, {"at", {0, 0, 0.5}}});
  studio.ask({{"do", "move"}, {"to", {0, 0, -1}}});
  studio.session.forget(1);
  EXPECT_EQ(studio.status()["grabbed"], nullptr);
}

TEST(StudioSession, AClickThatPullsNothingLeavesNoEntry) {
  Studio studio;
  studio.must({{"do", "grab"}, {"object", "rod"}, {"at", {0, 0, 0}}});
  studio.must({{"do", "release"}});
  EXPECT_EQ(studio.status()["undo"], nullptr);
}

TEST(StudioSession, CanBeScrubbedToItsStartHoweverLateTheFirstFrameIs) {
  Studio studio;
  studio.session.advance(0.1, 1.0);
  EXPECT_NEAR(studio.time(), 0.1, 1e-12);
  EXPECT_EQ(studio.status()["from"], 0.0);
  EXPECT_EQ(studio.must({{"do", "scrub"}, {"time", 0}})["time"], 0.0);
}

TEST(StudioSession, ShowsThePastAndGoesOnFromThere) {
  Studio studio;
  for (int i = 0; i < 60; ++i) {
    studio.session.advance(1.0 / 60, 1.0);
    studio.session.frame();
  }
  const double end = studio.time();
  studio.must({{"do", "scrub"}, {"time", 0.5}});
  EXPECT_NEAR(studio.time(), 0.5, 0.02);
  EXPECT_EQ(studio.number_at<std::uint32_t>(48) & 2U, 2U) << "rewound";
  EXPECT_EQ(studio.status()["rewound"], true);
  studio.session.advance(1.0, 1.0);
  EXPECT_NEAR(studio.time(), 0.5, 0.02) << "time stands while the past is shown";
  studio.must({{"do", "live"}});
  EXPECT_EQ(studio.time(), end) << "nothing was lost";
  studio.must({{"do", "scrub"}, {"time", 0.5}});
  studio.must({{"do", "resume"}});
  EXPECT_NEAR(studio.time(), 0.5, 0.02);
  studio.session.advance(0.1, 1.0);
  EXPECT_NEAR(studio.time(), 0.6, 0.02);
  EXPECT_THAT(studio.status()["undo"].get<std::string>(), HasSubstr("Go on from 0."));
  studio.must({{"do", "undo"}});
  EXPECT_EQ(studio.time(), end) << "what was lost is back";
}

TEST(StudioSession, TellsOfThingsAsTheyAreShown) {
  Studio studio;
  const auto reading = [&](const char* name) {
    const Json rod = studio.must({{"do", "inspect"}, {"name", "rod"}});
    for (const Json& each : rod["readings"])
      if (each["name"] == name) return each["value"].get<double>();
    ADD_FAILURE() << name;
    return 0.0;
  };
  studio.session.frame();
  const double start = reading("rod.z");
  studio.do_steps(100);
  studio.session.frame();
  const double then = reading("rod.z");
  studio.must({{"do", "edit"}, {"text", "remove rod"}});
  studio.do_steps(10);
  studio.session.frame();
  EXPECT_EQ(studio.ask({{"do", "inspect"}, {"name", "rod"}})["ok"], false);
  studio.must({{"do", "scrub"}, {"time", 0.2}});
  EXPECT_EQ(reading("rod.z"), then) << "to the last bit";
  EXPECT_EQ(studio.must({{"do", "diagnose"}})["objects"], 1);
  studio.must({{"do", "scrub"}, {"time", 0.0}});
  EXPECT_EQ(reading("rod.z"), start);
  studio.must({{"do", "live"}});
  EXPECT_EQ(studio.ask({{"do", "inspect"}, {"name", "rod"}})["ok"], false);
}

TEST(StudioSession, ALimitThatWasSetCanBeTakenAway) {
  Studio studio;
  const auto limit = [&] {
    const Json nail = studio.must({{"do", "inspect"}, {"name", "nail"}});
    for (const Json& each : nail["fields"])
      if (each["name"] == "nail.break_force") return each["value"];
    return Json("nothing");
  };
  EXPECT_EQ(limit(), nullptr);
  studio.must({{"do", "edit"}, {"edit", {{"set", {{"nail.break_force", 1e6}}}}}});
  EXPECT_EQ(limit(), 1e6);
  studio.must({{"do", "edit"}, {"edit", {{"set", {{"nail.break_force", nullptr}}}}}});
  EXPECT_EQ(limit(), nullptr);
}

TEST(StudioSession, RedoesAlsoWhileThePastIsShown) {
  Studio studio;
  studio.do_steps(50);
  studio.session.frame();
  studio.must({{"do", "edit"}, {"text", "make sphere ball at=(1 0 0) radius=0.1"}});
  const double then = studio.time();
  studio.must({{"do", "undo"}});
  studio.do_steps(50);
  studio.session.frame();
  studio.must({{"do", "scrub"}, {"time", 0.0}});
  studio.must({{"do", "redo"}});
  EXPECT_EQ(studio.time(), then);
  EXPECT_EQ(studio.newest("scene")["recording"]["objects"].size(), 2U);
  EXPECT_EQ(studio.status()["rewound"], false);
}

TEST(StudioSession, ScrubbingOverAnEditShowsWhatWasThereThen) {
  Studio studio;
  studio.do_steps(50);
  studio.session.frame();
  studio.must({{"do", "edit"}, {"text", "make sphere ball at=(1 0 0) radius=0.1"}});
  studio.do_steps(50);
  studio.session.frame();
  const auto revision = studio.number_at<std::uint32_t>(4);
  studio.must({{"do", "scrub"}, {"time", 0.2}});
  EXPECT_EQ(studio.newest("scene")["recording"]["objects"].size(), 2U);
  studio.must({{"do", "scrub"}, {"time", 0.0}});
  EXPECT_EQ(studio.newest("scene")["recording"]["objects"].size(), 1U);
  EXPECT_LT(studio.number_at<std::uint32_t>(4), revision);
}

TEST(StudioSession, ResetCanBeUndone) {
  Studio studio;
  studio.do_steps(100);
  const double then = studio.time();
  studio.must({{"do", "reset"}});
  EXPECT_EQ(studio.time(), 0.0);
  studio.must({{"do", "undo"}});
  EXPECT_EQ(studio.time(), then);
}

TEST(StudioSession, WatchersMayAskButNotDo) {
  Studio studio;
  for (const char* name : {"play", "edit", "undo", "grab", "make", "save", "open", "remove"}) {
    const Json answer = studio.ask({{"do", name}}, false);
    EXPECT_EQ(answer["ok"], false) << name;
    EXPECT_THAT(answer["error"]["message"].get<std::string>(), HasSubstr("watching"));
  }
  const Json answer = studio.ask({{"do", "signals"}}, false);
  EXPECT_EQ(answer["ok"], true) << answer.dump();
}

TEST(StudioSession, NonsenseIsRefusedInWords) {
  Studio studio;
  const auto refusal = [&](const std::string& text) {
    const Json answer = Json::parse(studio.session.handle(1, true, text));
    EXPECT_EQ(answer["ok"], false) << text;
    return answer["error"]["message"].get<std::string>();
  };
  EXPECT_THAT(refusal("{"), HasSubstr("no JSON"));
  EXPECT_THAT(refusal("[]"), HasSubstr("no JSON object"));
  EXPECT_THAT(refusal(R"({"id": 1})"), HasSubstr("do: is missing"));
  EXPECT_THAT(refusal(R"({"do": "plya"})"), HasSubstr("did you mean 'play'?"));
  EXPECT_THAT(refusal(R"({"do": "speed", "value": "fast"})"),
              HasSubstr("value: must be a finite number"));
  EXPECT_THAT(refusal(R"({"do": "grab", "object": "nobody", "at": [0,0,0]})"), HasSubstr("nobody"));
  EXPECT_THAT(refusal(R"({"do": "grab", "object": "rod", "at": [0,0]})"),
              HasSubstr("at: must be a list of 3"));
  EXPECT_THAT(refusal(R"({"do": "grab", "object": "rod", "at": [0,0,0], "part": 1})"),
              HasSubstr("part: 'rod' has no such part"));
  EXPECT_THAT(refusal(R"({"do": "step", "steps": 1e9})"), HasSubstr("steps"));
  EXPECT_THAT(refusal(std::string(100, '[')), HasSubstr("deep"));
  EXPECT_THAT(refusal(R"({"do":)" + std::string(100, '[') + std::string(100, ']') + "}"),
              HasSubstr("deep"));
  EXPECT_THAT(refusal("\xff\xfe"), HasSubstr("no JSON"));
}

TEST(StudioSession, AStepThatCannotBeMadeStopsTimeAndSaysWhy) {
  Studio studio;
  studio.must({{"do", "edit"},
               {"text", "make applied_force bad point=rod(0 0 0) force=(1e308 1e308 1e308)"}});
  studio.must({{"do", "play"}});
  studio.session.advance(0.1, 1.0);
  const Json& status = studio.status();
  EXPECT_EQ(status["running"], false);
  ASSERT_TRUE(status["failed"].is_string()) << status.dump();
  studio.must({{"do", "undo"}});
  EXPECT_EQ(studio.status()["failed"], nullptr);
  studio.do_steps(10);
}

TEST(StudioSession, SavesAndOpensFiles) {
  Studio studio;
  studio.do_steps(50);
  studio.must({{"do", "save"}, {"file", "mine.json"}});
  EXPECT_EQ(studio.must({{"do", "files"}})["files"], Json::array({"mine.json"}));
  studio.must({{"do", "new"}});
  EXPECT_EQ(studio.newest("scene")["recording"]["objects"].size(), 0U);
  studio.must({{"do", "open"}, {"file", "mine.json"}});
  EXPECT_EQ(studio.newest("scene")["recording"]["objects"].size(), 1U);
  EXPECT_EQ(studio.newest("scene")["file"], "mine.json");
  EXPECT_EQ(studio.must({{"do", "open"}, {"text", "<robot/>"}, {"name", "arm.urdf"}})["report"][0],
            "read arm.urdf");
}

TEST(StudioSession, ASceneOfAClientIncludesNoFiles) {
  Studio studio;
  const Json answer = studio.ask(
      {{"do", "open"},
       {"name", "x.json"},
       {"text", R"({"format": "holon-scene", "version": 1, "include": ["/etc/passwd"]})"}});
  EXPECT_EQ(answer["ok"], false);
  EXPECT_THAT(answer["error"]["message"].get<std::string>(), HasSubstr("cannot be included here"));
}

TEST(StudioSession, APageHoldsTheRecordingOfThePast) {
  Studio studio;
  for (int i = 0; i < 30; ++i) {
    studio.session.advance(1.0 / 60, 1.0);
    studio.session.frame();
  }
  const Json answer = studio.must({{"do", "download"}, {"form", "page"}});
  EXPECT_EQ(answer["name"], "pendulum.html");
  const std::string page = answer["text"].get<std::string>();
  const Json recording = Json::parse(page.substr(8, page.size() - 17));
  EXPECT_GE(recording["times"].size(), 25U);
}

TEST(StudioSession, GoesOnFromACheckpoint) {
  Studio studio;
  EXPECT_EQ(studio.status()["saved"], false);
  studio.must({{"do", "edit"}, {"text", "make sphere ball at=(1 0 0) radius=0.1"}});
  const std::uint64_t changes = studio.session.changes();
  const std::string kept = studio.session.checkpoint();
  studio.session.kept(changes);
  EXPECT_EQ(studio.status()["saved"], true);
  Studio other;
  other.session.reopen(kept);
  EXPECT_EQ(other.newest("scene")["recording"]["objects"].size(), 2U);
  EXPECT_EQ(other.newest("scene")["file"], "pendulum.json");
  EXPECT_THROW(other.session.reopen("{}"), UsageError);
}

TEST(StudioSession, BookmarksAreKeptInOrder) {
  Studio studio;
  studio.must({{"do", "bookmark"}, {"time", 2.0}, {"text", "later"}});
  studio.must({{"do", "bookmark"}, {"time", 1.0}});
  EXPECT_EQ(studio.status()["bookmarks"][0]["text"], "1.00 s");
  studio.must({{"do", "bookmark"}, {"remove", 1.0}});
  EXPECT_EQ(studio.status()["bookmarks"].size(), 1U);
}

}  // namespace holon::studio_session_test
