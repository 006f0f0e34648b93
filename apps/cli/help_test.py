# SPDX-License-Identifier: Apache-2.0
"""What the program says of itself: help, misspelt words, examples, colours."""

import json
import os
import pty
import subprocess
import unittest

from cli_testing import HOLON, ROOT, InFolder, holon, text_of

COMMANDS = ("studio", "run", "console", "sweep", "replay", "plot", "diff", "examples", "check", "info", "kinds", "schema")


class Help(InFolder):
    def test_alone_it_says_what_it_can_do(self):
        result = self.ends_with(2)
        self.assertEqual(result.stdout, "")
        for command in COMMANDS:
            self.assertRegex(result.stderr, rf"(?m)^  {command} +\w+")
        self.assertEqual(self.ends_with(0, "--help").stdout, result.stderr)

    def test_every_command_has_help(self):
        for command in COMMANDS:
            self.assertIn(f"holon {command}", self.ends_with(0, command, "--help").stdout)

    def test_fits_into_a_terminal(self):
        for command in COMMANDS:
            for line in holon(command, "--help").stdout.splitlines():
                self.assertLessEqual(len(line), 140, f"{command}: {line}")

    def test_misspelt_words_are_recognised(self):
        self.assertIn("did you mean 'sweep'?", self.ends_with(2, "swep").stderr)
        self.assertIn("did you mean '--duration'?", self.ends_with(2, "run", "x", "--durration", "3").stderr)
        self.assertIn("holon --help", self.ends_with(2, "teleport").stderr)

    def test_values_that_are_no_numbers_are_named(self):
        for text in ("length", "length=", "=3", "length=long", "length=nan"):
            self.assertIn(f"'{text}'", self.ends_with(2, "run", "x", "--set", text).stderr)

    def test_complains_in_colour_to_people_who_take_it(self):
        def said(**environment):
            master, slave = pty.openpty()
            subprocess.run([HOLON, "teleport"], stderr=slave, env=dict(os.environ, **environment))
            os.close(slave)
            text = os.read(master, 1000)
            os.close(master)
            return text
        self.assertIn(b"\x1b[", said(TERM="xterm", NO_COLOR=""))
        self.assertNotIn(b"\x1b[", said(TERM="xterm", NO_COLOR="1"))
        self.assertNotIn(b"\x1b[", said(TERM="dumb", NO_COLOR=""))
        self.assertNotIn("\x1b[", holon("teleport").stderr)


class Examples(InFolder):
    def names(self):
        folder = os.path.join(ROOT, "examples")
        return sorted(name for name in os.listdir(folder) if os.path.exists(os.path.join(folder, name, "scene.json")))

    def test_are_those_of_the_gallery(self):
        listed = json.loads(self.ends_with(0, "examples", "--json").stdout)
        self.assertEqual([example["name"] for example in listed], self.names())
        for example in listed:
            self.assertTrue(example["title"], example["name"])
            self.assertTrue(example["note"], example["name"])

    def test_are_printed_to_the_byte(self):
        self.assertGreater(len(self.names()), 20)
        for name in self.names():
            text = text_of(os.path.join(ROOT, "examples", name, "scene.json"))
            if '"include"' not in text:
                self.assertEqual(self.ends_with(0, "examples", name).stdout, text, name)

    def test_stand_alone_also_where_they_include_others(self):
        for name in ("bicycle", "bicycle_course"):
            alone = self.write("alone.json", self.ends_with(0, "examples", name).stdout)
            self.assertNotIn('"include"', text_of(alone))
            results = []
            for scene in (name, alone, os.path.join(ROOT, "examples", name, "scene.json")):
                out = self.path(f"{len(results)}.csv")
                self.ends_with(0, "run", scene, "--duration", "0.1", "--record", out)
                results.append(text_of(out).split("\n", 1)[1])
            self.assertTrue(results[0] == results[1] == results[2], name)

    def test_stand_for_their_scenes(self):
        for name in self.names():
            self.assertTrue(self.ends_with(0, "check", name, cwd=self.folder.name).stdout.startswith("ok"), name)

    def test_a_file_of_the_same_name_goes_first(self):
        for name in self.names()[:1]:
            self.write(name, "{}")
            self.ends_with(3, "check", name, cwd=self.folder.name)

    def test_unknown_names_are_told(self):
        self.assertIn("holon examples", self.ends_with(2, "examples", "perpetuum_mobile").stderr)
        self.assertIn("holon examples", self.ends_with(3, "run", "perpetuum_mobile").stderr)


if __name__ == "__main__":
    unittest.main()
