// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/checks/random.h"
#include "holon/curve/curve.h"

/// What every kind of curve has to pass. The functions here measure and leave it to the test to say
/// how small is small enough.
namespace holon::checks {

/// How far d1, d2 and d3 at u are from difference quotients of r, d1 and d2, the largest of them
/// over the size of what is compared. The quotient of five points errs by h⁴/30 of a derivative
/// four orders higher, and by some 1e-16/h.
double jet_error(const Curve& curve, double u, double h);

/// The largest jet_error at random parameters, away from joints, where derivatives may jump.
double worst_jet_error(const Curve& curve, Random& random, int count, double h = 1e-3);

/// A part of the domain with ends: all of it, if it has them.
CurveDomain finite_part(const CurveDomain& domain);
double random_parameter(const Curve& curve, Random& random);

/// Where pieces join, in the parameter of the curve, ends included.
std::vector<double> joints(const Curve& curve);

/// The least distance of x from many points of the finite part of a curve, and from the best of
/// them on by golden section: never less than the true one.
class BruteForce {
 public:
  explicit BruteForce(const Curve& curve, int count = 4000);
  double distance(const Vec3& x) const;

 private:
  double parameter(int i) const { return part_.begin + (part_.end - part_.begin) * i / count_; }

  Curve curve_;
  CurveDomain part_;
  int count_;
  std::vector<Vec3> points_;
};

/// What check() says about a kind.
template <class K>
std::vector<std::string> findings(const K& kind) {
  Diagnostics d;
  kind.check(d);
  return d.errors();
}

}  // namespace holon::checks
