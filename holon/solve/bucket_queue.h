// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <vector>

namespace holon {

/// Vertices by a small number, the key; the one that came last is taken first among equals.
class BucketQueue {
 public:
  BucketQueue(int vertices, int keys) : links_(vertices), head_(keys + 1, -1), lowest_(keys + 1) {}

  bool has(int v) const { return links_[v].key >= 0; }
  void insert(int v, int key) {
    links_[v] = {key, -1, head_[key]};
    if (head_[key] >= 0) links_[head_[key]].last = v;
    head_[key] = v;
    lowest_ = std::min(lowest_, key);
  }
  void remove(int v) {
    const Link link = links_[v];
    (link.last >= 0 ? links_[link.last].next : head_[link.key]) = link.next;
    if (link.next >= 0) links_[link.next].last = link.last;
    links_[v].key = -1;
  }
  /// The vertex with the lowest key; −1 if there is none.
  int take() {
    const int end = static_cast<int>(head_.size());
    while (lowest_ < end && head_[lowest_] < 0) ++lowest_;
    if (lowest_ == end) return -1;
    const int v = head_[lowest_];
    remove(v);
    return v;
  }

 private:
  struct Link {
    int key = -1, last = -1, next = -1;
  };
  std::vector<Link> links_;
  std::vector<int> head_;
  int lowest_;
};

}  // namespace holon
