// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iomanip>
#include <ostream>

#include "apps/cli/console/session.h"
#include "apps/cli/results/csv.h"
#include "holon/model/signals.h"
#include "holon/scene/signals.h"
#include "holon/scene/spelling.h"

/// What the console shows of what there is.
namespace holon::cli {
namespace {

std::string vector_text(const Vec3& v) {
  char buffer[96];
  std::snprintf(buffer, sizeof buffer, "(%.6g %.6g %.6g)", v.x() + 0.0, v.y() + 0.0, v.z() + 0.0);
  return buffer;
}

template <class Kind>
std::string_view name_of_kind(const Kind& kind) {
  return visit([](const auto& k) { return std::decay_t<decltype(k)>::name; }, kind);
}

std::vector<std::string> all_names(const Model& model) {
  std::vector<std::string> names;
  const auto add = [&](auto id, const auto& /*record*/) { names.push_back(model.name_of(id)); };
  model.objects().for_each(add);
  model.constraints().for_each(add);
  model.forces().for_each(add);
  model.controllers().for_each(add);
  return names;
}

/// Loads, those on one object or on all.
template <class IdType>
void tell_loads(const World& world, IdType id, ObjectId on, std::ostream& out) {
  for (const ConnectorLoad& load : world.loads(id)) {
    if (!on.is_none() && load.object != on) continue;
    const std::string who = load.object.is_none() ? "world" : world.model().name_of(load.object);
    out << std::left << std::setw(20) << world.model().name_of(id) << " on " << std::setw(16) << who
        << " at " << vector_text(load.point) << ": force " << vector_text(load.force) << " N";
    if (load.torque.norm() > 0.0) out << ", torque " << vector_text(load.torque) << " N m";
    out << "\n";
  }
}

}  // namespace

void Session::show(const std::vector<CommandWord>& words) const {
  if (words.size() < 2) refuse_word(words.front(), "is used as 'show NAME|PATTERN ...'");
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string word = text_value(words[i]).text();
    const bool plain = word.find_first_of("*?,") == std::string::npos;
    Signals signals(run_.world(), word);
    if (signals.list().empty() && plain) signals = Signals(run_.world(), word + ".*");
    if (signals.list().empty()) {
      std::vector<std::string> names = all_names(run_.world().model());
      for_each_signal(
          run_.world().model(),
          [&](const std::string& name, std::string_view, const Signal&) { names.push_back(name); });
      refuse_word(words[i], "nothing has this name" + did_you_mean(word, names));
    }
    std::vector<double> values;
    signals.sample(run_.world(), values);
    for (std::size_t k = 0; k < values.size(); ++k)
      out_ << std::left << std::setw(24) << signals.list()[k].name << " " << std::right
           << std::setw(14) << std::setprecision(9) << values[k] << " " << signals.list()[k].unit
           << "\n";
  }
}

void Session::list() const {
  const World& world = run_.world();
  const Model& model = world.model();
  const auto line = [&](const char* what, auto id, const auto& record) -> std::ostream& {
    return out_ << std::left << std::setw(11) << what << std::setw(20) << model.name_of(id) << " "
                << std::setw(18) << name_of_kind(record.kind);
  };
  model.objects().for_each([&](ObjectId id, const ObjectRecord& record) {
    line("object", id, record) << " at " << vector_text(world.placement(id).position) << "\n";
  });
  model.constraints().for_each([&](ConstraintId id, const ConstraintRecord& record) {
    line("constraint", id, record) << (world.is_active(id) ? "" : " off") << "\n";
  });
  model.forces().for_each([&](ForceId id, const ForceRecord& record) {
    line("force", id, record) << (record.options.active ? "" : " off") << "\n";
  });
  model.controllers().for_each([&](ControllerId id, const ControllerRecord& record) {
    line("controller", id, record) << (record.options.active ? "" : " off") << "\n";
  });
  for (const SceneParameter& p : run_.scene().parameters)
    out_ << std::left << std::setw(11) << "parameter" << std::setw(20) << p.name << " "
         << shortest(p.value) << (p.unit.empty() ? "" : " " + p.unit) << "\n";
}

void Session::forces(const std::vector<CommandWord>& words) const {
  if (words.size() != 2) refuse_word(words.front(), "is used as 'forces NAME'");
  const World& world = run_.world();
  const Model& model = world.model();
  const std::string name = text_value(words[1]).text();
  if (const ConstraintId id = model.find_constraint(name); !id.is_none())
    return tell_loads(world, id, {}, out_);
  if (const ForceId id = model.find_force(name); !id.is_none())
    return tell_loads(world, id, {}, out_);
  const ObjectId object = model.find_object(name);
  if (object.is_none())
    refuse_word(
        words[1],
        "no object, constraint or force has this name" + did_you_mean(name, all_names(model)));
  model.constraints().for_each([&](ConstraintId id, const ConstraintRecord& /*record*/) {
    if (world.is_active(id)) tell_loads(world, id, object, out_);
  });
  model.forces().for_each(
      [&](ForceId id, const ForceRecord& /*record*/) { tell_loads(world, id, object, out_); });
}

void Session::help(const std::vector<CommandWord>& words) const {
  if (words.size() > 2) refuse_word(words.front(), "is used as 'help [COMMAND]'");
  std::vector<std::string_view> names;
  for (const auto& all : {builder_commands(), console_commands()})
    for (const CommandHelp& h : all) {
      names.push_back(h.name);
      if (words.size() == 1) out_ << "  " << h.form << "\n";
      if (words.size() == 2 && words[1].text == h.name)
        out_ << "  " << h.form << "\n" << h.text << "\n";
    }
  if (words.size() == 1)
    out_ << "A line that begins with { is an edit in JSON; # begins a comment. 'help COMMAND' says "
            "more, 'holon kinds' lists kinds and fields.\n";
  else if (std::ranges::find(names, words[1].text) == names.end())
    refuse_word(words[1], "no such command" + did_you_mean(words[1].text, names));
}

}  // namespace holon::cli
