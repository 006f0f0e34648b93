// SPDX-License-Identifier: Apache-2.0
#include "holon/scene/text_scene.h"

#include <algorithm>
#include <array>
#include <map>

#include "holon/scene/json_text.h"
#include "holon/scene/scene_parts.h"
#include "holon/scene/spelling.h"

namespace holon {
namespace {

using Members = std::vector<std::pair<std::string, JsonValue>>;
using Words = std::vector<CommandWord>;

constexpr std::array statements = {
    CommandHelp{"title", "title TEXT", "title for people"},
    CommandHelp{"note", "note TEXT", "what to look at; several lines of it add up"},
    CommandHelp{"dt", "dt SECONDS", "step"},
    CommandHelp{"duration", "duration SECONDS", "how long to run"},
    CommandHelp{"parameter",
                "parameter NAME=VALUE [unit= min= max= note=]",
                "a number that expressions may use"},
    CommandHelp{"include", "include FILE ...", "takes over the things of other scenes"},
    CommandHelp{"instance",
                "instance GROUP NAME [count=N] [at=(x y z)] [parameter=value ...]",
                "puts a group of an included scene somewhere"},
    CommandHelp{"at", "at SECONDS [note=]: COMMAND", "does something at a time"},
    CommandHelp{
        "every", "every SECONDS [from= until= note=]: COMMAND", "does something again and again"},
    CommandHelp{"when",
                "when SIGNAL < VALUE [again=true from= until= note=]: COMMAND",
                "does something when a signal passes a number"},
    CommandHelp{"view", "view NAME from=(x y z) to=(x y z) [up= height=]", "a way to look"},
    CommandHelp{"plot", "plot SIGNALS [title= x=]", "what is worth plotting"},
};

JsonValue text_at(JsonPlace place, std::string_view text) {
  return {place, std::string(text)};
}
bool is_statement(std::string_view word) {
  return std::ranges::find(statements, word, &CommandHelp::name) != statements.end();
}

bool are_lists_of_things(const JsonValue& value) {
  const std::array<std::string_view, 4> lists = {"objects", "controllers", "constraints", "forces"};
  return value.is_object() && std::ranges::all_of(value.members(), [&](const JsonMember& m) {
           return m.value.is_array() && std::ranges::find(lists, m.key) != lists.end();
         });
}

/// Collects the parts of a scene line by line.
class TextScene {
 public:
  JsonValue read(std::string_view text);

 private:
  void read_line(const CommandWord& line);
  void read_statement(const Words& words, const CommandWord& line);
  void read_setting(const Words& words);
  void read_text(const CommandWord& verb, const CommandWord& line);
  void read_parameter(const Words& words);
  void read_instance(const Words& words);
  void read_view(const Words& words);
  void read_plot(const Words& words);
  void read_entry(const CommandWord& line);
  Members when(const Words& words) const;
  void add_edit(const CommandWord& line);
  JsonValue edit_from(const CommandWord& line);

  const CommandWord& word(const Words& words, std::size_t i, const std::string& what) const {
    if (i >= words.size())
      refuse(end_, "'" + std::string(words.front().text) + "' needs " + what + " here");
    return words[i];
  }
  /// The options from there on; `texts` names those that are texts whatever they look like.
  Members options(const Words& words,
                  std::size_t from,
                  const std::vector<std::string_view>& texts) const;
  void set(const std::string& key, const CommandWord& verb, JsonValue value) {
    if (!settings_.try_emplace(key, std::move(value)).second) refuse_word(verb, "is given twice");
  }
  void add(const std::string& list, JsonValue thing) { lists_[list].push_back(std::move(thing)); }

  CommandWord end_;  // of the line
  std::map<std::string, JsonValue, std::less<>> settings_;
  std::map<std::string, std::vector<JsonValue>, std::less<>> lists_;
  BuilderContext context_;
  std::vector<SceneProblem> problems_;
};

JsonValue TextScene::read(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  int number = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
    const CommandWord line{text.substr(0, end), {++number, 1}};
    try {
      read_line(line);
    } catch (const SceneError& e) {
      problems_.insert(problems_.end(), e.problems().begin(), e.problems().end());
    }
    const bool pair = text.substr(end).starts_with("\r\n");
    text.remove_prefix(std::min(end + (pair ? 2 : 1), text.size()));
  }
  if (!problems_.empty()) throw SceneError(std::move(problems_));
  const JsonPlace top{1, 1};
  settings_.emplace("format", text_at(top, Scene::format));
  settings_.emplace("version", JsonValue(top, JsonValue::Number{Scene::version, true}));
  Members root;
  for (std::string_view key : scene_keys()) {
    if (const auto it = settings_.find(key); it != settings_.end())
      root.emplace_back(key, std::move(it->second));
    if (const auto it = lists_.find(key); it != lists_.end()) {
      const JsonPlace place = it->second.front().place();
      root.emplace_back(key, JsonValue(place, std::move(it->second)));
    }
  }
  return json_object(top, std::move(root));
}

void TextScene::read_line(const CommandWord& line) {
  end_ = part_of(line, line.text.size());
  const std::size_t begin = line.text.find_first_not_of(" \t");
  if (begin != std::string_view::npos && line.text[begin] == '{') return add_edit(line);
  // titles and notes may have any brackets and quotes
  for (const char* verb : {"title", "note"})
    if (begin != std::string_view::npos && line.text.substr(begin).starts_with(verb)) {
      const CommandWord rest = part_of(line, begin + std::string_view(verb).size());
      if (rest.text.empty() || rest.text[0] == ' ' || rest.text[0] == '\t')
        return read_text(part_of(line, begin, std::string_view(verb).size()), rest);
    }
  const Words words = split_words(line);
  if (words.empty()) return;
  if (is_statement(words.front().text) || words.front().text == "stepper")
    return read_statement(words, line);
  std::vector<std::string_view> names;
  for (const auto& list : {scene_commands(), builder_commands()})
    for (const CommandHelp& h : list) names.push_back(h.name);
  if (std::ranges::find(names, words.front().text) == names.end())
    refuse_word(words.front(), "no such command" + did_you_mean(words.front().text, names));
  add_edit(line);
}

void TextScene::read_statement(const Words& words, const CommandWord& line) {
  const std::string_view verb = words.front().text;
  if (verb == "dt" || verb == "duration" || verb == "stepper") return read_setting(words);
  if (verb == "parameter") return read_parameter(words);
  if (verb == "instance") return read_instance(words);
  if (verb == "view") return read_view(words);
  if (verb == "plot") return read_plot(words);
  if (verb == "include") {
    for (std::size_t i = 1; i < words.size(); ++i) add("include", text_value(words[i]));
    word(words, 1, "the name of a file");
    return;
  }
  read_entry(line);
}

// ---- settings ----

void TextScene::read_text(const CommandWord& verb, const CommandWord& rest) {
  const std::size_t begin = rest.text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) refuse(end_, "a text is missing here");
  if (json_text::find_invalid_utf8(rest.text) != std::string_view::npos)
    refuse(verb, "is not valid UTF-8");
  const CommandWord text = part_of(rest, begin, rest.text.find_last_not_of(" \t") + 1 - begin);
  const std::string key(verb.text);
  const auto before = settings_.find(key);
  if (key == "note" && before != settings_.end())
    before->second =
        text_at(before->second.place(), before->second.text() + "\n" + std::string(text.text));
  else
    set(key, verb, text_at(text.place, text.text));
}

void TextScene::read_setting(const Words& words) {
  const CommandWord& verb = words.front();
  if (verb.text != "stepper") {
    set(std::string(verb.text), verb, value_of(word(words, 1, "a number of seconds")));
    if (words.size() > 2) refuse_word(words[2], "is one word too many");
    return;
  }
  set("stepper", verb, text_value(word(words, 1, "the name of a stepper")));
  Members more = options(words, 2, {});
  if (!more.empty()) set("settings", verb, json_object(words[2].place, std::move(more)));
}

Members TextScene::options(const Words& words,
                           std::size_t from,
                           const std::vector<std::string_view>& texts) const {
  Members out;
  for (std::size_t i = from; i < words.size(); ++i) {
    if (!is_option(words[i])) refuse_word(words[i], "must be an option, as name=value");
    const auto [name, value] = option_of(words[i]);
    if (std::ranges::find(out, name, [](const auto& m) { return std::string_view(m.first); })
        != out.end())
      refuse_word(words[i], "is given twice");
    const bool is_text = std::ranges::find(texts, name) != texts.end();
    out.emplace_back(name, is_text ? text_value(value) : value_of(value));
  }
  return out;
}

void TextScene::read_parameter(const Words& words) {
  const CommandWord& first = word(words, 1, "a name and its value, as length=1.2");
  if (!is_option(first)) refuse_word(first, "must be a name and its value, as length=1.2");
  const auto [name, value] = option_of(first);
  Members members;
  members.emplace_back("name", text_at(first.place, name));
  members.emplace_back("value", value_of(value));
  for (auto& m : options(words, 2, {"unit", "note"})) members.push_back(std::move(m));
  add("parameters", json_object(first.place, std::move(members)));
}

/// Options that are no fields of an instance are parameters of its group.
void TextScene::read_instance(const Words& words) {
  Members members, given;
  members.emplace_back("group", text_value(word(words, 1, "the name of a group")));
  members.emplace_back("name", text_value(word(words, 2, "a name for the instance")));
  for (auto& [name, value] : options(words, 3, {})) {
    if (name == "at")
      members.emplace_back("position", std::move(value));
    else if (name == "count" || name == "orientation" || name == "velocity")
      members.emplace_back(name, std::move(value));
    else
      given.emplace_back(name, std::move(value));
  }
  if (!given.empty()) members.emplace_back("set", json_object(words[3].place, std::move(given)));
  add("instances", json_object(words[0].place, std::move(members)));
}

void TextScene::read_view(const Words& words) {
  Members members;
  members.emplace_back("name", text_value(word(words, 1, "a name for the view")));
  for (auto& m : options(words, 2, {"follow"})) members.push_back(std::move(m));
  add("views", json_object(words[0].place, std::move(members)));
}

void TextScene::read_plot(const Words& words) {
  Members members;
  members.emplace_back("signals", text_value(word(words, 1, "names of signals")));
  for (auto& m : options(words, 2, {"title", "x"})) members.push_back(std::move(m));
  add("plots", json_object(words[0].place, std::move(members)));
}

// ---- what is done later ----

/// "at 2:", "every 1:" or "when ball.z < 0:" and then a command.
void TextScene::read_entry(const CommandWord& line) {
  const std::size_t colon = find_outside(line.text, ':', [&](std::size_t i) {
    return i + 1 == line.text.size() || line.text[i + 1] == ' ' || line.text[i + 1] == '\t';
  });
  const Words words = split_words(part_of(line, 0, colon));
  const CommandWord& verb = words.front();
  if (colon == std::string_view::npos)
    refuse(end_,
           "'" + std::string(verb.text) + "' needs a colon and a command, as 'at 2: remove rod'");
  end_ = part_of(line, colon);
  Members members;
  std::size_t next = 2;
  if (verb.text == "when") {
    members.emplace_back("when", json_object(verb.place, when(words)));
    next = 4;
  } else {
    members.emplace_back(verb.text, value_of(word(words, 1, "a number of seconds")));
  }
  for (auto& m : options(words, next, {"note"})) members.push_back(std::move(m));
  std::vector<JsonValue> edits;
  edits.push_back(edit_from(part_of(line, colon + 1)));
  members.emplace_back("do", JsonValue(edits.front().place(), edits));
  add("timeline", json_object(verb.place, std::move(members)));
}

Members TextScene::when(const Words& words) const {
  const CommandWord& signal = word(words, 1, "a signal, as 'when ball.z < 0:'");
  const CommandWord& sign = word(words, 2, "< or >");
  if (sign.text != "<" && sign.text != ">") refuse_word(sign, "must be < or >");
  Members out;
  out.emplace_back("signal", text_value(signal));
  out.emplace_back(sign.text == "<" ? "below" : "above", value_of(word(words, 3, "a number")));
  return out;
}

// ---- commands ----

/// An edit, with what it means for the commands after it.
JsonValue TextScene::edit_from(const CommandWord& line) {
  JsonValue edit = edit_from_command(line, context_);
  const JsonValue* lists = edit.find("create");
  const JsonValue* forces = lists == nullptr ? nullptr : lists->find("forces");
  if (forces != nullptr && forces->is_array())
    for (const JsonValue& force : forces->elements()) {
      const JsonValue *kind = force.find("kind"), *name = force.find("name");
      if (kind != nullptr && kind->is_string() && kind->text() == "gravity" && name != nullptr
          && name->is_string())
        context_.gravities.push_back(name->text());
    }
  return edit;
}

/// New things go into the scene; other edits are made when it starts.
void TextScene::add_edit(const CommandWord& line) {
  JsonValue edit = edit_from(line);
  const bool one = edit.is_object() && edit.members().size() == 1;
  const JsonValue* lists = one ? edit.find("create") : nullptr;
  const JsonValue* constraint = one ? edit.find("connect") : nullptr;
  if (lists != nullptr && are_lists_of_things(*lists)) {
    for (const JsonMember& list : lists->members())
      for (const JsonValue& thing : list.value.elements()) add(list.key, thing);
  } else if (constraint != nullptr) {
    add("constraints", *constraint);
  } else {
    const JsonPlace place = edit.place();
    Members entry;
    entry.emplace_back("at", JsonValue(place, JsonValue::Number{0.0, true}));
    entry.emplace_back("do", JsonValue(place, std::vector<JsonValue>{std::move(edit)}));
    add("timeline", json_object(place, std::move(entry)));
  }
}

}  // namespace

std::span<const CommandHelp> scene_commands() {
  return statements;
}

JsonValue scene_from_commands(std::string_view text) {
  return TextScene().read(text);
}

JsonValue parse_scene(std::string_view text) {
  std::string_view rest = text;
  if (rest.starts_with("\xEF\xBB\xBF")) rest.remove_prefix(3);
  rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r\n"), rest.size()));
  const bool is_json_word =
      rest.starts_with("null") || rest.starts_with("true") || rest.starts_with("false");
  if (!rest.empty() && !is_json_word && (rest[0] == '#' || json_text::is_letter(rest[0])))
    return scene_from_commands(text);
  return parse_json(text);
}

}  // namespace holon
