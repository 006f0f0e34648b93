// SPDX-License-Identifier: Apache-2.0
#include "holon/step/bodies.h"

#include <algorithm>
#include <cmath>

namespace holon {

// ---- building ----

ConnectorLeaf bind_connector(const PointRef& ref, const BindObject& bind) {
  const auto* on = std::get_if<PointOn>(&ref);
  return on != nullptr ? bind(on->object) : ConnectorLeaf{};
}
ConnectorLeaf bind_connector(const DirectionRef& ref, const BindObject& bind) {
  const auto* on = std::get_if<DirectionOn>(&ref);
  return on != nullptr ? bind(on->object) : ConnectorLeaf{};
}
ConnectorLeaf bind_connector(const FrameRef& ref, const BindObject& bind) {
  const auto* on = std::get_if<FrameOn>(&ref);
  return on != nullptr ? bind(on->object) : ConnectorLeaf{};
}
std::array<ConnectorLeaf, 3> bind_connector(const ScalarRef& ref, const BindObject& bind) {
  std::array<ConnectorLeaf, 3> leaves;
  std::visit(
      [&](const auto& s) {
        std::apply(
            [&](const auto&... inner) {
              std::size_t i = 0;
              ((leaves[i++] = bind_connector(inner, bind)), ...);
            },
            inner_connectors(s));
      },
      ref);
  return leaves;
}

void Bodies::add(ObjectId id, const Object& kind) {
  bodies_.push_back(std::visit(
      [](const auto& k) -> Body { return typename std::decay_t<decltype(k)>::Runtime(k); }, kind));
  index_[id.index] = static_cast<int>(bodies_.size()) - 1;
  const auto [size_q, size_v] =
      std::visit([](const auto& r) { return std::pair(r.nq(), r.nv()); }, bodies_.back());
  views_.push_back({id, nq_, size_q, nv_, size_v});
  nq_ += size_q;
  nv_ += size_v;
}

int Bodies::index_of(ObjectId id, const Model& model) {
  const auto [it, is_new] = index_.try_emplace(id.index, static_cast<int>(bodies_.size()));
  if (is_new) {
    bodies_.push_back(std::visit(
        [](const auto& k) -> Body { return typename std::decay_t<decltype(k)>::Runtime(k); },
        model.objects()[id].kind));
    kinematic_ids_.push_back(id);
    kinematic_.emplace_back();
  }
  return it->second;
}

// ---- motion ----

void Bodies::set_kinematic(int k,
                           double t0,
                           std::span<const double> q0,
                           std::span<const double> v0,
                           double t1,
                           std::span<const double> q1,
                           std::span<const double> v1) {
  Kinematic& motion = kinematic_[k];
  motion.t0 = t0;
  motion.t1 = t1;
  motion.q0.assign(q0.begin(), q0.end());
  motion.v0.assign(v0.begin(), v0.end());
  motion.q1.assign(q1.begin(), q1.end());
  motion.v1.assign(v1.begin(), v1.end());
  motion.q.resize(q0.size());
  motion.v.resize(v0.size());
  motion.acceleration.assign(v0.size(), 0.0);
  motion.slip.assign(v0.size(), 0.0);
  const double h = t1 - t0;
  if (!(h > 0.0)) return;
  std::visit([&](const auto& r) { r.difference(q0.data(), q1.data(), motion.slip.data()); },
             bodies_[views_.size() + static_cast<std::size_t>(k)]);
  for (std::size_t i = 0; i < v0.size(); ++i) {
    motion.acceleration[i] = (v1[i] - v0[i]) / h;
    motion.slip[i] = motion.slip[i] / h - 0.5 * (v0[i] + v1[i]);
  }
}

void Bodies::place(double t, const VecX& q, const VecX& v) {
  t_ = t;
  for (std::size_t i = 0; i < views_.size(); ++i) {
    const View& view = views_[i];
    std::visit([&](auto& r) { r.place(q.data() + view.q, v.data() + view.v); }, bodies_[i]);
  }
  for (std::size_t k = 0; k < kinematic_.size(); ++k) {
    Kinematic& motion = kinematic_[k];
    std::visit(
        [&](auto& r) {
          if (t <= motion.t0) {
            r.place(motion.q0.data(), motion.v0.data());
          } else if (t >= motion.t1) {
            r.place(motion.q1.data(), motion.v1.data());
          } else {
            const double s = t - motion.t0;
            for (std::size_t i = 0; i < motion.v.size(); ++i)
              motion.v[i] = motion.v0[i] + 0.5 * s * motion.acceleration[i] + motion.slip[i];
            r.advance(motion.q0.data(), motion.v.data(), s, motion.q.data());
            for (std::size_t i = 0; i < motion.v.size(); ++i)
              motion.v[i] += 0.5 * s * motion.acceleration[i];
            r.place(motion.q.data(), motion.v.data());
          }
        },
        bodies_[views_.size() + k]);
  }
}

// ---- values of connectors ----

namespace {
/// Frames and directions on kinds that have none are refused when a model is edited.
[[noreturn]] void no_orientation() {
  throw UsageError("this object has no orientation");
}

/// J v̇ of a connector with a tangent of T numbers, J by `pull`.
template <int T, class Pull>
Eigen::Matrix<double, T, 1> driven_part(int nv, const double* v_dot, Pull&& pull) {
  Eigen::Matrix<double, T, Eigen::Dynamic, 0, T, 16> J(T, nv);
  J.setZero();
  pull(RowBlock<T, T>(RowBlock<T, T>::Identity()), J.data());
  return J * Eigen::Map<const VecX>(v_dot, nv);
}
}  // namespace

const double* Bodies::given_acceleration(const Leaf& leaf) const {
  const int k = leaf.body - static_cast<int>(views_.size());
  return k < 0 ? nullptr : kinematic_[k].acceleration.data();
}

PointKin Bodies::kin(const PointRef& ref, const Leaf& leaf) const {
  if (const auto* on = std::get_if<PointOn>(&ref))
    return std::visit(
        [&](const auto& r) {
          PointKin k = r.point(*on);
          if (const double* a = given_acceleration(leaf))
            k.a += driven_part<3>(r.nv(), a, [&](const RowBlock<3, 3>& A, double* J) {
              r.template pull_point<3>(*on, A, J);
            });
          return k;
        },
        bodies_[leaf.body]);
  if (const auto* nail = std::get_if<Nail>(&ref)) return {nail->at, Vec3::Zero(), Vec3::Zero()};
  const Path::Sample s = std::get<Path>(ref).at(t_);
  return {s.x, s.v, s.a};
}
DirectionKin Bodies::kin(const DirectionRef& ref, const Leaf& leaf) const {
  if (const auto* on = std::get_if<DirectionOn>(&ref))
    return std::visit(
        [&](const auto& r) -> DirectionKin {
          if constexpr (std::decay_t<decltype(r)>::has_orientation) {
            DirectionKin k = r.direction(*on);
            if (const double* a = given_acceleration(leaf))
              k.a += driven_part<3>(r.nv(), a, [&](const RowBlock<3, 3>& A, double* J) {
                r.template pull_direction<3>(*on, A, J);
              });
            return k;
          } else {
            no_orientation();
          }
        },
        bodies_[leaf.body]);
  return {std::get<WorldDirection>(ref).along, Vec3::Zero(), Vec3::Zero()};
}
FrameKin Bodies::kin(const FrameRef& ref, const Leaf& leaf) const {
  if (const auto* on = std::get_if<FrameOn>(&ref))
    return std::visit(
        [&](const auto& r) -> FrameKin {
          if constexpr (std::decay_t<decltype(r)>::has_orientation) {
            FrameKin k = r.frame(*on);
            if (const double* a = given_acceleration(leaf)) {
              const Push driven =
                  driven_part<6>(r.nv(), a, [&](const RowBlock<6, 6>& A, double* J) {
                    r.template pull_frame<6>(*on, A, J);
                  });
              k.a += driven.head<3>();
              k.alpha += driven.tail<3>();
            }
            return k;
          } else {
            no_orientation();
          }
        },
        bodies_[leaf.body]);
  const auto& world = std::get<WorldFrame>(ref);
  FrameKin k;
  k.x = world.at;
  k.R = world.orientation.toRotationMatrix();
  return k;
}
ScalarKin Bodies::kin(const ScalarRef& ref, const std::array<Leaf, 3>& leaves) const {
  return std::visit(
      [&](const auto& s) {
        const auto refs = inner_connectors(s);
        using Refs = std::decay_t<decltype(refs)>;
        const Taylor x = [&]<std::size_t... I>(std::index_sequence<I...>) {
          return scalar_value<Taylor>(
              s,
              ConnectorTraits<std::decay_t<std::tuple_element_t<I, Refs>>>::taylor(
                  kin(std::get<I>(refs), leaves[I]))...);
        }
        (std::make_index_sequence<std::tuple_size_v<Refs>>());
        return ScalarKin{x.v, x.d, x.dd};
      },
      ref);
}
ScalarKin Bodies::kin(const Motion& ref, NoConnectorLeaf /*leaf*/) const {
  const Taylor x = ref.at(t_);
  return {x.v, x.d, x.dd};
}

// ---- rows on v ----

template <int M>
void Bodies::pull(const PointRef& ref,
                  const Leaf& leaf,
                  const RowBlock<M, 6>& A,
                  RowTarget to) const {
  if (leaf.v < 0) return;
  const RowBlock<M, 3> rows = A.template leftCols<3>();
  std::visit(
      [&](const auto& r) { r.template pull_point<M>(std::get<PointOn>(ref), rows, to.of(leaf)); },
      bodies_[leaf.body]);
}
template <int M>
void Bodies::pull(const DirectionRef& ref,
                  const Leaf& leaf,
                  const RowBlock<M, 6>& A,
                  RowTarget to) const {
  if (leaf.v < 0) return;
  const RowBlock<M, 3> rows = A.template leftCols<3>();
  std::visit(
      [&](const auto& r) {
        if constexpr (std::decay_t<decltype(r)>::has_orientation)
          r.template pull_direction<M>(std::get<DirectionOn>(ref), rows, to.of(leaf));
      },
      bodies_[leaf.body]);
}
template <int M>
void Bodies::pull(const FrameRef& ref,
                  const Leaf& leaf,
                  const RowBlock<M, 6>& A,
                  RowTarget to) const {
  if (leaf.v < 0) return;
  std::visit(
      [&](const auto& r) {
        if constexpr (std::decay_t<decltype(r)>::has_orientation)
          r.template pull_frame<M>(std::get<FrameOn>(ref), A, to.of(leaf));
      },
      bodies_[leaf.body]);
}

namespace {
/// The gradient of a scalar by the tangents of the connectors inside it, which are all of size 3.
template <class Scalar, class KinTuple, std::size_t... I>
std::array<Vec3, 3> scalar_gradient(const Scalar& s,
                                    const KinTuple& kins,
                                    std::index_sequence<I...> /*seq*/) {
  constexpr int n = 3 * static_cast<int>(sizeof...(I));
  using Refs = decltype(inner_connectors(s));
  const auto all =
      scalar_value<Dual<n>>(
          s,
          ConnectorTraits<std::decay_t<std::tuple_element_t<I, Refs>>>::template dual<n>(
              std::get<I>(kins), 3 * static_cast<int>(I))...)
          .d;
  return {Vec3(all.template segment<3>(3 * static_cast<int>(I)))...};
}

/// Calls f(connector, leaf, i) for each connector inside a scalar.
template <class F>
void for_each_inner(const ScalarRef& ref, const std::array<ConnectorLeaf, 3>& leaves, F&& f) {
  std::visit(
      [&](const auto& s) {
        std::apply(
            [&](const auto&... inner) {
              std::size_t i = 0;
              ((f(inner, leaves[i], i), ++i), ...);
            },
            inner_connectors(s));
      },
      ref);
}
}  // namespace

std::array<Vec3, 3> Bodies::gradient(const ScalarRef& ref,
                                     const std::array<Leaf, 3>& leaves) const {
  return std::visit(
      [&](const auto& s) {
        const auto refs = inner_connectors(s);
        return [&]<std::size_t... I>(std::index_sequence<I...> seq) {
          return scalar_gradient(s, std::make_tuple(kin(std::get<I>(refs), leaves[I])...), seq);
        }
        (std::make_index_sequence<std::tuple_size_v<std::decay_t<decltype(refs)>>>());
      },
      ref);
}

template <int M>
void Bodies::pull(const ScalarRef& ref,
                  const std::array<Leaf, 3>& leaves,
                  const RowBlock<M, 6>& A,
                  RowTarget to) const {
  const std::array<Vec3, 3> along = gradient(ref, leaves);
  for_each_inner(ref, leaves, [&](const auto& inner, const Leaf& leaf, std::size_t i) {
    RowBlock<M, 6> rows = RowBlock<M, 6>::Zero();
    rows.template leftCols<3>() = A.col(0) * along[i].transpose();
    pull<M>(inner, leaf, rows, to);
  });
}

#define HOLON_PULL(M)                                                                           \
  template void Bodies::pull<M>(const PointRef&, const Leaf&, const RowBlock<M, 6>&, RowTarget) \
      const;                                                                                    \
  template void Bodies::pull<M>(                                                                \
      const DirectionRef&, const Leaf&, const RowBlock<M, 6>&, RowTarget) const;                \
  template void Bodies::pull<M>(const FrameRef&, const Leaf&, const RowBlock<M, 6>&, RowTarget) \
      const;                                                                                    \
  template void Bodies::pull<M>(                                                                \
      const ScalarRef&, const std::array<Leaf, 3>&, const RowBlock<M, 6>&, RowTarget) const;
HOLON_PULL(1)
HOLON_PULL(2)
HOLON_PULL(3)
HOLON_PULL(4)
HOLON_PULL(5)
HOLON_PULL(6)
#undef HOLON_PULL

// ---- what a push on a connector is in the world ----

ObjectId Bodies::object_of(const Leaf& leaf) const {
  if (leaf.body < 0) return {};
  const auto dynamic = static_cast<int>(views_.size());
  return leaf.body < dynamic ? views_[leaf.body].id : kinematic_ids_[leaf.body - dynamic];
}

void Bodies::add_load(const PointRef& ref, const Leaf& leaf, const Push& push, Loads& out) const {
  const auto* on = std::get_if<PointOn>(&ref);
  out.push_back({object_of(leaf),
                 on != nullptr ? on->part : 0,
                 kin(ref, leaf).x,
                 push.head<3>(),
                 Vec3::Zero()});
}
/// Pushing the tip of a direction is turning it: τ = d × f.
void Bodies::add_load(const DirectionRef& ref,
                      const Leaf& leaf,
                      const Push& push,
                      Loads& out) const {
  const Vec3 along = kin(ref, leaf).x;
  const Vec3 at = leaf.body < 0
                      ? Vec3(Vec3::Zero())
                      : std::visit([](const auto& r) { return r.com(); }, bodies_[leaf.body]);
  out.push_back({object_of(leaf), 0, at, Vec3::Zero(), along.cross(push.head<3>())});
}
void Bodies::add_load(const FrameRef& ref, const Leaf& leaf, const Push& push, Loads& out) const {
  out.push_back({object_of(leaf), 0, kin(ref, leaf).x, push.head<3>(), push.tail<3>()});
}
void Bodies::add_load(const ScalarRef& ref,
                      const std::array<Leaf, 3>& leaves,
                      const Push& push,
                      Loads& out) const {
  const std::array<Vec3, 3> along = gradient(ref, leaves);
  for_each_inner(ref, leaves, [&](const auto& inner, const Leaf& leaf, std::size_t i) {
    Push inner_push = Push::Zero();
    inner_push.head<3>() = push[0] * along[i];
    add_load(inner, leaf, inner_push, out);
  });
}
void Bodies::add_load(const Motion& /*ref*/,
                      NoConnectorLeaf /*leaf*/,
                      const Push& /*push*/,
                      Loads& /*out*/) const {}

}  // namespace holon
