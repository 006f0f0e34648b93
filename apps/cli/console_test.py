# SPDX-License-Identifier: Apache-2.0
"""holon console: lines from a program, and from a person at a terminal."""

import fcntl
import json
import os
import pty
import re
import select
import subprocess
import termios
import time
import unittest

from cli_testing import HOLON, PENDULUM, InFolder, text_of

DOUBLE_PENDULUM = """
make rod upper at=(0.5 0 0) orientation=(0.7071067811865476 0 -0.7071067811865476 0)
make rod lower at=(1.5 0 0) orientation=(0.7071067811865476 0 -0.7071067811865476 0)
connect nail(0 0 0) upper.end2 name=nail
connect upper.end1 lower.end2 name=elbow
gravity on
"""


class Lines(InFolder):
    def say(self, lines, *arguments, code=0):
        return self.ends_with(code, "console", *arguments, stdin=lines)

    def test_every_command_acts_at_once(self):
        result = self.say(DOUBLE_PENDULUM + "run 1\nshow upper.z nail.force\n")
        lines = result.stdout.splitlines()
        self.assertEqual(lines[0], "1 object, 0 constraints, 0 forces; 5 degrees of freedom")
        self.assertEqual(lines[4], "2 objects, 2 constraints, 1 force; 4 degrees of freedom")
        self.assertTrue(lines[5].startswith("t = 1 s, energy "))
        self.assertRegex(lines[6], r"^upper\.z +-0\.\d+ m$")
        self.assertRegex(lines[7], r"^nail\.force +\d+\.\d+ N$")
        self.assertEqual(result.stderr, "")

    def test_runs_as_the_same_scene_does(self):
        scene = self.write("pendulum.holon", DOUBLE_PENDULUM + "dt 0.002\n")
        out = self.path("out.csv")
        self.ends_with(0, "run", scene, "--duration", "1", "--record", out, "--signals", "lower.x")
        last = float(text_of(out).splitlines()[-1].split(",")[1])
        shown = self.say("run 1\nshow lower.x\n", scene).stdout.splitlines()[-1].split()
        self.assertEqual(shown[0], "lower.x")
        self.assertAlmostEqual(float(shown[1]), last, delta=1e-8, msg="as shown, with nine digits")

    def test_goes_back_and_forth(self):
        lines = DOUBLE_PENDULUM + "run 0.5\nshow upper.x\ndisconnect elbow\nrun 0.5\nundo\nshow upper.x\ntime\nredo\nlist\n"
        said = self.say(lines).stdout
        shown = re.findall(r"^upper\.x +(\S+) m$", said, flags=re.M)
        self.assertEqual(len(shown), 2)
        self.assertEqual(shown[0], shown[1])
        self.assertIn("undone: disconnect elbow", said)
        self.assertIn("t = 0.5 s", said)
        self.assertIn("done again: disconnect elbow\n2 objects, 1 constraint, 1 force", said)
        self.assertNotIn("constraint elbow", said)

    def test_the_start_can_be_had_again(self):
        said = self.say("remove upper\nrun 0.1\nreset\ntime\n", PENDULUM).stdout.splitlines()
        self.assertEqual(said[2].split(";")[0], "2 objects, 2 constraints, 2 forces")
        self.assertTrue(said[3].startswith("t = 0 s"))

    def test_tells_what_acts(self):
        # a rod of 1 kg that hangs at rest: its nail carries 9.81 N
        lines = "make rod a\nconnect a.end2 nail(0 0 0.5) name=n\ngravity (0 0 -9.81)\nstep 2\nforces a\nforces n\ninfo\n"
        said = self.say(lines).stdout
        self.assertRegex(said, r"n +on a +at \(0 0 0\.5\): force \(0 0 9\.81\) N")
        self.assertRegex(said, r"gravity +on a +at \(0 0 \S+\): force \(0 0 -9\.81\) N")
        self.assertRegex(said, r"n +on world +at \(0 0 0\.5\): force \(0 0 -9\.81\) N")

    def test_saves_things_where_they_are(self):
        saved = self.path("saved.json")
        said = self.say(DOUBLE_PENDULUM + f"run 0.7\nshow lower.x lower.wy\nsave {saved}\n").stdout
        self.assertIn(f"saved to {saved}, to go on at t = 0.7 s", said)
        shown = {name: float(value) for name, value in re.findall(r"^(lower\.\w+) +(\S+) ", said, flags=re.M)}
        scene = json.loads(text_of(saved))
        lower = scene["objects"][1]
        self.assertAlmostEqual(lower["position"][0], shown["lower.x"], places=8)
        self.assertAlmostEqual(lower["angular_velocity"][1], shown["lower.wy"], places=7)
        self.assertEqual(scene["start"], {"time": 0.7})
        self.ends_with(0, "check", saved)
        self.say(f"load {saved}\nsave {self.path('again.json')}\n")
        self.assertEqual(text_of(self.path("again.json")), text_of(saved))

    def test_what_is_saved_goes_on_as_it_would_have(self):
        scene = self.write("s.holon", "parameter m=2\nmake particle p mass=m at=(1 0 0)\n"
                                      "spring nail(0 0 0) p stiffness=50\nat 0.3: set m=4\nat 9: remove p\n")
        saved = self.path("saved.json")
        straight = self.say("run 1\nshow p.x p.vx\n", scene).stdout.splitlines()[-2:]
        said = self.say(f"run 0.5\nsave {saved}\nload {saved}\nrun 0.5\nlist\nshow p.x p.vx\n", scene).stdout
        self.assertEqual(said.splitlines()[-2:], straight)
        self.assertRegex(said, r"parameter +m +4\n")
        self.assertEqual([entry["at"] for entry in json.loads(text_of(saved))["timeline"]], [9])

    def test_what_can_no_longer_be_done_is_left_out_and_told(self):
        scene = self.write("s.holon", "make particle p mass=1\nat 3: remove p\n")
        said = self.say(f"remove p\nsave {self.path('saved.json')}\n", scene).stdout
        self.assertIn("left out: timeline[0].do[0].remove: no thing is named 'p'", said)
        self.ends_with(0, "check", self.path("saved.json"))

    def test_what_a_scene_includes_is_saved_with_it(self):
        self.write("parts.json", '{"format": "holon-scene", "version": 1, "parameters": [{"name": "m", "value": 3}],'
                                 ' "objects": [{"kind": "particle", "name": "p", "mass": "m"}]}')
        scene = self.write("whole.json", '{"format": "holon-scene", "version": 1, "include": ["parts.json"]}')
        os.mkdir(self.path("elsewhere"))
        saved = self.path("elsewhere/saved.json")
        self.say(f"set m=5\nsave {saved}\n", scene)
        self.assertRegex(self.say("list\n", saved).stdout, r"parameter +m +5\n")

    def test_a_scene_that_was_loaded_can_be_undone(self):
        said = self.say(f"make rod a\ndt 0.01\nrun 0.1\nload {PENDULUM}\ndt\nundo\nlist\ndt\ntime\nredo\nreset\nlist\n").stdout
        before, after = said.split(f"undone: load {PENDULUM}\n")
        self.assertIn("2 objects, 2 constraints, 2 forces", before)
        undone, again = after.split(f"done again: load {PENDULUM}\n")
        self.assertIn("1 object, 0 constraints, 0 forces", undone)
        self.assertRegex(undone, r"object +a ")
        self.assertIn("dt = 0.01 s\nt = 0.1 s", undone)
        self.assertRegex(again, r"object +upper ", "reset goes to the start of what was loaded")

    def test_reset_after_undoing_a_load_goes_to_the_scene_before(self):
        said = self.say(f"remove lower\nload door_spring\nundo\nreset\nlist\n", PENDULUM).stdout
        self.assertRegex(said.split("undone: load door_spring")[1], r"object +lower ")

    def test_the_first_line_that_fails_ends_it(self):
        result = self.say("make rod a\n\nconnect a.ende nail(0 0 0)\nmake rod b\n", code=3)
        self.assertEqual(len(result.stdout.splitlines()), 1)
        self.assertEqual(result.stderr, "line 3, column 11: at: no point of it is named 'ende' "
                                        "(did you mean 'end1'?); it has centre, end1, end2\n")
        self.assertIn("line 1, column 1: 'mkae': no such command (did you mean 'make'?)", self.say("mkae", code=3).stderr)
        self.assertIn("line 2: there is nothing to be undone", self.say("\nundo\n", code=3).stderr)
        self.assertIn("is used as 'run SECONDS'", self.say("run fast\n", code=3).stderr)
        self.assertIn("no example of this name", self.say("load nowhere\n", code=3).stderr)

    def test_comments_and_quit(self):
        self.assertEqual(self.say("# nothing\n\nquit\nnonsense\n").stdout, "")

    def test_every_command_has_help(self):
        forms = [line.split()[0] for line in self.say("help\n").stdout.splitlines() if line.startswith("  ")]
        self.assertGreater(len(forms), 20)
        self.say("".join(f"help {name}\n" for name in forms))


class Terminal(InFolder):
    def setUp(self):
        super().setUp()
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen([HOLON, "console"], stdin=slave, stdout=slave, stderr=slave,
                                        env=dict(os.environ, TERM="xterm"), start_new_session=True,
                                        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
        os.close(slave)
        self.addCleanup(os.close, self.master)
        self.addCleanup(self.process.wait)
        self.addCleanup(self.process.kill)
        self.said = ""
        self.wait_for("holon> ")

    def wait_for(self, text):
        """Reads on until the text has been said; what was said up to then is over."""
        while text not in self.said:
            self.assertTrue(self.hear(60), f"no {text!r} in {self.said!r}")
        before, _, self.said = self.said.partition(text)
        return before

    def hear(self, seconds):
        """Whether something was said within that time."""
        if not select.select([self.master], [], [], seconds)[0]:
            return False
        self.said += re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", os.read(self.master, 4096).decode())
        return True

    def until(self, edited):
        """Waits until a line is edited, or until one is being carried out. What is typed in between gets lost with Ctrl-C."""
        for _ in range(6000):
            if (termios.tcgetattr(self.master)[3] & termios.ICANON == 0) == edited:
                return
            time.sleep(0.01)
        self.fail(f"never came, but {self.said!r}")

    def type(self, text):
        self.until(edited=True)
        os.write(self.master, text.encode())

    def test_completes_and_remembers(self):
        self.type("make ro\t")
        self.wait_for("rod  rolling_curves  rolling_sphere  rope")
        self.type("d\t")
        self.wait_for("make rod")
        self.type("upper\n")  # a space was added
        self.wait_for("1 object, 0 constraints")
        self.wait_for("holon> ")
        self.type("conn\tup\t\b.e\t1 nail(0 0 -0.5)\n")  # without the space behind the name
        self.wait_for("1 object, 1 constraint, 0 forces; 2 degrees of freedom")
        self.wait_for("holon> ")
        self.type("\x1b[A\x1b[A\n")  # up, twice: the first line again
        self.wait_for("is taken already by another")
        self.wait_for("holon> ")
        self.type("quit\n")
        self.assertEqual(self.process.wait(60), 0)

    def test_a_load_that_fails_changes_nothing(self):
        bad = self.write("bad.holon", "make rod b\nmake particle c mass=-1\n")
        for line, answer in [("make rod a", "1 object"), (f"load {bad}", f"{bad}, line 2, column "), ("list", "a  "),
                             ("undo", "undone: make rod a"), ("undo", "there is nothing to be undone"),
                             ("redo", "done again: make rod a")]:
            self.type(line + "\n")
            self.wait_for(answer)
            self.wait_for("holon> ")
        self.type("quit\n")
        self.assertEqual(self.process.wait(60), 0)

    def test_ctrl_c_stops_a_run_and_gives_up_a_line(self):
        self.type("make rod a\n")
        self.wait_for("1 object")
        self.wait_for("holon> ")
        self.type("run 1e9\n")
        self.wait_for("run 1e9")
        for _ in range(30):  # it may not have begun
            self.until(edited=False)
            os.write(self.master, b"\x03")
            end = time.monotonic() + 2
            while "stopped" not in self.said and time.monotonic() < end:
                self.hear(0.1)
            if "stopped" in self.said:
                break
        self.wait_for("stopped")
        self.wait_for("holon> ")
        self.type("nonsense\x03")
        self.wait_for("holon> ")
        self.type("list\n")
        self.wait_for("rigid_body")
        self.type("\x04")
        self.assertEqual(self.process.wait(60), 0)


if __name__ == "__main__":
    unittest.main()
