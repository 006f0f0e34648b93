// SPDX-License-Identifier: Apache-2.0
#include "holon/surface/surface.h"

#include <string>

namespace holon {
namespace {

template <class K>
void check_kind(const K& kind, Diagnostics& d) {
  if constexpr (requires { kind.check(d); })
    kind.check(d);
  else
    d.expect(static_cast<bool>(kind), "function", "must not be empty");
}

template <class K>
std::shared_ptr<const SurfaceField> field_of(const K& kind) {
  if constexpr (requires { kind.prepare(); }) {
    return kind.prepare();
  } else if constexpr (requires(const Vec3& x) { kind.at(x); }) {
    const auto at = [kind](const Vec3& x) { return kind.at(x); };
    return std::make_shared<LevelField<decltype(at)>>(at);
  } else {
    return std::make_shared<LevelField<K>>(kind);
  }
}

}  // namespace

Surface::Surface(Kind kind) {
  Data data{std::move(kind), nullptr};
  std::visit(
      [&](const auto& k) {
        Diagnostics d;
        check_kind(k, d);
        if (d.ok()) data.field = field_of(k);
      },
      data.kind);
  data_ = std::make_shared<const Data>(std::move(data));
}

void Surface::check(Diagnostics& d, std::string_view field) const {
  Diagnostics inner;
  std::visit([&](const auto& k) { check_kind(k, inner); }, data_->kind);
  for (const std::string& e : inner.errors()) d.error(field, e);
}

}  // namespace holon
