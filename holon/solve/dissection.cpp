// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/dissection.h"

#include <algorithm>

#include "holon/solve/bisection.h"

namespace holon {
namespace {

// Parts whose constraints have fewer rows than this are left to minimum degree.
constexpr int kSmallPart = 200;
// A constraint on more objects than this says little about where to cut.
constexpr std::size_t kMostObjects = 8;

class Dissection {
 public:
  Dissection(const BlockGraph& graph, const Lists& adjacent)
      : graph_(graph),
        adjacent_(adjacent),
        depth_(graph.size.size(), -1),
        number_(graph.size.size(), -1),
        edge_(graph.size.size(), -1) {}

  std::vector<int> run() {
    std::vector<int> objects;
    for (std::size_t v = 0; v < graph_.size.size(); ++v)
      if (!graph_.is_constraint[v]) objects.push_back(static_cast<int>(v));
    cut(objects, 0);
    for (int& depth : depth_) depth = depth < 0 ? 0 : deepest_ - depth + 1;
    return std::move(depth_);
  }

 private:
  void cut(const std::vector<int>& objects, int depth) {
    const WeightedGraph part = graph_of(objects);
    int rows = 0;
    for (const int weight : part.weight) rows += weight;
    if (rows / 2 < kSmallPart) return;  // each constraint counts for both its objects
    const std::vector<char> side = bisect(part);
    std::vector<int> halves[2];
    for (std::size_t i = 0; i < objects.size(); ++i)
      halves[static_cast<int>(side[i])].push_back(objects[i]);
    if (halves[0].empty() || halves[1].empty()) return;
    separate(objects, side, depth);
    deepest_ = std::max(deepest_, depth);
    for (const auto& half : halves) cut(half, depth + 1);
  }

  /// The constraints that look at objects on both sides go when both are done.
  void separate(const std::vector<int>& objects, const std::vector<char>& side, int depth) {
    for (std::size_t i = 0; i < objects.size(); ++i) number_[objects[i]] = static_cast<int>(i);
    for (std::size_t i = 0; i < objects.size(); ++i)
      for (const int c : adjacent_[objects[i]]) {
        if (depth_[c] >= 0 || !graph_.is_constraint[c]) continue;
        for (const int o : adjacent_[c])
          if (number_[o] >= 0 && side[number_[o]] != side[i]) depth_[c] = depth;
      }
    for (const int o : objects) number_[o] = -1;
  }

  /// Objects as vertices, joined by the rows of the constraints between them that are not in a
  /// separator.
  WeightedGraph graph_of(const std::vector<int>& objects) {
    WeightedGraph part;
    for (std::size_t i = 0; i < objects.size(); ++i) number_[objects[i]] = static_cast<int>(i);
    for (const int o : objects) {
      const auto first = static_cast<int>(part.between.size());
      int rows = 1;
      for (const int c : adjacent_[o]) {
        if (depth_[c] >= 0) continue;
        rows += graph_.size[c];
        if (adjacent_[c].size() <= kMostObjects) add_edges(part, o, c, first);
      }
      part.weight.push_back(rows);
      part.adjacent.end_list();
    }
    for (const int o : objects) number_[o] = edge_[o] = -1;
    return part;
  }
  /// From object o to the others of constraint c; the edges of o stand from `first` on.
  void add_edges(WeightedGraph& part, int o, int c, int first) {
    for (const int u : adjacent_[c]) {
      if (u == o || number_[u] < 0) continue;
      if (edge_[u] < first) {
        edge_[u] = static_cast<int>(part.between.size());
        part.adjacent.items.push_back(number_[u]);
        part.between.push_back(0);
      }
      part.between[edge_[u]] += graph_.size[c];
    }
  }

  const BlockGraph& graph_;
  const Lists& adjacent_;
  int deepest_ = 0;
  std::vector<int> depth_;          // of constraints in separators: how many cuts came before
  std::vector<int> number_, edge_;  // scratch, by object: in a part; of the edge to it
};

}  // namespace

std::vector<int> dissect(const BlockGraph& graph, const Lists& adjacent) {
  return Dissection(graph, adjacent).run();
}

}  // namespace holon
