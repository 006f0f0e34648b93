// SPDX-License-Identifier: Apache-2.0
#include "holon/scene/pose.h"

#include "holon/scene/scope.h"

namespace holon {
namespace {

const double* constant_of(const Motion& m) {
  const auto* p = std::get_if<Polynomial>(&m.kind());
  return p != nullptr && p->coefficients.size() == 1 ? p->coefficients.data() : nullptr;
}

/// The function as a formula of t; none if it has no such form.
std::optional<std::string> formula_of(const Motion& m) {
  const auto number = [](double x) { return "(" + shortest_text(x) + ")"; };
  if (const auto* f = std::get_if<TimeFormula>(&m.kind())) return "(" + f->text() + ")";
  if (const auto* s = std::get_if<Sine>(&m.kind()))
    return "(" + number(s->offset) + "+" + number(s->amplitude) + "*sin(" + number(s->rate) + "*t+"
           + number(s->phase) + "))";
  const auto* p = std::get_if<Polynomial>(&m.kind());
  if (p == nullptr) return std::nullopt;
  std::string text = "0";  // by Horner
  for (auto c = p->coefficients.rbegin(); c != p->coefficients.rend(); ++c)
    text = "(" + number(*c) + "+t*" + text + ")";
  return text;
}

const Keyframes* keys_of(const Motion& m) {
  const auto* spline = std::get_if<Spline>(&m.kind());
  return spline == nullptr ? nullptr : &spline->keys();
}

/// Splines through keys at the same times, or constants beside such.
std::optional<Path> through_keys(const Path& path, const Pose& pose) {
  const Motion* parts[3] = {&path.x, &path.y, &path.z};
  const Keyframes* some = nullptr;
  for (const Motion* m : parts)
    if (const Keyframes* keys = keys_of(*m)) {
      if (some != nullptr && some->times != keys->times) return std::nullopt;
      some = keys;
    } else if (constant_of(*m) == nullptr) {
      return std::nullopt;
    }
  if (some == nullptr) return std::nullopt;
  std::vector<Vec3> points(some->times.size());
  for (std::size_t k = 0; k < points.size(); ++k) {
    for (int i = 0; i < 3; ++i) {
      const Keyframes* keys = keys_of(*parts[i]);
      points[k][i] = keys != nullptr ? keys->values[k] : *constant_of(*parts[i]);
    }
    points[k] = pose.point(points[k]);
  }
  return Path::through(some->times, points);
}

std::optional<Path> by_formulas(const Path& path, const Pose& pose) {
  const auto x = formula_of(path.x), y = formula_of(path.y), z = formula_of(path.z);
  if (!x || !y || !z) return std::nullopt;
  const Mat3 R = pose.orientation.toRotationMatrix();
  const auto mixed = [&](int i) {
    std::string text = "(" + shortest_text(pose.position[i]) + ")";
    for (const auto& [part, column] : {std::pair(&*x, 0), std::pair(&*y, 1), std::pair(&*z, 2)})
      text += "+(" + shortest_text(R(i, column)) + ")*" + *part;
    return Motion(TimeFormula(text));
  };
  return Path{mixed(0), mixed(1), mixed(2)};
}

}  // namespace

/// A velocity of the instance is not added: a path says where it leads.
std::optional<Path> Pose::path(const Path& path) const {
  if (position == Vec3::Zero() && !is_turned()) return path;
  const double *x = constant_of(path.x), *y = constant_of(path.y), *z = constant_of(path.z);
  if (x != nullptr && y != nullptr && z != nullptr) return Path::constant(point(Vec3(*x, *y, *z)));
  if (auto keys = through_keys(path, *this)) return keys;
  return by_formulas(path, *this);
}

}  // namespace holon
