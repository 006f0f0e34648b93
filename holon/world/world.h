// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "holon/collide/query.h"
#include "holon/math/workers.h"
#include "holon/step/stepper.h"
#include "holon/world/diagnosis.h"
#include "holon/world/report.h"
#include "holon/world/state.h"

namespace holon {

struct Parameter;

struct WorldOptions {
  std::string stepper = "projected";
  StepperOptions settings = {};
  int threads = 1;
  /// Islands that touch something, and in which nothing has moved faster than this for
  /// `sleep_after` seconds, are not stepped until something touches or changes them [m/s, rad/s].
  /// Zero: never.
  double sleep_speed = 0.0;
  double sleep_after = 0.5;
};

/// How an object as a whole is placed and moves, in world axes. Objects without an orientation
/// ignore the second half.
struct Placement {
  Vec3 position = Vec3::Zero();
  Vec3 velocity = Vec3::Zero();
  Quat orientation = Quat::Identity();
  Vec3 angular_velocity = Vec3::Zero();
};

/// For a host that owns its geometry (seed 004's companion objects): `read` is asked before a step
/// where a kinematic object will be at its end, `write` is told after it where the object is.
struct Companion {
  std::function<Placement(double time)> read = {};
  std::function<void(const Placement& placement, double time)> write = {};
};

/// A contact that the host has found itself, where things are at the start of a step.
struct HostContact {
  ObjectId a, b;                ///< one may be none: the world
  Vec3 on_a, on_b;              ///< points that touch, in the world
  Vec3 normal = Vec3::UnitZ();  ///< from a to b
  SurfacePair surface = {};
  int number = 0;  ///< tells contacts of the same objects apart, the same from step to step
};
/// Asked before each step from `time` to `time + h` to list them.
using ContactSource = std::function<void(double time, double h, std::vector<HostContact>& out)>;

/// A model in motion: the one entry point of the library.
///
/// Between two steps any edit is legal, and costs what the island it touches costs; one constraint
/// more or less in a large island costs about a step of it. A step that cannot be made leaves
/// everything as it was and says whom to blame. The same calls give the same bits, whatever the
/// number of threads.
class World {
 public:
  explicit World(WorldOptions options = {});
  /// Starts where the model's objects start.
  explicit World(Model model, WorldOptions options = {});
  ~World();
  World(World&&) noexcept;
  World& operator=(World&&) noexcept;

  // ---- edits ----
  ObjectId add(Object kind, ObjectOptions options = {});
  ConstraintId add(Constraint kind, ConstraintOptions options = {});
  ForceId add(Force kind, ForceOptions options = {});
  ControllerId add(Controller kind, ControllerOptions options = {});
  void remove(ObjectId id);
  void remove(ConstraintId id);
  void remove(ForceId id);
  void remove(ControllerId id);
  /// New parameters for an object (its motion goes on), a constraint, a force or a controller
  /// (which keeps what it remembers).
  void set(ObjectId id, Object kind);
  void set(ConstraintId id, Constraint kind);
  void set(ConstraintId id, Constraint kind, ConstraintOptions options);
  void set(ForceId id, Force kind);
  void set(ControllerId id, Controller kind);
  /// How an object touches others from now on; null if it is to go through everything.
  void set(ObjectId id, std::shared_ptr<const Collision> collision);
  void set(MaterialPair pair);
  /// Who supplies contacts beside those that are found; nobody if empty.
  void set_contact_source(ContactSource source);
  void set_active(ConstraintId id, bool active);
  void set_active(ForceId id, bool active);
  void set_active(ControllerId id, bool active);
  /// Puts an object somewhere and gives it a velocity.
  void place(ObjectId id, const Placement& placement);
  /// The same in the object's own coordinates q and v.
  void place(ObjectId id, std::span<const double> q, std::span<const double> v);
  /// Says where a kinematic object will be at the end of the next step.
  void drive(ObjectId id, const Placement& at_end);
  void set_stepper(std::string_view name, const StepperOptions& settings = {});
  void attach(ObjectId id, Companion companion);

  // ---- time ----
  /// Goes h seconds on. The report stays valid until the next step.
  const StepReport& step(double h);
  /// Steps until the clock has gone on by `duration`; the last step is shortened if need be. Stops
  /// at the first failure.
  const StepReport& run(double duration, double h);
  const StepReport& report() const { return report_; }
  void on_event(std::function<void(const Event&)> listener);

  // ---- reading ----
  double time() const { return state_.time(); }
  const Model& model() const { return model_; }
  const State& state() const { return state_; }
  const std::string& stepper() const { return options_.stepper; }
  Placement placement(ObjectId id) const;
  /// Where any connector is and how it moves.
  PointKin point(const PointRef& ref) const;
  DirectionKin direction(const DirectionRef& ref) const;
  FrameKin frame(const FrameRef& ref) const;
  ScalarKin scalar(const ScalarRef& ref) const;
  /// A quantity next to the value that it had: an angle goes on counting turns, a foot is followed
  /// along its curve.
  ScalarKin scalar(const ScalarRef& ref, double last) const;
  /// What a controller put out for the last step.
  double output(ControllerId id) const;
  /// Any number of the world by its name; see holon/model/signals.h.
  double signal(std::string_view name) const;
  bool is_active(ConstraintId id) const;
  /// Error of each row [m or rad; m/s for a constraint on velocities].
  std::vector<double> error(ConstraintId id) const;
  /// Lagrange multipliers of each row.
  std::vector<double> lambda(ConstraintId id) const;
  /// What the constraint does to each of its connectors, in world axes; empty while inactive.
  std::vector<ConnectorLoad> loads(ConstraintId id) const;
  /// The hardest of that: what break limits are compared with. Along a quantity, the force or
  /// torque along it, as the tension of a rope.
  Effort effort(ConstraintId id) const;
  /// The same into memory of the caller.
  void error(ConstraintId id, std::vector<double>& out) const;
  void lambda(ConstraintId id, std::vector<double>& out) const;
  void loads(ConstraintId id, std::vector<ConnectorLoad>& out) const;
  /// What the force does to each connector, or at the centre of mass of each object that it acts
  /// on; empty while inactive, and for an impulsive force, whose blows are in the report.
  std::vector<ConnectorLoad> loads(ForceId id) const;
  void loads(ForceId id, std::vector<ConnectorLoad>& out) const;
  Effort effort(ForceId id) const;
  /// The numbers of for_each_reading(), in its order; none while inactive.
  void readings(ConstraintId id, std::vector<double>& out) const;
  void readings(ForceId id, std::vector<double>& out) const;
  /// The force that holds each particle of a parametric object on its course: m ẍ minus all others.
  std::vector<Vec3> parametric_forces(ObjectId id) const;
  /// Where things touch, and what they push with, at the end of the last step.
  std::vector<ContactReading> contacts() const;
  void contacts(std::vector<ContactReading>& out) const;
  /// The first shape that a ray from a point meets within a length.
  struct RayReading {
    ObjectId object;
    RayHit hit;
  };
  std::optional<RayReading> cast_ray(const Vec3& from, const Vec3& direction, double length) const;
  /// The nearest points of two objects, or how they overlap least; nothing if one has no shapes.
  std::optional<Nearest> nearest(ObjectId a, ObjectId b) const;
  double kinetic_energy() const;
  double potential_energy() const;
  Vec3 momentum() const;
  Vec3 angular_momentum() const;   ///< about the origin
  int degrees_of_freedom() const;  ///< of all objects, constraints not counted
  /// Whether an object is asleep: its island is not stepped, as nothing in it moves.
  bool is_asleep(ObjectId id) const;
  /// How many groups of objects there are that act on each other. (A large one that falls apart is
  /// stepped as one, and counted so in the report, until it is built anew.)
  int islands() const;
  /// How a point gives way: W in ẍ = W f, the acceleration that a force there adds while all
  /// constraints hold that hold now; of one-sided ones, those that push. In world axes, symmetric,
  /// and never negative along any direction: 1/m of a free particle, zero along what is held, of
  /// what the host moves, and while a constraint has no finite value. Costs what building its
  /// island does.
  Mat3 mobility(const PointRef& ref) const;
  /// What the constraints leave free, which are redundant or conflict, which forces are not unique,
  /// and what to do about it. Changes nothing, at any moment between two steps.
  Diagnosis diagnose(const DiagnosisOptions& options = {}) const;

  // ---- state as a value ----
  struct Snapshot {
    Model model;
    State state;
  };
  /// Islands that constraints have joined or left, or that have come apart, are built anew after
  /// this, as they will be where
  /// it is restored: both go on with the same bits.
  Snapshot snapshot() const;
  void restore(const Snapshot& snapshot);
  /// Equal for equal motions, to the last bit.
  std::uint64_t hash() const { return state_.hash(model_); }

 private:
  struct Island;
  struct Controls;
  struct Touching;
  struct Where {
    int island = -1;
    int view = -1;
  };

  void add_state(ObjectId id);
  void add_state(ConstraintId id);
  void add_state(ForceId id);
  void add_state(ControllerId id);
  void forget_islands();
  void touch(ObjectId id);
  void touch_all();
  void touch_objects(const std::vector<ObjectId>& ids);
  void touch_others(ForceId id);
  void list_pending(ObjectId id) const;
  void dissolve(int island) const;
  bool join(ConstraintId id);
  void leave(ConstraintId id);
  void join_or_touch(ConstraintId id);
  void note_change(int island);
  void change_forces(const std::vector<ObjectId>& on, bool between);
  void list_constraints(int island) const;
  void settle_changed() const;
  std::vector<ForceId> forces_on(std::span<const ObjectId> objects) const;
  void refresh() const;
  struct Reached;
  Reached reach(ObjectId seed, int mark, std::vector<int>& marks) const;
  void build_island(ObjectId seed) const;
  std::unique_ptr<Island> make_island(std::span<const ObjectId> objects,
                                      std::span<const ConstraintId> constraints,
                                      std::span<const ForceId> forces,
                                      bool keeps_back = false) const;
  void evaluate_all() const;
  System::Totals totals() const;
  struct KinematicEnd {
    std::array<double, 16> q{}, v{};
  };
  KinematicEnd kinematic_end(ObjectId id, double h) const;
  void prepare_controllers();
  bool run_controllers(double h);
  void undo_controllers();
  bool set_driven_parameters();
  double number(const Parameter& parameter) const;
  void set(const Parameter& parameter, double value);
  void set_number(ObjectId id, const Parameter& parameter, double value);
  void set_number(ConstraintId id, const Parameter& parameter, double value);
  void set_number(ForceId id, const Parameter& parameter, double value);
  void set_number(ControllerId id, const Parameter& parameter, double value);
  void let_go_what_does_not_push(System& system) const;
  Event failure_of(const Island& island) const;
  void fail(Event event);
  void read_kinematic_motion(double h);
  void set_kinematic_motion(double h);
  bool find_contacts(double h);
  void look_for_contacts(double h) const;
  void add_host_contacts(double h);
  bool refuse_contacts(double h);
  void merge_what_is_near(double h);
  bool merge_some_that_are_near(double h);
  void hand_out_contacts();
  int island_touched(const ContactKey& key) const;
  void wake(int island);
  void wake_touched_by(ObjectId id);
  void wake_what_is_moved();
  void let_rest(double h);
  bool may_sleep(const Island& island) const;
  void keep_contacts();
  void tell_of_touches(const std::vector<ContactMemory>& before);
  void part_islands() const;
  void move_kinematic(double h);
  StepReport& summarise(double h);
  void step_islands(double h);
  void rethrow();
  void check_limits(double t);
  std::vector<Event> ends_reached(double t) const;
  void tell_of_jams();
  void act_at_ends(const std::vector<Event>& events);
  void hold_at_end(ConstraintId id, int end);
  void notify();
  Island& island_of(ConstraintId id) const;
  void require(ObjectId id) const;
  void require(ConstraintId id) const;
  void require(ControllerId id) const;
  void require(ForceId id) const;
  template <class F>
  auto with_runtime(ObjectId id, F&& f) const;
  template <class F>
  void for_each_view(ForceId id, F&& f) const;

  WorldOptions options_;
  Model model_;
  State state_;
  StepReport report_;
  std::vector<std::function<void(const Event&)>> listeners_;
  std::vector<ObjectId> kinematic_;
  std::map<ObjectId, Companion> companions_;
  std::map<ObjectId, Placement> driven_;
  std::unique_ptr<Workers> workers_;
  std::unique_ptr<Touching> touching_;
  std::unique_ptr<Controls> controls_;  // made anew when the controllers or what they hear changed

  // Derived from the model, brought up to date when needed.
  mutable std::vector<std::unique_ptr<Island>> islands_;
  mutable std::vector<int> free_islands_;
  mutable std::vector<int> object_island_;  // by object slot; negative: none yet, or kinematic
  mutable std::vector<Where> constraint_where_;
  mutable std::vector<ObjectId> pending_;
  mutable std::vector<int> changed_;  // islands to be settled, with what joined and left them
  mutable std::vector<Event> between_steps_;
};

}  // namespace holon
