#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The chain of 10,000 links: forces at rest against the catenary, and the work of the hooks against energy.

    check.py            holds the numbers against theory
    check.py --time     prints how long a step takes for 1, 2, 5 and 10 turns
"""
import json
import resource
import sys

import numpy

import gallery

LENGTH, WEIGHT, A, FIRST, LIFT, DELAY, G = 0.05, 1.5, 0.82, -53 * 0.05, 0.3, 0.02, 9.81


def shortened(turns):
    """The scene with the first turns only, as text."""
    scene = gallery.scene()
    scene["instances"][0]["count"] = turns
    scene["constraints"] = [c for c in scene["constraints"] if c["name"].startswith("joint") and int(c["name"][5:]) < turns - 1]
    scene["plots"] = []
    return json.dumps(scene)


def print_times():
    """Processor time of a step by the difference of two runs, which leaves reading out."""
    for turns in (1, 2, 5, 10):
        text, spent = shortened(turns), []
        for duration in (0.04, 0.44):
            before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
            gallery.command("run", "-", "--quiet", "--threads", 1, "--duration", duration, stdin=text)
            spent.append(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before)
        step = (spent[1] - spent[0]) / 100
        print(f"{turns * 1000:6d} links: {step * 1e3:6.2f} ms a step, {step * 1e6 / (turns * 1000):5.2f} us a link and step")


if "--time" in sys.argv:
    print_times()
    sys.exit(0)

run = gallery.run(signals="*/hook.fz,end.fz,energy.total,turn9/festoon5/*.force", duration=1.8)

# at 1.6 s the wave of hooks has not come to festoon 95: there the pull is w sqrt(a^2 + s^2), and H = w a at the lowest point
at = numpy.searchsorted(run["time"], 1.6 - 1e-9)
worst = 0.0
for piece in range(10):
    for joint in range(9):
        s = FIRST + (10 * piece + joint + 1) * LENGTH
        wanted = WEIGHT * G * numpy.hypot(A, s)
        worst = max(worst, abs(run[f"turn9/festoon5/piece{piece}/joint{joint}.force"][at] / wanted - 1))
gallery.expect_below("pull in the joints of a festoon off the catenary, by itself", worst, 2e-4,
                     "links are straight: (length/a)^2/24 is 1.5e-4")
gallery.expect("weight on a hook [N]", run["turn9/festoon5/hook.fz"][at], WEIGHT * G * 100 * LENGTH, 1e-3, "of one festoon: half of it to either side")
gallery.expect("weight on the last hook [N]", run["end.fz"][at], WEIGHT * G * (FIRST + 100 * LENGTH), 1e-3, "from the lowest point on")

# hooks are all that does work: force times speed
clock = run["time"]
power = 0.0
for number in range(100):
    phase = (clock - DELAY * number) / 0.8
    speed = numpy.where((phase > 0) & (phase < 1), LIFT * numpy.sin(2 * numpy.pi * phase) * numpy.pi / 0.8, 0)
    power = power + run[f"turn{number // 10}/festoon{number % 10}/hook.fz"] * speed
work = numpy.concatenate([[0], numpy.cumsum(power[1:] + power[:-1]) * 0.5 * clock[1]])
change = run["energy.total"] - run["energy.total"][0]
gallery.expect("energy at 1.2 s, when 20 festoons and more are up [J]", run.at("energy.total", 1.2) - run["energy.total"][0],
               numpy.interp(1.2, clock, work), 0.5, "work of the hooks")
gallery.expect_below("work of the hooks less the change of energy, at any time [J]", numpy.abs(work - change).max(), 0.5,
                     "of 546 J; trapezoids of dt = 0.004, and joints that close by micrometres at the start")
gallery.finish()
