// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <utility>
#include <variant>

namespace holon {

template <class... Ts>
struct TypeList {
  static constexpr std::size_t size = sizeof...(Ts);
};

namespace detail {
template <class List, template <class> class Wrap>
struct ApplyList;
template <class... Ts, template <class> class Wrap>
struct ApplyList<TypeList<Ts...>, Wrap> {
  using Variant = std::variant<Wrap<Ts>...>;
};
template <class T>
using Identity = T;
}  // namespace detail

/// One of the kinds.
template <class List>
using VariantOf = typename detail::ApplyList<List, detail::Identity>::Variant;
/// Wrap<kind>, for one of the kinds.
template <class List, template <class> class Wrap>
using WrappedVariantOf = typename detail::ApplyList<List, Wrap>::Variant;

/// Calls f.operator()<Kind>() for every kind of the list.
template <class... Ts, class F>
void for_each_kind(TypeList<Ts...> /*list*/, F&& f) {
  (f.template operator()<Ts>(), ...);
}

}  // namespace holon
