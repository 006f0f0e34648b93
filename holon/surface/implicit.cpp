// SPDX-License-Identifier: Apache-2.0
#include "holon/surface/implicit.h"

#include "holon/math/expression.h"

namespace holon {
namespace {

Expression parsed(const Implicit& surface) {
  return Expression(surface.formula, {"x", "y", "z"});
}

}  // namespace

void Implicit::check(Diagnostics& d) const {
  try {
    parsed(*this);
  } catch (const ExpressionError& e) {
    d.error("formula", e.what());
  }
}

std::shared_ptr<const SurfaceField> Implicit::prepare() const {
  const auto at = [f = parsed(*this)](const Vec3& x) {
    const ExpressionJet jet = f.jet(x);
    return SurfaceJet{jet.value, jet.gradient, jet.hessian};
  };
  return std::make_shared<LevelField<decltype(at)>>(at);
}

}  // namespace holon
