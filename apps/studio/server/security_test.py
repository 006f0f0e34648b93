# SPDX-License-Identifier: Apache-2.0
"""Who and what the studio's server refuses. Whatever it is, the studio runs on."""

import contextlib
import os
import random
import resource
import struct
import unittest

import websocket

from studio_testing import Studio, WithStudio, eventually

UPGRADE = ("GET /socket?token={token} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
           "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n")


class Door(WithStudio):
    def refused(self, **more):
        with self.assertRaises(websocket.WebSocketBadStatusException) as caught:
            self.wire(**more)
        return caught.exception.status_code

    def test_needs_the_token(self):
        for path in ("/", "/?token=", "/?token=" + "0" * 32, "/?token=" + self.studio.token[:-1], "/examples/four_bar.png", "/nothing"):
            status, headers, body = self.studio.get(path)
            self.assertEqual((path, status), (path, 403))
            self.assertNotIn("Set-Cookie", headers)
            self.assertLess(len(body), 100)
        self.assertEqual(self.studio.get("/", token="0" * 32)[0], 403)
        self.assertEqual(self.refused(token=""), 403)
        self.assertEqual(self.refused(token="0" * 32), 403)
        self.assert_alive()

    def test_takes_the_token_in_the_query_and_then_as_a_cookie(self):
        status, headers, body = self.studio.get("/?token=" + self.studio.token)
        self.assertEqual(status, 200)
        self.assertIn(b"<html", body)
        cookie, *attributes = headers["Set-Cookie"].split("; ")
        self.assertEqual(sorted(attributes), ["HttpOnly", "Path=/", "SameSite=Strict"])
        self.assertEqual(self.studio.get("/", Cookie="theme=dark; " + cookie)[0], 200)
        self.assert_alive(self.wire(token="", cookie=cookie))

    def test_is_another_in_every_run(self):
        os.mkdir(self.path("other"))
        with Studio(self.path("other")) as other:
            self.assertNotEqual(other.token, self.studio.token)
            self.assertEqual(len(other.token), 32)
            self.assertEqual(other.get("/", token=self.studio.token)[0], 403)

    def test_is_shut_to_pages_of_others(self):
        for origin in ("http://evil.example", "null", f"https://127.0.0.1:{self.studio.port}", "http://127.0.0.1:1"):
            self.assertEqual((origin, self.refused(origin=origin)), (origin, 403))
            self.assertEqual(self.studio.get("/", token=self.studio.token, Origin=origin)[0], 403)
        self.assert_alive(self.wire(origin=f"http://localhost:{self.studio.port}"))

    def test_is_shut_to_names_of_others_that_lead_here(self):
        for host in ("evil.example", f"evil.example:{self.studio.port}", "127.0.0.1", "localhost:1", "[::1]"):
            self.assertEqual((host, self.refused(host=host)), (host, 403))
            self.assertEqual(self.studio.get("/", token=self.studio.token, Host=host)[0], 403)
        self.assert_alive(self.wire(host=f"localhost:{self.studio.port}"))

    def test_is_on_the_loopback_interface_only(self):
        port, listening = f"{self.studio.port:04X}", "0A"
        with open("/proc/net/tcp") as file:
            rows = [line.split() for line in file.readlines()[1:]]
        places = [row[1].split(":") for row in rows if row[3] == listening]
        self.assertEqual([address for address, its_port in places if its_port == port], ["0100007F"])

    def test_says_what_it_refused_and_no_secrets(self):
        self.studio.get("/?token=wrong")
        self.studio.get("/?token=" + self.studio.token, Host="evil.example")
        self.studio.get("/?token=" + self.studio.token, Origin="http://evil.example")
        said = self.studio.said()
        self.assertIn("refused: the token is missing or wrong\n", said)
        self.assertIn("refused: Host 'evil.example' is not this server\n", said)
        self.assertIn("refused: Origin 'http://evil.example' is not this server\n", said)
        self.assertNotIn(self.studio.token, said)

    def test_counts_what_it_does_not_say(self):
        for _ in range(200):
            self.studio.get("/")
        self.studio.__exit__()
        lines = [line for line in self.studio.said().splitlines() if "refused" in line]
        told = sum(int(line.split()[3]) if line.endswith("more") else 1 for line in lines)
        self.assertEqual(told, 200)
        self.assertLess(len(lines), 100)


class Pages(WithStudio):
    def test_are_kept_by_nobody_framed_by_nobody_and_run_no_code_of_others(self):
        _, headers, _ = self.studio.get("/", token=self.studio.token)
        self.assertEqual(headers["Cache-Control"], "no-store")
        self.assertEqual(headers["X-Content-Type-Options"], "nosniff")
        self.assertEqual(headers["Referrer-Policy"], "no-referrer")
        policy = dict(part.strip().split(" ", 1) for part in headers["Content-Security-Policy"].split(";"))
        self.assertEqual(policy["default-src"], "'none'")
        self.assertEqual(policy["frame-ancestors"], "'none'")
        self.assertNotIn("unsafe", policy["script-src"])
        self.assertNotIn("*", headers["Content-Security-Policy"])

    def test_have_the_pictures_of_the_gallery(self):
        for example in self.wire().ask("examples")["examples"]:
            status, headers, body = self.studio.get(f"/examples/{example['name']}.png", token=self.studio.token)
            self.assertEqual((example["name"], status), (example["name"], 200))
            self.assertEqual(headers["Content-Type"], "image/png")
            self.assertEqual(body[:8], b"\x89PNG\r\n\x1a\n")
            with open(os.path.join(self.root(), "examples", example["name"], "picture.png"), "rb") as file:
                self.assertEqual(body, file.read())

    def root(self):
        return os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..")

    def test_are_no_files(self):
        for path in ("/etc/passwd", "/../../../etc/passwd", "/examples/../../../etc/passwd", "/examples/.png", "/examples/%2e%2e/x.png",
                     "/examples/four_bar", "/examples/nothing.png", "/favicon.ico", "/socket/", "//", "/studio.log"):
            self.assertEqual((path, self.studio.get(path, token=self.studio.token)[0]), (path, 404))
        self.assertEqual(self.studio.get("/socket", token=self.studio.token)[0], 426)
        for method in ("POST", "PUT", "DELETE", "OPTIONS", "HEAD"):
            self.assertEqual((method, self.studio.get("/", token=self.studio.token, method=method)[0]), (method, 405))


class Requests(WithStudio):
    def answer_to(self, data):
        with self.studio.raw(data) as connection:
            with contextlib.suppress(ConnectionError):
                return connection.recv(100).split(b"\r\n")[0]

    def test_that_are_none_are_refused(self):
        chance = random.Random(1)
        good = f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{self.studio.port}\r\n"
        self.assertEqual(self.answer_to(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"), b"HTTP/1.1 400 Bad Request")
        self.assertEqual(self.answer_to(b"GET / HTTP/9.9\r\n\r\n"), b"HTTP/1.1 400 Bad Request")
        self.assertEqual(self.answer_to((good + "X: " + "x" * 20000).encode()), b"HTTP/1.1 400 Bad Request")
        self.assertEqual(self.answer_to((good + "A: b\r\n" * 5000).encode()), b"HTTP/1.1 400 Bad Request")
        self.assertEqual(self.answer_to((good + "Content-Length: 9999999999\r\n\r\n").encode()), b"HTTP/1.1 400 Bad Request")
        self.assertEqual(self.answer_to((good + f"Host: localhost:{self.studio.port}\r\n\r\n").encode()), b"HTTP/1.1 400 Bad Request")
        self.assertEqual(self.answer_to(b"GET / HTTP/1.0\r\n\r\n"), b"HTTP/1.1 403 Forbidden")
        for _ in range(200):
            self.answer_to(chance.randbytes(chance.randrange(1, 3000)) + b"\r\n\r\n")
        self.assert_alive()

    def test_that_are_never_finished_are_given_up(self):
        slow = self.studio.raw(b"GET / HTTP/1.1\r\nHost: ")
        silent = self.studio.raw()
        self.assert_alive()
        for connection in (slow, silent):
            self.assertEqual(connection.recv(100), b"")
            connection.close()
        # The connection is shut before its end is told.
        eventually(lambda: "refused: a request was not finished in time" in self.studio.said())


class Messages(WithStudio):
    def setUp(self):
        super().setUp()
        self.writer = self.wire()
        self.writer.message("welcome", writer=True)

    def test_that_are_too_long_close_the_connection(self):
        self.assertFalse(self.ask_raw(self.writer, " " * (15 << 20))["ok"])
        watcher = self.wire()
        watcher.message("welcome", writer=False)
        self.assertFalse(self.ask_raw(watcher, " " * 1000000)["ok"])
        self.send_all(watcher, b" " * ((1 << 20) + 1))
        self.assertEqual(watcher.close_code(), 1009)
        self.send_all(self.writer, b" " * ((16 << 20) + 1))
        self.assertEqual(self.writer.close_code(), 1009)
        self.assert_alive()

    def ask_raw(self, wire, text):
        wire.socket.send(text)
        return wire.message("answer")

    @staticmethod
    def send_all(wire, text):
        """The server may close before it has heard it all."""
        with contextlib.suppress(ConnectionError):
            wire.socket.send(text)

    def test_that_are_no_commands_are_answered_and_change_nothing(self):
        for text in ("", " ", "hello", "{", "null", "[]", "7", '""', "{}", '{"do": 7}', '{"do": "fly"}', '{"id": 1, "do": null}',
                     '{"id": 1, "do": "speed", "value": 1e999}', '{"id": 1, "do": "speed", "value": "NaN"}',
                     "[" * 100000, '{"a":' * 100000, '{"id": 1, "do": "open", "text": "\\u0000"}',
                     '{"id": 1, "do": "edit", "text": "' + "x" * 100000 + '"}', '{"id": 1, "do": "grab", "object": 7}',
                     '{"id": 1, "do": "save", "file": "\\ud800.json"}'):
            answer = self.ask_raw(self.writer, text)
            self.assertFalse(answer["ok"], text[:100])
            self.assertTrue(answer["error"]["message"], text[:100])
            self.assertNotIn("\n", answer["error"]["message"].strip(), text[:100])
        self.assertIsNone(self.writer.message("status")["undo"])
        self.assert_alive(self.writer)

    def test_in_bytes_are_not_understood(self):
        wire = self.wire()
        wire.socket.send_binary(b"\x00\x01\x02")
        self.assertEqual(wire.close_code(), 1003)
        self.assert_alive(self.writer)

    def test_that_break_the_rules_of_web_sockets_close_the_connection(self):
        text, masked = 0x81, 0x80
        broken = {
            "reserved bits": bytes([text | 0x70, masked, 0, 0, 0, 0]),
            "reserved opcode": bytes([0x83, masked, 0, 0, 0, 0]),
            "not masked": bytes([text, 5]) + b"hello",
            "control frame in parts": bytes([0x09, masked, 0, 0, 0, 0]),
            "long control frame": bytes([0x89, masked | 126, 0, 200]) + bytes(204),
            "length with its highest bit": bytes([text, masked | 127]) + b"\xff" * 8 + bytes(4),
            "continuation of nothing": bytes([0x80, masked, 0, 0, 0, 0]),
            "close with a code of nobody": bytes([0x88, masked | 2]) + bytes(4) + struct.pack(">H", 1005),
        }
        for what, data in broken.items():
            wire = self.wire()
            wire.socket.sock.sendall(data)
            self.assertIn(wire.close_code(), (1002, 1009, None), what)
        wire = self.wire()
        wire.socket.send_frame(websocket.ABNF.create_frame(b"\xc3\x28", websocket.ABNF.OPCODE_TEXT))
        self.assertIn(wire.close_code(), (1007, None))
        self.assert_alive(self.writer)

    def test_of_noise_harm_nobody_else(self):
        chance = random.Random(2)
        for _ in range(100):
            request = UPGRADE.format(token=self.studio.token, port=self.studio.port).encode()
            with self.studio.raw(request) as connection:
                with contextlib.suppress(ConnectionError):
                    connection.recv(1000)
                    connection.sendall(chance.randbytes(chance.randrange(1, 2000)))
        self.assert_alive(self.writer)


class Crowds(WithStudio):
    SEATS = 64

    @classmethod
    def setUpClass(cls):
        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))

    def test_of_1000_connections_do_not_stop_it(self):
        writer = self.wire()
        with contextlib.ExitStack() as crowd:
            for _ in range(1000):
                crowd.enter_context(self.studio.raw())
            self.assert_alive(writer)
        eventually(self.is_let_in)
        self.assertIn("refused: too many connections", self.studio.said())

    def is_let_in(self):
        with contextlib.suppress(ConnectionError):
            return self.studio.get("/", token=self.studio.token)[0] == 200

    def test_of_1000_clients_get_the_seats_there_are(self):
        writer = self.wire()
        writer.message("welcome", writer=True)
        welcome, refused = [], 0
        for _ in range(999):
            try:
                welcome.append(self.wire())
            except websocket.WebSocketBadStatusException as e:
                self.assertEqual(e.status_code, 503)
                refused += 1
        self.assertEqual((len(welcome), refused), (self.SEATS - 1, 1000 - self.SEATS))
        self.assert_alive(writer)
        self.assert_alive(welcome[-1])
        self.assertIn("refused: too many clients", self.studio.said())
        for wire in welcome:
            wire.socket.sock.close()
        eventually(self.has_a_seat)

    def has_a_seat(self):
        with contextlib.suppress(websocket.WebSocketBadStatusException):
            return self.wire().message("welcome")


class Files(WithStudio):
    def setUp(self):
        super().setUp()
        self.writer = self.wire()

    def test_outside_of_the_folder_are_neither_read_nor_written(self):
        outside = os.path.join(os.path.dirname(self.folder.name), "outside_" + os.path.basename(self.folder.name) + ".json")
        with open(outside, "w") as file:
            file.write("{}")
        self.addCleanup(os.unlink, outside)
        os.symlink(outside, self.path("link.json"))
        os.symlink("/nowhere/x.json", self.path("dangling.json"))
        before = sorted(os.listdir(self.folder.name))
        for name in ("../" + os.path.basename(outside), outside, "link.json", "dangling.json", "/etc/passwd", "..", ".", "",
                     "a/b.json", "..\\x.json", "studio.log", ".holon-studio/autosave.json", ".hidden.json", "x.json\u0000.txt", "x.txt",
                     "x" * 300 + ".json"):
            for command in ("open", "save"):
                answer = self.writer.ask(command, file=name)
                self.assertFalse(answer["ok"], (command, name))
                self.assertTrue(answer["error"]["message"], (command, name))
        with open(outside) as file:
            self.assertEqual(file.read(), "{}")
        self.assertEqual(sorted(os.listdir(self.folder.name)), before)
        self.assert_alive(self.writer)

    def test_are_not_included_from_outside(self):
        self.write("scene.json", '{"format": "holon-scene", "version": 1, "include": ["../../etc/passwd"], "objects": []}')
        self.assertFalse(self.writer.ask("open", file="scene.json")["ok"])
        self.assertFalse(self.writer.ask("open", text=self.text("scene.json"), name="scene.json")["ok"])
        self.write("part.json", '{"format": "holon-scene", "version": 1, "objects": [{"name": "bob", "kind": "particle", "mass": 1}]}')
        self.write("whole.json", '{"format": "holon-scene", "version": 1, "include": ["part.json"], "objects": []}')
        answer = self.writer.ask("open", file="whole.json")
        self.assertTrue(answer["ok"], answer)
        self.assertTrue(self.writer.ask("inspect", name="bob")["ok"])

    def text(self, name):
        with open(self.path(name)) as file:
            return file.read()

    def test_that_were_saved_can_be_opened(self):
        self.assertTrue(self.writer.ask("save", file="mine ä.json")["ok"])
        self.assertIn("mine ä.json", self.writer.ask("files")["files"])
        self.assertTrue(self.writer.ask("open", file="mine ä.json")["ok"])
        self.assert_alive(self.writer)

    def test_of_robots_are_imported_with_a_report(self):
        self.write("arm.urdf", '<robot name="r"><link name="a"><inertial><mass value="1"/>'
                               '<inertia ixx="1" iyy="1" izz="1"/></inertial></link><odd/></robot>')
        answer = self.writer.ask("open", file="arm.urdf")
        self.assertTrue(answer["ok"], answer)
        self.assertTrue(any("odd" in line for line in answer["report"]), answer["report"])
        self.assertFalse(self.writer.ask("save", file="arm.urdf")["ok"])
        self.write("arm.urdf", "<robot><link/></robot>")
        answer = self.writer.ask("open", file="arm.urdf")
        self.assertFalse(answer["ok"])
        self.assertIn("arm.urdf", answer["error"]["message"] + " ".join(answer["error"]["problems"]))


if __name__ == "__main__":
    unittest.main()
