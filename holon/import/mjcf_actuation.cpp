// SPDX-License-Identifier: Apache-2.0
#include "holon/import/mjcf_actuation.h"

#include <algorithm>
#include <cmath>

namespace holon::importing {

MjcfActuation::MjcfActuation(MjcfDocument& document,
                             const MjcfCompiler& compiler,
                             const MjcfTree& tree,
                             Assembly& assembly)
    : document_(document), compiler_(compiler), tree_(tree), assembly_(assembly) {}

void MjcfActuation::read() {
  for (pugi::xml_node node : document_.sections("tendon")) read_tendon(node);
  for (pugi::xml_node node : document_.sections("equality")) read_equality(node);
  for (pugi::xml_node node : document_.sections("actuator")) read_actuator(node);
}

/// Null, and a problem or a note, if there is no such joint or it has no value.
const Coordinate* MjcfActuation::find_joint(const Element& e, const char* attribute) const {
  const Element* joint = find_named(e, attribute, "joint", tree_.joints());
  if (joint == nullptr) return nullptr;
  const Coordinate* c = assembly_.coordinate(*joint);
  if (c == nullptr) e.ignored(e.title() + ": " + joint->title() + " has more than one freedom");
  return c;
}

/// The same of a tendon.
const MjcfActuation::Tendon* MjcfActuation::find_tendon(const Element& e,
                                                        const char* attribute) const {
  const Tendon* tendon = find_named(e, attribute, "tendon", tendons_);
  if (tendon == nullptr || !tendon->terms.empty()) return tendon;
  e.ignored(e.title() + ": its tendon is not there");
  return nullptr;
}

// ---- equality ----

void MjcfActuation::read_equality(pugi::xml_node node) {
  const std::string_view tag = node.name();
  if (tag != "connect" && tag != "weld" && tag != "joint" && tag != "tendon") return;
  const Element e = document_.element(node, {"equality"});
  if (e.word("active", {"true", "false"}) == "false")
    return e.ignored(e.title() + " is not active");
  if (tag == "connect")
    read_connect(e);
  else if (tag == "weld")
    read_weld(e);
  else
    read_coupling(e);
}

/// Two sites, or two bodies, of which the second may be left out: then it is the world.
std::optional<MjcfActuation::Ends> MjcfActuation::read_ends(const Element& e) const {
  if (e.has("site1")) {
    const MjcfTree::Site *a = tree_.find_site(e, "site1"), *b = tree_.find_site(e, "site2");
    if (a == nullptr || b == nullptr) return std::nullopt;
    return Ends{a->link, b->link, a->start, b->start};
  }
  constexpr int world = 0;
  const int* a = tree_.find_body(e, "body1");
  const int* b = e.has("body2") ? tree_.find_body(e, "body2") : &world;
  if (a == nullptr || b == nullptr) return std::nullopt;
  return Ends{*a, *b, tree_.start(*a), tree_.start(*b)};
}

bool MjcfActuation::stand_still(const Element& e, const Ends& ends) const {
  const bool both =
      assembly_.part(ends.a).object.is_none() && assembly_.part(ends.b).object.is_none();
  if (both) e.ignored(e.title() + ": both bodies stand still");
  return both;
}

/// Bodies are joined at an anchor in the axes of the first.
void MjcfActuation::read_connect(const Element& e) {
  std::optional<Ends> ends = read_ends(e);
  if (!e.has("site1")) {
    if (!e.has("anchor")) e.required_text("anchor");
    const Vec3 anchor = e.vector("anchor", Vec3::Zero());
    if (ends) ends->at_a = ends->at_b = {Mat3::Identity(), ends->at_a * anchor};
  }
  if (!ends || stand_still(e, *ends)) return;
  assembly_.hold(e,
                 e.text("name", "connect"),
                 PointToPoint{.a = assembly_.point(ends->a, ends->at_a.p),
                              .b = assembly_.point(ends->b, ends->at_b.p)});
  e.used(e.title() + ": point_to_point");
}

/// Bodies are held as the second is in the first by `relpose`, or as they are at the start.
void MjcfActuation::read_weld(const Element& e) {
  std::optional<Ends> ends = read_ends(e);
  if (!e.has("site1")) {
    const auto r = e.numbers("relpose", 7, 7).value_or(std::vector<double>(7, 0.0));
    const Quat turn(r[3], r[4], r[5], r[6]);
    const RigidMap relative{turn.normalized().toRotationMatrix(), Vec3(r[0], r[1], r[2])};
    if (ends) ends->at_a = turn.norm() > 1e-12 ? ends->at_a * relative : ends->at_b;
  }
  if (!ends || stand_still(e, *ends)) return;
  assembly_.hold(e,
                 e.text("name", "weld"),
                 Connector{.a = assembly_.frame(ends->a, ends->at_a),
                           .b = assembly_.frame(ends->b, ends->at_b)});
  e.used(e.title() + ": connector");
}

/// y − y₀ = c₀ + c₁ (x − x₀) + …, of joints or tendons that are y₀ and x₀ at the start.
void MjcfActuation::read_coupling(const Element& e) {
  const bool of_joints = e.tag() == "joint";
  const char* attributes[] = {of_joints ? "joint1" : "tendon1", of_joints ? "joint2" : "tendon2"};
  std::vector<double> coefficients = {0, 1, 0, 0, 0};
  const auto given = e.numbers("polycoef", 1, 5).value_or(std::vector<double>());
  std::ranges::copy(given, coefficients.begin());
  const double slope = coefficients[1];
  std::vector<WeightedCoordinate> terms;
  double sum = coefficients[0];
  for (int i = 0; i < 2; ++i) {
    if (i == 1 && !e.has(attributes[1])) break;
    const double sign = i == 0 ? 1.0 : -slope;
    if (of_joints) {
      const Coordinate* c = find_joint(e, attributes[i]);
      if (c == nullptr) return;
      terms.push_back({*c, sign});
      sum += sign * c->start;
    } else {
      const Tendon* tendon = find_tendon(e, attributes[i]);
      if (tendon == nullptr) return;
      for (const auto& [c, gain] : tendon->terms) terms.push_back({c, sign * gain});
      sum += sign * tendon->start;
    }
  }
  if (std::any_of(coefficients.begin() + 2, coefficients.end(), [](double c) { return c != 0.0; }))
    e.approximated(e.title() + ": of polycoef the first two are taken, which make a straight line");
  assembly_.add_coupler(e, e.text("name", "coupling"), terms, sum);
  e.used(e.title() + ": coupler");
}

// ---- tendons ----

std::optional<MjcfActuation::Tendon> MjcfActuation::read_fixed(const Element& e) const {
  Tendon tendon;
  for (const Element& part : e.children("joint")) {
    const Coordinate* c = find_joint(part, "joint");
    if (c == nullptr) return std::nullopt;
    if (!part.has("coef")) part.required_text("coef");
    const double gain = part.number("coef", 1.0);
    if (gain == 0.0) continue;
    tendon.terms.push_back({*c, gain});
    tendon.start += gain * c->start;
    tendon.rest += gain * c->rest;
  }
  return tendon;
}

std::optional<MjcfActuation::Tendon> MjcfActuation::read_spatial(const Element& e) const {
  PathLength path;
  Tendon tendon;
  Vec3 last = Vec3::Zero(), last_slack = Vec3::Zero();
  for (pugi::xml_node node : e.node().children()) {
    if (node.type() != pugi::node_element) continue;
    if (std::string_view(node.name()) != "site") {
      e.ignored(e.title() + ": a line that wraps round geoms or pulleys");
      return std::nullopt;
    }
    const MjcfTree::Site* site = tree_.find_site(Element(e.sources(), node), "site");
    if (site == nullptr) return std::nullopt;
    const Vec3 here = site->start.p, slack = tree_.slack(site->link) * here;
    if (!path.points.empty()) {
      tendon.start += (here - last).norm();
      tendon.rest += (slack - last_slack).norm();
    }
    last = here;
    last_slack = slack;
    path.points.push_back(assembly_.point(site->link, here));
  }
  if (path.points.size() < 2) {
    e.problem("a spatial tendon needs two sites at least");
    return std::nullopt;
  }
  tendon.terms = {{Coordinate{.quantity = path, .start = tendon.start}, 1.0}};
  return tendon;
}

void MjcfActuation::read_tendon(pugi::xml_node node) {
  const std::string_view tag = node.name();
  if (tag != "fixed" && tag != "spatial") return;
  const Element e = document_.element(node, {"tendon"});
  const std::string name = e.text("name", "tendon");
  const std::optional<Tendon> tendon = tag == "fixed" ? read_fixed(e) : read_spatial(e);
  if (e.has("name") && !add_named(e, "tendons", name, tendons_, tendon.value_or(Tendon()))) return;
  if (!tendon || tendon->terms.empty()) return;
  add_tendon_limit(e, name, *tendon);
  add_tendon_spring(e, name, *tendon);
  e.used(e.title() + (tag == "fixed" ? ": a sum of quantities" : ": path_length"));
}

void MjcfActuation::add_tendon_limit(const Element& e,
                                     const std::string& name,
                                     const Tendon& tendon) {
  const auto range = compiler_.limits(e, "range", "limited");
  if (!range) return;
  if (tendon.terms.size() > 1)
    return e.ignored(e.title() + ": its range, as a sum of quantities cannot be limited");
  const auto& [c, gain] = tendon.terms.front();
  const auto [low, high] = std::minmax({range->first / gain, range->second / gain});
  assembly_.add_limit(e, name + "_limit", c, low, high);
}

/// f = −k (l − l₀) − d l̇
void MjcfActuation::add_tendon_spring(const Element& e,
                                      const std::string& name,
                                      const Tendon& tendon) {
  const double k = e.number("stiffness", 0.0), d = e.number("damping", 0.0);
  const auto lengths = e.numbers("springlength", 1, 2).value_or(std::vector<double>{-1.0});
  if (k < 0.0 || d < 0.0) return e.problem("'stiffness' and 'damping' must not be negative");
  if (k == 0.0 && d == 0.0) return;
  if (lengths.back() != lengths.front())
    e.approximated(e.title() + ": its spring has no play, and rests at the middle of springlength");
  const double middle = 0.5 * (lengths.front() + lengths.back());
  const double rest = lengths.front() == -1.0 ? tendon.rest : middle;
  if (tendon.terms.size() > 1)
    return add_drive(e, name + "_spring", {tendon.terms, 0.0, k * rest, -k, -d, {}, {}});
  const auto& [c, gain] = tendon.terms.front();
  assembly_.add_spring(e, name + "_spring", c, {k * gain * gain, d * gain * gain, rest / gain});
}

}  // namespace holon::importing
