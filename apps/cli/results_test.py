# SPDX-License-Identifier: Apache-2.0
"""Results of runs: what they carry, in every format, and what is left of them when a run is stopped."""

import csv
import io
import json
import os
import pty
import re
import signal
import subprocess
import unittest

import h5py
import numpy

from cli_testing import FORMATS, HOLON, PENDULUM, InFolder, text_of


def columns_of(path):
    """The columns of a result, read by the packages that others would use."""
    if path.endswith(".csv"):
        lines = [line for line in io.StringIO(text_of(path)) if not line.startswith("#")]
        rows = list(csv.reader(lines))
        return {name: numpy.array([float(row[i]) for row in rows[1:]]) for i, name in enumerate(rows[0])}
    if path.endswith(".jsonl"):
        rows = [json.loads(line) for line in text_of(path).splitlines()]
        return {name: numpy.array([row[name] for row in rows[1:]]) for name in rows[0]["columns"]}
    if path.endswith(".npz"):
        with numpy.load(path) as file:
            return {name: file[name] for name in file.files if name != "holon.json"}
    with h5py.File(path) as file:
        return {name: file[name][:] for name in json.loads(file["holon"][()])["columns"]}


def head_of(path):
    if path.endswith(".csv"):
        return json.loads(text_of(path).splitlines()[0].lstrip("# "))
    if path.endswith(".jsonl"):
        return json.loads(text_of(path).splitlines()[0])
    if path.endswith(".npz"):
        with numpy.load(path) as file:
            return json.loads(file["holon.json"])
    with h5py.File(path) as file:
        return json.loads(file["holon"][()])


class Formats(InFolder):
    def run_into(self, name, *more):
        self.ends_with(0, "run", PENDULUM, "--duration", "0.2", "--signals", "upper.*,nail.force", "--record", self.path(name), *more)
        return self.path(name)

    def test_all_formats_have_the_same_numbers(self):
        wanted = columns_of(self.run_into("out.csv"))
        self.assertEqual(len(wanted), 1 + 13 + 1)
        for ending in FORMATS:
            columns = columns_of(self.run_into("out." + ending))
            self.assertEqual(list(columns), list(wanted), ending)
            for name, values in wanted.items():
                self.assertEqual(values.tobytes(), columns[name].tobytes(), name + ending)

    def test_all_formats_say_where_they_come_from(self):
        for ending in FORMATS:
            head = head_of(self.run_into("out." + ending, "--stepper", "rk4", "--dt", "0.01", "--every", "2"))
            self.assertEqual(head["scene"], PENDULUM)
            self.assertRegex(head["scene_hash"], "^[0-9a-f]{16}$")
            wanted = {"stepper": "rk4", "dt": 0.01, "duration": 0.2, "every": 2, "seed": None, "set": {}, "parameters": {}}
            self.assertEqual({key: head[key] for key in wanted}, wanted)
            self.assertIn("Linux", head["platform"])
            self.assertEqual(head["units"], ["s", "m", "m", "m", "m/s", "m/s", "m/s", "", "", "", "", "rad/s", "rad/s", "rad/s", "N"])

    def test_units_stand_by_the_datasets_of_hdf5(self):
        with h5py.File(self.run_into("out.h5")) as file:
            self.assertEqual(file["upper.vx"].attrs["unit"], "m/s")

    def test_another_ending_is_refused_with_those_there_are(self):
        result = self.ends_with(2, "run", PENDULUM, "--record", self.path("out.xlsx"))
        self.assertIn(".csv, .jsonl, .npz or .h5", result.stderr)

    def test_a_signal_that_is_not_there_is_named(self):
        result = self.ends_with(2, "run", PENDULUM, "--record", self.path("out.csv"), "--signals", "upper.x,nail.forse")
        self.assertIn("'nail.forse' (did you mean 'nail.force'?)", result.stderr)
        self.assertFalse(os.path.exists(self.path("out.csv")))

    def test_a_full_disk_is_told(self):
        with open("/dev/full", "w") as full:
            result = subprocess.run([HOLON, "run", PENDULUM, "--record", "-"], stdout=full, stderr=subprocess.PIPE, text=True)
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("No space left on device", result.stderr)


class Stopped(InFolder):
    LONG = ("--duration", "100000", "--signals", "upper.x")

    def test_ctrl_c_leaves_a_whole_result_of_every_format(self):
        for ending in FORMATS:
            out = self.path("out." + ending)
            size = {"csv": 2000, "jsonl": 2000, "npz": 1, "h5": 1}[ending]
            code = self.stopped(signal.SIGINT, lambda: os.path.exists(out) and os.path.getsize(out) > size,
                                "run", PENDULUM, *self.LONG, "--record", out)
            self.assertEqual(code, 130, ending)
            columns = columns_of(out)
            self.assertGreater(len(columns["time"]), 0, ending)
            self.assertTrue(numpy.all(numpy.diff(columns["time"]) > 0), ending)
            self.ends_with(0, "replay", out, "--verify")

    def test_terminated_it_ends_with_143(self):
        out = self.path("out.csv")
        code = self.stopped(signal.SIGTERM, lambda: os.path.exists(out), "run", PENDULUM, *self.LONG, "--record", out)
        self.assertEqual(code, 143)
        self.assertTrue(text_of(out).endswith("\n"))

    def test_killed_it_leaves_what_was_flushed(self):
        for ending in ("csv", "jsonl"):
            out = self.path("out." + ending)
            # with so few rows nothing but the clock makes it write
            code = self.stopped(signal.SIGKILL, lambda: os.path.exists(out) and text_of(out).count("\n") > 3,
                                "run", PENDULUM, *self.LONG, "--every", "1000", "--record", out)
            self.assertEqual(code, -signal.SIGKILL)
            result = self.ends_with(0, "replay", out, "--verify")
            self.assertRegex(result.stdout, r"identical: \d+ rows of 1 signals")


class Steps(InFolder):
    def test_steps_are_as_many_as_asked_for(self):
        result = self.ends_with(0, "run", PENDULUM, "--steps", "7", "--dt", "0.01", "--json")
        summary = json.loads(result.stdout)
        self.assertEqual(summary["steps"], 7)
        self.assertAlmostEqual(summary["time"], 0.07, places=12)
        self.ends_with(2, "run", PENDULUM, "--steps", "7", "--duration", "1")
        self.ends_with(2, "run", PENDULUM, "--steps", "0")

    def test_progress_is_for_terminals(self):
        """A run of some seconds draws a bar with the time left on a terminal, and takes it away."""
        master, slave = pty.openpty()
        process = subprocess.Popen([HOLON, "run", PENDULUM, "--duration", "100000"], stdout=subprocess.PIPE, stderr=slave)
        os.close(slave)
        seen = b""
        while b"left" not in seen:
            seen += os.read(master, 1000)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=60)
        try:
            seen += os.read(master, 1000)
        except OSError:  # the other end is closed
            pass
        os.close(master)
        self.assertTrue(re.search(rb"\[ *#* *\] +\d+ %, .* left", seen), seen)
        self.assertTrue(seen.endswith(b"\r\x1b[K"), seen)
        self.assertEqual(out, b"")


if __name__ == "__main__":
    unittest.main()
