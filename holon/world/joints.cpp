// SPDX-License-Identifier: Apache-2.0
#include "holon/world/joints.h"

#include <utility>

namespace holon {
namespace {

/// Where connectors are: on what moves as the system stands, on all else as in the world.
class Ends {
 public:
  Ends(const World& world, const System& system, const MeasuredRows& rows)
      : world_(world), system_(system), rows_(rows) {}

  JointEnd of(const PointRef& ref) const {
    JointEnd end;
    const auto* on = std::get_if<PointOn>(&ref);
    if (on != nullptr) end = carried_by(on->object);
    if (end.body >= 0)
      end.point = system_.visit_body(end.body, [&](const auto& r) { return r.point(*on).x; });
    else
      end.point = world_.point(ref).x;
    return end;
  }
  JointEnd of(const FrameRef& ref) const {
    JointEnd end;
    const auto* on = std::get_if<FrameOn>(&ref);
    if (on != nullptr) end = carried_by(on->object);
    const FrameKin kin = end.body >= 0 ? frame_on(end.body, *on) : world_.frame(ref);
    end.point = kin.x;
    end.axes = kin.R;
    return end;
  }
  JointEnd of(const DirectionRef& ref) const {
    const auto* on = std::get_if<DirectionOn>(&ref);
    return on != nullptr ? carried_by(on->object) : JointEnd();
  }
  JointEnd of(const CurveRef& ref) const {
    JointEnd end = of(ref.frame);
    end.on_curve = true;
    return end;
  }
  JointEnd of(const SurfaceRef& ref) const {
    JointEnd end = of(ref.frame);
    end.on_surface = true;
    return end;
  }

 private:
  JointEnd carried_by(ObjectId id) const {
    JointEnd end;
    end.object = id;
    end.body = rows_.body_of(id);
    return end;
  }
  FrameKin frame_on(int body, const FrameOn& on) const {
    return system_.visit_body(body, [&](const auto& r) {
      if constexpr (std::decay_t<decltype(r)>::has_orientation)
        return r.frame(on);
      else
        return FrameKin();
    });
  }
  const World& world_;
  const System& system_;
  const MeasuredRows& rows_;
};

template <class Ref>
constexpr bool is_end =
    std::is_same_v<
        Ref,
        PointRef> || std::is_same_v<Ref, FrameRef> || std::is_same_v<Ref, DirectionRef> || is_track<Ref>;

/// Whether a kind joins two places that are one, or of which one carries the axes of the other.
template <class K>
constexpr bool is_joint = [] {
  using Refs = decltype(std::declval<const K&>().connectors());
  if constexpr (std::tuple_size_v<Refs> != 2) {
    return false;
  } else {
    using A = std::decay_t<std::tuple_element_t<0, Refs>>;
    using B = std::decay_t<std::tuple_element_t<1, Refs>>;
    const bool points = std::is_same_v<A, PointRef> && std::is_same_v<B, PointRef>;
    return is_end<A> && is_end<B> && (!points || K::rows == 3);
  }
}();

}  // namespace

std::vector<Joint> joints_of(const World& world, const System& system, const MeasuredRows& rows) {
  const Ends ends(world, system, rows);
  std::vector<Joint> ground, between;
  const auto look_at = [&]<class K>(ConstraintId id, const K& kind) {
    if constexpr (is_joint<K>) {
      const auto refs = kind.connectors();
      using A = std::decay_t<decltype(std::get<0>(refs))>;
      using B = std::decay_t<decltype(std::get<1>(refs))>;
      Joint joint{id, ends.of(std::get<0>(refs)), ends.of(std::get<1>(refs))};
      constexpr bool points = std::is_same_v<A, PointRef> && std::is_same_v<B, PointRef>;
      joint.slides = !points;
      joint.rolls = velocity_rows<K> > 0 && !points;
      // what has a track, or else axes, carries the other
      if (is_track<B> || !(points || is_track<A> || std::is_same_v<A, FrameRef>))
        std::swap(joint.carrier, joint.mover);
      const bool grounded = joint.carrier.body < 0 || joint.mover.body < 0;
      (grounded ? ground : between).push_back(joint);
    }
  };
  for (const System::ConstraintView& view : system.constraints())
    visit([&](const auto& kind) { look_at(view.id, kind); },
          world.model().constraints()[view.id].kind);
  ground.insert(ground.end(), between.begin(), between.end());
  return ground;
}

}  // namespace holon
