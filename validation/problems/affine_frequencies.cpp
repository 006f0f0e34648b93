// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Eigenvalues>

#include "validation/parts.h"
#include "validation/validation.h"

/// Natural frequencies of an elastic body that deforms by one linear map, from half a period of
/// each mode, started at rest with a strain of 1e-5.
namespace holon::validation::affine_frequencies {
namespace {

constexpr double kStrain = 1e-5;

struct Body {
  std::string name;
  Vec3 size;
  double mass, mu, lambda;
};

/// Shape of the k-th stretch mode: (2 μ δᵢⱼ + λ) V x = ω² J x.
VecX stretch(const Eigen::Ref<const VecX>& J, double V, double mu, double lambda, int k) {
  const auto n = J.size();
  MatX K = MatX::Constant(n, n, lambda * V);
  K.diagonal().array() += 2.0 * mu * V;
  const Eigen::GeneralizedSelfAdjointEigenSolver<MatX> modes(K, MatX(J.asDiagonal()));
  return modes.eigenvectors().col(k).normalized();
}
/// Shear of i and j without turning: Aᵢⱼ Jⱼ = Aⱼᵢ Jᵢ.
template <class Mat, class Vec>
Mat shear(const Vec& J, int i, int j) {
  Mat A = Mat::Zero();
  A(i, j) = 1.0 / J[j];
  A(j, i) = 1.0 / J[i];
  return A / A.norm();
}

/// Runs half of the expected period, from one turning point to the other; the velocity along the
/// mode that is left there gives the frequency. Other modes, which the square of the strain wakes,
/// are kept out by reading along A J, to which they are orthogonal.
Study half_period(const Reference& r,
                  const std::string& name,
                  const MatX& mode,
                  const VecX& J,
                  const std::function<ObjectId(World&, const MatX&)>& add) {
  const MatX along = mode * J.asDiagonal();
  const double omega = r.at(name).value, expected = pi / omega;
  Study s;
  s.variant = name.substr(0, 3) + name.substr(name.find(',') + 1);
  s.times = {expected};
  s.methods = {projected(expected / 32, 4), rk4(expected / 32, 5)};
  s.limit = 1e-8;
  s.limit_why =
      "11 of the 16 digits are left of a strain of 1e-5, and its square shifts the frequency";
  s.floor = 1e-9;
  s.build = [=](const WorldOptions& o) {
    World w(o);
    const ObjectId id = add(w, mode);
    return Scene{std::move(w), [=](const World& world, int) {
                   const auto D = mode.rows();
                   const Eigen::Map<const MatX> A(world.state().q(id).data() + D, D, D);
                   const Eigen::Map<const MatX> rate(world.state().v(id).data() + D, D, D);
                   const double x = (A - MatX::Identity(D, D)).cwiseProduct(along).sum();
                   const double v = rate.cwiseProduct(along).sum();
                   return Readings{{name, pi / (world.time() + v / (omega * omega * x))}};
                 }};
  };
  return s;
}

void solid(Validation& v, Reference& r, const Body& b) {
  const Vec3 J = b.mass / 12.0 * b.size.cwiseProduct(b.size);
  const double V = b.size.prod();
  // as Young's modulus and Poisson's ratio
  const double poisson = b.lambda / (2.0 * (b.lambda + b.mu)), young = 2.0 * b.mu * (1.0 + poisson);
  const auto add = [=](World& w, const MatX& mode) {
    return w.add(AffineBody{.mass = b.mass,
                            .second_moment = J.asDiagonal(),
                            .volume = V,
                            .young = young,
                            .poisson = poisson,
                            .deformation = Mat3::Identity() + kStrain * Mat3(mode)});
  };
  const std::string prefix = b.name + " angular frequency, ";
  for (int k = 0; k < 3; ++k)
    v.converge(r,
               half_period(r,
                           prefix + "stretch " + std::to_string(k + 1),
                           stretch(J, V, b.mu, b.lambda, k).asDiagonal(),
                           J,
                           add));
  for (int i = 0; i < 3; ++i)
    for (int j = i + 1; j < 3; ++j)
      v.converge(r,
                 half_period(r,
                             prefix + "shear " + std::to_string(i + 1) + std::to_string(j + 1),
                             shear<Mat3>(J, i, j),
                             J,
                             add));
}

void plate(Validation& v, Reference& r) {
  const Vec2 J = Vec2::Constant(1.0 / 12.0);
  const auto add = [=](World& w, const MatX& mode) {
    return w.add(AffineBody2d{.second_moment = J.asDiagonal(),
                              .mu = 100.0,
                              .lambda = 50.0,
                              .deformation = Mat2::Identity() + kStrain * Mat2(mode)});
  };
  const std::string prefix = "(5) angular frequency, ";
  for (int k = 0; k < 2; ++k)
    v.converge(r,
               half_period(r,
                           prefix + "stretch " + std::to_string(k + 1),
                           stretch(J, 1.0, 100.0, 50.0, k).asDiagonal(),
                           J,
                           add));
  v.converge(r, half_period(r, prefix + "shear 12", shear<Mat2>(J, 0, 1), J, add));
}

}  // namespace

void run(Validation& v) {
  Reference& r = v.load("11a_affine_body_frequencies");
  const double E = 1e6, nu = 0.3, kappa = 1e5;
  const double mu = 0.5 * E / (1.0 + nu), lambda = E * nu / ((1.0 + nu) * (1.0 - 2.0 * nu));
  const Vec3 box(0.4, 0.3, 0.2), cube(1.0, 1.0, 1.0);
  solid(v, r, {"(1)", box, 24.0, mu, lambda});
  solid(v, r, {"(2)", box, 24.0, 4.0 * kappa, 0.0});
  solid(v, r, {"(3)", cube, 1000.0, mu, lambda});
  solid(v, r, {"(4)", cube, 1000.0, 4.0 * kappa, 0.0});
  plate(v, r);
}

}  // namespace holon::validation::affine_frequencies
