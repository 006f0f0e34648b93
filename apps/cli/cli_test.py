# SPDX-License-Identifier: Apache-2.0
"""The command line as a person meets it: exit codes, what goes where, and mistakes."""

import csv
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

HOLON = sys.argv.pop(1)
ROOT = sys.argv.pop(1)
PENDULUM = os.path.join(ROOT, "models", "pendulum.json")


def holon(*arguments, stdin=None):
    return subprocess.run([HOLON, *arguments], capture_output=True, text=True, input=stdin, timeout=120)


def without_comments(path):
    with open(path) as file:
        return json.loads(re.sub(r"^\s*//.*$", "", file.read(), flags=re.M))


class Run(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def test_records_the_signals_that_were_asked_for(self):
        out = self.path("out.csv")
        result = holon("run", PENDULUM, "--duration", "0.1", "--dt", "0.01", "--record", out, "--signals", "upper.x,nail.force")
        self.assertEqual(result.returncode, 0, result.stderr)
        with open(out) as file:
            head = file.readline()
            rows = list(csv.reader(file))
        self.assertRegex(head, r"^# holon \S+, scene [0-9a-f]{16}, stepper projected, dt 0.01$")
        self.assertEqual(rows[0], ["time", "upper.x", "nail.force"])
        self.assertEqual(len(rows), 1 + 11)
        self.assertAlmostEqual(float(rows[-1][0]), 0.1, places=12)

    def test_the_standard_output_is_data_only(self):
        result = holon("run", PENDULUM, "--duration", "0.05", "--record", "-", "--signals", "upper.z")
        self.assertEqual(result.returncode, 0)
        lines = result.stdout.splitlines()
        self.assertTrue(lines[0].startswith("# holon"))
        self.assertEqual(lines[1], "time,upper.z")
        for line in lines[2:]:
            [float(x) for x in line.split(",")]
        self.assertEqual(result.stderr, "", "no progress off a terminal")

    def test_the_same_run_gives_the_same_bytes(self):
        runs = [holon("run", PENDULUM, "--duration", "0.2", "--record", "-", "--threads", n).stdout for n in ("1", "2")]
        self.assertEqual(runs[0], runs[1])

    def test_every_stepper_of_the_list_runs(self):
        steppers = [k["name"] for k in json.loads(holon("kinds", "--json").stdout) if k["group"] == "stepper"]
        self.assertIn("projected", steppers)
        for stepper in steppers:
            result = holon("run", PENDULUM, "--duration", "0.05", "--stepper", stepper, "--json")
            self.assertEqual(result.returncode, 0, stepper + result.stderr)
            self.assertTrue(json.loads(result.stdout)["ok"])

    def test_reads_the_standard_input(self):
        with open(PENDULUM) as file:
            result = holon("run", "-", "--duration", "0.01", stdin=file.read())
        self.assertEqual(result.returncode, 0, result.stderr)

    def test_the_page_stands_alone(self):
        page = self.path("page.html")
        result = holon("run", PENDULUM, "--duration", "0.2", "--page", page)
        self.assertEqual(result.returncode, 0, result.stderr)
        with open(page) as file:
            text = file.read()
        recording = re.search(r'<script id="recording"[^>]*>(.*?)</script>', text, re.S).group(1)
        data = json.loads(recording)
        self.assertEqual([o["name"] for o in data["objects"]], ["upper", "lower"])
        self.assertEqual(len(data["times"]), len(data["constraints"][0]["force"]))
        self.assertNotRegex(text, r'(src|href)="https?://')

    def test_a_bad_scene_leaves_no_output_behind(self):
        out = self.path("out.csv")
        result = holon("run", "-", "--record", out, stdin='{"format": "holon-scene", "version": 1, "dt": -1}')
        self.assertEqual(result.returncode, 3)
        self.assertIn("line 1, column 47", result.stderr)
        self.assertEqual(result.stdout, "")
        self.assertFalse(os.path.exists(out))

    def test_mistakes_on_the_command_line_exit_with_2(self):
        for arguments in (["run"], ["run", PENDULUM, "--dt", "-1"], ["fly"], ["run", PENDULUM, "--stepper", "rk5"],
                          ["run", PENDULUM, "--record", "-", "--signals", "nothing"], ["kinds", "rigidbody"],
                          ["run", PENDULUM, "--record", self.path("no/such/folder.csv")]):
            result = holon(*arguments)
            self.assertEqual(result.returncode, 2, arguments)
            self.assertTrue(result.stderr, arguments)
            self.assertEqual(result.stdout, "", arguments)

    def test_a_missing_file_exits_with_3(self):
        result = holon("run", "no-such-scene.json")
        self.assertEqual(result.returncode, 3)
        self.assertIn("no-such-scene.json", result.stderr)

    def test_an_interrupted_run_keeps_what_it_has(self):
        out = self.path("out.csv")
        process = subprocess.Popen([HOLON, "run", PENDULUM, "--duration", "100000", "--record", out, "--signals", "upper.x"],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        while not os.path.exists(out):
            time.sleep(0.02)
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130)
        with open(out) as file:
            lines = file.read()
        self.assertTrue(lines.endswith("\n"))
        self.assertGreater(len(lines.splitlines()), 10)


class Check(unittest.TestCase):
    def test_says_what_is_there(self):
        result = holon("check", PENDULUM)
        self.assertEqual(result.returncode, 0)
        self.assertIn("2 objects with 12 degrees of freedom, 2 constraints", result.stdout)

    def test_tells_every_mistake_at_once(self):
        bad = '{"format": "holon-scene", "version": 1,\n "dt": 0,\n "stepper": "euller"}'
        result = holon("check", "-", stdin=bad)
        self.assertEqual(result.returncode, 3)
        self.assertIn("line 2, column 8: dt: must be positive", result.stderr)
        self.assertIn("line 3, column 13: stepper: no stepper 'euller' (did you mean 'euler'?)", result.stderr)


class Kinds(unittest.TestCase):
    def test_lists_fields_with_their_meaning(self):
        result = holon("kinds", "distance")
        self.assertEqual(result.returncode, 0)
        self.assertIn("distance to keep [m]", result.stdout)

    def test_the_schema_accepts_the_models_and_refuses_mistakes(self):
        import jsonschema

        schema = json.loads(holon("schema").stdout)
        jsonschema.Draft202012Validator.check_schema(schema)
        validator = jsonschema.Draft202012Validator(schema)
        models = os.path.join(ROOT, "models")
        for name in sorted(os.listdir(models)):
            if name.endswith(".json"):
                errors = list(validator.iter_errors(without_comments(os.path.join(models, name))))
                self.assertEqual(errors, [], name)
        for change in ({"version": 2}, {"dt": "fast"}, {"objets": []}, {"objects": [{"kind": "ball"}]}):
            scene = {**without_comments(PENDULUM), **change}
            self.assertFalse(validator.is_valid(scene), change)


if __name__ == "__main__":
    unittest.main()
