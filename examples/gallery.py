# SPDX-License-Identifier: Apache-2.0
"""What the checks of the gallery share: running scenes, and holding numbers against theory.

    import gallery
    run = gallery.run("scene.json", signals="rod.*", duration=10)
    gallery.expect("period", gallery.period(run["time"], run["rod.x"]), 2.006, 1e-3, "of a rod in the small")
    gallery.finish()

A check is a program `examples/NAME/check.py`: it prints a line for each number and ends with 1 if
one was off. It runs in its own folder.
"""
import csv
import io
import json
import math
import os
import pathlib
import re
import resource
import subprocess
import sys

import numpy

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = os.environ.get("HOLON", str(ROOT / "build/release/apps/cli/holon"))

_failed = 0
_compared = 0


class Run:
    """The signals of a run by their names, as arrays over `time`."""

    def __init__(self, names, rows):
        self.names = names
        self._columns = {name: rows[:, i] for i, name in enumerate(names)}

    def __getitem__(self, name):
        if name not in self._columns:
            raise KeyError(f"no signal {name}; there are {', '.join(self.names[:40])} ...")
        return self._columns[name]

    def at(self, name, time):
        """A signal at a moment, between two rows on the line through them."""
        return float(numpy.interp(time, self["time"], self[name]))


def scene(path="scene.json"):
    """A scene file as it is written, without its comments."""
    text = pathlib.Path(path).read_text(encoding="utf-8")
    without = re.sub(r'("(?:\\.|[^"\\])*")|//[^\n]*|/\*.*?\*/', lambda found: found.group(1) or "", text, flags=re.DOTALL)
    return json.loads(without)


def command(*arguments, codes=(0,), stdin=None):
    """Runs `holon` and returns what it printed."""
    done = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, input=stdin)
    if done.returncode not in codes:
        sys.exit(f"holon {' '.join(map(str, arguments))} ended with {done.returncode}:\n{done.stderr}")
    return done.stdout


def run(scene="scene.json", signals="*", duration=None, dt=None, every=1, stepper=None, settings=None):
    """Runs a scene and returns its signals. `settings` gives values to its parameters."""
    arguments = ["run", scene, "--record", "-", "--quiet", "--signals", signals, "--every", every]
    for option, value in (("--duration", duration), ("--dt", dt), ("--stepper", stepper)):
        if value is not None:
            arguments += [option, value]
    for name, value in (settings or {}).items():
        arguments += ["--set", f"{name}={value}"]
    lines = [line for line in io.StringIO(command(*arguments)) if not line.startswith("#")]
    table = list(csv.reader(lines))
    rows = numpy.array([[float(x) if x else math.nan for x in row] for row in table[1:]])
    return Run(table[0], rows)


def step_time(scene, dt, steps, tries=3):
    """Processor time for a step [s], on one thread, without reading and building: the best of some tries. For ratios only."""
    def spent(count):
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        command("run", scene, "--quiet", "--threads", 1, "--dt", dt, "--duration", count * dt)
        return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before

    return min(spent(steps + 1) - spent(1) for _ in range(tries)) / steps


def info(scene="scene.json"):
    """What the doctor says of a scene."""
    return json.loads(command("info", scene, "--json"))


def expect(what, measured, wanted, tolerance, why):
    """Holds a number against what it should be; `tolerance` is absolute and `why` says where both come from."""
    global _failed, _compared
    _compared += 1
    good = math.isfinite(measured) and abs(measured - wanted) <= tolerance
    _failed += not good
    print(f"{'ok  ' if good else 'OFF '} {what}: {measured:.9g}, wanted {wanted:.9g} ± {tolerance:.2g} ({why})")


def expect_below(what, measured, limit, why):
    """Holds a size against a limit."""
    global _failed, _compared
    _compared += 1
    good = math.isfinite(measured) and abs(measured) <= limit
    _failed += not good
    print(f"{'ok  ' if good else 'OFF '} {what}: {measured:.3g}, at most {limit:.2g} ({why})")


def crossings(time, values, level=0.0):
    """When a signal rises through a level, by the line between the two rows around it."""
    time, values = numpy.asarray(time), numpy.asarray(values) - level
    before = numpy.flatnonzero((values[:-1] < 0) & (values[1:] >= 0))
    share = values[before] / (values[before] - values[before + 1])
    return time[before] + share * (time[before + 1] - time[before])


def period(time, values, level=0.0):
    """The mean time between risings through a level."""
    moments = crossings(time, values, level)
    if len(moments) < 2:
        return math.nan
    return float((moments[-1] - moments[0]) / (len(moments) - 1))


def finish():
    """Ends the check."""
    if _compared == 0:
        sys.exit("nothing was compared")
    sys.exit(1 if _failed else 0)
