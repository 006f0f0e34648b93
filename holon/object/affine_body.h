// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/geometry/mass_properties.h"
#include "holon/model/affine.h"

namespace holon {

/// A block of elastic material that deforms as a whole by one linear map: twelve degrees of
/// freedom, stretch and shear included. Equations in model/affine.h.
struct AffineBody {
  static constexpr std::string_view name = "affine_body";
  static constexpr std::string_view summary = "elastic body deformed by one linear map";
  static constexpr std::string_view required[] = {"mass", "second_moment", "volume"};

  double mass = 1.0;
  Mat3 second_moment = Mat3::Identity() / 12.0;
  double volume = 1.0;
  double young = 1e5;
  double poisson = 0.3;
  double viscosity = 0.0;
  Vec3 position = Vec3::Zero();
  Mat3 deformation = Mat3::Identity();
  Vec3 velocity = Vec3::Zero();
  Mat3 deformation_rate = Mat3::Zero();

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("mass", self.mass, "mass [kg]");
    visit("second_moment",
          self.second_moment,
          "integral of density X X^T about the centre of mass [kg m^2]");
    visit("volume", self.volume, "volume [m^3]");
    visit("young", self.young, "Young's modulus [Pa]; 0 leaves shape changes free");
    visit("poisson", self.poisson, "Poisson's ratio, -1 < nu < 0.5");
    visit("viscosity", self.viscosity, "stress per rate of strain [Pa s]");
    visit("position", self.position, "position of the centre of mass at the start [m]");
    visit("deformation", self.deformation, "linear map A at the start; a rotation is no strain");
    visit("velocity", self.velocity, "velocity at the start [m/s]");
    visit("deformation_rate", self.deformation_rate, "rate of A at the start [1/s]");
  }
  void check(Diagnostics& d) const;
  void start(double* q, double* v) const {
    view<Vec3>(q) = position;
    view<Mat3>(q + 3) = deformation;
    view<Vec3>(v) = velocity;
    view<Mat3>(v + 3) = deformation_rate;
  }

  /// The body of a shape. Its coordinates have their origin at the centre of mass.
  static AffineBody from(const MassProperties& p) {
    AffineBody body;
    body.mass = p.mass;
    body.second_moment = holon::second_moment(p);
    body.volume = p.volume;
    return body;
  }

  class Runtime : public AffineRuntime<3> {
   public:
    explicit Runtime(const AffineBody& b)
        : AffineRuntime<3>(
            b.mass,
            b.second_moment,
            {.volume = b.volume,
             .mu = 0.5 * b.young / (1.0 + b.poisson),
             .lambda = b.young * b.poisson / ((1.0 + b.poisson) * (1.0 - 2.0 * b.poisson)),
             .viscosity = b.viscosity},
            0.0) {}
  };
};

static_assert(ObjectKind<AffineBody>);

}  // namespace holon
