// SPDX-License-Identifier: Apache-2.0
#include "holon/world/report.h"

#include <cstdio>

#include "holon/model/model.h"

namespace holon {

std::string_view name_of(EventKind kind) {
  switch (kind) {
    case EventKind::broken:
      return "broken";
    case EventKind::activated:
      return "activated";
    case EventKind::deactivated:
      return "deactivated";
    case EventKind::end_reached:
      return "end reached";
    case EventKind::jammed:
      return "jammed";
    case EventKind::failed:
      return "failed";
  }
  return "";
}

std::string text_of(const Event& event, const Model& model) {
  std::string who;
  if (!event.constraint.is_none()) who = model.name_of(event.constraint) + " ";
  if (!event.force.is_none()) who = model.name_of(event.force) + " ";
  if (who.empty() && !event.controller.is_none()) who = model.name_of(event.controller) + " ";
  std::string text = who + std::string(name_of(event.kind)) + ": " + event.reason;
  if (!(event.limit > 0.0)) return text;
  char numbers[64];
  std::snprintf(numbers, sizeof numbers, " (%.6g > %.6g)", event.value, event.limit);
  return text + numbers;
}

std::string StepReport::brief() const {
  char line[256];
  std::snprintf(line,
                sizeof line,
                "t = %.6g s, %llu steps of %.*s, %s; worst constraint error %.2g, energy %.10g J",
                time,
                static_cast<unsigned long long>(steps),
                static_cast<int>(stepper.size()),
                stepper.data(),
                ok ? "ok" : "FAILED",
                worst_error,
                energy());
  std::string text = line;
  if (dependent_rows > 0) text += ", " + std::to_string(dependent_rows) + " redundant rows";
  for (const Event& e : events) text += "; " + std::string(name_of(e.kind)) + ": " + e.reason;
  return text;
}

}  // namespace holon
