// SPDX-License-Identifier: Apache-2.0
#include "holon/object/affine_body.h"

#include <Eigen/Eigenvalues>

namespace holon {

void AffineBody::check(Diagnostics& d) const {
  d.expect(std::isfinite(mass) && mass > 0.0, "mass", "must be positive and finite");
  d.expect(std::isfinite(volume) && volume > 0.0, "volume", "must be positive and finite");
  d.expect(std::isfinite(young) && young >= 0.0, "young", "must be zero or positive, and finite");
  d.expect(poisson > -1.0 && poisson < 0.5, "poisson", "must lie between -1 and 0.5");
  d.expect(std::isfinite(viscosity) && viscosity >= 0.0,
           "viscosity",
           "must be zero or positive, and finite");
  d.expect(position.allFinite(), "position", "must be finite");
  d.expect(velocity.allFinite(), "velocity", "must be finite");
  d.expect(deformation_rate.allFinite(), "deformation_rate", "must be finite");
  d.expect(deformation.allFinite() && deformation.determinant() > 1e-9,
           "deformation",
           "must have a positive determinant (it may not turn the body inside out)");
  if (!second_moment.allFinite()) {
    d.error("second_moment", "must be finite");
    return;
  }
  const double size = second_moment.cwiseAbs().maxCoeff();
  d.expect((second_moment - second_moment.transpose()).cwiseAbs().maxCoeff() <= 1e-12 * size,
           "second_moment",
           "must be symmetric");
  const Eigen::SelfAdjointEigenSolver<Mat3> eigen(second_moment, Eigen::EigenvaluesOnly);
  d.expect(
      eigen.eigenvalues()[0] > 1e-12 * size,
      "second_moment",
      "must be positive definite (a flat or thin body cannot be affine: give it some thickness)");
}

}  // namespace holon
