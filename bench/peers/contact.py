# SPDX-License-Identifier: Apache-2.0
"""Tables of the contact scenes: what was measured, and who is the cheapest for a wanted error."""

import math

from markdown_rows import cell, print_failures, print_head, print_row, short

GOALS = [1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-8]  # m
DEPTH_GOALS = [3e-2, 1e-2, 3e-3, 1e-3, 1e-4, 1e-5, 1e-7]  # m
OURS = "holon"
# Of the work-precision scan: simulated seconds of each case, and after how many seconds of stepping
# a run is given up.
SCAN_CASES = {
    ("incline", 1): (2, 5),
    ("tower", 20): (2, 5),
    ("wall", 10): (2, 20),
    ("pile", 100): (2, 8),
    ("ragdolls", 50): (2, 12),
    ("snake", 100): (2, 8),
    ("pile", 1000): (2, 60),
}
SCAN_STEPS = ["1/60", "1/120", "1/240", "1/480", "1/960"]
USUAL_STEP = "1/240"
# The solver that an engine is shown with at the usual step: the first of these that came through.
SHOWN = {
    "holon": ["projected"],
    "ode": ["quick"],
    "bullet": ["si"],
    "bullet32": ["si"],
    "mujoco4": ["elliptic-quick", "max-elliptic-quick"],
}
# What is smaller than this is rounding, and no engine is worse than another by it.
ROUNDING = 1e-8  # m, and of the weight
MOST_ENERGY_GAIN = 1e-2  # of the scene's energy in one step; who gains more is not in the race
POSITION = {"incline": "friction error, m"}  # what an error of positions is called


def work(record):
    """Seconds for a second of the scene."""
    return 1e-6 * record["best_us"] / record["h"]


def ran_out(record, t):
    return "cannot" not in record and not record["failed"] and record["t"] < 0.999 * t


def is_last_step(record, t, max_s):
    """Whether a finer one would take too long."""
    if "cannot" in record:
        return record["cannot"].startswith("more than")
    return ran_out(record, t) or 1.7 * min(record["wall_s"], record["cpu_s"]) > max_s


def deepest(record):
    return record["penetration_max"]


def error(record):
    """The largest of all errors that are lengths, but for the deepest penetration, in metres."""
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


def cheapest(records, goal, error=error):
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


# ---- the work-precision scan


def setting(record):
    return f"{record['solver']} {record['h_text']}"


def cost(record):
    return "-" if record is None else f"{short(work(record), 2)} ({setting(record)})"


def print_costs(cases):
    """What an error costs with each engine."""
    names = list(dict.fromkeys(r["name"] for records in cases.values() for r in records))
    measures = {"mean penetration, gap, drift": (error, GOALS), "depth": (deepest, DEPTH_GOALS)}
    for title, (measure, goals) in measures.items():
        print_head(f"contact: s per s for an error: {title}", ["case", "error, m"], names)
        for (scene, n), runs in cases.items():
            for goal in goals:
                row = [cheapest([r for r in runs if r["name"] == k], goal, measure) for k in names]
                if any(row):
                    least = min((r for r in row if r), key=work)
                    cells = [f"**{cost(r)}**" if r is least else cost(r) for r in row]
                    print_row([f"{scene} {n}", short(goal), *cells])
        print()


def errors_of(record):
    """All of them, with what is but rounding made equal."""
    names = (
        "penetration_mean",
        "penetration_max",
        "max_constraint_error",
        "position_error",
        "load_error",
    )
    return [max(record.get(name) or 0, ROUNDING) for name in names]


def errors_text(record):
    if record is None:
        return "-"
    mean, depth, gap, drift, load = map(short, errors_of(record))
    joints = [gap] if record["max_constraint_error"] else []
    return ", ".join([mean, depth, *joints, *([drift, load] if "position_error" in record else [])])


def print_beside(cases):
    """The cheapest peer for each error, and the cheapest of ours that is nowhere worse than that."""
    title = "contact: the cheapest peer for an error, and Holon with no error larger than that one's"
    print_head(
        title,
        ["case", "error, m", "peer", "its errors", "Holon", "its errors"],
        ["Holon's time over the peer's"],
    )
    cheaper = rows = 0
    for (scene, n), runs in cases.items():
        shown = None
        for goal in GOALS:
            peer = cheapest([r for r in runs if r["name"] != OURS], goal)
            if peer is None or peer is shown:
                continue
            shown = peer
            limits = errors_of(peer)
            ours = [
                r
                for r in runs
                if r["name"] == OURS and all(a <= b for a, b in zip(errors_of(r), limits))
            ]
            best = min(ours, key=work, default=None)
            ratio = short(work(best) / work(peer), 2) if best else "-"
            rows += 1
            cheaper += best is not None and work(best) < work(peer)
            print_row(
                [
                    f"{scene} {n}",
                    short(goal),
                    f"{peer['name']} {cost(peer)}",
                    errors_text(peer),
                    cost(best),
                    errors_text(best),
                    ratio,
                ]
            )
    print(f"\nHolon is the cheaper one in {cheaper} of {rows} rows.\n")


def shown_at_usual_step(records):
    for name, solvers in SHOWN.items():
        usual = [r for r in records if r["name"] == name and r["h_text"] == USUAL_STEP]
        runs = [r for solver in solvers for r in usual if r["solver"] == solver]
        good = [r for r in runs if "cannot" not in r and not r["failed"]]
        yield from (good or runs)[:1]


def why_left_out(record, t, max_s):
    """Of a run that takes no part in the race; None of the others."""
    if "cannot" in record:
        return record["cannot"]
    if record["failed"]:
        return f"blew up at t = {short(record['t'], 2)} s"
    if ran_out(record, t):
        return f"reached t = {short(record['t'], 3)} s of {t} in {max_s} s"
    if record["energy_gain"] >= MOST_ENERGY_GAIN:
        return f"gained {short(100 * record['energy_gain'])} % of its energy between two samples"
    return None


def print_left_out(cases):
    print("### contact: runs that take no part\n")
    for (scene, n), records in cases.items():
        for r in records:
            why = why_left_out(r, *SCAN_CASES[scene, n])
            if why:
                print(f"- {scene} {n}, {r['name']} {setting(r)}: {why}")
    print()


def print_versions(records):
    print("# What an error costs where things touch\n")
    print("    bench/peers/run_peers --only contacts > bench/peers/contacts.md\n")
    done = [r for r in records if "cannot" not in r]
    engines = dict.fromkeys(f"{r['name']} {r['version']}" for r in done)
    seconds = sum(max(r["wall_s"], 0) * r["reps"] for r in done)
    print(
        f"[README.md](README.md#what-an-error-costs-where-things-touch) says how to read this. "
        f"{', '.join(engines)}; {len(records)} runs, {seconds / 60:.0f} minutes of stepping.\n"
    )


def print_scan(records):
    cases = {}
    for r in records:
        cases.setdefault((r["scene"], r["n"]), []).append(r)
    if not cases:
        return
    print_versions(records)
    for (scene, n), case in cases.items():
        print_case(scene, n, list(shown_at_usual_step(case)))
    complete = {
        case: [r for r in records if is_complete(r, SCAN_CASES[case][0])]
        for case, records in cases.items()
    }
    print_costs(complete)
    print_beside(complete)
    print_left_out(cases)


def print_contact(records):
    cases = {}
    for r in records:
        cases.setdefault((r["scene"], r["n"]), []).append(r)
    for (scene, n), case in cases.items():
        print_case(scene, n, case)
    if cases:
        print_contest(cases)
