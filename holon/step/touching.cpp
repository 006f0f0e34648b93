// SPDX-License-Identifier: Apache-2.0
#include "holon/step/touching.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "holon/collide/query.h"

namespace holon {
namespace {

// All of these are shares of the reach of the smaller shape.
constexpr double kSearched = 1e-3;  // what is no farther is looked at even if nothing moves,
constexpr double kTouching = 1e-5;  // what is no farther touches,
constexpr double kOverlap = 1e-10;  // what overlaps by less is left as it is, if all is exact,
constexpr double kShallow = 5e-2;   // and by less than this, or than it moves in a step, is taken
                                    // apart at once,
constexpr double kParting = 0.05;   // else in some times this [s]

constexpr double kSliding = 1e-6;  // what slips faster than this does not stick [m/s]
constexpr double kContactTolerance = 1e-9, kPartTolerance = 1e-11;
// Where there are many contacts, sweeps will do that leave velocities off by the tolerance times
// what forces change in them in half a step, or this share of the largest of them;
constexpr double kGoodSpeed = 1e-2;
// but things are to move by no more than the tolerance times this share of their size in a step.
// The next step begins there.
constexpr double kGoodEnough = 1e-3;
// The same where it takes apart what overlaps by more than that, of their size.
constexpr double kApartEnough = 1e-6;
// Things are calm that move by no more than this share of their size in a step.
constexpr double kCalm = 1e-4;
constexpr std::size_t kVeryFew = 4, kFew = 12;
// A few are off by no more than this share of what many may be, if they are not calm.
constexpr double kFewInMotion = 1e-3;
constexpr int kShortSweeps = 60, kLongSweeps = 200;
constexpr double kWorkOfContact = 150.0;  // multiplications for one contact in a sweep
constexpr int kFewFactorisations = 8, kManyFactorisations = 60;
constexpr int kAnyFactorisations = std::numeric_limits<int>::max();
constexpr double kImpactTolerance = 1e-6;  // how near is near enough to have met [m]

double size_of(const ContactPair& pair) {
  return std::min(pair.a.reach, pair.b.reach);
}

/// How fast any point of a side may move, after forces have worked on it for a while.
double speed_of(
    const System& system, const ContactSide& side, double h, const VecX& v, const VecX& Q) {
  if (side.object < 0)
    return (side.given->end.x - side.given->start.x).norm() / h
           + (std::isfinite(side.reach) ? side.reach * side.given->angular_velocity.norm() : 0.0);
  const System::BodyView& view = system.bodies()[static_cast<std::size_t>(side.object)];
  const double mass = system.visit_body(side.object, [](const auto& body) { return body.mass(); });
  const double turning = view.nv < 6 ? 0.0 : v.segment<3>(view.v + 3).norm() * side.reach;
  return v.segment<3>(view.v).norm() + turning + h * Q.segment<3>(view.v).norm() / mass;
}

/// What forces change in the speed of anything in half a step, at most.
double kick_of(const System& system, double h, const VecX& Q) {
  double most = 0.0;
  for (std::size_t i = 0; i < system.bodies().size(); ++i) {
    if (system.bodies()[i].nv < 3) continue;
    const double mass =
        system.visit_body(static_cast<int>(i), [](const auto& body) { return body.mass(); });
    most = std::max(most, Q.segment<3>(system.bodies()[i].v).norm() / mass);
  }
  return 0.5 * h * most;
}

Vec3 moved_at(const GivenMotion& given, const Vec3& x, double h) {
  return (given.end.point(given.start.local(x)) - x) / h;
}

}  // namespace

void Touching::prepare() {
  prepared_ = false;
}

/// What touches nothing needs none of this.
void Touching::make_room(const System& system) {
  for (VecX* x : {&impulse_, &free_, &before_, &zero_force_}) x->setZero(system.nv());
  for (VecX* x : {&lambda_, &zero_rows_}) x->setZero(system.rows());
  solver_.prepare(system.kkt());
}

// ---- the first half ----

bool Touching::find(System& system, double h, const VecX& v, const VecX& Q) {
  residual_ = 0.0;
  factorisations_ = 0;
  is_exact_ = true;
  reach_.clear();
  for (const ContactPair& pair : system.contacts().pairs())
    reach_.push_back(kSearched * size_of(pair)
                     + h * (speed_of(system, pair.a, h, v, Q) + speed_of(system, pair.b, h, v, Q)));
  find_missed(system);
  const double fastest = v.lpNorm<Eigen::Infinity>();
  is_calm_ = h * fastest <= kCalm * smallest_;
  good_ = tolerance_
          * std::min(kGoodEnough * smallest_ / h,
                     std::max(kick_of(system, h, Q), kGoodSpeed * fastest));
  return !system.contacts().points().empty();
}

void Touching::find_missed(System& system) {
  Contacts& contacts = system.contacts();
  contacts.find(system, Contacts::When::start, [&](const ContactPair& pair) {
    return reach_[static_cast<std::size_t>(&pair - contacts.pairs().data())];
  });
  smallest_ = std::numeric_limits<double>::infinity();
  for (const TouchPoint& point : contacts.points())
    smallest_ = std::min(smallest_, size_of(contacts.pair_of(point)));
  if (!contacts.points().empty() && !std::exchange(prepared_, true)) make_room(system);
}

bool Touching::has_missed(System& system, double h, const VecX& v_half) {
  Contacts& contacts = system.contacts();
  bool missed = false;
  for (std::size_t i = 0; i < reach_.size(); ++i) {
    const ContactPair& pair = contacts.pairs()[i];
    const double searched = kSearched * size_of(pair);
    const double reach = searched
                         + h
                               * (speed_of(system, pair.a, h, v_half, zero_force_)
                                  + speed_of(system, pair.b, h, v_half, zero_force_));
    if (reach <= reach_[i] + searched) continue;
    double least = 0.0;
    contacts.look(system, pair, Contacts::When::end, 0.0, [&](const ContactPoint& point) {
      least = std::min(least, point.gap);
    });
    if (least >= -searched) continue;
    reach_[i] = reach;
    missed = true;
  }
  return missed;
}

double Touching::friction_of(const SurfacePair& surface, double slip) {
  return slip > kSliding ? surface.friction : std::max(surface.friction, surface.static_friction);
}

/// How fast the sides of a point part on their mean way through the step, by what is given.
Vec3 Touching::given_parting(const ContactPair& pair, const TouchPoint& point, double h) {
  Vec3 u = Vec3::Zero();
  if (pair.b.object < 0) u += moved_at(*pair.b.given, point.on_b, h);
  if (pair.a.object < 0) u -= moved_at(*pair.a.given, point.on_a, h);
  return point.axes * u;
}
Vec3 Touching::given_parting_at_end(const ContactPair& pair, const TouchPoint& point) {
  Vec3 u = Vec3::Zero();
  if (pair.b.object < 0) u += pair.b.given->velocity_at(point.on_b);
  if (pair.a.object < 0) u -= pair.a.given->velocity_at(point.on_a);
  return point.axes * u;
}

/// Takes a point as a contact that is to part at least as fast as w; `guess` is its share of the
/// force that has acted there.
ContactSolver::Contact& Touching::choose(const Contacts& contacts, std::size_t k, double guess) {
  const TouchPoint& point = contacts.points()[k];
  chosen_.push_back(k);
  ContactSolver::Contact& contact = contacts_.emplace_back(contacts.contact(k));
  contact.mu = friction_of(contacts.pair_of(point).surface, point.slip);
  contact.push = guess * (point.axes * point.force);
  contact.slip = point.slip;
  return contact;
}

void Touching::choose_none() {
  contacts_.clear();
  chosen_.clear();
  turning_.clear();
}

/// After all points have been chosen: rolling and spinning friction of those, each limited by the
/// push that was there before.
void Touching::choose_turning(const System& system, double h) {
  const Contacts& contacts = system.contacts();
  for (const std::size_t k : chosen_) {
    const TouchPoint& point = contacts.points()[k];
    if (!contacts.turns(system, point)) continue;
    const SurfacePair& surface = contacts.pair_of(point).surface;
    const double push = 0.5 * h * std::max(0.0, point.axes.row(0).dot(point.force));
    ContactSolver::Contact& contact = contacts_.emplace_back(contacts.turning(k));
    contact.spin = surface.spinning_friction * push;
    contact.roll = surface.rolling_friction * push;
    turning_.push_back(k);
  }
}

/// Calls f(point, angular impulse on b in the world) for what has been found of these.
template <class F>
void Touching::for_each_turning(const Contacts& contacts, F&& f) const {
  for (std::size_t i = 0; i < turning_.size(); ++i)
    f(turning_[i],
      contacts.points()[turning_[i]].axes.transpose() * contacts_[chosen_.size() + i].push);
}

Touching::Goal Touching::speed_goal() const {
  return {is_calm_ ? kContactTolerance : std::max(kContactTolerance, kFewInMotion * good_), good_};
}

/// What overlaps by no more of its size is left as it is.
double Touching::overlap_left() const {
  return is_exact_ ? kOverlap : std::max(kOverlap, tolerance_ * kGoodEnough);
}

void Touching::solve(
    System& system, const VecX& f, const VecX& b, Goal goal, VecX& x, VecX& lambda) {
  system.ignore_masked(lambda);
  if (contacts_.size() <= kVeryFew) goal.wanted = std::min(goal.wanted, kContactTolerance);
  goal.wanted *= std::max(1.0, x.lpNorm<Eigen::Infinity>());
  approach({system.kkt(), f, b, x, lambda}, goal);
  residual_ = std::max(residual_, now_);
  is_exact_ = is_exact_ && now_ <= goal.wanted;
}

/// Few contacts are solved to what is wanted. Of many, Newton's method gets there soon where they
/// begin near the solution, as in what stands, if its factors are not too large; else, as in what
/// tumbles, sweeps are cheaper, and need not be as good.
void Touching::approach(const Problem& p, const Goal& goal) {
  const bool are_many = contacts_.size() > kFew;
  const double will_do = are_many ? std::max(goal.wanted, goal.good) : goal.wanted;
  const bool may_sweep = p.kkt.rows() == 0 || p.kkt.is_factored();
  if (are_many && is_calm_ && factorisations_worth(p, kLongSweeps) >= kFewFactorisations
      && iterate(p, kFewFactorisations, goal.wanted))
    return;
  if (may_sweep && sweep(p, are_many ? kLongSweeps : kShortSweeps, will_do)) return;
  if (!are_many) {
    iterate(p, kAnyFactorisations, will_do);
    return;
  }
  const int most = std::min(kManyFactorisations, factorisations_worth(p, 5 * kLongSweeps));
  if (!may_sweep || most >= kFewFactorisations)
    iterate(p, std::max(most, kFewFactorisations), will_do);
}

/// How many factorisations cost as much as so many sweeps.
int Touching::factorisations_worth(const Problem& p, int sweeps) {
  const double work = sweeps * kWorkOfContact * static_cast<double>(contacts_.size());
  return static_cast<int>(std::min(1e6, work / solver_.work_of_factors(p.kkt, contacts_)));
}

bool Touching::sweep(const Problem& p, int most, double tolerance) {
  const ContactSweeps::Outcome outcome =
      sweeps_.solve(p.kkt, as_span(p.f), as_span(p.b), contacts_, p.x, p.lambda, tolerance, most);
  now_ = outcome.residual;
  return outcome.met;
}

bool Touching::iterate(const Problem& p, int most, double tolerance) {
  const ContactSolver::Outcome outcome =
      solver_.solve(p.kkt, as_span(p.f), as_span(p.b), contacts_, p.x, p.lambda, tolerance, most);
  factorisations_ += outcome.factorisations;
  now_ = outcome.residual;
  return outcome.met;
}

/// Points with gaps may come to touch, and what overlaps stays as it is.
void Touching::choose_for_first(const System& system, double h, const VecX& v, bool with_hits) {
  const Contacts& contacts = system.contacts();
  choose_none();
  for (std::size_t k = 0; k < contacts.points().size(); ++k) {
    const bool is_hit = !with_hits && std::ranges::count(hits_, k, &Hit::point) > 0;
    if (ghosts_[k] != 0 || is_hit) continue;
    const TouchPoint& point = contacts.points()[k];
    ContactSolver::Contact& contact = choose(contacts, k, 0.5 * h);
    const Vec3 bend = bend_of(k);
    contact.w = -(std::max(point.gap, 0.0) + bend[0]) / h;
    contact.given = given_parting(contacts.pair_of(point), point, h);
    const Vec3 parting = contacts.parting(system, k, v) + contact.given;
    contact.mu = friction_of(contacts.pair_of(point).surface, parting.tail<2>().norm());
    contact.given.tail<2>() += bend.tail<2>() / h;
  }
  choose_turning(system, h);
}

void Touching::push_first(
    System& system, double h, const VecX& v, const VecX& f, const VecX& b, VecX& v_half, VecX& mu) {
  Contacts& contacts = system.contacts();
  std::vector<TouchPoint>& points = contacts.points();
  hits_.clear();
  if (bends_.empty()) {
    ghosts_.assign(points.size(), 0);
    leave_out_ghosts(system, h, v);
  }
  choose_for_first(system, h, v, true);
  solve(system, f, b, speed_goal(), v_half, mu);
  note_hits(system, h, v, f, b);
  impulse_.setZero();
  for (TouchPoint& point : points) point.force.setZero();
  for (std::size_t i = 0; i < chosen_.size(); ++i) {
    TouchPoint& point = points[chosen_[i]];
    const Vec3 r = point.axes.transpose() * contacts_[i].push;
    contacts.add_impulse(system, chosen_[i], r, impulse_);
    point.force = 2.0 / h * r;
    point.slip = contacts_[i].slip;
  }
  for_each_turning(contacts, [&](std::size_t k, const Vec3& r) {
    contacts.add_turning(system, k, r, impulse_);
  });
  if (!hits_.empty()) note_excess(system, h, v, f, b);
  contacts.remember();
}

// ---- bends: ways that curve while things touch ----

/// The point at the end that is the same as one at the start: that of the same feature, or the only
/// one of the pair where there was one. Null if there is none.
const ContactPoint* Touching::end_of(const TouchPoint& point, std::size_t points_of_pair) const {
  if (points_of_pair == 1 && ends_.size() == 1) return &ends_.front();
  const auto found = std::ranges::find(ends_, point.feature, &ContactPoint::feature);
  return found == ends_.end() ? nullptr : &*found;
}

bool Touching::find_bends(System& system, double h, const VecX& v_half, const VecX& v) {
  Contacts& contacts = system.contacts();
  const std::vector<TouchPoint>& points = contacts.points();
  bends_.assign(points.size(), Vec3::Zero());
  bool any = false;
  for (std::size_t first = 0, last = 0; first < points.size(); first = last) {
    const ContactPair& pair = contacts.pair_of(points[first]);
    const double size = size_of(pair);
    double margin = kSearched * size;
    const auto moved = [&](std::size_t k) {
      return Vec3(h * (contacts.parting(system, k, v_half) + given_parting(pair, points[k], h)));
    };
    for (; last < points.size() && points[last].pair == points[first].pair; ++last)
      margin = std::max(margin, moved(last).norm());
    ends_.clear();
    contacts.look(system, pair, Contacts::When::end, margin, [&](const ContactPoint& point) {
      ends_.push_back(point);
    });
    for (std::size_t k = first; k < last; ++k) {
      const TouchPoint& point = points[k];
      const ContactPoint* end = end_of(point, last - first);
      if (ghosts_[k] != 0 || point.gap > kSearched * size || end == nullptr) continue;
      if (end->gap >= 0.0 && point.force.isZero(0.0)) continue;
      const Vec3 way = moved(k);
      Vec3 bend = 0.5 * (h * parting_at_end(system, point, *end, h, v) - way);
      bend[0] = end->gap - point.gap - way[0];
      if (!(bend.norm() <= kShallow * size)) continue;
      bends_[k] = bend;
      any = any || bend.norm() > overlap_left() * size;
    }
  }
  if (!any) bends_.clear();
  return any;
}

/// How fast what touches at the end of a flight parts in the axes of a point at the start.
Vec3 Touching::parting_at_end(const System& system,
                              const TouchPoint& start,
                              const ContactPoint& end,
                              double h,
                              const VecX& v) {
  const ContactPair& pair = system.contacts().pair_of(start);
  const Vec3 x = 0.5 * (end.on_a + end.on_b);
  const auto velocity = [&](const ContactSide& side, const Vec3& on) -> Vec3 {
    if (side.object >= 0) return Contacts::velocity_at(system, side, x, v);
    return (on - side.given->start.point(side.given->end.local(on))) / h;
  };
  return start.axes * (velocity(pair.b, end.on_b) - velocity(pair.a, end.on_a));
}

// ---- ghosts: what was in the way of a plane through a corner, but not of what is there ----

/// Looks at those that are some way off and could be reached.
void Touching::leave_out_ghosts(const System& system, double h, const VecX& v) {
  const Contacts& contacts = system.contacts();
  for (std::size_t k = 0; k < contacts.points().size(); ++k) {
    const TouchPoint& point = contacts.points()[k];
    const ContactPair& pair = contacts.pair_of(point);
    if (point.gap <= kSearched * size_of(pair)) continue;
    const double speed = (contacts.parting(system, k, v) + given_parting(pair, point, h))[0];
    if (point.gap + h * speed < 0.0 && is_ghost(system, k, h, v)) ghosts_[k] = 1;
  }
}

bool Touching::is_ghost(const System& system, std::size_t k, double h, const VecX& v) {
  const Contacts& contacts = system.contacts();
  const TouchPoint& point = contacts.points()[k];
  const ContactPair& pair = contacts.pair_of(point);
  if (pair.a.shape == nullptr || pair.a.shape->half_space() || pair.b.shape->half_space())
    return false;
  const auto moving = [&](const ContactSide& side) {
    const Place start = Contacts::place_of(system, side, Contacts::When::start);
    if (side.object < 0)
      return MovingPlace{start, moved_at(*side.given, start.x, h), side.given->angular_velocity};
    const System::BodyView& view = system.bodies()[static_cast<std::size_t>(side.object)];
    return system.visit_body(side.object, [&](const auto& body) {
      MovingPlace place{start, v.segment<3>(view.v), Vec3::Zero()};
      if constexpr (requires { body.rotation(); }) {
        place.angular_velocity = body.rotation() * v.segment<3>(view.v + 3);
        place.velocity += place.angular_velocity.cross(start.x - body.com());
      }
      return place;
    });
  };
  return !time_of_impact(
      *pair.a.shape, moving(pair.a), *pair.b.shape, moving(pair.b), h, kImpactTolerance);
}

// ---- between the halves ----

void Touching::find_again(System& system) {
  Contacts& contacts = system.contacts();
  contacts.find(system, Contacts::When::end, [&](const ContactPair& pair) {
    return kSearched * size_of(pair);
  });
  touches_.assign(contacts.points().size(), 0);
  for (std::size_t k = 0; k < touches_.size(); ++k) {
    const TouchPoint& point = contacts.points()[k];
    touches_[k] =
        point.gap <= kTouching * size_of(contacts.pair_of(point)) || !point.force.isZero(0.0);
  }
}

bool Touching::choose_overlap(
    const System& system, double h, const VecX& v, const VecX& v_half, int round) {
  const Contacts& contacts = system.contacts();
  const std::vector<TouchPoint>& points = contacts.points();
  choose_none();
  bool overlaps = false;
  for (std::size_t k = 0; k < points.size(); ++k) {
    const double size = size_of(contacts.pair_of(points[k])), gap = points[k].gap;
    ContactSolver::Contact& contact = choose(contacts, k, 0.0);
    contact.mu = 0.0;
    contact.slip = 0.0;
    // a blow may have made it faster than it was, or have stopped it
    const double way = h
                       * std::max(contacts.parting(system, k, v).norm(),
                                  contacts.parting(system, k, v_half).norm());
    const bool is_deep = gap < -kShallow * size - way;
    overlaps = overlaps || (gap < -overlap_left() * size && (round == 0 || !is_deep));
    const double slowly = round == 0 ? std::exp(-h / kParting) - 1.0 : 0.0;
    contact.w = is_deep ? gap * slowly : -gap;
  }
  return overlaps;
}

void Touching::part(System& system, VecX& moved) {
  std::vector<TouchPoint>& points = system.contacts().points();
  moved.setZero();
  free_.setZero();
  lambda_.setZero();
  zero_rows_.setZero();
  solve(system, free_, zero_rows_, {kPartTolerance, kApartEnough * smallest_}, moved, lambda_);
  for (std::size_t k = 0; k < points.size(); ++k)
    points[k].gap += system.contacts().parting(system, k, moved)[0];
}

bool Touching::has_moved_far(const System& system, const VecX& moved) const {
  const Contacts& contacts = system.contacts();
  const VecX& none = zero_force_;
  return std::ranges::any_of(contacts.pairs(), [&](const ContactPair& pair) {
    return speed_of(system, pair.a, 0.0, moved, none) + speed_of(system, pair.b, 0.0, moved, none)
           > kSearched * size_of(pair);
  });
}

// ---- the last half ----

void Touching::push_last(
    System& system, double h, const VecX& f, const VecX& b, VecX& v1, VecX& nu) {
  Contacts& contacts = system.contacts();
  choose_none();
  for (std::size_t k = 0; k < contacts.points().size(); ++k) {
    if (touches_[k] == 0) continue;
    const TouchPoint& point = contacts.points()[k];
    choose(contacts, k, 0.5 * h).given = given_parting_at_end(contacts.pair_of(point), point);
  }
  choose_turning(system, h);
  solve(system, f, b, speed_goal(), v1, nu);
}

void Touching::finish(System& system, double h) {
  std::vector<TouchPoint>& points = system.contacts().points();
  for (TouchPoint& point : points) {
    point.impulse += 0.5 * h * point.force;  // as in the first half
    point.force.setZero();
    point.slip = 0.0;
  }
  for (std::size_t i = 0; i < chosen_.size(); ++i) {
    TouchPoint& point = points[chosen_[i]];
    const Vec3 s = point.axes.transpose() * contacts_[i].push;
    point.impulse += s;
    point.force = 2.0 / h * s;
    point.slip = contacts_[i].slip;
  }
  for_each_turning(system.contacts(),
                   [&](std::size_t k, const Vec3& r) { points[k].torque = 2.0 / h * r; });
  system.contacts().remember();
}

void Touching::forces(const System& system, VecX& out) const {
  const Contacts& contacts = system.contacts();
  out.setZero(system.nv());
  for (std::size_t k = 0; k < contacts.points().size(); ++k)
    contacts.add_impulse(system, k, contacts.points()[k].force, out);
  for (const std::size_t k : turning_)
    contacts.add_turning(system, k, contacts.points()[k].torque, out);
}

bool Touching::pushes(const System& system) const {
  return std::ranges::any_of(system.contacts().points(),
                             [](const TouchPoint& point) { return !point.force.isZero(0.0); });
}

}  // namespace holon
