// SPDX-License-Identifier: Apache-2.0
#include "holon/studio/desk.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace holon {

using studio::Film;
using studio::Tape;

namespace {

constexpr double kStatusEvery = 0.25;  // seconds of the host, while time goes on

/// What the doctor examines after every edit; more only if asked.
bool is_small(const Model& model) {
  return model.constraints().size() <= 200 && model.objects().size() <= 200;
}

template <class T>
studio::Json or_null(const std::optional<T>& value) {
  return value ? studio::Json(*value) : studio::Json();
}

}  // namespace

std::string_view StudioSession::Desk::empty_scene() {
  return R"({
    "format": "holon-scene", "version": 1, "title": "Untitled", "dt": 0.001,
    "forces": [{"kind": "gravity", "name": "gravity", "g": [0, 0, -9.81]}]
  })";
}

StudioSession::Desk::Desk(StudioHost& host, int threads) : host_(host), threads_(threads) {
  start(read_scene(empty_scene()), "");
}

void StudioSession::Desk::start(Scene scene, std::string_view name) {
  auto tape = std::make_unique<Tape>(std::move(scene), threads_);
  grip_.reset();
  poser_.reset();
  tape_ = std::move(tape);
  history_ = std::make_unique<studio::History>(*tape_);
  film_.clear();
  file_ = name;
  bookmarks_.clear();
  view_.describe(run(), file_);
  watch_.renew(world());
  tell(watching());
  after_jump();
}

void StudioSession::Desk::open(std::string_view text, std::string_view name) {
  start(
      read_scene(SceneSource{.text = std::string(text), .directory = {}, .set = {}, .alone = true}),
      name);
  running_ = true;
}

// ---- time ----

void StudioSession::Desk::advance(double seconds, double budget) {
  now_ += seconds;
  since_status_ += seconds;
  if (!running_ || shown_) return;
  if (film_.empty()) frame();  // the start can be scrubbed to, too
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  const auto spent = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
  due_ += seconds * speed_;
  // what is due within rounding is due
  for (double h = tape_->dt(); due_ > h * (1.0 - 1e-9) && step(); h = tape_->dt()) {
    due_ -= h;
    simulated_ += h;
    ++made_;
    if (spent() > budget) due_ = 0.0;
  }
  spent_ += seconds;
  computed_ += spent();
  constexpr double while_ = 0.5;
  if (spent_ < while_) return;
  rate_ = simulated_ / spent_;
  if (made_ > 0) cost_ = 1e6 * computed_ / made_;
  spent_ = simulated_ = computed_ = 0.0;
  made_ = 0;
}

bool StudioSession::Desk::step() {
  try {
    const StepReport& report = tape_->step();
    for (const Event& event : report.events) tell_event(event);
    if (!report.ok) {
      fail(report.events.empty() ? "the step could not be made"
                                 : text_of(report.events.back(), world().model()));
      return false;
    }
  } catch (const std::exception& e) {  // an edit of the timeline that cannot be made
    fail(e.what());
    return false;
  }
  failure_.clear();
  if (run().was_edited()) after_edit();
  watch_.note(world());
  frame_is_stale_ = true;
  return true;
}

void StudioSession::Desk::fail(std::string why) {
  running_ = false;
  failure_ = std::move(why);
  after_jump();
}

/// The tape stands elsewhere than before.
void StudioSession::Desk::after_jump() {
  film_.cut(tape_->position());
  shown_.reset();
  past_.reset();
  due_ = 0.0;
  tell_samples();
  after_edit();
}

void StudioSession::Desk::after_edit() {
  watch_.refresh(world());
  frame_is_stale_ = view_is_stale_ = diagnosis_is_stale_ = true;
  ++changes_;
}

/// Whoever does something while the past is shown goes on from there.
void StudioSession::Desk::leave_past() {
  if (!shown_) return;
  const Film::Picture& picture = film_.at(*shown_);
  history_->jump(picture.at, "Go on from " + shown_time(picture.time));
  failure_.clear();
  after_jump();
}

// ---- what is seen ----

const SceneRun& StudioSession::Desk::seen() {
  if (!shown_) {
    past_.reset();
    return run();
  }
  const Tape::Position at = film_.at(*shown_).at;
  if (!past_ || past_->at != at) past_.emplace(Past{at, tape_->at(at)});
  return past_->run;
}

/// Things may look otherwise after an edit; to tell that is costly, and done only every so often.
bool StudioSession::Desk::is_description_due() const {
  constexpr double every = 0.25;  // seconds of the host
  return view_is_stale_ && now_ >= described_ + every;
}

void StudioSession::Desk::look() {
  if (view_.look(run(), file_)) {
    tell_samples();
    watch_.renew(world());
    tell(watching());
  } else if (is_description_due()) {
    view_.describe(run(), file_);
  } else {
    return;
  }
  view_is_stale_ = false;
  described_ = now_;
}

const std::vector<std::byte>& StudioSession::Desk::frame() {
  if (!has_new_frame()) return frame_;
  frame_is_stale_ = false;
  if (shown_) {
    const Film::Picture& picture = film_.at(*shown_);
    tell_scene(picture.scene);
    frame_ = picture.frame;
    studio::mark_as_past(frame_);
    return frame_;
  }
  look();
  tell_scene(view_.message());
  frame_ = view_.frame(run(),
                       {.running = running_,
                        .rate = running_ ? rate_ : 0.0,
                        .cost = cost_,
                        .held = poser_ ? std::optional(poser_->held()) : studio::held(world())});
  tell_samples();
  if (film_.empty() || film_.newest().at != tape_->position())
    film_.add({world().time(), tape_->position(), view_.revision(), view_.message(), frame_});
  return frame_;
}

void StudioSession::Desk::tell(const Json& message) {
  messages_.push_back(message.dump());
}

void StudioSession::Desk::tell_scene(const std::shared_ptr<const std::string>& scene) {
  if (told_scene_ == scene) return;
  told_scene_ = scene;
  messages_.push_back(*scene);
}

/// All of them arrive, in their order with the messages that tell what is watched.
void StudioSession::Desk::tell_samples() {
  if (std::string samples = watch_.take_samples(); !samples.empty())
    messages_.push_back(std::move(samples));
}

void StudioSession::Desk::tell_event(const Event& event) {
  const Model& model = world().model();
  std::string name;
  if (!event.constraint.is_none() && model.constraints().contains(event.constraint))
    name = model.name_of(event.constraint);
  else if (!event.force.is_none() && model.forces().contains(event.force))
    name = model.name_of(event.force);
  else if (!event.controller.is_none() && model.controllers().contains(event.controller))
    name = model.name_of(event.controller);
  tell({{"type", "event"},
        {"time", event.time},
        {"kind", name_of(event.kind)},
        {"name", name},
        {"text", text_of(event, model)}});
}

studio::Json StudioSession::Desk::watching() const {
  Json names = Json::array(), units = Json::array();
  for (const SignalInfo& info : watch_.list()) {
    names.push_back(info.name);
    units.push_back(info.unit);
  }
  return {{"type", "watching"}, {"names", names}, {"units", units}};
}

studio::Json StudioSession::Desk::status() const {
  const double now = world().time();
  Json marks = Json::array();
  for (const auto& [time, text] : bookmarks_) marks.push_back({{"time", time}, {"text", text}});
  return {{"type", "status"},
          {"running", running_},
          {"speed", speed_},
          {"stepper", world().stepper()},
          {"order", world().stepper() == "first_order" ? 1 : 2},
          {"dt", tape_->dt()},
          {"rewound", shown_.has_value()},
          {"undo", or_null(history_->undo_label())},
          {"redo", or_null(history_->redo_label())},
          {"freedoms", or_null(freedoms_)},
          {"conflict", or_null(conflict_)},
          {"failed", failure_.empty() ? Json() : Json(failure_)},
          {"grabbed", grip_ ? Json(world().model().name_of(grip_->what.object)) : Json()},
          {"saved", kept_ >= changes_},
          {"bookmarks", std::move(marks)},
          {"from", film_.empty() ? now : film_.oldest().time},
          {"to", now},
          {"shown", shown_.value_or(now)}};
}

/// The status if anything in it is new; of the times alone, only every so often.
void StudioSession::Desk::tell_status() {
  Json now = status();
  std::string text = now.dump();
  if (text == told_status_) return;
  for (const char* key : {"from", "to", "shown"}) now.erase(key);
  const std::string lasting = now.dump();
  if (lasting == told_lasting_ && running_ && !shown_ && since_status_ < kStatusEvery) return;
  since_status_ = 0.0;
  told_lasting_ = lasting;
  told_status_ = text;
  messages_.push_back(std::move(text));
}

/// What the constraints leave free, and whether they agree.
void StudioSession::Desk::examine() {
  constexpr double every = 0.2;  // seconds of the host
  // a conflict may come and go while things move
  const bool fights = world().report().conflict > 1e-6;
  if (fights != conflict_.has_value() && now_ >= examined_ + 5 * every) diagnosis_is_stale_ = true;
  if (!diagnosis_is_stale_ || now_ < examined_ + every) return;
  diagnosis_is_stale_ = false;
  examined_ = now_;
  freedoms_.reset();
  conflict_.reset();
  if (!is_small(world().model())) return;
  const Json found = studio::diagnose(run());
  freedoms_ = found["freedoms"].get<int>();
  if (!found["conflicts"].empty()) conflict_ = found["conflicts"][0]["text"].get<std::string>();
}

std::vector<std::string> StudioSession::Desk::take_messages() {
  examine();
  tell_status();
  return std::exchange(messages_, {});
}

std::vector<std::string> StudioSession::Desk::greeting() {
  frame_is_stale_ = true;
  return {
      *(shown_ ? film_.at(*shown_).scene : view_.message()), watching().dump(), status().dump()};
}

void StudioSession::Desk::forget(int client) {
  tell_samples();
  watch_.forget(client, world());
  if (!grip_ || grip_->client != client) return;
  release({});
  while (history_->is_open()) history_->end();
}

// ---- autosave ----

std::string StudioSession::Desk::checkpoint() const {
  return Json{{"format", "holon-studio"},
              {"version", 1},
              {"file", file_},
              {"running", running_},
              {"speed", speed_},
              {"scene", saved().text}}
      .dump();
}

void StudioSession::Desk::reopen(std::string_view checkpoint) {
  const Json kept = studio::parse_object(checkpoint);
  if (studio::text_in(kept, "format") != "holon-studio"
      || studio::index_in(kept, "version", 0) != 1)
    throw UsageError("this is no autosave of the studio, or one of another version");
  const bool running = studio::flag_in(kept, "running", true);
  const double speed = studio::number_in(kept, "speed", 1.0);
  open(studio::text_in(kept, "scene"), studio::text_in(kept, "file", ""));
  running_ = running;
  speed_ = speed;
}

}  // namespace holon
