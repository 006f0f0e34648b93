// SPDX-License-Identifier: Apache-2.0
#include "holon/surface/implicit.h"

#include "holon/math/expression.h"

namespace holon {
namespace {

constexpr std::string_view of_a_place[] = {"x", "y", "z"};

}  // namespace

void Implicit::check(Diagnostics& d) const {
  expect_formula(d, "formula", formula, of_a_place);
}

std::shared_ptr<const SurfaceField> Implicit::prepare() const {
  const auto at = [f = Expression(formula, of_a_place)](const Vec3& x) {
    const ExpressionJet jet = f.jet(x);
    return SurfaceJet{jet.value, jet.gradient, jet.hessian};
  };
  return std::make_shared<LevelField<decltype(at)>>(at);
}

}  // namespace holon
