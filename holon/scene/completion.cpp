// SPDX-License-Identifier: Apache-2.0
#include "holon/scene/completion.h"

#include <algorithm>
#include <set>

#include "holon/model/signals.h"
#include "holon/scene/kind_fields.h"
#include "holon/scene/named_points.h"

namespace holon {
namespace {

/// Collects the candidates for the last word of a line.
class Completer {
 public:
  Completer(std::vector<std::string> words,
            std::string_view last,
            const SceneRun& run,
            std::span<const CommandHelp> more)
      : words_(std::move(words)), last_(last), run_(run), more_(more) {}

  std::vector<std::string> candidates() {
    if (words_.empty())
      commands();
    else
      after(words_.front());
    std::erase_if(found_, [&](const std::string& word) { return !word.starts_with(last_); });
    return {found_.begin(), found_.end()};
  }

 private:
  void add(std::string_view word, std::string_view ending = "") {
    found_.insert(std::string(word) + std::string(ending));
  }
  void commands() {
    for (const auto& all : {builder_commands(), more_})
      for (const CommandHelp& h : all) add(h.name);
  }

  void after(const std::string& verb) {
    if (verb == "make") return make();
    if (verb == "connect") return between("constraints", "point_to_point");
    if (verb == "spring") return between("forces", "spring_damper");
    if (verb == "push") return words_.size() == 1 ? points() : add("for=");
    if (verb == "place") return place();
    if (verb == "help") return commands();
    if (verb == "show") return signals();
    if (verb == "stepper")
      for (const StepperKind& s : stepper_kinds()) add(s.name);
    if (verb == "gravity") return add("on"), add("off");
    if (verb == "set") return numbers();
    if (verb == "disconnect") return names(model().constraints());
    if (verb == "remove" || verb == "forces") names(model().objects());
    if (verb == "remove" || verb == "forces" || verb == "activate" || verb == "deactivate") {
      names(model().constraints());
      names(model().forces());
      names(model().controllers());
    }
  }
  void make() {
    if (words_.size() == 1) {
      for (const KindFields& shape : kinds_of_shapes()) add(shape.name);
      for (const KindFields& kind : kinds_of_things()) add(kind.name);
    }
    if (words_.size() < 3) return;
    const KindFields* shape = find_shape(words_[1]);
    const KindFields* kind = find_kind(shape == nullptr ? words_[1] : "rigid_body");
    if (shape != nullptr) fields(*shape);
    if (shape != nullptr) add("density=");
    if (kind != nullptr) fields(*kind);
    if (kind != nullptr && kind->list == "objects") add("colour=");
  }
  void between(std::string_view list, std::string_view usual) {
    if (words_.size() <= 2) return points();
    if (words_.back() == "as") {
      for (const KindFields& kind : kinds_of_things())
        if (kind.list == list && ends_of(kind).size() == 2) add(kind.name);
      return;
    }
    const auto as = std::ranges::find(words_, "as");
    if (as == words_.end()) add("as");
    const KindFields* kind = find_kind(as == words_.end() ? usual : *(as + 1), list);
    if (kind == nullptr) return;
    fields(*kind);
    const auto is_frame = [](const KindField* f) { return f->form == FieldForm::frame; };
    if (std::ranges::any_of(ends_of(*kind), is_frame)) add("axis=");
  }
  void fields(const KindFields& kind) {
    for (const KindField& field : kind.fields)
      add(field.name == "position" ? "at" : field.name, "=");
  }
  void place() {
    if (words_.size() == 1) return names(model().objects());
    for (const char* option : {"at=", "velocity=", "orientation=", "angular_velocity="})
      add(option);
  }
  /// Objects, and with a dot behind them, their points.
  void points() {
    add("nail(");
    model().objects().for_each([&](ObjectId id, const ObjectRecord& /*record*/) {
      const std::string name = model().name_of(id);
      add(name);
      if (last_.starts_with(name + "."))
        for (const NamedPoint& point : named_points(run_.scene(), model(), id))
          add(name + ".", point.name);
    });
  }
  void signals() {
    for_each_signal(model(), [&](const std::string& name, std::string_view, const Signal&) {
      const std::size_t dot = name.find('.', 0);
      add(last_.find('.') == std::string_view::npos ? name.substr(0, dot) : name);
    });
  }
  void numbers() {
    for (const SceneParameter& p : run_.scene().parameters) add(p.name, "=");
    const auto things = [&](auto id, const auto& record) {
      visit(
          [&]<class K>(const K& /*kind*/) {
            const KindFields* kind = find_kind(K::name);
            for (const KindField& field : kind->fields)
              if (field.form == FieldForm::plain)
                add(model().name_of(id) + ".", std::string(field.name) + "=");
          },
          record.kind);
    };
    model().constraints().for_each(things);
    model().forces().for_each(things);
    model().controllers().for_each(things);
  }
  template <class Map>
  void names(const Map& map) {
    map.for_each([&](auto id, const auto& /*record*/) { add(model().name_of(id)); });
  }
  const Model& model() const { return run_.world().model(); }

  std::vector<std::string> words_;  // before the last one
  std::string_view last_;
  const SceneRun& run_;
  std::span<const CommandHelp> more_;
  std::set<std::string> found_;
};

}  // namespace

Completion complete_command(std::string_view line,
                            const SceneRun& run,
                            std::span<const CommandHelp> more) {
  const std::size_t space = line.find_last_of(" \t");
  Completion out;
  out.begin = space == std::string_view::npos ? 0 : space + 1;
  std::vector<std::string> words;
  try {
    for (const CommandWord& word : split_words({line.substr(0, out.begin), {1, 1}}))
      words.emplace_back(word.text);
  } catch (const SceneError&) {
    return out;  // inside of brackets or quotes
  }
  out.words = Completer(std::move(words), line.substr(out.begin), run, more).candidates();
  return out;
}

}  // namespace holon
