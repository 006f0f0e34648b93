#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The V8 engine: pistons against their closed form, and what its mount feels against the harmonics of a slider crank."""
import numpy

import gallery

RPM, THROW, ROD, PITCH, STAGGER = 120.0, 0.045, 0.15, 0.11, 0.024
PISTON_MASS, ROD_MASS, WEB_MASS, COUNTER_ARM = 0.5, 0.6, 0.8, 0.055
SPEED = RPM * numpy.pi / 30
TO_AND_FRO = PISTON_MASS + ROD_MASS / 2       # the middle of a rod is half way between its ends
COUNTER_MASS = (WEB_MASS / 2 + ROD_MASS + TO_AND_FRO) * THROW / COUNTER_ARM

THROWS = {f"throw{n + 1}": (angle, (n - 1.5) * PITCH) for n, angle in enumerate(numpy.radians([0, 90, 270, 180]))}
BANKS = {"left": (-numpy.pi / 4, STAGGER / 2), "right": (numpy.pi / 4, -STAGGER / 2)}
CYLINDERS = [(f"{t}/{b}", angle, bank, place + side) for t, (angle, place) in THROWS.items() for b, (bank, side) in BANKS.items()]


def stroke(a):
    """Height of a piston where the throw is at the angle a from its cylinder."""
    return THROW * numpy.cos(a) + numpy.sqrt(ROD**2 - (THROW * numpy.sin(a)) ** 2)


def moments(theta, counter_mass):
    """Sums of mass times place (x, z), and of mass times place times y, over all moving parts, with the crank at theta."""
    sums = numpy.zeros((4,) + numpy.shape(theta))

    def add(mass, r, angle, y):
        x, z = mass * r * numpy.sin(angle), mass * r * numpy.cos(angle)
        sums[:] += [x, z, x * y, z * y]

    for angle, place in THROWS.values():
        add(WEB_MASS, THROW / 2, theta + angle, place)
        add(counter_mass, -COUNTER_ARM, theta + angle, place)
    for _, angle, bank, y in CYLINDERS:
        add(ROD_MASS / 2, THROW, theta + angle, y)
        add(TO_AND_FRO, stroke(theta + angle - bank), bank, y)
    return sums


def shaking(theta, rate, acceleration, counter_mass, h=1e-3):
    """What the mount has to give: the second time derivatives of these sums."""
    low, mid, high = (moments(theta + s * h, counter_mass) for s in (-1, 0, 1))
    return (high - 2 * mid + low) / h**2 * rate**2 + (high - low) / (2 * h) * acceleration


run = gallery.run(signals="*/piston.*,motor.*,mount.*,energy.*")
time, theta, rate = run["time"], run["motor.quantity"], run["motor.quantity_dot"]
acceleration = 4 * SPEED * numpy.exp(-4 * time)
gallery.expect("turns a minute at the end", rate[-1] * 30 / numpy.pi, RPM, 1e-4, "driven")

# pistons
off = 0.0
for name, angle, bank, y in CYLINDERS:
    height = stroke(theta + angle - bank)
    place = [height * numpy.sin(bank), y, height * numpy.cos(bank)]
    off = max(off, numpy.sqrt(sum((run[f"{name}/piston.{axis}"] - p) ** 2 for axis, p in zip("xyz", place))).max())
gallery.expect_below("pistons off the closed form [m]", off, 1e-9, "r cos a + sqrt(l^2 - r^2 sin^2 a)")

# all that the moving parts leave for the mount
wanted = shaking(theta, rate, acceleration, COUNTER_MASS)
gap = numpy.hypot(run["mount.fx"] - wanted[0], run["mount.fz"] - wanted[1]).max()
gallery.expect_below("force on the mount off the closed form [N]", gap, 2e-4, "of 5.7 N that one piston does alone")
gap = numpy.hypot(run["mount.lambda3"] - wanted[3], run["mount.lambda5"] + wanted[2]).max()
gallery.expect_below("couple on the mount off the closed form [N m]", gap, 2e-4, "moments of the same about x and z")

# its harmonics, over whole turns at full speed
turn = numpy.linspace(0, 2 * numpy.pi, 721)[:-1]
steady = theta > theta[-1] - 2 * numpy.pi
vertical = numpy.interp(turn, numpy.mod(theta[steady], 2 * numpy.pi), run["mount.fz"][steady], period=2 * numpy.pi)
order = numpy.abs(numpy.fft.rfft(vertical)) / 360
one = TO_AND_FRO * SPEED**2 * numpy.abs(numpy.fft.rfft(stroke(turn))) / 360 * numpy.arange(361) ** 2
gallery.expect("first order of one piston [N]", one[1], TO_AND_FRO * THROW * SPEED**2, 1e-3, "m r omega^2, as in any book")
gallery.expect("first order of all eight [N]", order[1], 0, 1e-3, "throws at right angles cancel")
gallery.expect("second order of all eight [N]", order[2], 0, 1e-3, f"opposite throws double it, the others take it away; one piston has {one[2]:.2f} N")
gallery.expect("fourth order of all eight [N]", order[4], 8 * numpy.cos(numpy.pi / 4) * one[4], 1e-3, "all eight alike: cos 4a does not know the throws apart")

# without counterweights the crank rocks its mount end over end
bare = gallery.run(signals="mount.*,motor.*", settings={"balance": 0})
couple = numpy.hypot(bare["mount.lambda3"], bare["mount.lambda5"])
rocking = numpy.hypot(*shaking(bare["motor.quantity"][-1], SPEED, 0.0, 0.001)[2:])
arms = numpy.sqrt(10) * PITCH
gallery.expect("rocking couple without counterweights [N m]", couple[-1], rocking, 1e-3, "closed form")
gallery.expect("and in the rough [N m]", couple[-1], (WEB_MASS / 2 + ROD_MASS + TO_AND_FRO) * THROW * SPEED**2 * arms, 0.1,
               "first order only: four equal pulls at 0, 90, 270, 180 degrees have the arm sqrt(10) pitch")
gallery.finish()
