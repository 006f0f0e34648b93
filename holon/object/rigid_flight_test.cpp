// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <random>

#include "holon/checks/object_checks.h"
#include "holon/object/rigid_body.h"

/// Rigid bodies that fly at once (rigid_flight.cpp), beside one by one.
namespace holon::rigid_flight_test {

using checks::Placed;

/// A body in flight over h = 0.01 s, and where it ends.
struct Flight {
  explicit Flight(const Placed<RigidBody>& of)
      : body(of.runtime), q(of.q), p(checks::momentum_of(of)), q1(q), p1(p), v(of.v) {}
  RigidBody::Runtime::Flyer flyer() {
    return {&body, q.data(), p.data(), q1.data(), p1.data(), v.data()};
  }
  bool alone() { return body.flight(0.01, q.data(), p.data(), q1.data(), p1.data(), v.data()); }

  RigidBody::Runtime body;
  VecX q, p, q1, p1, v;
};

/// Bodies that turn slowly, not at all, fast, and very fast (a fifth of a turn).
std::vector<Flight> crowd() {
  std::mt19937 random(5);
  std::vector<Flight> out;
  for (const double speed : {1.0, 0.0, 20.0, 150.0, 3.0, 1e-9, 200.0}) {
    RigidBody body;
    body.mass = 2.0;
    body.inertia << 1.0, 0.1, 0.0, 0.1, 2.0, -0.2, 0.0, -0.2, 2.5;
    Placed<RigidBody> placed(body);
    placed.shake(random);
    placed.v.tail<3>() *= speed;
    placed.runtime.place(placed.q.data(), placed.v.data());
    out.emplace_back(placed);
  }
  return out;
}

TEST(RigidFlight, EndsWhereItWouldAlone) {
  std::vector<Flight> together = crowd(), alone = crowd();
  for (std::size_t first = 0; first < together.size(); first += 4) {
    std::vector<RigidBody::Runtime::Flyer> flyers;
    for (std::size_t i = first; i < std::min(first + 4, together.size()); ++i)
      flyers.push_back(together[i].flyer());
    ASSERT_TRUE(RigidBody::Runtime::fly(0.01, flyers));
  }
  for (std::size_t i = 0; i < alone.size(); ++i) {
    ASSERT_TRUE(alone[i].alone());
    // both solve for ω to rounding
    EXPECT_LE((together[i].q1 - alone[i].q1).norm(), 1e-14 * alone[i].q1.norm()) << i;
    EXPECT_LE((together[i].p1 - alone[i].p1).norm(), 1e-14 * alone[i].p1.norm()) << i;
    EXPECT_LE((together[i].v - alone[i].v).norm(), 1e-14 * alone[i].v.norm()) << i;
  }
}

TEST(RigidFlight, GivesTheSameBitsInAnyCompany) {
  const std::vector<Flight> bodies = crowd();
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    Flight single = bodies[i];
    const auto one = single.flyer();
    ASSERT_TRUE(RigidBody::Runtime::fly(0.01, {&one, 1}));
    for (std::size_t j = 0; j < bodies.size(); ++j) {
      Flight me = bodies[i], other = bodies[j];
      const RigidBody::Runtime::Flyer two[] = {other.flyer(), me.flyer()};
      ASSERT_TRUE(RigidBody::Runtime::fly(0.01, two));
      EXPECT_EQ(me.q1, single.q1) << i << " with " << j;
      EXPECT_EQ(me.p1, single.p1) << i << " with " << j;
      EXPECT_EQ(me.v, single.v) << i << " with " << j;
    }
  }
}

TEST(RigidFlight, GivesTheSameBitsInNarrowVectors) {
  for (const Flight& body : crowd()) {
    Flight wide = body, narrow = body;
    const auto one = wide.flyer(), other = narrow.flyer();
    ASSERT_TRUE(RigidBody::Runtime::fly(0.01, {&one, 1}));
    ASSERT_TRUE(RigidBody::Runtime::fly_narrow(0.01, {&other, 1}));
    EXPECT_EQ(wide.q1, narrow.q1);
    EXPECT_EQ(wide.p1, narrow.p1);
    EXPECT_EQ(wide.v, narrow.v);
  }
}

// who looks at it in the middle of a step sees it where the state says
TEST(RigidFlight, PlacesABodyToTheBitWhereItsCoordinatesDo) {
  for (Flight& body : crowd()) {
    const auto one = body.flyer();
    ASSERT_TRUE(RigidBody::Runtime::fly(0.01, {&one, 1}));
    RigidBody::Runtime placed = body.body;
    placed.place(body.q1.data(), body.v.data());
    EXPECT_EQ(body.body.rotation(), placed.rotation());
    EXPECT_EQ(body.body.com(), placed.com());
    EXPECT_LE((body.body.angular_velocity() - placed.angular_velocity()).norm(),
              1e-15 * placed.angular_velocity().norm());
  }
}

TEST(RigidFlight, SaysThatWhatIsNoNumberCannotFly) {
  std::vector<Flight> bodies = crowd();
  bodies[1].p[4] = std::nan("");
  const RigidBody::Runtime::Flyer two[] = {bodies[0].flyer(), bodies[1].flyer()};
  EXPECT_FALSE(RigidBody::Runtime::fly(0.01, two));
}

}  // namespace holon::rigid_flight_test
