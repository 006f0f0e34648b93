// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace holon {

/// Calls f<N>() with N = n, a number from First to Last that is known only now: what f does is
/// compiled for each of them.
template <int First, int Last, class F>
[[gnu::always_inline]] inline void with_constant(int n, F&& f) {
  if constexpr (First < Last)
    if (n != First) return with_constant<First + 1, Last>(n, f);
  f.template operator()<First>();
}

}  // namespace holon
