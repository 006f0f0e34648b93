# SPDX-License-Identifier: Apache-2.0
"""What a studio keeps, however it ends."""

import contextlib
import json
import os
import random
import signal
import subprocess
import threading
import unittest
import urllib.error
import urllib.request

import websocket

from studio_testing import HOLON, Closed, InFolder, Studio

KEPT = os.path.join(".holon-studio", "autosave.json")


class Keeping(InFolder):
    def start(self, *arguments):
        studio = Studio(self.folder.name, *arguments)
        self.addCleanup(studio.__exit__)
        return studio

    def make(self, wire, name):
        """Makes a thing, and waits until it is told that all is on disk."""
        answer = wire.ask("edit", text=f"make particle {name} mass=1")
        self.assertTrue(answer["ok"], answer)
        wire.message("status", saved=True)

    def has(self, wire, name):
        return wire.ask("inspect", name=name)["ok"]

    def test_survives_kill_9(self):
        studio = self.start()
        self.make(studio.wire(), "mine")
        studio.end(signal.SIGKILL)
        again = self.start()
        self.assertTrue(self.has(again.wire(), "mine"))
        self.assertIn("What was open last is open again", again.said())

    def test_goes_on_from_where_it_was(self):
        studio = self.start("--fresh")
        wire = studio.wire()
        self.assertTrue(wire.ask("pause")["ok"])
        self.assertTrue(wire.ask("step", steps=500)["ok"])
        before = self.start_of(wire)
        self.assertGreater(before["time"], 0)
        self.assertEqual(studio.end(signal.SIGTERM), 0)
        wire = self.start().wire()
        self.assertFalse(wire.message("status")["running"])
        self.assertEqual(self.start_of(wire), before, "the time, and where all is, to the last bit")

    @staticmethod
    def start_of(wire):
        return json.loads(wire.ask("download", form="scene")["text"])["start"]

    def test_is_done_at_the_end_however_it_is_asked_for(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            studio = self.start()
            wire = studio.wire()
            self.assertTrue(wire.ask("edit", text=f"make particle at_{number} mass=1")["ok"])
            self.assertEqual(studio.end(number), 0)
            self.assertIn(wire.close_code(), (1001, None))
            with self.start() as again:
                self.assertTrue(self.has(again.wire(), f"at_{number}"))

    def test_is_about_time_too(self):
        studio = self.start()
        wire = studio.wire()
        kept = os.path.join(self.folder.name, KEPT)
        wire.message("status", saved=True)
        first = os.stat(kept).st_ino
        while os.stat(kept).st_ino == first:  # nobody changes anything but time
            wire.frame()
        studio.end(signal.SIGKILL)
        self.assertGreater(self.start().wire().frame().time, -1)

    def test_sets_aside_what_is_not_opened_again(self):
        for arguments in (("wankel",), ("--fresh",)):
            studio = self.start("--fresh")
            self.make(studio.wire(), "mine")
            studio.end(signal.SIGTERM)
            other = self.start(*arguments)
            self.assertFalse(self.has(other.wire(), "mine"))
            other.end(signal.SIGTERM)
            place = os.path.join(self.folder.name, ".holon-studio")
            os.replace(os.path.join(place, "previous.json"), os.path.join(place, "autosave.json"))
            again = self.start()
            self.assertTrue(self.has(again.wire(), "mine"))
            again.end(signal.SIGTERM)

    def test_that_cannot_be_read_is_told_and_set_aside(self):
        os.mkdir(self.path(".holon-studio"))
        for text in ("", "{", "[]", '{"format": "holon-studio"}', "\x00\xff" * 1000):
            with open(self.path(KEPT), "w") as file:
                file.write(text)
            studio = self.start()
            self.assertIn("four_bar", studio.wire().message("scene")["file"])
            self.assertIn("cannot be opened", studio.said())
            studio.end(signal.SIGTERM)
            with open(self.path(os.path.join(".holon-studio", "previous.json"))) as file:
                self.assertEqual(file.read(), text)
            os.unlink(studio.log)

    def test_is_for_one_studio_at_a_time(self):
        studio = self.start()
        result = self.ends_with(2, "studio", "--no-open", "--folder", self.folder.name)
        self.assertIn("another studio has the folder", result.stderr)
        self.assertEqual(result.stdout, "")
        studio.end(signal.SIGKILL)
        self.start()

    def test_goes_on_where_nothing_can_be_written(self):
        with open(self.path(".holon-studio"), "w") as file:
            file.write("in the way")
        studio = self.start()
        wire = studio.wire()
        self.assertTrue(wire.ask("edit", text="make particle mine mass=1")["ok"])
        self.assertFalse(wire.message("status")["saved"])
        wire.frame()
        self.assertEqual(studio.end(signal.SIGTERM), 0)
        self.assertEqual(studio.said().count("what is open is not kept"), 1)

    def test_holds_for_every_example(self):
        studio = self.start()
        wire = studio.wire()
        for example in wire.ask("examples")["examples"]:
            self.assertTrue(wire.ask("open", example=example["name"])["ok"], example["name"])
            wire.message("scene", file=example["name"] + ".json")
            wire.message("status", saved=True)
            with open(self.path(KEPT)) as file:
                self.assertEqual(json.load(file)["file"], example["name"] + ".json")


class Killed(InFolder):
    ROUNDS = 50

    def test_50_times_it_loses_nothing_that_was_told_to_be_saved(self):
        chance = random.Random(6)
        saved, in_file = set(), set()
        for number in range(self.ROUNDS):
            studio = Studio(self.folder.name)
            killer = threading.Timer(chance.uniform(0.0, 0.4), studio.process.kill)
            killer.start()
            with contextlib.suppress(ConnectionError, websocket.WebSocketException, Closed):
                self.work(studio, number, saved, in_file)
            killer.join()
            self.assertEqual(studio.end(signal.SIGKILL), -signal.SIGKILL)
            studio.__exit__()
        self.assertGreater(len(saved), self.ROUNDS // 5, "it was killed too soon to have done anything")
        with Studio(self.folder.name) as studio:
            self.check(studio.wire(), saved, in_file)

    def check(self, wire, saved, in_file):
        """Looks whether it is all there, and returns what there is."""
        names = self.names_in(wire.ask("download", form="scene")["text"])
        self.assertLessEqual(saved, names)
        if os.path.exists(self.path("mine.json")):
            with open(self.path("mine.json")) as file:
                self.assertLessEqual(in_file, self.names_in(file.read()))
        return names

    @staticmethod
    def names_in(scene):
        return {thing["name"] for thing in json.loads(scene)["objects"]}

    def work(self, studio, number, saved, in_file):
        """Makes things until it is killed, and notes what is told to be on disk."""
        wire = studio.wire()
        done = self.check(wire, saved, in_file)
        for i in range(1000):
            name = f"p{number}_{i}"
            self.assertTrue(wire.ask("edit", text=f"make particle {name} mass=1")["ok"])
            done.add(name)
            if i % 3 == 0:
                wire.message("status", saved=True)
                saved |= done
            if i % 5 == 0:
                in_file.clear()  # between the two is where it may be killed
                self.assertTrue(wire.ask("save", file="mine.json")["ok"])
                in_file |= done


class Starting(InFolder):
    def test_prints_the_address_and_nothing_else(self):
        studio = Studio(self.folder.name)
        self.addCleanup(studio.__exit__)
        self.assertRegex(studio.address, r"^http://127\.0\.0\.1:\d+/\?token=[0-9a-f]{32}$")
        studio.process.send_signal(signal.SIGINT)
        self.assertEqual(studio.process.stdout.read(), "")
        self.assertEqual(studio.process.wait(timeout=60), 0)

    def test_opens_what_it_is_given(self):
        scene = self.write("mine.json", '{"format": "holon-scene", "version": 1, "objects": [{"name": "bob", "kind": "particle", "mass": 1}]}')
        robot = self.write("arm.urdf", '<robot name="r"><link name="bob"><inertial><mass value="1"/>'
                                       '<inertia ixx="1" iyy="1" izz="1"/></inertial></link></robot>')
        text = self.write("mine.holon", "make particle bob mass=1\n")
        for file, name in ((scene, "mine.json"), (robot, "arm.json"), (text, "mine.holon"), ("wankel", "wankel.json")):
            with Studio(self.folder.name, file) as studio:
                wire = studio.wire()
                self.assertEqual(wire.message("scene")["file"], name)
                self.assertTrue(wire.ask("inspect", name="bob")["ok"] or file == "wankel")

    def test_begins_with_a_four_bar_that_moves(self):
        with Studio(self.folder.name) as studio:
            wire = studio.wire()
            self.assertEqual(wire.message("scene")["file"], "four_bar.json")
            first = wire.frame()
            self.assertEqual(first.flags & 1, 1)
            wire.until(lambda it: getattr(it, "time", 0) > first.time)

    def test_listens_where_it_is_told_to(self):
        os.mkdir(self.path("other"))
        with Studio(self.folder.name) as studio:
            result = self.ends_with(1, "studio", "--no-open", "--folder", self.path("other"), "--port", str(studio.port))
            self.assertIn(f"cannot listen on port {studio.port}", result.stderr)
            self.assertEqual(result.stdout, "")
            port = studio.port
        with Studio(self.folder.name, "--port", str(port)) as studio:
            self.assertEqual(studio.port, port)

    def test_mistakes_are_told(self):
        folder = ("studio", "--no-open", "--folder", self.folder.name)
        self.assertIn("no file 'four_baar'", self.ends_with(3, *folder, "four_baar").stderr)
        self.assertIn("line 1", self.ends_with(3, *folder, self.write("bad.json", '{"objects": [7]}')).stderr)
        self.assertIn("bad.urdf", self.ends_with(3, *folder, self.write("bad.urdf", "<robot><link/></robot>")).stderr)
        self.assertIn("no folder", self.ends_with(2, "studio", "--folder", self.path("nowhere")).stderr)
        for options in (("--port", "70000"), ("--port", "x"), ("--threads", "0"), ("--prot", "1")):
            self.ends_with(2, "studio", *options)

    def test_starts_a_browser_with_an_address_for_one_visit(self):
        seen = self.path("seen")
        browser = self.write("xdg-open", f'#!/bin/sh\nprintf %s "$1" > {seen}.part\nmv {seen}.part {seen}\necho noise\n')
        os.chmod(browser, 0o755)
        environment = dict(os.environ, DISPLAY=":7", PATH=self.folder.name + ":" + os.environ["PATH"])
        process = subprocess.Popen([HOLON, "studio", "--folder", self.folder.name], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True, env=environment)
        address = process.stdout.readline().strip()
        while not os.path.exists(seen):
            self.assertIsNone(process.poll())
        with open(seen) as file:
            ticket = file.read()
        self.assertEqual(ticket.split("=")[0], address.split("=")[0])
        self.assertNotEqual(ticket, address)
        statuses = [self.status_of(url) for url in (ticket, ticket, address, address)]
        self.assertEqual(statuses, [200, 403, 200, 200])
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=60)
        self.assertEqual((process.returncode, out), (0, ""))
        self.assertNotIn("noise", err)

    @staticmethod
    def status_of(url):
        try:
            with urllib.request.urlopen(url, timeout=60) as answer:
                return answer.status
        except urllib.error.HTTPError as e:
            return e.code


if __name__ == "__main__":
    unittest.main()
