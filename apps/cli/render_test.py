#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Pictures, films and models made by `holon render`. Usage: render_test.py HOLON SOURCE_DIR"""

import json
import os
import struct
import subprocess
import sys
import tempfile
import unittest

import numpy

HOLON, SOURCE = sys.argv[1], sys.argv[2]
PENDULUM = os.path.join(SOURCE, "models", "pendulum.json")
SMALL = ["--size", "320x180", "--quiet"]


def holon(*arguments, path=None):
    environment = dict(os.environ, PATH=path) if path is not None else None
    return subprocess.run([HOLON, *arguments], capture_output=True, text=True, env=environment)


def probe(file):
    """What ffprobe tells of a film, every picture counted."""
    out = subprocess.run(["ffprobe", "-v", "error", "-count_frames", "-show_streams", "-of", "json", file],
                         capture_output=True, text=True, check=True).stdout
    return json.loads(out)["streams"][0]


def pixels(file, at=0):
    """The colours of picture number `at`, as rows of red, green, blue."""
    stream = probe(file)
    raw = subprocess.run(["ffmpeg", "-v", "error", "-i", file, "-vf", f"select=eq(n\\,{at})", "-frames:v", "1",
                          "-f", "rawvideo", "-pix_fmt", "rgb24", "-"], capture_output=True, check=True).stdout
    return numpy.frombuffer(raw, numpy.uint8).reshape(stream["height"], stream["width"], 3).astype(int)


class Render(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def file(self, name):
        return os.path.join(self.folder.name, name)

    def render(self, name, *options, scene=PENDULUM):
        done = holon("render", scene, "-o", self.file(name), *options)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout, "")
        return self.file(name)

    def test_a_picture_shows_bodies_on_their_ground(self):
        light = pixels(self.render("light.png", "--at", "1", "--duration", "2", *SMALL))
        self.assertEqual(light.shape, (180, 320, 3))
        ground = light[5, 5]
        self.assertGreater(ground.min(), 230)
        # the upper rod is blue: on the shaded and on the bright side blue leads red
        blue = (light[:, :, 2] - light[:, :, 0] > 25).sum()
        self.assertGreater(blue, 100)
        # the arrows have the hue of constraint forces, #D06A00, mixed with what is beside their thin lines
        red, green, blue = light[:, :, 0], light[:, :, 1], light[:, :, 2]
        orange = (red - blue > 80) & (abs((green - blue) - 0.51 * (red - blue)) < 12)
        self.assertGreater(orange.sum(), 10)
        dark = pixels(self.render("dark.png", "--at", "1", "--duration", "2", "--theme", "dark", *SMALL))
        self.assertLess(dark[5, 5].max(), 60)

    def test_the_same_command_makes_the_same_picture(self):
        options = ["--at", "0.5", "--duration", "1", *SMALL]
        with open(self.render("a.png", *options), "rb") as a, open(self.render("b.png", *options), "rb") as b:
            self.assertEqual(a.read(), b.read())

    def test_views_and_times_change_the_picture(self):
        options = ["--duration", "2", *SMALL]
        front = pixels(self.render("front.png", "--at", "1", "--view", "front", *options))
        top = pixels(self.render("top.png", "--at", "1", "--view", "top", *options))
        later = pixels(self.render("later.png", "--at", "1.5", "--view", "front", *options))
        self.assertGreater((front != top).any(axis=2).sum(), 1000)
        self.assertGreater((front != later).any(axis=2).sum(), 300)

    def test_arrows_and_floor_can_be_hidden(self):
        options = ["--at", "1", "--duration", "2", *SMALL]

        def orange_in(name, *more):
            picture = pixels(self.render(name, *options, *more))
            return (picture[:, :, 0] - picture[:, :, 2] > 150).sum()  # the red of the x axis is paler

        self.assertGreater(orange_in("with.png"), 10)
        # neither arrows nor what their lengths mean
        self.assertEqual(orange_in("without.png", "--hide", "arrows,joints"), 0)
        self.assertGreater(orange_in("bare.png", "--hide", "floor", "--hide", "joints"), 10)
        plain, bare = pixels(self.file("with.png")), pixels(self.file("bare.png"))
        self.assertGreater((plain != bare).any(axis=2).sum(), 300)

    def test_a_view_that_follows_keeps_its_object_in_the_middle(self):
        scene = self.file("cart.json")
        with open(scene, "w", encoding="utf-8") as f:
            json.dump({"format": "holon-scene", "version": 1, "dt": 0.01, "duration": 10, "objects": [
                {"kind": "rigid_body", "name": "cart", "mass": 1, "velocity": [30, 0, 0], "position": [0, 0, 0.5],
                 "shape": {"kind": "box", "size": [1, 1, 1]}, "looks": {"colour": "#00C000"}}],
                "views": [{"name": "along", "from": [0, -9, 3], "to": [0, 0, 0.5], "height": 3, "follow": "cart"}]}, f)
        picture = pixels(self.render("cart.png", "--at", "9", *SMALL, scene=scene))
        rows, columns = numpy.nonzero(picture[:, :, 1] - picture[:, :, 0] > 60)
        self.assertLess(abs(columns.mean() - 160), 8)
        self.assertLess(abs(rows.mean() - 90), 16)
        self.assertGreater(numpy.ptp(columns), 60)

    def test_a_fast_film_has_fewer_pictures(self):
        stream = probe(self.render("fast.mp4", "--duration", "2", "--fps", "10", "--speed", "4", *SMALL))
        # 0, 0.4, ... 2.0 s
        self.assertEqual(int(stream["nb_read_frames"]), 6)
        self.assertEqual(stream["r_frame_rate"], "10/1")

    def test_films_have_as_many_pictures_as_they_should(self):
        for name, codec in ("film.mp4", "h264"), ("film.webm", "vp9"):
            film = self.render(name, "--duration", "0.5", "--fps", "20", *SMALL)
            stream = probe(film)
            # from 0 s to 0.5 s, both included
            self.assertEqual(int(stream["nb_read_frames"]), 11)
            self.assertEqual(stream["codec_name"], codec)
            self.assertEqual(stream["r_frame_rate"], "20/1")
            self.assertGreater(numpy.abs(pixels(film, 0) - pixels(film, 10)).max(), 60)

    def test_a_film_of_odd_size_is_made_even(self):
        stream = probe(self.render("odd.mp4", "--duration", "0.1", "--fps", "10", "--size", "321x181", "--quiet"))
        self.assertEqual((stream["width"], stream["height"]), (322, 182))

    def test_a_model_moves_as_the_run_does(self):
        with open(self.render("model.glb", "--duration", "1", "--fps", "20"), "rb") as f:
            data = f.read()
        self.assertEqual(data[:4], b"glTF")
        length = struct.unpack_from("<I", data, 12)[0]
        root = json.loads(data[20:20 + length])
        names = [n.get("name") for n in root["nodes"]]
        channels = root["animations"][0]["channels"]
        sampler = next(c["sampler"] for c in channels if c["target"] == {"node": names.index("upper"), "path": "translation"})
        sampler = root["animations"][0]["samplers"][sampler]

        def numbers(accessor):
            view = root["bufferViews"][root["accessors"][accessor]["bufferView"]]
            return numpy.frombuffer(data, "<f4", view["byteLength"] // 4, 28 + length + view["byteOffset"])

        times, keys = numbers(sampler["input"]), numbers(sampler["output"]).reshape(-1, 3)
        table = holon("run", PENDULUM, "--duration", "1", "--record", "-", "--signals", "upper.x,upper.y,upper.z", "--quiet")
        rows = numpy.array([line.split(",") for line in table.stdout.splitlines()[2:]], float)
        for t, key in zip(times, keys):
            row = rows[numpy.argmin(abs(rows[:, 0] - t))]
            numpy.testing.assert_allclose(key, row[1:], atol=1e-6)  # of 4-byte floats

    def test_mistakes_are_named(self):
        for arguments, message in (
            (["-o", "film.gif"], "cannot tell from the name"),
            (["-o", "a.png", "--size", "big"], "WIDTHxHEIGHT"),
            (["-o", "a.png", "--size", "320x0"], "WIDTHxHEIGHT"),
            (["-o", "a.mp4", "--at", "1"], "--at is for pictures"),
            (["-o", "a.png", "--speed", "2"], "--speed is for films"),
            (["-o", self.file("a.png"), "--hide", "bodies", "--duration", "0.1", *SMALL], "nothing named 'bodies'"),
            (["-o", self.file("a.png"), "--view", "behind", "--duration", "0.1", *SMALL], "no view 'behind'"),
            (["-o", "/nowhere/a.png", "--duration", "0.1", *SMALL], "cannot write '/nowhere/a.png'"),
        ):
            done = holon("render", PENDULUM, *arguments)
            self.assertEqual(done.returncode, 2, arguments)
            self.assertIn(message, done.stderr)

    def test_missing_programs_are_named_with_their_packages(self):
        short = ["--duration", "0.1", *SMALL]
        done = holon("render", PENDULUM, "-o", self.file("a.png"), *short, path=self.folder.name)
        self.assertEqual(done.returncode, 2)
        self.assertIn("Debian package 'chromium'", done.stderr)
        done = holon("render", PENDULUM, "-o", self.file("a.mp4"), *short, path=self.folder.name)
        self.assertEqual(done.returncode, 2)
        self.assertIn("Debian package 'ffmpeg'", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
