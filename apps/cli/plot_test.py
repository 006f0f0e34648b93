# SPDX-License-Identifier: Apache-2.0
"""`holon plot`: pictures of scenes and results."""

import os
import re
import unittest

from cli_testing import PENDULUM, InFolder, text_of


class Plot(InFolder):
    def texts(self, *arguments):
        """The texts in the picture."""
        out = self.path("out.svg")
        self.ends_with(0, "plot", *arguments, "-o", out)
        return re.findall(r"<text [^>]*>([^<]*)</text>", text_of(out))

    def test_of_a_scene_shows_energies_and_the_worst_error(self):
        texts = self.texts(PENDULUM, "--duration", "0.5")
        for wanted in ("Self-assembling pendulum", "energy.kinetic", "energy.total", "energy [J]", "time [s]", "constraint error [m, rad]"):
            self.assertIn(wanted, texts)

    def test_has_a_panel_for_each_unit(self):
        texts = self.texts(PENDULUM, "--duration", "0.5", "--signals", "upper.?,nail.f?", "--title", "Both")
        for wanted in ("Both", "length [m]", "force [N]", "upper.x", "nail.fz"):
            self.assertIn(wanted, texts)
        self.assertEqual(texts.count("time [s]"), 1)

    def test_draws_one_signal_over_another(self):
        texts = self.texts(PENDULUM, "--duration", "0.5", "--signals", "upper.z", "--x", "upper.x")
        self.assertIn("upper.x [m]", texts)
        self.assertIn("upper.z [m]", texts)

    def test_takes_units_that_signals_lack_from_the_title(self):
        texts = self.texts("four_bar", "--duration", "0.5")
        self.assertIn("Torque of the motor", texts)
        self.assertIn("motor.lambda0 [N m]", texts)

    def test_reads_results_and_makes_png(self):
        result, out = self.path("r.npz"), self.path("out.png")
        self.ends_with(0, "run", PENDULUM, "--duration", "0.1", "--record", result)
        self.ends_with(0, "plot", result, "--signals", "nail.force", "-o", out)
        with open(out, "rb") as file:
            self.assertEqual(file.read(8), b"\x89PNG\r\n\x1a\n")

    def test_the_same_plot_gives_the_same_bytes(self):
        pictures = []
        for name in ("a.svg", "b.svg"):
            self.ends_with(0, "plot", PENDULUM, "--duration", "0.1", "-o", self.path(name))
            pictures.append(text_of(self.path(name)))
        self.assertEqual(pictures[0], pictures[1])

    def test_names_what_is_wrong(self):
        out = self.path("out.png")
        for told, arguments in (("'upper.w'", [PENDULUM, "--signals", "upper.w", "-o", out]),
                                ("'tiem'", [PENDULUM, "--x", "tiem", "-o", out]),
                                (".png or .svg", [PENDULUM, "-o", self.path("out.jpg")])):
            result = self.ends_with(2, "plot", *arguments)
            self.assertIn(told, result.stderr)
        self.assertFalse(os.path.exists(out))
        result = self.ends_with(1, "plot", PENDULUM, "--duration", "0.1", "-o", self.path("no/such/folder.png"))
        self.assertIn("cannot write", result.stderr)

    def test_without_matplotlib_names_the_packages(self):
        """Neither the Python of PATH nor Debian's has it: both see a folder whose matplotlib cannot be imported."""
        os.mkdir(self.path("matplotlib"))
        self.write("matplotlib/__init__.py", "raise ImportError")
        result = self.ends_with(1, "plot", PENDULUM, "--duration", "0.1", "-o", self.path("out.png"),
                                env=dict(os.environ, PYTHONPATH=self.folder.name))
        self.assertIn("python3-matplotlib", result.stderr)

    def test_a_python_without_matplotlib_on_the_path_is_passed_over(self):
        self.write("python3", "#!/bin/sh\ncat > /dev/null\nexit 10\n")
        os.chmod(self.path("python3"), 0o755)
        self.ends_with(0, "plot", PENDULUM, "--duration", "0.1", "-o", self.path("out.png"),
                       env=dict(os.environ, PATH=self.folder.name + ":" + os.environ["PATH"]))


if __name__ == "__main__":
    unittest.main()
