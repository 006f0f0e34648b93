# SPDX-License-Identifier: Apache-2.0
"""The measuring loop of ../peer.cpp."""

import gc
import json
import math
import sys
import time

import numpy as np


MARKS = (1, 2, 5)  # s, where the last body's position is kept


def cannot(why):
    """Ends the program on a scene or a solver that the engine does not have."""
    print(json.dumps({"cannot": why}))
    sys.exit(3)


def check_solver(name, known):
    if name not in known:
        cannot(f"no solver '{name}' (there are {', '.join(known)})")


class Engine:
    """What an engine does: translates the scene, steps, and tells where its bodies are."""

    takes = ()  # which of iters, tol mean something to it
    default_solver = ""

    def __init__(self, scene, options):
        """Builds the model; calls cannot() on what the engine does not have."""
        self.scene = scene
        self.options = options

    def advance(self, steps):
        """Makes so many steps of options.h, in a loop that is not Python's if there is one."""
        raise NotImplementedError

    def python_seconds(self, steps):
        """The part of advance(steps) that is Python's and does not count."""
        return 0.0

    def states(self):
        """Positions of the centres of mass, rotations (matrices, body to world), velocities of the
        centres and angular velocities, all in world axes, a row for each body."""
        raise NotImplementedError

    def inner_steps(self):
        """Steps of an error-controlled integrator so far; None: those that were asked for."""
        return None


class Joints:
    """The joints of a scene as arrays. GROUND, which is -1, picks the last row: the world."""

    def __init__(self, scene):
        self.a, self.b = (np.array([getattr(j, k) for j in scene.joints]) for k in "ab")
        self.anchor_a = np.array([j.anchor_a for j in scene.joints])
        self.anchor_b = np.array([j.anchor_b for j in scene.joints])
        self.axis = np.array([j.axis for j in scene.joints])
        self.length = np.array([j.length for j in scene.joints])

    def gap(self, p, R):
        """The largest of all joints; two points on a hinge's axis see a tilt as well."""
        p = np.vstack([p, np.zeros(3)])
        R = np.concatenate([R, np.eye(3)[None]])

        def gaps(shift):
            at_a = p[self.a] + np.einsum("nij,nj->ni", R[self.a], self.anchor_a + shift)
            at_b = p[self.b] + np.einsum("nij,nj->ni", R[self.b], self.anchor_b + shift)
            return np.abs(np.linalg.norm(at_a - at_b, axis=1) - self.length)

        return float(max(gaps(-0.05 * self.axis).max(), gaps(0.05 * self.axis).max()))


def energy_of(scene, p, R, v, w):
    energy = 0.5 * np.sum(v * v) - np.sum(p @ scene.down)
    if scene.particles:
        return energy
    w_body = np.einsum("nji,nj->ni", R, w)
    inertia = np.array([body.inertia for body in scene.bodies])
    return energy + 0.5 * np.sum(inertia * w_body * w_body)


class Timing:
    """Steps without samples, for a sample in Python leaves the caches cold. Blocks grow until a
    call costs nothing beside them."""

    def __init__(self, engine, total, max_s):
        self.steps, self.wall_s, self.cpu_s = 0, 0.0, 0.0
        block = 1
        while self.steps < total and self.wall_s < max_s:
            block = min(block, total - self.steps)
            if self.advance(engine, block) < 0.01:
                block *= 2

    def advance(self, engine, steps):
        cpu, wall = time.process_time(), time.perf_counter()
        engine.advance(steps)
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        python_s = engine.python_seconds(steps)
        self.wall_s += max(0.0, wall - python_s)
        self.cpu_s += max(0.0, cpu - python_s)
        self.steps += steps
        return wall


class Samples:
    """Steps in blocks, at most 1000 of them in all, and takes a sample after each block."""

    def __init__(self, engine, scene, options):
        self.engine, self.scene, self.h = engine, scene, options.h
        self.joints = Joints(scene)
        self.block = max(1, total_steps(options) // 1000)
        self.steps, self.gap, self.drift, self.failed = 0, 0.0, 0.0, False
        self.last, self.at = None, {}

    def take(self, steps):
        start_energy = energy_of(self.scene, *self.engine.states())
        while self.steps < steps and not self.failed:
            end = min(steps, self.end_of_block())
            self.engine.advance(end - self.steps)
            self.steps = end
            self.keep(*self.engine.states(), start_energy)

    def step_at(self, mark):
        return round(mark / self.h)

    def end_of_block(self):
        end = (self.steps // self.block + 1) * self.block
        marks = [k for k in map(self.step_at, MARKS) if k > self.steps]
        return min([end, *marks])

    def keep(self, p, R, v, w, start_energy):
        gap = self.joints.gap(p, R)
        drift = abs(energy_of(self.scene, p, R, v, w) - start_energy) / self.scene.energy_scale
        self.failed = not (drift < 1e6 and gap < 1e6)
        self.gap = float(np.maximum(self.gap, gap))  # lets a NaN through
        self.drift = float(np.maximum(self.drift, drift))
        self.last = [float(x) for x in p[-1]]
        for mark in MARKS:
            if self.steps == self.step_at(mark):
                self.at[str(mark)] = finite(self.last)


def total_steps(options):
    return round(options.t / options.h)


def finite(x):
    """JSON has no word for what is not a number."""
    if isinstance(x, list):
        return [finite(y) for y in x]
    return x if math.isfinite(x) else None


def peak_memory_mb():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmHWM:"))


def measure(make_engine, scene, options):
    """Runs the scene twice, for the time and for the samples; gives the JSON line of ../peer.h."""
    start = time.perf_counter()
    engine = make_engine(scene, options)
    init_s = time.perf_counter() - start
    timing = Timing(engine, total_steps(options), options.max_s)
    del engine  # two may be too much for the memory
    gc.collect()
    engine = make_engine(scene, options)
    run = Samples(engine, scene, options)
    run.take(timing.steps)
    inner_steps = engine.inner_steps()
    done = run.steps / timing.steps  # less than 1 when it blew up
    return {
        "engine": options.engine,
        "version": engine.version,
        "precision": "f64",
        "solver": options.solver,
        "scene": scene.name,
        "n": scene.n,
        "h": options.h,
        "tol": options.tol,
        "iters": options.iters,
        "erp": 0,
        "steps": run.steps,
        "inner_steps": run.steps if inner_steps is None else inner_steps,
        "t": run.steps * options.h,
        "wall_s": timing.wall_s * done,
        "cpu_s": timing.cpu_s * done,
        "us_per_step": 1e6 * timing.wall_s / timing.steps,
        "max_constraint_error": finite(run.gap),
        "energy_drift": finite(run.drift),
        "energy_scale": scene.energy_scale,
        "last": finite(run.last),
        "at": run.at,
        "init_s": init_s,
        "rss_mb": peak_memory_mb(),
        "failed": run.failed,
    }
