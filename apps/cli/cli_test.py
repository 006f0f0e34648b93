# SPDX-License-Identifier: Apache-2.0
"""The command line as a person meets it: exit codes, what goes where, and mistakes."""

import base64
import csv
import json
import os
import re
import struct
import subprocess
import tempfile
import unittest

from cli_testing import HOLON, PENDULUM, ROOT, InFolder, holon, without_comments


class Run(InFolder):
    def test_records_the_signals_that_were_asked_for(self):
        out = self.path("out.csv")
        result = holon("run", PENDULUM, "--duration", "0.1", "--dt", "0.01", "--record", out, "--signals", "upper.x,nail.force")
        self.assertEqual(result.returncode, 0, result.stderr)
        with open(out) as file:
            head = file.readline()
            rows = list(csv.reader(file))
        head = json.loads(head.lstrip("# "))
        self.assertRegex(head["scene_hash"], "^[0-9a-f]{16}$")
        self.assertEqual((head["stepper"], head["dt"], head["units"]), ("projected", 0.01, ["s", "m", "N"]))
        self.assertEqual(rows[0], ["time", "upper.x", "nail.force"])
        self.assertEqual(len(rows), 1 + 11)
        self.assertAlmostEqual(float(rows[-1][0]), 0.1, places=12)

    def test_the_standard_output_is_data_only(self):
        result = holon("run", PENDULUM, "--duration", "0.05", "--record", "-", "--signals", "upper.z")
        self.assertEqual(result.returncode, 0)
        lines = result.stdout.splitlines()
        self.assertTrue(lines[0].startswith("# {"))
        self.assertEqual(lines[1], "time,upper.z")
        for line in lines[2:]:
            [float(x) for x in line.split(",")]
        self.assertEqual(result.stderr, "", "no progress off a terminal")

    def test_the_same_run_gives_the_same_bytes(self):
        runs = [holon("run", PENDULUM, "--duration", "0.2", "--record", "-", "--threads", n).stdout for n in ("1", "2")]
        self.assertEqual(runs[0], runs[1])

    def test_every_stepper_of_the_list_runs(self):
        steppers = [k["name"] for k in json.loads(holon("kinds", "--json").stdout) if k["group"] == "stepper"]
        self.assertIn("projected", steppers)
        for stepper in steppers:
            result = holon("run", PENDULUM, "--duration", "0.05", "--stepper", stepper, "--json")
            self.assertEqual(result.returncode, 0, stepper + result.stderr)
            self.assertTrue(json.loads(result.stdout)["ok"])

    def test_ends_with_a_certificate_if_asked(self):
        plain = holon("run", PENDULUM, "--duration", "0.2")
        told = holon("run", PENDULUM, "--duration", "0.2", "--certificate")
        self.assertEqual(told.returncode, 0, told.stderr)
        self.assertTrue(told.stdout.startswith(plain.stdout), "the run is the same")
        self.assertIn("energy change", told.stdout)
        result = holon("run", PENDULUM, "--duration", "0.2", "--certificate", "--json")
        certificate = json.loads(result.stdout)["certificate"]
        self.assertIn("elbow closes", certificate["does_work"])
        self.assertIn("velocity_damping#1 does work", certificate["does_work"])
        self.assertEqual(certificate["steps"], 100)
        self.assertEqual([len(certificate[k]) for k in ("momentum", "angular_momentum")], [3, 3])
        clash = holon("run", PENDULUM, "--certificate", "--record", "-")
        self.assertEqual(clash.returncode, 2)
        self.assertIn("--certificate", clash.stderr)

    def test_reads_the_standard_input(self):
        with open(PENDULUM) as file:
            result = holon("run", "-", "--duration", "0.01", stdin=file.read())
        self.assertEqual(result.returncode, 0, result.stderr)

    def test_the_page_stands_alone(self):
        page = self.path("page.html")
        result = holon("run", PENDULUM, "--duration", "0.2", "--page", page)
        self.assertEqual(result.returncode, 0, result.stderr)
        with open(page) as file:
            text = file.read()
        recording = re.search(r'<script id="recording"[^>]*>(.*?)</script>', text, re.S).group(1)
        data = json.loads(recording)
        self.assertEqual([o["name"] for o in data["objects"]], ["upper", "lower"])
        times = len(data["times"])
        for constraint in data["constraints"]:
            for values in ("error", "force", "torque"):  # floats of 4 bytes
                self.assertEqual(len(base64.b64decode(constraint[values])), 4 * times, constraint["name"])
        ends = struct.unpack(f"<{times}i", base64.b64decode(data["arrows"]["ends"]))
        self.assertGreaterEqual(ends[0], 2, "the weight of both rods")
        self.assertEqual(sorted(ends), list(ends))
        self.assertNotRegex(text, r'(src|href)="https?://')

    def test_a_bad_scene_leaves_no_output_behind(self):
        out = self.path("out.csv")
        result = holon("run", "-", "--record", out, stdin='{"format": "holon-scene", "version": 1, "dt": -1}')
        self.assertEqual(result.returncode, 3)
        self.assertIn("line 1, column 47", result.stderr)
        self.assertEqual(result.stdout, "")
        self.assertFalse(os.path.exists(out))

    def test_mistakes_on_the_command_line_exit_with_2(self):
        for arguments in (["run"], ["run", PENDULUM, "--dt", "-1"], ["fly"], ["run", PENDULUM, "--stepper", "rk5"],
                          ["run", PENDULUM, "--record", "-", "--signals", "nothing"], ["kinds", "rigidbody"],
                          ["run", PENDULUM, "--record", self.path("no/such/folder.csv")]):
            result = holon(*arguments)
            self.assertEqual(result.returncode, 2, arguments)
            self.assertTrue(result.stderr, arguments)
            self.assertEqual(result.stdout, "", arguments)

    def test_a_missing_file_exits_with_3(self):
        result = holon("run", "no-such-scene.json")
        self.assertEqual(result.returncode, 3)
        self.assertIn("no-such-scene.json", result.stderr)


class Check(unittest.TestCase):
    def test_says_what_is_there(self):
        result = holon("check", PENDULUM)
        self.assertEqual(result.returncode, 0)
        self.assertIn("2 objects with 12 degrees of freedom, 2 constraints", result.stdout)

    def test_tells_every_mistake_at_once(self):
        bad = '{"format": "holon-scene", "version": 1,\n "dt": 0,\n "stepper": "euller"}'
        result = holon("check", "-", stdin=bad)
        self.assertEqual(result.returncode, 3)
        self.assertIn("line 2, column 8: dt: must be positive", result.stderr)
        self.assertIn("line 3, column 13: stepper: no stepper 'euller' (did you mean 'euler'?)", result.stderr)


class Info(unittest.TestCase):
    def test_names_what_is_free_and_what_is_too_many(self):
        result = holon("info", os.path.join(ROOT, "models", "four_bar.json"))
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("crank turns about foot; with it coupler, rocker", result.stdout)
        self.assertIn("foot, knee, elbow, shoulder: 3 rows too many", result.stdout)

    def test_gives_the_same_to_programs(self):
        info = json.loads(holon("info", os.path.join(ROOT, "models", "overdone_gate.json"), "--json").stdout)
        self.assertEqual(info["degrees_of_freedom"], 0)
        self.assertEqual(info["redundant_rows"], 6)
        self.assertEqual([m["constraint"] for m in info["conflicts"][0]["members"]], ["stay", "prop"])
        self.assertAlmostEqual(info["conflicts"][0]["gap"], 0.2)
        self.assertEqual(info["redundancies"][0]["removable"], ["lower", "upper"])

    def test_a_bad_scene_exits_with_3(self):
        result = holon("info", "-", stdin="{}")
        self.assertEqual(result.returncode, 3)
        self.assertEqual(result.stdout, "")

    def test_the_book_shows_what_it_says(self):
        with open(os.path.join(ROOT, "docs", "book", "doctor.md"), encoding="utf-8") as file:
            shown = re.findall(r"```\n\$ holon info (\S+)\n(.*?)```", file.read(), re.S)
        self.assertEqual(len(shown), 2)
        for scene, text in shown:
            self.assertEqual(holon("info", os.path.join(ROOT, scene)).stdout, text)


class Kinds(unittest.TestCase):
    def test_lists_fields_with_their_meaning(self):
        result = holon("kinds", "distance")
        self.assertEqual(result.returncode, 0)
        self.assertIn("distance to keep [m]", result.stdout)

    def test_tells_rows_and_degrees_of_freedom(self):
        kinds = {(k["group"], k["name"]): k for k in json.loads(holon("kinds", "--json").stdout)}
        rows = ("position_rows", "one_sided_rows", "velocity_rows")
        for name, expected in (("point_to_curve", [2, 1, 0]), ("velocity_along", [0, 0, 1]), ("line_hinge", [5, 0, 0])):
            self.assertEqual([kinds["constraint", name][key] for key in rows], expected, name)
        self.assertEqual(kinds["object", "rigid_body"]["degrees_of_freedom"], 6)
        self.assertEqual(kinds["object", "parametric"]["min_degrees_of_freedom"], 1)
        for kind in (("curve", "helix"), ("surface", "torus_surface"), ("quantity", "twist"), ("collision_shape", "half_space")):
            self.assertIn(kind, kinds)

    def test_the_schema_accepts_the_models_and_refuses_mistakes(self):
        import jsonschema

        schema = json.loads(holon("schema").stdout)
        jsonschema.Draft202012Validator.check_schema(schema)
        validator = jsonschema.Draft202012Validator(schema)
        models = os.path.join(ROOT, "models")
        for name in sorted(os.listdir(models)):
            if name.endswith(".json"):
                errors = list(validator.iter_errors(without_comments(os.path.join(models, name))))
                self.assertEqual(errors, [], name)
        touching = without_comments(PENDULUM)
        touching["objects"].append({"kind": "rigid_body", "kinematic": True, "collision": {"shape": {"kind": "half_space"}, "friction": "1/2"}})
        touching["objects"].append({"kind": "rigid_body", "shape": {"kind": "box"}, "mass": 1, "collision": True})
        touching["objects"].append({"kind": "particle", "mass": 1, "collision": {"shapes": [{"shape": {"kind": "sphere"}, "at": [0, 0, 1]}]}})
        touching["material_pairs"] = [{"a": "steel", "b": "ice", "friction": 0.03}]
        self.assertEqual(list(validator.iter_errors(touching)), [])
        for change in ({"version": 2}, {"dt": True}, {"objets": []}, {"objects": [{"kind": "ball"}]}, {"material_pairs": [{"a": "ice"}]}):
            scene = {**without_comments(PENDULUM), **change}
            self.assertFalse(validator.is_valid(scene), change)


def pages():
    """Every page of text in the repository, and its lines outside of listings."""
    for folder in ("", "docs", "apps", "bench", "validation"):
        for path, folders, names in os.walk(os.path.join(ROOT, folder)):
            folders[:] = [] if folder == "" else [f for f in folders if f != "node_modules"]
            for name in sorted(names):
                if name.endswith(".md"):
                    page = os.path.join(path, name)
                    with open(page, encoding="utf-8") as file:
                        yield page, re.sub(r"```.*?```", "", file.read(), flags=re.S)


def anchors(text):
    """What headings are called in links."""
    heads = re.findall(r"^#+ (.*)$", text, re.M)
    return {re.sub(r"[^\w\- ]", "", head.lower()).strip().replace(" ", "-") for head in heads}


class Book(unittest.TestCase):
    def test_the_table_of_kinds_is_what_the_program_says(self):
        result = subprocess.run([os.path.join(ROOT, "tools", "kinds_table"), "--check", HOLON], capture_output=True, text=True)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)

    def test_the_pictures_are_as_they_are_drawn(self):
        committed = os.path.join(ROOT, "docs", "book", "pictures")
        with tempfile.TemporaryDirectory() as drawn:
            subprocess.run([os.path.join(ROOT, "tools", "kinds_pictures"), "--to", drawn], check=True)
            self.assertEqual(sorted(os.listdir(drawn)), sorted(os.listdir(committed)))
            for name in os.listdir(drawn):
                with open(os.path.join(drawn, name)) as a, open(os.path.join(committed, name)) as b:
                    self.assertTrue(a.read() == b.read(), name + " is stale: run tools/kinds_pictures")

    def test_links_lead_somewhere(self):
        texts = dict(pages())
        self.assertGreater(len(texts), 50)
        for page, text in texts.items():
            for link in re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(r'src="([^"]+)"', text):
                if re.match(r"[a-z]+:", link):
                    continue
                path, _, anchor = link.partition("#")
                target = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
                self.assertTrue(os.path.exists(target), f"{page}: {link}")
                if anchor:
                    self.assertIn(anchor, anchors(texts[target]), f"{page}: {link}")

    def test_what_is_cited_is_in_the_references(self):
        with open(os.path.join(ROOT, "docs", "book", "references.bib"), encoding="utf-8") as file:
            known = set(re.findall(r"@\w+\{(\w+),", file.read()))
        for page, text in pages():
            for key in re.findall(r"\[([A-Z][A-Za-z]+\d\d)\b[^\]]*\](?!\()", text):
                self.assertIn(key, known, page)

    def test_every_example_is_a_scene(self):
        checked = 0
        for group in ("constraint", "force", "controller", "curve", "surface"):
            folder = os.path.join(ROOT, "docs", "book", group + "s")
            for name in sorted(os.listdir(folder) if os.path.isdir(folder) else []):
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    for listing in re.findall(r"```json\n(.*?)```", file.read(), re.S):
                        result = holon("check", "-", stdin=scene_with(group, listing))
                        self.assertEqual(result.returncode, 0, name + "\n" + result.stderr)
                        checked += 1
        self.assertGreater(checked, 50)


def scene_with(group, listing):
    """A scene around what a page shows: one thing on each line, or one over several lines."""
    lines = listing.strip().splitlines()
    try:
        things = [json.loads(line) for line in lines]
    except json.JSONDecodeError:
        things = [json.loads(listing)]
    if group in ("curve", "surface"):
        things = [{"kind": f"point_to_{group}", "point": {"object": "bead"}, group: {group: thing}} for thing in things]
        group = "constraint"
    text = json.dumps(things)
    names = re.findall(r'"object": "(\w+)"', text) + re.findall(r'"signal": "(\w+)\.\w+"', text)
    for thing in things:
        names += thing.get("objects", [])
    objects = [{"kind": "rigid_body", "name": name, "mass": 1, "inertia": [1, 1, 1]} for name in sorted(set(names))]
    inputs = [{"kind": "input", "name": name} for name in sorted(set(re.findall(r'"controller": "(\w+)"', text)))]
    return json.dumps({"format": "holon-scene", "version": 1, "objects": objects, "controllers": inputs, group + "s": things})


if __name__ == "__main__":
    unittest.main()
