// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "holon/world/island.h"

namespace holon {
namespace {

using PointRows = Eigen::Matrix<double, 3, Eigen::Dynamic, Eigen::RowMajor>;

/// P in ẋ = P v of a point of a body, on all velocities of the system.
PointRows rows_of(const System& system, const PointOn& point) {
  PointRows P = PointRows::Zero(3, system.nv());
  const auto& bodies = system.bodies();
  const auto body = std::ranges::find(bodies, point.object, &System::BodyView::id);
  PointRows on_body = PointRows::Zero(3, body->nv);
  system.visit_body(static_cast<int>(body - bodies.begin()), [&](const auto& r) {
    r.template pull_point<3>(point, RowBlock<3, 3>::Identity(), on_body.data());
  });
  P.middleCols(body->v, body->nv) = on_body;
  return P;
}

}  // namespace

/// Where Q = Pᵀ f is all that acts, and what holds goes on holding,
///
///     M v̇ − Jᵀ λ = Pᵀ f,   J v̇ = 0,   ẍ = P v̇ = W f            (1)
///
/// One column of W is the answer to a unit of force along one axis. The equations are made for
/// that, so that those which are in motion are not touched.
Mat3 World::mobility(const PointRef& ref) const {
  const auto* on = std::get_if<PointOn>(&ref);
  if (on == nullptr) return Mat3::Zero();
  require(on->object);
  if (model_.objects()[on->object].options.kinematic) return Mat3::Zero();
  std::vector<int> marks(model_.objects().capacity(), 0);
  const Reached reached = reach(on->object, 1, marks);
  const std::unique_ptr<Island> own = make_island(reached.objects, reached.constraints, {});
  System& system = own->system;
  own->stand(state_);
  own->meet_for_the_first_time(time());
  system.analyse();
  system.place(time(), own->q, own->v);
  system.evaluate_constraints();
  system.evaluate_mass();
  if (system.undefined_row() >= 0) return Mat3::Zero();
  let_go_what_does_not_push(system);
  const double size = system.extent(), off = system.worst_error().error;
  Kkt& kkt = system.kkt();
  kkt.factor(size > 0.0 ? off / size : off);
  const PointRows P = rows_of(system, *on);
  const VecX nothing = VecX::Zero(system.rows());
  VecX push(system.nv()), v_dot(system.nv()), lambda(system.rows());
  Mat3 W;
  for (int i = 0; i < 3; ++i) {
    push = P.row(i).transpose();
    kkt.solve(as_span(push), as_span(nothing), as_span(v_dot), as_span(lambda));
    W.col(i) = P * v_dot;
  }
  if (!W.allFinite()) return Mat3::Zero();
  return 0.5 * (W + W.transpose());
}

/// A one-sided constraint holds as long as it pushes.
void World::let_go_what_does_not_push(System& system) const {
  std::vector<double> pushes;
  for (const System::ConstraintView& view : system.constraints()) {
    pushes.clear();
    for (int i = 0; i < view.rows; ++i) {
      if (!system.is_one_sided(view.row + i)) continue;
      if (pushes.empty()) lambda(view.id, pushes);
      if (!(pushes[static_cast<std::size_t>(i)] > 0.0)) system.kkt().mask_row(view.row + i, true);
    }
  }
}

}  // namespace holon
