// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "holon/step/connector_load.h"

namespace holon {

/// Something that happened in a step or between two.
enum class EventKind { broken, activated, deactivated, end_reached, jammed, failed };
std::string_view name_of(EventKind kind);

struct Event {
  EventKind kind = EventKind::failed;
  double time = 0.0;
  ConstraintId constraint;  ///< whom it concerns, if anybody
  ForceId force;            ///< or it may be a force,
  ControllerId controller;  ///< or a controller
  double value = 0.0;       ///< the force or torque that broke it; which end, −1 or 1
  double limit = 0.0;       ///< what was allowed
  std::string reason;       ///< in words
};

/// Where two objects touch, in world axes.
struct ContactReading {
  ObjectId a, b;  ///< one that is none is the world, in a contact that the host supplies
  Vec3 point = Vec3::Zero();
  Vec3 normal = Vec3::Zero();  ///< from a to b
  double gap = 0.0;            ///< negative where they overlap [m]
  Vec3 force = Vec3::Zero();   ///< of a on b [N]
  Vec3 torque = Vec3::Zero();  ///< the same of rolling and spinning friction [N m]
  double slip = 0.0;           ///< how fast they slide on each other [m/s]
};

/// Two objects that touched in a step, or did so in the one before.
enum class ContactEventKind { begins, goes_on, ends };
struct ContactEvent {
  ContactEventKind kind = ContactEventKind::begins;
  ObjectId a, b;
  Vec3 point = Vec3::Zero();    ///< in the middle of where they push
  Vec3 impulse = Vec3::Zero();  ///< of a on b over the step [N s]
};

class Model;
/// An event in words, with the name of whom it concerns.
std::string text_of(const Event& event, const Model& model);

/// How a step went, and what the world is like after it. Numerics never throw: they report.
struct StepReport {
  bool ok = true;
  double time = 0.0;
  double h = 0.0;
  std::uint64_t steps = 0;
  std::string_view stepper = {};
  std::string_view solver = {};  ///< of a stepper that has several, in the island that took most
  int islands = 0;
  int iterations = 0;      ///< of position constraints, in the island that took most
  int factorisations = 0;  ///< of the KKT system, in all islands
  int evaluations = 0;     ///< of the equations of motion by methods that integrate, in all islands
  int substeps = 1;        ///< of methods that divide the step inside, in the island that took most
  int refinements = 0;     ///< of solutions of the KKT system, in all islands
  int dependent_rows = 0;  ///< rows of constraints that follow from others
  double conflict = 0.0;   ///< largest constraint error that no motion can remove
  /// The smallest pivot of a constraint over what it was before elimination, at the end of the
  /// step: the square of the smallest angle between constraints, 1 where none are near or the
  /// factors are regularised.
  double smallest_pivot = 1.0;
  ConstraintId worst;  ///< constraint with the largest error
  double worst_error = 0.0;
  double kinetic_energy = 0.0;
  double potential_energy = 0.0;
  Vec3 momentum = Vec3::Zero();
  Vec3 angular_momentum = Vec3::Zero();  ///< about the origin
  std::vector<Event> events;             ///< of this step
  std::vector<Blow> blows;               ///< that fell at its start
  std::vector<ContactEvent> touches;     ///< pairs of objects that touch, or just did
  int contacts = 0;                      ///< points where they do
  double contact_residual = 0.0;         ///< by how much the laws of contact are missed [m/s]

  double energy() const { return kinetic_energy + potential_energy; }
  /// One line for people.
  std::string brief() const;
};

}  // namespace holon
