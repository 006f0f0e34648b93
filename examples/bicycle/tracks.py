#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Draws where the wheels of both bicycles touch the ground, as figure 5.5 of the thesis does: tracks.py tracks.svg"""
import pathlib
import sys

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import gallery  # noqa: E402
from parts import FRONT, REAR  # noqa: E402


def touch(run, wheel, radius):
    """x and y of the lowest point of a wheel: c - r d, d the direction upwards in its plane."""
    w, x, y, z = (run[f"{wheel}.q{k}"] for k in "wxyz")
    axle = np.stack([2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)])
    up = np.array([[0], [0], [1]]) - axle[2] * axle
    up /= np.linalg.norm(up, axis=0)
    return run[f"{wheel}.x"] - radius * up[0], run[f"{wheel}.y"] - radius * up[1]


def main():
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    run = gallery.run(HERE / "scene.json", signals="*/rear.*,*/front.*,*/lean.output", every=25)
    figure, axis = pyplot.subplots(figsize=(9, 4))
    for name, colour, aside in (("bent", "#5C7A98", 0), ("straight", "#B5483A", 2)):
        standing = abs(run[f"{name}/lean.output"]) < 1.0
        end = len(standing) if standing.all() else standing.argmin()
        for wheel, style in (("rear", "-"), ("front", ":")):
            x, y = (values[:end] for values in touch(run, f"{name}/{wheel}", REAR if wheel == "rear" else FRONT))
            axis.plot(x, y + aside, style, color=colour, linewidth=1, label=f"{name} fork, {wheel} wheel")
        if end < len(standing):
            axis.annotate("falls", (x[-1], y[-1] + aside), color=colour)
    axis.set_aspect("equal")
    axis.set_xlabel("x [m]")
    axis.set_ylabel("y [m], both from the same start")
    axis.legend(frameon=False)
    figure.savefig(sys.argv[1], bbox_inches="tight")


if __name__ == "__main__":
    main()
