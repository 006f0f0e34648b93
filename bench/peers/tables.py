# SPDX-License-Identifier: Apache-2.0
"""What was measured, as markdown tables."""

import json
import math

import contact
import precision
from markdown_rows import cell, print_failures, print_head, print_row, short

# Bodies of a scene of size n.
BODIES = {"chain": lambda n: n, "fourbar": lambda n: 2 * n + 1, "net": lambda n: n * n - 4}


def read_records(paths):
    """Of equal cases the fastest."""
    merged = {}
    for path in paths:
        with open(path) as lines:
            for record in map(json.loads, lines):
                case = ("kind", "name", "solver", "scene", "n", "h_text", "tol")
                key = tuple(record.get(k) for k in case)
                known = merged.get(key, {})
                if record.get("best_us", math.inf) <= known.get("best_us", math.inf):
                    merged[key] = record
    return list(merged.values())


def print_limits(record):
    numbers = {k: v for k, v in record.items() if k not in ("kind", "name")}
    print("### Machine limits\n```\n" + json.dumps(numbers, indent=1) + "\n```\n")


def growth(records):
    """Exponent of the time in the number of bodies, between the two largest sizes."""
    done = [r for r in records if r and "cannot" not in r]
    if len(done) < 2:
        return "-"
    small, large = done[-2:]
    times = math.log(large["best_us"] / small["best_us"])
    bodies = BODIES[large["scene"]]
    return f"{times / math.log(bodies(large['n']) / bodies(small['n'])):.2f}"


SPEED_COLUMNS = {
    "largest constraint error, m": lambda r: short(r["max_constraint_error"]),
    "energy drift / scale": lambda r: short(r["energy_drift"]),
    "simulated time reached, s": lambda r: short(r["t"], 3),
    "init s / RSS MB": lambda r: short(r["init_s"]) + " / " + short(r["rss_mb"], 3),
}


def print_speed(scene, records):
    sizes = sorted({r["n"] for r in records})
    names = list(dict.fromkeys((r["name"], r["solver"]) for r in records))
    by_case = {(r["name"], r["solver"], r["n"]): r for r in records}
    rows = {name: [by_case.get((*name, n)) for n in sizes] for name in names}
    left, right = ["engine", "solver"], [f"n={n}" for n in sizes]

    title = "time, us/step (exp: exponent of the time in the number of bodies)"
    print_head(f"{scene}: {title}", left, right + ["exp"])
    for name, row in rows.items():
        times = [cell(r, lambda r: short(r["best_us"], 3)) for r in row]
        print_row([*name, *times, growth(row)])
    print()
    for title, show in SPEED_COLUMNS.items():
        print_head(f"{scene}: {title}", left, right)
        for name, row in rows.items():
            print_row([*name, *(cell(r, show) for r in row)])
        print()
    print_failures(records)


def print_precision(scene, n, records, reference):
    seconds = [key for key in reference if key.isdigit()]
    print_head(
        f"work-precision: {scene} n={n} ({seconds[-1]} s simulated)",
        ["engine", "solver", "setting"],
        ["ms", *(f"error {second} s" for second in seconds), "gap m"],
    )
    for r in records:
        name = [r["name"], r["solver"], precision.setting(r)]
        if "cannot" in r:
            print_row(name + [f"fail: {r['cannot'][:60]}"] + [""] * (len(seconds) + 1))
            continue
        errors = precision.position_errors(r, reference)
        ms = precision.milliseconds(r)
        print_row(name + [short(ms, 3), *map(short, errors), short(r["max_constraint_error"])])
    print()


def print_tables(records):
    for r in records:
        if r["kind"] == "limits":
            print_limits(r)
    for scene in BODIES:
        speed = [r for r in records if r["kind"] == "speed" and r["scene"] == scene]
        if speed:
            print_speed(scene, speed)
    contact.print_contact([r for r in records if r["kind"] == "contact"])
    contact.print_scan([r for r in records if r["kind"] == "scan"])
    references = precision.references()
    cases = precision.by_case(records)
    for (scene, n), case in cases.items():
        print_precision(scene, n, case, references[f"{scene} {n}"])
    if cases:
        precision.print_contest(records)
