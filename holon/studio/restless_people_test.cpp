// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <random>

#include "holon/studio/session_testing.h"

namespace holon::restless_people_test {

using studio::Json;
using studio_session_test::Studio;

/// Somebody who does whatever comes to mind to a scene that runs. Much of it is refused.
class Restless {
 public:
  explicit Restless(unsigned seed) : random_(seed) {}

  void do_something() {
    switch (pick(16)) {
      case 0:
        return make();
      case 1:
        return join();
      case 2:
        return edit();
      case 3:
        return slide();
      case 4:
        return pull();
      case 5:
        return drive();
      case 6:
        return remove();
      case 7:
      case 8:
        return ask({{"do", "undo"}});
      case 9:
        return ask({{"do", "redo"}});
      case 10:
        return scrub();
      case 11:
        return ask({{"do", pick(3) == 0 ? "pause" : "play"}});
      default:
        return pass_time();
    }
  }
  Json verify() {
    ask({{"do", "live"}});
    return studio.must({{"do", "verify"}});
  }
  Studio studio;
  int refused = 0, done = 0;

 private:
  int pick(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  Json place() { return {0.25 * (pick(9) - 4), 0, 0.25 * (pick(9) - 4)}; }
  std::string part() {
    static const char* const names[] = {"rod", "rod2", "rod3", "ball", "ball2", "box"};
    return names[pick(6)];
  }
  std::string joint() {
    static const char* const names[] = {"nail", "pin", "hinge", "ball", "pin2"};
    return names[pick(5)];
  }
  Json point() { return {{"object", part()}, {"at", {0, 0, 0.25 * (pick(5) - 2)}}}; }
  void ask(const Json& command) { (studio.ask(command)["ok"] == true ? done : refused) += 1; }

  void make() {
    switch (pick(3)) {
      case 0:
        return ask(
            {{"do", "make"}, {"part", {{"kind", "rod"}, {"from", place()}, {"to", place()}}}});
      case 1:
        return ask({{"do", "make"},
                    {"part",
                     {{"kind", "sphere"},
                      {"name", pick(2) ? "ball" : "ball2"},
                      {"at", place()},
                      {"radius", 0.1}}}});
      default:
        return ask(
            {{"do", "make"},
             {"part",
              {{"kind", "box"}, {"name", "box"}, {"at", place()}, {"size", {0.2, 0.2, 0.2}}}}});
    }
  }
  void join() {
    static const char* const kinds[] = {"ball", "hinge", "weld", "rope", "spring"};
    if (pick(3) == 0) return ask({{"do", "pin"}, {"object", part()}, {"at", {0, 0, 0}}});
    if (pick(3) == 0)
      return ask({{"do", "change_joint"}, {"name", joint()}, {"kind", kinds[pick(3)]}});
    ask({{"do", "join"}, {"a", point()}, {"b", point()}, {"kind", kinds[pick(5)]}});
  }
  void edit() {
    static const char* const texts[] = {"push rod (1 0 2) for=0.02",
                                        "set weight=2",
                                        "set gravity.g.z=-5",
                                        "gravity off",
                                        "gravity on",
                                        "set ball.mass=3"};
    ask({{"do", "edit"}, {"text", texts[pick(6)]}});
  }
  void slide() {
    ask({{"do", "begin"}, {"label", "Weight"}});
    for (int i = 0; i < 3; ++i) {
      ask({{"do", "edit"}, {"edit", {{"set", {{"weight", 0.5 + 0.1 * pick(30)}}}}}});
      pass_time();
    }
    ask({{"do", "end"}, {"cancel", pick(4) == 0}});
  }
  void pull() {
    ask({{"do", "grab"}, {"object", part()}, {"at", {0, 0, 0.1}}});
    for (int i = pick(4); i > 0; --i) {
      ask({{"do", "move"}, {"to", place()}});
      pass_time();
    }
    ask({{"do", "release"}});
  }
  void drive() {
    ask({{"do", "motor"},
         {"joint", joint()},
         {"speed", pick(3) ? Json(pick(7) - 3) : Json()},
         {"torque", 5}});
  }
  /// More than is made, so that the scene stays small.
  void remove() { ask({{"do", "remove"}, {"names", {pick(4) == 0 ? joint() : part()}}}); }
  void scrub() {
    ask({{"do", "scrub"}, {"time", studio.time() - 0.1 * pick(5)}});
    if (pick(2)) ask({{"do", pick(2) ? "resume" : "live"}});
  }
  void pass_time() {
    studio.session.advance(0.002 * pick(10), 1.0);
    ASSERT_TRUE(std::isfinite(studio.time()));
  }

  std::mt19937 random_;
};

TEST(RestlessPeople, AreReplayedToTheSameBits) {
  Restless somebody(11);
  for (int i = 0; i < 10'000; ++i) somebody.do_something();
  EXPECT_GT(somebody.done, 5000);
  EXPECT_GT(somebody.refused, 100) << "some of it cannot be done";
  const Json told = somebody.verify();
  EXPECT_EQ(told["hash"], told["replayed"]);
}

}  // namespace holon::restless_people_test
