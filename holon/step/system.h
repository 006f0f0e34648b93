// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <span>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "holon/model/model.h"
#include "holon/solve/kkt.h"

namespace holon {

/// What one connector feels of a constraint or force, in world axes.
struct ConnectorLoad {
  ObjectId object;  ///< none for the world
  int part = 0;     ///< which particle, for a system of particles
  Vec3 point = Vec3::Zero();
  Vec3 force = Vec3::Zero();
  Vec3 torque = Vec3::Zero();  ///< about `point`
};

/// A connector bound to the object that carries it.
struct ConnectorLeaf {
  int body = -1;   ///< −1: the world
  int block = -1;  ///< of J; −1: none, for a force or an object that does not give way
  int v = -1;      ///< first row of its object in a generalised force; −1: the host moves it
};
struct NoConnectorLeaf {};

template <class Ref>
struct ConnectorBinding {
  using Type = ConnectorLeaf;
};
template <>
struct ConnectorBinding<ScalarRef> {
  using Type = std::array<ConnectorLeaf, 3>;  // of the connectors inside
};
template <>
struct ConnectorBinding<Motion> {
  using Type = NoConnectorLeaf;
};
template <class Tuple>
struct ConnectorBindings;
template <class... Refs>
struct ConnectorBindings<std::tuple<const Refs&...>> {
  using Type = std::tuple<typename ConnectorBinding<Refs>::Type...>;
};

/// The equations of motion of one island, compiled from the model: its objects at work, its
/// constraints bound to them, its forces, and the KKT system that they fill.
///
/// Use: `place` the objects at (t, q, v), then evaluate constraints, masses and forces there.
/// Nothing here allocates once the system is built.
class System {
 public:
  /// Compiles the equations of `objects` (dynamic ones) with everything that acts on them.
  void build(const Model& model,
             std::span<const ObjectId> objects,
             std::span<const ConstraintId> constraints,
             std::span<const ForceId> forces);

  int nq() const { return nq_; }
  int nv() const { return kkt_.dofs(); }
  int rows() const { return kkt_.rows(); }

  // ---- objects that the host moves ----
  const std::vector<ObjectId>& kinematic_objects() const { return kinematic_ids_; }
  /// Over the coming step kinematic object k moves from q0 at t0, where its velocity is v0, to q1
  /// at t1, where it is v1; its acceleration is taken as constant in between.
  void set_kinematic(int k,
                     double t0,
                     std::span<const double> q0,
                     std::span<const double> v0,
                     double t1,
                     std::span<const double> q1,
                     std::span<const double> v1);

  // ---- evaluation at a state ----
  void place(double t, const VecX& q, const VecX& v);
  void evaluate_constraints();  ///< c, ċ, c̈ at v̇ = 0, and J
  /// Only c, and ċ of the constraints on velocities; J stays what it was.
  void evaluate_errors();
  void evaluate_mass();
  /// Q = applied and internal forces, at the last place. Fills potential_energy().
  void applied_forces(VecX& Q);
  /// Q += velocity-dependent inertia forces.
  void add_bias(VecX& Q) const;
  bool forces_depend_on_velocity() const { return depends_on_velocity_; }

  const VecX& c() const { return c_; }
  const VecX& c_dot() const { return c_dot_; }
  const VecX& c_ddot() const { return c_ddot_; }
  /// Time constant of each row, and whether it restricts positions or velocities only.
  const VecX& tau() const { return tau_; }
  bool is_position_row(int row) const { return position_row_[row]; }
  /// Right-hand side of J v̇ = b that closes unmet constraints critically damped:
  /// c̈ + (2/τ) ċ + c/τ² = 0, and ċ' + ċ/τ = 0 for a constraint on velocities.
  void closing_acceleration(VecX& b) const;

  Kkt& kkt() { return kkt_; }
  const Kkt& kkt() const { return kkt_; }

  // ---- constraints that may not pull harder than they are told ----
  bool has_assembly_limits() const { return has_assembly_limits_; }
  /// Puts aside the unmet constraints whose |λ| exceeds their limit: until released, each is masked
  /// and pushes with just the limit instead. Returns whether there are any.
  bool saturate(const VecX& lambda);
  void release_saturated();
  /// Q += what the saturated ones push; λ gets their limits.
  void add_saturated(VecX& Q) const;
  void write_saturated(VecX& lambda) const;
  /// Sets the rows of saturated constraints to zero.
  void ignore_masked(VecX& rows) const;

  // ---- motion ----
  /// q1 = q moved by h v
  void advance(const VecX& q, const VecX& v, double h, VecX& q1) const;
  void q_dot(const VecX& q, const VecX& v, VecX& out) const;
  void normalize(VecX& q) const;
  /// Free flight over h: from (q, momentum p) to (q1, p1), at mid-velocity v. False if it cannot
  /// be.
  bool flight(double h, const VecX& q, const VecX& p, VecX& q1, VecX& p1, VecX& v) const;
  bool has_impulses() const { return !std::get<std::vector<BoundForce<Impulse>>>(forces_).empty(); }
  /// Adds the impulses that fall due in [t, t + h) to P; returns whether there are any.
  bool due_impulses(double t, double h, VecX& P);

  // ---- reading ----
  double kinetic_energy() const;
  double potential_energy() const { return potential_; }
  Vec3 momentum() const;
  Vec3 angular_momentum() const;
  /// Largest coordinate of any object: the scale of the island.
  double extent() const;
  /// The constraint that owns a row.
  ConstraintId constraint_of_row(int row) const { return row_owner_[row]; }
  struct ConstraintView {
    ConstraintId id;
    int row, rows;
    double scale;      ///< rows are multiplied by the root of the weight
    std::size_t kind;  ///< which kind, and which of that kind
    std::size_t slot;
  };
  const std::vector<ConstraintView>& constraints() const { return views_; }
  /// What each connector of constraint `view` feels, for the given λ, at the last place.
  void constraint_loads(const ConstraintView& view,
                        const VecX& lambda,
                        std::vector<ConnectorLoad>& out) const;
  /// What each connector feels of every force between connectors, at the last place.
  void force_loads(std::vector<ConnectorLoad>& out) const;
  /// Sum of the forces on whole objects, on one particle of body i.
  Vec3 object_force_on_particle(int i, double mass, const Vec3& v) const;

  struct BodyView {
    ObjectId id;
    int q, nq, v, nv;
  };
  const std::vector<BodyView>& bodies() const { return body_views_; }
  /// Calls f with the runtime of dynamic body i.
  template <class F>
  auto visit_body(int i, F&& f) const {
    return std::visit([&](const auto& r) { return f(r); }, bodies_[i]);
  }

 private:
  template <class K>
  using RuntimeOf = typename K::Runtime;
  using Body = WrappedVariantOf<ObjectKinds, RuntimeOf>;

  using Leaf = ConnectorLeaf;
  using NoLeaf = NoConnectorLeaf;
  template <class K>
  using BindingsOf = typename ConnectorBindings<ConnectorsOf<K>>::Type;

  template <class K>
  struct BoundConstraint {
    K kind;
    ConstraintId id;
    int vertex, row;
    double scale, assembly_force;
    BindingsOf<K> bindings;
    ConstraintRows<K> rows;
  };
  template <class K>
  struct BoundConnectorForce {
    K kind;
    BindingsOf<K> bindings;
  };
  template <class K>
  struct BoundObjectForce {
    K kind;
    std::vector<int> bodies;
  };
  template <class K>
  struct BoundForceOf {
    using Type = BoundObjectForce<K>;
  };
  template <ConnectorForce K>
  struct BoundForceOf<K> {
    using Type = BoundConnectorForce<K>;
  };
  template <class K>
  using BoundForce = typename BoundForceOf<K>::Type;

  struct Kinematic {
    double t0 = 0.0, t1 = 0.0;
    std::vector<double> q0, v0, q1, v1;
    std::vector<double> acceleration;  // (v1 − v0) / (t1 − t0)
    std::vector<double> slip;          // what the mean velocity lacks to get from q0 to q1
    std::vector<double> q, v;          // scratch: somewhere in between
  };
  struct Saturated {
    int vertex, row, rows;
    std::array<double, 12> push;
  };

  // compiling
  int body_of(ObjectId id);
  Leaf bind_object(ObjectId id, int constraint);
  Leaf bind(const PointRef& ref, int constraint);
  Leaf bind(const DirectionRef& ref, int constraint);
  Leaf bind(const FrameRef& ref, int constraint);
  std::array<Leaf, 3> bind(const ScalarRef& ref, int constraint);
  NoLeaf bind(const Motion& ref, int constraint);
  template <class K>
  BindingsOf<K> bind_all(const K& kind, int constraint);
  void bind_constraint(const Model& model, ConstraintId id);
  void bind_force(const Model& model, ForceId id);

  // values of connectors
  PointKin kin(const PointRef& ref, const Leaf& leaf) const;
  DirectionKin kin(const DirectionRef& ref, const Leaf& leaf) const;
  FrameKin kin(const FrameRef& ref, const Leaf& leaf) const;
  ScalarKin kin(const ScalarRef& ref, const std::array<Leaf, 3>& leaves) const;
  ScalarKin kin(const Motion& ref, NoLeaf leaf) const;
  /// The acceleration of an object that the host moves; null for one that is free.
  const double* given_acceleration(const Leaf& leaf) const;
  template <class K>
  typename ConnectorInfo<K>::Kins kins(const K& kind, const BindingsOf<K>& bindings) const;

  // J += A ∂ẋ/∂v, where `at(leaf)` says where the block of the leaf's object stands
  template <int M, class At>
  void pull(const PointRef& ref, const Leaf& leaf, const RowBlock<M, 6>& A, At&& at) const;
  template <int M, class At>
  void pull(const DirectionRef& ref, const Leaf& leaf, const RowBlock<M, 6>& A, At&& at) const;
  template <int M, class At>
  void pull(const FrameRef& ref, const Leaf& leaf, const RowBlock<M, 6>& A, At&& at) const;
  template <int M, class At>
  void pull(const ScalarRef& ref,
            const std::array<Leaf, 3>& leaves,
            const RowBlock<M, 6>& A,
            At&& at) const;
  template <int M, class At>
  void pull(const Motion& ref, NoLeaf leaf, const RowBlock<M, 6>& A, At&& at) const;

  // what a push on a connector is in the world
  void add_load(const PointRef& ref,
                const Leaf& leaf,
                const Push& push,
                std::vector<ConnectorLoad>& out) const;
  void add_load(const DirectionRef& ref,
                const Leaf& leaf,
                const Push& push,
                std::vector<ConnectorLoad>& out) const;
  void add_load(const FrameRef& ref,
                const Leaf& leaf,
                const Push& push,
                std::vector<ConnectorLoad>& out) const;
  void add_load(const ScalarRef& ref,
                const std::array<Leaf, 3>& leaves,
                const Push& push,
                std::vector<ConnectorLoad>& out) const;
  void add_load(const Motion& ref,
                NoLeaf leaf,
                const Push& push,
                std::vector<ConnectorLoad>& out) const;
  ObjectId object_of(const Leaf& leaf) const;

  double t_ = 0.0;
  int nq_ = 0;
  std::vector<Body> bodies_;  // dynamic ones first, then kinematic ones
  std::vector<BodyView> body_views_;
  std::vector<ObjectId> kinematic_ids_;
  std::vector<Kinematic> kinematic_;
  const Model* building_ = nullptr;
  std::unordered_map<std::uint32_t, int> index_;  // object → body, while building

  VectorsOf<ConstraintKinds, BoundConstraint> constraints_;
  VectorsOf<ForceKinds, BoundForce> forces_;
  std::vector<ConstraintView> views_;
  std::vector<ConstraintId> row_owner_;
  std::vector<bool> position_row_;
  std::vector<Saturated> saturated_;
  bool depends_on_velocity_ = false, has_assembly_limits_ = false;
  Kkt kkt_;
  VecX c_, c_dot_, c_ddot_, tau_;
  double potential_ = 0.0;
};

}  // namespace holon
