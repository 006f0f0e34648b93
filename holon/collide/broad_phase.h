// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "holon/collide/place.h"

namespace holon {

/// Who may touch whom, as data: two may if the mask of each has a layer of the other.
struct CollisionFilter {
  std::uint32_t layer = 1;
  std::uint32_t mask = ~0U;

  bool admits(const CollisionFilter& other) const {
    return (mask & other.layer) != 0 && (other.mask & layer) != 0;
  }
};

/// Finds pairs of boxes that overlap among many that move a little from step to step. Each box is
/// kept somewhat larger than it is, in a tree; as long as it stays inside, moving it costs nothing.
/// What comes out depends on what went in, and in which order, and on nothing else.
class BroadPhase {
 public:
  /// Boxes are made larger on each side by this share of half their diagonal.
  explicit BroadPhase(double slack = 0.1) : slack_(slack) {}

  /// The number of a new box; numbers of boxes that were removed are given again.
  int insert(const Bounds& bounds, const CollisionFilter& filter = {});
  void remove(int box);
  void move(int box, const Bounds& bounds);
  void set_filter(int box, const CollisionFilter& filter);

  struct Pair {
    int a, b;  ///< a < b
    auto operator<=>(const Pair&) const = default;
  };
  /// All pairs whose enlarged boxes overlap and whose filters agree, in rising order. Valid until
  /// the next change. Costs as much as what has moved, and memory only when there were never as
  /// many pairs.
  const std::vector<Pair>& pairs();

  /// The box as it is kept.
  const Bounds& kept(int box) const { return nodes_[leaf(box)].bounds; }
  /// Calls f(box) for all whose kept boxes `wanted` says yes to, as it does to any box around them.
  template <class Wanted, class F>
  void descend(Wanted&& wanted, F&& f) const {
    // down to the left as far as wanted, then on to the right of the nearest turn
    int at = root_;
    while (at != none) {
      const Node& n = nodes_[at];
      if (wanted(n.bounds)) {
        if (n.box == none) {
          at = n.left;
          continue;
        }
        f(n.box);
      }
      while (nodes_[at].parent != none && nodes_[nodes_[at].parent].right == at) {
        at = nodes_[at].parent;
      }
      at = nodes_[at].parent == none ? none : nodes_[nodes_[at].parent].right;
    }
  }
  template <class F>
  void each_in(const Bounds& bounds, F&& f) const {
    descend([&](const Bounds& b) { return b.overlaps(bounds); }, f);
  }

 private:
  static constexpr int none = -1;
  struct Node {
    Bounds bounds;
    int parent = none, left = none, right = none;
    int box = none;  ///< of a leaf
  };
  struct Box {
    CollisionFilter filter;
    int node = none;  ///< none of a number that is free
    bool changed = false;
  };
  int leaf(int box) const { return boxes_[static_cast<std::size_t>(box)].node; }

  /// Nodes by number, without the casts.
  struct Nodes {
    std::vector<Node> all;
    Node& operator[](int i) { return all[static_cast<std::size_t>(i)]; }
    const Node& operator[](int i) const { return all[static_cast<std::size_t>(i)]; }
  };
  int new_node();
  void put(int leaf);
  void take(int leaf);
  void refit(int node);
  void exchange(int node, int child, int grandchild);
  void mark(int box);

  double slack_;
  Nodes nodes_;
  std::vector<int> free_nodes_, free_boxes_;
  std::vector<Box> boxes_;
  int root_ = none;
  std::vector<int> changed_;  ///< boxes whose pairs have to be found anew
  std::vector<Pair> pairs_, found_, merged_;
};

}  // namespace holon
