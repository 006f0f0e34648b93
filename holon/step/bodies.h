// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <span>
#include <vector>

#include "holon/math/workers.h"
#include "holon/model/model.h"
#include "holon/step/connector_load.h"

namespace holon {

/// How hard a constraint or force acts on a connector: along a quantity if it is one, so that a
/// rope's is its tension, however often it runs to and fro.
struct Effort {
  double force = 0.0;
  double torque = 0.0;
};
/// The harder of each.
inline Effort stronger(const Effort& a, const Effort& b) {
  return {std::max(a.force, b.force), std::max(a.torque, b.torque)};
}

/// A connector bound to the object that carries it.
struct ConnectorLeaf {
  int body = -1;              ///< −1: the world
  int v = -1;                 ///< first row of its object in v; −1: it does not give way
  std::ptrdiff_t block = -1;  ///< where its block of J starts, for a constraint
};
/// A frame also knows its axes, in those of its object or of the world.
struct FrameLeaf : ConnectorLeaf {
  Mat3 axes = Mat3::Identity();
};
/// A scalar is bound through the connectors inside it; what is given is bound to nothing.
struct ScalarBinding {
  std::vector<ConnectorLeaf> leaves;
  Remembered memory;
  mutable std::vector<Push> gradient;  // scratch: by the tangent of each connector
};
using SumBinding = std::vector<ScalarBinding>;
/// A curve or surface is bound through its frame.
struct TrackBinding {
  ConnectorLeaf leaf;
  Remembered foot;
};
struct NoBinding {};

/// Gives the leaf of an object.
using BindObject = std::function<ConnectorLeaf(ObjectId)>;
ConnectorLeaf bind_connector(const PointRef& ref, const BindObject& bind);
ConnectorLeaf bind_connector(const DirectionRef& ref, const BindObject& bind);
FrameLeaf bind_connector(const FrameRef& ref, const BindObject& bind);
ScalarBinding bind_connector(const ScalarRef& ref, const BindObject& bind);
SumBinding bind_connector(const ScalarSum& ref, const BindObject& bind);
template <TrackRef Track>
TrackBinding bind_connector(const Track& ref, const BindObject& bind) {
  return {bind_connector(ref.frame, bind), {}};
}
template <GivenRef Given>
NoBinding bind_connector(const Given& /*ref*/, const BindObject& /*bind*/) {
  return {};
}

/// Binds all connectors of a constraint or force, the first first.
template <class K>
auto bind_connectors(const K& kind, const BindObject& bind) {
  return std::apply([&](const auto&... ref) { return std::tuple{bind_connector(ref, bind)...}; },
                    kind.connectors());
}
template <class K>
using BindingsOf = decltype(bind_connectors(std::declval<const K&>(), {}));

/// Adds where the connectors of a constraint or force remember something.
inline void add_memories(ScalarBinding& binding, std::vector<Remembered*>& out) {
  out.push_back(&binding.memory);
}
inline void add_memories(SumBinding& binding, std::vector<Remembered*>& out) {
  for (ScalarBinding& b : binding) add_memories(b, out);
}
inline void add_memories(TrackBinding& binding, std::vector<Remembered*>& out) {
  out.push_back(&binding.foot);
}
inline void add_memories(ConnectorLeaf& /*leaf*/, std::vector<Remembered*>& /*out*/) {}
inline void add_memories(NoBinding& /*binding*/, std::vector<Remembered*>& /*out*/) {}
template <class... Bindings>
void add_memories(std::tuple<Bindings...>& bindings, std::vector<Remembered*>& out) {
  std::apply([&](auto&... binding) { (add_memories(binding, out), ...); }, bindings);
}

/// Whether a connector moves with time by itself.
inline bool depends_on_time(const PointRef& ref) {
  return std::holds_alternative<Path>(ref);
}
inline bool depends_on_time(const DirectionRef& /*ref*/) {
  return false;
}
inline bool depends_on_time(const FrameRef& /*ref*/) {
  return false;
}
bool depends_on_time(const ScalarRef& ref);
bool depends_on_time(const ScalarSum& ref);
template <TrackRef Track>
bool depends_on_time(const Track& /*ref*/) {
  return false;
}
template <GivenRef Given>
bool depends_on_time(const Given& /*ref*/) {
  return true;
}
/// Whether one of the connectors of a constraint or force does.
template <class K>
requires requires(const K& kind) {
  kind.connectors();
}
bool depends_on_time(const K& kind) {
  return std::apply([](const auto&... ref) { return (depends_on_time(ref) || ...); },
                    kind.connectors());
}

/// Where rows on v are added up: the blocks of J, or a generalised force.
struct RowTarget {
  double* jacobian = nullptr;
  double* force = nullptr;
  double* of(const ConnectorLeaf& leaf) const {
    return jacobian != nullptr ? jacobian + leaf.block : force + leaf.v;
  }
};

/// Calls f(first, last) for ranges that make up 0 … n−1, on several threads if there are any.
template <class F>
void for_ranges(Workers* workers, std::size_t n, F&& f) {
  constexpr int grain = 64;  // bodies or constraints: some microseconds of work
  if (workers == nullptr) return f(std::size_t{0}, n);
  workers->for_ranges(static_cast<int>(n), grain, [&](int first, int last) {
    f(static_cast<std::size_t>(first), static_cast<std::size_t>(last));
  });
}

/// A free flight over h of all objects of an island: from (q, momentum p) to (q1, p1), at
/// mid-velocity v, of which it gets a guess.
struct FreeFlight {
  double h;
  const VecX &q, &p;
  VecX &q1, &p1, &v;
};

/// The objects of one island at work. It places them, says where their connectors are, and turns
/// rows on connectors into rows on v. Those that the host moves take part without giving way.
class Bodies {
 public:
  using Leaf = ConnectorLeaf;
  struct View {
    ObjectId id;
    int q, nq, v, nv;
  };

  // ---- building: dynamic objects first ----
  void add(ObjectId id, const Object& kind);
  /// The body of an object; one that is not there yet is moved by the host.
  int index_of(ObjectId id, const Model& model);
  /// Gives back what has been taken for more objects than there are.
  void fit();

  void set_workers(Workers* workers) { workers_ = workers; }
  Workers* workers() const { return workers_; }

  const std::vector<View>& views() const { return views_; }
  const std::vector<ObjectId>& kinematic() const { return kinematic_ids_; }
  int nq() const { return nq_; }
  int nv() const { return nv_; }
  double time() const { return t_; }

  // ---- motion ----
  void set_kinematic(int k,
                     double t0,
                     std::span<const double> q0,
                     std::span<const double> v0,
                     double t1,
                     std::span<const double> q1,
                     std::span<const double> v1);
  /// A step begins at t, with what the controllers put out, by their slots: what adds up over a
  /// step starts from nothing.
  void begin_step(double t, std::span<const ControllerMemory> controllers) {
    step_start_ = t;
    controllers_ = controllers;
  }
  void place(double t, const VecX& q, const VecX& v);
  /// The same, where they are at q already.
  void move(const VecX& q, const VecX& v);
  /// Lets them fly, and places them at time t where they arrive. False if it cannot be.
  bool fly(double t, const FreeFlight& flight);

  // ---- values of connectors ----
  PointKin kin(const PointRef& ref, const Leaf& leaf) const;
  DirectionKin kin(const DirectionRef& ref, const Leaf& leaf) const;
  FrameKin kin(const FrameRef& ref, const Leaf& leaf) const;
  ScalarKin kin(const ScalarRef& ref, const ScalarBinding& binding) const;
  ScalarKin kin(const ScalarSum& ref, const SumBinding& binding) const;
  CurveKin kin(const CurveRef& ref, const TrackBinding& binding) const {
    return {kin(ref.frame, binding.leaf), &ref.curve, &binding.foot};
  }
  SurfaceKin kin(const SurfaceRef& ref, const TrackBinding& binding) const {
    return {kin(ref.frame, binding.leaf), &ref.surface, &binding.foot};
  }
  ScalarKin kin(const IntegralOf& ref, NoBinding binding) const;
  ScalarKin kin(const Motion& ref, NoBinding binding) const;
  ScalarKin kin(const Command& ref, NoBinding binding) const;
  /// Only where they are. Most connectors are on rigid bodies and particles: what these do is
  /// compiled into the loops over constraints.
  Vec3 value(const PointRef& ref, const Leaf& leaf) const {
    if (const auto* on = std::get_if<PointOn>(&ref)) {
      if (const auto* body = rigid(leaf)) return body->at(*on);
      if (const auto* body = particle(leaf)) return body->com();
    }
    return kin(ref, leaf).x;
  }
  Vec3 value(const DirectionRef& ref, const Leaf& leaf) const {
    if (const auto* on = std::get_if<DirectionOn>(&ref))
      if (const auto* body = rigid(leaf)) return body->at(*on);
    return kin(ref, leaf).x;
  }
  FrameT<double> value(const FrameRef& ref, const FrameLeaf& leaf) const {
    if (const auto* on = std::get_if<FrameOn>(&ref)) {
      if (const auto* body = rigid(leaf)) return body->at(on->at, leaf.axes);
      return ConnectorTraits<FrameRef>::value(kin(ref, leaf));
    }
    return {std::get<WorldFrame>(ref).at, leaf.axes};
  }
  template <class Ref, class Binding>
  auto value(const Ref& ref, const Binding& binding) const {
    return ConnectorTraits<Ref>::value(kin(ref, binding));
  }
  /// The rigid body that carries a connector and gives way; null if that is none.
  const RigidBody::Runtime* free_rigid(const Leaf& leaf) const {
    return leaf.v < 0 ? nullptr : rigid(leaf);
  }
  /// The same as kins that stand still.
  PointKin place_of(const PointRef& ref, const Leaf& leaf) const {
    return {value(ref, leaf), Vec3::Zero(), Vec3::Zero()};
  }
  DirectionKin place_of(const DirectionRef& ref, const Leaf& leaf) const {
    return {value(ref, leaf), Vec3::Zero(), Vec3::Zero()};
  }
  FrameKin place_of(const FrameRef& ref, const FrameLeaf& leaf) const {
    const FrameT<double> at = value(ref, leaf);
    return {at.p, Vec3::Zero(), Vec3::Zero(), at.R, Vec3::Zero(), Vec3::Zero()};
  }
  template <class Ref, class Binding>
  auto place_of(const Ref& ref, const Binding& binding) const {
    return kin(ref, binding);
  }
  /// Of all connectors of a constraint or force.
  template <class K>
  typename ConnectorInfo<K>::Kins places(const K& kind, const BindingsOf<K>& bindings) const {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      const auto refs = kind.connectors();
      return typename ConnectorInfo<K>::Kins{place_of(std::get<I>(refs), std::get<I>(bindings))...};
    }
    (std::make_index_sequence<static_cast<std::size_t>(ConnectorInfo<K>::count)>());
  }
  template <class K>
  typename ConnectorInfo<K>::Kins kins(const K& kind, const BindingsOf<K>& bindings) const {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      const auto refs = kind.connectors();
      return typename ConnectorInfo<K>::Kins{kin(std::get<I>(refs), std::get<I>(bindings))...};
    }
    (std::make_index_sequence<static_cast<std::size_t>(ConnectorInfo<K>::count)>());
  }

  // ---- rows on v: target += A ∂ẋ/∂v, for 1 to 6 rows ----
  template <int M>
  void pull(const PointRef& ref, const Leaf& leaf, const RowBlock<M, 6>& A, RowTarget to) const {
    if (leaf.v < 0) return;
    const RowBlock<M, 3> rows = A.template leftCols<3>();
    if (const auto* body = rigid(leaf))
      return body->template pull_point<M>(std::get<PointOn>(ref), rows, to.of(leaf));
    pull_any<M>(std::get<PointOn>(ref), leaf, rows, to);
  }
  template <int M>
  void pull(const DirectionRef& ref,
            const Leaf& leaf,
            const RowBlock<M, 6>& A,
            RowTarget to) const {
    if (leaf.v < 0) return;
    const RowBlock<M, 3> rows = A.template leftCols<3>();
    if (const auto* body = rigid(leaf))
      return body->template pull_direction<M>(std::get<DirectionOn>(ref), rows, to.of(leaf));
    pull_any<M>(std::get<DirectionOn>(ref), leaf, rows, to);
  }
  template <int M>
  void pull(const FrameRef& ref, const Leaf& leaf, const RowBlock<M, 6>& A, RowTarget to) const {
    if (leaf.v < 0) return;
    if (const auto* body = rigid(leaf))
      return body->template pull_frame<M>(std::get<FrameOn>(ref), A, to.of(leaf));
    pull_any<M>(std::get<FrameOn>(ref), leaf, A, to);
  }
  template <int M>
  void pull(const ScalarRef& ref,
            const ScalarBinding& binding,
            const RowBlock<M, 6>& A,
            RowTarget to) const;
  template <int M>
  void pull(const ScalarSum& ref,
            const SumBinding& binding,
            const RowBlock<M, 6>& A,
            RowTarget to) const;
  template <int M, TrackRef Track>
  void pull(const Track& ref,
            const TrackBinding& binding,
            const RowBlock<M, 6>& A,
            RowTarget to) const {
    pull<M>(ref.frame, binding.leaf, A, to);
  }
  /// Nobody pushes what is given.
  template <int M, GivenRef Given>
  void pull(const Given& /*ref*/,
            NoBinding /*binding*/,
            const RowBlock<M, 6>& /*A*/,
            RowTarget /*to*/) const {}

  // ---- what a push on a connector is in the world ----
  using Loads = std::vector<ConnectorLoad>;
  template <class Ref, class Binding>
  void add_load(const Ref& ref, const Binding& binding, const Push& push, Loads& out) const {
    out.push_back(load_on(ref, binding, push));
  }
  void add_load(const ScalarRef& ref,
                const ScalarBinding& binding,
                const Push& push,
                Loads& out) const;
  void add_load(const ScalarSum& ref,
                const SumBinding& binding,
                const Push& push,
                Loads& out) const;
  template <GivenRef Given>
  void add_load(const Given& /*ref*/,
                const NoBinding& /*binding*/,
                const Push& /*push*/,
                Loads& /*out*/) const {}
  /// How hard it is.
  template <class Ref, class Binding>
  Effort effort(const Ref& ref, const Binding& binding, const Push& push) const {
    const ConnectorLoad load = load_on(ref, binding, push);
    return {load.force.norm(), load.torque.norm()};
  }
  Effort effort(const ScalarRef& ref, const ScalarBinding& binding, const Push& push) const;
  Effort effort(const ScalarSum& ref, const SumBinding& binding, const Push& push) const;
  template <GivenRef Given>
  Effort effort(const Given& /*ref*/, const NoBinding& /*binding*/, const Push& /*push*/) const {
    return {};
  }

  // ---- numbers of connectors, and of kinds, that are there to be read (model/readings.h) ----
  template <class K>
  void add_readings(const K& kind, const BindingsOf<K>& bindings, std::vector<double>& out) const {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      const auto refs = kind.connectors();
      (add_reading(std::get<I>(refs), std::get<I>(bindings), out), ...);
    }
    (std::make_index_sequence<static_cast<std::size_t>(ConnectorInfo<K>::count)>());
    if constexpr (requires { K::numbers; })
      for (double number : kind.read(kins(kind, bindings))) out.push_back(number);
  }

  /// Whether the masses of a kind of body at work change as it moves.
  template <class Body>
  static constexpr bool has_varying_mass = requires {
    Body::varying_mass;
  };
  /// Calls f with body i at work.
  template <class F>
  decltype(auto) visit(int i, F&& f) const {
    return std::visit(std::forward<F>(f), bodies_[i]);
  }
  /// Calls f(body at work, its view) for each dynamic one.
  template <class F>
  void for_each(F&& f) const {
    for_each_in(0, views_.size(), f);
  }
  /// The sum over the dynamic ones of what f(sum, body at work, its view) adds to it, divided among
  /// the threads; `add(sum, part)` puts two together.
  template <class Sum, class F, class Add>
  Sum sum_up(F&& f, Add&& add) const {
    return sum_of_ranges(
        workers_,
        views_.size(),
        [&](std::size_t first, std::size_t last) {
          Sum sum{};
          for_each_in(first, last, [&](const auto& body, const View& view) { f(sum, body, view); });
          return sum;
        },
        add);
  }

 private:
  struct Entry {
    std::uint32_t object;
    int body;
  };
  template <class K>
  using RuntimeOf = typename K::Runtime;
  using Body = WrappedVariantOf<ObjectKinds, RuntimeOf>;

  /// The body at work if it is of that kind, else null.
  const RigidBody::Runtime* rigid(const Leaf& leaf) const {
    return std::get_if<RigidBody::Runtime>(&bodies_[leaf.body]);
  }
  const Particle::Runtime* particle(const Leaf& leaf) const {
    return std::get_if<Particle::Runtime>(&bodies_[leaf.body]);
  }
  /// Of any kind of object.
  template <int M>
  void pull_any(const PointOn& on, const Leaf& leaf, const RowBlock<M, 3>& A, RowTarget to) const;
  template <int M>
  void pull_any(const DirectionOn& on,
                const Leaf& leaf,
                const RowBlock<M, 3>& A,
                RowTarget to) const;
  template <int M>
  void pull_any(const FrameOn& on, const Leaf& leaf, const RowBlock<M, 6>& A, RowTarget to) const;

  std::vector<Entry>::iterator place_in_index(ObjectId id);

  struct Kinematic {
    double t0 = 0.0, t1 = 0.0;
    std::vector<double> q0, v0, q1, v1;
    std::vector<double> acceleration;  // (v1 − v0) / (t1 − t0)
    std::vector<double> slip;          // what the mean velocity lacks to get from q0 to q1
    std::vector<double> q, v;          // scratch: somewhere in between
  };

  template <class Ref>
  void add_reading(const Ref& /*ref*/, const Leaf& /*leaf*/, std::vector<double>& /*out*/) const {}
  void add_reading(const ScalarRef& ref,
                   const ScalarBinding& binding,
                   std::vector<double>& out) const;
  void add_reading(const ScalarSum& ref, const SumBinding& binding, std::vector<double>& out) const;
  void add_reading(const CurveRef& ref,
                   const TrackBinding& binding,
                   std::vector<double>& out) const;
  void add_reading(const SurfaceRef& ref,
                   const TrackBinding& binding,
                   std::vector<double>& out) const;
  template <class Function>
  void add_reading(const Function& ref, const NoBinding& binding, std::vector<double>& out) const {
    out.push_back(kin(ref, binding).x);
  }
  void add_reading(const IntegralOf& ref, const NoBinding& binding, std::vector<double>& out) const;

  ConnectorLoad load_on(const PointRef& ref, const Leaf& leaf, const Push& push) const;
  ConnectorLoad load_on(const DirectionRef& ref, const Leaf& leaf, const Push& push) const;
  ConnectorLoad load_on(const FrameRef& ref, const Leaf& leaf, const Push& push) const;
  template <class Track>
  ConnectorLoad load_on(const Track& ref, const TrackBinding& binding, const Push& push) const {
    return load_on_track(ref.frame, binding.leaf, binding.foot, push);
  }
  ConnectorLoad load_on_track(const FrameRef& frame,
                              const Leaf& leaf,
                              const Remembered& foot,
                              const Push& push) const;
  /// A connector of a quantity, whose curve has its foot in the binding.
  template <class Ref>
  auto kin_inside(const Ref& ref, const ScalarBinding& binding, std::size_t i) const;
  /// Fills the gradient in the binding.
  void differentiate_scalar(const ScalarRef& ref, const ScalarBinding& binding) const;
  /// The acceleration of an object that the host moves; null for one that is free.
  const double* given_acceleration(const Leaf& leaf) const;
  ObjectId object_of(const Leaf& leaf) const;

  template <class F>
  void for_each_in(std::size_t first, std::size_t last, F&& f) const {
    for (std::size_t i = first; i < last; ++i)
      std::visit([&](const auto& body) { f(body, views_[i]); }, bodies_[i]);
  }
  void place_kinematic(double t);
  bool fly_in(std::size_t first, std::size_t last, const FreeFlight& flight);

  Workers* workers_ = nullptr;
  double t_ = 0.0, step_start_ = 0.0;
  std::span<const ControllerMemory> controllers_;
  int nq_ = 0, nv_ = 0;
  std::vector<Body> bodies_;  // dynamic ones first, then kinematic ones
  std::vector<View> views_;
  std::vector<ObjectId> kinematic_ids_;
  std::vector<Kinematic> kinematic_;
  std::vector<Entry> index_;  // by object
};

}  // namespace holon
