// SPDX-License-Identifier: Apache-2.0
#include "holon/world/named_motions.h"

#include <algorithm>
#include <cmath>

namespace holon {
namespace {

using Freedom = Diagnosis::Freedom;

// Coordinates are chosen of which others leave at least this much …
constexpr double kGood = 0.2;
// … and if need be this much.
constexpr double kEnough = 1e-6;
// A motion of the whole keeps constraints if it changes no row of length 1 by more than this.
constexpr double kKeeps = 1e-7;

}  // namespace

void NamedMotions::add(Freedom name, std::vector<Entry> row) {
  double sum = 0.0;
  for (const Entry& e : row) sum += e.value * e.value;
  if (sum == 0.0) return;
  for (Entry& e : row) e.value /= std::sqrt(sum);
  (name.joint.is_none() ? objects_ : joints_).push_back({std::move(name), std::move(row), {}});
}

void NamedMotions::list_joint(const Joint& joint) {
  const JointEnd &a = joint.carrier, &b = joint.mover;
  if (a.body == b.body) return;
  const auto is = [&](const JointEnd& end, MeasuredRows::Kind kind) {
    return end.body >= 0 && rows_.bodies()[end.body].kind == kind;
  };
  if (is(a, MeasuredRows::Kind::other) || is(b, MeasuredRows::Kind::other)) return;
  const bool turn = !is(a, MeasuredRows::Kind::particle) && !is(b, MeasuredRows::Kind::particle);
  const Mat3 axes = a.axes.value_or(Mat3::Identity());
  const bool b_moves = b.body >= 0;
  Freedom name;
  name.joint = joint.id;
  name.object = b_moves ? b.object : a.object;
  name.on_surface = a.on_surface;
  for (const int i : {2, 0, 1}) {
    name.axis = axes.col(i);
    std::vector<Entry> row;
    if (turn) {
      name.kind = Freedom::Kind::turns;
      name.qualified = !a.axes || i != 2;
      if (b.body >= 0) rows_.add(b.body, rows_.turning_row(b.body, name.axis), 1.0, row);
      if (a.body >= 0) rows_.add(a.body, rows_.turning_row(a.body, name.axis), -1.0, row);
      add(name, row);
    }
    if (!joint.slides || !b.point || !a.point) continue;
    row.clear();
    name.kind = joint.rolls ? Freedom::Kind::rolls : Freedom::Kind::slides;
    name.qualified = !a.on_curve && i != 2;
    if (b.body >= 0) rows_.add(b.body, rows_.velocity_row(b.body, *b.point, name.axis), 1.0, row);
    if (a.body >= 0) rows_.add(a.body, rows_.velocity_row(a.body, *b.point, name.axis), -1.0, row);
    add(name, row);
  }
}

void NamedMotions::list_joints() {
  if (!joints_.empty()) return;
  for (const Joint& joint : joints_of(world_, system_, rows_)) list_joint(joint);
}

/// Motions of the whole island along and about the axes of the world, if the constraints let them.
void NamedMotions::list_whole(const SparseRows& J) {
  if (rows_.bodies().size() < 2) return;
  const Vec3 middle = rows_.centre();
  for (int i = 0; i < 6; ++i) {
    const Vec3 axis = Vec3::Unit(i % 3), zero = Vec3::Zero();
    VecX x =
        i < 3 ? rows_.rigid_motion(middle, axis, zero) : rows_.rigid_motion(middle, zero, axis);
    const double size = x.size() > 0 ? x.lpNorm<Eigen::Infinity>() : 0.0;
    if (!(size > 0.0)) continue;
    x /= size;
    bool keeps = true;
    for (int r = 0; r < J.rows() && keeps; ++r) {
      double rate = 0.0;
      for (const Entry& e : J.row(r)) rate += e.value * x[e.at];
      keeps = std::abs(rate) <= kKeeps;
    }
    if (!keeps) continue;
    Coordinate c;
    c.name.kind = i < 3 ? Freedom::Kind::whole_moves : Freedom::Kind::whole_turns;
    c.name.axis = axis;
    const double length = x.norm();
    for (int k = 0; k < x.size(); ++k)
      if (x[k] != 0.0) c.row.push_back({k, x[k] / length});
    c.whole = x;
    whole_.push_back(std::move(c));
  }
}

void NamedMotions::list_objects() {
  if (!objects_.empty()) return;
  for (std::size_t i = 0; i < rows_.bodies().size(); ++i) {
    const MeasuredRows::Body& body = rows_.bodies()[i];
    const int b = static_cast<int>(i);
    Freedom name;
    name.object = body.id;
    std::vector<Entry> row;
    for (int k = 0; k < body.nv; ++k) {
      row.clear();
      name.coordinate = k;
      name.axis = Vec3::Unit(k % 3);
      if (body.kind == MeasuredRows::Kind::other) {
        name.kind = Freedom::Kind::changes;
        rows_.add(b, VecX::Unit(body.nv, k), 1.0, row);
      } else {
        name.kind = k < 3 ? Freedom::Kind::moves : Freedom::Kind::turns;
        rows_.add(
            b,
            k < 3 ? rows_.velocity_row(b, body.com, name.axis) : rows_.turning_row(b, name.axis),
            1.0,
            row);
      }
      add(name, row);
    }
  }
}

std::vector<NamedMotions::Found> NamedMotions::find(RowElimination& elimination,
                                                    const SparseRows& J,
                                                    int most) {
  const int first = elimination.kept();
  const int wanted = std::min(most, elimination.columns() - first);
  std::vector<const Coordinate*> chosen;
  const auto choose = [&](const std::vector<Coordinate>& from, double threshold) {
    for (const Coordinate& c : from) {
      if (static_cast<int>(chosen.size()) >= wanted) return;
      if (elimination.take(c.row, threshold)) chosen.push_back(&c);
    }
  };
  if (wanted > 0) {
    list_joints();
    list_whole(J);
    list_objects();
    for (const auto* list : {&joints_, &whole_, &objects_})
      for (const double threshold : {kGood, kEnough}) choose(*list, threshold);
  }
  std::vector<Found> found;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    Found f{chosen[i]->name, chosen[i]->whole};
    if (f.x.size() == 0) f.x = elimination.response(first + static_cast<int>(i));
    tell_who_else(f.x, f.name);
    found.push_back(std::move(f));
  }
  tell_several_apart(found);
  return found;
}

void NamedMotions::tell_who_else(const VecX& x, Freedom& name) const {
  if (name.object.is_none()) return;
  for (const int b : rows_.moving(x))
    if (rows_.bodies()[b].id != name.object) name.along.push_back(rows_.bodies()[b].id);
}

void NamedMotions::tell_several_apart(std::vector<Found>& found) const {
  for (Found& f : found)
    f.name.qualified =
        f.name.qualified || std::ranges::count_if(found, [&](const Found& g) {
                              return f.name.joint == g.name.joint && f.name.kind == g.name.kind;
                            }) > 1;
}

Freedom NamedMotions::name_of(const VecX& x) {
  list_joints();
  list_objects();
  const Coordinate* best = nullptr;
  double most = 0.0;
  for (const auto* list : {&joints_, &objects_}) {
    for (const Coordinate& c : *list) {
      double rate = 0.0;
      for (const Entry& e : c.row) rate += e.value * x[e.at];
      if (std::abs(rate) <= most * (1.0 + kEnough)) continue;
      most = std::abs(rate);
      best = &c;
    }
    if (most > kGood * x.norm()) break;  // a joint tells more than an object
  }
  Freedom name = best != nullptr ? best->name : Freedom();
  tell_who_else(x, name);
  return name;
}

}  // namespace holon
