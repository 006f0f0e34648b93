# SPDX-License-Identifier: Apache-2.0
"""`holon replay` and `holon diff`: the same again to the bit, and how far two are apart."""

import json
import os
import unittest

from cli_testing import FORMATS, PENDULUM, ROOT, InFolder, text_of

FOUR_BAR = os.path.join(ROOT, "models", "four_bar.json")


class Recorded(InFolder):
    def record(self, name, *more, scene=PENDULUM, signals="*.x,nail.*"):
        self.ends_with(0, "run", scene, "--duration", "0.2", "--signals", signals, "--record", self.path(name), *more)
        return self.path(name)


class Replay(Recorded):
    def test_gives_the_same_bits_of_every_format(self):
        for ending in FORMATS:
            out = self.record("out." + ending, "--dt", "0.003", "--every", "3", "--stepper", "rk2")
            result = self.ends_with(0, "replay", out, "--verify")
            self.assertIn("identical: 24 rows of", result.stdout)  # 67 steps: every third, and the last

    def test_names_the_first_signal_and_time_that_differ(self):
        out = self.record("out.csv", "--dt", "0.01")
        lines = text_of(out).splitlines()
        names, row = lines[1].split(","), lines[7].split(",")
        row[2] = repr(float(row[2]) * (1 + 2**-52))  # the last bit
        lines[7] = ",".join(row)
        self.write("out.csv", "\n".join(lines) + "\n")
        result = self.ends_with(5, "replay", out, "--verify")
        self.assertIn(f"first at t = 0.05 s in '{names[2]}'", result.stdout)

    def test_sees_rows_that_are_too_many(self):
        out = self.record("out.csv", "--dt", "0.01")
        text = text_of(out)
        self.write("out.csv", text + text.splitlines()[-1] + "\n")
        self.assertIn("now there are 21", self.ends_with(5, "replay", out, "--verify").stdout)

    def test_refuses_another_scene(self):
        scene = self.write("scene.json", text_of(PENDULUM))
        out = self.record("out.csv", scene=scene)
        self.ends_with(0, "replay", out, "--verify")
        self.write("scene.json", "// other comments change nothing\n" + text_of(PENDULUM))
        self.ends_with(0, "replay", out, "--verify")
        self.write("scene.json", text_of(PENDULUM).replace('"mass": 0.7', '"mass": 0.8'))
        result = self.ends_with(5, "replay", out, "--verify")
        self.assertIn("is not the scene that made", result.stderr)
        self.ends_with(0, "replay", out, "--verify", "--scene", PENDULUM)

    def test_of_the_standard_input_needs_to_be_told_the_scene(self):
        out = self.path("out.csv")
        self.ends_with(0, "run", "-", "--duration", "0.1", "--record", out, stdin=text_of(PENDULUM))
        self.assertIn("--scene", self.ends_with(2, "replay", out).stderr)
        self.ends_with(0, "replay", out, "--verify", "--scene", PENDULUM)

    def test_records_again(self):
        out, again = self.record("out.npz"), self.path("again.npz")
        self.ends_with(0, "replay", out, "--record", again)
        self.ends_with(0, "diff", out, again)

    def test_refuses_what_has_no_header(self):
        result = self.ends_with(3, "replay", self.write("plain.csv", "time,x\n0,1\n"))
        self.assertIn("does not say where it comes from", result.stderr)
        self.ends_with(3, "replay", self.path("missing.csv"))


class Diff(Recorded):
    def test_of_results_tells_the_largest_difference_and_when(self):
        a, b = self.record("a.csv", "--dt", "0.01"), self.record("b.h5", "--dt", "0.01", "--stepper", "rk4")
        result = json.loads(self.ends_with(5, "diff", a, b, "--json").stdout)
        largest = result["signals"][0]
        self.assertGreater(largest["largest"], 0)
        self.ends_with(0, "diff", a, b, "--tolerance", str(largest["largest"]))
        self.ends_with(5, "diff", a, b, "--tolerance", str(largest["largest"] * 0.999))
        self.assertIn(f"{largest['name']} ", self.ends_with(5, "diff", a, b).stdout)
        self.ends_with(0, "diff", a, a)

    def test_of_results_tells_names_that_only_one_has(self):
        a, b = self.record("a.csv"), self.record("b.csv", signals="upper.x,upper.z")
        text = self.ends_with(5, "diff", a, b).stdout
        self.assertIn(f"only in {a}: nail.force", text)
        self.assertIn(f"only in {b}: upper.z", text)

    def test_of_scenes_tells_names_and_fields(self):
        other = self.write("other.json", text_of(PENDULUM).replace('"mass": 0.7', '"mass": 0.8').replace('"dt": 0.002', '"dt": 2e-3'))
        text = self.ends_with(5, "diff", PENDULUM, other).stdout
        self.assertEqual(text, "objects lower.mass\n  - 0.7\n  + 0.8\n")
        self.ends_with(0, "diff", PENDULUM, PENDULUM)
        self.assertFalse(json.loads(self.ends_with(5, "diff", PENDULUM, FOUR_BAR, "--json").stdout)["same"])

    def test_refuses_a_scene_that_is_wrong_and_a_mixed_pair(self):
        self.ends_with(3, "diff", PENDULUM, self.write("bad.json", "{}"))
        self.ends_with(2, "diff", PENDULUM, self.record("a.csv"))


if __name__ == "__main__":
    unittest.main()
