// SPDX-License-Identifier: Apache-2.0
#include "holon/model/any.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "holon/model/model.h"

namespace holon::any_test {

// ---- sizes: what a large model has much of ----

TEST(Any, WhatALargeModelHasMuchOfIsSmall) {
  EXPECT_LE(sizeof(Motion), 8u);
  EXPECT_LE(sizeof(Path), 24u);
  EXPECT_LE(sizeof(Command), 16u);
  EXPECT_LE(sizeof(PointRef), 48u);
  EXPECT_LE(sizeof(ScalarRef), 176u);
  EXPECT_LE(sizeof(PointToPoint), 96u);
  EXPECT_LE(sizeof(Object), sizeof(RigidBody) + 16u);
  EXPECT_LE(sizeof(Constraint), 112u);
  EXPECT_LE(sizeof(Force), 144u);
  EXPECT_LE(sizeof(ObjectRecord), 320u);
  EXPECT_LE(sizeof(ConstraintRecord), 256u);
}

// ---- boxed or not, a kind is the same ----

struct Values {
  std::vector<std::string> numbers;
  explicit Values(const Constraint& kind) {
    visit([&](const auto& k) { std::decay_t<decltype(k)>::fields(k, *this); }, kind);
  }
  void operator()(std::string_view field, double x, std::string_view /*text*/) {
    numbers.push_back(std::string(field) + " " + std::to_string(x));
  }
  template <class T>
  void operator()(std::string_view /*field*/, const T& /*value*/, std::string_view /*text*/) {}
};

TEST(Any, EveryKindIsFoundAgainInACopy) {
  std::size_t index = 0;
  for_each_kind(ConstraintKinds(), [&]<class K>() {
    const Constraint one = K{};
    Constraint two = PointToPoint{};
    two = one;
    Constraint three = std::move(two);
    for (const Constraint* c : {&one, static_cast<const Constraint*>(&three)}) {
      EXPECT_EQ(c->index(), index) << K::name;
      EXPECT_TRUE(holds_alternative<K>(*c)) << K::name;
      EXPECT_EQ(get_if<K>(c), &get<K>(*c)) << K::name;
      const auto name = visit([](const auto& k) { return std::decay_t<decltype(k)>::name; }, *c);
      EXPECT_EQ(name, K::name);
      EXPECT_EQ(Values(*c).numbers, Values(K{}).numbers) << K::name;
    }
    EXPECT_NE(&get<K>(one), &get<K>(three)) << K::name << " is shared";
    ++index;
  });
}

TEST(Any, TheCopyOfALargeKindGoesItsOwnWay) {
  static_assert(sizeof(Gear) > sizeof(Constraint), "or it is not boxed, and this tests nothing");
  Constraint one = Gear{.teeth_a = 12.0};
  const Constraint two = one;
  visit(
      [](auto& k) {
        if constexpr (std::is_same_v<std::decay_t<decltype(k)>, Gear>) k.teeth_a = 13.0;
      },
      one);
  EXPECT_EQ(get<Gear>(one).teeth_a, 13.0);
  EXPECT_EQ(get<Gear>(two).teeth_a, 12.0);
}

TEST(Any, AnotherKindIsNotFound) {
  const Constraint boxed = Gear{}, here = PointToPoint{};
  EXPECT_EQ(get_if<PointToPoint>(&boxed), nullptr);
  EXPECT_EQ(get_if<Gear>(&here), nullptr);
  EXPECT_THROW(get<PointToPoint>(boxed), std::bad_variant_access);
  EXPECT_THROW(get<Gear>(here), std::bad_variant_access);
}

// ---- what leads a point ----

TEST(PointRef, TheCopyOfAPathGoesItsOwnWay) {
  const PointRef led = Path{.x = TimeFormula("2*t"), .y = Sine{}, .z = Keyframes{{0, 1}, {3, 4}}};
  PointRef copy = led;
  const Path::Sample before = std::get<Path>(led).at(0.3);
  EXPECT_EQ(std::get<Path>(copy).at(0.3).x, before.x);
  std::get<Path>(copy).x = 7.0;
  EXPECT_EQ(std::get<Path>(copy).at(0.3).x.x(), 7.0);
  EXPECT_EQ(std::get<Path>(led).at(0.3).x, before.x);
  EXPECT_EQ(std::get<Path>(led).at(0.3).v, before.v);
  copy = led;
  EXPECT_EQ(std::get<Path>(copy).at(0.3).a, before.a);
}

TEST(PointRef, AFunctionOfTheHostIsCopiedWithWhatItHolds) {
  int calls = 0;
  const Motion counted(TimeFunction([own = 0, &calls](double /*t*/) mutable {
    calls = ++own;
    return Taylor(0.0, 0.0, 0.0);
  }));
  counted.at(0.0);
  const Motion copy = counted;
  counted.at(0.0);
  EXPECT_EQ(calls, 2);
  copy.at(0.0);
  EXPECT_EQ(calls, 2) << "the copy counts on from the one call before it was made";
}

}  // namespace holon::any_test
