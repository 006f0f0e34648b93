// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "penetration.h"

namespace peers {

/// What a contact scene is judged by, sample after sample.
class ContactErrors {
 public:
  explicit ContactErrors(const Scene& scene) : scene_(scene) {}

  void keep(double time, const std::vector<State>& states, double energy);
  /// By the names that README.md explains.
  std::vector<std::pair<std::string, double>> values() const;

 private:
  void keep_energy(double energy);
  void keep_load(double time, const std::vector<State>& states);
  double position_error(double time, const std::vector<State>& states) const;
  Penetration penetration_from(size_t first_sample) const;

  const Scene& scene_;
  std::vector<Penetration> penetrations_;  // of each sample
  double position_error_ = 0, energy_gain_ = 0;
  double load_error_ = NAN;                            // until there is one
  double time_ = NAN, momentum_ = NAN, energy_ = NAN;  // of the sample before
};

}  // namespace peers
