// SPDX-License-Identifier: Apache-2.0
#include "holon/force/force_field.h"

namespace holon {
namespace {

constexpr std::string_view of_force[] = {"x", "y", "z", "vx", "vy", "vz", "t"};
constexpr std::string_view of_potential[] = {"x", "y", "z", "t"};

}  // namespace

void ForceField::check(Diagnostics& d) const {
  for (std::size_t i = 0; i < force.size(); ++i)
    expect_formula(d, "force." + std::to_string(i), force[i], of_force);
  expect_formula(d, "potential", potential, of_potential);
}

ForceField::Field ForceField::prepare() const {
  Field field;
  for (std::size_t i = 0; i < force.size(); ++i) field.force[i] = Expression(force[i], of_force);
  field.potential = Expression(potential, of_potential);
  return field;
}

double ForceField::Field::apply(const std::tuple<PointKin>& kins,
                                double t,
                                std::span<Push> out) const {
  const PointKin& p = std::get<0>(kins);
  const std::array<double, 7> at = {p.x[0], p.x[1], p.x[2], p.v[0], p.v[1], p.v[2], t};
  std::array<Dual<3>, 4> place;
  for (int i = 0; i < 3; ++i) place[static_cast<std::size_t>(i)] = Dual<3>(p.x[i], Vec3::Unit(i));
  place[3] = Dual<3>(t);
  const Dual<3> W = potential(std::span<const Dual<3>>(place));
  for (int i = 0; i < 3; ++i)
    out[0][i] = force[static_cast<std::size_t>(i)](std::span<const double>(at)) - W.d[i];  // (1)
  return W.v;
}

}  // namespace holon
