// SPDX-License-Identifier: Apache-2.0
#include "holon/world/happenings.h"

namespace holon {

std::vector<Happening> happenings(const World& world) {
  const Model& model = world.model();
  const StepReport& step = world.report();
  std::vector<Happening> out;
  for (const Event& event : step.events) out.push_back({event.time, text_of(event, model)});
  const auto name = [&](ObjectId id) { return id.is_none() ? "the world" : model.name_of(id); };
  for (const ContactEvent& touch : step.touches) {
    if (touch.kind == ContactEventKind::goes_on) continue;
    const char* does = touch.kind == ContactEventKind::begins ? " touches " : " leaves ";
    out.push_back({step.time, name(touch.b) + does + name(touch.a)});
  }
  return out;
}

}  // namespace holon
