#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The tensegrity prism in balance: its twist and force densities; and its two symmetric vibrations."""
import numpy

import gallery

RADIUS, HEIGHT, TENSION, STIFFNESS, BAR, NODE = 0.5, 1.0, 100.0, 2000.0, 0.5, 0.05
TWIST = numpy.radians(150)
chord = lambda radius, height, twist: numpy.sqrt(height**2 + 2 * radius**2 * (1 - numpy.cos(twist)))
STRUT, SIDE, RING = chord(RADIUS, HEIGHT, TWIST), chord(RADIUS, HEIGHT, TWIST - 2 * numpy.pi / 3), numpy.sqrt(3) * RADIUS
SIDE_REST, RING_REST = SIDE - TENSION / STIFFNESS, RING * (1 - TENSION / SIDE / numpy.sqrt(3) / STIFFNESS)


def node(run, name):
    return numpy.stack([run[f"{name}.{axis}"] for axis in "xyz"], axis=1)


def shape_of(run):
    """Radius and twist of the prism over time, from its first strut; the middle stays at the z axis."""
    bottom, top = node(run, "strut0/bottom"), node(run, "strut0/top")
    twist = numpy.arctan2(top[:, 1], top[:, 0]) - numpy.arctan2(bottom[:, 1], bottom[:, 0])
    return numpy.hypot(bottom[:, 0], bottom[:, 1]), numpy.mod(twist, 2 * numpy.pi)


# let go at 100 degrees it comes to rest where theory wants it
run = gallery.run(signals="*")
radius, twist = shape_of(run)
gallery.expect("twist at the start [degrees]", numpy.degrees(twist[0]), 100, 1e-9, "set")
gallery.expect("twist in balance [degrees]", numpy.degrees(twist[-1]), 150, 1e-3, "90 + 180/n degrees for n struts")
gallery.expect("radius in balance [m]", radius[-1], RADIUS, 1e-6, "rest lengths were made for it")
for name, wanted, why in (("side0", TENSION, "set"), ("bottom0", TENSION / SIDE / numpy.sqrt(3) * RING, "density 1/sqrt(3) of the side's"),
                          ("top2", TENSION / SIDE / numpy.sqrt(3) * RING, "both rings are alike"),
                          ("strut0/head", TENSION / SIDE * STRUT, "density opposite to the side's")):
    gallery.expect(f"force of {name} [N]", run[f"{name}.force"][-1], wanted, 1e-3, why)

# nothing pushes from outside but the air: momentum about the axis begins and ends at nothing
gallery.expect_below("drift of the middle [m]", abs(sum(run[f"strut{k}/bar.x"][-1] for k in range(3))) / 3, 1e-9, "symmetry")


# in vacuum: frequencies of the two vibrations that keep the symmetry, of radius and twist, from energies alone
def ends(q):
    """Both ends of the first strut at a radius and twist; its length gives the height."""
    height = numpy.sqrt(STRUT**2 - 2 * q[0] ** 2 * (1 - numpy.cos(q[1])))
    return numpy.array([[q[0] * numpy.cos(s * q[1] / 2), q[0] * numpy.sin(s * q[1] / 2), s * height / 2] for s in (-1, 1)])


def potential(q):
    height = numpy.sqrt(STRUT**2 - 2 * q[0] ** 2 * (1 - numpy.cos(q[1])))
    side = chord(q[0], height, q[1] - 2 * numpy.pi / 3)
    return 1.5 * STIFFNESS * (side - SIDE_REST) ** 2 + 3 * STIFFNESS * (numpy.sqrt(3) * q[0] - RING_REST) ** 2


rest, h, unit = numpy.array([RADIUS, TWIST]), 1e-4, numpy.eye(2)
tangent = [(ends(rest + h * u) - ends(rest - h * u)) / (2 * h) for u in unit]
# energy of a thin rod by the velocities of its ends: m/6 (v1^2 + v1 v2 + v2^2)
inertia = lambda a, b: 3 * (BAR / 6 * (2 * a[0] @ b[0] + a[0] @ b[1] + a[1] @ b[0] + 2 * a[1] @ b[1]) + NODE * (a[0] @ b[0] + a[1] @ b[1]))
mass = numpy.array([[inertia(a, b) for b in tangent] for a in tangent])
stiffness = numpy.array([[(potential(rest + h * (a + b)) - potential(rest + h * (a - b)) - potential(rest - h * (a - b)) + potential(rest - h * (a + b)))
                          / (4 * h * h) for b in unit] for a in unit])
squares, modes = numpy.linalg.eig(numpy.linalg.solve(mass, stiffness))

small = gallery.run(signals="strut0/*", dt=0.0005, duration=2, settings={"air": 0, "start_twist": TWIST + 0.002})
shape = numpy.stack(shape_of(small), axis=1) - rest
for square, mode in zip(squares, modes.T):
    wanted = 2 * numpy.pi / numpy.sqrt(square)
    measured = gallery.period(small["time"], shape @ mass @ mode)
    gallery.expect(f"period of the vibration {'of radius' if abs(mode[0]) > abs(mode[1]) / 2 else 'of twist'} [s]", measured, wanted, 2e-3 * wanted,
                   "eigenvalues of the energies; the step of 0.0005 s is of second order")
gallery.finish()
