// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "holon/world/island.h"
#include "holon/world/world_touching.h"

/// What touches in a world: who is near whom, the islands that makes of them, and what is told of
/// it.
namespace holon {
namespace {

// How often it is looked whether what touched has come apart for good. (Of the number of steps
// made, so that it depends on nothing else.)
constexpr std::uint64_t kStepsTogether = 16;

// A push that changes the velocity of the lighter by no more than this is not felt: pushes are
// found to 1e-9 m/s, and several times in a step. What carries only a thousandth of its weight does
// so in a step of 0.1 ms by a hundred times as much. [m/s]
constexpr double kUnfelt = 1e-8;

/// Objects that a step from `index` of an island's list finds in no time.
int index_in(const std::vector<ObjectId>& objects, ObjectId id) {
  const auto found = std::ranges::lower_bound(objects, id);
  return found != objects.end() && *found == id ? static_cast<int>(found - objects.begin()) : -1;
}

/// Of what touches; without end if it does not give way.
double mass_of(const Model& model, ObjectId id) {
  if (!id.is_none() && !model.objects()[id].options.kinematic) {
    const Object& kind = model.objects()[id].kind;
    if (const auto* body = get_if<RigidBody>(&kind)) return body->mass;
    if (const auto* particle = get_if<Particle>(&kind)) return particle->mass;
  }
  return std::numeric_limits<double>::infinity();
}

}  // namespace

// ---- edits ----

void World::set(ObjectId id, std::shared_ptr<const Collision> collision) {
  require(id);
  model_.set(id, std::move(collision));
  wake_touched_by(id);
  touching_->forget(id);
  touching_->collisions.add(model_, id);
  touch(id);
}

void World::set(MaterialPair pair) {
  model_.set(std::move(pair));
}

void World::set_contact_source(ContactSource source) {
  touching_->source = std::move(source);
}

// ---- before a step ----

/// Where all shapes are, and which pairs of them may touch. False if the stepper cannot cope with
/// that.
bool World::find_contacts(double h) {
  Touching& t = *touching_;
  if (t.collisions.empty() && !t.source) return true;
  look_for_contacts(h);
  add_host_contacts(h);
  if (refuse_contacts(h)) return false;
  merge_what_is_near(h);
  wake_what_is_moved();
  hand_out_contacts();
  return true;
}

void World::look_for_contacts(double h) const {
  Touching& t = *touching_;
  t.collisions.look(model_, state_, h, [&](ObjectId id) {
    const KinematicEnd end = kinematic_end(id, h);
    return motion_of(model_.objects()[id].kind,
                     std::span(end.q).first(state_.q(id).size()),
                     std::span(end.v).first(state_.v(id).size()));
  });
  t.pairs.clear();
  t.collisions.for_each_pair(
      model_, state_, [&](const ContactPair& pair) { t.pairs.push_back(pair); });
  std::ranges::sort(t.pairs, {}, &ContactPair::key);
}

/// Points on objects, and in the world, where the host says that they touch.
void World::add_host_contacts(double h) {
  Touching& t = *touching_;
  t.of_host.clear();
  t.supplied.clear();
  if (!t.source) return;
  t.source(time(), h, t.supplied);
  for (const HostContact& c : t.supplied) {
    for (ObjectId id : {c.a, c.b})
      if (!id.is_none()) require(id);
    HOLON_EXPECT(!(c.a.is_none() && c.b.is_none()) && c.on_a.allFinite() && c.on_b.allFinite());
    HOLON_EXPECT(c.normal.allFinite() && c.normal.norm() > 1e-12);
    Diagnostics d;
    c.surface.check(d);
    if (!d.ok()) throw ModelError("contact of the host", d.errors());
    const auto side = [&](ObjectId id, const Vec3& x) {
      ContactSide s{.given = &t.world, .at = {Mat3::Identity(), x}, .reach = 1.0};
      if (id.is_none()) return s;
      const ObjectRecord& record = model_.objects()[id];
      if (get_if<RigidBody>(&record.kind) == nullptr && get_if<Particle>(&record.kind) == nullptr)
        throw UsageError("a contact of the host needs rigid bodies or particles");
      if (record.options.kinematic)
        throw UsageError("a contact of the host with what the host moves is one with the world");
      s.at.x = motion_of(record.kind, state_.q(id), state_.v(id)).place.local(x);
      return s;
    };
    t.of_host.push_back({.key = {c.a, c.b, c.number, -1},
                         .a = side(c.a, c.on_a),
                         .b = side(c.b, c.on_b),
                         .surface = c.surface,
                         .normal = c.normal.normalized()});
  }
  t.pairs.insert(t.pairs.end(), t.of_host.begin(), t.of_host.end());
  std::ranges::sort(t.pairs, {}, &ContactPair::key);
}

/// A method that knows no contacts would let things go through each other: the step is not made.
bool World::refuse_contacts(double h) {
  Touching& t = *touching_;
  if (t.are_known) return false;
  for (const ContactPair& pair : t.pairs) {
    const bool near =
        pair.a.shape == nullptr
        || Collisions::is_near(
            pair, t.collisions.motion(pair.key.a), t.collisions.motion(pair.key.b), h);
    if (!near) continue;
    Event event;
    event.reason =
        "objects touch, and the stepper " + options_.stepper + " knows no contacts: take projected";
    fail(event);
    return true;
  }
  return false;
}

/// The island of the first object of a pair that gives way; −1 if there is none.
int World::island_touched(const ContactKey& key) const {
  for (ObjectId id : {key.a, key.b})
    if (!id.is_none() && model_.objects().contains(id) && !model_.objects()[id].options.kinematic)
      return object_island_[id.index];
  return -1;
}

/// Objects that come near each other are solved together. An island that is built anew because of
/// that knows only who was near at the end of the last step: the rest is found in another round.
void World::merge_what_is_near(double h) {
  if (state_.steps() % kStepsTogether == 0) {
    part_islands();
    refresh();
  }
  while (merge_some_that_are_near(h)) refresh();
}

/// False if no two are near that are in different islands.
bool World::merge_some_that_are_near(double h) {
  Touching& t = *touching_;
  const auto are_together = [&](ObjectId a, ObjectId b) {
    return object_island_[a.index] == object_island_[b.index];
  };
  bool merged = false;
  for (const ContactPair& pair : t.pairs) {
    const auto& [a, b, part_a, part_b] = pair.key;
    if (a.is_none() || b.is_none() || model_.objects()[a].options.kinematic
        || model_.objects()[b].options.kinematic || are_together(a, b))
      continue;
    if (pair.a.shape != nullptr
        && !Collisions::is_near(pair, t.collisions.motion(a), t.collisions.motion(b), h))
      continue;
    t.beside.emplace_back(a, b);
    t.beside.emplace_back(b, a);
    merged = true;
  }
  if (!merged) return false;
  t.tidy_beside();
  for (const auto& [a, b] : t.beside)
    if (!are_together(a, b))
      for (ObjectId id : {a, b})
        if (object_island_[id.index] >= 0) dissolve(object_island_[id.index]);
  return true;
}

/// What came near and is so no more is solved apart again.
void World::part_islands() const {
  std::vector<int> marks(model_.objects().capacity(), -1);
  for (std::size_t i = 0; i < islands_.size(); ++i) {
    if (!islands_[i] || !islands_[i]->touched) continue;
    const ObjectId first = islands_[i]->objects.front();
    if (reach(first, static_cast<int>(i), marks).objects.size() < islands_[i]->objects.size())
      dissolve(static_cast<int>(i));
  }
}

/// Gives every island the pairs that are its own, and what is remembered of them.
void World::hand_out_contacts() {
  Touching& t = *touching_;
  const auto is_awake = [&](int index) {
    return index >= 0 && !islands_[static_cast<std::size_t>(index)]->asleep;
  };
  for (auto& island : islands_)
    if (island && !island->asleep) island->system.contacts().clear();
  for (const ContactPair& pair : t.pairs) {
    const int index = island_touched(pair.key);
    if (!is_awake(index)) continue;
    Island& island = *islands_[static_cast<std::size_t>(index)];
    ContactPair bound = pair;
    bound.a.object = index_in(island.objects, pair.key.a);
    bound.b.object = index_in(island.objects, pair.key.b);
    const auto is_elsewhere = [&](const ContactSide& side, ObjectId id) {
      return side.object < 0 && !id.is_none() && !model_.objects()[id].options.kinematic;
    };
    if (is_elsewhere(bound.a, pair.key.a) || is_elsewhere(bound.b, pair.key.b)) continue;
    bound.unfelt = kUnfelt * std::min(mass_of(model_, pair.key.a), mass_of(model_, pair.key.b));
    island.system.contacts().add(bound);
    island.touched = true;
  }
  for (const ContactMemory& memory : state_.contacts()) {
    const int index = island_touched(memory.key);
    if (is_awake(index)) islands_[static_cast<std::size_t>(index)]->system.contacts().add(memory);
  }
}

// ---- sleep ----

bool World::is_asleep(ObjectId id) const {
  require(id);
  refresh();
  const int island = object_island_[id.index];
  return island >= 0 && islands_[static_cast<std::size_t>(island)]->asleep;
}

void World::wake(int island) {
  islands_[static_cast<std::size_t>(island)]->asleep = false;
  for (ObjectId id : islands_[static_cast<std::size_t>(island)]->objects) state_.set_rest(id, 0.0);
}

/// What sleeps on an object that the host changes or takes away.
void World::wake_touched_by(ObjectId id) {
  for (std::size_t i = 0; i < islands_.size(); ++i) {
    if (!islands_[i] || !islands_[i]->touched) continue;
    const auto names_it = [&](const ContactPair& pair) {
      return pair.key.a == id || pair.key.b == id;
    };
    if (std::ranges::none_of(islands_[i]->system.contacts().pairs(), names_it)) continue;
    wake(static_cast<int>(i));
    dissolve(static_cast<int>(i));
  }
}

/// What the host moves wakes those that it may touch.
void World::wake_what_is_moved() {
  const auto moves = [](const ContactSide& side) {
    return side.given != nullptr
           && (side.given->start.x != side.given->end.x || side.given->start.R != side.given->end.R
               || !side.given->velocity.isZero(0.0) || !side.given->angular_velocity.isZero(0.0));
  };
  for (const ContactPair& pair : touching_->pairs) {
    const int index = island_touched(pair.key);
    if (index < 0 || !islands_[static_cast<std::size_t>(index)]->asleep) continue;
    const auto is_given = [&](ObjectId id) {
      return id.is_none() || model_.objects()[id].options.kinematic;
    };
    if ((is_given(pair.key.a) && moves(pair.a)) || (is_given(pair.key.b) && moves(pair.b)))
      wake(index);
  }
}

/// Nothing in it may change by itself as time goes on.
bool World::may_sleep(const Island& island) const {
  if (!island.touched || island.system.contacts().points().empty()
      || model_.controllers().size() > 0 || !island.system.depends_on_state_only())
    return false;
  return std::ranges::all_of(island.system.forces(), [&](const System::ForceView& view) {
    return visit(
        []<class K>(const K& kind) {
          if constexpr (requires { kind.connectors(); })
            return !depends_on_time(kind);
          else
            return std::is_same_v<K, Gravity> || std::is_same_v<K, Attraction>;
        },
        model_.forces()[view.id].kind);
  });
}

void World::let_rest(double h) {
  if (!(options_.sleep_speed > 0.0)) return;
  for (auto& island : islands_) {
    if (!island || island->asleep) continue;
    const bool rests =
        may_sleep(*island) && island->v.lpNorm<Eigen::Infinity>() < options_.sleep_speed;
    double least = std::numeric_limits<double>::infinity();
    for (ObjectId id : island->objects) {
      state_.set_rest(id, rests ? state_.rest(id) + h : 0.0);
      least = std::min(least, state_.rest(id));
    }
    island->asleep = rests && least >= options_.sleep_after;
    if (island->asleep) island->stats.factorisations = island->stats.iterations = 0;
  }
}

// ---- after a step ----

/// Takes what touches into the state, and tells who has begun or ceased to.
void World::keep_contacts() {
  Touching& t = *touching_;
  if (t.collisions.empty() && !t.source && state_.contacts().empty()) return;
  t.before.swap(state_.contacts());
  state_.contacts().clear();
  t.beside.clear();
  for (const auto& island : islands_) {
    if (!island) continue;
    const Contacts& contacts = island->system.contacts();
    for (const ContactMemory& memory : contacts.memory()) state_.contacts().push_back(memory);
    for (const TouchPoint& point : contacts.points()) {
      const ContactPair& pair = contacts.pair_of(point);
      if (pair.a.object < 0 || pair.b.object < 0) continue;
      t.beside.emplace_back(pair.key.a, pair.key.b);
      t.beside.emplace_back(pair.key.b, pair.key.a);
    }
  }
  t.tidy_beside();
  std::ranges::sort(
      state_.contacts(), {}, [](const ContactMemory& m) { return std::tie(m.key, m.feature); });
  tell_of_touches(t.before);
}

void World::tell_of_touches(const std::vector<ContactMemory>& before) {
  std::vector<ContactEvent>& touches = report_.touches;
  for (const auto& island : islands_) {
    if (!island) continue;
    const Contacts& contacts = island->system.contacts();
    ContactEvent* last = nullptr;
    double weight = 0.0;
    for (const TouchPoint& point : contacts.points()) {
      if (!contacts.is_felt(point)) continue;
      const double push = point.impulse.norm();
      const ContactKey& key = contacts.pair_of(point).key;
      if (last == nullptr || last->a != key.a || last->b != key.b) {
        touches.push_back({ContactEventKind::begins, key.a, key.b, Vec3::Zero(), Vec3::Zero()});
        last = &touches.back();
        weight = 0.0;
      }
      weight += push;
      last->point += (push / weight) * (0.5 * (point.on_a + point.on_b) - last->point);
      last->impulse += point.impulse;
    }
  }
  const auto order = [](const ContactEvent& touch) { return std::pair(touch.a, touch.b); };
  std::ranges::sort(touches, {}, order);
  const std::size_t now = touches.size();
  const ContactMemory* told = nullptr;
  for (const ContactMemory& m : before) {
    if (!m.pushed) continue;
    if (told != nullptr && told->key.a == m.key.a && told->key.b == m.key.b) continue;
    told = &m;
    const std::span current(touches.data(), now);
    const auto found = std::ranges::lower_bound(current, std::pair(m.key.a, m.key.b), {}, order);
    if (found != current.end() && found->a == m.key.a && found->b == m.key.b)
      found->kind = ContactEventKind::goes_on;
    else
      touches.push_back({ContactEventKind::ends, m.key.a, m.key.b, Vec3::Zero(), Vec3::Zero()});
  }
}

// ---- reading ----

void World::contacts(std::vector<ContactReading>& out) const {
  out.clear();
  for (const auto& island : islands_) {
    if (!island || !island->follows) continue;
    const Contacts& contacts = island->system.contacts();
    for (const TouchPoint& p : contacts.points()) {
      if (p.force.isZero(0.0) && p.impulse.isZero(0.0)) continue;
      const ContactKey& key = contacts.pair_of(p).key;
      out.push_back({key.a,
                     key.b,
                     0.5 * (p.on_a + p.on_b),
                     p.axes.row(0).transpose(),
                     p.gap,
                     p.force,
                     p.torque,
                     p.slip});
    }
  }
}

std::vector<ContactReading> World::contacts() const {
  std::vector<ContactReading> out;
  contacts(out);
  return out;
}

std::optional<World::RayReading> World::cast_ray(const Vec3& from,
                                                 const Vec3& direction,
                                                 double length) const {
  HOLON_EXPECT(from.allFinite() && direction.allFinite() && direction.norm() > 1e-300);
  HOLON_EXPECT(std::isfinite(length) && length >= 0.0);
  look_for_contacts(0.0);
  const std::optional<Collisions::Hit> hit =
      touching_->collisions.cast_ray(from, direction, length);
  if (!hit) return std::nullopt;
  return RayReading{hit->object, hit->at};
}

std::optional<Nearest> World::nearest(ObjectId a, ObjectId b) const {
  require(a);
  require(b);
  look_for_contacts(0.0);
  return touching_->collisions.nearest(a, b);
}

}  // namespace holon
