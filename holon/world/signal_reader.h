// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <variant>
#include <vector>

#include "holon/model/signals.h"
#include "holon/world/world.h"

namespace holon {

/// Reads numbers of a world. What the signals of one owner have in common is worked out once, if
/// they are read one after the other.
class SignalReader {
 public:
  /// To be called whenever the world has moved on.
  void begin() { object_ = {}, acting_ = {}, touching_.clear(); }
  /// What has no value at the moment is read as zero; a step that needs it fails, and says so.
  double read(const World& world, const Signal& signal);

 private:
  double value_of(const World& world, const Signal& signal);
  double of_object(const World& world, const Signal& signal);
  double of_parametric(const World& world, const Signal& signal, const Parametric& kind) const;
  double of_contacts(const World& world, const Signal& signal);
  double of_constraint(const World& world, const Signal& signal);
  double of_force(const World& world, const Signal& signal);
  template <class Id>
  void look_at(const World& world, Id id);
  double of_acting(int component, bool active) const;
  double reading(int i) const;

  /// What touches an object.
  struct Touch {
    Vec3 force = Vec3::Zero();
    int points = 0;
  };

  ObjectId object_;
  Placement placement_;
  std::variant<ConstraintId, ForceId> acting_;  // read last; what follows is of it
  Effort effort_;
  std::vector<ConnectorLoad> loads_;
  std::vector<double> readings_, errors_, lambda_;
  std::vector<ContactReading> contacts_;
  std::vector<Touch> touching_;  // by object slot; empty: not yet looked at
};

}  // namespace holon
