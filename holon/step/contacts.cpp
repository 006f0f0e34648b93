// SPDX-License-Identifier: Apache-2.0
#include "holon/step/contacts.h"

#include <algorithm>
#include <tuple>

#include "holon/step/system.h"

namespace holon {
namespace {

// Rows of one side: three, of six columns at most.
constexpr std::size_t kRowsOfSide = 18;
// Of what the host says touches.
constexpr std::uint32_t kHostFeature = 0x7ffe0000U;
// Points that are no farther apart than this share of the smaller shape are in the same place.
constexpr double kSamePlace = 1e-3;

/// The normal, and two directions across it.
Mat3 axes_about(const Vec3& normal) {
  Mat3 axes;
  const Vec3 across = normal.unitOrthogonal();
  axes << normal.transpose(), across.transpose(), normal.cross(across).transpose();
  return axes;
}

template <class Body>
Place place_of_body(const Body& body) {
  if constexpr (requires { body.rotation(); })
    return {body.rotation(), body.origin()};
  else
    return {Mat3::Identity(), body.com()};
}

/// Rows of A times the velocity of what is at x.
template <class Body>
void write_rows(const Body& body, const RowBlock<3, 3>& A, const Vec3& x, double* out) {
  if constexpr (requires { body.template write_force<3>(A, x, out); })
    body.template write_force<3>(A, x, out);
  else
    view<RowBlock<3, 3>>(out) = A;
}

auto order_of(const ContactMemory& m) {
  return std::tie(m.key, m.feature);
}

}  // namespace

Place Contacts::object_place(const System& system, const ContactSide& side, When when) {
  if (side.object < 0) return when == When::start ? side.given->start : side.given->end;
  return system.visit_body(side.object, [](const auto& body) { return place_of_body(body); });
}

Place Contacts::place_of(const System& system, const ContactSide& side, When when) {
  return object_place(system, side, when) * side.at;
}

// ---- points ----

/// Fills manifolds_.
void Contacts::collide_pair(const System& system,
                            const ContactPair& pair,
                            When when,
                            double margin) {
  manifolds_.clear();
  const Place a = place_of(system, pair.a, when), b = place_of(system, pair.b, when);
  if (!a.is_finite() || !b.is_finite()) return;
  if (pair.a.shape == nullptr) {
    const double gap = pair.normal.dot(b.x - a.x);
    manifolds_.push_back(
        {.points = {ContactPoint{a.x, b.x, pair.normal, gap, kHostFeature}}, .size = 1});
  } else {
    collide(*pair.a.shape, a, *pair.b.shape, b, margin, manifolds_);
  }
}

void Contacts::find_in(const System& system, int pair, When when, double margin) {
  look(system, pairs_[static_cast<std::size_t>(pair)], when, margin, [&](const ContactPoint& p) {
    add(pair, p);
  });
}

void Contacts::add(int pair, const ContactPoint& point) {
  points_.push_back({.pair = pair,
                     .feature = point.feature,
                     .on_a = point.on_a,
                     .on_b = point.on_b,
                     .axes = axes_about(point.normal),
                     .gap = point.gap});
  recall(points_.back());
}

/// What pushed there before will do so again: the same feature, or else the nearest at hand, as
/// faces that lie on each other take turns in giving features their names.
void Contacts::recall(TouchPoint& point) const {
  const ContactPair& pair = pair_of(point);
  const Vec3 x = 0.5 * (point.on_a + point.on_b);
  double nearest = kSamePlace * std::min(pair.a.reach, pair.b.reach);
  auto memory = std::ranges::lower_bound(memory_, pair.key, {}, &ContactMemory::key);
  for (; memory != memory_.end() && memory->key == pair.key; ++memory) {
    const bool is_same = memory->feature == point.feature;
    const double distance = is_same ? -1.0 : (memory->at - x).norm();
    if (distance >= nearest) continue;
    nearest = distance;
    point.force = memory->force;
    point.slip = memory->slip;
  }
}

void Contacts::remember() {
  memory_.clear();
  for (const TouchPoint& p : points_)
    memory_.push_back(
        {pair_of(p).key, p.feature, 0.5 * (p.on_a + p.on_b), p.force, p.slip, is_felt(p)});
  std::ranges::sort(memory_, {}, order_of);
}

// ---- rows ----

/// Both sides at the middle between them, so that what they give each other is equal and opposite.
void Contacts::prepare_rows(const System& system) {
  rows_.resize(points_.size() * 2 * kRowsOfSide);
  double* rows = rows_.data();
  for (const TouchPoint& p : points_) {
    const ContactPair& pair = pair_of(p);
    const Vec3 x = 0.5 * (p.on_a + p.on_b);
    for (const auto& [side, sign] : {std::pair(&pair.a, -1.0), std::pair(&pair.b, 1.0)}) {
      const RowBlock<3, 3> A = sign * p.axes;
      if (side->object >= 0)
        system.visit_body(side->object, [&](const auto& body) { write_rows(body, A, x, rows); });
      rows += kRowsOfSide;
    }
  }
  prepare_turning_rows(system);
}

namespace {

/// Rows of A times the angular velocity; zero of what does not turn.
template <class Body>
void write_turning_rows(const Body& body, const RowBlock<3, 3>& A, double* out) {
  std::fill_n(out, kRowsOfSide, 0.0);
  if constexpr (requires { body.template write_torque<3>(A, out); })
    body.template write_torque<3>(A, out);
}

}  // namespace

void Contacts::prepare_turning_rows(const System& system) {
  turning_rows_.clear();
  if (std::ranges::none_of(points_, [&](const TouchPoint& p) { return turns(system, p); })) return;
  turning_rows_.resize(points_.size() * 2 * kRowsOfSide);
  double* rows = turning_rows_.data();
  for (const TouchPoint& p : points_) {
    const ContactPair& pair = pair_of(p);
    for (const auto& [side, sign] : {std::pair(&pair.a, -1.0), std::pair(&pair.b, 1.0)}) {
      const RowBlock<3, 3> A = sign * p.axes;
      if (side->object >= 0)
        system.visit_body(side->object,
                          [&](const auto& body) { write_turning_rows(body, A, rows); });
      rows += kRowsOfSide;
    }
  }
}

bool Contacts::turns(const System& system, const TouchPoint& point) const {
  const ContactPair& pair = pair_of(point);
  const auto can_turn = [&](const ContactSide& side) {
    return side.object >= 0 && system.bodies()[static_cast<std::size_t>(side.object)].nv == 6;
  };
  const SurfacePair& surface = pair.surface;
  return (surface.rolling_friction > 0.0 || surface.spinning_friction > 0.0)
         && (can_turn(pair.a) || can_turn(pair.b));
}

ContactSolver::Contact Contacts::turning(std::size_t point) const {
  ContactSolver::Contact contact = this->contact(point);
  contact.rows_a = turning_rows_.data() + point * 2 * kRowsOfSide;
  contact.rows_b = contact.rows_a + kRowsOfSide;
  return contact;
}

ContactSolver::Contact Contacts::contact(std::size_t point) const {
  const TouchPoint& p = points_[point];
  const ContactPair& pair = pair_of(p);
  const double* rows = rows_.data() + point * 2 * kRowsOfSide;
  ContactSolver::Contact contact;
  contact.a = pair.a.object;
  contact.b = pair.b.object;
  contact.rows_a = rows;
  contact.rows_b = rows + kRowsOfSide;
  return contact;
}

namespace {

template <class F>
void for_each_side(const System& system, const ContactSolver::Contact& contact, F&& f) {
  using Rows = Eigen::Map<const Eigen::Matrix<double, 3, Eigen::Dynamic, Eigen::RowMajor, 3, 6>>;
  for (const auto& [object, rows] :
       {std::pair(contact.a, contact.rows_a), std::pair(contact.b, contact.rows_b)}) {
    if (object < 0) continue;
    const System::BodyView& view = system.bodies()[static_cast<std::size_t>(object)];
    f(view, Rows(rows, 3, view.nv));
  }
}

void add_rows_transposed(const System& system,
                         const ContactSolver::Contact& contact,
                         const Vec3& along,
                         VecX& out) {
  for_each_side(system, contact, [&](const System::BodyView& body, const auto& C) {
    out.segment(body.v, body.nv) += C.transpose() * along;
  });
}

}  // namespace

Vec3 Contacts::parting(const System& system, std::size_t point, const VecX& v) const {
  Vec3 u = Vec3::Zero();
  for_each_side(system, contact(point), [&](const System::BodyView& body, const auto& C) {
    u += C * v.segment(body.v, body.nv);
  });
  return u;
}

Vec3 Contacts::velocity_at(const System& system,
                           const ContactSide& side,
                           const Vec3& x,
                           const VecX& v) {
  if (side.object < 0) return Vec3::Zero();
  double rows[kRowsOfSide];
  system.visit_body(side.object, [&](const auto& body) {
    write_rows(body, RowBlock<3, 3>::Identity(), x, rows);
  });
  using Rows = Eigen::Map<const Eigen::Matrix<double, 3, Eigen::Dynamic, Eigen::RowMajor, 3, 6>>;
  const System::BodyView& at = system.bodies()[static_cast<std::size_t>(side.object)];
  return Rows(rows, 3, at.nv) * v.segment(at.v, at.nv);
}

void Contacts::add_impulse(const System& system,
                           std::size_t point,
                           const Vec3& r,
                           VecX& out) const {
  add_rows_transposed(system, contact(point), points_[point].axes * r, out);
}

void Contacts::add_turning(const System& system,
                           std::size_t point,
                           const Vec3& r,
                           VecX& out) const {
  add_rows_transposed(system, turning(point), points_[point].axes * r, out);
}

}  // namespace holon
