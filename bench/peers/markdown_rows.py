# SPDX-License-Identifier: Apache-2.0
"""Numbers and rows of markdown tables."""


def short(x, digits=2):
    if x is None:
        return "nan"
    if x == 0:
        return "0"
    return f"{x:.{digits}g}" if 1e-3 <= abs(x) < 1e5 else f"{x:.{digits - 1}e}"


def print_row(cells):
    print("| " + " | ".join(cells) + " |")


def print_head(title, left, right):
    print(f"### {title}\n")
    print_row(left + right)
    print("|" + "---|" * len(left) + "---:|" * len(right))


def cell(record, show):
    if record is None:
        return "-"
    if "cannot" in record:
        return "fail"
    return show(record) + ("!" if record["failed"] else "")


def print_failures(records):
    sizes = {}  # of each reason
    for r in records:
        if "cannot" in r:
            key = f"{r['name']} {r['solver']}", r["cannot"]
            sizes.setdefault(key, []).append(str(r["n"]))
    for (name, why), n in sizes.items():
        print(f"- {name}, n={','.join(n)}: {why}")
    print()
