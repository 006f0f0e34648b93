# SPDX-License-Identifier: Apache-2.0
"""`holon sweep`: grids and random points, failures in their rows, and going on after whatever stopped it."""

import csv
import io
import json
import math
import os
import signal
import unittest

from cli_testing import PENDULUM, InFolder, text_of

SCENE = """{
  "format": "holon-scene", "version": 1, "title": "Pendulum", "dt": 0.002, "duration": 1,
  "parameters": [
    {"name": "length", "value": 1, "unit": "m", "min": 0.1, "max": 10},
    {"name": "lift", "value": 0.1, "unit": "rad"}
  ],
  "objects": [
    {"kind": "particle", "name": "bob", "mass": 2, "position": ["length*sin(lift)", 0, "-length*cos(lift)"]}
  ],
  "constraints": [
    {"kind": "distance", "name": "rod", "a": {"nail": [0, 0, 0]}, "b": {"object": "bob"}, "length": "length"}
  ],
  "forces": [{"kind": "gravity", "g": [0, 0, -9.81]}]
}
"""


class Sweep(InFolder):
    def setUp(self):
        super().setUp()
        self.scene = self.write("scene.json", SCENE)

    def sweep(self, out, *more, code=0, measures=("max(bob.x)",), scene=None):
        arguments = [a for m in measures for a in ("--measure", m)]
        return self.ends_with(code, "sweep", scene or self.scene, "--out", self.path(out), *arguments, *more)

    def rows(self, out):
        lines = [line for line in io.StringIO(text_of(self.path(out))) if not line.startswith("#")]
        return list(csv.DictReader(lines))


class Points(Sweep):
    def test_of_a_grid_are_measured_as_theory_says(self):
        """The tension at the lowest place is m g (3 − 2 cos φ₀), whatever the length; it is reached after a quarter
        of the period, near 2π√(L/g) (1 + φ₀²/16)."""
        result = self.sweep("t.csv", "--over", "length=0.5:2:4", "--over", "lift=0.1,0.5", "--duration", "2",
                            measures=("max(rod.force)", "first_time_below(bob.x, 0)", "final(worst_error)"))
        self.assertEqual(result.stdout, f"8 points in {self.path('t.csv')}, 0 of them failed\n")
        rows = self.rows("t.csv")
        self.assertEqual([int(row["point"]) for row in rows], list(range(8)))
        self.assertEqual([(float(r["length"]), float(r["lift"])) for r in rows],
                         [(length, lift) for length in (0.5, 1.0, 1.5, 2.0) for lift in (0.1, 0.5)])
        for row in rows:
            length, lift = float(row["length"]), float(row["lift"])
            self.assertEqual(row["outcome"], "ok")
            # a row is at most h/2 away from the lowest place: (h ω / 2)² ≈ 1e-5 of the force
            self.assertAlmostEqual(float(row["max(rod.force)"]), 2 * 9.81 * (3 - 2 * math.cos(lift)), delta=1e-3)
            quarter = math.pi / 2 * math.sqrt(length / 9.81) * (1 + lift**2 / 16)
            self.assertAlmostEqual(float(row["first_time_below(bob.x,0)"]), quarter, delta=5e-4)  # next term: 11 φ₀⁴/3072
            self.assertLess(float(row["final(worst_error)"]), 1e-11)

    def test_at_random_depend_on_the_seed(self):
        for name, seed in (("a", "1"), ("b", "1"), ("c", "2")):
            self.sweep(name + ".csv", "--random", "5", "--over", "length=1:2", "--seed", seed, "--duration", "0.1")
        a, b, c = (text_of(self.path(name + ".csv")) for name in "abc")
        self.assertEqual(a, b)
        self.assertNotEqual(a, c)
        for row in self.rows("a.csv"):
            self.assertTrue(1 <= float(row["length"]) < 2)

    def test_do_not_depend_on_how_many_run_at_once(self):
        for jobs in ("1", "4"):
            self.sweep(jobs + ".csv", "--over", "length=1:2:9", "--duration", "0.2", "--jobs", jobs)
        self.assertEqual(text_of(self.path("1.csv")), text_of(self.path("4.csv")))

    def test_that_fail_say_why_in_their_row(self):
        self.sweep("t.csv", "--over", "length=1,20,2", "--duration", "0.1")
        rows = self.rows("t.csv")
        self.assertEqual([row["outcome"] for row in rows], ["ok", "failed", "ok"])
        self.assertIn("must be between 0.1 and 10", rows[1]["reason"])
        self.assertEqual(rows[1]["max(bob.x)"], "")
        self.sweep("all.csv", "--over", "length=20,30", "--duration", "0.1", code=4)

    def test_take_settings_for_all(self):
        self.sweep("t.csv", "--over", "length=1,2", "--set", "lift=0.3", "--duration", "0.1", measures=("first(bob.x)",))
        for row in self.rows("t.csv"):
            self.assertAlmostEqual(float(row["first(bob.x)"]), float(row["length"]) * math.sin(0.3), places=12)

    def test_can_be_plotted(self):
        self.sweep("t.csv", "--over", "length=1:2:5", "--duration", "0.1")
        out = self.path("t.svg")
        self.ends_with(0, "plot", self.path("t.csv"), "--x", "length", "--signals", "max*", "-o", out)
        self.assertIn("max(bob.x)", text_of(out))
        self.assertIn("length", text_of(out))

    def test_from_the_standard_input(self):
        self.ends_with(0, "sweep", "-", "--over", "length=1,2", "--measure", "max(bob.x)", "--duration", "0.1",
                       "--out", self.path("t.csv"), stdin=SCENE)
        self.assertEqual(len(self.rows("t.csv")), 2)


class Mistakes(Sweep):
    def test_are_told_before_anything_runs(self):
        for told, arguments, measures in (
                ("no parameter 'lenght' (did you mean 'length'?)", ["--over", "lenght=1:2:3"], ("max(bob.x)",)),
                ("'bob.xx' (did you mean 'bob.x'?)", ["--over", "length=1:2:3"], ("max(bob.xx)",)),
                ("no function 'mox' (did you mean 'max'?)", ["--over", "length=1:2:3"], ("mox(bob.x)",)),
                ("number of points", ["--over", "length=1:2"], ("max(bob.x)",)),
                ("swept over and set", ["--over", "length=1:2:3", "--set", "length=1"], ("max(bob.x)",))):
            result = self.sweep("t.csv", *arguments, measures=measures, code=2)
            self.assertIn(told, result.stderr)
            self.assertFalse(os.path.exists(self.path("t.csv")))
        self.sweep("t.csv", "--over", "length=1:2:3", code=2, scene=PENDULUM)

    def test_a_table_of_another_sweep_is_refused_and_kept(self):
        self.sweep("t.csv", "--over", "length=1:2:3", "--duration", "0.1")
        before = text_of(self.path("t.csv"))
        for told, arguments in (("'over'", ["--over", "length=1:3:3"]), ("'points'", ["--over", "length=1:2:4"]),
                                ("'duration'", ["--over", "length=1:2:3", "--duration", "0.2"]),
                                ("'set'", ["--over", "length=1:2:3", "--set", "lift=0.2"])):
            arguments += [] if "--duration" in arguments else ["--duration", "0.1"]
            result = self.sweep("t.csv", *arguments, code=2)
            self.assertIn("the table of another sweep: its " + told, result.stderr)
        self.write("scene.json", SCENE.replace('"mass": 2', '"mass": 3'))
        self.assertIn("'scene_hash'", self.sweep("t.csv", "--over", "length=1:2:3", "--duration", "0.1", code=2).stderr)
        self.assertEqual(text_of(self.path("t.csv")), before)


class Stopped(Sweep):
    LONG = ("--over", "length=0.5:2:40", "--duration", "5")

    def some_rows(self, out):
        return lambda: os.path.exists(self.path(out)) and text_of(self.path(out)).count("\n") > 7

    def stop(self, number, out):
        return self.stopped(number, self.some_rows(out), "sweep", self.scene, *self.LONG, "--measure", "max(bob.x)",
                            "--out", self.path(out))

    def goes_on_to_the_same(self, out):
        there = text_of(self.path(out)).count("\n") - 2
        self.assertTrue(5 <= there < 40, there)
        result = self.sweep(out, *self.LONG)
        self.assertIn(f"{there} of 40 points are there already", result.stderr)
        self.sweep("whole.csv", *self.LONG)
        self.assertEqual(text_of(self.path(out)), text_of(self.path("whole.csv")))
        self.assertEqual([int(row["point"]) for row in self.rows(out)], list(range(40)))

    def test_killed_it_goes_on_without_losing_or_repeating_a_row(self):
        self.assertEqual(self.stop(signal.SIGKILL, "t.csv"), -signal.SIGKILL)
        self.goes_on_to_the_same("t.csv")

    def test_a_line_that_was_cut_is_made_again(self):
        self.stop(signal.SIGKILL, "t.csv")
        with open(self.path("t.csv"), "rb+") as file:
            file.truncate(os.path.getsize(self.path("t.csv")) - 4)
        self.goes_on_to_the_same("t.csv")

    def test_ctrl_c_says_how_to_go_on(self):
        self.assertEqual(self.stop(signal.SIGINT, "t.csv"), 130)
        self.assertTrue(text_of(self.path("t.csv")).endswith("\n"))
        self.goes_on_to_the_same("t.csv")

    def test_finished_it_does_nothing_more(self):
        arguments = ("--over", "length=1:2:3", "--duration", "0.1", "--json")
        self.sweep("t.csv", *arguments)
        before = text_of(self.path("t.csv"))
        result = self.sweep("t.csv", *arguments)
        self.assertEqual(json.loads(result.stdout)["done"], 3)
        self.assertEqual(text_of(self.path("t.csv")), before)


if __name__ == "__main__":
    unittest.main()
