// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "holon/import/mjcf_actuation.h"
#include "holon/import/text_file.h"

namespace holon::importing {

std::optional<std::pair<double, double>> MjcfActuation::read_limited(const Element& e,
                                                                     const char* range,
                                                                     const char* limited) const {
  const auto values = e.numbers(range, 2, 2);
  const std::string word = e.word(limited, {"auto", "true", "false"});
  const bool is_limited = word == "true" || (word == "auto" && compiler_.auto_limits && values);
  if (!is_limited) return std::nullopt;
  if (!values || !((*values)[0] < (*values)[1])) {
    e.problem(range, std::string("'") + range + "' must be a smaller and a larger number");
    return std::nullopt;
  }
  return std::pair((*values)[0], (*values)[1]);
}

/// What it pushes along; nothing if that is no sum of coordinates.
std::optional<std::vector<WeightedCoordinate>> MjcfActuation::read_transmission(
    const Element& e) const {
  const auto gears = e.numbers("gear", 1, 6).value_or(std::vector<double>{1.0});
  std::vector<WeightedCoordinate> terms;
  if (e.has("joint") || e.has("jointinparent")) {
    const Coordinate* c = find_joint(e, e.has("joint") ? "joint" : "jointinparent");
    if (c != nullptr) terms = {{*c, 1.0}};
  } else if (e.has("tendon")) {
    if (const Tendon* tendon = find_tendon(e, "tendon")) terms = tendon->terms;
    if (terms.empty()) e.ignored(e.title() + ": its tendon is not there");
  } else {
    e.ignored(e.title() + ": it acts neither on a joint nor on a tendon");
  }
  for (WeightedCoordinate& term : terms) term.gain *= gears.front();
  std::erase_if(terms, [](const WeightedCoordinate& t) { return t.gain == 0.0; });
  return terms.empty() ? std::nullopt : std::optional(terms);
}

/// f = gain u + b₀ + b₁ l + b₂ l̇ of the kinds of actuators that are so.
bool MjcfActuation::read_law(const Element& e, Drive& drive) const {
  const std::string_view tag = e.tag();
  if (tag == "motor") {
    drive.gain = 1.0;
  } else if (tag == "position") {
    drive.gain = e.number("kp", 1.0);
    drive.b1 = -drive.gain;
    drive.b2 = -e.number("kv", 0.0);
  } else if (tag == "velocity") {
    drive.gain = e.number("kv", 1.0);
    drive.b2 = -drive.gain;
  } else {
    const auto is = [&](const char* name, std::string_view value) {
      return e.text(name, std::string(value)) == value;
    };
    const bool affine = e.text("biastype", "none") == "affine";
    if (!is("dyntype", "none") || !is("gaintype", "fixed")
        || (!affine && !is("biastype", "none"))) {
      e.ignored(e.title() + ": a law that is not gain u + b0 + b1 l + b2 dl/dt");
      return false;
    }
    drive.gain = e.numbers("gainprm", 1, 10).value_or(std::vector<double>{1.0}).front();
    std::vector<double> bias = e.numbers("biasprm", 1, 10).value_or(std::vector<double>());
    bias.resize(3);
    if (affine) std::tie(drive.b0, drive.b1, drive.b2) = std::tuple(bias[0], bias[1], bias[2]);
  }
  return true;
}

void MjcfActuation::read_actuator(pugi::xml_node node) {
  const std::string_view tag = node.name();
  if (tag != "motor" && tag != "position" && tag != "velocity" && tag != "general") return;
  const Element e = document_.element(node);
  Drive drive;
  const auto terms = read_transmission(e);
  if (!terms || !read_law(e, drive)) return;
  drive.terms = *terms;
  drive.input_range = read_limited(e, "ctrlrange", "ctrllimited");
  drive.force_range = read_limited(e, "forcerange", "forcelimited");
  const std::string name = e.text("name", std::string(tag));
  split_spring(e, name, drive);
  add_drive(e, name, drive);
  e.used(e.title() + ": force actuator under the command of the controller 'input'");
}

/// What does not depend on the input, if nothing limits it, is a spring and damper.
void MjcfActuation::split_spring(const Element& e, const std::string& name, Drive& drive) {
  if (drive.terms.size() > 1 || drive.force_range || drive.b1 > 0.0 || drive.b2 > 0.0) return;
  const auto& [c, gain] = drive.terms.front();
  assembly_.add_spring(
      e, name + "_servo", c, {-drive.b1 * gain * gain, -drive.b2 * gain * gain, 0.0});
  drive.b1 = drive.b2 = 0.0;
}

namespace {

std::string clamped(const std::string& formula,
                    const std::optional<std::pair<double, double>>& range) {
  if (!range) return formula;
  return "min(max(" + formula + ", " + exact_text(range->first) + "), " + exact_text(range->second)
         + ")";
}

std::string plus(double factor, const std::string& term) {
  return factor == 0.0 ? "" : " + " + exact_text(factor) + "*" + term;
}

}  // namespace

/// The input is a controller of its own, for hosts to set; each coordinate of the sum is pushed by
/// the force times how often it counts.
void MjcfActuation::add_drive(const Element& e, const std::string& name, const Drive& drive) {
  Computed law;
  std::string force = exact_text(drive.b0);
  if (drive.gain != 0.0) {
    double rest = 0.0;
    if (drive.input_range)
      rest = std::clamp(0.0, drive.input_range->first, drive.input_range->second);
    const ControllerId input = assembly_.control(e, name, Input{.value = rest});
    if (input.is_none()) return;
    law.inputs.push_back({"u", NamedSignal{assembly_.name_of(input) + ".output"}});
    force += plus(drive.gain, clamped("u", drive.input_range));
  }
  if (drive.b1 != 0.0 || drive.b2 != 0.0) {
    if (drive.terms.size() > 7) return e.ignored(e.title() + ": it acts on more than seven joints");
    for (std::size_t i = 0; i < drive.terms.size(); ++i) {
      const auto& [c, gain] = drive.terms[i];
      const std::string number = std::to_string(i + 1);
      law.inputs.push_back({"q" + number, QuantitySignal{c.quantity, false}});
      law.inputs.push_back({"w" + number, QuantitySignal{c.quantity, true}});
      force += plus(drive.b1 * gain * c.sign, "q" + number)
               + plus(drive.b1 * gain, exact_text(c.offset))
               + plus(drive.b2 * gain * c.sign, "w" + number);
    }
  }
  force = clamped(force, drive.force_range);
  for (const auto& [c, gain] : drive.terms) {
    law.formula = exact_text(gain * c.sign) + "*(" + force + ")";
    const ControllerId command = assembly_.control(e, name + "_effort", law);
    if (command.is_none()) return;
    assembly_.push(e, name, Actuator{.quantity = c.quantity, .effort = command});
  }
}

}  // namespace holon::importing
