# SPDX-License-Identifier: Apache-2.0
"""Tables of the contact scenes: what was measured, and who is the cheapest for a wanted error."""

import math

from markdown_rows import cell, print_failures, print_head, print_row, short

GOALS = [1e-2, 1e-3, 1e-4, 1e-5]  # m
OURS = "holon"
MOST_ENERGY_GAIN = 1e-2  # of the scene's energy in one step; who gains more is not in the race
POSITION = {"incline": "friction error, m"}  # what an error of positions is called


def work(record):
    """Seconds for a second of the scene."""
    return 1e-6 * record["best_us"] / record["h"]


def error(record):
    """The largest of all errors that are lengths, in metres."""
    names = ("penetration_mean", "max_constraint_error", "position_error")
    return max(record.get(name) or 0 for name in names)


def columns_of(scene, records):
    """Only what means something in a scene."""

    def number(name):
        return lambda r: short(r[name])

    done = [r for r in records if "cannot" not in r]
    columns = {
        "ms/step": lambda r: short(r["best_us"] / 1000, 3),
        "s per s": lambda r: short(work(r), 3),
        "penetration, mean, m": number("penetration_mean"),
        "max": number("penetration_max"),
        "rest": number("penetration_rest"),
    }
    if any(r["max_constraint_error"] for r in done):
        columns["joint gap, m"] = number("max_constraint_error")
    if any("position_error" in r for r in done):
        columns[POSITION.get(scene, "drift, m")] = number("position_error")
        columns["load error"] = number("load_error")
    columns["energy gain"] = number("energy_gain")
    columns["t, s"] = lambda r: short(r["t"], 3)
    return columns


def print_case(scene, n, records):
    columns = columns_of(scene, records)
    print_head(f"contact: {scene} n={n}", ["engine", "solver", "h"], list(columns))
    for r in records:
        cells = [cell(r, show) for show in columns.values()]
        print_row([r["name"], r["solver"], r["h_text"], *cells])
    print()
    print_failures(records)


def is_complete(record, longest):
    """Neither blown up nor out of time."""
    return (
        "cannot" not in record
        and not record["failed"]
        and record["t"] > 0.999 * longest
        and record["energy_gain"] < MOST_ENERGY_GAIN
    )


def cheapest(records, goal):
    good = [r for r in records if error(r) <= goal]
    return min(good, key=work, default=None)


def winner(record):
    if record is None:
        return "nobody"
    return f"{short(work(record), 3)}, {record['name']} {record['solver']} h {record['h_text']}"


def print_contest(cases):
    title = "contact: cheapest for an error (mean penetration, joint gap, drift), s per s"
    print_head(title, ["case", "error, m"], ["Holon", "cheapest peer", "ratio"])
    for (scene, n), records in cases.items():
        longest = max((r["t"] for r in records if "cannot" not in r), default=math.inf)
        runs = [r for r in records if is_complete(r, longest)]
        for goal in GOALS:
            ours = cheapest([r for r in runs if r["name"] == OURS], goal)
            peer = cheapest([r for r in runs if r["name"] != OURS], goal)
            ratio = short(work(ours) / work(peer), 3) if ours and peer else "-"
            print_row([f"{scene} {n}", short(goal), winner(ours), winner(peer), ratio])
    print()


def print_contact(records):
    cases = {}
    for r in records:
        cases.setdefault((r["scene"], r["n"]), []).append(r)
    for (scene, n), case in cases.items():
        print_case(scene, n, case)
    if cases:
        print_contest(cases)
