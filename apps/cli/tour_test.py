# SPDX-License-Identifier: Apache-2.0
"""The tour of the command line in the book: every command runs, and what is shown is what it prints."""

import os
import re
import subprocess
import unittest

from cli_testing import HOLON, ROOT, InFolder, text_of


def commands(page):
    """Each command of the listings, and the lines under it."""
    for listing in re.findall(r"```\n(\$ .*?)```", text_of(page), re.S):
        for part in re.split(r"(?m)^\$ ", listing)[1:]:
            command, shown = re.match(r"((?:[^\n]*\\\n)*[^\n]*)\n(.*)", part, re.S).groups()
            yield command, shown


class Tour(InFolder):
    def test_runs_and_prints_what_it_shows(self):
        os.symlink(HOLON, self.path("holon"))
        environment = dict(os.environ, PATH=self.folder.name + ":" + os.environ["PATH"])
        all_commands = list(commands(os.path.join(ROOT, "docs", "book", "command_line.md")))
        self.assertGreater(len(all_commands), 8)
        for command, shown in all_commands:
            done = subprocess.run(["bash", "-c", command], cwd=self.folder.name, env=environment, capture_output=True, text=True)
            self.assertIn(done.returncode, (0, 5), command + done.stderr)
            self.assertNotIn("holon:", done.stderr, command)
            if shown:  # the last digits may be those of another processor
                self.assertRegex(done.stdout, "^" + re.escape(shown).replace(re.escape("..."), r"\d+") + "$", command)


if __name__ == "__main__":
    unittest.main()
