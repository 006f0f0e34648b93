// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "holon/geometry/mass_properties.h"
#include "holon/geometry/shape.h"
#include "holon/import/element.h"
#include "holon/import/rigid_map.h"
#include "holon/import/weigh.h"
#include "holon/scene/scene.h"

/// What URDF and MJCF have in common: a tree of links with joints between them.
namespace holon::importing {

/// One freedom of a link against its parent, or three of a ball, or all six. Several of them at one
/// link act one after the other, from the parent to the link.
struct Joint {
  enum class Kind { hinge, slide, ball, free };
  Kind kind = Kind::hinge;
  std::string name;
  Vec3 anchor = Vec3::Zero();  ///< in the world, at the start
  Vec3 axis = Vec3::UnitZ();   ///< in the world, at the start; of unit length
  double start = 0.0;          ///< its value there
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
  double damping = 0.0;
  double stiffness = 0.0;
  double rest = 0.0;      ///< its value where the spring is slack
  double armature = 0.0;  ///< inertia of a rotor that turns with its value [kg m² or kg]
  Element source;
};

/// A shape of a link that touches others.
struct Touch {
  AnyCollisionShape shape;
  RigidMap pose;  ///< in the link
  SurfacePair surface;
  /// Two touch if a bit of the one's type is among what the other meets.
  std::uint32_t type = 1, meets = 1;
  std::string colour = {};  ///< "#RRGGBB", or nothing
  Element source;
};
/// A surface for what a link looks like or weighs: that of its convex hull, if it is a mesh. None,
/// and a note, if it has none.
std::optional<Touch> touch_of(const Piece& piece);

/// Two links that do not touch each other.
struct Exclusion {
  int a = 0, b = 0;
  Element source;
};

struct Link {
  std::string name;
  int parent = -1;            ///< an earlier link; the first link of all is the world
  RigidMap start;             ///< in the world, at the start
  std::vector<Joint> joints;  ///< none: it is fixed to its parent
  MassProperties mass;        ///< in the axes of the link
  /// The one shape that all of its mass comes from, with its density, if it is so and the shape is
  /// in the axes of the link.
  std::optional<Solid> solid;
  std::vector<Piece> looks;  ///< in the axes of the link
  std::vector<Touch> touches;
  /// Whether it may vanish if it weighs nothing and only passes on from one joint to the next.
  bool may_vanish = false;
  Element source;
};

/// The value of a joint by a quantity of the scene: value = sign · reading + offset.
struct Coordinate {
  ScalarRef quantity;
  double sign = 1.0;
  double offset = 0.0;
  double start = 0.0;  ///< its value at the start
  double rest = 0.0;   ///< its value where springs of the file are slack

  double reading(double value) const { return sign * (value - offset); }
};

/// Where a link is in the scene: on an object, or fixed in the world.
struct Part {
  ObjectId object;  ///< none: the world
  RigidMap pose;    ///< of the link in the object
  RigidMap start;   ///< of the object in the world, at the start
};

struct WeightedCoordinate {
  Coordinate coordinate;
  double gain = 1.0;
};

/// Makes a scene of links, and whatever is to hold or push them. Places and directions are given in
/// the world as it is at the start, and move with a link from there.
class Assembly {
 public:
  /// The gravity is only looked at; it is for the caller to add.
  Assembly(std::vector<Link> links, Scene& scene, const Vec3& gravity);
  /// Adds the objects, the joints, their limits, springs and dampers.
  void build();

  /// Gives the objects what touches of their links. What stands in the world becomes kinematic
  /// bodies.
  void add_collisions(std::vector<Exclusion> exclusions = {});

  /// Makes the method one that can follow the springs and dampers of the joints at the step of the
  /// scene, if the one that is set cannot.
  void choose_stepper();

  const Part& part(int link) const { return parts_[static_cast<std::size_t>(link)]; }
  /// Of the joint that stands there; null if it has more than one freedom.
  const Coordinate* coordinate(const Element& joint) const;

  PointRef point(int link, const Vec3& at) const;
  DirectionRef direction(int link, const Vec3& along) const;
  FrameRef frame(int link, const RigidMap& pose) const;
  /// At that place, its z axis along a unit vector.
  FrameRef frame(int link, const Vec3& at, const Vec3& z) const;

  /// Each adds something under a name near to `name`. What the model refuses is a problem of
  /// `source`, and then the id is none.
  ConstraintId hold(const Element& source, const std::string& name, Constraint kind);
  ForceId push(const Element& source, const std::string& name, Force kind);
  ControllerId control(const Element& source, const std::string& name, Controller kind);
  std::string name_of(ControllerId id) const { return scene_.model.name_of(id); }

  void add_limit(const Element& source,
                 const std::string& name,
                 const Coordinate& c,
                 double lower,
                 double upper);
  struct Spring {
    double stiffness = 0.0, damping = 0.0, rest = 0.0;
  };
  void add_spring(const Element& source,
                  const std::string& name,
                  const Coordinate& c,
                  const Spring& spring);
  /// Σ gain · value = sum
  void add_coupler(const Element& source,
                   const std::string& name,
                   const std::vector<WeightedCoordinate>& terms,
                   double sum);

 private:
  Link& link(int i) { return links_[static_cast<std::size_t>(i)]; }
  int leader(int i) const;
  void skip_massless();
  void place_parts();
  void add_objects();
  void add_object(int i, MassProperties mass, const std::optional<Solid>& solid);
  void add_looks();
  bool touches(int i) const;
  void exclude_parents(std::vector<Exclusion>& exclusions) const;
  void add_collision(ObjectId object,
                     const Touch& like,
                     std::shared_ptr<const Collision> collision);
  void add_joints(int i);
  int add_frame_before(const Joint& joint);
  void note_stiffness(const Joint& joint, int parent, int child);
  double inertia_along(int link, const Joint& joint) const;
  void add_rotor(const Joint& joint, const Coordinate& c);
  void add_free(int i, const Joint& joint);
  void add_ball_spring(int parent, int child, const Joint& joint);
  std::string unique(const std::string& name);

  std::vector<Link> links_;
  Scene& scene_;
  Vec3 level_;  ///< a direction that gravity does not act along
  std::vector<Part> parts_;
  std::map<const void*, Coordinate> coordinates_;  ///< by the element of the joint
  double fastest_ = 0.0;  ///< rate at which the stiffest joint comes to rest, at most [1/s]
  Element stiffest_;
  std::map<std::string, int> names_;
};

/// Makes an inertia that a body can have of one that none can; says what was done, or nothing.
std::string mend(MassProperties& mass);

}  // namespace holon::importing
