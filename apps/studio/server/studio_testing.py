# SPDX-License-Identifier: Apache-2.0
"""What the tests of the studio's server share: a studio that runs, and wires to it. They are called with the
program and the folder of the project."""

import http.client
import json
import os
import signal
import socket
import struct
import subprocess
import sys
import time
import urllib.parse

import websocket

sys.path.insert(0, os.path.join(sys.argv[2], "apps", "cli"))
from cli_testing import HOLON, InFolder  # noqa: E402

RUNNING, REWOUND = 1, 2


class Frame:
    """The beginning of a frame, which is all that these tests look at."""

    def __init__(self, data):
        self.size = len(data)
        self.mark, self.revision, self.time, *_, self.flags = struct.unpack_from("<II4d2fI", data)
        assert self.mark == 0x464C4F48, "this is no frame"


class Wire:
    """A WebSocket to a studio."""

    def __init__(self, studio, token=None, **more):
        query = "" if token == "" else "?token=" + (token or studio.token)
        more.setdefault("origin", f"http://127.0.0.1:{studio.port}")
        self.socket = websocket.create_connection(f"ws://127.0.0.1:{studio.port}/socket{query}", timeout=60, **more)
        self.last_id = 0
        self.messages = []

    def close(self):
        self.socket.close(timeout=1)

    def next(self):
        """The next message as a dict, or the next frame."""
        while True:
            it = self.socket.recv_frame()
            if it.opcode == websocket.ABNF.OPCODE_CLOSE:
                raise Closed(struct.unpack(">H", it.data[:2])[0] if it.data else None)
            if it.opcode == websocket.ABNF.OPCODE_PING:
                self.socket.pong(it.data)
            elif it.opcode == websocket.ABNF.OPCODE_BINARY:
                return Frame(it.data)
            elif it.opcode == websocket.ABNF.OPCODE_TEXT:
                self.messages.append(json.loads(it.data))
                return self.messages[-1]

    def until(self, wanted):
        """The first message or frame from now on of which wanted(it) holds."""
        while True:
            it = self.next()
            if wanted(it):
                return it

    def message(self, kind, **fields):
        """The next message of this type in which these fields have these values."""
        return self.until(lambda it: isinstance(it, dict) and it["type"] == kind
                          and all(it.get(key) == value for key, value in fields.items()))

    def frame(self):
        return self.until(lambda it: isinstance(it, Frame))

    def say(self, do, **fields):
        self.last_id += 1
        self.socket.send(json.dumps({"id": self.last_id, "do": do, **fields}))
        return self.last_id

    def ask(self, do, **fields):
        """Says a command, and returns what is answered."""
        return self.message("answer", id=self.say(do, **fields))

    def close_code(self):
        """With which code the other side closes, None if it gives none, whatever it says before."""
        try:
            while True:
                self.next()
        except Closed as e:
            return e.code
        except (websocket.WebSocketConnectionClosedException, ConnectionError):
            return None


class Closed(Exception):
    def __init__(self, code):
        super().__init__(f"closed with {code}")
        self.code = code


class Studio:
    """A studio that runs until the `with` ends, if nobody ends it before."""

    def __init__(self, folder, *arguments):
        self.wires = []
        self.log = os.path.join(folder, "studio.log")
        with open(self.log, "a") as log:
            self.process = subprocess.Popen([HOLON, "studio", "--no-open", "--folder", folder, *arguments],
                                            stdout=subprocess.PIPE, stderr=log, text=True)
        self.address = self.process.stdout.readline().strip()
        assert self.address, self.said()
        parts = urllib.parse.urlsplit(self.address)
        self.port = parts.port
        self.token = urllib.parse.parse_qs(parts.query)["token"][0]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end(signal.SIGTERM)
        for wire in self.wires:
            wire.close()

    def end(self, number):
        """Ends it by a signal and returns its exit code. The wires to it can still be read."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        code = self.process.wait(timeout=60)
        self.process.stdout.close()
        return code

    def said(self):
        """What it has said on the standard error."""
        with open(self.log) as log:
            return log.read()

    def wire(self, **more):
        self.wires.append(Wire(self, **more))
        return self.wires[-1]

    def get(self, path, token=None, method="GET", **headers):
        """The answer to an HTTP request: status, headers and body."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.putrequest(method, path, skip_host="Host" in headers)
        if token:
            headers["Cookie"] = f"holon_studio_{self.port}={token}"
        for name, value in headers.items():
            connection.putheader(name, value)
        connection.endheaders()
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        return answer.status, answer.headers, body

    def raw(self, data=b""):
        """A connection over which this was sent."""
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=60)
        if data:
            connection.sendall(data)
        return connection


def eventually(condition, patience=60):
    """Waits for what has to come about; `patience` in seconds is far more than it ever takes."""
    end = time.monotonic() + patience
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(f"did not come about in {patience} s")
        time.sleep(0.01)


class WithStudio(InFolder):
    """Tests with a studio of their own."""

    arguments = ()

    def setUp(self):
        super().setUp()
        self.studio = Studio(self.folder.name, *self.arguments)
        self.addCleanup(self.studio.__exit__)

    def wire(self, **more):
        return self.studio.wire(**more)

    def assert_alive(self, wire=None):
        """Time goes on, and questions are answered."""
        wire = wire or self.wire()
        first = wire.frame().time
        wire.until(lambda it: isinstance(it, Frame) and it.time > first)
        self.assertTrue(wire.ask("examples")["ok"])


