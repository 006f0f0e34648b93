// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/step/constraint_group.h"
#include "holon/step/rigid_rows.h"

namespace holon {

/// The constraints of kind K.
template <class K>
class ConstraintGroupOf final : public ConstraintGroup {
 public:
  void add(const Constraint& kind, const Slot& slot, const BindObject& bind) override {
    const K& k = get<K>(kind);
    slots_.push_back(slot);
    list_.push_back({k, bind_connectors(k, bind)});
    if constexpr (kActsAtAPoint) held_.emplace_back();
    if constexpr (kHasEnds) std::get<TrackBinding>(list_.back().bindings).foot.held = slot.held;
  }
  void remove(std::size_t i) override {
    const auto take_out = [&](auto& list) {
      if (i + 1 < list.size()) list[i] = std::move(list.back());
      list.pop_back();
    };
    take_out(slots_);
    take_out(list_);
    if constexpr (kActsAtAPoint) take_out(held_);
  }
  void reserve(std::size_t n) override {
    slots_.reserve(n);
    list_.reserve(n);
    if constexpr (kActsAtAPoint) held_.reserve(n);
  }
  int rows() const override { return K::rows; }
  int velocity_rows() const override { return holon::velocity_rows<K>; }
  int one_sided_rows() const override { return holon::one_sided_rows<K>; }
  std::optional<double> elasticity([[maybe_unused]] std::size_t i) const override {
    if constexpr (requires(const K& kind) { kind.elasticity; }) {
      static_assert(K::rows == 1 && K::one_sided_rows == 1);
      return list_[i].kind.elasticity;
    }
    return std::nullopt;
  }
  bool keeps_error() const override { return holon::keeps_error<K>; }
  bool is_integrable() const override { return holon::is_integrable<K>; }

  void evaluate(Range range,
                const Bodies& bodies,
                RowTarget jacobian,
                ConstraintValues& out) override {
    ConstraintRows<K> rows;
    for (std::size_t i = range.first; i < range.last; ++i) {
      differentiate(i, bodies, rows);
      const int row = slots_[i].row;
      const double scale = slots_[i].scale;
      out.c.segment<K::rows>(row) = scale * rows.c;
      out.c_dot.segment<K::rows>(row) = scale * rows.c_dot;
      out.c_ddot.segment<K::rows>(row) = scale * rows.c_ddot;
      add_blocks(i, bodies, rows, jacobian);
    }
  }

  void slopes([[maybe_unused]] Range range,
              [[maybe_unused]] const Bodies& bodies,
              [[maybe_unused]] RowTarget jacobian,
              [[maybe_unused]] ConstraintValues& out) override {
    if constexpr (holon::velocity_rows<K> == 0) {
      ConstraintRows<K> rows;
      for (std::size_t i = range.first; i < range.last; ++i) {
        if constexpr (kWritesSlopes)
          if (write_slopes(i, bodies, jacobian, out)) continue;
        const Bound& bound = list_[i];
        holon::evaluate(bound.kind, bodies.places(bound.kind, bound.bindings), rows, Rates::none);
        out.c.segment<K::rows>(slots_[i].row) = slots_[i].scale * rows.c;
        add_blocks(i, bodies, rows, jacobian);
      }
    }
  }

  void errors(Range range, const Bodies& bodies, ConstraintValues& out) const override {
    for (std::size_t i = range.first; i < range.last; ++i) {
      const Bound& bound = list_[i];
      const int row = slots_[i].row;
      const double scale = slots_[i].scale;
      if constexpr (holon::velocity_rows<K> == 0) {
        out.c.segment<K::rows>(row) = scale * error_of(bodies, bound, Indices());
      } else {
        const ConstraintErrors<K> e =
            holon::errors(bound.kind, bodies.kins(bound.kind, bound.bindings));
        out.c.segment<error_rows<K>>(row) = scale * e.c;
        out.c_dot.segment<holon::velocity_rows<K>>(row + position_rows<K>) = scale * e.c_dot;
      }
    }
  }

  void fasten([[maybe_unused]] const Bodies& bodies) override {
    if constexpr (kActsAtAPoint) {
      for (std::size_t i = 0; i < list_.size(); ++i) {
        const auto values = bodies.kins(list_[i].kind, list_[i].bindings);
        const Vec3 x =
            std::apply([&](const auto&... kin) { return list_[i].kind.acts_at(kin...); }, values);
        const auto in = [&](const FrameKin& frame) -> Vec3 {
          return frame.R.transpose() * (x - frame.x);
        };
        held_[i] = {in(frame_of(std::get<0>(values))), in(frame_of(std::get<1>(values)))};
      }
      fastened_ = true;
    }
  }
  void release() override { fastened_ = false; }

  void loads(std::size_t i,
             const VecX& lambda,
             const Bodies& bodies,
             std::vector<ConnectorLoad>& out) const override {
    for_each_push(i, lambda, bodies, [&](const auto& ref, const auto& leaf, const Push& push) {
      bodies.add_load(ref, leaf, push, out);
    });
  }
  Effort effort(std::size_t i, const VecX& lambda, const Bodies& bodies) const override {
    Effort most;
    for_each_push(i, lambda, bodies, [&](const auto& ref, const auto& leaf, const Push& push) {
      most = stronger(most, bodies.effort(ref, leaf, push));
    });
    return most;
  }
  void readings(std::size_t i, const Bodies& bodies, std::vector<double>& out) const override {
    bodies.add_readings(list_[i].kind, list_[i].bindings, out);
  }
  bool may_end() const override { return kHasEnds || kMayGiveUp; }
  int end_reached([[maybe_unused]] std::size_t i) const override {
    if constexpr (kHasEnds) {
      const Bound& bound = list_[i];
      const Remembered& foot = std::get<TrackBinding>(bound.bindings).foot;
      return bound.kind.end_reached(foot.last) == 0 ? bound.kind.end_reached(foot.now) : 0;
    }
    return 0;
  }
  std::string_view gives_up([[maybe_unused]] std::size_t i,
                            [[maybe_unused]] const Bodies& bodies) const override {
    if constexpr (kMayGiveUp) {
      const Bound& bound = list_[i];
      return std::apply([&](const auto&... kin) { return bound.kind.gives_up(kin...); },
                        bodies.kins(bound.kind, bound.bindings));
    }
    return {};
  }
  void add_memories(std::size_t i, std::vector<Remembered*>& out) override {
    holon::add_memories(list_[i].bindings, out);
  }

 private:
  static constexpr bool kHasEnds = requires(const K& kind, const Memory& foot) {
    kind.end_reached(foot);
  };
  static constexpr bool kMayGiveUp = requires { &K::gives_up; };
  static constexpr bool kActsAtAPoint = requires { &K::acts_at; };
  using Info = ConnectorInfo<K>;
  template <std::size_t I>
  using ValueOf = decltype(Info::template Traits<I>::value(
      std::declval<typename Info::template Traits<I>::Kin>()));
  using Indices = std::make_index_sequence<static_cast<std::size_t>(Info::count)>;
  struct Bound {
    K kind;
    BindingsOf<K> bindings;
  };
  static constexpr bool kWritesSlopes = requires(const K& kind, const RigidRows& rows) {
    kind.slopes(rows, ValueOf<0>(), rows, ValueOf<1>());
  };

  /// Constraint `i` and its derivatives, without its weight.
  void differentiate(std::size_t i, const Bodies& bodies, ConstraintRows<K>& rows) const {
    const Bound& bound = list_[i];
    const auto values = bodies.kins(bound.kind, bound.bindings);
    holon::evaluate(bound.kind, values, rows);
    if constexpr (kActsAtAPoint)
      if (fastened_) move_forces(values, held_[i], rows);
  }

  /// Weighs the derivatives of constraint `i` and adds them to the blocks of J, where there is a
  /// place for these.
  void add_blocks(std::size_t i,
                  const Bodies& bodies,
                  ConstraintRows<K>& rows,
                  RowTarget jacobian) const {
    if (jacobian.jacobian == nullptr) return;
    if (const double scale = slots_[i].scale; scale != 1.0)
      for (auto& A : rows.A) A *= scale;
    for_each_connector(list_[i].kind,
                       list_[i].bindings,
                       rows,
                       [&](const auto& ref, const auto& leaf, const auto& A, int) {
                         bodies.pull<K::rows>(ref, leaf, A, jacobian);
                       });
  }

  /// c and the blocks of J of constraint `i`, if it is between two rigid bodies or one and the
  /// world.
  bool write_slopes(std::size_t i,
                    const Bodies& bodies,
                    RowTarget jacobian,
                    ConstraintValues& out) const {
    const Bound& bound = list_[i];
    const auto& [leaf_a, leaf_b] = bound.bindings;
    const auto *a = bodies.free_rigid(leaf_a), *b = bodies.free_rigid(leaf_b);
    if ((leaf_a.v >= 0 && a == nullptr) || (leaf_b.v >= 0 && b == nullptr) || a == b) return false;
    const double scale = slots_[i].scale;
    const auto refs = bound.kind.connectors();
    const auto x_a = bodies.value(std::get<0>(refs), leaf_a);
    const auto x_b = bodies.value(std::get<1>(refs), leaf_b);
    out.c.segment<K::rows>(slots_[i].row) = scale * bound.kind.template error<double>(x_a, x_b);
    bound.kind.slopes(RigidRows(a, jacobian.jacobian + leaf_a.block, scale),
                      x_a,
                      RigidRows(b, jacobian.jacobian + leaf_b.block, scale),
                      x_b);
    return true;
  }

  template <std::size_t... I>
  static RowsT<double, K::rows> error_of(const Bodies& bodies,
                                         const Bound& bound,
                                         std::index_sequence<I...> /*all*/) {
    const auto refs = bound.kind.connectors();
    return bound.kind.template error<double>(
        bodies.value(std::get<I>(refs), std::get<I>(bound.bindings))...);
  }

  /// f(reference, binding, ∂c/∂tangent, size of the tangent)
  template <class F>
  static void for_each_connector(const K& kind,
                                 const BindingsOf<K>& bindings,
                                 const ConstraintRows<K>& rows,
                                 F&& f) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      const auto refs = kind.connectors();
      (f(std::get<I>(refs), std::get<I>(bindings), rows.A[I], Info::tangent[I]), ...);
    }
    (Indices());
  }

  static const FrameKin& frame_of(const FrameKin& kin) { return kin; }
  static const FrameKin& frame_of(const SurfaceKin& kin) { return kin.frame; }
  /// A row that pushes by n at the lever l is (n, l × n) on the velocities of a frame. The walls of
  /// edges do not push where things touch.
  static void move_forces(const typename Info::Kins& values,
                          const std::array<Vec3, 2>& points,
                          ConstraintRows<K>& rows) {
    const std::array<Vec3, 2> levers = {frame_of(std::get<0>(values)).R * points[0],
                                        frame_of(std::get<1>(values)).R * points[1]};
    constexpr int walls = position_rows<K> - holon::one_sided_rows<K>;
    for (std::size_t k = 0; k < 2; ++k)
      for (int r = 0; r < K::rows; ++r) {
        if (r >= walls && r < position_rows<K>) continue;
        const Vec3 n = rows.A[k].row(r).template head<3>();
        rows.A[k].row(r).template tail<3>() = levers[k].cross(n);
      }
  }

  /// f(reference, binding, push) for the given λ, at the last place
  template <class F>
  void for_each_push(std::size_t i, const VecX& lambda, const Bodies& bodies, F&& f) const {
    ConstraintRows<K> rows;
    differentiate(i, bodies, rows);
    for_each_connector(list_[i].kind,
                       list_[i].bindings,
                       rows,
                       [&](const auto& ref, const auto& leaf, const auto& A, int tangent) {
                         Push push = Push::Zero();
                         push.head(tangent) = slots_[i].scale * A.leftCols(tangent).transpose()
                                              * lambda.segment<K::rows>(slots_[i].row);
                         f(ref, leaf, push);
                       });
  }

  std::vector<Bound> list_;
  std::vector<std::array<Vec3, 2>> held_;  // where forces act, in the frames of the connectors
  bool fastened_ = false;
};

template <class K>
std::unique_ptr<ConstraintGroup> make_constraint_group() {
  return std::make_unique<ConstraintGroupOf<K>>();
}

}  // namespace holon
