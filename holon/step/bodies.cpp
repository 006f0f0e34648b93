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
FrameLeaf bind_connector(const FrameRef& ref, const BindObject& bind) {
  if (const auto* on = std::get_if<FrameOn>(&ref))
    return {bind(on->object), on->orientation.toRotationMatrix()};
  return {{}, std::get<WorldFrame>(ref).orientation.toRotationMatrix()};
}
ScalarBinding bind_connector(const ScalarRef& ref, const BindObject& bind) {
  ScalarBinding binding;
  for_each_connector(ref, [&]<class R>(const R& inner, std::size_t /*i*/) {
    if constexpr (std::is_same_v<R, CurveRef>)
      binding.leaves.push_back(bind_connector(inner.frame, bind));
    else
      binding.leaves.push_back(bind_connector(inner, bind));
  });
  binding.gradient.resize(binding.leaves.size());
  return binding;
}
SumBinding bind_connector(const ScalarSum& ref, const BindObject& bind) {
  SumBinding binding;
  for (const ScalarTerm& term : ref) binding.push_back(bind_connector(term.quantity, bind));
  return binding;
}

bool depends_on_time(const ScalarRef& ref) {
  bool any = false;
  for_each_connector(
      ref, [&](const auto& inner, std::size_t /*i*/) { any = any || depends_on_time(inner); });
  return any;
}
bool depends_on_time(const ScalarSum& ref) {
  return std::ranges::any_of(ref,
                             [](const ScalarTerm& term) { return depends_on_time(term.quantity); });
}

void Bodies::add(ObjectId id, const Object& kind) {
  bodies_.push_back(holon::visit(
      [](const auto& k) -> Body { return typename std::decay_t<decltype(k)>::Runtime(k); }, kind));
  index_.insert(place_in_index(id), {id.index, static_cast<int>(bodies_.size()) - 1});
  const auto [size_q, size_v] =
      std::visit([](const auto& r) { return std::pair(r.nq(), r.nv()); }, bodies_.back());
  views_.push_back({id, nq_, size_q, nv_, size_v});
  nq_ += size_q;
  nv_ += size_v;
}

int Bodies::index_of(ObjectId id, const Model& model) {
  const auto place = place_in_index(id);
  if (place != index_.end() && place->object == id.index) return place->body;
  const auto body = static_cast<int>(bodies_.size());
  index_.insert(place, {id.index, body});
  bodies_.push_back(holon::visit(
      [](const auto& k) -> Body { return typename std::decay_t<decltype(k)>::Runtime(k); },
      model.objects()[id].kind));
  kinematic_ids_.push_back(id);
  kinematic_.emplace_back();
  return body;
}

/// Where an object is in the index, or should be. Most come in order.
std::vector<Bodies::Entry>::iterator Bodies::place_in_index(ObjectId id) {
  if (index_.empty() || index_.back().object < id.index) return index_.end();
  return std::ranges::lower_bound(index_, id.index, {}, &Entry::object);
}

void Bodies::fit() {
  bodies_.shrink_to_fit();
  views_.shrink_to_fit();
  index_.shrink_to_fit();
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
  Eigen::Matrix<double, T, Eigen::Dynamic, Eigen::RowMajor, T, 16> J(T, nv);
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
template <class Ref>
auto Bodies::kin_inside(const Ref& ref, const ScalarBinding& binding, std::size_t i) const {
  if constexpr (std::is_same_v<Ref, CurveRef>)
    return CurveKin{kin(ref.frame, binding.leaves[i]), &ref.curve, &binding.memory};
  else
    return kin(ref, binding.leaves[i]);
}
ScalarKin Bodies::kin(const ScalarRef& ref, const ScalarBinding& binding) const {
  const Taylor x = value_next_to(ref, binding.memory, [&]<class R>(const R& inner, std::size_t i) {
    return ConnectorTraits<R>::taylor(kin_inside(inner, binding, i));
  });
  return {x.v, x.d, x.dd};
}
ScalarKin Bodies::kin(const ScalarSum& ref, const SumBinding& binding) const {
  ScalarKin sum;
  for (std::size_t i = 0; i < ref.size(); ++i) {
    const ScalarKin k = kin(ref[i].quantity, binding[i]);
    sum.x += ref[i].gain * k.x;
    sum.v += ref[i].gain * k.v;
    sum.a += ref[i].gain * k.a;
  }
  return sum;
}
/// By the formula of Gauss with three points, exact for motions up to t⁵.
ScalarKin Bodies::kin(const IntegralOf& ref, NoBinding /*binding*/) const {
  const double h = t_ - step_start_, middle = 0.5 * (t_ + step_start_), aside = std::sqrt(0.15) * h;
  const double sum = 5.0 * ref.rate.at(middle - aside).v + 8.0 * ref.rate.at(middle).v
                     + 5.0 * ref.rate.at(middle + aside).v;
  const Taylor now = ref.rate.at(t_);
  return {h * sum / 18.0, now.v, now.d};
}
ScalarKin Bodies::kin(const Motion& ref, NoBinding /*binding*/) const {
  const Taylor x = ref.at(t_);
  return {x.v, x.d, x.dd};
}
ScalarKin Bodies::kin(const Command& ref, NoBinding binding) const {
  if (const Motion* motion = ref.motion()) return kin(*motion, binding);
  return {controllers_[ref.controller()->index].output, 0.0, 0.0};
}

// ---- rows on v ----

template <int M>
void Bodies::pull_any(const PointOn& on,
                      const Leaf& leaf,
                      const RowBlock<M, 3>& A,
                      RowTarget to) const {
  std::visit([&](const auto& r) { r.template pull_point<M>(on, A, to.of(leaf)); },
             bodies_[leaf.body]);
}
template <int M>
void Bodies::pull_any(const DirectionOn& on,
                      const Leaf& leaf,
                      const RowBlock<M, 3>& A,
                      RowTarget to) const {
  std::visit(
      [&](const auto& r) {
        if constexpr (std::decay_t<decltype(r)>::has_orientation)
          r.template pull_direction<M>(on, A, to.of(leaf));
      },
      bodies_[leaf.body]);
}
template <int M>
void Bodies::pull_any(const FrameOn& on,
                      const Leaf& leaf,
                      const RowBlock<M, 6>& A,
                      RowTarget to) const {
  std::visit(
      [&](const auto& r) {
        if constexpr (std::decay_t<decltype(r)>::has_orientation)
          r.template pull_frame<M>(on, A, to.of(leaf));
      },
      bodies_[leaf.body]);
}

namespace {
using Gradient = Dual<6>;  // by the tangent of one connector
Vec3T<Gradient> fixed(const Vec3& x) {
  return x.cast<Gradient>();
}
FrameT<Gradient> fixed(const FrameT<double>& f) {
  return {f.p.cast<Gradient>(), f.R.cast<Gradient>()};
}
CurveT<Gradient> fixed(const CurveT<double>& c) {
  return {fixed(c.frame), c.curve, c.foot};
}
/// The part of a scalar that depends on connector k.
template <class K, class At>
Gradient part_of(const K& scalar, At&& at, std::size_t k) {
  if constexpr (requires { scalar.template part<Gradient>(at, k); })
    return scalar.template part<Gradient>(at, k);
  else
    return scalar.template value<Gradient>(at);
}
}  // namespace

void Bodies::differentiate_scalar(const ScalarRef& ref, const ScalarBinding& binding) const {
  std::visit(
      [&](const auto& s) {
        for (std::size_t k = 0; k < binding.leaves.size(); ++k) {
          const auto at = [&]<class R>(const R& inner, std::size_t i) {
            const auto kin_i = kin_inside(inner, binding, i);
            return i == k ? ConnectorTraits<R>::template dual<6>(kin_i, 0)
                          : fixed(ConnectorTraits<R>::value(kin_i));
          };
          binding.gradient[k] = part_of(s, at, k).d;
        }
      },
      ref);
}

template <int M>
void Bodies::pull(const ScalarRef& ref,
                  const ScalarBinding& binding,
                  const RowBlock<M, 6>& A,
                  RowTarget to) const {
  differentiate_scalar(ref, binding);
  for_each_connector(ref, [&]<class R>(const R& inner, std::size_t i) {
    const RowBlock<M, 6> rows = A.col(0) * binding.gradient[i].transpose();
    if constexpr (std::is_same_v<R, CurveRef>)
      pull<M>(inner.frame, binding.leaves[i], rows, to);
    else
      pull<M>(inner, binding.leaves[i], rows, to);
  });
}
template <int M>
void Bodies::pull(const ScalarSum& ref,
                  const SumBinding& binding,
                  const RowBlock<M, 6>& A,
                  RowTarget to) const {
  for (std::size_t i = 0; i < ref.size(); ++i)
    pull<M>(ref[i].quantity, binding[i], RowBlock<M, 6>(ref[i].gain * A), to);
}

#define HOLON_PULL(M)                                                                              \
  template void Bodies::pull_any<M>(const PointOn&, const Leaf&, const RowBlock<M, 3>&, RowTarget) \
      const;                                                                                       \
  template void Bodies::pull_any<M>(                                                               \
      const DirectionOn&, const Leaf&, const RowBlock<M, 3>&, RowTarget) const;                    \
  template void Bodies::pull_any<M>(const FrameOn&, const Leaf&, const RowBlock<M, 6>&, RowTarget) \
      const;                                                                                       \
  template void Bodies::pull<M>(                                                                   \
      const ScalarRef&, const ScalarBinding&, const RowBlock<M, 6>&, RowTarget) const;             \
  template void Bodies::pull<M>(                                                                   \
      const ScalarSum&, const SumBinding&, const RowBlock<M, 6>&, RowTarget) const;
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

ConnectorLoad Bodies::load_on(const PointRef& ref, const Leaf& leaf, const Push& push) const {
  const auto* on = std::get_if<PointOn>(&ref);
  return {object_of(leaf),
          on != nullptr ? on->part : 0,
          kin(ref, leaf).x,
          push.head<3>(),
          Vec3::Zero()};
}
/// Pushing the tip of a direction is turning it: τ = d × f.
ConnectorLoad Bodies::load_on(const DirectionRef& ref, const Leaf& leaf, const Push& push) const {
  const Vec3 along = kin(ref, leaf).x;
  const Vec3 at = leaf.body < 0
                      ? Vec3(Vec3::Zero())
                      : std::visit([](const auto& r) { return r.com(); }, bodies_[leaf.body]);
  return {object_of(leaf), 0, at, Vec3::Zero(), along.cross(push.head<3>())};
}
ConnectorLoad Bodies::load_on(const FrameRef& ref, const Leaf& leaf, const Push& push) const {
  return {object_of(leaf), 0, kin(ref, leaf).x, push.head<3>(), push.tail<3>()};
}
/// Told at the foot, where a track is touched: there it is a force without a torque.
ConnectorLoad Bodies::load_on_track(const FrameRef& frame,
                                    const Leaf& leaf,
                                    const Remembered& foot,
                                    const Push& push) const {
  const FrameKin carrier = kin(frame, leaf);
  const Vec3 arm = carrier.R * foot.at, force = push.head<3>();
  return {object_of(leaf), 0, carrier.x + arm, force, push.tail<3>() - arm.cross(force), true};
}
void Bodies::add_load(const ScalarRef& ref,
                      const ScalarBinding& binding,
                      const Push& push,
                      Loads& out) const {
  differentiate_scalar(ref, binding);
  for_each_connector(ref, [&]<class R>(const R& inner, std::size_t i) {
    const Push part = push[0] * binding.gradient[i];
    if constexpr (std::is_same_v<R, CurveRef>)
      out.push_back(load_on_track(inner.frame, binding.leaves[i], binding.memory, part));
    else
      out.push_back(load_on(inner, binding.leaves[i], part));
  });
}
void Bodies::add_load(const ScalarSum& ref,
                      const SumBinding& binding,
                      const Push& push,
                      Loads& out) const {
  for (std::size_t i = 0; i < ref.size(); ++i)
    add_load(ref[i].quantity, binding[i], Push(ref[i].gain * push), out);
}

Effort Bodies::effort(const ScalarRef& ref,
                      const ScalarBinding& /*binding*/,
                      const Push& push) const {
  const double along = std::abs(push[0]);
  return is_angle(ref) ? Effort{0.0, along} : Effort{along, 0.0};
}
Effort Bodies::effort(const ScalarSum& ref, const SumBinding& binding, const Push& push) const {
  Effort most;
  for (std::size_t i = 0; i < ref.size(); ++i)
    most = stronger(most, effort(ref[i].quantity, binding[i], Push(ref[i].gain * push)));
  return most;
}

// ---- numbers that are there to be read ----

void Bodies::add_reading(const ScalarRef& ref,
                         const ScalarBinding& binding,
                         std::vector<double>& out) const {
  const ScalarKin now = kin(ref, binding);
  out.push_back(now.x);
  out.push_back(now.v);
}
void Bodies::add_reading(const ScalarSum& ref,
                         const SumBinding& binding,
                         std::vector<double>& out) const {
  for (std::size_t i = 0; i < ref.size(); ++i) add_reading(ref[i].quantity, binding[i], out);
}
void Bodies::add_reading(const CurveRef& ref,
                         const TrackBinding& binding,
                         std::vector<double>& out) const {
  const double u = binding.foot.now.u;
  out.push_back(u);
  out.push_back(ref.curve.length_to(u));
}
void Bodies::add_reading(const SurfaceRef& /*ref*/,
                         const TrackBinding& binding,
                         std::vector<double>& out) const {
  out.push_back(binding.foot.now.u);
  out.push_back(binding.foot.now.v);
}
void Bodies::add_reading(const IntegralOf& ref,
                         const NoBinding& /*binding*/,
                         std::vector<double>& out) const {
  out.push_back(ref.rate.at(t_).v);
}

}  // namespace holon
