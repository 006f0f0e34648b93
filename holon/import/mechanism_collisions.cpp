// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "holon/import/mechanism.h"
#include "holon/scene/field_key.h"

/// What touches of the links of a mechanism.
namespace holon::importing {
namespace {

std::string key_of(const Touch& touch) {
  FieldKey key;
  key.add(touch.surface);
  key.add(touch.type);
  key.add(touch.meets);
  return key.text;
}

CollisionPart part_of(const Touch& touch, const RigidMap& link) {
  const RigidMap pose = link * touch.pose;
  CollisionPart part{touch.shape, pose.p + Vec3::Zero(), pose.turn()};  // no −0, which files lose
  part.orientation.coeffs() += Eigen::Vector4d::Zero();
  return part;
}

/// An object, and what it is like to what touches it.
struct TouchingBody {
  ObjectId object;  ///< none until it is made, of what stands in the world
  bool stands = false;
  Touch like;  ///< the first of its shapes
  std::vector<CollisionPart> parts;
};

/// Who goes through whom. Those that are alike have a layer together.
class Layers {
 public:
  using Excluded = std::vector<std::pair<std::size_t, std::size_t>>;
  Layers(const std::vector<TouchingBody>& bodies, Excluded excluded)
      : bodies_(bodies), excluded_(std::move(excluded)) {
    for (std::size_t i = 0; i < bodies.size(); ++i) layer_of_.push_back(find(i));
  }
  bool fit() const { return first_.size() <= static_cast<std::size_t>(Collision::layers); }
  int layer(std::size_t body) const { return static_cast<int>(layer_of_[body]); }
  std::vector<int> ignored_by(std::size_t body) const {
    std::vector<int> out;
    for (std::size_t l = 0; l < first_.size(); ++l)
      if (!meet(body, first_[l])) out.push_back(static_cast<int>(l));
    return out;
  }

 private:
  std::size_t find(std::size_t body) {
    const auto is_like = [&](std::size_t other) {
      return !is_special(body) && !is_special(other)
             && bodies_[body].like.type == bodies_[other].like.type
             && bodies_[body].like.meets == bodies_[other].like.meets;
    };
    const auto known = std::ranges::find_if(first_, is_like);
    if (known != first_.end()) return static_cast<std::size_t>(known - first_.begin());
    first_.push_back(body);
    return first_.size() - 1;
  }
  bool is_special(std::size_t body) const {
    return std::ranges::any_of(
        excluded_, [&](const auto& pair) { return pair.first == body || pair.second == body; });
  }
  bool meet(std::size_t i, std::size_t k) const {
    const Touch &a = bodies_[i].like, &b = bodies_[k].like;
    const auto is_both = [&](const auto& pair) {
      return pair == std::pair(i, k) || pair == std::pair(k, i);
    };
    return ((a.type & b.meets) != 0 || (b.type & a.meets) != 0)
           && std::ranges::none_of(excluded_, is_both);
  }

  const std::vector<TouchingBody>& bodies_;
  Excluded excluded_;
  std::vector<std::size_t> first_;     // of each layer
  std::vector<std::size_t> layer_of_;  // of each body
};

/// The bodies that it is about: those of an object, or all that stand.
Layers::Excluded excluded_pairs(const std::vector<TouchingBody>& bodies, ObjectId a, ObjectId b) {
  const auto is_of = [&](std::size_t i, ObjectId object) {
    return object.is_none() ? bodies[i].stands : bodies[i].object == object;
  };
  Layers::Excluded out;
  for (std::size_t i = 0; i < bodies.size(); ++i)
    for (std::size_t k = 0; k < bodies.size(); ++k)
      if (is_of(i, a) && is_of(k, b)) out.emplace_back(i, k);
  return out;
}

Layers layers_of(const std::vector<TouchingBody>& bodies,
                 const std::vector<Exclusion>& exclusions,
                 const std::vector<Part>& parts) {
  const auto object_of = [&](int link) { return parts[static_cast<std::size_t>(link)].object; };
  Layers::Excluded excluded;
  for (const Exclusion& e : exclusions)
    for (const auto& pair : excluded_pairs(bodies, object_of(e.a), object_of(e.b)))
      excluded.push_back(pair);
  Layers layers(bodies, excluded);
  if (layers.fit()) {
    for (const Exclusion& e : exclusions)
      e.source.used("bodies that do not touch: in layers of their own");
    return layers;
  }
  for (const Exclusion& e : exclusions)
    e.source.approximated(
        "bodies that should not touch do, as they would need more than 32 layers");
  return {bodies, {}};
}

/// Adds a shape to those of its object; of what stands, to those that are like it.
void add_to(std::vector<TouchingBody>& bodies,
            ObjectId object,
            const Touch& touch,
            CollisionPart part) {
  const auto takes = [&](const TouchingBody& body) {
    return object.is_none() ? body.stands && key_of(body.like) == key_of(touch)
                            : body.object == object;
  };
  auto body = std::ranges::find_if(bodies, takes);
  if (body == bodies.end())
    body = bodies.insert(bodies.end(), {object, object.is_none(), touch, {}});
  if (key_of(body->like) != key_of(touch))
    touch.source.approximated(
        "touches as the first shape of its body does, of which it differs in friction or masks");
  body->parts.push_back(std::move(part));
}

}  // namespace

std::optional<Touch> touch_of(const Piece& piece) {
  Touch touch{.pose = piece.pose, .colour = piece.colour, .source = piece.source};
  Diagnostics d;
  if (const auto* mesh = std::get_if<Mesh>(&piece.shape)) {
    Hull hull = convex_hull(mesh->vertices, d);
    if (!d.ok()) {
      piece.source.ignored("a mesh without an inside does not touch");
      return std::nullopt;
    }
    touch.shape = ConvexHull{std::move(hull.vertices)};
    return touch;
  }
  std::visit(
      [&]<class S>(const S& shape) {
        shape.check(d);
        if constexpr (!std::is_same_v<S, Torus>) touch.shape = shape;
      },
      piece.shape);
  for (const std::string& error : d.errors()) piece.source.problem(error);
  return touch;
}

bool Assembly::touches(int i) const {
  for (std::size_t k = 1; k < links_.size(); ++k)
    if (leader(static_cast<int>(k)) == i && !links_[k].touches.empty()) return true;
  return false;
}

/// Links that move against their parents with small bodies between: they do not touch, as if a
/// single joint joined them.
void Assembly::exclude_parents(std::vector<Exclusion>& exclusions) const {
  const int count = static_cast<int>(links_.size());
  for (int i = 1; i < count; ++i) {
    const int parent = leader(links_[static_cast<std::size_t>(i)].parent);
    if (leader(i) != i || parent == 0 || part(i).object.is_none()) continue;
    const auto& constraints = scene_.model.objects()[part(i).object].constraints;
    const bool are_joined = std::any_of(constraints.begin(), constraints.end(), [&](auto id) {
      const auto objects = Model::objects_of(scene_.model.constraints()[id].kind);
      return std::ranges::find(objects, part(parent).object) != objects.end();
    });
    if (!are_joined && touches(i) && touches(parent))
      exclusions.push_back({parent, i, links_[static_cast<std::size_t>(i)].source});
  }
}

void Assembly::add_collisions(std::vector<Exclusion> exclusions) {
  exclude_parents(exclusions);
  std::vector<TouchingBody> bodies;
  for (std::size_t i = 0; i < links_.size(); ++i)
    for (const Touch& touch : links_[i].touches)
      add_to(bodies, parts_[i].object, touch, part_of(touch, parts_[i].pose));
  const Layers layers = layers_of(bodies, exclusions, parts_);
  if (!layers.fit())
    links_.front().source.approximated("all bodies touch each other, as there are only 32 layers");
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    auto collision = std::make_shared<Collision>();
    collision->shapes = std::move(bodies[i].parts);
    collision->surface = bodies[i].like.surface;
    if (layers.fit()) collision->layer = layers.layer(i);
    if (layers.fit()) collision->ignores = layers.ignored_by(i);
    add_collision(bodies[i].object, bodies[i].like, std::move(collision));
  }
}

void Assembly::add_collision(ObjectId object,
                             const Touch& like,
                             std::shared_ptr<const Collision> collision) {
  const Element& source = like.source;
  try {
    if (!object.is_none()) return scene_.model.set(object, std::move(collision));
    const std::string name = unique(source.text("name", "ground"));
    const ObjectId id = scene_.model.add(
        RigidBody(),
        ObjectOptions{.name = name, .kinematic = true, .collision = std::move(collision)});
    if (!like.colour.empty()) scene_.looks[id.index].colour = like.colour;
    source.used(source.title() + ": touches, as part of the kinematic rigid_body " + name);
  } catch (const ModelError& e) {
    for (const std::string& error : e.errors()) source.problem(source.title() + ": " + error);
  }
}

}  // namespace holon::importing
