// SPDX-License-Identifier: Apache-2.0
#include "holon/scene/saved_scene.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "holon/model/signals.h"
#include "holon/scene/edit.h"
#include "holon/scene/hidden.h"
#include "holon/scene/scene_json.h"
#include "holon/scene/scene_parts.h"
#include "holon/scene/text_scene.h"
#include "holon/scene/thing_writer.h"

namespace holon {
namespace {

using Json = SceneJson;

const char* list_of(ObjectId /*id*/) {
  return "objects";
}
const char* list_of(ConstraintId /*id*/) {
  return "constraints";
}
const char* list_of(ForceId /*id*/) {
  return "forces";
}
const char* list_of(ControllerId /*id*/) {
  return "controllers";
}

/// f(things of a sort in one model, the same sort in the other)
template <class F>
void for_each_sort(const Model& a, const Model& b, F&& f) {
  f(a.objects(), b.objects());
  f(a.controllers(), b.controllers());
  f(a.constraints(), b.constraints());
  f(a.forces(), b.forces());
}

/// A number as an edit gives it: null for a limit that is not there.
Json number_or_none(double x) {
  return std::isfinite(x) ? Json(x) : Json();
}

/// What makes the run of what its scene describes.
class Departure {
 public:
  Departure(const SceneRun& run, Scene now)
      : run_(run), now_(std::move(now)), model_(now_.model), before_(run.described().model) {
    for (const TimedForce& push : run.pushes())
      if (model_.forces().contains(push.id)) now_.model.remove(push.id);
    find_made();
  }

  /// Things that were made on the way go into the lists of the document if they can.
  void add_made(Json& document);
  std::vector<Json> edits() const;
  std::vector<ObjectMotion> motion() const;

 private:
  void find_made();
  bool takes_a_name_again() const;
  bool hears_all() const;
  Json changed_numbers() const;
  Json switched(bool on) const;
  Json removed() const;
  template <class IdType>
  bool acts(IdType id) const;

  const SceneRun& run_;
  Scene now_;
  const Model &model_, &before_;
  Json made_ = Json::object();  // lists of things
  bool made_stand_in_lists_ = false;
};

void Departure::find_made() {
  for_each_sort(model_, before_, [&](const auto& now, const auto& before) {
    now.for_each([&](auto id, const auto& /*record*/) {
      if (!before.contains(id)) made_[list_of(id)].push_back(json_of(now_, id));
    });
  });
}

/// Things without a name are called by their number: in front of those of instances, none may come.
void Departure::add_made(Json& document) {
  made_stand_in_lists_ = !document.contains("instances") && !document.contains("include")
                         && !takes_a_name_again() && hears_all();
  if (!made_stand_in_lists_) return;
  for (const auto& [list, things] : made_.items())
    for (const Json& thing : things) document[list].push_back(thing);
}

/// Whether something new is called as something of its sort was that has gone.
bool Departure::takes_a_name_again() const {
  bool found = false;
  for_each_sort(before_, model_, [&](const auto& before, const auto& now) {
    std::set<std::string> names;
    before.for_each([&](auto id, const auto& /*record*/) { names.insert(before_.name_of(id)); });
    now.for_each([&](auto id, const auto& /*record*/) {
      found = found || (!before.contains(id) && names.contains(model_.name_of(id)));
    });
  });
  return found;
}

/// Whether no controller listens to what has gone.
bool Departure::hears_all() const {
  bool all = true;
  model_.controllers().for_each([&](ControllerId /*id*/, const ControllerRecord& record) {
    all = all && missing_signals(model_, record.kind).empty();
  });
  return all;
}

std::vector<Json> Departure::edits() const {
  std::vector<Json> out;
  const auto add = [&](const char* edit, Json value) {
    if (!value.empty()) out.push_back({{edit, std::move(value)}});
  };
  add("set", changed_numbers());
  add("activate", switched(true));
  add("deactivate", switched(false));
  // a controller that listens to what has gone keeps new ones from coming
  const bool made_last = takes_a_name_again();
  if (!made_last && !made_stand_in_lists_) add("create", made_);
  add("remove", removed());
  if (made_last && !made_stand_in_lists_) add("create", made_);
  return out;
}

/// But for those that controllers set anyhow.
Json Departure::changed_numbers() const {
  std::set<std::string> driven;
  model_.controllers().for_each([&](ControllerId /*id*/, const ControllerRecord& record) {
    driven.insert(record.options.drives);
  });
  Json out = Json::object();
  for_each_sort(before_, model_, [&](const auto& before, const auto& now) {
    before.for_each([&](auto id, const auto& record) {
      if (!now.contains(id)) return;
      std::map<std::string, double> was;
      for_each_number(record, [&](const std::string& field, double value, std::string_view) {
        was[field] = value;
      });
      for_each_number(now[id], [&](const std::string& field, double value, std::string_view) {
        const std::string name = before_.name_of(id) + "." + field;
        if (was[field] != value && !driven.contains(name)) out[name] = number_or_none(value);
      });
    });
  });
  return out;
}

template <class IdType>
bool Departure::acts(IdType id) const {
  if constexpr (std::is_same_v<IdType, ForceId>)
    return model_.forces()[id].options.active;
  else if constexpr (std::is_same_v<IdType, ControllerId>)
    return model_.controllers()[id].options.active;
  else
    return run_.world().is_active(id);
}

Json Departure::switched(bool on) const {
  Json names = Json::array();
  for_each_sort(before_, model_, [&](const auto& before, const auto& now) {
    before.for_each([&](auto id, const auto& record) {
      if constexpr (requires { record.options.active; })
        if (now.contains(id) && record.options.active != on && acts(id) == on)
          names.push_back(before_.name_of(id));
    });
  });
  return names;
}

Json Departure::removed() const {
  Json names = Json::array();
  for_each_sort(before_, model_, [&](const auto& before, const auto& now) {
    before.for_each([&](auto id, const auto& /*record*/) {
      if (!now.contains(id)) names.push_back(before_.name_of(id));
    });
  });
  return names;
}

/// Of objects that are elsewhere, or move otherwise, than where they are said to start. Those that
/// were made on the way are said to start where they are.
std::vector<ObjectMotion> Departure::motion() const {
  std::vector<ObjectMotion> out;
  const State& state = run_.world().state();
  before_.objects().for_each([&](ObjectId id, const ObjectRecord& record) {
    if (!model_.objects().contains(id)) return;
    const auto q = state.q(id), v = state.v(id);
    std::vector<double> q0(q.size()), v0(v.size());
    visit([&](const auto& kind) { kind.start(q0.data(), v0.data()); }, record.kind);
    if (std::ranges::equal(q, q0) && std::ranges::equal(v, v0)) return;
    out.push_back({model_.name_of(id), {q.begin(), q.end()}, {v.begin(), v.end()}});
  });
  return out;
}

// ---- what is still to come ----

class ToCome {
 public:
  explicit ToCome(const SceneRun& run)
      : run_(run),
        now_(run.world().time()),
        rehearsal_(run.scene(), std::make_shared<const Scene>(run.described()), &run.world()) {}

  /// Those of `document`, which are the entries of the run in the same order.
  Json entries(const Json& document);
  std::vector<std::string> left_out;

 private:
  bool is_over(const TimelineEntry& entry, const TimelineProgress& progress) const;
  Json rest_of(Json written, std::size_t i) const;
  Json push(const TimedForce& push) const;
  bool can_be_done(const TimelineEntry& entry);

  const SceneRun& run_;
  double now_;
  Draft rehearsal_;
};

Json ToCome::entries(const Json& document) {
  Json out = Json::array();
  for (const TimedForce& force : run_.pushes())
    if (run_.world().model().forces().contains(force.id)) out.push_back(push(force));
  const Timeline& timeline = run_.scene().timeline;
  for (std::size_t i = 0; i < timeline.size(); ++i)
    if (!is_over(timeline[i], run_.progress()[i]) && can_be_done(timeline[i]))
      out.push_back(rest_of(document.at(i), i));
  return out;
}

bool ToCome::is_over(const TimelineEntry& entry, const TimelineProgress& progress) const {
  const bool repeats = std::isfinite(entry.moment.every);
  return progress.done || now_ > entry.moment.until
         || (repeats && progress.next > entry.moment.until);
}

/// A force that acts for a while begins again, for what is left of that.
Json ToCome::push(const TimedForce& push) const {
  Json thing = Json::parse(text_of(run_.world().model(), push.id));
  return {{"at", now_},
          {"do", Json::array({{{"push", std::move(thing)}, {"for", push.until - now_}}})}};
}

/// As it stands, but for numbers that another value of a parameter would change, and for how far it
/// has come.
Json ToCome::rest_of(Json written, std::size_t i) const {
  Moment rest = run_.scene().timeline[i].moment, said = run_.described().timeline[i].moment;
  if (std::isfinite(rest.every)) rest.from = run_.progress()[i].next;
  for (const auto& [key, number] : {std::pair{"at", &Moment::at},
                                    {"every", &Moment::every},
                                    {"from", &Moment::from},
                                    {"until", &Moment::until}})
    if (std::isfinite(rest.*number) && rest.*number != said.*number) written[key] = rest.*number;
  written.erase("held");
  if (run_.progress()[i].holds) written["held"] = true;
  return written;
}

/// As things are now, after what comes before it.
bool ToCome::can_be_done(const TimelineEntry& entry) {
  Draft tried = rehearsal_;
  try {
    for (const TimelineEdit& edit : entry.edits) make_edit(edit, tried);
    if (entry.when && !find_signal(rehearsal_.model(), entry.when->signal))
      throw SceneError({{entry.place,
                         "timeline",
                         "listens to '" + entry.when->signal + "', which is not there"}});
  } catch (const SceneError& e) {
    for (const SceneProblem& p : e.problems()) left_out.push_back(p.path + ": " + p.message);
    return false;
  }
  rehearsal_ = std::move(tried);
  return true;
}

// ---- the document ----

Json source_of(const SceneRun& run) {
  const std::string& text = run.scene().source.text;
  return json_of(parse_scene(text.empty() ? write_scene(run.described()) : text));
}

void put_settings(const SceneRun& run, double dt, Json& document) {
  const SceneSettings &now = run.scene().settings, &said = run.described().settings;
  if (now.stepper != said.stepper) document["stepper"] = now.stepper;
  if (json_of(now.settings) != json_of(said.settings)) document["settings"] = json_of(now.settings);
  if (dt != said.dt) document["dt"] = dt;
}

void put_parameters(const SceneRun& run, Json& document) {
  if (!document.contains("parameters")) return;
  for (Json& parameter : document["parameters"])
    if (const auto value = run.scene().source.set.find(parameter["name"].get<std::string>());
        value != run.scene().source.set.end())
      parameter["value"] = value->second;
}

Json start_of(const SceneRun& run, const Departure& departure) {
  Json start = Json::object();
  if (run.world().time() > 0.0) start["time"] = run.world().time();
  for (Json& edit : departure.edits()) start["edits"].push_back(std::move(edit));
  for (const ObjectMotion& motion : departure.motion()) start["motion"].push_back(json_of(motion));
  return start;
}

void put(Json& document, const char* key, Json value) {
  document.erase(key);
  if (!value.empty()) document[key] = std::move(value);
}

Json in_order(const Json& document) {
  Json out = Json::object();
  for (std::string_view key : scene_keys())
    if (const auto it = document.find(key); it != document.end()) out[std::string(key)] = *it;
  return out;
}

}  // namespace

SavedScene save_scene(const SceneRun& run, double dt) {
  Json document = source_of(run);
  put_settings(run, dt, document);
  put_parameters(run, document);
  Departure departure(run, run.scene_now());
  departure.add_made(document);
  put(document, "start", start_of(run, departure));
  ToCome to_come(run);
  const Json written = document.contains("timeline") ? document["timeline"] : Json::array();
  put(document, "timeline", to_come.entries(written));
  return {laid_out(in_order(document)), std::move(to_come.left_out)};
}

}  // namespace holon
