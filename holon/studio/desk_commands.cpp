// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "holon/scene/spelling.h"
#include "holon/studio/desk.h"

namespace holon {

using namespace studio;  // the fields of commands

struct StudioSession::Desk::Command {
  std::string_view name;
  bool writes;
  Json (Desk::*run)(const Json& command);
};

namespace {

constexpr const char* watcher_may_not = "you are watching: somebody else has the pen";

bool has_extension(const std::string& name, std::string_view extension) {
  return name.size() > extension.size() && name.ends_with(extension);
}
bool is_foreign(const std::string& name) {
  return has_extension(name, ".urdf") || has_extension(name, ".xml")
         || has_extension(name, ".mjcf");
}

/// The message for people, and each problem in a line of its own.
Json error_of(const std::exception& e) {
  Json problems = Json::array();
  std::string message = e.what();
  if (const auto* scene = dynamic_cast<const SceneError*>(&e)) {
    for (const SceneProblem& p : scene->problems()) problems.push_back(describe(p));
    const SceneProblem& first = scene->problems().front();
    message = first.path.empty() ? first.message : first.path + ": " + first.message;
  }
  return {{"message", std::move(message)}, {"problems", std::move(problems)}};
}

}  // namespace

std::string StudioSession::Desk::shown_time(double time) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f s", time);
  return text;
}

std::span<const StudioSession::Desk::Command> StudioSession::Desk::commands() {
  static const Command all[] = {
      {"play", true, &Desk::play},
      {"pause", true, &Desk::pause},
      {"step", true, &Desk::step_on},
      {"speed", true, &Desk::set_speed},
      {"reset", true, &Desk::reset},
      {"scrub", true, &Desk::scrub},
      {"live", true, &Desk::live},
      {"resume", true, &Desk::resume},
      {"edit", true, &Desk::edit},
      {"begin", true, &Desk::begin},
      {"end", true, &Desk::end},
      {"undo", true, &Desk::undo},
      {"redo", true, &Desk::redo},
      {"grab", true, &Desk::grab},
      {"move", true, &Desk::move},
      {"release", true, &Desk::release},
      {"make", true, &Desk::composed<compose_make>},
      {"join", true, &Desk::composed<compose_join>},
      {"change_joint", true, &Desk::composed<compose_change_joint>},
      {"motor", true, &Desk::composed<compose_motor>},
      {"limit", true, &Desk::composed<compose_limit>},
      {"pin", true, &Desk::composed<compose_pin>},
      {"duplicate", true, &Desk::composed<compose_duplicate>},
      {"remove", true, &Desk::composed<compose_remove>},
      {"inspect", false, &Desk::inspect_thing},
      {"signals", false, &Desk::signals},
      {"watch", false, &Desk::watch},
      {"diagnose", false, &Desk::diagnose_all},
      {"wiggle", false, &Desk::wiggle_motion},
      {"complete", false, &Desk::complete_line},
      {"help", false, &Desk::help_all},
      {"examples", false, &Desk::examples},
      {"new", true, &Desk::open_new},
      {"open", true, &Desk::open_any},
      {"files", false, &Desk::files},
      {"save", true, &Desk::save},
      {"download", false, &Desk::download},
      {"bookmark", true, &Desk::bookmark},
      {"verify", false, &Desk::verify},
  };
  return all;
}

const StudioSession::Desk::Command& StudioSession::Desk::command_of(const Json& message) {
  const std::string name = text_in(message, "do");
  const auto found = std::ranges::find(commands(), name, &Command::name);
  if (found != commands().end()) return *found;
  std::vector<std::string_view> names;
  for (const Command& c : commands()) names.push_back(c.name);
  throw UsageError("there is no command '" + name + "'" + did_you_mean(name, names));
}

std::string StudioSession::Desk::handle(int client, bool may_write, std::string_view text) {
  Json id, out;
  try {
    const Json message = parse_object(text);
    if (const Json* given = optional_member(message, "id")) id = *given;
    const Command& command = command_of(message);
    if (command.writes && !may_write) throw UsageError(watcher_may_not);
    client_ = client;
    out = (this->*command.run)(message);
    if (!out.is_object()) out = Json::object();
    out.update({{"type", "answer"}, {"id", id}, {"ok", true}});
  } catch (const std::exception& e) {
    out = {{"type", "answer"}, {"id", id}, {"ok", false}, {"error", error_of(e)}};
  }
  return id.is_null() && out["ok"] == true
             ? std::string()
             : out.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// ---- time ----

Json StudioSession::Desk::play(const Json& /*c*/) {
  leave_past();
  running_ = true;
  failure_.clear();
  frame_is_stale_ = true;
  return {};
}

Json StudioSession::Desk::pause(const Json& /*c*/) {
  running_ = false;
  due_ = 0.0;
  frame_is_stale_ = true;
  return {};
}

Json StudioSession::Desk::step_on(const Json& c) {
  constexpr int most = 100'000;
  const int steps = index_in(c, "steps", 1);
  if (steps > most) throw UsageError("steps: at most " + std::to_string(most) + " at once");
  leave_past();
  pause({});
  for (int i = 0; i < steps; ++i)
    if (!step()) throw UsageError(failure_);
  return {};
}

Json StudioSession::Desk::set_speed(const Json& c) {
  const double value = number_in(c, "value");
  if (value < 0.01 || value > 100.0) throw UsageError("value: must be between 0.01 and 100");
  speed_ = value;
  return {};
}

Json StudioSession::Desk::reset(const Json& /*c*/) {
  shown_.reset();
  history_->jump({0, 0}, "Reset");
  failure_.clear();
  after_jump();
  return {};
}

Json StudioSession::Desk::scrub(const Json& c) {
  const double time = number_in(c, "time");
  if (history_->is_open()) throw UsageError("a gesture is still being made");
  if (film_.empty()) return {};
  shown_ = film_.at(time).time;
  frame_is_stale_ = true;
  return {{"time", *shown_}};
}

Json StudioSession::Desk::live(const Json& /*c*/) {
  shown_.reset();
  due_ = 0.0;
  frame_is_stale_ = true;
  return {};
}

Json StudioSession::Desk::resume(const Json& /*c*/) {
  return play({});
}

// ---- edits ----

void StudioSession::Desk::change(const std::string& label, const std::vector<std::string>& deeds) {
  leave_past();
  const Tape::Position before = tape_->position();
  history_->begin(label);
  try {
    for (const std::string& deed : deeds) tape_->apply(deed);
  } catch (...) {
    if (tape_->position() != before) tape_->cut(before);
    history_->end();
    throw;
  }
  history_->end();
  failure_.clear();
  after_edit();
}

Json StudioSession::Desk::edit(const Json& c) {
  std::vector<std::string> deeds;
  const auto add = [&](const Json& edit) {
    if (edit.is_string())
      deeds.push_back(edit.get<std::string>());
    else if (edit.is_object())
      deeds.push_back(edit.dump());
    else
      throw UsageError("edits: must be commands or JSON objects");
  };
  for (const char* key : {"text", "edit"})
    if (const Json* given = optional_member(c, key)) add(*given);
  if (const Json* list = optional_member(c, "edits")) {
    if (!list->is_array()) throw UsageError("edits: must be a list");
    for (const Json& each : *list) add(each);
  }
  if (deeds.empty()) throw UsageError("edit: there is nothing to do");
  change(text_in(c, "label", deeds.front()), deeds);
  return {};
}

template <Composed (*compose)(const SceneRun&, const Json&)>
Json StudioSession::Desk::composed(const Json& c) {
  leave_past();
  const Composed todo = compose(run(), c);
  std::vector<std::string> deeds;
  for (const Json& each : todo.edits) deeds.push_back(each.dump());
  change(text_in(c, "label", todo.label), deeds);
  Json out = {{"names", todo.names}, {"pinned", !todo.names.empty()}};
  if (!todo.names.empty()) out["name"] = todo.names.front();
  return out;
}

Json StudioSession::Desk::begin(const Json& c) {
  leave_past();
  history_->begin(text_in(c, "label", "Edit"));
  return {};
}

Json StudioSession::Desk::end(const Json& c) {
  if (!flag_in(c, "cancel", false)) {
    history_->end();
    return {};
  }
  history_->cancel();
  grip_.reset();
  poser_.reset();
  after_jump();
  return {};
}

Json StudioSession::Desk::undo(const Json& /*c*/) {
  const auto label = history_->undo_label();
  history_->undo();
  failure_.clear();
  after_jump();
  return {{"label", *label}};
}

Json StudioSession::Desk::redo(const Json& /*c*/) {
  const auto label = history_->redo_label();
  history_->redo();
  failure_.clear();
  after_jump();
  return {{"label", *label}};
}

// ---- the hand ----

Json StudioSession::Desk::grab(const Json& c) {
  if (grip_) throw UsageError("the hand holds something already");
  leave_past();
  const std::string name = text_in(c, "object");
  const ObjectId id = world().model().find_object(name);
  if (id.is_none()) throw UsageError("there is no object '" + name + "'");
  const PointOn what{id, vector_in(c, "at"), index_in(c, "part", 0)};
  const auto* several = get_if<Parametric>(&world().model().objects()[id].kind);
  if (what.part >= (several != nullptr ? several->map.particles() : 1))
    throw UsageError("part: '" + name + "' has no such part");
  grip_ = Grip{client_, what};
  history_->begin("Pull " + name);
  return {};
}

Json StudioSession::Desk::move(const Json& c) {
  if (!grip_) return {};  // what was held is gone, or the pull was taken back
  const Vec3 to = vector_in(c, "to");
  if (grip_->pulls) {
    tape_->apply(move_deed(to).dump());
  } else if (running_) {
    poser_.reset();
    tape_->apply(grab_deed(world(), grip_->what, to, tape_->dt()).dump());
    grip_->pulls = true;
  } else {
    if (!poser_) poser_.emplace(world(), grip_->what);
    const Json moved = poser_->move(to, world());
    if (!moved.is_null()) tape_->apply(moved.dump());
  }
  frame_is_stale_ = true;
  return {};
}

Json StudioSession::Desk::release(const Json& /*c*/) {
  if (!grip_) return {};
  if (studio::held(world())) tape_->apply(R"({"release": true})");
  grip_.reset();
  poser_.reset();
  history_->end();
  ++changes_;
  frame_is_stale_ = true;
  return {};
}

// ---- questions ----

Json StudioSession::Desk::inspect_thing(const Json& c) {
  return inspect(seen(), text_in(c, "name"));
}
Json StudioSession::Desk::diagnose_all(const Json& /*c*/) {
  return diagnose(seen());
}
Json StudioSession::Desk::wiggle_motion(const Json& c) {
  return wiggle(seen(), index_in(c, "motion", 0));
}
Json StudioSession::Desk::complete_line(const Json& c) {
  const std::string line = text_in(c, "line");
  const int at = index_in(c, "at", static_cast<int>(line.size()));
  return complete(seen(), line, std::min(line.size(), static_cast<std::size_t>(at)));
}
Json StudioSession::Desk::help_all(const Json& /*c*/) {
  return help();
}

Json StudioSession::Desk::signals(const Json& c) {
  Json list = Json::array();
  const Signals found(seen().world(), text_in(c, "pattern", "*"));
  for (const SignalInfo& info : found.list())
    list.push_back({{"name", info.name}, {"unit", info.unit}});
  return {{"signals", std::move(list)}};
}

Json StudioSession::Desk::watch(const Json& c) {
  tell_samples();
  const std::vector<std::string> there = watch_.want(client_, texts_in(c, "names"), world());
  tell(watching());
  frame_is_stale_ = true;
  return {{"names", there}};
}

/// Whether what was done, made again from the start, comes to the same bits.
Json StudioSession::Desk::verify(const Json& /*c*/) {
  const auto text = [](std::uint64_t hash) {
    char digits[17];
    std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(hash));
    return std::string(digits);
  };
  return {{"hash", text(tape_->hash())}, {"replayed", text(tape_->replayed_hash())}};
}

// ---- scenes ----

Json StudioSession::Desk::examples(const Json& /*c*/) {
  Json list = Json::array();
  for (const StudioHost::Example& e : host_.examples())
    list.push_back({{"name", e.name}, {"title", e.title}, {"note", e.note}});
  return {{"examples", std::move(list)}};
}

Json StudioSession::Desk::files(const Json& /*c*/) {
  return {{"files", host_.files()}};
}

Json StudioSession::Desk::open_new(const Json& /*c*/) {
  start(read_scene(empty_scene()), "");
  running_ = true;
  return {};
}

Json StudioSession::Desk::open_any(const Json& c) {
  if (optional_member(c, "example") != nullptr) {
    const std::string name = text_in(c, "example");
    open(host_.example(name), name + ".json");
    return {};
  }
  const bool is_file = optional_member(c, "file") != nullptr;
  const std::string name = is_file ? text_in(c, "file") : text_in(c, "name", "");
  const std::string text = is_file ? host_.read_file(name) : text_in(c, "text");
  if (!is_foreign(name)) {
    open(text, name);
    return {};
  }
  const StudioHost::Imported imported = host_.import(name, text);
  open(imported.scene, name.substr(0, name.rfind('.')) + ".json");
  return {{"report", imported.report}};
}

Json StudioSession::Desk::save(const Json& c) {
  const std::string name = text_in(c, "file");
  const SavedScene scene = saved();
  host_.write_file(name, scene.text);
  file_ = name;
  view_is_stale_ = true;
  return {{"file", name}, {"left_out", scene.left_out}};
}

Json StudioSession::Desk::download(const Json& c) {
  const std::string form = text_in(c, "form", "scene");
  const std::string stem = file_.empty() ? "untitled" : file_.substr(0, file_.rfind('.'));
  if (form == "scene") return {{"name", stem + ".json"}, {"text", saved().text}};
  if (form == "page") return {{"name", stem + ".html"}, {"text", page()}};
  throw UsageError("form: must be 'scene' or 'page'");
}

/// The player's page with a recording of all that can be scrubbed.
std::string StudioSession::Desk::page() const {
  const Tape::Position from = film_.empty() ? tape_->position() : film_.oldest().at;
  const double begin = film_.empty() ? world().time() : film_.oldest().time;
  std::unique_ptr<Recording> recording;
  double every = 1.0 / 60.0, next = begin;
  StepReport last;
  tape_->review(from, [&](const SceneRun& past) {
    const World& then = past.world();
    if (!recording) {
      recording = std::make_unique<Recording>(past.scene(), then);
      recording->sample(past.scene(), then);
      every = std::max(every,
                       (world().time() - begin) / static_cast<double>(recording->most_samples()));
      next = then.time() + every;
      return;
    }
    recording->follow(then);
    last = then.report();
    if (then.time() < next - 1e-9) return;
    recording->sample(past.scene(), then);
    next = then.time() + every;
  });
  return recording->to_page(host_.player_page(), last);
}

Json StudioSession::Desk::bookmark(const Json& c) {
  const bool removes = optional_member(c, "remove") != nullptr;
  const double time = removes ? number_in(c, "remove") : number_in(c, "time");
  std::erase_if(bookmarks_, [&](const auto& mark) { return std::abs(mark.first - time) < 1e-9; });
  if (removes) return {};
  constexpr std::size_t most = 200;
  if (bookmarks_.size() >= most) throw UsageError("there are too many bookmarks");
  bookmarks_.emplace_back(time, text_in(c, "text", shown_time(time)));
  std::ranges::sort(bookmarks_);
  return {};
}

}  // namespace holon
