// SPDX-License-Identifier: Apache-2.0
#include "holon/model/collision.h"

#include <gtest/gtest.h>

#include "holon/model/model.h"

namespace holon {
namespace {

TEST(Collision, ofTwoSurfacesFrictionIsTheMeanAndTheLargerOfAllElse) {
  const SurfacePair a{.friction = 0.2, .restitution = 0.1};
  const SurfacePair b{.friction = 0.8, .static_friction = 1.8, .restitution = 0.7};
  const SurfacePair both = SurfacePair::of(a, b);
  EXPECT_DOUBLE_EQ(both.friction, 0.4);
  EXPECT_DOUBLE_EQ(both.static_friction, 0.6);
  EXPECT_DOUBLE_EQ(both.restitution, 0.7);
}

TEST(Collision, materialsThatAreNamedAsAPairDoWhatIsSaidOfThem) {
  Model model;
  Collision ice, steel;
  ice.material = "ice";
  steel.material = "steel";
  model.set(MaterialPair{.a = "steel", .b = "ice", .surface = {.friction = 0.03}});
  EXPECT_EQ(model.surface_between(ice, steel).friction, 0.03);
  EXPECT_EQ(model.surface_between(steel, ice).friction, 0.03);
  EXPECT_EQ(model.surface_between(steel, steel).friction, 0.5);
  model.set(MaterialPair{.a = "ice", .b = "steel", .surface = {.friction = 0.02}});
  EXPECT_EQ(model.surface_between(ice, steel).friction, 0.02);
  EXPECT_EQ(model.material_pairs().size(), 1U);
}

std::string refusal_of(std::shared_ptr<const Collision> collision) {
  Model model;
  try {
    model.add(RigidBody(), ObjectOptions{.name = "block", .collision = std::move(collision)});
  } catch (const ModelError& e) {
    return e.what();
  }
  return "";
}

TEST(Collision, whatMakesNoSenseIsRefusedByName) {
  EXPECT_EQ(refusal_of(Collision::of(Sphere())), "");
  EXPECT_NE(refusal_of(Collision::of(Sphere{.radius = -1.0})).find("shapes.0"), std::string::npos);
  EXPECT_NE(refusal_of(Collision::of(Sphere(), {.friction = -0.5})).find("friction"),
            std::string::npos);
  EXPECT_NE(refusal_of(Collision::of(Sphere(), {.restitution = 1.5})).find("restitution"),
            std::string::npos);
  EXPECT_NE(refusal_of(std::make_shared<Collision>()).find("at least one"), std::string::npos);
}

TEST(Collision, whatDeformsHasNone) {
  Model model;
  EXPECT_THROW(model.add(AffineBody(), ObjectOptions{.collision = Collision::of(Sphere())}),
               ModelError);
  const ObjectId particle = model.add(Particle());
  model.set(particle, Collision::of(Sphere()));
  EXPECT_NE(model.objects()[particle].options.collision, nullptr);
  EXPECT_THROW(model.set(particle, std::make_shared<Collision>()), ModelError);
  EXPECT_NE(model.objects()[particle].options.collision, nullptr);
  model.set(particle, nullptr);
  EXPECT_EQ(model.objects()[particle].options.collision, nullptr);
}

}  // namespace
}  // namespace holon
