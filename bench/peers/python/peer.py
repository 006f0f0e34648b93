# SPDX-License-Identifier: Apache-2.0
"""Peers from PyPI: same scenes, options and JSON line as the C++ peers (see ../peer.h), and
--engine drake|pinocchio|exudyn. Time is taken around calls that make many steps inside the
engine; peer_pinocchio.py says what is done where there is no such call."""

import argparse
import importlib
import json
import math
import os

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):  # read when the engine is loaded
    os.environ[variable] = "1"

from measure import measure  # noqa: E402
from scene import BUILDERS, make_scene  # noqa: E402

# Module of this folder and class of each engine.
ENGINES = {
    "drake": ("peer_drake", "Drake"),
    "pinocchio": ("peer_pinocchio", "Pinocchio"),
    "exudyn": ("peer_exudyn", "Exudyn"),
}


def positive(text):
    """A positive number or a fraction such as 1/60."""
    above, _, below = text.partition("/")
    try:
        x = float(above) / float(below or 1)
    except (ValueError, ZeroDivisionError):
        x = math.nan
    if not 0 < x < math.inf:
        raise argparse.ArgumentTypeError(f"{text}: should be a positive number")
    return x


def count(text):
    x = positive(text)
    if not (x.is_integer() and x <= 1e8):
        raise argparse.ArgumentTypeError(f"{text}: should be a whole number from 1 to 1e8")
    return int(x)


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    add = parser.add_argument
    add("--engine", choices=ENGINES, required=True)
    add("--scene", choices=BUILDERS, default="chain")
    add("--solver", default="", help="default: the first that the engine's file names")
    add("--n", type=count, default=10)
    add("--h", type=positive, default=1e-3, help="s, step")
    add("--t", type=positive, default=1.0, help="s, simulated time")
    add("--max_s", type=positive, default=60.0, help="s, give up after so long in the loop")
    add("--iters", type=count, default=0, help="of an iterative solver")
    add("--tol", type=positive, default=0.0, help="of an error-controlled integrator")
    options = parser.parse_args()
    if options.t < options.h:
        parser.error("--t should not be less than --h")
    return parser, options


def main():
    parser, options = parse_arguments()
    module, name = ENGINES[options.engine]
    engine = getattr(importlib.import_module(module), name)
    for option in ("iters", "tol"):
        if getattr(options, option) and option not in engine.takes:
            parser.error(f"there is no --{option} in this engine")
    options.solver = options.solver or engine.default_solver
    try:
        scene = make_scene(options.scene, options.n)
    except ValueError as mistake:
        parser.error(str(mistake))
    print(json.dumps(measure(engine, scene, options)))


if __name__ == "__main__":
    main()
