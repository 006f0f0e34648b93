// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <variant>

#include "holon/curve/all.h"
#include "holon/geometry/measured_curve.h"

namespace holon {

/// What every curve has beside the fields of its kind.
struct CurveOptions {
  bool by_length = false;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("by_length",
          self.by_length,
          "whether the parameter is the length along the curve [m], whatever its kind has");
  }
};

/// A curve of any kind, as a value: cheap to copy, and sound, as a bad description throws
/// ModelError. Evaluation does not allocate.
class Curve {
  template <class... Ts>
  static std::variant<Ts..., CurveFunctionPtr> kind_of(TypeList<Ts...>);

 public:
  /// One of the kinds, or a function of the host.
  using Kind = decltype(kind_of(CurveKinds{}));

  Curve() : Curve(Line{}) {}
  Curve(Kind kind, CurveOptions options = {});
  template <CurveKind K>
  Curve(K kind, CurveOptions options = {})  // NOLINT: each kind is a curve
      : Curve(Kind(std::move(kind)), options) {}
  /// A formula of the host, with its three derivatives, over a domain.
  static Curve formula(CurveDomain domain,
                       std::function<CurveJet(double)> f,
                       CurveOptions options = {});

  const Kind& kind() const { return data_->kind; }
  const CurveOptions& options() const { return data_->options; }
  const CurveDomain& domain() const { return data_->domain; }
  /// The curve by the parameter of its kind.
  const MeasuredCurve& measured() const { return data_->curve; }

  /// The jet at u. Beyond an end the curve goes on straight along its tangent; closed, it goes
  /// round again.
  CurveJet at(double u) const;
  /// The u in the domain of the point closest to x, the ends included. Of several, any.
  double closest(const Vec3& x) const;
  /// The local minimum of the distance to x that is downhill of `guess`, along the curve: another
  /// branch that comes nearer is not found. It may lie beyond an open end, and on a closed curve u
  /// keeps counting turns.
  double closest_near(const Vec3& x, double guess) const;
  /// Signed length to u from the beginning, or from some origin where there is none.
  double length_to(double u) const;
  /// The u with length_to(u) = s.
  double parameter_at(double s) const;
  /// Length from u0 to u1, negative if u1 < u0.
  double length(double u0, double u1) const;

 private:
  struct Data {
    Kind kind;
    CurveOptions options;
    MeasuredCurve curve;
    CurveDomain domain;
  };
  std::shared_ptr<const Data> data_;
};

}  // namespace holon
