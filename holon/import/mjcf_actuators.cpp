// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>

#include "holon/import/mjcf_actuation.h"
#include "holon/scene/scope.h"

namespace holon::importing {

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
  } else {
    e.ignored(e.title() + ": it acts neither on a joint nor on a tendon");
  }
  for (WeightedCoordinate& term : terms) term.gain *= gears.front();
  if (std::erase_if(terms, [](const WeightedCoordinate& t) { return t.gain == 0.0; }) > 0)
    e.ignored(e.title() + ": what it pushes along with a gear of 0");
  return terms.empty() ? std::nullopt : std::optional(terms);
}

namespace {

/// f = gain u + b₀ + b₁ l + b₂ l̇, as the elements of an actuator and of its default classes say one
/// after the other: each changes what it speaks of, whatever its tag is.
struct Law {
  bool remembers = false;    ///< its activation has a state of its own
  bool gain_varies = false;  ///< with length or speed, as that of a muscle
  std::string bias = "none";
  double gain = 1.0;
  std::array<double, 3> b = {};  ///< which count if the bias is affine

  bool is_known() const {
    return !remembers && !gain_varies && (bias == "none" || bias == "affine");
  }
  void take(const Element& e);

 private:
  void take_general(const Element& e);
};

void Law::take_general(const Element& e) {
  if (e.has("dyntype")) remembers = e.text("dyntype") != "none";
  if (e.has("gaintype")) gain_varies = e.text("gaintype") != "fixed";
  bias = e.text("biastype", bias);
  if (const auto numbers = e.numbers("gainprm", 1, 10)) gain = numbers->front();
  if (const auto numbers = e.numbers("biasprm", 1, 10))
    std::copy_n(numbers->begin(), std::min<std::size_t>(numbers->size(), 3), b.begin());
}

void Law::take(const Element& e) {
  const std::string_view tag = e.tag();
  if (tag == "general") return take_general(e);
  const bool is_servo = tag == "position" || tag == "velocity";
  remembers = gain_varies = !is_servo && tag != "motor";
  bias = is_servo ? "affine" : "none";
  if (tag == "motor") {
    gain = 1.0;
  } else if (tag == "position") {
    gain = e.number("kp", gain);
    b[1] = -gain;
    b[2] = -e.number("kv", -b[2]);
  } else if (tag == "velocity") {
    gain = e.number("kv", gain);
    b = {0.0, 0.0, -gain};
  }
}

}  // namespace

void MjcfActuation::read_actuator(pugi::xml_node node) {
  const std::string_view tag = node.name();
  if (tag != "motor" && tag != "position" && tag != "velocity" && tag != "general") return;
  const Element e = document_.element(node,
                                      {"general",
                                       "motor",
                                       "position",
                                       "velocity",
                                       "intvelocity",
                                       "damper",
                                       "cylinder",
                                       "muscle",
                                       "adhesion"});
  const auto terms = read_transmission(e);
  Law law;
  for (auto outer = e.defaults().rbegin(); outer != e.defaults().rend(); ++outer)
    law.take(Element(e.sources(), *outer));
  law.take(Element(e.sources(), node));
  if (!law.is_known())
    return e.ignored(e.title() + ": a law that is not gain u + b0 + b1 l + b2 dl/dt");
  if (!terms) return;
  Drive drive{.terms = *terms, .gain = law.gain};
  if (law.bias == "affine") drive.b0 = law.b[0], drive.b1 = law.b[1], drive.b2 = law.b[2];
  drive.input_range = compiler_.limits(e, "ctrlrange", "ctrllimited");
  drive.force_range = compiler_.limits(e, "forcerange", "forcelimited");
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
  return "min(max(" + formula + ", " + shortest_text(range->first) + "), "
         + shortest_text(range->second) + ")";
}

std::string plus(double factor, const std::string& term) {
  return factor == 0.0 ? "" : " + " + shortest_text(factor) + "*" + term;
}

}  // namespace

/// The input is a controller of its own, for hosts to set; each coordinate of the sum is pushed by
/// the force times how often it counts.
void MjcfActuation::add_drive(const Element& e, const std::string& name, const Drive& drive) {
  Computed law;
  std::string force = shortest_text(drive.b0);
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
               + plus(drive.b1 * gain, shortest_text(c.offset))
               + plus(drive.b2 * gain * c.sign, "w" + number);
    }
  }
  force = clamped(force, drive.force_range);
  for (const auto& [c, gain] : drive.terms) {
    law.formula = shortest_text(gain * c.sign) + "*(" + force + ")";
    const ControllerId command = assembly_.control(e, name + "_effort", law);
    if (command.is_none()) return;
    assembly_.push(e, name, Actuator{.quantity = c.quantity, .effort = command});
  }
}

}  // namespace holon::importing
