#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Holds the door against its reduced equation of motion, and the torque of the hand against virtual work."""
import pathlib
import sys

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import gallery  # noqa: E402
from theory import DoorSpring  # noqa: E402

for settings in ({}, {"stiffness": 12, "damping": 2}, {"mount": 0.05, "rest": 0.1}):
    door = DoorSpring(**settings)
    run = gallery.run(signals="angle.output,hand.*,roller.error", duration=12, settings=settings)
    gallery.expect("torque of the hand that holds it open [N m]", run.at("hand.lambda0", 3.9), door.holding_torque(1.5), 1e-9,
                   f"virtual work, {settings or 'as it is'}")
    released = run["time"][np.argmax(run["hand.active"] < 0.5)] - (run["time"][1] - run["time"][0])
    times = np.arange(released, 12.0, 0.25)
    # a controller reads the angle at the start of a step: it is told one step late
    seen = np.interp(times + run["time"][1], run["time"], run["angle.output"])
    gallery.expect_below("largest difference of the closing door from the reduced equation [rad]",
                         np.abs(seen - door.closing(1.5, times - released)).max(), 2e-4, "(rate x step)^2, rates up to 3/s")
    gallery.expect_below("largest distance of the roller from its rail [m]", np.abs(run["roller.error"]).max(), 1e-9, "met at every step")
gallery.finish()
