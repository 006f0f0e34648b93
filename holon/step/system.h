// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "holon/solve/kkt.h"
#include "holon/step/constraint_group.h"
#include "holon/step/contacts.h"
#include "holon/step/force_group.h"

namespace holon {

/// The equations of motion of one island, compiled from the model: its objects at work, its
/// constraints bound to them, its forces, and the KKT system that they fill.
///
/// Use: `place` the objects at (t, q, v), then evaluate constraints, masses and forces there.
/// Nothing here allocates once the system is built.
class System {
 public:
  /// Compiles the equations of `objects` (dynamic ones) with everything that acts on them. `held`
  /// tells for each constraint the end of its track at which it is held; if empty, none is.
  void build(const Model& model,
             std::span<const ObjectId> objects,
             std::span<const ConstraintId> constraints,
             std::span<const ForceId> forces,
             std::span<const int> held = {});
  /// The two halves of that: what is compiled can be looked at, and solved once it is analysed.
  /// `kept_back` rows, the last ones, are left for constraints that join later.
  void compile(const Model& model,
               std::span<const ObjectId> objects,
               std::span<const ConstraintId> constraints,
               std::span<const ForceId> forces,
               std::span<const int> held = {},
               int kept_back = 0);
  void analyse() { kkt_.analyse(); }
  /// Divides the work among these threads, or does it on one (null). The bits are the same.
  void set_workers(Workers* workers) {
    bodies_.set_workers(workers);
    kkt_.set_workers(workers);
  }

  // ---- changes of an analysed system; settle() when all are made ----
  /// Takes in one more constraint on objects that it has. False, and nothing has changed, if there
  /// are not enough rows left. The constraint is the last of constraints() until all is settled.
  bool join(const Model& model, ConstraintId id, int held);
  /// Lets go constraint `view`, whose rows stay behind: they ask for nothing and belong to nobody.
  void leave(int view);
  /// Forgets all forces and takes these.
  void bind_forces(const Model& model, std::span<const ForceId> forces);
  /// Puts what is left of constraints() in the order of their ids. Who has kept something of the
  /// system has to look at it anew; the number of rows is the same.
  void settle();
  /// Rows that constraints have left behind.
  int rows_left_behind() const { return kkt_.retired_rows(); }

  int nq() const { return bodies_.nq(); }
  int nv() const { return kkt_.dofs(); }
  int rows() const { return kkt_.rows(); }

  // ---- objects that the host moves ----
  const std::vector<ObjectId>& kinematic_objects() const { return bodies_.kinematic(); }
  /// Over the coming step kinematic object k moves from q0 at t0, where its velocity is v0, to q1
  /// at t1, where it is v1; its acceleration is taken as constant in between.
  void set_kinematic(int k,
                     double t0,
                     std::span<const double> q0,
                     std::span<const double> v0,
                     double t1,
                     std::span<const double> q1,
                     std::span<const double> v1);

  // ---- what is remembered from step to step ----
  struct MemoryView {
    ConstraintId constraint;  ///< whose it is: a constraint's,
    ForceId force;            ///< or a force's
    int index = 0;            ///< which of its memories
    Remembered* memory = nullptr;
  };
  const std::vector<MemoryView>& memories() const { return memories_; }

  // ---- evaluation at a state ----
  void begin_step(double t, std::span<const ControllerMemory> controllers) {
    bodies_.begin_step(t, controllers);
  }
  void place(double t, const VecX& q, const VecX& v);
  /// The same, where they are at q already.
  void move(const VecX& q, const VecX& v);
  void evaluate_constraints();  ///< c, ċ, c̈ at v̇ = 0, and J
  /// Only c and J; the rates stay those of another place. For when all rates are of motion.
  void evaluate_slopes();
  /// The same where only v has changed: J, which does not depend on it, stays what it was.
  void evaluate_rates();
  /// Only c, and ċ of the rows on velocities; J stays what it was.
  void evaluate_errors();
  void evaluate_mass();  ///< of objects whose mass varies
  /// From now on forces of what rolls act at the points of the objects that touch at the last
  /// place, until they are released to act wherever it touches.
  void fasten_forces();
  void release_forces();
  /// Q = applied and internal forces, at the last place. Fills potential_energy().
  void applied_forces(VecX& Q);
  /// Q += velocity-dependent inertia forces.
  void add_bias(VecX& Q) const;
  /// Whether constraints are the same wherever the state is the same.
  bool depends_on_state_only() const;
  /// Counts the places and evaluations of constraints: what has been kept of the last one is out of
  /// date when this has changed.
  std::uint64_t evaluations() const { return evaluations_; }
  bool has_velocity_rows() const { return velocity_rows_ > 0; }
  /// Whether the rate of every constraint is J v: none is on velocities, and nothing that they look
  /// at moves by itself.
  bool rates_are_of_motion() const {
    return velocity_rows_ == 0 && time_dependent_ == 0 && bodies_.kinematic().empty();
  }
  bool forces_depend_on_velocity() const { return depends_on_velocity_; }

  const VecX& c() const { return values_.c; }
  const VecX& c_dot() const { return values_.c_dot; }
  const VecX& c_ddot() const { return values_.c_ddot; }
  /// Time constant of each row, and whether it restricts positions or velocities only.
  const VecX& tau() const { return tau_; }  ///< infinite for an error that is kept
  bool is_position_row(int row) const { return position_row_[row]; }
  /// Whether c says how far a row has gone: not in one on velocities that cannot be integrated.
  bool is_integrable(int row) const { return integrable_row_[row]; }
  /// Rows that ask for c ≥ 0 only.
  const std::vector<int>& one_sided() const { return one_sided_; }
  bool is_one_sided(int row) const { return one_sided_row_[row]; }
  /// Rows that would be, if they did not hold what has come to the end of its track.
  const std::vector<int>& held() const { return held_; }
  /// How far row `row` is off what it asks for; what is slack is not.
  double error(int row) const {
    if (!position_row_[row]) return std::isfinite(tau_[row]) ? values_.c_dot[row] : 0.0;
    return one_sided_row_[row] ? std::min(values_.c[row], 0.0) : values_.c[row];
  }
  /// The largest error of any constraint, without its weight, and the first that has it.
  struct Worst {
    double error = 0.0;
    ConstraintId constraint = {};
  };
  Worst worst_error() const;
  /// The first row that is not a finite number, or whose rates are not; −1 if there is none.
  int undefined_row() const;
  /// Right-hand side of J v̇ = b that closes unmet constraints critically damped:
  /// c̈ + (2/τ) ċ + c/τ² = 0, and ċ' + ċ/τ = 0 for a constraint on velocities.
  void closing_acceleration(VecX& b) const;

  /// What of it touches; empty until somebody says who may.
  Contacts& contacts() { return contacts_; }
  const Contacts& contacts() const { return contacts_; }

  Kkt& kkt() { return kkt_; }
  const Kkt& kkt() const { return kkt_; }

  // ---- constraints that may not pull harder than they are told ----
  bool has_limited() const { return limited_ > 0; }
  bool has_friction() const { return friction_ > 0; }
  /// Sets the limits of dry friction by what the constraints that press do with λ, at the last
  /// place and for the last rates.
  void press(const VecX& lambda);
  /// Lets it be as strong as it has to, to find what presses.
  void press_without_limit();
  /// Whether λ tells what presses: not where all of it is zero.
  bool knows_what_presses(const VecX& lambda) const;
  /// Puts aside the constraints whose |λ| exceeds what they may pull with, now or while they close:
  /// until released, each is masked and pushes with just the limit instead. Returns whether there
  /// are new ones.
  /// (λ in units of `force`, with which it is a force; what takes part in a conflict, as the last
  /// solve told, would have to pull without end.)
  bool saturate(const VecX& lambda, const Kkt::Outcome& outcome, double force = 1.0);
  /// Puts all limited ones aside, without a push: what lasts no time at all is no matter of theirs.
  void put_limited_aside();
  void release_saturated();
  std::size_t saturated() const { return saturated_.size(); }
  /// Q += what the saturated ones push, from one of them on; λ gets their limits.
  void add_saturated(VecX& Q, std::size_t first = 0) const;
  void write_saturated(VecX& lambda) const;
  bool is_saturated(int row) const;
  /// Sets the rows of constraints that do not take part to zero.
  void ignore_masked(VecX& rows) const;

  // ---- motion ----
  /// q1 = q moved by h v
  void advance(const VecX& q, const VecX& v, double h, VecX& q1) const;
  void q_dot(const VecX& q, const VecX& v, VecX& out) const;
  void normalize(VecX& q) const;
  /// Lets the objects fly, and places them at time t where they arrive, (q1, v). False if it cannot
  /// be.
  bool fly(double t, const FreeFlight& flight);
  bool has_impulsive_forces() const { return has_impulsive_forces_; }
  /// P = the momentum that impulsive forces give in the step from t to t + h, at the last place,
  /// and what each connector feels of it. What gives nothing is not listed.
  void impulses(double t, double h, VecX& P, std::vector<Blow>& blows);

  // ---- reading ----
  struct Totals {
    double kinetic_energy = 0.0;
    Vec3 momentum = Vec3::Zero(), angular_momentum = Vec3::Zero();
  };
  Totals totals() const;
  double potential_energy() const { return potential_; }
  /// Largest coordinate of any object: the scale of the island.
  double extent() const;
  /// The constraint that owns a row; none of a row that is kept back or was left behind.
  ConstraintId constraint_of_row(int row) const {
    const int vertex = kkt_.constraint_of(row);
    return vertex < 0 ? ConstraintId{} : owners_[vertex];
  }
  struct ConstraintView {
    ConstraintId id;
    int row, rows;
    double scale;        ///< rows are multiplied by the root of the weight
    std::uint32_t kind;  ///< which kind, and which of that kind
    std::uint32_t slot;
    bool depends_on_time = false;  ///< by itself
  };
  const std::vector<ConstraintView>& constraints() const { return views_; }
  /// With which part of its speed what strikes a constraint rebounds; none of most kinds.
  std::optional<double> elasticity(const ConstraintView& view) const {
    return constraints_[view.kind]->elasticity(view.slot);
  }
  bool may_end(const ConstraintView& view) const { return constraints_[view.kind]->may_end(); }
  /// The end of its track that a constraint has come to in this step: −1, 1, or 0 for none.
  int end_reached(const ConstraintView& view) const {
    return constraints_[view.kind]->end_reached(view.slot);
  }
  /// Whether there are rows on velocities that can be integrated, which may say what rows on
  /// positions do.
  bool may_jam() const { return integrable_row_ != position_row_; }
  /// Why a constraint cannot go on from the last place; empty if it can.
  std::string_view gives_up(const ConstraintView& view) const {
    return constraints_[view.kind]->gives_up(view.slot, bodies_);
  }
  /// What each connector of constraint `view` feels, for the given λ, at the last place.
  void constraint_loads(const ConstraintView& view,
                        const VecX& lambda,
                        std::vector<ConnectorLoad>& out) const;
  /// The hardest of that.
  Effort effort(const ConstraintView& view, const VecX& lambda) const {
    return constraints_[view.kind]->effort(view.slot, lambda, bodies_);
  }
  void add_readings(const ConstraintView& view, std::vector<double>& out) const {
    constraints_[view.kind]->readings(view.slot, bodies_, out);
  }
  struct ForceView {
    ForceId id;
    std::size_t kind, slot;
  };
  const std::vector<ForceView>& forces() const { return force_views_; }  ///< as given
  /// What each connector or object feels of all forces, at the last place. Impulsive forces are
  /// none: what they give is told by impulses().
  void force_loads(std::vector<ConnectorLoad>& out) const;
  /// Adds what it feels of force `view`.
  void add_force_loads(const ForceView& view, std::vector<ConnectorLoad>& out) const;
  Effort effort(const ForceView& view) const {
    const ForceGroup& group = *forces_[view.kind];
    return group.is_impulsive() ? Effort{} : group.effort(view.slot, bodies_);
  }
  void add_readings(const ForceView& view, std::vector<double>& out) const {
    forces_[view.kind]->readings(view.slot, bodies_, out);
  }

  using BodyView = Bodies::View;
  const std::vector<BodyView>& bodies() const { return bodies_.views(); }
  /// Calls f with dynamic body i at work.
  template <class F>
  auto visit_body(int i, F&& f) const {
    return bodies_.visit(i, std::forward<F>(f));
  }

 private:
  template <class F>
  void for_each_range(F&& f) const;
  struct Saturated {
    int vertex, row, rows;
    std::array<double, 12> push;
  };
  void add_object(ObjectId id, const Object& kind);
  ConstraintGroup& constraint_group(std::size_t kind);
  void make_room(const Model& model, std::span<const ConstraintId> constraints);
  void bind_constraint(const Model& model, ConstraintId id, int held);
  void add_rows();
  void fit();
  void expect_masks();
  template <class F>
  void for_each_limited(F&& f) const;
  template <class F>
  void for_each_friction(F&& f) const;
  ConstraintGroup::Slot slot_of(const Model& model, ConstraintId id, int vertex, int row, int held);
  template <class Pull>
  void put_aside(const ConstraintGroup::Slot& slot, const Pull& pull, double limit);
  bool saturate_weakest(double share);
  void bind_rows(const Model& model, ConstraintId id, int held, int vertex);
  void count(const ConstraintView& view, int by);
  void forget_rows(const ConstraintView& view);
  void set_tau(const Model& model, const ConstraintView& view);
  void list_memories();
  void bind_force(const Model& model, ForceId id);
  ConnectorLeaf leaf_of(ObjectId id, const Model& model, int constraint);

  Bodies bodies_;
  std::vector<std::unique_ptr<ConstraintGroup>> constraints_;  // by kind; null where there are none
  std::vector<std::unique_ptr<ForceGroup>> forces_;
  std::vector<ConstraintGroup*> constraints_present_;  // those that are not null, in that order
  std::vector<ForceGroup*> forces_present_;
  std::vector<ConstraintView> views_;
  std::vector<ForceView> force_views_;
  std::vector<MemoryView> memories_;
  std::vector<ConstraintId> owners_;  // of the constraints of the KKT system
  std::vector<bool> position_row_, integrable_row_, one_sided_row_;
  std::vector<Saturated> saturated_;
  bool depends_on_velocity_ = false, has_impulsive_forces_ = false;
  int limited_ = 0, time_dependent_ = 0;  // constraints that are so
  int friction_ = 0;                      // how many there were of dry friction
  int velocity_rows_ = 0, weighted_ = 0;  // rows on velocities; constraints with a weight
  bool masses_vary_ = false;
  std::vector<double> mass_;  // scratch: of one object
  std::uint64_t evaluations_ = 0;
  Kkt kkt_;
  Contacts contacts_;
  ConstraintValues values_;
  std::vector<int> one_sided_;  // rows that ask for c ≥ 0 only
  std::vector<int> held_;       // rows that would, but hold
  VecX tau_;
  double potential_ = 0.0;
  std::vector<ConnectorLoad> loads_;  // scratch of impulses()
};

}  // namespace holon
