// SPDX-License-Identifier: Apache-2.0
#include "holon/step/system.h"

#include <algorithm>
#include <cmath>

namespace holon {

// ---- compiling ----

void System::build(const Model& model,
                   std::span<const ObjectId> objects,
                   std::span<const ConstraintId> constraints,
                   std::span<const ForceId> forces) {
  *this = System();
  building_ = &model;
  for (ObjectId id : objects) {
    bodies_.push_back(std::visit(
        [](const auto& kind) -> Body {
          return typename std::decay_t<decltype(kind)>::Runtime(kind);
        },
        model.objects()[id].kind));
    index_[id.index] = static_cast<int>(bodies_.size()) - 1;
    const int size_q = std::visit([](const auto& r) { return r.nq(); }, bodies_.back());
    const int size_v = std::visit([](const auto& r) { return r.nv(); }, bodies_.back());
    const int vertex = kkt_.add_object(size_v);
    body_views_.push_back({id, nq_, size_q, kkt_.dof_offset(vertex), size_v});
    nq_ += size_q;
  }
  for (ConstraintId id : constraints) bind_constraint(model, id);
  for (ForceId id : forces) bind_force(model, id);
  kkt_.analyse();

  const int m = kkt_.rows();
  c_.setZero(m);
  c_dot_.setZero(m);
  c_ddot_.setZero(m);
  tau_.setZero(m);
  for (const ConstraintView& view : views_)
    tau_.segment(view.row, view.rows).setConstant(model.constraints()[view.id].options.tau);
  saturated_.reserve(views_.size());
  building_ = nullptr;
  index_.clear();
}

/// The body of an object; one that is not among the dynamic ones is moved by the host.
int System::body_of(ObjectId id) {
  const auto it = index_.find(id.index);
  if (it != index_.end()) return it->second;
  bodies_.push_back(std::visit(
      [](const auto& kind) -> Body { return typename std::decay_t<decltype(kind)>::Runtime(kind); },
      building_->objects()[id].kind));
  const int body = static_cast<int>(bodies_.size()) - 1;
  index_[id.index] = body;
  kinematic_ids_.push_back(id);
  kinematic_.emplace_back();
  return body;
}

System::Leaf System::bind_object(ObjectId id, int constraint) {
  Leaf leaf;
  leaf.body = body_of(id);
  if (leaf.body >= static_cast<int>(body_views_.size())) return leaf;
  leaf.v = body_views_[leaf.body].v;
  if (constraint >= 0) leaf.block = kkt_.add_block(constraint, leaf.body);
  return leaf;
}

System::Leaf System::bind(const PointRef& ref, int constraint) {
  const auto* on = std::get_if<PointOn>(&ref);
  return on != nullptr ? bind_object(on->object, constraint) : Leaf{};
}
System::Leaf System::bind(const DirectionRef& ref, int constraint) {
  const auto* on = std::get_if<DirectionOn>(&ref);
  return on != nullptr ? bind_object(on->object, constraint) : Leaf{};
}
System::Leaf System::bind(const FrameRef& ref, int constraint) {
  const auto* on = std::get_if<FrameOn>(&ref);
  return on != nullptr ? bind_object(on->object, constraint) : Leaf{};
}
std::array<System::Leaf, 3> System::bind(const ScalarRef& ref, int constraint) {
  std::array<Leaf, 3> leaves;
  std::visit(
      [&](const auto& s) {
        std::apply(
            [&](const auto&... inner) {
              std::size_t i = 0;
              ((leaves[i++] = bind(inner, constraint)), ...);
            },
            inner_connectors(s));
      },
      ref);
  return leaves;
}
System::NoLeaf System::bind(const Motion& /*ref*/, int /*constraint*/) {
  return {};
}

template <class K>
System::BindingsOf<K> System::bind_all(const K& kind, int constraint) {
  return std::apply([&](const auto&... ref) { return BindingsOf<K>{bind(ref, constraint)...}; },
                    kind.connectors());
}

void System::bind_constraint(const Model& model, ConstraintId id) {
  const ConstraintRecord& record = model.constraints()[id];
  std::visit(
      [&]<class K>(const K& kind) {
        const int vertex = kkt_.add_constraint(K::rows);
        const int row = kkt_.row_offset(vertex);
        const double scale = std::sqrt(record.options.weight);
        auto& list = std::get<std::vector<BoundConstraint<K>>>(constraints_);
        views_.push_back({id, row, K::rows, scale, record.kind.index(), list.size()});
        row_owner_.insert(row_owner_.end(), K::rows, id);
        position_row_.insert(position_row_.end(), K::rows, !is_velocity_level<K>);
        has_assembly_limits_ = has_assembly_limits_ || record.options.assembly_force < no_limit;
        list.push_back({kind,
                        id,
                        vertex,
                        row,
                        scale,
                        record.options.assembly_force,
                        bind_all(kind, vertex),
                        {}});
      },
      record.kind);
}

void System::bind_force(const Model& model, ForceId id) {
  std::visit(
      [&]<class K>(const K& kind) {
        depends_on_velocity_ = depends_on_velocity_ || K::depends_on_velocity;
        auto& list = std::get<std::vector<BoundForce<K>>>(forces_);
        if constexpr (ConnectorForce<K>) {
          list.push_back({kind, bind_all(kind, -1)});
        } else {
          BoundObjectForce<K> bound{kind, {}};
          for (std::size_t i = 0; i < body_views_.size(); ++i)
            if (kind.objects.empty()
                || std::find(kind.objects.begin(), kind.objects.end(), body_views_[i].id)
                       != kind.objects.end())
              bound.bodies.push_back(static_cast<int>(i));
          if (!bound.bodies.empty()) list.push_back(std::move(bound));
        }
      },
      model.forces()[id].kind);
}

// ---- objects that the host moves ----

void System::set_kinematic(int k,
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
             bodies_[body_views_.size() + static_cast<std::size_t>(k)]);
  for (std::size_t i = 0; i < v0.size(); ++i) {
    motion.acceleration[i] = (v1[i] - v0[i]) / h;
    motion.slip[i] = motion.slip[i] / h - 0.5 * (v0[i] + v1[i]);
  }
}

// ---- evaluation ----

void System::place(double t, const VecX& q, const VecX& v) {
  t_ = t;
  for (std::size_t i = 0; i < body_views_.size(); ++i) {
    const BodyView& view = body_views_[i];
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
        bodies_[body_views_.size() + k]);
  }
}

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

const double* System::given_acceleration(const Leaf& leaf) const {
  const int k = leaf.body - static_cast<int>(body_views_.size());
  return k < 0 ? nullptr : kinematic_[k].acceleration.data();
}

PointKin System::kin(const PointRef& ref, const Leaf& leaf) const {
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
DirectionKin System::kin(const DirectionRef& ref, const Leaf& leaf) const {
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
FrameKin System::kin(const FrameRef& ref, const Leaf& leaf) const {
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
ScalarKin System::kin(const ScalarRef& ref, const std::array<Leaf, 3>& leaves) const {
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
ScalarKin System::kin(const Motion& ref, NoLeaf /*leaf*/) const {
  const Taylor x = ref.at(t_);
  return {x.v, x.d, x.dd};
}

template <class K>
typename ConnectorInfo<K>::Kins System::kins(const K& kind, const BindingsOf<K>& bindings) const {
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    const auto refs = kind.connectors();
    return typename ConnectorInfo<K>::Kins{kin(std::get<I>(refs), std::get<I>(bindings))...};
  }
  (std::make_index_sequence<static_cast<std::size_t>(ConnectorInfo<K>::count)>());
}

// ---- J += A ∂ẋ/∂v ----

template <int M, class At>
void System::pull(const PointRef& ref, const Leaf& leaf, const RowBlock<M, 6>& A, At&& at) const {
  if (leaf.v < 0) return;
  const RowBlock<M, 3> rows = A.template leftCols<3>();
  std::visit(
      [&](const auto& r) { r.template pull_point<M>(std::get<PointOn>(ref), rows, at(leaf)); },
      bodies_[leaf.body]);
}
template <int M, class At>
void System::pull(const DirectionRef& ref,
                  const Leaf& leaf,
                  const RowBlock<M, 6>& A,
                  At&& at) const {
  if (leaf.v < 0) return;
  const RowBlock<M, 3> rows = A.template leftCols<3>();
  std::visit(
      [&](const auto& r) {
        if constexpr (std::decay_t<decltype(r)>::has_orientation)
          r.template pull_direction<M>(std::get<DirectionOn>(ref), rows, at(leaf));
      },
      bodies_[leaf.body]);
}
template <int M, class At>
void System::pull(const FrameRef& ref, const Leaf& leaf, const RowBlock<M, 6>& A, At&& at) const {
  if (leaf.v < 0) return;
  std::visit(
      [&](const auto& r) {
        if constexpr (std::decay_t<decltype(r)>::has_orientation)
          r.template pull_frame<M>(std::get<FrameOn>(ref), A, at(leaf));
      },
      bodies_[leaf.body]);
}

namespace {
/// The gradient of a scalar by the tangents of the connectors inside it, which are all of size 3.
template <class Scalar, class KinTuple, std::size_t... I>
auto scalar_gradient(const Scalar& s, const KinTuple& kins, std::index_sequence<I...> /*seq*/) {
  constexpr int n = 3 * static_cast<int>(sizeof...(I));
  using Refs = decltype(inner_connectors(s));
  return scalar_value<Dual<n>>(
             s,
             ConnectorTraits<std::decay_t<std::tuple_element_t<I, Refs>>>::template dual<n>(
                 std::get<I>(kins), 3 * static_cast<int>(I))...)
      .d;
}
}  // namespace

template <int M, class At>
void System::pull(const ScalarRef& ref,
                  const std::array<Leaf, 3>& leaves,
                  const RowBlock<M, 6>& A,
                  At&& at) const {
  std::visit(
      [&](const auto& s) {
        const auto refs = inner_connectors(s);
        constexpr std::size_t n = std::tuple_size_v<decltype(inner_connectors(s))>;
        [&]<std::size_t... I>(std::index_sequence<I...> seq) {
          const auto inner = std::make_tuple(kin(std::get<I>(refs), leaves[I])...);
          const auto gradient = scalar_gradient(s, inner, seq);
          const auto one = [&](const auto& inner_ref, const Leaf& leaf, int i) {
            RowBlock<M, 6> rows = RowBlock<M, 6>::Zero();
            rows.template leftCols<3>() =
                A.col(0) * gradient.template segment<3>(3 * i).transpose();
            pull<M>(inner_ref, leaf, rows, at);
          };
          (one(std::get<I>(refs), leaves[I], static_cast<int>(I)), ...);
        }
        (std::make_index_sequence<n>());
      },
      ref);
}
template <int M, class At>
void System::pull(const Motion& /*ref*/,
                  NoLeaf /*leaf*/,
                  const RowBlock<M, 6>& /*A*/,
                  At&& /*at*/) const {}

void System::evaluate_constraints() {
  kkt_.clear_jacobian();
  for_each_vector(constraints_, [&]<class K>(std::vector<BoundConstraint<K>>& list) {
    for (BoundConstraint<K>& bound : list) {
      evaluate(bound.kind, kins(bound.kind, bound.bindings), bound.rows);
      if (bound.scale != 1.0) {
        bound.rows.c *= bound.scale;
        bound.rows.c_dot *= bound.scale;
        bound.rows.c_ddot *= bound.scale;
        for (auto& A : bound.rows.A) A *= bound.scale;
      }
      c_.segment<K::rows>(bound.row) = bound.rows.c;
      c_dot_.segment<K::rows>(bound.row) = bound.rows.c_dot;
      c_ddot_.segment<K::rows>(bound.row) = bound.rows.c_ddot;
      const auto at = [&](const Leaf& leaf) { return kkt_.block(leaf.block); };
      [&]<std::size_t... I>(std::index_sequence<I...>) {
        const auto refs = bound.kind.connectors();
        (pull<K::rows>(std::get<I>(refs), std::get<I>(bound.bindings), bound.rows.A[I], at), ...);
      }
      (std::make_index_sequence<static_cast<std::size_t>(ConnectorInfo<K>::count)>());
    }
  });
}

void System::evaluate_errors() {
  for_each_vector(constraints_, [&]<class K>(std::vector<BoundConstraint<K>>& list) {
    for (BoundConstraint<K>& bound : list) {
      const typename ConnectorInfo<K>::Kins values = kins(bound.kind, bound.bindings);
      const RowsT<double, K::rows> error =
          bound.scale* [&]<std::size_t... I>(std::index_sequence<I...>)->RowsT<double, K::rows> {
        if constexpr (is_velocity_level<K>)
          return bound.kind.template error<double>(
              ConnectorInfo<K>::template Traits<I>::velocity_value(std::get<I>(values))...);
        else
          return bound.kind.template error<double>(
              ConnectorInfo<K>::template Traits<I>::value(std::get<I>(values))...);
      }
      (std::make_index_sequence<static_cast<std::size_t>(ConnectorInfo<K>::count)>());
      (is_velocity_level<K> ? c_dot_ : c_).template segment<K::rows>(bound.row) = error;
    }
  });
}

void System::evaluate_mass() {
  for (std::size_t i = 0; i < body_views_.size(); ++i)
    std::visit([&](const auto& r) { r.mass_matrix(kkt_.mass(static_cast<int>(i))); }, bodies_[i]);
}

void System::applied_forces(VecX& Q) {
  Q.setZero();
  potential_ = 0.0;
  for (std::size_t i = 0; i < body_views_.size(); ++i)
    std::visit(
        [&](const auto& r) {
          r.add_internal_force(Q.data() + body_views_[i].v);
          potential_ += r.internal_energy();
        },
        bodies_[i]);
  for_each_vector(forces_, [&](auto& list) {
    for (auto& bound : list) {
      using K = std::decay_t<decltype(bound.kind)>;
      if constexpr (requires { K::is_impulse; }) {
        // counted in due_impulses
      } else if constexpr (ObjectForce<K>) {
        for (int b : bound.bodies)
          potential_ += std::visit(
              [&](const auto& r) { return bound.kind.apply_to(r, Q.data() + body_views_[b].v); },
              bodies_[b]);
      } else {
        Pushes<K> pushes;
        for (Push& p : pushes) p.setZero();
        potential_ += bound.kind.apply(kins(bound.kind, bound.bindings), t_, pushes);
        const auto at = [&](const Leaf& leaf) { return Q.data() + leaf.v; };
        [&]<std::size_t... I>(std::index_sequence<I...>) {
          const auto refs = bound.kind.connectors();
          (pull<1>(std::get<I>(refs),
                   std::get<I>(bound.bindings),
                   RowBlock<1, 6>(pushes[I].transpose()),
                   at),
           ...);
        }
        (std::make_index_sequence<static_cast<std::size_t>(ConnectorInfo<K>::count)>());
      }
    }
  });
  add_saturated(Q);
}

bool System::due_impulses(double t, double h, VecX& P) {
  P.setZero();
  bool any = false;
  auto& list = std::get<std::vector<BoundForce<Impulse>>>(forces_);
  for (auto& bound : list) {
    // half a rounding error of slack, so that an impulse at a step's very start is not missed
    const double slack = 1e-9 * h;
    if (bound.kind.time < t - slack || bound.kind.time >= t + h - slack) continue;
    any = true;
    RowBlock<1, 6> push = RowBlock<1, 6>::Zero();
    push.leftCols<3>() = bound.kind.impulse.transpose();
    pull<1>(bound.kind.point, std::get<0>(bound.bindings), push, [&](const Leaf& leaf) {
      return P.data() + leaf.v;
    });
  }
  return any;
}

void System::add_bias(VecX& Q) const {
  for (std::size_t i = 0; i < body_views_.size(); ++i)
    std::visit([&](const auto& r) { r.add_bias(Q.data() + body_views_[i].v); }, bodies_[i]);
}

void System::closing_acceleration(VecX& b) const {
  for (int i = 0; i < rows(); ++i) {
    const double tau = tau_[i];
    b[i] = -c_ddot_[i]
           - (position_row_[i] ? 2.0 * c_dot_[i] / tau + c_[i] / (tau * tau) : c_dot_[i] / tau);
  }
}

// ---- constraints that may not pull harder than they are told ----

bool System::saturate(const VecX& lambda) {
  for_each_vector(constraints_, [&]<class K>(std::vector<BoundConstraint<K>>& list) {
    for (const BoundConstraint<K>& bound : list) {
      if (!(bound.assembly_force < no_limit)) continue;
      const double met = 1e-6;
      const double pull = bound.scale * lambda.segment<K::rows>(bound.row).norm();
      if (pull <= bound.assembly_force || bound.rows.c.norm() + bound.rows.c_dot.norm() < met)
        continue;
      Saturated s{bound.vertex, bound.row, K::rows, {}};
      for (int i = 0; i < K::rows; ++i)
        s.push[static_cast<std::size_t>(i)] = lambda[bound.row + i] * bound.assembly_force / pull;
      saturated_.push_back(s);
    }
  });
  for (const Saturated& s : saturated_) kkt_.mask(s.vertex, true);
  return !saturated_.empty();
}

void System::release_saturated() {
  for (const Saturated& s : saturated_) kkt_.mask(s.vertex, false);
  saturated_.clear();
}

void System::add_saturated(VecX& Q) const {
  for (const Saturated& s : saturated_)
    kkt_.add_block_transposed(
        s.vertex, std::span(s.push).first(s.rows), {Q.data(), static_cast<std::size_t>(Q.size())});
}

void System::write_saturated(VecX& lambda) const {
  for (const Saturated& s : saturated_)
    for (int i = 0; i < s.rows; ++i) lambda[s.row + i] = s.push[static_cast<std::size_t>(i)];
}

void System::ignore_masked(VecX& rows) const {
  for (const Saturated& s : saturated_) rows.segment(s.row, s.rows).setZero();
}

// ---- motion ----

void System::advance(const VecX& q, const VecX& v, double h, VecX& q1) const {
  for (std::size_t i = 0; i < body_views_.size(); ++i) {
    const BodyView& view = body_views_[i];
    std::visit(
        [&](const auto& r) {
          r.advance(q.data() + view.q, v.data() + view.v, h, q1.data() + view.q);
        },
        bodies_[i]);
  }
}
void System::q_dot(const VecX& q, const VecX& v, VecX& out) const {
  for (std::size_t i = 0; i < body_views_.size(); ++i) {
    const BodyView& view = body_views_[i];
    std::visit(
        [&](const auto& r) { r.q_dot(q.data() + view.q, v.data() + view.v, out.data() + view.q); },
        bodies_[i]);
  }
}
void System::normalize(VecX& q) const {
  for (std::size_t i = 0; i < body_views_.size(); ++i)
    std::visit([&](const auto& r) { r.normalize(q.data() + body_views_[i].q); }, bodies_[i]);
}
bool System::flight(double h, const VecX& q, const VecX& p, VecX& q1, VecX& p1, VecX& v) const {
  bool ok = true;
  for (std::size_t i = 0; i < body_views_.size(); ++i) {
    const BodyView& view = body_views_[i];
    ok = std::visit(
             [&](const auto& r) {
               return r.flight(h,
                               q.data() + view.q,
                               p.data() + view.v,
                               q1.data() + view.q,
                               p1.data() + view.v,
                               v.data() + view.v);
             },
             bodies_[i])
         && ok;
  }
  return ok;
}

// ---- reading ----

double System::kinetic_energy() const {
  double sum = 0.0;
  for (std::size_t i = 0; i < body_views_.size(); ++i)
    sum += std::visit([](const auto& r) { return r.kinetic_energy(); }, bodies_[i]);
  return sum;
}
Vec3 System::momentum() const {
  Vec3 sum = Vec3::Zero();
  for (std::size_t i = 0; i < body_views_.size(); ++i)
    sum += std::visit([](const auto& r) { return r.momentum(); }, bodies_[i]);
  return sum;
}
Vec3 System::angular_momentum() const {
  Vec3 sum = Vec3::Zero();
  for (std::size_t i = 0; i < body_views_.size(); ++i)
    sum += std::visit([](const auto& r) { return r.angular_momentum(); }, bodies_[i]);
  return sum;
}
double System::extent() const {
  double size = 0.0;
  for (std::size_t i = 0; i < body_views_.size(); ++i)
    size = std::max(
        size, std::visit([](const auto& r) { return r.com().cwiseAbs().maxCoeff(); }, bodies_[i]));
  return size;
}

ObjectId System::object_of(const Leaf& leaf) const {
  if (leaf.body < 0) return {};
  const auto dynamic = static_cast<int>(body_views_.size());
  return leaf.body < dynamic ? body_views_[leaf.body].id : kinematic_ids_[leaf.body - dynamic];
}

void System::add_load(const PointRef& ref,
                      const Leaf& leaf,
                      const Push& push,
                      std::vector<ConnectorLoad>& out) const {
  const auto* on = std::get_if<PointOn>(&ref);
  out.push_back({object_of(leaf),
                 on != nullptr ? on->part : 0,
                 kin(ref, leaf).x,
                 push.head<3>(),
                 Vec3::Zero()});
}
/// Pushing the tip of a direction is turning it: τ = d × f.
void System::add_load(const DirectionRef& ref,
                      const Leaf& leaf,
                      const Push& push,
                      std::vector<ConnectorLoad>& out) const {
  const Vec3 along = kin(ref, leaf).x;
  const Vec3 at = leaf.body < 0
                      ? Vec3(Vec3::Zero())
                      : std::visit([](const auto& r) { return r.com(); }, bodies_[leaf.body]);
  out.push_back({object_of(leaf), 0, at, Vec3::Zero(), along.cross(push.head<3>())});
}
void System::add_load(const FrameRef& ref,
                      const Leaf& leaf,
                      const Push& push,
                      std::vector<ConnectorLoad>& out) const {
  out.push_back({object_of(leaf), 0, kin(ref, leaf).x, push.head<3>(), push.tail<3>()});
}
void System::add_load(const ScalarRef& ref,
                      const std::array<Leaf, 3>& leaves,
                      const Push& push,
                      std::vector<ConnectorLoad>& out) const {
  std::visit(
      [&](const auto& s) {
        const auto refs = inner_connectors(s);
        constexpr std::size_t n = std::tuple_size_v<decltype(inner_connectors(s))>;
        [&]<std::size_t... I>(std::index_sequence<I...> seq) {
          const auto inner = std::make_tuple(kin(std::get<I>(refs), leaves[I])...);
          const auto gradient = scalar_gradient(s, inner, seq);
          const auto one = [&](const auto& inner_ref, const Leaf& leaf, int i) {
            Push inner_push = Push::Zero();
            inner_push.head<3>() = push[0] * gradient.template segment<3>(3 * i);
            add_load(inner_ref, leaf, inner_push, out);
          };
          (one(std::get<I>(refs), leaves[I], static_cast<int>(I)), ...);
        }
        (std::make_index_sequence<n>());
      },
      ref);
}
void System::add_load(const Motion& /*ref*/,
                      NoLeaf /*leaf*/,
                      const Push& /*push*/,
                      std::vector<ConnectorLoad>& /*out*/) const {}

void System::constraint_loads(const ConstraintView& view,
                              const VecX& lambda,
                              std::vector<ConnectorLoad>& out) const {
  out.clear();
  std::size_t kind = 0;
  for_each_vector(constraints_, [&]<class K>(const std::vector<BoundConstraint<K>>& list) {
    if (kind++ != view.kind) return;
    const BoundConstraint<K>& bound = list[view.slot];
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      const auto refs = bound.kind.connectors();
      const auto one = [&](const auto& ref, const auto& binding, const auto& A, int tangent) {
        Push push = Push::Zero();
        push.head(tangent) = A.leftCols(tangent).transpose() * lambda.segment<K::rows>(bound.row);
        add_load(ref, binding, push, out);
      };
      (one(std::get<I>(refs),
           std::get<I>(bound.bindings),
           bound.rows.A[I],
           ConnectorInfo<K>::tangent[I]),
       ...);
    }
    (std::make_index_sequence<static_cast<std::size_t>(ConnectorInfo<K>::count)>());
  });
}

Vec3 System::object_force_on_particle(int i, double mass, const Vec3& v) const {
  Vec3 sum = Vec3::Zero();
  for_each_vector(forces_, [&](const auto& list) {
    for (const auto& bound : list)
      if constexpr (requires { bound.bodies; })
        if (std::find(bound.bodies.begin(), bound.bodies.end(), i) != bound.bodies.end())
          sum += bound.kind.on_particle(mass, v);
  });
  return sum;
}

void System::force_loads(std::vector<ConnectorLoad>& out) const {
  out.clear();
  for_each_vector(forces_, [&](const auto& list) {
    for (const auto& bound : list) {
      using K = std::decay_t<decltype(bound.kind)>;
      if constexpr (ConnectorForce<K> && !requires { K::is_impulse; }) {
        Pushes<K> pushes;
        for (Push& p : pushes) p.setZero();
        bound.kind.apply(kins(bound.kind, bound.bindings), t_, pushes);
        [&]<std::size_t... I>(std::index_sequence<I...>) {
          const auto refs = bound.kind.connectors();
          (add_load(std::get<I>(refs), std::get<I>(bound.bindings), pushes[I], out), ...);
        }
        (std::make_index_sequence<static_cast<std::size_t>(ConnectorInfo<K>::count)>());
      }
    }
  });
}

}  // namespace holon
