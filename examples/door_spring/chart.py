#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The design chart of the door spring: how hard it is to open, how fast it shuts and how far it swings through, over
stiffness and damping.

    chart.py                   sweep into out/door_spring.csv (goes on where it was stopped), and say what is best
    chart.py --svg chart.svg   and draw it
"""
import argparse
import csv
import pathlib
import sys

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import gallery  # noqa: E402

STIFFNESS, DAMPING = "stiffness=1:15:15", "damping=1:20:20"
OPENING, SHUT, THROUGH = "max(hand.lambda0)", "first_time_above(shut.output,0.5)", "min(angle.output)"


def sweep(table):
    """Columns of the table as grids, stiffness by damping."""
    table.parent.mkdir(exist_ok=True)
    gallery.command("sweep", HERE / "scene.json", "--over", STIFFNESS, "--over", DAMPING, "--measure", OPENING, "--measure", SHUT,
                    "--measure", THROUGH, "--duration", 20, "--out", table, "--quiet")
    with open(table) as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    number = [len({row[name] for row in rows}) for name in ("stiffness", "damping")]
    return {name: np.array([float(row[name] or "nan") for row in rows]).reshape(number) for name in ("stiffness", "damping", OPENING, SHUT, THROUGH)}


def draw(path, grid):
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axis = pyplot.subplots(figsize=(7.5, 5.5))
    k, c = grid["stiffness"], grid["damping"]
    shut = axis.contourf(k, c, grid[SHUT] - 4, levels=[0, 1, 1.5, 2, 3, 4, 6, 8, 12, 16], cmap="Blues")
    figure.colorbar(shut, label="shut after [s]")
    through = axis.contour(k, c, -np.degrees(grid[THROUGH]), levels=[1, 5, 10, 20, 30], colors="#B5483A")
    axis.clabel(through, fmt=lambda x: f"swings through by {x:.0f}°", fontsize=8)
    opening = axis.contour(k, c, grid[OPENING], levels=[10, 20, 30, 40], colors="#33404D", linestyles="dashed")
    axis.clabel(opening, fmt=lambda x: f"{x:.0f} N m to open", fontsize=8)
    axis.set_xlabel("stiffness [N m/rad]")
    axis.set_ylabel("damping [N m s/rad]")
    figure.savefig(path, bbox_inches="tight")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--svg")
    svg = parser.parse_args().svg
    grid = sweep(gallery.ROOT / "out" / "door_spring.csv")
    good = (grid[THROUGH] > -np.radians(1)) & (grid[OPENING] < 30)
    best = np.unravel_index(np.nanargmin(np.where(good, grid[SHUT], np.nan)), good.shape)
    print(f"{good.sum()} of {good.size} swing through by less than 1 degree and open with less than 30 N m; the fastest of them:")
    print(f"stiffness {grid['stiffness'][best]:g} N m/rad, damping {grid['damping'][best]:g} N m s/rad: shut {grid[SHUT][best] - 4:.2f} s after "
          f"the hand lets go, {grid[OPENING][best]:.1f} N m to open, through by {-np.degrees(grid[THROUGH][best]):.2f} degrees")
    if svg:
        draw(svg, grid)


if __name__ == "__main__":
    main()
