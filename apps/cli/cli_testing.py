# SPDX-License-Identifier: Apache-2.0
"""What the tests of the command line share. They are called with the program and the folder of the project."""

import json
import os
import re
import subprocess
import sys
import tempfile
import time
import unittest

HOLON = sys.argv.pop(1)
ROOT = sys.argv.pop(1)
PENDULUM = os.path.join(ROOT, "models", "pendulum.json")
FORMATS = ("csv", "jsonl", "npz", "h5")


def holon(*arguments, stdin=None, **more):
    return subprocess.run([HOLON, *arguments], capture_output=True, text=True, input=stdin, timeout=300, **more)


def without_comments(path):
    with open(path) as file:
        return json.loads(re.sub(r"^\s*//.*$", "", file.read(), flags=re.M))


def text_of(path):
    with open(path) as file:
        return file.read()


class InFolder(unittest.TestCase):
    """A test with a folder of its own."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def write(self, name, text):
        with open(self.path(name), "w") as file:
            file.write(text)
        return self.path(name)

    def ends_with(self, code, *arguments, **more):
        """Runs the program, which has to exit with this code, and returns how it went."""
        result = holon(*arguments, **more)
        self.assertEqual(result.returncode, code, f"{arguments}\n{result.stdout}{result.stderr}")
        return result

    def stopped(self, number, wait_for, *arguments):
        """Starts the program, sends it a signal as soon as wait_for() holds, and returns its exit code."""
        process = subprocess.Popen([HOLON, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        while process.poll() is None and not wait_for():
            time.sleep(0.01)
        self.assertIsNone(process.poll(), "it ended by itself")
        process.send_signal(number)
        process.communicate(timeout=60)
        return process.returncode
