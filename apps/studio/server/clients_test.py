# SPDX-License-Identifier: Apache-2.0
"""Several clients of one studio: who has the pen, and what those who are slow or vanish do to the others."""

import contextlib
import json
import socket
import struct
import unittest

import websocket

from studio_testing import Frame, WithStudio, eventually


class Pens(WithStudio):
    def test_are_with_whoever_comes_first(self):
        first, second = self.wire(), self.wire()
        one, two = first.message("welcome"), second.message("welcome")
        self.assertEqual((one["writer"], two["writer"]), (True, False))
        self.assertNotEqual(one["client"], two["client"])
        self.assertRegex(one["version"], r"^\d+\.\d+\.\d+$")

    def test_are_for_doing_not_for_asking(self):
        writer, watcher = self.wire(), self.wire()
        for command in ({"do": "pause"}, {"do": "edit", "text": "make particle mine mass=1"}, {"do": "undo"}, {"do": "new"},
                        {"do": "save", "file": "x.json"}, {"do": "open", "example": "wankel"}):
            answer = watcher.ask(**command)
            self.assertFalse(answer["ok"], command)
        for command in ("examples", "files", "diagnose", "signals", "help"):
            self.assertTrue(watcher.ask(command)["ok"], command)
        self.assertTrue(writer.ask("edit", text="make particle mine mass=1")["ok"])
        watcher.until(lambda it: isinstance(it, dict) and it["type"] == "scene" and "mine" in json.dumps(it))

    def test_are_passed_on_when_their_holder_has_gone(self):
        writer, heir, third = self.wire(), self.wire(), self.wire()
        heir.message("welcome")
        answer = heir.ask("become_writer")
        self.assertFalse(answer["ok"])
        self.assertTrue(answer["error"]["message"])
        writer.close()
        heir.message("writer", client=None)
        self.assertFalse(heir.ask("pause")["ok"])
        self.assertTrue(heir.ask("become_writer")["ok"])
        self.assertTrue(heir.ask("become_writer")["ok"])
        self.assertTrue(heir.ask("pause")["ok"])
        number = third.message("writer", client=None) and third.message("writer")["client"]
        self.assertEqual(number, heir.messages[0]["client"])
        self.assertFalse(third.ask("become_writer")["ok"])

    def test_are_with_whoever_comes_while_nobody_has_them(self):
        first, watcher = self.wire(), self.wire()
        first.close()
        watcher.message("writer", client=None)
        reloaded = self.wire()
        self.assertTrue(reloaded.message("welcome")["writer"])
        self.assertEqual(watcher.message("writer")["client"], reloaded.messages[0]["client"])


class Greetings(WithStudio):
    def test_come_before_all_else(self):
        self.assert_alive(self.wire())
        for _ in range(20):
            wire = self.wire()
            wire.frame()
            kinds = [message["type"] for message in wire.messages]
            self.assertEqual(kinds[0], "welcome")
            self.assertEqual([kind for kind in kinds if kind != "writer"][1], "scene")
            self.assertIn("status", kinds)
            wire.close()

    def test_show_what_stands_still(self):
        writer = self.wire()
        self.assertTrue(writer.ask("pause")["ok"])
        for _ in range(3):
            frame = self.wire().frame()
            self.assertEqual(frame.flags & 1, 0)


class Frames(WithStudio):
    arguments = ("v8_engine",)

    def test_belong_to_the_scene_that_was_told_before(self):
        wire = self.wire()
        wire.say("edit", text="make particle one mass=1")
        wire.say("open", example="wankel")
        wire.say("open", example="four_bar")
        told, seen = 0, set()
        while len(seen) < 3:
            it = wire.next()
            if isinstance(it, Frame):
                self.assertEqual(it.revision, told)
                seen.add(it.revision)
            elif it["type"] == "scene":
                self.assertGreater(it["revision"], told)
                told = it["revision"]
                if told and len(seen) < 3:
                    wire.say("edit", text=f"make particle p{told} mass=1")

    def slow_wire(self):
        """A wire of somebody who does not read, and who has room for little."""
        return self.wire(sockopt=((socket.SOL_SOCKET, socket.SO_RCVBUF, 4096),))

    def test_are_dropped_for_those_who_are_slow_and_for_nobody_else(self):
        fast, slow = self.wire(), self.slow_wire()
        seen = [fast.frame() for _ in range(600)]
        self.assertGreater(sum(frame.size for frame in seen), 2 << 20, "too little to fill the buffers of the system")
        self.assertEqual([frame.time for frame in seen], sorted(frame.time for frame in seen))
        late = []
        while not late or late[-1].time < seen[-1].time:
            late.append(slow.frame())
        self.assertLess(len(late), len(seen) / 2)
        self.assertEqual([frame.time for frame in late], sorted(frame.time for frame in late))
        # whoever was slow has lost frames, and no messages
        kinds = [message["type"] for message in slow.messages]
        self.assertEqual(kinds.count("welcome"), 1)
        self.assertGreaterEqual(kinds.count("status"), 1)

    def test_go_on_for_others_when_somebody_asks_and_never_listens(self):
        writer, deaf = self.wire(), self.slow_wire()
        with self.assertRaises((ConnectionError, websocket.WebSocketException)):
            while True:
                deaf.say("help")
        self.assert_alive(writer)

    def test_go_on_for_others_when_somebody_vanishes(self):
        writer = self.wire()
        for _ in range(50):
            wire = self.wire()
            wire.say("watch", names=["crank.z"])
            # the connection is broken off, without a word
            wire.socket.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            wire.socket.sock.close()
        self.assert_alive(writer)
        eventually(lambda: self.seats_taken() <= 2)

    def seats_taken(self):
        """How many clients there are, by filling the seats that are left."""
        with contextlib.ExitStack() as filling:
            for free in range(64):
                try:
                    filling.callback(self.studio.wire().close)
                except websocket.WebSocketBadStatusException:
                    return 64 - free
        return 0


class Hands(WithStudio):
    def test_let_go_when_their_client_vanishes(self):
        writer, watcher = self.wire(), self.wire()
        name = writer.message("scene")["recording"]["objects"][0]["name"]
        self.assertTrue(writer.ask("grab", object=name, at=[0, 0, 0])["ok"])
        watcher.message("status", grabbed=name)
        writer.socket.sock.close()
        watcher.message("status", grabbed=None)


if __name__ == "__main__":
    unittest.main()
