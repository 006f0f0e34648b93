// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/border.h"

#include <algorithm>
#include <cmath>

#include "holon/math/diagnostics.h"
#include "holon/solve/block_ldlt.h"

/// What BlockLdlt does with the rows that came late.
namespace holon {
namespace {

/// f(column of K, place of its number in a row of y) for what a part changes.
template <class F>
void for_each_column(const Panels& panels, const Border::Part& part, F&& f) {
  std::size_t k = 0;
  for (int p : part.reach) {
    const Panels::Panel& panel = panels.panels[p];
    for (int c = panel.first; c < panel.first + panel.columns; ++c) f(c, k++);
  }
}

}  // namespace

int BlockLdlt::add_late(int rows) {
  if (border_.used + rows > border_.panel.columns) return -1;
  border_.parts.push_back({border_.used, rows, {}, {}, 0, {}});
  size_.push_back(rows);
  offset_.push_back(border_.panel.first + border_.used);
  border_.used += rows;
  return static_cast<int>(size_.size()) - 1;
}

BlockLdlt::Place BlockLdlt::couple(int late, int v) {
  const int first_late = static_cast<int>(panels_.column.size());
  HOLON_EXPECT(late >= first_late && v <= late);
  Border::Part& part = border_.parts[late - first_late];
  if (v >= first_late)
    return {
        border_.at(part.first, border_.parts[v - first_late].first), border_.panel.columns, late};
  const int column = panels_.column[v];
  const auto known = std::ranges::find(part.blocks, column, &Border::Block::column);
  if (known != part.blocks.end()) return {known->values, part.rows, late};
  const std::size_t at = values_.size();
  part.blocks.push_back({column, size_[v], at});
  values_.resize(at + static_cast<std::size_t>(part.rows) * size_[v], 0.0);
  reach_from(part, panels_.panel_of[v]);
  return {at, part.rows, late};
}

/// What a change of panel p changes: it and its ancestors.
void BlockLdlt::reach_from(Border::Part& part, int p) {
  std::vector<int> more;
  for (; p >= 0 && !std::ranges::binary_search(part.reach, p); p = panels_.parent(p)) {
    more.push_back(p);
    part.columns += static_cast<std::size_t>(panels_.panels[p].columns);
  }
  const auto old = static_cast<std::ptrdiff_t>(part.reach.size());
  part.reach.insert(part.reach.end(), more.begin(), more.end());
  std::inplace_merge(part.reach.begin(), part.reach.begin() + old, part.reach.end());
  part.y.resize(part.columns * static_cast<std::size_t>(part.rows));
}

/// S = C − Yᵀ D⁻¹ Y, in place of C.
void BlockLdlt::collect_border() {
  for (int k = border_.used; k < border_.panel.columns; ++k) values_[border_.at(k, k)] = -1.0;
  if (threshold_ > 0.0) note_references(border_.panel);
  if (border_.parts.empty()) return;
  std::fill(x_.begin(), x_.end(), 0.0);
  for (Border::Part& part : border_.parts)
    for (int i = 0; i < part.rows; ++i) collect_border_row(part, i);
}

/// Row i of a part: y = D⁻¹ L⁻¹ Bᵀ, and what it leaves of its row of C. Takes x_ as zero and leaves
/// it so.
void BlockLdlt::collect_border_row(Border::Part& part, int i) {
  for (const Border::Block& b : part.blocks)
    for (int j = 0; j < b.columns; ++j) x_[b.column + j] = values_[b.values + i + j * part.rows];
  for (int p : part.reach) forward(panels_.panels[p], panels_.rows.data());

  const int row = part.first + i;
  double* y = part.y.data() + static_cast<std::size_t>(i) * part.columns;
  for_each_column(panels_, part, [&](int c, std::size_t k) { y[k] = x_[c]; });
  for (const Border::Part& other : border_.parts)
    for (int j = 0; j < other.rows && other.first + j <= row; ++j) {
      const double* z = other.y.data() + static_cast<std::size_t>(j) * other.columns;
      double sum = 0.0;
      for_each_column(
          panels_, other, [&](int c, std::size_t k) { sum += z[k] * pivot_[c] * x_[c]; });
      values_[border_.at(row, other.first + j)] -= sum;
    }
  double doubt = 0.0;
  for_each_column(panels_, part, [&](int c, std::size_t k) {
    doubt += lost_[c] * std::abs(pivot_[c]) * y[k] * y[k];
    x_[c] = 0.0;
  });
  doubt_[border_.panel.first + row] += doubt;
}

/// Between the two passes of a solution: x_ holds D⁻¹ L⁻¹ b, and b in the rows of the border.
void BlockLdlt::solve_border() {
  double* late = x_.data() + border_.panel.first;
  const auto for_each_row = [&](auto&& f) {
    for (const Border::Part& part : border_.parts)
      for (int i = 0; i < part.rows; ++i)
        f(part, late[part.first + i], part.y.data() + static_cast<std::size_t>(i) * part.columns);
  };
  for_each_row([&](const Border::Part& part, double& x, const double* y) {
    double sum = 0.0;
    for_each_column(panels_, part, [&](int c, std::size_t k) { sum += y[k] * pivot_[c] * x_[c]; });
    x -= sum;
  });
  forward(border_.panel, panels_.rows.data());
  backward(border_.panel);
  for_each_row([&](const Border::Part& part, double& x, const double* y) {
    for_each_column(panels_, part, [&](int c, std::size_t k) { x_[c] -= y[k] * x; });
  });
}

}  // namespace holon
