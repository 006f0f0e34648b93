// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>
#include <variant>

#include "holon/math/boxed.h"
#include "holon/math/type_list.h"

namespace holon {

namespace detail {
/// Small kinds are where their holder is, others on the heap.
template <class K, std::size_t Inline>
using Stored = std::conditional_t<sizeof(K) <= Inline, K, Boxed<K>>;

template <class List, std::size_t Inline>
struct AnyOf;
template <class... Ks, std::size_t Inline>
struct AnyOf<TypeList<Ks...>, Inline> {
  using Variant = std::variant<Stored<Ks, Inline>...>;
  template <class K>
  static constexpr bool has = (std::is_same_v<K, Ks> || ...);
};

template <class K>
K& unboxed(K& kind) {
  return kind;
}
template <class K>
K& unboxed(Boxed<K>& kind) {
  return *kind;
}
template <class K>
const K& unboxed(const Boxed<K>& kind) {
  return *kind;
}
}  // namespace detail

/// One of the kinds of a list, as a std::variant of them would be, with visit(), get(), get_if()
/// and holds_alternative() of its own. Kinds of more than `Inline` bytes are boxed: the few large
/// ones would else make every small one as large. How it is copied, moved and destroyed is compiled
/// once, in model.cpp, and not wherever a model is used.
template <class List, std::size_t Inline>
class Any {
  using Of = detail::AnyOf<List, Inline>;

 public:
  Any();
  template <class K>
  requires(Of::template has<std::decay_t<K>>) Any(K&& kind)  // NOLINT: a kind is one of the kinds
      : kind_(detail::Stored<std::decay_t<K>, Inline>(std::forward<K>(kind))) {}
  Any(const Any& other);
  Any(Any&& other) noexcept;
  Any& operator=(const Any& other);
  Any& operator=(Any&& other) noexcept;
  ~Any();

  /// Which of the kinds it is, by its place in the list.
  std::size_t index() const { return kind_.index(); }

  template <class F>
  decltype(auto) visit(F&& f) const {
    return std::visit([&](const auto& k) -> decltype(auto) { return f(detail::unboxed(k)); },
                      kind_);
  }
  template <class F>
  decltype(auto) visit(F&& f) {
    return std::visit([&](auto& k) -> decltype(auto) { return f(detail::unboxed(k)); }, kind_);
  }
  /// Null if it is another kind.
  template <class K>
  const K* as() const {
    const auto* kind = std::get_if<detail::Stored<K, Inline>>(&kind_);
    return kind == nullptr ? nullptr : &detail::unboxed(*kind);
  }

 private:
  typename Of::Variant kind_;
};

template <class F, class List, std::size_t Inline>
decltype(auto) visit(F&& f, const Any<List, Inline>& any) {
  return any.visit(f);
}
template <class F, class List, std::size_t Inline>
decltype(auto) visit(F&& f, Any<List, Inline>& any) {
  return any.visit(f);
}
template <class K, class List, std::size_t Inline>
const K* get_if(const Any<List, Inline>* any) {
  return any->template as<K>();
}
template <class K, class List, std::size_t Inline>
bool holds_alternative(const Any<List, Inline>& any) {
  return any.template as<K>() != nullptr;
}
/// Throws std::bad_variant_access if it is another kind.
template <class K, class List, std::size_t Inline>
const K& get(const Any<List, Inline>& any) {
  if (const K* kind = any.template as<K>()) return *kind;
  throw std::bad_variant_access();
}

}  // namespace holon
