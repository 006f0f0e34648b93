// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/contact_sweeps.h"

#include "holon/solve/contact_heap.h"

namespace holon::contact_sweeps_test {

using namespace contact_heap;

/// A box of 1 kg on the ground, pushed sideways.
void add_box(Heap& heap, double mu) {
  const int box = heap.add(1.0, Vec3::Constant(1.0 / 6.0), {0, 0, 0.5});
  heap.touch_by_corners(-1, box, Vec3::Zero(), 0.5, mu);
}

TEST(ContactSweeps, FindWhatHoldsABox) {
  Heap heap;
  add_box(heap, 0.5);
  heap.analyse();
  heap.f.x() = 0.3 * g * h;
  const ContactSweeps::Outcome outcome = heap.sweep(500, 1e-10);
  EXPECT_TRUE(outcome.met);
  EXPECT_LE(outcome.residual, 1e-10);
  expect_lawful(heap, 1e-9);
  EXPECT_NEAR(heap.sum_of_pushes(0).x(), g * h, 1e-9);
}

TEST(ContactSweeps, FindWhatBrakesABoxThatSlides) {
  Heap heap;
  add_box(heap, 0.5);
  heap.analyse();
  heap.f.x() = 2.0;
  EXPECT_TRUE(heap.sweep(500, 1e-10).met);
  expect_lawful(heap, 1e-9);
  EXPECT_NEAR(heap.x.x(), 2.0 - 0.5 * g * h, 1e-9);
}

TEST(ContactSweeps, SeeAtOnceThatTheyBeginAtTheSolution) {
  Heap heap;
  add_box(heap, 0.5);
  heap.analyse();
  ASSERT_TRUE(heap.solve(1e-13).met);
  EXPECT_EQ(heap.sweep(500, 1e-10).sweeps, 1);
}

TEST(ContactSweeps, LeaveJointsMet) {
  Heap heap;
  for (int i = 0; i < 2; ++i) {
    const Vec3 at(1.2 * i, 0, 0.5);
    const int box = heap.add(1.0 + i, Vec3::Constant(1.0 / 6.0), at);
    heap.touch_by_corners(-1, box, {at.x(), 0, 0}, 0.5, 0.4);
  }
  heap.join(0, 1, {0.6, 0, 0.5});
  heap.analyse();
  heap.kkt.factor();
  heap.f.x() = 1.0;
  heap.sweep(300, 1e-10);
  expect_lawful(heap, 1e-6);
  VecX open(3);
  heap.kkt.times_jacobian({heap.x.data(), 12}, {open.data(), 3});
  EXPECT_LT(open.norm(), 1e-12);
}

TEST(ContactSweeps, TurnNoHarderThanTheyMay) {
  Heap heap;
  add_box(heap, 0.0);
  heap.analyse();
  Rows about;
  about << Mat3::Zero(), Mat3::Identity();
  about.row(0).swap(about.row(2));  // the normal is z
  heap.contacts.push_back({.b = 0, .rows_b = about.data(), .spin = 0.01, .roll = 0.0});
  heap.f.segment<3>(3).z() = 0.05;
  EXPECT_TRUE(heap.sweep(500, 1e-10).met);
  EXPECT_NEAR(heap.contacts.back().push[0], -0.01, 1e-12);
  EXPECT_NEAR(heap.x[5], 0.04 * 6.0, 1e-9);
  heap.contacts.back().spin = 0.1;
  EXPECT_TRUE(heap.solve(1e-10).met);
  EXPECT_NEAR(heap.contacts.back().push[0], -0.05, 1e-9);
  EXPECT_NEAR(heap.x[5], 0.0, 1e-9);
}

}  // namespace holon::contact_sweeps_test
