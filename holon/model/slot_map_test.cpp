// SPDX-License-Identifier: Apache-2.0
#include "holon/model/slot_map.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace holon::slot_map_test {

using ::testing::ElementsAre;
using Map = SlotMap<ObjectId, std::string>;

TEST(SlotMap, FindsWhatWasInserted) {
  Map map;
  const ObjectId a = map.insert("a"), b = map.insert("b");
  EXPECT_EQ(map[a], "a");
  EXPECT_EQ(map[b], "b");
  map[a] = "changed";
  EXPECT_EQ(std::as_const(map)[a], "changed");
  EXPECT_EQ(map.size(), 2u);
  EXPECT_EQ(map.capacity(), 2u);
}

TEST(SlotMap, NeverMistakesANewValueForTheOldOneInItsSlot) {
  Map map;
  const ObjectId old = map.insert("old");
  map.erase(old);
  EXPECT_FALSE(map.contains(old));
  const ObjectId young = map.insert("young");
  EXPECT_EQ(young.index, old.index) << "the slot is used again";
  EXPECT_NE(young, old);
  EXPECT_FALSE(map.contains(old));
  EXPECT_TRUE(map.contains(young));
  EXPECT_EQ(map.id_at(young.index), young);
}

TEST(SlotMap, RefusesIdsThatNameNothing) {
  Map map;
  const ObjectId a = map.insert("a");
  map.erase(a);
  EXPECT_THROW(map.erase(a), UsageError);
  EXPECT_THROW(map[a], UsageError);
  EXPECT_THROW(std::as_const(map)[a], UsageError);
  EXPECT_THROW(map[ObjectId{}], UsageError) << "the id of nothing";
  EXPECT_THROW((map[ObjectId{7, 0}]), UsageError) << "an index never given out";
  EXPECT_FALSE(map.contains(ObjectId{0, 1})) << "the next generation, not born yet";
  EXPECT_EQ(map.size(), 0u);
}

TEST(SlotMap, ReusesTheSlotLeftLast) {
  Map map;
  std::vector<ObjectId> ids;
  for (const char* name : {"a", "b", "c", "d"}) ids.push_back(map.insert(name));
  map.erase(ids[1]);
  map.erase(ids[3]);
  EXPECT_EQ(map.insert("e").index, 3u);
  EXPECT_EQ(map.insert("f").index, 1u);
  EXPECT_EQ(map.insert("g").index, 4u);
}

TEST(SlotMap, VisitsWhatThereIsInTheOrderOfTheSlots) {
  Map map;
  const ObjectId a = map.insert("a");
  map.insert("b");
  map.insert("c");
  map.erase(a);
  std::vector<std::string> seen;
  const auto visit = [&](ObjectId id, const std::string& value) {
    EXPECT_EQ(map[id], value);
    seen.push_back(value);
  };
  map.for_each(visit);
  EXPECT_THAT(seen, ElementsAre("b", "c"));
  EXPECT_FALSE(map.used(0));
  EXPECT_TRUE(map.used(1));
  map.insert("d");
  seen.clear();
  map.for_each(visit);
  EXPECT_THAT(seen, ElementsAre("d", "b", "c"));
}

TEST(SlotMap, LetsGoOfAValueWhenItIsErased) {
  SlotMap<ForceId, std::shared_ptr<int>> map;
  const auto value = std::make_shared<int>(1);
  const ForceId id = map.insert(value);
  EXPECT_EQ(value.use_count(), 2);
  map.erase(id);
  EXPECT_EQ(value.use_count(), 1);
}

// Random edits beside a std::map that never reuses a key.
TEST(SlotMap, AgreesWithAPlainMapUnderRandomEdits) {
  std::mt19937 random(1);
  SlotMap<ConstraintId, int> map;
  std::map<ConstraintId, int> expected;
  std::set<ConstraintId> ever;
  std::vector<ConstraintId> dead;
  for (int i = 0; i < 5000; ++i) {
    if (expected.empty() || random() % 100 < 52) {
      const ConstraintId id = map.insert(i);
      EXPECT_TRUE(ever.insert(id).second) << "an id was given out twice";
      expected[id] = i;
    } else {
      const auto victim =
          std::next(expected.begin(), static_cast<long>(random() % expected.size()));
      map.erase(victim->first);
      dead.push_back(victim->first);
      expected.erase(victim);
    }
    ASSERT_EQ(map.size(), expected.size());
  }
  for (const auto& [id, value] : expected) EXPECT_EQ(map[id], value);
  for (const ConstraintId id : dead) EXPECT_FALSE(map.contains(id));
  EXPECT_LT(map.capacity(), ever.size() / 4) << "slots are reused";
}

TEST(SlotMap, ACopyGoesItsOwnWayAtAnySize) {
  for (const int n : {0, 1, 63, 64, 65, 200}) {
    Map map;
    for (int i = 0; i < n; ++i) map.insert(std::to_string(i));
    Map copy = map;
    const ObjectId next = copy.insert("next");
    EXPECT_EQ(next.index, static_cast<std::uint32_t>(n));
    for (int i = 0; i < n; ++i) copy[copy.id_at(i)] += " of the copy";
    EXPECT_FALSE(map.contains(next));
    EXPECT_EQ(copy[next], "next");
    for (int i = 0; i < n; ++i) {
      EXPECT_EQ(map[map.id_at(i)], std::to_string(i));
      EXPECT_EQ(copy[copy.id_at(i)], std::to_string(i) + " of the copy");
    }
  }
}

TEST(SlotMap, WhatIsInALargeMapStaysWhereItIs) {
  Map map;
  for (int i = 0; i < 100; ++i) map.insert(std::to_string(i));
  const std::string* one = &map[map.id_at(70)];
  for (int i = 0; i < 1000; ++i) map.insert("more");
  EXPECT_EQ(&map[map.id_at(70)], one);
}

TEST(SlotMap, EqualEditsGiveEqualIds) {
  const auto edit = [] {
    Map map;
    std::vector<ObjectId> ids;
    for (int i = 0; i < 10; ++i) ids.push_back(map.insert(std::to_string(i)));
    for (const int i : {3, 7, 5}) map.erase(ids[i]);
    for (int i = 0; i < 5; ++i) ids.push_back(map.insert("again"));
    return ids;
  };
  EXPECT_EQ(edit(), edit());
}

}  // namespace holon::slot_map_test
