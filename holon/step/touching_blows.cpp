// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "holon/step/touching.h"

/// What bounces.
namespace holon {
namespace {

constexpr int kMostBlows = 100;
constexpr double kBlowTolerance = 1e-9;  // [m/s]

}  // namespace

// ---- what will bounce, as the first half finds it ----

void Touching::note_hits(System& system, double h, const VecX& v, const VecX& f, const VecX& b) {
  const Contacts& contacts = system.contacts();
  bool is_free_known = false;
  for (std::size_t i = 0; i < chosen_.size(); ++i) {
    const std::size_t k = chosen_[i];
    const TouchPoint& point = contacts.points()[k];
    const ContactPair& pair = contacts.pair_of(point);
    if (contacts_[i].push[0] <= 0.0 || pair.surface.restitution == 0.0) continue;
    if (!std::exchange(is_free_known, true))
      system.kkt().solve(as_span(f), as_span(b), as_span(free_), as_span(lambda_));
    const double before = (contacts.parting(system, k, v) + contacts_[i].given)[0];
    const double kick = contacts.parting(system, k, free_)[0] + contacts_[i].given[0] - before;
    // What others push together is no blow of its own: it is passed on by theirs.
    if (std::max(point.gap, 0.0) + h * (before + kick) >= 0.0) continue;
    const double square = before * before - 4.0 * kick / h * std::max(point.gap, 0.0);
    const double speed = std::sqrt(std::max(square, 0.0));
    if (speed <= pair.surface.bounce_speed) continue;
    const auto on = [&](const ContactSide& side, const Vec3& x) {
      return Contacts::object_place(system, side, Contacts::When::start).local(x);
    };
    hits_.push_back({k,
                     point.pair,
                     point.feature,
                     on(pair.b, point.on_b),
                     pair.surface.restitution * speed - kick,
                     kick});
  }
}

/// The hit that a point at the end of the flight comes from: that of the same feature, or else the
/// nearest of the same pair.
const Touching::Hit* Touching::hit_of(const System& system, const TouchPoint& point) const {
  const ContactPair& pair = system.contacts().pair_of(point);
  const Place place = Contacts::object_place(system, pair.b, Contacts::When::end);
  const Hit* nearest = nullptr;
  double least = std::numeric_limits<double>::infinity();
  for (const Hit& hit : hits_) {
    if (hit.pair != point.pair) continue;
    if (hit.feature == point.feature) return &hit;
    const double distance = (place.point(hit.on_b) - point.on_b).norm();
    if (distance >= least) continue;
    least = distance;
    nearest = &hit;
  }
  return nearest;
}

/// Replaces what turns each body, of a momentum, by f(rotation of the body, that).
template <class F>
void Touching::for_each_turn(const System& system, VecX& p, F&& f) {
  for (std::size_t i = 0; i < system.bodies().size(); ++i) {
    const System::BodyView& view = system.bodies()[i];
    if (view.nv < 6) continue;
    system.visit_body(static_cast<int>(i), [&](const auto& body) {
      if constexpr (requires { body.rotation(); })
        p.segment<3>(view.v + 3) = f(body.rotation(), Vec3(p.segment<3>(view.v + 3)));
    });
  }
}

/// Solves (1) as if those that are to bounce were not there. From now on the others are thought to
/// push as they do then.
void Touching::note_excess(System& system, double h, const VecX& v, const VecX& f, const VecX& b) {
  Contacts& contacts = system.contacts();
  std::vector<TouchPoint>& points = contacts.points();
  choose_for_first(system, h, v, false);
  free_ = v;
  lambda_.setZero();
  solve(system, f, b, speed_goal(), free_, lambda_);
  excess_.setZero(system.nv());
  const auto note = [&](std::size_t k, const Vec3& without) {
    TouchPoint& point = points[k];
    contacts.add_impulse(system, k, 0.5 * h * point.force - without, excess_);
    point.force = 2.0 / h * without;
  };
  for (std::size_t i = 0; i < chosen_.size(); ++i)
    note(chosen_[i], points[chosen_[i]].axes.transpose() * contacts_[i].push);
  for (const Hit& hit : hits_) note(hit.point, Vec3::Zero());
  for_each_turn(system, excess_, [](const Mat3& R, const Vec3& L) { return Vec3(R * L); });
}

// ---- between the halves ----

/// Notes how fast points part after the first blow, and takes out of the momentum what the hits
/// have brought about: what that pushed together has not arrived. False if there is none.
bool Touching::find_bouncing(System& system, const VecX& b, const VecX& kick, VecX& p1) {
  const Contacts& contacts = system.contacts();
  bouncing_.assign(contacts.points().size(), 0.0);
  late_.assign(contacts.points().size(), 0.0);
  const auto may_bounce = [&](const TouchPoint& point) {
    return contacts.pair_of(point).surface.restitution > 0.0;
  };
  if (std::ranges::none_of(contacts.points(), may_bounce)) return false;
  find_hits_again(system);
  give_back(system, p1);
  return find_arrivals(system, b, kick, p1) || !hits_.empty();
}

/// Finds the hits among the points at the end of the flight. If one is not there to bounce off, all
/// are forgotten: what they pushed stays as it is.
void Touching::find_hits_again(const System& system) {
  const Contacts& contacts = system.contacts();
  std::vector<char>& found = ghosts_;  // by hit
  found.assign(hits_.size(), 0);
  for (std::size_t k = 0; k < bouncing_.size(); ++k) {
    const Hit* hit = hit_of(system, contacts.points()[k]);
    if (hit == nullptr) continue;
    bouncing_[k] = hit->part_at;
    late_[k] = 2.0 * std::abs(hit->kick);
    found[static_cast<std::size_t>(hit - hits_.data())] = 1;
  }
  if (std::ranges::count(found, 0) == 0) return;
  hits_.clear();
  std::ranges::fill(bouncing_, 0.0);
}

/// What has come to touch just as the step ends, and was not stopped by anything, bounces too.
bool Touching::find_arrivals(System& system, const VecX& b, const VecX& kick, const VecX& p1) {
  const Contacts& contacts = system.contacts();
  VecX& arriving = free_;
  system.kkt().solve(as_span(p1), as_span(b), as_span(arriving), as_span(lambda_));
  bool any = false;
  for (std::size_t k = 0; k < bouncing_.size(); ++k) {
    const TouchPoint& point = contacts.points()[k];
    const ContactPair& pair = contacts.pair_of(point);
    if (pair.surface.restitution == 0.0 || touches_[k] == 0 || bouncing_[k] > 0.0) continue;
    const double speed =
        (contacts.parting(system, k, arriving) + given_parting_at_end(pair, point))[0];
    if (speed >= -pair.surface.bounce_speed) continue;
    kicked_.setZero(kick.size());
    zero_rows_.setZero();
    system.kkt().solve(as_span(kick), as_span(zero_rows_), as_span(kicked_), as_span(lambda_));
    const double change = contacts.parting(system, k, kicked_)[0];
    bouncing_[k] = std::max(0.0, -pair.surface.restitution * (speed + change) - change);
    late_[k] = 2.0 * std::abs(change);
    any = any || bouncing_[k] > 0.0;
  }
  return any;
}

/// Takes what the hits have brought about out of the momentum again. In the flight nothing turns a
/// body, so what has turned it at the start is in the world what it was, though it has turned:
/// where two heavy things have pressed a light one from both sides, it is the small difference that
/// counts.
void Touching::give_back(const System& system, VecX& p1) {
  if (hits_.empty()) return;
  for_each_turn(
      system, excess_, [](const Mat3& R, const Vec3& L) { return Vec3(R.transpose() * L); });
  p1 -= excess_;
}

/// Takes for contacts those that bounce, and those that never do. False if none of the first is
/// there.
bool Touching::choose_blows(const System& system, const VecX& v, bool are_first) {
  const Contacts& contacts = system.contacts();
  choose_none();
  bool any = false;
  for (std::size_t k = 0; k < contacts.points().size(); ++k) {
    const TouchPoint& point = contacts.points()[k];
    const SurfacePair& surface = contacts.pair_of(point).surface;
    const Vec3 given = given_parting_at_end(contacts.pair_of(point), point);
    double w = 0.0;
    if (surface.restitution > 0.0) {
      const double approach = -(contacts.parting(system, k, v) + given)[0];
      w = are_first ? bouncing_[k] : surface.restitution * approach;
      if (are_first ? w == 0.0 : approach <= surface.bounce_speed) continue;
      any = true;
    } else if (touches_[k] == 0) {
      continue;
    }
    ContactSolver::Contact& contact = choose(contacts, k, 0.0);
    contact.w = w;
    contact.given = given;
  }
  return any;
}

/// How fast the sides of a contact that is chosen part, with what is given.
Vec3 Touching::parting_of(const System& system, std::size_t i, const VecX& v) const {
  return system.contacts().parting(system, chosen_[i], v) + contacts_[i].given;
}

/// What the pushes of a blow do to things that part with v and met with `before`.
double Touching::work_of(const System& system, const VecX& before, const VecX& v) const {
  double work = 0.0;
  for (std::size_t i = 0; i < chosen_.size(); ++i)
    work += 0.5 * contacts_[i].push.dot(parting_of(system, i, before) + parting_of(system, i, v));
  return work;
}

/// A blow takes energy. But one that happened early in the step parts with what the forces have yet
/// to take back of it; and pushes are as good as they were found.
double Touching::allowed_work() const {
  double allowed = 0.0;
  for (std::size_t i = 0; i < chosen_.size(); ++i)
    allowed += contacts_[i].push.norm() * (late_[chosen_[i]] + 2.0 * now_ + 1e-9);
  return allowed;
}

/// Newton's law of restitution with Coulomb's of friction may gain energy [Stronge90]. Then this
/// takes as much of the blow as gains none, and for the rest the one without restitution: that
/// never gains any, as its pushes do no work on what it ends with. All that is asked of pushes is
/// asked of cones, which have what is between two of their points.
void Touching::restrain(
    System& system, const VecX& p1, const VecX& b, const VecX& before, VecX& v, VecX& nu) {
  full_ = v;
  pushes_.clear();
  for (ContactSolver::Contact& contact : contacts_) {
    pushes_.push_back(contact.push);
    contact.w = 0.0;
  }
  v = before;
  solve(system, p1, b, {kBlowTolerance, kBlowTolerance}, v, nu);
  // the work ½ (r + s dr)·(u₀ + u + s du) is c + b₁ s + a s²
  double c = 0.0, b1 = 0.0, a = 0.0;
  for (std::size_t i = 0; i < chosen_.size(); ++i) {
    const Vec3 u = parting_of(system, i, v), sum = parting_of(system, i, before) + u;
    const Vec3 du = parting_of(system, i, full_) - u, dr = pushes_[i] - contacts_[i].push;
    c += 0.5 * contacts_[i].push.dot(sum);
    b1 += 0.5 * (dr.dot(sum) + contacts_[i].push.dot(du));
    a += 0.5 * dr.dot(du);
  }
  const double allowed = allowed_work();
  double share = 0.0;
  for (double part = 0.5; part > 1e-12; part *= 0.5) {
    const double s = share + part;
    if (c + b1 * s + a * s * s <= allowed) share = s;
  }
  v += share * (full_ - v);
  for (std::size_t i = 0; i < contacts_.size(); ++i)
    contacts_[i].push += share * (pushes_[i] - contacts_[i].push);
}

void Touching::bounce(
    System& system, const VecX& b, const VecX& kick, VecX& p1, VecX& v, VecX& nu) {
  std::vector<TouchPoint>& points = system.contacts().points();
  for (TouchPoint& point : points) point.impulse.setZero();
  if (!find_bouncing(system, b, kick, p1)) return;
  for (int round = 0; round < kMostBlows && choose_blows(system, v, round == 0); ++round) {
    nu.setZero();
    system.kkt().solve(as_span(p1), as_span(b), as_span(before_), as_span(lambda_));
    solve(system, p1, b, speed_goal(), v, nu);
    if (work_of(system, before_, v) > allowed_work()) restrain(system, p1, b, before_, v, nu);
    std::ranges::fill(late_, 0.0);
    for (std::size_t i = 0; i < chosen_.size(); ++i)
      points[chosen_[i]].impulse += points[chosen_[i]].axes.transpose() * contacts_[i].push;
    system.kkt().times_mass(as_span(v), as_span(p1));
  }
}

}  // namespace holon
