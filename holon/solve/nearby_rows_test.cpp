// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/nearby_rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace holon::nearby_rows_test {

/// The rows of a graph: +1 at one end of each edge, −1 at the other. Circuits are its cycles.
SparseRows rows_of(int knots, const std::vector<std::pair<int, int>>& edges) {
  SparseRows J;
  J.columns = knots;
  for (const auto& [a, b] : edges) {
    J.entries.push_back({a, 0.5});
    J.entries.push_back({b, -0.5});
    J.end_row();
  }
  return J;
}
std::vector<int> members(const Circuit& circuit) {
  std::vector<int> rows;
  for (const Entry& e : circuit) rows.push_back(e.at);
  std::ranges::sort(rows);
  return rows;
}
/// A ring of n knots.
SparseRows ring(int n) {
  std::vector<std::pair<int, int>> edges;
  for (int i = 0; i < n; ++i) edges.emplace_back(i, (i + 1) % n);
  return rows_of(n, edges);
}
Circuit circuit_of_last(const SparseRows& J) {
  const RowsByColumn rows_at(J);
  NearbyRows nearby(J, rows_at);
  for (int row = 0; row + 1 < J.rows(); ++row) nearby.add(row);
  return nearby.circuit_of(J.rows() - 1, 1e-8);
}

TEST(NearbyRows, AreTheShortestOfTwoWaysRound) {
  // the last row closes a triangle on one side, and a square on the other
  const SparseRows J = rows_of(5, {{0, 3}, {3, 4}, {4, 1}, {0, 2}, {2, 1}, {0, 1}});
  EXPECT_EQ(members(circuit_of_last(J)), (std::vector<int>{3, 4, 5}));
}

TEST(NearbyRows, MayThemselvesDependOnOthers) {
  // Row 5 closes the square of rows 1 … 4. The triangle with it is nearer than what makes it up.
  const SparseRows J = rows_of(6, {{0, 5}, {1, 2}, {2, 3}, {3, 4}, {4, 0}, {0, 1}, {1, 5}});
  const RowDependence found = find_dependence(J);
  ASSERT_EQ(found.circuits.size(), 2U);
  std::vector<std::size_t> sizes = {found.circuits[0].size(), found.circuits[1].size()};
  std::ranges::sort(sizes);
  EXPECT_EQ(sizes, (std::vector<std::size_t>{3, 5}));
}

TEST(NearbyRows, AreNotLookedForAllAroundALargeRing) {
  EXPECT_EQ(circuit_of_last(ring(100)).size(), 100U);
  EXPECT_TRUE(circuit_of_last(ring(3000)).empty());
  const RowDependence found = find_dependence(ring(3000));
  ASSERT_EQ(found.circuits.size(), 1U);
  EXPECT_EQ(found.circuits[0].size(), 3000U) << "the elimination of all rows tells";
}

// Each panel of a ladder of n shares an edge with the next, which may not be kept.
TEST(NearbyRows, TellThePanelsOfALadderApart) {
  const int n = 500;
  std::vector<std::pair<int, int>> edges;
  for (int i = 0; i < n; ++i) {
    edges.emplace_back(2 * i, 2 * i + 2);
    edges.emplace_back(2 * i + 1, 2 * i + 3);
    edges.emplace_back(2 * i + 2, 2 * i + 3);
  }
  edges.emplace_back(0, 1);
  const RowDependence found = find_dependence(rows_of(2 * n + 2, edges));
  ASSERT_EQ(found.circuits.size(), n);
  for (const Circuit& c : found.circuits) EXPECT_EQ(c.size(), 4U);
}

TEST(NearbyRows, OfAKnotWithAThousandRowsAreThoseOfTheOtherEnd) {
  std::vector<std::pair<int, int>> edges;
  for (int i = 1; i <= 1000; ++i) edges.emplace_back(0, i);
  edges.emplace_back(500, 0);
  EXPECT_EQ(members(circuit_of_last(rows_of(1001, edges))), (std::vector<int>{499, 1000}));
}

}  // namespace holon::nearby_rows_test
