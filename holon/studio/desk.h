// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "holon/scene/saved_scene.h"
#include "holon/studio/compose.h"
#include "holon/studio/history.h"
#include "holon/studio/live_view.h"
#include "holon/studio/poser.h"
#include "holon/studio/studio_session.h"
#include "holon/studio/watch.h"

namespace holon {

/// What a session is made of: a tape with its history, the hand, and what the clients see.
class StudioSession::Desk {
 public:
  Desk(StudioHost& host, int threads);

  void open(std::string_view text, std::string_view name);
  std::string handle(int client, bool may_write, std::string_view text);
  void forget(int client);
  void advance(double seconds, double budget);
  std::vector<std::string> take_messages();
  std::vector<std::string> greeting();
  const std::vector<std::byte>& frame();
  bool has_new_frame() const { return frame_is_stale_ || (!shown_ && is_description_due()); }

  std::uint64_t changes() const { return changes_; }
  std::string checkpoint() const;
  void kept(std::uint64_t changes) { kept_ = std::max(kept_, changes); }
  void reopen(std::string_view checkpoint);

 private:
  using Json = studio::Json;
  struct Command;
  struct Grip {
    int client;
    PointOn what;
    bool pulls = false;  ///< the spring of the hand is in the world
  };

  static std::span<const Command> commands();
  static const Command& command_of(const Json& message);

  // ---- time (desk.cpp) ----
  void start(Scene scene, std::string_view name);
  bool step();
  void fail(std::string why);
  void after_jump();
  void after_edit();
  void leave_past();
  static std::string_view empty_scene();
  static std::string shown_time(double time);
  const SceneRun& run() const { return tape_->run(); }
  const World& world() const { return run().world(); }
  /// The run at the moment that is shown.
  const SceneRun& seen();

  // ---- messages (desk.cpp) ----
  void tell(const Json& message);
  void tell_scene(const std::shared_ptr<const std::string>& scene);
  void tell_event(const Event& event);
  void tell_samples();
  void look();
  bool is_description_due() const;
  Json status() const;
  Json watching() const;
  void tell_status();
  void examine();

  // ---- commands (desk_commands.cpp) ----
  void change(const std::string& label, const std::vector<std::string>& deeds);
  template <studio::Composed (*compose)(const SceneRun&, const Json&)>
  Json composed(const Json& c);
  Json play(const Json& c);
  Json pause(const Json& c);
  Json step_on(const Json& c);
  Json set_speed(const Json& c);
  Json reset(const Json& c);
  Json scrub(const Json& c);
  Json live(const Json& c);
  Json resume(const Json& c);
  Json edit(const Json& c);
  Json begin(const Json& c);
  Json end(const Json& c);
  Json undo(const Json& c);
  Json redo(const Json& c);
  Json grab(const Json& c);
  Json move(const Json& c);
  Json release(const Json& c);
  Json inspect_thing(const Json& c);
  Json diagnose_all(const Json& c);
  Json wiggle_motion(const Json& c);
  Json complete_line(const Json& c);
  Json help_all(const Json& c);
  Json signals(const Json& c);
  Json watch(const Json& c);
  Json examples(const Json& c);
  Json open_new(const Json& c);
  Json open_any(const Json& c);
  Json files(const Json& c);
  Json save(const Json& c);
  Json download(const Json& c);
  Json bookmark(const Json& c);
  Json verify(const Json& c);
  std::string page() const;
  SavedScene saved() const { return save_scene(run(), tape_->dt()); }

  StudioHost& host_;
  int threads_;
  int client_ = 0;  // whose command is done
  std::string file_;
  std::unique_ptr<studio::Tape> tape_;
  std::unique_ptr<studio::History> history_;
  studio::LiveView view_;
  studio::Film film_;
  studio::Watch watch_;
  std::optional<Grip> grip_;
  std::optional<studio::Poser> poser_;

  bool running_ = false;
  double speed_ = 1.0;
  double due_ = 0.0;  // seconds of the simulation that are still to be made
  std::string failure_;
  std::optional<double> shown_;  // a time in the past
  struct Past {
    studio::Tape::Position at;
    SceneRun run;
  };
  std::optional<Past> past_;  // as it was asked about last
  std::vector<std::pair<double, std::string>> bookmarks_;

  std::vector<std::string> messages_;
  std::shared_ptr<const std::string> told_scene_;
  std::string told_status_, told_lasting_;
  double since_status_ = 0.0;
  Bytes frame_;
  bool frame_is_stale_ = true, view_is_stale_ = false, diagnosis_is_stale_ = true;
  // seconds of the host since the start; when things were described and examined last
  double now_ = 0.0, described_ = 0.0, examined_ = -1.0;
  std::optional<int> freedoms_;
  std::optional<std::string> conflict_;
  // over the last while: seconds of the host and of the simulation, and what steps cost
  double spent_ = 0.0, simulated_ = 0.0, computed_ = 0.0;
  int made_ = 0;
  double rate_ = 0.0, cost_ = 0.0;

  std::uint64_t changes_ = 0, kept_ = 0;
};

}  // namespace holon
