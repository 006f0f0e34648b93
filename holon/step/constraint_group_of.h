// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/step/constraint_group.h"

namespace holon {

/// The constraints of kind K.
template <class K>
class ConstraintGroupOf final : public ConstraintGroup {
 public:
  void add(const Constraint& kind, const Slot& slot, const BindObject& bind) override {
    const K& k = std::get<K>(kind);
    slots_.push_back(slot);
    list_.push_back({k, bind_connectors(k, bind), {}});
  }
  int rows() const override { return K::rows; }
  int velocity_rows() const override { return holon::velocity_rows<K>; }
  int one_sided_rows() const override { return holon::one_sided_rows<K>; }
  bool keeps_error() const override { return holon::keeps_error<K>; }
  bool is_integrable() const override { return holon::is_integrable<K>; }

  void evaluate(const Bodies& bodies, RowTarget jacobian, ConstraintValues& out) override {
    for (std::size_t i = 0; i < list_.size(); ++i) {
      Bound& bound = list_[i];
      const auto values = bodies.kins(bound.kind, bound.bindings);
      holon::evaluate(bound.kind, values, bound.rows);
      if (const double scale = slots_[i].scale; scale != 1.0) {
        bound.rows.c *= scale;
        bound.rows.c_dot *= scale;
        bound.rows.c_ddot *= scale;
        for (auto& A : bound.rows.A) A *= scale;
      }
      const int row = slots_[i].row;
      out.c.segment<K::rows>(row) = bound.rows.c;
      out.c_dot.segment<K::rows>(row) = bound.rows.c_dot;
      out.c_ddot.segment<K::rows>(row) = bound.rows.c_ddot;
      for_each_connector(bound, [&](const auto& ref, const auto& leaf, const auto& A, int) {
        bodies.pull<K::rows>(ref, leaf, A, jacobian);
      });
    }
  }

  void errors(const Bodies& bodies, ConstraintValues& out) const override {
    for (std::size_t i = 0; i < list_.size(); ++i) {
      const Bound& bound = list_[i];
      const ConstraintErrors<K> e =
          holon::errors(bound.kind, bodies.kins(bound.kind, bound.bindings));
      const int row = slots_[i].row;
      const double scale = slots_[i].scale;
      out.c.segment<error_rows<K>>(row) = scale * e.c;
      out.c_dot.segment<holon::velocity_rows<K>>(row + position_rows<K>) = scale * e.c_dot;
    }
  }

  void loads(std::size_t i,
             const VecX& lambda,
             const Bodies& bodies,
             std::vector<ConnectorLoad>& out) const override {
    for_each_connector(
        list_[i], [&](const auto& ref, const auto& leaf, const auto& A, int tangent) {
          Push push = Push::Zero();
          push.head(tangent) =
              A.leftCols(tangent).transpose() * lambda.segment<K::rows>(slots_[i].row);
          bodies.add_load(ref, leaf, push, out);
        });
  }
  bool has_ends() const override { return kHasEnds || kMayGiveUp; }
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
  using Info = ConnectorInfo<K>;
  using Indices = std::make_index_sequence<static_cast<std::size_t>(Info::count)>;
  struct Bound {
    K kind;
    BindingsOf<K> bindings;
    ConstraintRows<K> rows;
  };

  /// f(reference, binding, ∂c/∂tangent, size of the tangent)
  template <class F>
  static void for_each_connector(const Bound& bound, F&& f) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      const auto refs = bound.kind.connectors();
      (f(std::get<I>(refs), std::get<I>(bound.bindings), bound.rows.A[I], Info::tangent[I]), ...);
    }
    (Indices());
  }

  std::vector<Bound> list_;
};

template <class K>
std::unique_ptr<ConstraintGroup> make_constraint_group() {
  return std::make_unique<ConstraintGroupOf<K>>();
}

}  // namespace holon
