// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdio>
#include <numeric>

#include "holon/world/diagnosis.h"

/// The diagnosis in words. Here and nowhere else.
namespace holon {
namespace {

// Lists go on to here, then they are counted.
constexpr std::size_t kMostNames = 12;
constexpr std::size_t kMostSets = 50;

std::string number(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", x);
  return text;
}

std::string plural(int n, const char* what) {
  return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
}

/// "a, b, c", with what name(item) gives.
template <class List, class F>
std::string listed(const List& list, F&& name) {
  std::string text;
  for (std::size_t i = 0; i < list.size() && i < kMostNames; ++i)
    text += (i == 0 ? "" : ", ") + name(list[i]);
  if (list.size() > kMostNames)
    text += " and " + std::to_string(list.size() - kMostNames) + " more";
  return text;
}

/// "x" along an axis of the world, or else its components.
std::string axis_name(const Vec3& axis) {
  for (int i = 0; i < 3; ++i)
    if (std::abs(std::abs(axis[i]) - 1.0) < 1e-9) return std::string(1, "xyz"[i]);
  return "(" + number(axis.x()) + ", " + number(axis.y()) + ", " + number(axis.z()) + ")";
}

std::string names_of(const std::vector<Diagnosis::Rows>& members, const Model& model) {
  return listed(members, [&](const Diagnosis::Rows& r) { return model.name_of(r.constraint); });
}

std::string details_of(const std::vector<Diagnosis::Rows>& members, const Model& model) {
  std::string text;
  for (std::size_t i = 0; i < members.size() && i < kMostNames; ++i)
    text += (i == 0 ? "" : "; ") + text_of(members[i], model);
  return text;
}

bool has_single_rows(const std::vector<Diagnosis::Rows>& members, const Model& model) {
  for (const Diagnosis::Rows& r : members)
    if (text_of(r, model) != model.name_of(r.constraint)) return false;
  return true;
}

}  // namespace

int Diagnosis::count(const std::vector<Redundancy>& sets) {
  return std::accumulate(
      sets.begin(), sets.end(), 0, [](int sum, const Redundancy& s) { return sum + s.count; });
}

std::string row_name(const Constraint& kind, int row) {
  return visit(
      [&]<class K>(const K& /*kind*/) -> std::string {
        if constexpr (requires { K::row_names; })
          return std::string(K::row_names[row]);
        else
          return K::rows == 1 ? std::string(K::name) : "row " + std::to_string(row + 1);
      },
      kind);
}

std::string text_of(const Diagnosis::Rows& rows, const Model& model) {
  const Constraint& kind = model.constraints()[rows.constraint].kind;
  const int all = visit([]<class K>(const K& /*kind*/) { return K::rows; }, kind);
  const std::string name = model.name_of(rows.constraint);
  if (static_cast<int>(rows.rows.size()) == all) return name;
  return name + " in " + listed(rows.rows, [&](int row) { return row_name(kind, row); });
}

std::string text_of(const Diagnosis::Freedom& m, const Model& model) {
  using Kind = Diagnosis::Freedom::Kind;
  const std::string who = m.object.is_none() ? "" : model.name_of(m.object);
  const std::string where = m.joint.is_none() ? "" : model.name_of(m.joint);
  const std::string axis = axis_name(m.axis);
  const auto at_joint = [&](const std::string& verb, const std::string& one) {
    return m.qualified ? who + " " + verb + " at " + where + ", " + one + " " + axis
                       : who + " " + verb + " " + one + " " + where;
  };
  std::string text;
  switch (m.kind) {
    case Kind::moves:
      text = who + " moves along " + axis;
      break;
    case Kind::turns:
      text = where.empty() ? who + " turns about " + axis : at_joint("turns", "about");
      break;
    case Kind::slides:
      text = m.on_surface ? who + " slides on " + where + ", along " + axis
                          : at_joint("slides", "along");
      break;
    case Kind::rolls:
      text = who + " rolls on " + where + ", along " + axis;
      break;
    case Kind::changes:
      text = who + " changes in coordinate " + std::to_string(m.coordinate);
      break;
    case Kind::whole_moves:
      text = "whole mechanism moves along " + axis;
      break;
    case Kind::whole_turns:
      text = "whole mechanism turns about " + axis;
      break;
  }
  if (m.first_order) text += ", by a hair's breadth only";
  if (!m.along.empty())
    text += "; with it " + listed(m.along, [&](ObjectId id) { return model.name_of(id); });
  return text;
}

std::string advice(const Diagnosis::Redundancy& set, const Model& model) {
  const auto name = [&](ConstraintId id) { return model.name_of(id); };
  if (set.copies && set.removable.size() == set.members.size())
    return "keep one of " + listed(set.removable, name);
  if (set.removable.size() == 1) return "remove " + name(set.removable.front());
  if (!set.removable.empty()) return "remove any one of " + listed(set.removable, name);
  return "free " + details_of(set.spare, model);
}

std::string text_of(const Diagnosis::Redundancy& set, const Model& model) {
  std::string text = names_of(set.members, model) + ": ";
  if (set.gap > 0.0) {
    const char* unit = set.level == Diagnosis::Level::position   ? ""
                       : set.level == Diagnosis::Level::velocity ? " in velocity"
                                                                 : " in acceleration";
    return text + "cannot all be met, apart by " + number(set.gap) + unit;
  }
  if (set.copies) text += "copies of each other, ";
  text += plural(set.count, "row") + " too many";
  if (set.only_here > 0 && set.only_here < set.count)
    text += ", " + std::to_string(set.only_here) + " of them at this position only";
  else if (set.only_here > 0)
    text += " at this position only";
  return text;
}

std::string text_of(const Diagnosis::Near& near, const Model& model) {
  return names_of(near.members, model) + ", " + number(near.distance)
         + " from dependent: hardly held is that " + text_of(near.nearly_free, model);
}

namespace {

std::string text_of_set(const Diagnosis::Redundancy& set, const Model& model) {
  std::string text = "  " + text_of(set, model);
  if (!has_single_rows(set.members, model))
    text += "\n    between " + details_of(set.members, model);
  return text + "\n    advice: " + advice(set, model) + "\n";
}

std::string text_of_sets(const char* title,
                         const std::vector<Diagnosis::Redundancy>& sets,
                         const Model& model) {
  if (sets.empty()) return {};
  std::string text = std::string(title) + plural(Diagnosis::count(sets), "row") + "\n";
  for (std::size_t i = 0; i < sets.size() && i < kMostSets; ++i)
    text += text_of_set(sets[i], model);
  if (sets.size() > kMostSets)
    text += "  and " + std::to_string(sets.size() - kMostSets) + " sets more\n";
  return text;
}

std::string text_of_islands(const Diagnosis& d, const Model& model) {
  std::string text;
  for (const Diagnosis::Island& island : d.islands) {
    const std::string whose = "the island of " + model.name_of(island.objects.front());
    if (!island.undefined.is_none())
      text += "undefined           " + model.name_of(island.undefined)
              + " has no finite value here; nothing is known of " + whose + "\n";
    else if (island.unmet > 0.0)
      text += "unmet               " + whose + " comes to rest with " + model.name_of(island.worst)
              + " off by " + number(island.unmet) + "\n";
    else if (island.off > 1e-6)
      text += "assembling          " + whose + " is off by " + number(island.off)
              + " and will close; all this holds where it has\n";
    if (!island.tested)
      text += "not tested          whether motions of " + whose + " lead anywhere\n";
  }
  return text;
}

std::string text_of_motions(const Diagnosis& d, const Model& model) {
  std::string text = "degrees of freedom  " + std::to_string(d.freedoms);
  if (d.lasting < d.freedoms)
    text += " here, " + std::to_string(d.lasting) + " of them lead anywhere: a singular position";
  text += "\n";
  for (const Diagnosis::Freedom& m : d.motions) text += "  " + text_of(m, model) + "\n";
  if (const int more = d.freedoms - static_cast<int>(d.motions.size()); more > 0)
    text += "  and " + std::to_string(more) + " more\n";
  return text;
}

}  // namespace

std::string text_of(const Diagnosis& d, const Model& model) {
  const auto name = [&](ConstraintId id) { return model.name_of(id); };
  std::string text = "objects             " + std::to_string(d.objects) + "\n"
                     + "constraints         " + std::to_string(d.constraints) + " with "
                     + plural(d.rows, "row") + " at work\n" + "islands             "
                     + std::to_string(d.islands.size()) + "\n";
  if (!d.taut.empty()) text += "taut                " + listed(d.taut, name) + "\n";
  if (!d.slack.empty()) text += "slack, not counted  " + listed(d.slack, name) + "\n";
  if (!d.yielding.empty()) text += "may give way        " + listed(d.yielding, name) + "\n";
  text += text_of_islands(d, model) + text_of_motions(d, model);
  if (d.redundant_rows() == 0) text += "redundant           nothing: all forces are unique\n";
  text += text_of_sets("redundant           ", d.redundancies, model);
  text += text_of_sets("conflict            ", d.conflicts, model);
  if (!d.shiftable.empty()) {
    text += "forces not unique\n";
    for (std::size_t i = 0; i < d.shiftable.size() && i < kMostSets; ++i)
      text += "  " + text_of(d.shiftable[i], model) + "\n";
    if (d.shiftable.size() > kMostSets)
      text += "  and " + std::to_string(d.shiftable.size() - kMostSets) + " constraints more\n";
  }
  for (const Diagnosis::Near& n : d.nearly)
    text += "near-singular       " + text_of(n, model) + "\n";
  return text;
}

}  // namespace holon
