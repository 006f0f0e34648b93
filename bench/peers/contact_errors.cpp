// SPDX-License-Identifier: Apache-2.0
#include "contact_errors.h"

#include <algorithm>

namespace peers {
namespace {

constexpr double settled = 1;  // s, from when on the floor should carry the weight

}  // namespace

void ContactErrors::keep(double time, const std::vector<State>& states, double energy) {
  if (!std::isfinite(energy)) return;
  keep_energy(energy);
  keep_load(time, states);
  last_ = penetration_of(scene_, states);
  all_.add(last_);
  if (scene_.exact_position)
    position_error_ = std::max(position_error_, position_error(time, states));
  time_ = time;
}

void ContactErrors::keep_energy(double energy) {
  if (!std::isnan(energy_)) energy_gain_ = std::max(energy_gain_, energy - energy_);
  energy_ = energy;
}

/// The floor's mean force between two samples follows from the momentum.
void ContactErrors::keep_load(double time, const std::vector<State>& states) {
  double momentum = 0, weight = 0;
  for (size_t i = 0; i < states.size(); ++i) {
    momentum += scene_.bodies[i].mass * states[i].v.z;
    weight -= scene_.bodies[i].mass * scene_.down.z;
  }
  if (time_ >= settled)
    load_error_ = std::max(load_error_, std::fabs(momentum - momentum_) / (time - time_) / weight);
  momentum_ = momentum;
}

double ContactErrors::position_error(double time, const std::vector<State>& states) const {
  double largest = 0;
  for (size_t i = 0; i < states.size(); ++i)
    largest = std::max(largest, norm(states[i].p - scene_.exact_position(int(i), time)));
  return largest;
}

std::vector<std::pair<std::string, double>> ContactErrors::values() const {
  std::vector<std::pair<std::string, double>> values = {
      {"penetration_mean", all_.mean()},
      {"penetration_max", all_.largest},
      {"penetration_end", last_.largest},
      {"touching_pairs_end", double(last_.pairs)},
      {"energy_gain", energy_gain_ / scene_.energy_scale}};
  if (scene_.exact_position) {
    values.emplace_back("position_error", position_error_);
    values.emplace_back("load_error", load_error_);
  }
  return values;
}

}  // namespace peers
