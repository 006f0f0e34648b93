// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/affine.h"

namespace holon {

/// The plane relative of the affine body, seed 001's troid: six degrees of freedom in the plane
/// z = height. Equations in model/affine.h.
struct AffineBody2d {
  static constexpr std::string_view name = "affine_body_2d";
  static constexpr std::string_view summary =
      "elastic plate deformed by one linear map in its plane";
  static constexpr std::string_view required[] = {"mass", "second_moment", "area"};

  double mass = 1.0;
  Mat2 second_moment = Mat2::Identity() / 12.0;
  double area = 1.0;
  double mu = 4e4;
  double lambda = 6e4;
  double viscosity = 0.0;
  double height = 0.0;
  Vec2 position = Vec2::Zero();
  Mat2 deformation = Mat2::Identity();
  Vec2 velocity = Vec2::Zero();
  Mat2 deformation_rate = Mat2::Zero();

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("mass", self.mass, "mass [kg]");
    visit("second_moment",
          self.second_moment,
          "integral of density X X^T about the centre of mass [kg m^2]");
    visit("area", self.area, "area [m^2]");
    visit("mu", self.mu, "shear modulus of the plate [N/m]");
    visit("lambda", self.lambda, "Lame's first parameter of the plate [N/m]");
    visit("viscosity", self.viscosity, "stress per rate of strain [N s/m]");
    visit("height", self.height, "z of the plane the body lives in [m]");
    visit("position", self.position, "position of the centre of mass at the start [m]");
    visit("deformation", self.deformation, "linear map A at the start; a rotation is no strain");
    visit("velocity", self.velocity, "velocity at the start [m/s]");
    visit("deformation_rate", self.deformation_rate, "rate of A at the start [1/s]");
  }
  void check(Diagnostics& d) const {
    d.expect(std::isfinite(mass) && mass > 0.0, "mass", "must be positive and finite");
    d.expect(std::isfinite(area) && area > 0.0, "area", "must be positive and finite");
    d.expect(std::isfinite(mu) && mu >= 0.0, "mu", "must be zero or positive, and finite");
    d.expect(std::isfinite(lambda) && lambda + mu >= 0.0,
             "lambda",
             "must not be below -mu (the plate would have no stiffness against area changes)");
    d.expect(std::isfinite(viscosity) && viscosity >= 0.0,
             "viscosity",
             "must be zero or positive, and finite");
    d.expect(std::isfinite(height), "height", "must be finite");
    d.expect(position.allFinite(), "position", "must be finite");
    d.expect(velocity.allFinite(), "velocity", "must be finite");
    d.expect(deformation_rate.allFinite(), "deformation_rate", "must be finite");
    d.expect(deformation.allFinite() && deformation.determinant() > 1e-9,
             "deformation",
             "must have a positive determinant (it may not turn the body over)");
    const bool symmetric = second_moment.allFinite() && second_moment(0, 1) == second_moment(1, 0);
    d.expect(symmetric && second_moment(0, 0) > 0.0 && second_moment.determinant() > 0.0,
             "second_moment",
             "must be symmetric and positive definite");
  }
  void start(double* q, double* v) const {
    view<Vec2>(q) = position;
    view<Mat2>(q + 2) = deformation;
    view<Vec2>(v) = velocity;
    view<Mat2>(v + 2) = deformation_rate;
  }

  class Runtime : public AffineRuntime<2> {
   public:
    explicit Runtime(const AffineBody2d& b)
        : AffineRuntime<2>(
            b.mass,
            b.second_moment,
            {.volume = b.area, .mu = b.mu, .lambda = b.lambda, .viscosity = b.viscosity},
            b.height) {}
  };
};

static_assert(ObjectKind<AffineBody2d>);

}  // namespace holon
