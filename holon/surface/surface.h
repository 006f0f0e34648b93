// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string_view>
#include <utility>
#include <variant>

#include "holon/geometry/surface_field.h"
#include "holon/math/diagnostics.h"
#include "holon/surface/all.h"

namespace holon {

/// Any surface, from the host: f and its derivatives at a point.
using SurfaceFunction = std::function<SurfaceJet(const Vec3& x)>;

namespace detail {
template <class... Kinds>
std::variant<Kinds..., SurfaceFunction> with_function(TypeList<Kinds...>);
}  // namespace detail

/// A surface of any kind, as a value that is cheap to copy, in its own axes.
///
/// Each kind either tells f at a point, `SurfaceJet at(const Vec3&) const`, or makes a field of
/// itself, `std::shared_ptr<const SurfaceField> prepare() const`.
class Surface {
 public:
  using Kind = decltype(detail::with_function(SurfaceKinds{}));
  using Foot = SurfaceFoot;

  Surface() : Surface(Plane{}) {}
  template <class K>
  requires(std::constructible_from<Kind, K> && !std::same_as<std::remove_cvref_t<K>, Surface>)
      Surface(K&& kind)  // NOLINT(google-explicit-constructor): every kind is a surface
      : Surface(Kind(std::forward<K>(kind))) {}
  explicit Surface(Kind kind);

  const Kind& kind() const { return data_->kind; }
  /// Reports what makes the surface meaningless; then it can only be looked at, not evaluated.
  void check(Diagnostics& d, std::string_view field) const;

  /// f and its derivatives at x, a distance where the kind has one. `foot` follows the locally
  /// closest point; it is set by closest() first. Allocates nothing.
  SurfaceJet at(const Vec3& x, Foot& foot) const { return field().at(x, foot); }
  /// The foot of x: the closest of all points of the surface.
  Foot closest(const Vec3& x) const { return field().closest(x); }
  /// Whether a foot has passed an edge of the surface.
  bool outside_domain(const Foot& foot) const { return field().outside_domain(foot); }
  /// The point of the surface at a foot, of surfaces that have edges.
  SurfacePoint point(const Foot& foot) const { return field().point(foot); }
  /// The walls along the edges, at x whose closest point is at `foot`. Allocates nothing.
  EdgeWalls walls(const Vec3& x, const Foot& foot) const { return field().walls(x, foot); }

 private:
  struct Data {
    Kind kind;
    std::shared_ptr<const SurfaceField> field;  // none if check() finds fault
  };
  const SurfaceField& field() const {
    HOLON_EXPECT(data_->field != nullptr);
    return *data_->field;
  }

  std::shared_ptr<const Data> data_;
};

}  // namespace holon
