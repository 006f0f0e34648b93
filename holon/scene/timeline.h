// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "holon/math/diagnostics.h"
#include "holon/scene/json_document.h"

namespace holon {

/// A signal passes a number.
struct Condition {
  static constexpr std::string_view required[] = {"signal"};
  std::string signal;
  double above = std::numeric_limits<double>::infinity();
  double below = -std::numeric_limits<double>::infinity();

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("signal", self.signal, "name of the signal");
    visit("above", self.above, "holds while the signal is larger");
    visit("below", self.below, "holds while the signal is smaller");
  }
  void check(Diagnostics& d) const;
  bool holds(double value) const { return value > above || value < below; }
};

/// When something is done: at a time, again and again, or when a signal passes a number.
struct Moment {
  double at = std::numeric_limits<double>::quiet_NaN();
  double every = std::numeric_limits<double>::quiet_NaN();
  double from = 0.0;
  double until = std::numeric_limits<double>::infinity();
  bool again = false;
  bool held = false;
  std::string note;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("at", self.at, "time at which it is done [s]");
    visit("every", self.every, "time from one doing to the next [s]");
    visit("from", self.from, "not before this time [s]");
    visit("until", self.until, "not after this time [s]");
    visit("again", self.again, "done each time that the condition comes to hold, not only once");
    visit("held", self.held, "the condition held before the start, and has to come to hold again");
    visit("note", self.note, "what happens, for people");
  }
};

/// An edit as it stands in a file, and where.
struct TimelineEdit {
  JsonValue value;
  std::string path;
};

/// What is done at one moment (edit.h tells what can be).
struct TimelineEntry {
  Moment moment;
  std::optional<Condition> when;
  std::vector<TimelineEdit> edits;
  JsonPlace place = {};
};

/// The edits of a running scene, each at the beginning of the first step that starts when it is due
/// or later.
using Timeline = std::vector<TimelineEntry>;

}  // namespace holon
