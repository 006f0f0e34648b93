#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The planetary gear: Willis' equation, torques, how planets share them, and how it runs out when the brake lets go."""
import numpy

import gallery

SUN, PLANET, TOOTH, SPEED, LOAD = 24, 18, 0.005, 10.0, 3.0
RING = SUN + 2 * PLANET
RATIO = 1 + RING / SUN

run = gallery.run(signals="*")
time = run["time"]
sun, carrier, ring, planet = (run[f"{name}.wz"] for name in ("sun", "carrier", "ring", "planet1/wheel"))

gallery.expect_below("Willis: sun teeth * sun + ring teeth * ring - (both) * carrier [rad/s]",
                     numpy.abs(SUN * sun + RING * ring - (SUN + RING) * carrier).max(), 1e-9, "whether the brake holds or not")
gallery.expect_below("planet as seen from the carrier off its mesh with the sun [rad/s]",
                     numpy.abs(PLANET * (planet - carrier) + SUN * (sun - carrier)).max(), 1e-9, "outside gears turn against each other")

# with the brake, at full speed
held = int(numpy.searchsorted(time, 3.9))
gallery.expect("carrier with the brake [rad/s]", carrier[held], SPEED / RATIO, 1e-5, "sun over 1 + ring/sun = 3.5")
taken = LOAD * SPEED / RATIO
gallery.expect("torque of the drive [N m]", run["drive.lambda0"][held], taken / RATIO, 1e-4, "the generator's over 3.5: power in is power out")
gallery.expect("torque of the brake [N m]", run["brake.lambda0"][held], taken * (1 - 1 / RATIO), 1e-4, "the rest of what the generator takes")
for number in range(3):
    gallery.expect(f"torque of planet {number} on the sun's side [N m]", abs(run[f"planet{number}/with_sun.lambda0"][held]), taken / RATIO / 3 * PLANET / SUN, 1e-4,
                   "a third of the drive's, by the ratio of teeth: redundant meshes share alike")

# without it, the sun held at its speed: A c' = -load c, with A from the kinetic energy by the speed c of the carrier
radius, tube, ring_radius = (SUN + PLANET) * TOOTH, 0.025, RING * TOOTH + 0.025
inertia_carrier, inertia_planet = 3 * radius**2 / 2, (PLANET * TOOTH) ** 2 / 2
inertia_ring = 4 * (ring_radius**2 + 0.75 * tube**2)
total = inertia_carrier + inertia_ring * ((SUN + RING) / RING) ** 2 + 3 * (inertia_planet * (1 + SUN / PLANET) ** 2 + radius**2)
for moment in (4.1, 4.3, 4.6):
    row = int(numpy.searchsorted(time, moment - 1e-9))
    gallery.expect(f"carrier at {moment} s, the brake off [rad/s]", carrier[row], SPEED / RATIO * numpy.exp(-LOAD / total * (time[row] - 4)), 2e-3,
                   "runs out like exp(-load t/A)")
gallery.expect("ring at the end [rad/s]", ring[-1], -SPEED * SUN / RING, 1e-3, "the carrier at rest")
gallery.finish()
