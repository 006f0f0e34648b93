# SPDX-License-Identifier: Apache-2.0
"""The work-precision race: which settings to try, how exact each was, tables and plots of that.

A setting is an effort: steps per second, or one over the tolerance of an integrator that controls
its error. Everybody starts with the same coarse scan; between and beyond its settings, those are
tried that could make an engine the cheapest for one of the wanted errors. What comes near to that
is repeated.
"""

import json
import math
from pathlib import Path

HERE = Path(__file__).resolve().parent
REFERENCES = HERE.parent.parent / "validation" / "references"

# Scene and size, and simulated seconds.
CASES = {
    ("chain", 1): 5,
    ("chain", 2): 5,
    ("chain", 10): 5,
    ("fourbar", 1): 5,
    ("top", 1): 2,
    ("bricard", 1): 5,
}
GOALS = [1e-2, 1e-4, 1e-6, 1e-8, 1e-10]  # m
OURS = "holon"

STEPS = [30, 300]  # per second
TOLERANCES = [10, 1e-1, 1e-3, 1e-6, 1e-9, 1e-12]
LEAST_EFFORT = {"steps": 3, "tolerance": 0.03}
MOST_EFFORT = {"steps": 30000, "tolerance": 1e13}
ROUNDS = 5  # of a finer scan
NEAR = 1.7  # times the cheapest: one repetition can be so far off


# ---- how exact


def value_at(problem, quantity, time):
    found = (r for r in problem["reference"] if r["q"] == quantity and r.get("t") == time)
    return next(found)["value"]


def top_at(problem, time):
    """The centre of mass in the world of the scene, which is turned by 30 degrees about y."""
    x, y, z = (value_at(problem, f"com.{axis}", time) for axis in "xyz")
    cosine, sine = math.sqrt(0.75), 0.5
    return [cosine * x - sine * z, y, sine * x + cosine * z]


def bricard_at(problem, time):
    """The middle of the last rod, from P4 to (0, 0, 1), in a world turned by 90 degrees about x."""
    x, y, z = (value_at(problem, f"P4.{axis}", time) for axis in "xyz")
    return [x / 2, -(z + 1) / 2, y / 2]


def references():
    """Where the last body of each case is, by the second."""
    known = json.loads((HERE / "reference.json").read_text())
    top = json.loads((REFERENCES / "02b_heavy_top.json").read_text())
    bricard = json.loads((REFERENCES / "04e_bricard.json").read_text())
    known["top 1"] = {str(t): top_at(top, t) for t in (1, 2)}
    known["bricard 1"] = {str(t): bricard_at(bricard, t) for t in (1, 2, 5)}
    return known


def position_errors(record, reference):
    """Largest coordinate error at each second of the reference; None where the run did not get
    there."""
    errors = []
    for second in (key for key in reference if key.isdigit()):
        reached = record["at"].get(second)
        if reached is None or None in reached:
            errors.append(None)
        else:
            errors.append(max(abs(a - b) for a, b in zip(reached, reference[second])))
    return errors


def worst_error(record, reference):
    errors = [] if "cannot" in record else position_errors(record, reference)
    return math.inf if not errors or None in errors else max(errors)


def milliseconds(record):
    return math.inf if "cannot" in record else record["best_us"] * record["steps"] / 1e3


# ---- what to try


class Scan:
    """The settings of one solver that have been tried on a case."""

    def __init__(self, kind):
        self.kind = kind  # steps or tolerance
        self.tried = {}  # effort: (ms, error)

    def first(self):
        return STEPS if self.kind == "steps" else [1 / t for t in TOLERANCES]

    def add(self, effort, ms, error):
        self.tried[effort] = (ms, error)

    def done(self):
        return {e: found for e, found in self.tried.items() if math.isfinite(found[0])}

    def near(self, cheapest):
        """Efforts that are hardly worse than `cheapest`, the shortest times in ms by goal."""
        return [
            effort
            for effort, (ms, error) in self.tried.items()
            if any(error <= goal and ms <= NEAR * cheapest[goal] for goal in GOALS)
        ]

    def cheapest(self, goal):
        return min((ms for ms, error in self.tried.values() if error <= goal), default=math.inf)

    def finer(self, cheapest):
        """Efforts that may beat `cheapest`, the times in ms that are to be beaten by goal."""
        done = self.done()
        wanted = set()
        for goal in GOALS if len(done) > 1 else ():
            reaching = [e for e, (_, error) in done.items() if error <= goal]
            missing = [e for e in done if not reaching or e < min(reaching)]
            if missing and not done[max(missing)][0] < cheapest[goal]:
                continue  # more would cost too much
            if reaching and missing:
                wanted |= self.between(max(missing), min(reaching))
            elif reaching:
                wanted.add(self.rounded(min(reaching) / 2))
            else:
                wanted |= self.beyond(goal, cheapest[goal])
        low, high = LEAST_EFFORT[self.kind], MOST_EFFORT[self.kind]
        return sorted(e for e in wanted - set(self.tried) if low <= e <= high)

    def beyond(self, goal, cheapest):
        """What should reach the goal, if the error goes on to fall as between the last two."""
        (last_but_one, (_, before)), (last, (ms, now)) = sorted(self.done().items())[-2:]
        if not now < before < math.inf:
            return set()
        order = math.log(before / now) / math.log(last / last_but_one)
        factor = math.exp(min(math.log(1.2 * now / goal) / order, math.log(10)))
        longer = factor if self.kind == "steps" else 1  # a tolerance costs little
        return {self.rounded(last * factor)} if longer * ms < cheapest else set()

    def between(self, low, high):
        ratio = high / low
        return {self.rounded(low * ratio**part) for part in (1 / 3, 2 / 3)} if ratio > 1.2 else set()

    def rounded(self, effort):
        return round(effort) if self.kind == "steps" else float(f"{effort:.2g}")


def records_of_case(scans, run, reference, repetitions):
    """Yields the records of all scans of a case; `scans` has one for each (engine name, solver,
    kind), and run(name, solver, kind, effort, repetitions) makes a record."""

    def tried(key, effort, times):
        record = run(*key, effort, times)
        scans[key].add(effort, milliseconds(record), worst_error(record, reference))
        return record

    for key, scan in scans.items():
        for effort in scan.first():
            yield tried(key, effort, 1)
    for _ in range(ROUNDS):
        best = cheapest_of(scans)
        for key, scan in scans.items():
            for effort in scan.finer(best[key[0] == OURS]):
                yield tried(key, effort, 1)
    if repetitions > 1:
        best = cheapest_of(scans)
        for key, scan in scans.items():
            for effort in scan.near(best[key[0] == OURS]):
                yield tried(key, effort, repetitions)


def cheapest_of(scans):
    """The shortest times by goal, of ours and of the peers."""
    best = {}
    for side in (True, False):
        rivals = [scan for key, scan in scans.items() if (key[0] == OURS) == side]
        best[side] = {
            goal: min((scan.cheapest(goal) for scan in rivals), default=math.inf) for goal in GOALS
        }
    return best


# ---- tables and plots


def by_case(records):
    """The precision records of each case, in the order of CASES."""
    found = {case: [] for case in CASES}
    for record in records:
        if record["kind"] == "precision":
            found[record["scene"], record["n"]].append(record)
    return {case: found[case] for case in CASES if found[case]}


def setting(record):
    return f"tol {record['tol']:.2g}" if record["tol"] else f"h {record['h_text']}"


def cheapest(records, reference, goal):
    fit = [r for r in records if worst_error(r, reference) <= goal]
    return min(fit, key=milliseconds, default=None)


def digits(x):
    return f"{x:.3g}"


def contest(record):
    if record is None:
        return "nobody"
    return f"{digits(milliseconds(record))} ms, {record['name']} {record['solver']} {setting(record)}"


def print_contest(records):
    """Our time over that of the cheapest peer, for each case and goal."""
    known = references()
    print("### work-precision: the cheapest way to an error\n")
    print("| case | error, m | Holon | cheapest peer | ratio |")
    print("|---|---:|---|---|---:|")
    for (scene, n), case in by_case(records).items():
        reference = known[f"{scene} {n}"]
        for goal in GOALS:
            ours = cheapest([r for r in case if r["name"] == OURS], reference, goal)
            peer = cheapest([r for r in case if r["name"] != OURS], reference, goal)
            ratio = digits(milliseconds(ours) / milliseconds(peer)) if ours and peer else "-"
            print(f"| {scene} {n} | {goal:g} | {contest(ours)} | {contest(peer)} | {ratio} |")
    print()


def front(records, reference):
    """Times and errors of the settings of which none other is both cheaper and more exact."""
    points = sorted((milliseconds(r), worst_error(r, reference)) for r in records)
    kept, best = [], math.inf
    for ms, error in points:
        if error < best:
            kept.append((ms, error))
            best = error
    return [p for p in kept if math.isfinite(p[0])]


def plot_race(records, path):
    """A panel for each case: the front of every engine."""
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "holon"  # the same figures give the same file
    matplotlib.rcParams["svg.fonttype"] = "none"  # text, not outlines
    from matplotlib import pyplot

    known, cases = references(), by_case(records)
    names = list(dict.fromkeys(r["name"] for case in cases.values() for r in case))
    colours = pyplot.get_cmap("tab20").colors
    rows = (len(cases) + 2) // 3
    figure, grid = pyplot.subplots(rows, 3, figsize=(12, 3.6 * rows), squeeze=False)
    for axes, ((scene, n), case) in zip(grid.flat, cases.items()):
        for i, name in enumerate(names):
            points = front([r for r in case if r["name"] == name], known[f"{scene} {n}"])
            style = {"color": colours[i % len(colours)], "linewidth": 1}
            if name == OURS:
                style = {"color": "black", "linewidth": 2.5, "zorder": 3}
            if points:
                axes.plot(*zip(*points), ".-", label=name, **style)
        axes.set(xscale="log", yscale="log", ylim=(1e-13, 1), title=f"{scene} {n}")
        axes.grid(True, color="0.9")
    for axes in grid.flat[len(cases) :]:
        axes.set_axis_off()
    for axes in grid[:, 0]:
        axes.set_ylabel("error of the last body, m")
    for axes in grid[-1]:
        axes.set_xlabel("time, ms")
    handles = {}
    for axes in grid.flat:
        handles.update(dict(zip(*reversed(axes.get_legend_handles_labels()))))
    figure.legend(handles.values(), handles.keys(), loc="lower center", ncol=8, frameon=False)
    figure.tight_layout(rect=(0, 0.17 / rows, 1, 1))
    figure.savefig(path, metadata={"Date": None} if str(path).endswith(".svg") else None)
