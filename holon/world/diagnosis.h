// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/model/model.h"

namespace holon {

struct DiagnosisOptions {
  int motions = 100;  ///< how many motions are named; they are counted all the same
};

/// What the constraints of a world leave free, which of them are too many, and what to do about it.
/// All of it holds for one moment: where the objects are, or where unmet constraints would bring
/// them to rest.
struct Diagnosis {
  /// Some rows of a constraint.
  struct Rows {
    ConstraintId constraint;
    std::vector<int> rows;
    bool operator==(const Rows&) const = default;
  };
  /// One row of a set of rows that depend on each other, Σ share · row = 0.
  struct Part {
    ConstraintId constraint;
    int row = 0;
    double share = 0.0;
  };
  enum class Level { position, velocity, acceleration };

  /// Minimal dependent sets over the same constraints: without any one row of such a set the others
  /// are independent, and forces can be shifted between its rows without changing the motion.
  struct Redundancy {
    int island = 0;
    int count = 0;              ///< rows too many, and so minimal sets
    std::vector<Rows> members;  ///< by constraint, the rows of all these sets
    std::vector<std::vector<Part>> sets;
    int only_here = 0;  ///< of these, those that are not too many at positions nearby
    /// Whether these are three constraints or more of which each does what any other does. There
    /// are minimal sets between any two of them, of which `sets` has as many as are independent.
    bool copies = false;
    /// Constraints of which any one can be removed without setting anything free …
    std::vector<ConstraintId> removable;
    /// … and if there are none, rows that can be given up together.
    std::vector<Rows> spare;
    // ---- of a conflict: the set asks for what cannot be ----
    double gap = 0.0;  ///< how far the row with the largest share is off what the others ask for
    Level level = Level::position;
  };
  std::vector<Redundancy> redundancies;  ///< that agree
  std::vector<Redundancy> conflicts;

  /// A motion that the constraints leave free, named after what it changes most plainly.
  struct Freedom {
    enum class Kind { moves, turns, slides, rolls, changes, whole_moves, whole_turns };
    Kind kind = Kind::moves;
    int island = 0;
    ObjectId object;     ///< who
    ConstraintId joint;  ///< at what; none for `moves`, `changes` and those of the whole
    bool on_surface = false;
    bool qualified = false;       ///< the joint alone does not say which: tell the axis, too
    Vec3 axis = Vec3::UnitX();    ///< along which or about which, in the world
    int coordinate = 0;           ///< for `changes`: which velocity of the object
    bool first_order = false;     ///< possible by a hair's breadth only
    std::vector<ObjectId> along;  ///< who moves with it
    /// How an object moves in it: the velocity of its origin [m/s], and how it turns [rad/s].
    struct Moving {
      ObjectId object;
      Vec3 velocity = Vec3::Zero(), angular_velocity = Vec3::Zero();
    };
    /// All that move, so fast that the masses of the fastest have a mean speed of 1 m/s. Not told
    /// of what is nearly free.
    std::vector<Moving> moving;
  };
  std::vector<Freedom> motions;  ///< independent of each other; those asked for

  /// Rows that all but depend on each other: forces are large here, and a direction is hardly held.
  struct Near {
    int island = 0;
    std::vector<Rows> members;
    double distance = 0.0;  ///< how far from dependent: 0 … 1, a sine where there are two rows
    Freedom nearly_free;
  };
  std::vector<Near> nearly;

  /// Rows whose force is not unique: those in a redundancy or conflict, by constraint.
  std::vector<Rows> shiftable;

  struct Island {
    std::vector<ObjectId> objects;
    int constraints = 0;
    int rows = 0;  ///< that count: all but those of one-sided constraints that are slack
    int slack_rows = 0;
    int velocities = 0;      ///< of the objects, but for turns about axes without mass
    int rank = 0;            ///< independent rows
    int freedoms = 0;        ///< velocities − rank
    int lasting = 0;         ///< of these, those that lead anywhere: fewer at a singular position
    bool tested = true;      ///< whether that was looked at
    double off = 0.0;        ///< largest error of a constraint on positions now,
    double unmet = 0.0;      ///< and where they come to rest
    ConstraintId worst;      ///< whose that is
    ConstraintId undefined;  ///< a constraint without a finite value: nothing else is known then
  };
  std::vector<Island> islands;

  std::vector<ConstraintId> taut, slack;  ///< one-sided constraints that count, and that do not
  std::vector<ConstraintId> yielding;     ///< limited in force, so that they may give way
  int objects = 0, constraints = 0, rows = 0;  ///< rows of active constraints, slack or not
  int rank = 0, freedoms = 0, lasting = 0;     ///< of all islands
  int redundant_rows() const { return count(redundancies) + count(conflicts); }
  static int count(const std::vector<Redundancy>& sets);
};

/// What the rows of a constraint are called: "hinge: z, bend x", or its name alone where all of its
/// rows are meant.
std::string text_of(const Diagnosis::Rows& rows, const Model& model);
std::string row_name(const Constraint& kind, int row);
std::string text_of(const Diagnosis::Freedom& motion, const Model& model);
/// One line: who, and what is the matter.
std::string text_of(const Diagnosis::Redundancy& set, const Model& model);
std::string text_of(const Diagnosis::Near& near, const Model& model);
/// What to do about it, in words.
std::string advice(const Diagnosis::Redundancy& set, const Model& model);
/// The whole of it for people.
std::string text_of(const Diagnosis& diagnosis, const Model& model);

}  // namespace holon
