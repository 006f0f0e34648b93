// SPDX-License-Identifier: Apache-2.0
#include "holon/checks/constraint_checks.h"

#include <cmath>

#include "holon/checks/load_checks.h"
#include "holon/checks/slope.h"

namespace holon::checks {
namespace {
/// Evaluates the constraint at the state of the specimen, all rows taking part, one-sided ones too.
void evaluate_at_state(Specimen& s) {
  for (int row : s.system.one_sided()) s.system.kkt().mask_row(row, false);
  s.system.begin_step(s.t, {});
  s.system.place(s.t, s.q, s.v);
  s.system.evaluate_constraints();
}
}  // namespace

DerivativeErrors derivative_errors(Specimen& s, Random& random) {
  System& system = s.system;
  const int m = system.rows();
  DerivativeErrors out;
  evaluate_at_state(s);
  for (const System::MemoryView& view : system.memories()) view.memory->last = view.memory->now;
  const VecX c = system.c(), c_dot = system.c_dot(), c_ddot = system.c_ddot();
  const VecX u = random.vector_of(system.nv());
  VecX Ju(m);
  system.kkt().times_jacobian(as_span(u), as_span(Ju));

  // c once more, the short way
  system.evaluate_errors();
  const double size = std::max({1.0, largest(c), largest(c_dot)});
  out.value = std::max(largest(system.c() - c), largest(system.c_dot() - c_dot)) / size;

  // J: what a small displacement changes of c, and a small velocity of the error of velocities
  VecX q1 = s.q;
  const auto by_row = [&](const VecX& on_position, const VecX& on_velocity) {
    VecX out_rows(m);
    for (int i = 0; i < m; ++i)
      out_rows[i] = system.is_position_row(i) ? on_position[i] : on_velocity[i];
    return out_rows;
  };
  const Slope by_u = slope(
      [&](double h) -> VecX {
        system.place(s.t, s.q, s.v + h * u);
        system.evaluate_errors();
        const VecX c_dot_moved = system.c_dot();
        system.advance(s.q, u, h, q1);
        system.place(s.t, q1, s.v);
        system.evaluate_errors();
        return by_row(system.c(), c_dot_moved);
      },
      0.05);
  // ċ and c̈: go on at constant v for a moment
  const Slope by_time = slope(
      [&](double h) -> VecX {
        system.advance(s.q, s.v, h, q1);
        system.place(s.t + h, q1, s.v);
        system.evaluate_constraints();
        VecX both(2 * m);
        both << by_row(system.c(), h * c_dot), system.c_dot();
        return both;
      },
      0.05);
  system.place(s.t, s.q, s.v);
  system.evaluate_constraints();

  const auto relative = [](const VecX& x, const VecX& y) {
    return largest(x - y) / std::max({1.0, largest(x), largest(y)});
  };
  out.jacobian = relative(by_u.value, Ju);
  out.rate = relative(by_time.value.head(m), c_dot);
  out.acceleration = relative(by_time.value.tail(m), c_ddot);
  // what the differences themselves say of their error, over the smallest thing compared
  const auto settled = [](const Slope& slope, const VecX& part) {
    return slope.uncertainty < 1e-7 * std::max(1.0, largest(part));
  };
  out.settled = settled(by_u, by_u.value) && settled(by_time, by_time.value.head(m))
                && settled(by_time, by_time.value.tail(m));
  return out;
}

// ---- work and balance ----

namespace {
Power power_of_loads(const Specimen& s, const VecX& lambda) {
  std::vector<ConnectorLoad> loads;
  s.system.constraint_loads(s.system.constraints()[0], lambda, loads);
  return power_of(loads, s.system, s.model.constraints()[s.constraint].kind);
}
}  // namespace

WorkErrors work_errors(Specimen& s, Random& random) {
  System& system = s.system;
  const VecX lambda = random.vector_of(system.rows());
  WorkErrors out;
  VecX Jv(system.rows());
  evaluate_at_state(s);
  system.kkt().times_jacobian(as_span(s.v), as_span(Jv));
  const Power any = power_of_loads(s, lambda);
  out.power = std::abs(any.sum - lambda.dot(Jv)) / std::max(1.0, any.size);

  // the legal motion nearest to v: M x − Jᵀ μ = M v, J x = 0
  system.evaluate_mass();
  out.independent = system.kkt().factor() == 0;
  VecX Mv(system.nv()), legal(system.nv()), mu(system.rows());
  const VecX still = VecX::Zero(system.rows());
  system.kkt().times_mass(as_span(s.v), as_span(Mv));
  system.kkt().solve(as_span(Mv), as_span(still), as_span(legal), as_span(mu));
  system.place(s.t, s.q, legal);
  system.evaluate_constraints();
  const Power none = power_of_loads(s, lambda);
  VecX push = VecX::Zero(system.nv());
  system.kkt().add_jacobian_transposed(as_span(lambda), as_span(push));
  // next to the work that such forces do along a motion of that size which is not legal
  const double work = std::max(1.0, push.norm() * legal.norm());
  out.legal = std::abs(none.sum) / std::max(work, none.size);
  out.pushed = std::abs(push.dot(legal)) / work;
  return out;
}

Imbalance load_imbalance(Specimen& s, Random& random) {
  s.system.place(s.t, s.q, s.v);
  s.system.evaluate_constraints();
  std::vector<ConnectorLoad> loads;
  const VecX lambda = random.vector_of(s.system.rows());
  s.system.constraint_loads(s.system.constraints()[0], lambda, loads);
  return imbalance_of(loads);
}

// ---- switching while running ----

namespace {

/// c and ċ of a constraint in a world, active or not.
struct ErrorAndRate {
  VecX c, c_dot;
  std::vector<bool> on_positions, one_sided, kept;
  double error(int i) const {
    if (kept[i]) return 0.0;
    if (!on_positions[i]) return c_dot[i];
    return one_sided[i] ? std::min(c[i], 0.0) : c[i];
  }
  double course(int i, double t, double tau) const {
    if (kept[i]) return 0.0;
    const double decay = std::exp(-t / tau);
    return on_positions[i] ? (c[i] + (c_dot[i] + c[i] / tau) * t) * decay : c_dot[i] * decay;
  }
};
ErrorAndRate error_and_rate(const World& world, ConstraintId id) {
  const ConstraintRecord& record = world.model().constraints()[id];
  std::vector<ObjectId> dynamic;
  for (ObjectId o : Model::objects_of(record.kind))
    if (!world.model().objects()[o].options.kinematic) dynamic.push_back(o);
  System system;
  system.build(world.model(), dynamic, std::vector{id}, {});
  VecX q(system.nq()), v(system.nv());
  for (const System::BodyView& b : system.bodies()) {
    std::ranges::copy(world.state().q(b.id), q.data() + b.q);
    std::ranges::copy(world.state().v(b.id), v.data() + b.v);
  }
  const double t = world.time();
  const auto& moved = system.kinematic_objects();
  for (std::size_t k = 0; k < moved.size(); ++k) {
    const auto q0 = world.state().q(moved[k]), v0 = world.state().v(moved[k]);
    system.set_kinematic(static_cast<int>(k), t, q0, v0, t, q0, v0);
  }
  // angles have been counting turns
  for (const System::MemoryView& m : system.memories())
    m.memory->last = world.state().memory(id)[static_cast<std::size_t>(m.index)];
  system.place(t, q, v);
  system.evaluate_constraints();
  const double scale = std::sqrt(record.options.weight);
  ErrorAndRate out{system.c() / scale, system.c_dot() / scale, {}, {}, {}};
  for (int i = 0; i < system.rows(); ++i) {
    out.on_positions.push_back(system.is_position_row(i));
    out.one_sided.push_back(system.is_one_sided(i));
    out.kept.push_back(!std::isfinite(system.tau()[i]));
  }
  return out;
}

double largest(const std::vector<double>& x) {
  double size = 0.0;
  for (double y : x) size = std::max(size, std::abs(y));
  return size;
}

}  // namespace

Closing watch_closing(World& world, ConstraintId id, double h, int steps) {
  Closing out;
  const ErrorAndRate start = error_and_rate(world, id);
  const double tau = world.model().constraints()[id].options.tau, t0 = world.time();
  for (int i = 0; i < start.c.size(); ++i)
    out.first_error = std::max(out.first_error, std::abs(start.error(i)));
  for (int i = 0; i < steps; ++i) {
    const StepReport& report = world.step(h);
    out.ok = out.ok && report.ok && std::isfinite(report.energy());
    if (!out.ok || !world.is_active(id)) return out;  // over by itself
    out.independent = out.independent && report.dependent_rows == 0;
    out.conflict = std::max(out.conflict, report.conflict);
    const double t = world.time() - t0;
    const std::vector<double> error = world.error(id), lambda = world.lambda(id);
    for (int k = 0; k < start.c.size(); ++k) {
      const auto at = static_cast<std::size_t>(k);
      if (start.one_sided[k])
        out.pull = std::max(out.pull, -lambda[at]);
      else
        out.off_course = std::max(out.off_course, std::abs(error[at] - start.course(k, t, tau)));
    }
    out.final_error = largest(error);
  }
  return out;
}

Switching switch_off_and_on(World& world, ConstraintId id, double h, int on, int off) {
  Switching out;
  for (int i = 0; i < on; ++i) out.ok = out.ok && world.step(h).ok;
  world.set_active(id, false);
  for (int i = 0; i < off; ++i) {
    out.ok = out.ok && world.step(h).ok;
    out.idle_lambda = std::max(out.idle_lambda, largest(world.lambda(id)));
  }
  world.set_active(id, true);
  out.again = watch_closing(world, id, h, on);
  out.ok = out.ok && out.again.ok;
  return out;
}

std::vector<std::string> why_refused(World& world,
                                     const Constraint& kind,
                                     const ConstraintOptions& options) {
  const std::size_t count = world.model().constraints().size();
  const std::uint64_t hash = world.hash();
  try {
    world.remove(world.add(kind, options));
  } catch (const ModelError& error) {
    HOLON_EXPECT(world.model().constraints().size() == count && world.hash() == hash);
    return error.errors();
  }
  return {};
}

}  // namespace holon::checks
