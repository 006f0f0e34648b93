// SPDX-License-Identifier: Apache-2.0
#include <iostream>

#include "holon/holon.h"

int main() {
  holon::World world;
  world.add(holon::Gravity{.g = {0, 0, -9.81}});
  const auto rod =
      world.add(holon::RigidBody::from(holon::mass_properties(holon::Rod{.length = 1.0}, 1.0)));
  world.place(rod, {.position = {0.5, 0, 0}, .orientation = holon::Quat(0.5, 0.5, 0.5, 0.5)});
  const auto nail =
      world.add(holon::PointToPoint{.a = holon::Nail{}, .b = holon::PointOn{rod, {0, 0, -0.5}}});
  const holon::StepReport& report = world.run(2.0, 0.001);
  std::cout << report.brief() << "\nforce on the rod: " << world.loads(nail)[1].force.transpose()
            << " N\n";
  return report.ok ? 0 : 1;
}
