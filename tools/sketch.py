# SPDX-License-Identifier: Apache-2.0
"""Small line drawings as SVG, 120 × 80, in colours that can be read on light and dark pages."""
from itertools import groupby
from math import atan2, ceil, cos, hypot, pi, radians, sin

BLUE, AMBER = "#5B86B5", "#D08A3C"  # connector a and what it is on; connector b
STILL = "#8A939C"  # what stands still, and guide lines
TRACK = "#4E9C8D"  # curves and surfaces
FREE = "#9A78C8"  # motions that stay free, and those that are driven
FORCE = "#D2564A"
PIN = "#EEF1F4"


def along(p, q, share):
    return p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share


def polar(center, radius, degrees):
    """Counter-clockwise from the right, as seen; the page has y downward."""
    return center[0] + radius * cos(radians(degrees)), center[1] - radius * sin(radians(degrees))


def number(x):
    return f"{x:.1f}".rstrip("0").rstrip(".").replace("-0", "-0" if abs(x) >= 0.05 else "0")


def path_of(points, closed=False):
    steps = [f"{number(x)} {number(y)}" for x, y in points]
    return "M" + "L".join(steps) + ("z" if closed else "")


class Sketch:
    def __init__(self):
        self.parts = []

    def svg(self):
        return (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 80" width="120" height="80" fill="none" '
            'stroke-linecap="round" stroke-linejoin="round" stroke-width="1.6">\n' + "\n".join(self.parts) + "\n</svg>\n"
        )

    # ---- strokes ----

    def line(self, points, color=STILL, width=1.6, dash=None, closed=False, fill=None, opacity=None):
        marks = f' fill="{fill}"' if fill else ""
        marks += f' fill-opacity="{opacity}"' if opacity is not None else ""
        marks += f' stroke-width="{number(width)}"' if width != 1.6 else ""
        marks += f' stroke-dasharray="{dash}"' if dash else ""
        self.parts.append(f'<path d="{path_of(points, closed)}" stroke="{color}"{marks}/>')

    def curve(self, f, begin, end, steps=40, **style):
        self.line([f(begin + (end - begin) * i / steps) for i in range(steps + 1)], **style)

    def dashed(self, *points, color=STILL):
        self.line(points, color, 1.2, dash="3 3")

    def circle(self, center, radius, color=STILL, width=1.6, fill=None, opacity=None, dash=None):
        marks = f' fill="{fill}"' if fill else ""
        marks += f' fill-opacity="{opacity}"' if opacity is not None else ""
        marks += f' stroke-dasharray="{dash}"' if dash else ""
        x, y, r = map(number, (*center, radius))
        self.parts.append(f'<circle cx="{x}" cy="{y}" r="{r}" stroke="{color}" stroke-width="{number(width)}"{marks}/>')

    def text(self, x, y, words, color=STILL, size=10):
        self.parts.append(
            f'<text x="{number(x)}" y="{number(y)}" fill="{color}" font-family="Georgia,serif" font-style="italic" '
            f'font-size="{size}" text-anchor="middle">{words}</text>'
        )

    # ---- things ----

    def solid(self, points, color):
        """A body by its outline."""
        self.line(points, color, closed=True, fill=color, opacity=0.3)

    def block(self, x, y, width, height, color):
        self.solid([(x, y), (x + width, y), (x + width, y + height), (x, y + height)], color)

    def disk(self, center, radius, color):
        self.circle(center, radius, color, fill=color, opacity=0.3)

    def rod(self, p, q, color, width=6.0):
        self.line([p, q], color, width)

    def dot(self, center, color, radius=4.0):
        self.circle(center, radius, color, fill=color)

    def pin(self, center, radius=2.6):
        self.circle(center, radius, "#6B747D", 1.4, fill=PIN)

    def ground(self, p, q):
        """A line that stands still, hatched on its right as one goes from p to q."""
        length = hypot(q[0] - p[0], q[1] - p[1])
        ux, uy = (q[0] - p[0]) / length, (q[1] - p[1]) / length
        self.line([p, q])
        count = max(2, ceil(length / 6))
        hatches = ""
        for i in range(1, count + 1):
            x, y = along(p, q, i / count)
            hatches += path_of([(x, y), (x - 4 * ux - 4 * uy, y - 4 * uy + 4 * ux)])
        self.parts.append(f'<path d="{hatches}" stroke="{STILL}" stroke-width="1"/>')

    def nail(self, p):
        """A fixed point under a bit of ceiling."""
        x, y = p
        self.line([p, (x - 4, y - 6), (x + 4, y - 6)], closed=True)
        self.ground((x + 8, y - 6), (x - 8, y - 6))
        self.pin(p)

    def head(self, tip, direction, color, size=5.0):
        """The head of an arrow; direction in radians on the page."""
        back = [(tip[0] - size * cos(direction + s), tip[1] - size * sin(direction + s)) for s in (0.42, -0.42)]
        self.line([tip, *back], color, 1, closed=True, fill=color)

    def arrow(self, p, q, color=FORCE, width=2.0):
        direction = atan2(q[1] - p[1], q[0] - p[0])
        self.line([p, (q[0] - 3 * cos(direction), q[1] - 3 * sin(direction))], color, width)
        self.head(q, direction, color)

    def both(self, p, q, color=FREE):
        """There and back."""
        middle = along(p, q, 0.5)
        self.arrow(middle, p, color, 1.6)
        self.arrow(middle, q, color, 1.6)

    def turn(self, center, radius, begin, end, color=FREE, flat=1.0, width=1.6):
        """An arc with a head at its end; angles in degrees; `flat` squeezes it into an ellipse."""

        def at(degrees):
            x, y = polar((0, 0), radius, degrees)
            return center[0] + x, center[1] + flat * y

        stop = end - (7 if end > begin else -7)
        self.curve(at, begin, stop, 24, color=color, width=width)
        a, b = at(end - (14 if end > begin else -14)), at(end)
        self.head(b, atan2(b[1] - a[1], b[0] - a[0]), color)

    def spring(self, p, q, coils=6, size=5.0, color=FORCE):
        length = hypot(q[0] - p[0], q[1] - p[1])
        ux, uy = (q[0] - p[0]) / length, (q[1] - p[1]) / length
        points = [p, along(p, q, 0.12)]
        for i in range(2 * coils):
            x, y = along(p, q, 0.12 + 0.76 * (i + 0.5) / (2 * coils))
            side = size if i % 2 else -size
            points.append((x - uy * side, y + ux * side))
        self.line([*points, along(p, q, 0.88), q], color)

    def damper(self, p, q, size=4.5, color=FORCE):
        length = hypot(q[0] - p[0], q[1] - p[1])
        ux, uy = (q[0] - p[0]) / length, (q[1] - p[1]) / length

        def at(share, side):
            x, y = along(p, q, share)
            return x - uy * side, y + ux * side

        self.line([p, at(0.35, 0)], color)
        self.line([at(0.68, -size), at(0.35, -size), at(0.35, size), at(0.68, size)], color)
        self.line([at(0.55, -0.7 * size), at(0.55, 0.7 * size)], color)
        self.line([at(0.55, 0), q], color)

    def gear(self, center, radius, teeth, color, phase=0.0):
        step = 360 / teeth
        points = []
        for i in range(teeth):
            for share, r in ((-0.28, -2), (-0.14, 2), (0.14, 2), (0.28, -2)):
                points.append(polar(center, radius + r, phase + step * (i + share)))
        self.solid(points, color)
        self.pin(center)

    def frame(self, origin, color, size=16, lean=0.0):
        """Three axes, z up."""
        for degrees in (90, -20, 205):
            self.arrow(origin, polar(origin, size if degrees == 90 else 0.75 * size, degrees + lean), color, 1.6)
        self.circle(origin, 1.6, color, fill=color)

    def graph(self, x, y, width, height, f, label):
        """A function of time, from 0 to 1 both ways."""
        self.arrow((x, y), (x + width + 6, y), STILL, 1.2)
        self.arrow((x, y), (x, y - height - 8), STILL, 1.2)
        self.curve(lambda t: (x + width * t, y - height * f(t)), 0, 1, color=FREE, width=1.8)
        self.text(x + 13, y - height - 2, label)
        self.text(x + width + 4, y + 9, "t", size=9)


# ---- in space ----


class View:
    """Points of space on the page: x to the right and a little forward, y backward, z up."""

    def __init__(self, center=(60, 42), scale=20.0, yaw=-35.0, pitch=24.0):
        self.center, self.scale = center, scale
        self.yaw, self.pitch = radians(yaw), radians(pitch)

    def turned(self, p):
        x, y, z = p
        right = x * cos(self.yaw) - y * sin(self.yaw)
        back = x * sin(self.yaw) + y * cos(self.yaw)
        return right, z * cos(self.pitch) + back * sin(self.pitch), back * cos(self.pitch) - z * sin(self.pitch)

    def __call__(self, p):
        x, y, _ = self.turned(p)
        return self.center[0] + self.scale * x, self.center[1] - self.scale * y

    def depth(self, p):
        return self.turned(p)[2]


def mixed(color, other, share):
    parts = [[int(c[i : i + 2], 16) for i in (1, 3, 5)] for c in (color, other)]
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in zip(*parts))


def draw_surface(sketch, view, f, u_range, v_range, counts=(14, 10), closed=False):
    """A surface f(u, v) by its tiles, from back to front, lighter where it faces up and to the left. Of a closed one,
    whose normals f_u × f_v point outward, what faces away is left out."""

    def at(i, j):
        (u0, u1), (v0, v1) = u_range, v_range
        return f(u0 + (u1 - u0) * i / counts[0], v0 + (v1 - v0) * j / counts[1])

    tiles = []
    for i in range(counts[0]):
        for j in range(counts[1]):
            corners = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)]
            a, b = ([q - p for p, q in zip(corners[k], corners[k + 2])] for k in (0, 1))  # the diagonals
            normal = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
            size = hypot(*normal) or 1.0
            x, y, z = view.turned([n / size for n in normal])
            if closed and z > 0.05:
                continue
            light = round(8 * min(1.0, abs(0.75 * y - 0.45 * x - 0.5 * z)))
            tiles.append((sum(map(view.depth, corners)), light, path_of(map(view, corners), True)))
    tiles.sort(key=lambda tile: -tile[0])
    sketch.parts.append('<g fill="currentColor" stroke="currentColor" stroke-width=".4">')
    for light, same in groupby(tiles, key=lambda tile: tile[1]):
        shade = mixed("#2F6E63", "#A9DACF", 0.15 + 0.85 * light / 8)
        sketch.parts.append(f'<path color="{shade}" d="{"".join(tile[2] for tile in same)}"/>')
    sketch.parts.append("</g>")


TURN = 2 * pi
