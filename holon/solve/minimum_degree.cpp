// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/minimum_degree.h"

#include <algorithm>
#include <cmath>

#include "holon/solve/bucket_queue.h"

namespace holon {
namespace {

// A variable with more neighbours than this, and than so many roots of the number of vertices, goes
// after the others, and its list is not worked through before [Amestoy96].
constexpr double kManyNeighbours = 16.0, kManyRoots = 10.0;

/// The quotient graph: vertices that are eliminated become elements, each a clique of the variables
/// it filled; variables that cannot be told apart become one.
class QuotientGraph {
 public:
  QuotientGraph(const BlockGraph& graph, const Lists& adjacent, const MinimumDegreeOptions& options)
      : graph_(graph),
        adjacent_(adjacent),
        options_(options),
        by_freedom_(options.rule == PivotRule::as_freedom_allows),
        n_(static_cast<int>(graph.size.size())),
        variables_(n_),
        elements_(n_),
        mark_(n_, 0),
        hash_head_(n_, -1),
        rows_left_(total_rows()),
        queue_(n_, rows_left_) {}

  std::optional<PivotOrder> run() {
    begin();
    while (order_.size() < graph_.size.size()) {
      int p = queue_.take();
      for (; p < 0; p = queue_.take()) begin_stage();
      eliminate(p);
      if (work_ > options_.limit) return {};
    }
    return PivotOrder{std::move(order_), work_};
  }

 private:
  /// What is not yet eliminated.
  struct Variable {
    int weight = 0;                  // rows, with what has been merged into it; 0 of none
    int start = 0, room = 0;         // of its list in lists_:
    int elements = 0, length = 0;    // first elements, then variables in none of them
    int degree = 0;                  // at most so many rows are next to it
    int outside = 0;                 // those that are not in the newest element
    int own = 0;                     // degrees of freedom of its eliminated objects
    int stage = 0;                   // when it may go
    bool crowded = false;            // whether its list is left alone
    int merged = -1, last_merged{};  // a chain
    unsigned hash = 0;
    int hash_next = -1;
  };
  struct Element {
    std::size_t first = 0, last = 0;  // of its variables in members_
    int rows = 0;                     // of them
    int outside = 0;                  // of those that are not in the newest element, as of `seen`
    int seen = 0;
    int budget = 0;  // degrees of freedom left in it
    bool alive = false;
  };

  int total_rows() const {
    int rows = 0;
    for (const int size : graph_.size) rows += size;
    return rows;
  }
  bool is_variable(int v) const { return by_freedom_ || graph_.is_constraint[v]; }

  // ---- the start ----

  void begin() {
    const double crowd = std::max(kManyNeighbours, kManyRoots * std::sqrt(n_));
    for (int v = 0; v < n_; ++v) {
      if (!is_variable(v)) continue;
      Variable& variable = variables_[v];
      variable.weight = graph_.size[v];
      variable.last_merged = v;
      if (!options_.stage.empty()) variable.stage = options_.stage[v];
      variable.crowded = static_cast<double>(adjacent_[v].size()) > crowd;
      last_stage_ = std::max(last_stage_, variable.stage + (variable.crowded ? 1 : 0));
    }
    for (int v = 0; v < n_; ++v)
      if (!is_variable(v)) begin_element(v);
    for (int v = 0; v < n_; ++v)
      if (is_variable(v)) begin_variable(v);
    if (!by_freedom_) {
      std::vector<int> all;
      for (int v = 0; v < n_; ++v)
        if (is_variable(v)) all.push_back(v);
      merge(all);
    }
    for (int v = n_; v-- > 0;) {
      if (variables_[v].weight == 0) continue;
      variables_[v].degree = degree_by_list(variables_[v]);
      enqueue(v);
    }
  }
  /// An object that goes first is one from the start.
  void begin_element(int v) {
    Element& element = elements_[v];
    element.first = members_.size();
    members_.insert(members_.end(), adjacent_[v].begin(), adjacent_[v].end());
    element.last = members_.size();
    for (const int u : adjacent_[v]) element.rows += graph_.size[u];
    element.alive = element.rows > 0;
    work_ += elimination_work(graph_.size[v], element.rows);
    rows_left_ -= graph_.size[v];
    order_.push_back(v);
  }
  void begin_variable(int v) {
    Variable& variable = variables_[v];
    const std::span<const int> list = adjacent_[v];
    variable.start = static_cast<int>(lists_.size());
    variable.length = static_cast<int>(list.size());
    // what is not worked through grows
    variable.room = variable.crowded ? 2 * variable.length : variable.length;
    for (const int u : list)
      if (!is_variable(u)) lists_.push_back(u);
    variable.elements = static_cast<int>(lists_.size()) - variable.start;
    for (const int u : list)
      if (is_variable(u)) lists_.push_back(u);
    lists_.resize(static_cast<std::size_t>(variable.start + variable.room));
    for (const int u : list) variable.hash += static_cast<unsigned>(u);
    if (variable.crowded) variable.stage = last_stage_;
  }
  int degree_by_list(const Variable& v) const {
    int rows = 0;
    for (int i = 0; i < v.length; ++i) {
      const int u = lists_[v.start + i];
      rows += i < v.elements ? elements_[u].rows - v.weight : variables_[u].weight;
    }
    return std::min(rows, rows_left_ - v.weight);
  }

  // ---- when ----

  /// Nothing more can go: those of the next stage may, and after the last one all that waits.
  void begin_stage() {
    released_ = ++stage_ > last_stage_;
    for (int v = 0; v < n_; ++v) {
      Variable& variable = variables_[v];
      if (variable.weight == 0) continue;
      if (variable.crowded && variable.stage <= stage_) {
        variable.crowded = false;
        prune(variable);
        variable.degree = degree_by_list(variable);
      }
      enqueue(v);
    }
  }
  void enqueue(int v) {
    const Variable& variable = variables_[v];
    if (variable.stage <= stage_ && !waits(v)) queue_.insert(v, variable.degree);
  }
  /// Whether v is a constraint to which fewer degrees of freedom are left than it has rows: not
  /// more than its own eliminated objects have, and not more than other constraints leave of the
  /// elements it belongs to.
  bool waits(int v) const {
    if (!by_freedom_ || released_ || !graph_.is_constraint[v]) return false;
    const Variable& variable = variables_[v];
    int left = 0;
    for (int i = 0; i < variable.elements; ++i) {
      const Element& element = elements_[lists_[variable.start + i]];
      if (element.alive) left += element.budget;
    }
    return std::min(variable.own, left) < variable.weight;
  }
  int stage_of(int v) const { return std::max(variables_[v].stage, stage_); }
  /// Whether v goes with others it cannot be told apart from. Constraints that have to wait for
  /// freedom do so one by one.
  bool merges(int v) const {
    return !variables_[v].crowded && (!by_freedom_ || released_ || !graph_.is_constraint[v]);
  }

  // ---- elimination ----

  void eliminate(int p) {
    become_element(p);
    Element& element = elements_[p];
    measure_outside(element);
    for (std::size_t i = element.first; i < element.last; ++i) update_list(members_[i], p);
    merge(std::span(members_).subspan(element.first));
    const auto gone = [&](int v) { return variables_[v].weight == 0; };
    members_.erase(
        std::remove_if(
            members_.begin() + static_cast<std::ptrdiff_t>(element.first), members_.end(), gone),
        members_.end());
    element.last = members_.size();
    element.alive = element.rows > 0;
    work_ += elimination_work(pivot_rows_, element.rows);
    rows_left_ -= pivot_rows_;
    for (std::size_t i = element.first; i < element.last; ++i) {
      const int v = members_[i];
      Variable& variable = variables_[v];
      const int inside = element.rows - variable.weight;
      variable.degree = std::min(
          {variable.degree + inside, variable.outside + inside, rows_left_ - variable.weight});
      enqueue(v);
    }
  }

  /// p takes in the elements next to it.
  void become_element(int p) {
    Element& element = elements_[p];
    Variable& pivot = variables_[p];
    pivot_rows_ = pivot.weight;
    pivot.weight = 0;
    take_out(p);
    element.budget = graph_.is_constraint[p] ? -pivot_rows_ : pivot_rows_;
    element.first = members_.size();
    ++stamp_;
    for (int i = 0; i < pivot.length; ++i) {
      const int u = lists_[pivot.start + i];
      if (i >= pivot.elements) {
        reach(u, element);
        continue;
      }
      Element& absorbed = elements_[u];
      if (!absorbed.alive) continue;
      for (std::size_t k = absorbed.first; k < absorbed.last; ++k) reach(members_[k], element);
      element.budget += absorbed.budget;
      absorbed.alive = false;
    }
    element.last = members_.size();
  }
  void reach(int v, Element& element) {
    if (variables_[v].weight == 0 || mark_[v] == stamp_) return;
    mark_[v] = stamp_;
    members_.push_back(v);
    element.rows += variables_[v].weight;
    if (queue_.has(v)) queue_.remove(v);
  }
  /// Puts v, with all that has been merged into it, into the order.
  void take_out(int v) {
    for (; v >= 0; v = variables_[v].merged) {
      order_.push_back(v);
      if (by_freedom_ && !graph_.is_constraint[v])
        for (const int u : adjacent_[v]) variables_[u].own += graph_.size[v];
    }
  }

  /// Of each element that meets the newest one, the rows that are not in it.
  void measure_outside(const Element& newest) {
    for (std::size_t i = newest.first; i < newest.last; ++i) {
      const Variable& v = variables_[members_[i]];
      if (v.crowded) continue;
      for (int k = 0; k < v.elements; ++k) {
        Element& e = elements_[lists_[v.start + k]];
        if (e.seen != stamp_) e.outside = e.rows;
        e.seen = stamp_;
        e.outside -= v.weight;
      }
    }
  }

  /// v has become part of element p.
  void update_list(int v, int p) {
    Variable& variable = variables_[v];
    if (variable.crowded) {
      if (variable.length == variable.room) prune(variable);
      insert_element(variable, p);
      variable.outside = rows_left_;
      return;
    }
    int* list = lists_.data() + variable.start;
    int elements = 0, rows = 0;
    unsigned hash = static_cast<unsigned>(p);
    for (int i = 0; i < variable.elements; ++i) {
      Element& e = elements_[list[i]];
      // one that is all inside the newest says nothing more, but for the freedom in it
      if (e.alive && e.outside == 0 && !by_freedom_) e.alive = false;
      if (!e.alive) continue;
      rows += e.outside;
      hash += static_cast<unsigned>(list[i]);
      list[elements++] = list[i];
    }
    int length = elements;
    for (int i = variable.elements; i < variable.length; ++i) {
      const int u = list[i];
      if (variables_[u].weight == 0 || mark_[u] == stamp_) continue;
      rows += variables_[u].weight;
      hash += static_cast<unsigned>(u);
      list[length++] = u;
    }
    variable.elements = elements;
    variable.length = length;
    variable.outside = rows;
    variable.hash = hash;
    if (length == 0 && merges(v) && stage_of(v) == stage_)
      go_with(v, p);
    else
      insert_element(variable, p);
  }
  void insert_element(Variable& v, int e) {
    int* list = lists_.data() + v.start;
    list[v.length++] = list[v.elements];
    list[v.elements++] = e;
  }
  /// v has no neighbours but those of p: it goes with it.
  void go_with(int v, int p) {
    pivot_rows_ += variables_[v].weight;
    elements_[p].rows -= variables_[v].weight;
    if (by_freedom_)
      elements_[p].budget += (graph_.is_constraint[v] ? -1 : 1) * variables_[v].weight;
    variables_[v].weight = 0;
    take_out(v);
  }
  /// Takes out of a list what is no more.
  void prune(Variable& v) {
    int* list = lists_.data() + v.start;
    int elements = 0;
    for (int i = 0; i < v.elements; ++i)
      if (elements_[list[i]].alive) list[elements++] = list[i];
    int length = elements;
    for (int i = v.elements; i < v.length; ++i)
      if (variables_[list[i]].weight > 0) list[length++] = list[i];
    v.elements = elements;
    v.length = length;
  }

  // ---- variables that cannot be told apart ----

  void merge(std::span<const int> candidates) {
    for (const int v : candidates) {
      Variable& variable = variables_[v];
      if (variable.weight == 0 || !merges(v)) continue;
      int& head = hash_head_[variable.hash % static_cast<unsigned>(n_)];
      int u = head;
      while (u >= 0 && !(variables_[u].hash == variable.hash && same(u, v)))
        u = variables_[u].hash_next;
      if (u >= 0) {
        merge_into(u, v);
      } else {
        variable.hash_next = head;
        head = v;
      }
    }
    for (const int v : candidates) hash_head_[variables_[v].hash % static_cast<unsigned>(n_)] = -1;
  }
  bool same(int u, int v) {
    const Variable &a = variables_[u], &b = variables_[v];
    if (a.length != b.length || a.elements != b.elements || stage_of(u) != stage_of(v)
        || graph_.is_constraint[u] != graph_.is_constraint[v])
      return false;
    ++stamp_;
    for (int i = 0; i < a.length; ++i) mark_[lists_[a.start + i]] = stamp_;
    for (int i = 0; i < b.length; ++i)
      if (mark_[lists_[b.start + i]] != stamp_) return false;
    return true;
  }
  void merge_into(int u, int v) {
    variables_[u].weight += variables_[v].weight;
    variables_[v].weight = 0;
    variables_[variables_[u].last_merged].merged = v;
    variables_[u].last_merged = variables_[v].last_merged;
  }

  const BlockGraph& graph_;
  const Lists& adjacent_;
  const MinimumDegreeOptions& options_;
  bool by_freedom_;
  int n_;
  std::vector<Variable> variables_;
  std::vector<Element> elements_;
  std::vector<int> lists_, members_;  // of variables; of elements
  std::vector<int> mark_;             // by variable: when it was last come by
  std::vector<int> hash_head_;
  int stamp_ = 0;
  int stage_ = 0, last_stage_ = 0;
  bool released_ = false;
  int pivot_rows_ = 0;
  int rows_left_;
  BucketQueue queue_;
  std::vector<int> order_;
  double work_ = 0.0;
};

}  // namespace

std::optional<PivotOrder> minimum_degree(const BlockGraph& graph,
                                         const Lists& adjacent,
                                         const MinimumDegreeOptions& options) {
  return QuotientGraph(graph, adjacent, options).run();
}

}  // namespace holon
