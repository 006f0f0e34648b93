// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "holon/collide/convex.h"

namespace holon {

/// Where two convex shapes are nearest, or how they overlap least: with the unit normal n from A to
/// B, on_b = on_a + gap n. Of all directions, n has the largest gap between the shapes along it.
struct Nearest {
  Vec3 on_a, on_b, normal;
  double gap;
};

/// The same for two convex shapes, A in its own axes and B at a place seen from there. Shapes whose
/// cores are apart by more than 1e-8 of their size are done by distance, with the algorithm of
/// Gilbert, Johnson and Keerthi [GilbertJohnson88]; where cores touch or overlap, their difference
/// is approached from inside [Bergen01]. If the shapes are further apart than `far`, the gap is
/// only some number that says so, and no more than the distance.
Nearest nearest(const Convex& a, const Convex& b, const Place& B, double far);

/// The cores alone, where a formula has them: a point with a point, segment, box, cylinder or cone,
/// and two segments. False if there is none.
bool nearest_cores(const Convex& a, const Convex& b, const Place& B, Nearest& out);

/// A point of B − A, and the points whose difference it is.
struct Difference {
  Vec3 w, a, b;
};

/// Up to four points of B − A, and where among them the origin, or what is nearest to it, is.
struct Simplex {
  std::array<Difference, 4> points;
  std::array<double, 4> weights;
  int size = 0;

  Vec3 on_a() const;
  Vec3 on_b() const;
};

/// B − A: it has the origin inside when the shapes overlap, and is as far from it as they are.
struct DifferenceOf {
  const Convex& a;
  const Convex& b;
  const Place& B;

  Difference support(const Vec3& d) const {
    const Vec3 on_a = a.core_support(-d);
    const Vec3 on_b = B.point(b.core_support(B.R.transpose() * d));
    return {on_b - on_a, on_a, on_b};
  }
};

/// The point of a simplex nearest to the origin; the simplex is reduced to the points that have a
/// share in it. Four points are left if the origin is inside.
Vec3 reduce(Simplex& s);

/// How the cores overlap least, beginning with a simplex that holds the origin to rounding.
Nearest least_overlap(const DifferenceOf& cores, Simplex start);

}  // namespace holon
