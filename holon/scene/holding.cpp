// SPDX-License-Identifier: Apache-2.0
#include "holon/scene/holding.h"

#include <cmath>

#include "holon/scene/field_key.h"

namespace holon {
namespace {

template <class Kind>
std::string key_of(const Kind& any) {
  return std::visit(
      []<class K>(const K& kind) -> std::string {
        if constexpr (requires { K::name; }) {
          FieldKey key;
          key.text = std::string(K::name) + ' ';
          key.add(kind);
          return key.text;
        } else {
          return {};  // a function of the host
        }
      },
      any);
}
std::string key_of(const FrameRef& frame) {
  FieldKey key;
  std::visit(
      [&]<class F>(const F& f) {
        if constexpr (std::is_same_v<F, FrameOn>) {
          key.add(f.object.index);
          key.add(f.object.generation);
        }
        key.add(f.at);
        key.add(f.orientation);
      },
      frame);
  return key.text;
}

class Collector {
 public:
  Holding out;

  void add(const PointRef& ref) { out.ends.emplace_back(ref); }
  void add(const DirectionRef& ref) { out.ends.emplace_back(ref); }
  void add(const FrameRef& ref) { out.ends.emplace_back(ref); }
  void add(const CurveRef& ref) { add_track(ref.frame, ref.curve); }
  void add(const SurfaceRef& ref) { add_track(ref.frame, ref.surface); }
  void add(const ScalarRef& ref) {
    std::visit(
        [&](const auto& s) {
          out.quantities.push_back({std::string(std::decay_t<decltype(s)>::name), {}});
        },
        ref);
    for_each_connector(ref, [&]<class Ref>(const Ref& inner, std::size_t /*i*/) {
      if constexpr (is_track<Ref>)
        add(inner);
      else
        out.quantities.back().ends.emplace_back(inner);
    });
  }
  void add(const ScalarSum& ref) {
    for (const ScalarTerm& term : ref) add(term.quantity);
  }
  template <GivenRef Given>
  void add(const Given& /*ref*/) {}

  /// Takes down a field if it is a plain number.
  void operator()(std::string_view name, const auto& field, std::string_view /*what*/) {
    if constexpr (std::is_same_v<std::decay_t<decltype(field)>, double>)
      if (std::isfinite(field)) out.numbers.emplace_back(name, field);
  }

 private:
  template <class Geometry>
  void add_track(const FrameRef& frame, const Geometry& geometry) {
    std::string key = key_of(geometry.kind());
    if (!key.empty()) key += '|' + key_of(frame);
    out.tracks.push_back({frame, geometry, key});
  }
};

template <class Any>
Holding collect(const Any& any) {
  Collector collector;
  visit(
      [&]<class K>(const K& kind) {
        if constexpr (requires { kind.connectors(); })
          std::apply([&](const auto&... ref) { (collector.add(ref), ...); }, kind.connectors());
        K::fields(kind, collector);
      },
      any);
  return std::move(collector.out);
}

}  // namespace

std::vector<HeldEnd> all_ends(const Holding& holding) {
  std::vector<HeldEnd> ends = holding.ends;
  for (const HeldQuantity& q : holding.quantities)
    ends.insert(ends.end(), q.ends.begin(), q.ends.end());
  return ends;
}

Holding holding_of(const Constraint& kind) {
  return collect(kind);
}
Holding holding_of(const Force& kind) {
  return collect(kind);
}

}  // namespace holon
