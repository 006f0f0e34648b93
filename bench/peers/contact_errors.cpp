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
  penetrations_.push_back(penetration_of(scene_, states));
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
    load_error_ = std::fmax(load_error_, std::fabs(momentum - momentum_) / (time - time_) / weight);
  momentum_ = momentum;
}

double ContactErrors::position_error(double time, const std::vector<State>& states) const {
  double largest = 0;
  for (size_t i = 0; i < states.size(); ++i)
    largest = std::max(largest, norm(states[i].p - scene_.exact_position(int(i), time)));
  return largest;
}

Penetration ContactErrors::penetration_from(size_t first_sample) const {
  Penetration all;
  for (size_t i = first_sample; i < penetrations_.size(); ++i) all.add(penetrations_[i]);
  return all;
}

std::vector<std::pair<std::string, double>> ContactErrors::values() const {
  const Penetration all = penetration_from(0);
  const Penetration rest = penetration_from(penetrations_.size() * 3 / 4);
  std::vector<std::pair<std::string, double>> values = {
      {"penetration_mean", all.mean()},
      {"penetration_max", all.largest},
      {"penetration_rest", rest.mean()},
      {"energy_gain", energy_gain_ / scene_.energy_scale}};
  if (scene_.exact_position) {
    values.emplace_back("position_error", position_error_);
    values.emplace_back("load_error", load_error_);
  }
  return values;
}

}  // namespace peers
