// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/bisection.h"

#include <algorithm>
#include <numeric>
#include <queue>
#include <tuple>

namespace holon {
namespace {

constexpr int kCoarsest = 60;       // vertices of the graph that is cut first
constexpr double kShrinks = 0.95;   // a coarser graph has at most this part of the vertices
constexpr int kTrials = 4;          // cuts that are tried there
constexpr int kMostPasses = 4;      // of the improvement
constexpr int kMostInVain = 30;     // moves in a row that do not lead to a better cut
constexpr double kHeaviest = 0.55;  // part of the weight on one side

/// Moves vertices from side to side: always one that takes most off the cut, even if that is less
/// than nothing, and in the end back to the best cut on the way.
class Refinement {
 public:
  Refinement(const WeightedGraph& graph, std::vector<char>& side)
      : graph_(graph), side_(side), gain_(graph.size(), 0), moved_(graph.size(), 0) {
    for (int v = 0; v < graph.size(); ++v) {
      weight_[static_cast<int>(side[v])] += graph.weight[v];
      heaviest_ = std::max(heaviest_, graph.weight[v]);
    }
    const int all = weight_[0] + weight_[1];
    most_ = std::max(static_cast<int>(kHeaviest * all), all / 2 + heaviest_);
  }

  /// Returns the weight of the cut.
  int run() {
    for (int pass = 0; pass < kMostPasses && improve(); ++pass) {
    }
    return cut_;
  }

 private:
  struct Candidate {
    int gain, vertex;
    bool operator<(const Candidate& b) const {
      return gain != b.gain ? gain < b.gain : vertex > b.vertex;
    }
  };
  using Queue = std::priority_queue<Candidate>;

  /// How far it is from being allowed, then the cut, then how uneven it is.
  std::tuple<int, int, int> badness() const {
    const int heavy = std::max(weight_[0], weight_[1]);
    return {std::max(0, heavy - most_), cut_, heavy};
  }

  bool improve() {
    measure();
    const auto before = badness();
    auto best = before;
    moves_.clear();
    std::size_t kept = 0;
    for (int v = next(); v >= 0; v = next()) {
      move(v);
      moves_.push_back(v);
      moved_[v] = 1;
      if (badness() < best) {
        best = badness();
        kept = moves_.size();
      }
      if (moves_.size() > kept + kMostInVain) break;
    }
    for (const int v : moves_) moved_[v] = 0;
    while (moves_.size() > kept) {
      move(moves_.back());
      moves_.pop_back();
    }
    return best < before;
  }

  /// The gains of all vertices; those at the cut may be moved.
  void measure() {
    queue_[0] = queue_[1] = Queue();
    int twice = 0;
    for (int v = 0; v < graph_.size(); ++v) {
      int inside = 0, across = 0;
      graph_.for_each_edge(v, [&](int u, int w) { (side_[u] == side_[v] ? inside : across) += w; });
      gain_[v] = across - inside;
      twice += across;
      if (across > 0) queue_[static_cast<int>(side_[v])].push({gain_[v], v});
    }
    cut_ = twice / 2;
  }

  /// The best vertex that may move; −1 if there is none.
  int next() {
    int best = -1;
    for (const int from : {0, 1}) {
      Queue& queue = queue_[from];
      while (!queue.empty() && is_stale(queue.top(), from)) queue.pop();
      if (queue.empty()) continue;
      const int v = queue.top().vertex;
      const int there = weight_[1 - from] + graph_.weight[v];
      if (there > most_ && there > weight_[from]) continue;
      if (weight_[from] > most_) return v;
      if (best < 0 || gain_[v] > gain_[best]
          || (gain_[v] == gain_[best] && weight_[from] > weight_[1 - from]))
        best = v;
    }
    return best;
  }
  bool is_stale(const Candidate& c, int side) const {
    return moved_[c.vertex] || side_[c.vertex] != side || gain_[c.vertex] != c.gain;
  }

  void move(int v) {
    const int from = side_[v];
    weight_[from] -= graph_.weight[v];
    weight_[1 - from] += graph_.weight[v];
    cut_ -= gain_[v];
    gain_[v] = -gain_[v];
    side_[v] = static_cast<char>(1 - from);
    graph_.for_each_edge(v, [&](int u, int w) {
      gain_[u] += side_[u] == from ? 2 * w : -2 * w;
      if (!moved_[u]) queue_[static_cast<int>(side_[u])].push({gain_[u], u});
    });
  }

  const WeightedGraph& graph_;
  std::vector<char>& side_;
  std::vector<int> gain_;
  std::vector<char> moved_;
  std::vector<int> moves_;
  Queue queue_[2];
  int weight_[2] = {0, 0};
  int heaviest_ = 0, most_ = 0, cut_ = 0;
};

/// Each vertex with the neighbour it is most tied to, if that is free; numbered anew.
struct Coarser {
  WeightedGraph graph;
  std::vector<int> of;  ///< the coarse vertex of each fine one
};

std::vector<int> match(const WeightedGraph& fine) {
  std::vector<int> by_degree(fine.size());
  std::iota(by_degree.begin(), by_degree.end(), 0);
  std::ranges::stable_sort(by_degree, {}, [&](int v) { return fine.adjacent[v].size(); });
  std::vector<int> partner(fine.size(), -1);
  for (const int v : by_degree) {
    if (partner[v] >= 0) continue;
    int best = v, most = 0;
    fine.for_each_edge(v, [&](int u, int w) {
      if (partner[u] >= 0 || w < most || (w == most && fine.weight[u] >= fine.weight[best])) return;
      best = u;
      most = w;
    });
    partner[v] = best;
    partner[best] = v;
  }
  return partner;
}

Coarser coarser(const WeightedGraph& fine) {
  const std::vector<int> partner = match(fine);
  Coarser out{{}, std::vector<int>(fine.size())};
  WeightedGraph& coarse = out.graph;
  for (int v = 0; v < fine.size(); ++v) {
    if (partner[v] < v) continue;  // it comes with its partner
    out.of[v] = out.of[partner[v]] = coarse.size();
    coarse.weight.push_back(fine.weight[v] + (partner[v] > v ? fine.weight[partner[v]] : 0));
  }
  std::vector<int> at(coarse.size(), -1);  // where the edge to a vertex stands
  for (int v = 0; v < fine.size(); ++v) {
    if (partner[v] < v) continue;
    const int from = out.of[v];
    const auto first = static_cast<int>(coarse.between.size());
    const auto add = [&](int u, int w) {
      const int to = out.of[u];
      if (to == from) return;
      if (at[to] < first) {
        at[to] = static_cast<int>(coarse.between.size());
        coarse.adjacent.items.push_back(to);
        coarse.between.push_back(0);
      }
      coarse.between[at[to]] += w;
    };
    fine.for_each_edge(v, add);
    if (partner[v] > v) fine.for_each_edge(partner[v], add);
    coarse.adjacent.end_list();
  }
  return out;
}

/// The vertices as they hang together, breadth first from `start`; what does not hang on it
/// follows.
std::vector<int> breadth_first(const WeightedGraph& graph, int start) {
  std::vector<int> order;
  std::vector<char> seen(graph.size(), 0);
  const auto enter = [&](int v) {
    if (!seen[v]) order.push_back(v);
    seen[v] = 1;
  };
  enter(start);
  int rest = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    graph.for_each_edge(order[i], [&](int u, int) { enter(u); });
    while (i + 1 == order.size() && rest < graph.size()) enter(rest++);
  }
  return order;
}

/// The best of some cuts that begin as halves of a search from far out.
std::vector<char> cut_small(const WeightedGraph& graph) {
  const int all = std::accumulate(graph.weight.begin(), graph.weight.end(), 0);
  std::vector<char> best;
  int least = 0;
  for (int trial = 0, start = 0; trial < kTrials; ++trial) {
    const std::vector<int> order = breadth_first(graph, start);
    std::vector<char> side(graph.size(), 1);
    int weight = 0;
    for (const int v : order) {
      if (2 * weight >= all) break;
      weight += graph.weight[v];
      side[v] = 0;
    }
    const int cut = Refinement(graph, side).run();
    if (trial == 0 || cut < least) {
      best = side;
      least = cut;
    }
    // far from here, and then from somewhere else
    start = trial % 2 == 0 ? order.back() : (trial * 7919) % graph.size();
  }
  return best;
}

}  // namespace

std::vector<char> bisect(const WeightedGraph& graph) {
  if (graph.size() <= kCoarsest) return cut_small(graph);
  const Coarser coarse = coarser(graph);
  if (coarse.graph.size() > kShrinks * graph.size()) return cut_small(graph);
  const std::vector<char> coarse_side = bisect(coarse.graph);
  std::vector<char> side(graph.size());
  for (int v = 0; v < graph.size(); ++v) side[v] = coarse_side[coarse.of[v]];
  Refinement(graph, side).run();
  return side;
}

}  // namespace holon
