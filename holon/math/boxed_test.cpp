// SPDX-License-Identifier: Apache-2.0
#include "holon/math/boxed.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace holon::boxed_test {

TEST(Boxed, IsAsSmallAsAPointer) {
  struct Large {
    double numbers[100];
  };
  EXPECT_EQ(sizeof(Boxed<Large>), sizeof(void*));
}

TEST(Boxed, ACopyGoesItsOwnWay) {
  Boxed<std::string> one(std::string("a long text that is on the heap itself"));
  const Boxed<std::string> two(one);
  *one += ", changed";
  EXPECT_EQ(*two, "a long text that is on the heap itself");
  EXPECT_EQ(*one, "a long text that is on the heap itself, changed");
}

TEST(Boxed, AssignmentTakesTheValueOver) {
  Boxed<std::string> one(std::string("one")), two(std::string("two"));
  one = two;
  *two = "three";
  EXPECT_EQ(*one, "two");
  const Boxed<std::string>& same = one;
  one = same;
  EXPECT_EQ(*one, "two") << "even its own";
}

TEST(Boxed, WhatWasMovedFromMayBeCopiedAndAssignedTo) {
  Boxed<std::string> one(std::string("one"));
  const Boxed<std::string> heir(std::move(one));
  Boxed<std::string> empty(one);  // NOLINT: what is tested
  one = heir;
  EXPECT_EQ(*one, "one");
  empty = Boxed<std::string>(std::string("two"));
  EXPECT_EQ(*empty, "two");
}

TEST(Boxed, LetsGoOfItsValue) {
  const auto value = std::make_shared<int>(1);
  {
    Boxed<std::shared_ptr<int>> one(value);
    const Boxed<std::shared_ptr<int>> two(one);
    EXPECT_EQ(value.use_count(), 3);
    one = Boxed<std::shared_ptr<int>>();
    EXPECT_EQ(value.use_count(), 2);
  }
  EXPECT_EQ(value.use_count(), 1);
}

}  // namespace holon::boxed_test
