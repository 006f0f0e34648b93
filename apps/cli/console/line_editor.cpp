// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/console/line_editor.h"

#include <cstdio>
#include <iostream>

#ifdef HOLON_WITH_LIBEDIT
#include <histedit.h>
#endif

namespace holon::cli {

#ifdef HOLON_WITH_LIBEDIT

struct LineEditor::Edit {
  std::string prompt;
  Completer completer;
  EditLine* line = nullptr;
  History* history = nullptr;
  HistEvent event = {};

  static Edit& of(EditLine* line) {
    void* self = nullptr;
    el_get(line, EL_CLIENTDATA, &self);
    return *static_cast<Edit*>(self);
  }
  static char* ask(EditLine* line) { return of(line).prompt.data(); }
  /// Ctrl-C gives the line up.
  static unsigned char give_up(EditLine* line, int /*key*/) {
    const LineInfo* info = el_line(line);
    el_cursor(line, static_cast<int>(info->lastchar - info->cursor));
    el_deletestr(line, static_cast<int>(info->lastchar - info->buffer));
    std::fputs("^C\n", stdout);
    return CC_REDISPLAY;
  }
  static unsigned char complete(EditLine* line, int key);
};

/// Adds what all candidates have in common; if that is nothing new, shows them.
unsigned char LineEditor::Edit::complete(EditLine* line, int /*key*/) {
  const LineInfo* info = el_line(line);
  const std::string_view typed(info->buffer, static_cast<std::size_t>(info->cursor - info->buffer));
  const Completion completion = of(line).completer(typed);
  if (completion.words.empty()) return CC_REFRESH_BEEP;
  std::string more = common_beginning(completion.words).substr(typed.size() - completion.begin);
  const bool only = completion.words.size() == 1;
  const char last = completion.words.front().back();
  if (only && last != '=' && last != '(' && last != '.') more += ' ';
  if (!more.empty()) return el_insertstr(line, more.c_str()) == 0 ? CC_REFRESH : CC_ERROR;
  std::fputc('\n', stdout);
  for (const std::string& word : completion.words) std::fprintf(stdout, "%s  ", word.c_str());
  std::fputc('\n', stdout);
  return CC_REDISPLAY;
}

LineEditor::LineEditor(std::string prompt, Completer completer)
    : edit_(std::make_unique<Edit>(Edit{std::move(prompt), std::move(completer)})) {
  Edit& e = *edit_;
  e.line = el_init("holon", stdin, stdout, stderr);
  e.history = history_init();
  history(e.history, &e.event, H_SETSIZE, 1000);
  history(e.history, &e.event, H_SETUNIQUE, 1);
  el_set(e.line, EL_CLIENTDATA, &e);
  el_set(e.line, EL_PROMPT, &Edit::ask);
  el_set(e.line, EL_EDITOR, "emacs");
  el_set(e.line, EL_HIST, history, e.history);
  el_set(e.line, EL_ADDFN, "complete", "Complete the word", &Edit::complete);
  el_set(e.line, EL_BIND, "^I", "complete", nullptr);
  el_set(e.line, EL_BIND, "^R", "em-inc-search-prev", nullptr);
  // Ctrl-C comes as a key while a line is edited, and as a signal while something runs
  el_set(e.line, EL_SETTY, "-d", "-isig", nullptr);
  el_set(e.line, EL_ADDFN, "give-up", "Give the line up", &Edit::give_up);
  el_set(e.line, EL_BIND, "^C", "give-up", nullptr);
}

LineEditor::~LineEditor() {
  history_end(edit_->history);
  el_end(edit_->line);
}

std::optional<std::string> LineEditor::next() {
  int count = 0;
  const char* text = el_gets(edit_->line, &count);
  if (text == nullptr || count <= 0) return std::nullopt;
  std::string line(text, static_cast<std::size_t>(count));
  while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.pop_back();
  if (line.find_first_not_of(" \t") != std::string::npos)
    history(edit_->history, &edit_->event, H_ENTER, line.c_str());
  return line;
}

#else

struct LineEditor::Edit {
  std::string prompt;
};

LineEditor::LineEditor(std::string prompt, Completer /*completer*/)
    : edit_(std::make_unique<Edit>(Edit{std::move(prompt)})) {}
LineEditor::~LineEditor() = default;

std::optional<std::string> LineEditor::next() {
  std::cout << edit_->prompt << std::flush;
  std::string line;
  if (!std::getline(std::cin, line)) return std::nullopt;
  return line;
}

#endif

}  // namespace holon::cli
