#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Time for a step of chains of 1 to 100 cubes, as ratios (figure 5.2 of the thesis).

    scale.py                  a table
    scale.py --svg scale.svg  and a picture
"""
import argparse
import json
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import gallery  # noqa: E402


def chain(cubes):
    """The chain of appendix I, of any length."""
    objects, constraints, corner = [], [], [1, 1, 1]
    for i in range(cubes):
        objects.append({"kind": "rigid_body", "name": f"cube{i}", "mass": 1, "inertia": [1, 1, 1], "position": [-2 * i - 1] * 3})
        above = {"object": f"cube{i - 1}", "at": [-1, -1, -1]} if i else {"nail": [0, 0, 0]}
        constraints.append({"kind": "point_to_point", "a": above, "b": {"object": f"cube{i}", "at": corner}})
    return {"format": "holon-scene", "version": 1, "objects": objects, "constraints": constraints,
            "forces": [{"kind": "gravity", "g": [0, 0, -1]}]}


def step_time(cubes, steps):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "scene.json"
        path.write_text(json.dumps(chain(cubes)))
        return gallery.step_time(path, 0.02, steps)


def draw(path, sizes, times):
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, (left, right) = pyplot.subplots(1, 2, figsize=(9, 3.5))
    left.plot(sizes, [times[0] / t for t in times], "o-", color="#5C7A98")
    left.set_ylabel("steps per second, that of one cube = 1")
    right.plot(sizes, [n * times[0] / t for n, t in zip(sizes, times)], "o-", color="#5C7A98")
    right.set_ylabel("cubes per second, that of one cube = 1")
    right.set_ylim(bottom=0)
    for axis in (left, right):
        axis.set_xlabel("cubes")
    figure.savefig(path, bbox_inches="tight")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--svg")
    svg = parser.parse_args().svg
    sizes = (1, 2, 5, 10, 15, 20, 30, 50, 75, 100)
    times = [step_time(n, 100000 // n) for n in sizes]
    print("cubes  time for a step / that of one cube  the same for each cube")
    for n, t in zip(sizes, times):
        print(f"{n:5d}  {t / times[0]:35.2f}  {t / times[0] / n:22.2f}")
    if svg:
        draw(svg, sizes, times)


if __name__ == "__main__":
    main()
