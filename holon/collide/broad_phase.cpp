// SPDX-License-Identifier: Apache-2.0
#include "holon/collide/broad_phase.h"

#include <algorithm>
#include <utility>

#include "holon/math/diagnostics.h"

namespace holon {
namespace {

Bounds both(Bounds a, const Bounds& b) {
  a.add(b);
  return a;
}

}  // namespace

int BroadPhase::insert(const Bounds& bounds, const CollisionFilter& filter) {
  HOLON_EXPECT((bounds.low.array() <= bounds.high.array()).all());
  int box = static_cast<int>(boxes_.size());
  if (free_boxes_.empty()) {
    boxes_.emplace_back();
  } else {
    box = free_boxes_.back();
    free_boxes_.pop_back();
  }
  const int node = new_node();
  boxes_[static_cast<std::size_t>(box)] = {
      filter, node, boxes_[static_cast<std::size_t>(box)].changed};
  nodes_[node].bounds = bounds.grown(slack_ * bounds.half().norm());
  nodes_[node].box = box;
  put(node);
  mark(box);
  return box;
}

void BroadPhase::remove(int box) {
  HOLON_EXPECT(box >= 0 && std::cmp_less(box, boxes_.size()) && leaf(box) != none);
  take(leaf(box));
  free_nodes_.push_back(leaf(box));
  boxes_[static_cast<std::size_t>(box)].node = none;
  free_boxes_.push_back(box);
  mark(box);
}

void BroadPhase::move(int box, const Bounds& bounds) {
  HOLON_EXPECT(box >= 0 && std::cmp_less(box, boxes_.size()) && leaf(box) != none);
  HOLON_EXPECT((bounds.low.array() <= bounds.high.array()).all());
  const int node = leaf(box);
  if (nodes_[node].bounds.contains(bounds)) return;
  take(node);
  nodes_[node].bounds = bounds.grown(slack_ * bounds.half().norm());
  put(node);
  mark(box);
}

void BroadPhase::set_filter(int box, const CollisionFilter& filter) {
  boxes_[static_cast<std::size_t>(box)].filter = filter;
  mark(box);
}

void BroadPhase::mark(int box) {
  Box& b = boxes_[static_cast<std::size_t>(box)];
  if (b.changed) return;
  b.changed = true;
  changed_.push_back(box);
}

const std::vector<BroadPhase::Pair>& BroadPhase::pairs() {
  if (changed_.empty()) return pairs_;
  const auto box = [&](int i) -> const Box& { return boxes_[static_cast<std::size_t>(i)]; };
  std::erase_if(pairs_, [&](const Pair& p) { return box(p.a).changed || box(p.b).changed; });
  found_.clear();
  for (const int i : changed_) {
    if (box(i).node == none) continue;
    each_in(kept(i), [&](int j) {
      // two that have both changed find each other twice
      if (j == i || (box(j).changed && j < i) || !box(i).filter.admits(box(j).filter)) return;
      found_.push_back({std::min(i, j), std::max(i, j)});
    });
  }
  std::ranges::sort(found_);
  merged_.resize(pairs_.size() + found_.size());
  std::ranges::merge(pairs_, found_, merged_.begin());
  std::swap(pairs_, merged_);
  for (const int i : changed_) boxes_[static_cast<std::size_t>(i)].changed = false;
  changed_.clear();
  return pairs_;
}

int BroadPhase::new_node() {
  if (free_nodes_.empty()) {
    nodes_.all.emplace_back();
    return static_cast<int>(nodes_.all.size()) - 1;
  }
  const int node = free_nodes_.back();
  free_nodes_.pop_back();
  nodes_[node] = {};
  return node;
}

// Down to where the surface of all boxes grows least; there the leaf gets a common parent with what
// is there.
void BroadPhase::put(int leaf) {
  if (root_ == none) {
    root_ = leaf;
    nodes_[leaf].parent = none;
    return;
  }
  const Bounds box = nodes_[leaf].bounds;
  int at = root_;
  while (nodes_[at].box == none) {
    const Node& n = nodes_[at];
    const double here = both(n.bounds, box).area();
    const double inherited = here - n.bounds.area();
    const auto below = [&](int child) {
      const Bounds& b = nodes_[child].bounds;
      const double grown = both(b, box).area();
      return inherited + (nodes_[child].box == none ? grown - b.area() : grown);
    };
    const double left = below(n.left), right = below(n.right);
    if (here < left && here < right) break;
    at = left <= right ? n.left : n.right;
  }
  const int parent = new_node(), above = nodes_[at].parent;
  nodes_[parent].parent = above;
  nodes_[parent].left = at;
  nodes_[parent].right = leaf;
  nodes_[at].parent = nodes_[leaf].parent = parent;
  if (above == none) {
    root_ = parent;
  } else {
    (nodes_[above].left == at ? nodes_[above].left : nodes_[above].right) = parent;
  }
  refit(parent);
}

void BroadPhase::take(int leaf) {
  const int parent = nodes_[leaf].parent;
  nodes_[leaf].parent = none;
  if (parent == none) {
    root_ = none;
    return;
  }
  const Node& p = nodes_[parent];
  const int sibling = p.left == leaf ? p.right : p.left, above = p.parent;
  nodes_[sibling].parent = above;
  if (above == none) {
    root_ = sibling;
  } else {
    (nodes_[above].left == parent ? nodes_[above].left : nodes_[above].right) = sibling;
  }
  free_nodes_.push_back(parent);
  refit(above);
}

/// From a node up: boxes about children, and a child exchanged with a child of the other where that
/// makes a box smaller, which keeps the tree shallow.
void BroadPhase::refit(int node) {
  for (int at = node; at != none; at = nodes_[at].parent) {
    const int left = nodes_[at].left, right = nodes_[at].right;
    double best = 0.0;
    int child = none, grandchild = none;
    for (const auto& [own, other] : {std::pair{left, right}, std::pair{right, left}}) {
      const Node& o = nodes_[other];
      if (o.box != none) continue;
      for (const auto& [out, stays] : {std::pair{o.left, o.right}, std::pair{o.right, o.left}}) {
        const double gain = o.bounds.area() - both(nodes_[own].bounds, nodes_[stays].bounds).area();
        if (gain <= best) continue;
        best = gain;
        child = own;
        grandchild = out;
      }
    }
    if (child != none) exchange(at, child, grandchild);
    nodes_[at].bounds = both(nodes_[nodes_[at].left].bounds, nodes_[nodes_[at].right].bounds);
  }
}

void BroadPhase::exchange(int node, int child, int grandchild) {
  const int other = nodes_[grandchild].parent;
  (nodes_[node].left == child ? nodes_[node].left : nodes_[node].right) = grandchild;
  (nodes_[other].left == grandchild ? nodes_[other].left : nodes_[other].right) = child;
  nodes_[grandchild].parent = node;
  nodes_[child].parent = other;
  nodes_[other].bounds =
      both(nodes_[nodes_[other].left].bounds, nodes_[nodes_[other].right].bounds);
}

}  // namespace holon
