# SPDX-License-Identifier: Apache-2.0
"""`holon convert` as a person meets it."""

import json
import os
import unittest

from cli_testing import ROOT, InFolder, holon

DATA = os.path.join(ROOT, "holon", "import", "testdata")


class Convert(InFolder):
    def test_makes_a_scene_that_runs(self):
        scene = self.path("scene.json")
        result = holon("convert", os.path.join(DATA, "four_bar.xml"), scene)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stdout, "")
        self.assertIn("connect 'ground2': point_to_point", result.stderr)
        self.assertIn("ignored (3)\n", result.stderr)
        result = holon("run", scene, "--duration", "0.1", "--json", "--quiet")
        self.assertEqual(result.returncode, 0, result.stderr)

    def test_writes_to_the_standard_output_and_the_report_to_a_file(self):
        report = self.path("report.json")
        result = holon("convert", os.path.join(DATA, "pendulum.urdf"), "-", "--fixed-base", "--report", report)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stderr, "")
        self.assertEqual([o["name"] for o in json.loads(result.stdout)["objects"]], ["rod"])
        with open(report) as file:
            notes = json.load(file)
        self.assertEqual(sorted(notes), ["approximated", "ignored", "used"])
        self.assertEqual(notes["ignored"], [])
        self.assertEqual([n["line"] for n in notes["used"]], [3, 4, 5, 16])

    def test_strict_writes_nothing_unless_all_was_used(self):
        scene = self.path("scene.json")
        result = holon("convert", os.path.join(DATA, "four_bar.xml"), scene, "--strict")
        self.assertEqual(result.returncode, 3)
        self.assertIn("0 approximated and 3 ignored: nothing is written, because of --strict", result.stderr)
        self.assertFalse(os.path.exists(scene))
        exact = self.path("exact.urdf")
        with open(exact, "w") as file:
            file.write('<robot name="r"><link name="a"><inertial><mass value="1"/>'
                       '<inertia ixx="1" iyy="1" izz="1"/></inertial></link></robot>')
        self.assertEqual(holon("convert", exact, scene, "--strict").returncode, 0)

    def test_takes_over_what_touches_only_if_it_is_told_to(self):
        robot = self.path("robot.urdf")
        with open(robot, "w") as file:
            file.write('<robot name="r"><link name="a"><collision><geometry><sphere radius="0.5"/></geometry></collision></link></robot>')
        self.assertNotIn("collision", holon("convert", robot, "-").stdout)
        result = holon("convert", robot, "-", "--collisions")
        self.assertIs(json.loads(result.stdout)["objects"][0]["collision"], True, result.stderr)

    def test_finds_meshes_in_packages(self):
        robot = self.path("robot.urdf")
        with open(robot, "w") as file:
            file.write('<robot name="r"><link name="a"><collision><geometry>'
                       '<mesh filename="package://shapes/cube.obj"/></geometry></collision></link></robot>')
        result = holon("convert", robot, "-")
        self.assertEqual(result.returncode, 3)
        self.assertIn("robot.urdf:1:59: package 'shapes' is not found: say where it is with --package shapes=FOLDER",
                      result.stderr)
        result = holon("convert", robot, "-", "--package", "shapes=" + DATA, "--density", "10")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(json.loads(result.stdout)["objects"][0]["density"], 10)

    def test_mistakes_are_told_with_their_places(self):
        result = holon("convert", os.path.join(DATA, "wrong.urdf"), self.path("scene.json"))
        self.assertEqual(result.returncode, 3)
        self.assertIn("wrong.urdf:7:13: there is no link 'bas' (did you mean 'base'?)", result.stderr)
        self.assertEqual(len(result.stderr.splitlines()), 8)
        self.assertEqual(holon("convert", "nowhere.urdf", "-").returncode, 3)
        self.assertEqual(holon("convert", os.path.join(DATA, "arm.xml"), "-", "--package", "x").returncode, 2)
        self.assertEqual(holon("convert", os.path.join(DATA, "arm.xml"), "/nowhere/scene.json").returncode, 2)

    def test_a_scene_is_written_as_it_is(self):
        scene, again = self.path("scene.json"), self.path("again.json")
        self.assertEqual(holon("convert", os.path.join(DATA, "gripper.urdf"), scene).returncode, 0)
        self.assertEqual(holon("convert", scene, again).returncode, 0)
        with open(scene) as one, open(again) as other:
            self.assertEqual(one.read(), other.read())


if __name__ == "__main__":
    unittest.main()
