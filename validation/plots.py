#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws the plots of a validation report from the numbers beside it.

    python3 validation/plots.py DIR      (the folder given to holon_validate --out)

Needs numpy and matplotlib. Plots whose numbers are not there are left out.
"""
import csv
import os
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

MOTION, FORCE, EXACT, GREY = "#2B6CB0", "#D06A00", "#1A202C", "#A0AEC0"

plt.rcParams.update(
    {
        "figure.dpi": 130,
        "font.size": 10,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.grid": True,
        "grid.color": "#E2E8F0",
        "grid.linewidth": 0.8,
        "axes.axisbelow": True,
        "legend.frameon": False,
    }
)


def save(fig, folder, name):
    fig.tight_layout()
    fig.savefig(os.path.join(folder, name))
    plt.close(fig)
    print(name)


def columns(path):
    """A file of numbers with a line of names, as a dictionary of arrays."""
    with open(path, newline="") as f:
        rows = list(csv.reader(f))
    data = np.array([[float(x) for x in row] for row in rows[1:]])
    return {name: data[:, i] for i, name in enumerate(rows[0])}


def convergence(folder):
    """Error against step of every study: one thin line each, and slopes to compare with."""
    with open(os.path.join(folder, "convergence.csv"), newline="") as f:
        rows = list(csv.DictReader(f, delimiter=";"))
    panels = {}
    for r in rows:
        studies = panels.setdefault((r["stepper"], round(float(r["order"]))), {})
        points = studies.setdefault((r["problem"], r["variant"], r["group"]), [])
        points.append((float(r["h"]), float(r["error"])))
    # of each method what is of its own order first, then what is not; the rare ones last
    methods = ["projected", "rk4"]
    shown = sorted(panels, key=lambda p: (p[0] not in methods, p[0], -p[1]))
    fig, axes = plt.subplots(1, len(shown), figsize=(10.5, 5), sharey=True, squeeze=False,
                             width_ratios=[2 if len(panels[p]) > 9 else 1 for p in shown])
    for ax, panel in zip(axes[0], shown):
        draw_orders(ax, *panel, panels[panel])
    axes[0][0].set_ylabel("largest error / size of the quantity")
    lines = [plt.Line2D([], [], color=colour, marker="o", ms=3, lw=1.0, label=label)
             for colour, label in ((MOTION, "positions and velocities"),
                                   (FORCE, "constraint forces"),
                                   (GREY, "exact but for rounding, at every step"))]
    lines.append(plt.Line2D([], [], color=EXACT, ls="--", lw=1.2, label="slope of the order"))
    fig.legend(handles=lines, loc="lower center", ncol=4, fontsize=9)
    fig.supxlabel("step / coarsest step of the study", fontsize=10, y=0.075)
    fig.tight_layout(rect=(0, 0.06, 1, 1))
    fig.savefig(os.path.join(folder, "convergence.png"))
    plt.close(fig)
    print("convergence.png")


def draw_orders(ax, stepper, order, studies):
    """All studies of a stepper that are of one order."""
    finest, top = 1.0, 0.0
    for (_, _, group), points in studies.items():
        # steps relative to the coarsest of the study: all lines start at the same place
        h, e = np.array(sorted(points, reverse=True)).T
        exact = max(e) < 1e-11
        colour = GREY if exact else FORCE if group == "forces" else MOTION
        ax.loglog(h / h[0], np.maximum(e, 1e-16), "-o", color=colour, lw=0.8, ms=2.5,
                  alpha=0.35 if len(studies) > 9 else 0.9, zorder=1 if exact else 2)
        finest, top = min(finest, h[-1] / h[0]), max(top, e[0])
    h = np.array([1.0, finest])
    ax.loglog(h, 3 * top * h**order, "--", color=EXACT, lw=1.2)
    problems = sorted({problem for problem, _, _ in studies})
    named = f"\n{', '.join(problems)}" if len(problems) < 3 else f"\n{len(studies)} studies"
    ax.set_title(f"{stepper}\norder {order}{named}", loc="left", fontsize=10)
    roomy = len(studies) > 9 and finest > 0.05  # for a number at every halving
    ticks = 2.0 ** -np.arange(0, round(-np.log2(finest)) + 1, 1 if roomy else 2)
    ax.set_xticks(ticks)
    ax.set_xticklabels(["1"] + [f"1/{round(1 / t)}" for t in ticks[1:]])
    ax.minorticks_off()
    ax.invert_xaxis()
    ax.set_ylim(1e-15, 2)


def pendulum_force(folder):
    d = columns(os.path.join(folder, "pendulum_force.csv"))
    fig, ax = plt.subplots(figsize=(8, 4))
    ax.plot(d["t"], d["along_exact"], color=EXACT, lw=1.0, label="closed form")
    ax.plot(d["t"], d["across_exact"], color=EXACT, lw=1.0)
    ax.plot(d["t"][::8], d["along"][::8], "o", color=FORCE, ms=4, label="along the rod")
    ax.plot(d["t"][::8], d["across"][::8], "s", color=MOTION, ms=3.5, label="across the rod")
    ax.axhline(0, color=GREY, lw=0.8)
    ax.set_xlabel("time [s]")
    ax.set_ylabel("force of the pin on the rod [N]")
    ax.set_title("Rod of 1 m and 1 kg released at 90°, projected, h = 5 ms", loc="left", fontsize=11)
    ax.legend(loc="upper right", ncol=3)
    ax.set_ylim(-4, 30)
    save(fig, folder, "pendulum_force.png")


def energy(folder):
    d = columns(os.path.join(folder, "energy.csv"))
    fig, (top, bottom) = plt.subplots(2, 1, figsize=(9, 5.2), sharex=True)
    top.plot(d["t"], d["energy_error"] * 1e3, color=MOTION, lw=0.8)
    top.set_ylim(0, None)
    top.set_ylabel("largest |E − E₀|\nof 2000 steps [mJ]")
    top.set_title("Double pendulum of rods, a million steps of 1 ms (projected)", loc="left",
                  fontsize=11)
    bottom.semilogy(d["t"], np.maximum(d["constraint_error"], 1e-17), color=FORCE, lw=0.8)
    bottom.axhline(2e-9, color=EXACT, lw=1.0, ls="--")
    bottom.text(0.99, 2.6e-9, "allowed", ha="right", color=EXACT, transform=bottom.get_yaxis_transform())
    bottom.set_ylim(1e-16, 1e-8)
    bottom.set_ylabel("largest constraint\nerror [m]")
    bottom.set_xlabel("time [s]")
    save(fig, folder, "energy.png")


def assembly(folder):
    d = columns(os.path.join(folder, "assembly.csv"))
    fig, (left, right) = plt.subplots(1, 2, figsize=(10, 4))
    left.semilogy(d["t_over_tau"], d["D_exact"], color=EXACT, lw=1.0, label="(1 + t/τ) exp(−t/τ)")
    left.semilogy(d["t_over_tau"][::8], np.abs(d["D"])[::8], "o", color=MOTION, ms=4,
                  label="projected, h = τ/10")
    left.set_xlabel("t / τ")
    left.set_ylabel("what is left of the error, D / D₀")
    left.legend(loc="lower left")
    right.plot(d["t_over_tau"], d["force"], "-", color=FORCE, lw=1.4)
    right.axhline(2 * 9.81, color=GREY, lw=1.0, ls="--")
    right.text(20, 2 * 9.81 + 1.5, "weight", color="#718096", ha="right")
    right.set_xlabel("t / τ")
    right.set_ylabel("force of the nail [N]")
    right.set_ylim(0, None)
    left.set_title("A particle pulled to its nail", loc="left", fontsize=11)
    save(fig, folder, "assembly.png")


def first_order(folder):
    d = columns(os.path.join(folder, "first_order.csv"))
    fig, (left, right) = plt.subplots(1, 2, figsize=(10, 4))
    left.plot(d["t"], np.degrees(d["phi_exact"]), color=EXACT, lw=1.0, label="closed form")
    left.plot(d["t"][::5], np.degrees(d["phi"][::5]), "o", color=MOTION, ms=4,
              label="first_order, h = 20 ms")
    left.set_xlabel("time [s]")
    left.set_ylabel("angle of the bead [°]")
    left.legend(loc="upper right")
    left.set_title("A bead on a circle, dragged by a spring", loc="left", fontsize=11)
    right.plot(d["t"], d["force_exact"], color=EXACT, lw=1.0, label="closed form")
    right.plot(d["t"][::5], d["force"][::5], "o", color=FORCE, ms=4, label="force of the circle")
    right.axhline(0, color=GREY, lw=0.8)
    right.set_xlabel("time [s]")
    right.set_ylabel("force on the bead, outward [N]")
    right.legend(loc="upper right")
    save(fig, folder, "first_order.png")


def oscillation(folder):
    d = columns(os.path.join(folder, "oscillation.csv"))
    fig, axes = plt.subplots(1, 2, figsize=(10, 4), sharey=True)
    for ax, name, title in zip(axes, ("positions_only", "velocity_terms"),
                               ("positions only (figure 3.13)", "with velocity terms (figure 3.14)")):
        ax.plot(d["frame"], d[name], color=FORCE, lw=1.0)
        ax.set_title(title, loc="left", fontsize=11)
        ax.set_xlabel("frame")
    axes[0].set_ylabel("force on the nail along the chain")
    save(fig, folder, "oscillation.png")


def wheel_energy(folder):
    d = columns(os.path.join(folder, "wheel_energy.csv"))
    fig, axes = plt.subplots(1, 2, figsize=(10, 4), sharey=True)
    styles = {"euler": ("-", EXACT), "double_euler": ("-", "#38A169"), "rk2": ("-", FORCE),
              "rk4": ("--", MOTION)}
    for ax, end, title in zip(axes, ("at_start", "at_mean"),
                              ("fastened where it touches as a step begins (a)",
                               "fastened where it touches in the mean (b)")):
        for name, (style, colour) in styles.items():
            ax.plot(d["time"], d[name + "_" + end], style, color=colour, lw=1.6, label=name)
        ax.set_title(title, loc="left", fontsize=11)
        ax.set_xlabel("time [s]")
        ax.set_xlim(0, None)
    off = max(np.abs(d[name + "_at_mean"] - 1).max() for name in styles)
    axes[1].text(0.03, 1.02, f"all within {100 * off:.2f} %", color="#718096")
    axes[0].set_ylabel("energy / energy at the start")
    axes[0].legend(loc="upper left")
    save(fig, folder, "wheel_energy.png")


def main():
    if len(sys.argv) != 2 or not os.path.isdir(sys.argv[1]):
        sys.exit(__doc__)
    folder = sys.argv[1]
    for draw in (convergence, pendulum_force, energy, assembly, first_order, oscillation,
                 wheel_energy):
        try:
            draw(folder)
        except (OSError, IndexError) as e:
            print(f"left out {draw.__name__}: {e}", file=sys.stderr)


main()
