# SPDX-License-Identifier: Apache-2.0
"""Draws the plots that `holon plot` describes on the standard input, as JSON:

    {"out": file, "title": text, "plots": [{"title": text, "dots": boolean, "x": column, "series": [column, ...]}]}

with dots instead of lines on request, and columns {"name": ..., "unit": ..., "values": [number or null, ...]}. Ends with 10 if there is
no matplotlib.
"""
import json
import math
import re
import sys

try:
    import matplotlib
except ImportError:
    sys.exit(10)
matplotlib.use("Agg")
from matplotlib import pyplot
from matplotlib.ticker import LogLocator

INK, MUTED, GRID, GROUND = "#1B2026", "#5A6470", "#DDE1E6", "#F7F8FA"
# dark blue, orange, teal, purple, dark red: told apart with any colour vision, 3:1 on the ground
COLOURS = ["#123F70", "#D06A00", "#009688", "#A050E0", "#7A150D"]
DASHES = ["-", (0, (5, 1.5)), (0, (1.2, 1.2)), (0, (6, 1.5, 1.2, 1.5))]
MOST_NAMES = 14  # in a legend
MOST_DECADES = 10  # on a logarithmic axis: what is below is rounding
QUANTITIES = {"m": "length", "m/s": "speed", "rad": "angle", "rad/s": "angular velocity", "N": "force", "N m": "torque",
              "J": "energy", "s": "time"}

matplotlib.rcParams.update({
    "font.family": "sans-serif", "font.sans-serif": ["Inter", "Source Sans 3", "Liberation Sans", "DejaVu Sans"],
    "font.size": 9, "axes.titlesize": 10, "axes.titleweight": "bold", "axes.titlelocation": "left", "axes.labelsize": 9,
    "text.color": INK, "axes.labelcolor": INK, "axes.edgecolor": MUTED, "xtick.color": MUTED, "ytick.color": MUTED,
    "axes.facecolor": GROUND, "axes.spines.top": False, "axes.spines.right": False, "axes.linewidth": 0.8,
    "axes.grid": True, "grid.color": GRID, "grid.linewidth": 0.8, "axes.axisbelow": True, "axes.unicode_minus": True,
    "axes.formatter.useoffset": False, "axes.formatter.limits": (-4, 5),
    "lines.linewidth": 1.4, "lines.solid_capstyle": "round", "legend.frameon": False, "legend.fontsize": 8.5,
    "legend.handlelength": 2.2, "svg.hashsalt": "holon", "svg.fonttype": "none", "agg.path.chunksize": 10000,
})


def is_error(column):
    return column["name"].split(".")[-1] in ("error", "worst_error")


def family(column):
    """What numbers without a unit are compared with: quaternions, multipliers, switches, ..."""
    last = column["name"].split(".")[-1]
    return "" if column["unit"] else "quaternion" if last in ("qw", "qx", "qy", "qz") else last.rstrip("0123456789")


def with_titles_unit(plot):
    """A title may end with a unit, as in "Torque of the motor [N m]": that of the numbers that have none."""
    words = re.fullmatch(r"(.*\S)\s*\[([^\]]+)\]", plot["title"])
    if not words:
        return plot
    series = [column if column["unit"] or is_error(column) else dict(column, unit=words[2]) for column in plot["series"]]
    return dict(plot, title=words[1], series=series)


def panels_of(plot):
    """The series of a plot, those of one unit together; errors by themselves."""
    groups = {}
    plot = with_titles_unit(plot)
    for column in plot["series"]:
        groups.setdefault((column["unit"], is_error(column), "" if is_error(column) else family(column)), []).append(column)
    for (unit, error, _), columns in groups.items():
        yield {"unit": unit, "error": error, "columns": columns, "x": plot["x"], "dots": plot["dots"], "title": plot["title"]}
        plot = dict(plot, title="")


def with_unit(words, unit):
    return f"{words} [{unit}]" if unit else words


def y_label(panel):
    if panel["error"]:
        return "constraint error [m, rad]"
    if len(panel["columns"]) == 1:
        return with_unit(panel["columns"][0]["name"], panel["unit"])
    return with_unit(QUANTITIES.get(panel["unit"], family(panel["columns"][0]) or "value"), panel["unit"])


def numbers(column):
    return [math.nan if value is None else value for value in column["values"]]


def nonzero(panel):
    return [v for column in panel["columns"] for v in column["values"] if v]


def largest(panel):
    return max(nonzero(panel))


def wants_logarithm(panel):
    values = nonzero(panel)
    return panel["error"] and all(v > 0 for v in values) and len(values) > 1 and max(values) > 30 * min(values)


def is_path(panel):
    return panel["x"]["unit"] == panel["unit"] == "m"


def draw(axes, panel):
    for i, column in enumerate(panel["columns"]):
        style = "none" if panel["dots"] else DASHES[i // len(COLOURS) % len(DASHES)]
        few = panel["dots"] or len(column["values"]) <= 40
        axes.plot(numbers(panel["x"]), numbers(column), color=COLOURS[i % len(COLOURS)], linestyle=style,
                  marker="o" if few else None, markersize=3.5, label=column["name"])
    if panel["title"]:
        axes.set_title(panel["title"])
    axes.set_ylabel(y_label(panel))
    if wants_logarithm(panel):
        axes.set_yscale("log")
        axes.set_ylim(bottom=max(axes.get_ylim()[0], largest(panel) / 10**MOST_DECADES))
        axes.yaxis.set_major_locator(LogLocator(numticks=6))
        axes.minorticks_off()
    if is_path(panel):
        axes.set_aspect("equal", adjustable="datalim")
    if len(panel["columns"]) > 1:
        handles, labels = axes.get_legend_handles_labels()
        if len(labels) > MOST_NAMES:
            labels[MOST_NAMES - 1:] = [f"and {len(labels) - MOST_NAMES + 1} more"]
        axes.legend(handles[:MOST_NAMES], labels[:MOST_NAMES], loc="upper left", bbox_to_anchor=(1.01, 1.02), borderaxespad=0)


def height_of(panel):
    """In inches: a path as its shape asks for, others for the names beside them."""
    if not is_path(panel):
        return 2.1 + 0.13 * max(0, min(len(panel["columns"]), MOST_NAMES) - 10)
    spans = []
    for values in ([panel["x"]["values"]], [column["values"] for column in panel["columns"]]):
        known = [v for column in values for v in column if v is not None]
        spans.append(max(known, default=0) - min(known, default=0))
    return min(4.8, max(1.8, 0.6 + 5.5 * spans[1] / spans[0])) if spans[0] > 0 else 4.8


def label_x(all_axes, panels):
    """Names the axis below the last of the panels that share it."""
    for i, (axes, panel) in enumerate(zip(all_axes, panels)):
        last = i + 1 == len(panels) or panels[i + 1]["x"]["name"] != panel["x"]["name"]
        axes.tick_params(length=3, labelbottom=last)
        if last:
            axes.set_xlabel(with_unit(panel["x"]["name"], panel["x"]["unit"]))
        elif not is_path(panel) and not is_path(panels[i + 1]):
            axes.sharex(all_axes[i + 1])
            axes.tick_params(labelbottom=False)
        axes.margins(x=0.01)


def main():
    task = json.load(sys.stdin)
    panels = [panel for plot in task["plots"] for panel in panels_of(plot)]
    heights = [height_of(panel) for panel in panels]
    figure, grid = pyplot.subplots(len(panels), 1, squeeze=False, figsize=(7.5, 0.5 + sum(heights)),
                                   gridspec_kw={"height_ratios": heights}, layout="constrained")
    all_axes = list(grid[:, 0])
    for axes, panel in zip(all_axes, panels):
        draw(axes, panel)
    label_x(all_axes, panels)
    figure.align_ylabels(all_axes)
    if task["title"]:
        figure.suptitle(task["title"], x=0.01, ha="left", fontsize=11, fontweight="bold")
    form = "svg" if task["out"].endswith(".svg") else "png"
    try:
        figure.savefig(task["out"], format=form, dpi=160, metadata={"Date": None} if form == "svg" else {})
    except OSError as error:
        sys.exit(f"holon: cannot write '{task['out']}': {error.strerror}")


main()
