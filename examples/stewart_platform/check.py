#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The Stewart platform: its pose against the one that the lengths were made for, the forces of its legs against virtual work."""
import numpy

import gallery

HEIGHT, HEAVE, TILT, SPEED, BASE, TOP, SPREAD = 1.3, 0.2, 0.3, numpy.pi / 4, 1.2, 0.8, numpy.pi / 9
MASSES = {"platform": 60.0, "cabin": 200.0, "cylinder": 8.0, "piston": 4.0}
CABIN = numpy.array([0.15, 0, 0.45])
G = 9.81

leg = numpy.arange(6)
lean = (-1.0) ** leg
ring = lambda radius, angle: numpy.stack([radius * numpy.cos(angle), radius * numpy.sin(angle), 0 * angle], axis=1)
base = ring(BASE, leg * numpy.pi / 3 + lean * SPREAD)
top = ring(TOP, leg * numpy.pi / 3 - lean * SPREAD)


def turn(axis, angle):
    """Rotation about a coordinate axis."""
    a, b = [(1, 2), (2, 0), (0, 1)][axis]
    r = numpy.eye(3)
    r[a, a] = r[b, b] = numpy.cos(angle)
    r[b, a] = numpy.sin(angle)
    r[a, b] = -r[b, a]
    return r


def lengths_and_energy(pose):
    """Lengths of the legs, and potential energy of everything, at x, y, z, roll, pitch, yaw."""
    r = turn(2, pose[5]) @ turn(1, pose[4]) @ turn(0, pose[3])
    joints = pose[:3] + top @ r.T
    ways = joints - base
    length = numpy.linalg.norm(ways, axis=1)
    along = ways / length[:, None]
    heights = MASSES["platform"] * pose[2] + MASSES["cabin"] * (pose[:3] + r @ CABIN)[2]
    heights += (MASSES["cylinder"] * 0.45 * along[:, 2]).sum() + (MASSES["piston"] * (joints - 0.4 * along)[:, 2]).sum()
    return length, G * heights


def slopes(pose, h=1e-5):
    """Derivatives of both by the pose, from both sides."""
    both = [[lengths_and_energy(pose + s * h * e) for s in (1, -1)] for e in numpy.eye(6)]
    return (numpy.array([(p[0] - m[0]) / (2 * h) for p, m in both]).T, numpy.array([(p[1] - m[1]) / (2 * h) for p, m in both]))


# in motion: forward kinematics of the six lengths is the pose they were made from
run = gallery.run(signals="platform.*,cabin.*,leg*/*,energy.*")
time = run["time"]
s, c = numpy.sin(SPEED * time), numpy.cos(SPEED * time)
off = numpy.sqrt(run["platform.x"] ** 2 + run["platform.y"] ** 2 + (run["platform.z"] - HEIGHT - HEAVE * s**2) ** 2).max()
gallery.expect_below("platform off its place [m]", off, 1e-9, "inverse kinematics, run forward")
p, r = TILT * s**3, TILT * s**2 * c
wanted = [numpy.cos(p / 2) * numpy.cos(r / 2), numpy.cos(p / 2) * numpy.sin(r / 2), numpy.sin(p / 2) * numpy.cos(r / 2),
          -numpy.sin(p / 2) * numpy.sin(r / 2)]
gap = numpy.sqrt(sum((run[f"platform.{q}"] - w) ** 2 for q, w in zip(("qw", "qx", "qy", "qz"), wanted))).max()
gallery.expect_below("platform off its orientation", gap, 1e-9, "quaternion of R_y(pitch) R_x(roll)")

# the drives do all the work, by force times speed
power = sum(run[f"leg{k}/drive.lambda0"] * run[f"leg{k}/drive.quantity_dot"] for k in leg)
work = numpy.concatenate([[0], numpy.cumsum(power[1:] + power[:-1]) * 0.5 * time[1]])
gallery.expect_below("work of the drives less the change of energy [J]",
                     numpy.abs(work - run["energy.total"] + run["energy.total"][0]).max(), 0.02, "of 600 J; trapezoids of dt = 0.005")

# what the ground carries is the weight and what it takes to speed everything up
weight = G * (MASSES["platform"] + MASSES["cabin"] + 6 * (MASSES["cylinder"] + MASSES["piston"]))
carried = sum(run[f"leg{k}/foot.fz"] for k in leg)
momentum = MASSES["platform"] * run["platform.vz"] + MASSES["cabin"] * run["cabin.vz"]
momentum = momentum + sum(MASSES[part] * run[f"leg{k}/{part}.vz"] for k in leg for part in ("cylinder", "piston"))
passed_on = numpy.concatenate([[0], numpy.cumsum((carried[1:] + carried[:-1]) / 2 - weight) * time[1]])
gallery.expect_below("forces of the ground over time less the change of momentum [N s]",
                     numpy.abs(passed_on - momentum + momentum[0]).max(), 1e-3, "of 50 N s; trapezoids of dt = 0.005")

# at rest: the forces of the legs by virtual work, J^T f = dV/dpose
still = gallery.run(signals="leg*/*", duration=0.05, settings={"tilt": 0, "heave": 0})
jacobian, slope = slopes(numpy.array([0, 0, HEIGHT, 0, 0, 0]))
forces = numpy.linalg.solve(jacobian.T, slope)
for k in leg:
    gallery.expect(f"force of leg {k} at rest [N]", still[f"leg{k}/drive.lambda0"][-1], forces[k], 1e-4, "virtual work")
gallery.expect("carried by the ground at rest [N]", sum(still[f"leg{k}/foot.fz"][-1] for k in leg), weight, 1e-6, "the weight of all parts")
gallery.finish()
