// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "holon/math/narrow.h"
#include "holon/solve/kkt.h"

/// Constraints that come and go after a KKT system has been analysed.
namespace holon {
namespace {

// Room for the lists of constraints that come later, so that these need not move.
constexpr std::size_t kBlocksPerRow = 4, kValuesPerRow = 64, kProductsPerRow = 32;

/// Makes a list as large as it is, with room for some more.
template <class T>
void fit(std::vector<T>& list, std::size_t more = 0) {
  if (list.capacity() == list.size() + more) return;
  std::vector<T> exact;
  exact.reserve(list.size() + more);
  exact.assign(list.begin(), list.end());
  list.swap(exact);
}

}  // namespace

void Kkt::keep_back(int rows) {
  kept_back_ += rows;
  rows_ += rows;
  masked_.resize(rows_, 0);
  row_owner_.resize(rows_, -1);
}

/// What has been declared, as it is before the analysis.
void Kkt::fit_topology() {
  const auto rows = static_cast<std::size_t>(kept_back_);
  fit(objects_);
  fit(constraints_, rows);
  fit(blocks_, rows * kBlocksPerRow);
  fit(jacobian_, rows * kValuesPerRow);
  if (!prepared_.empty()) fit(prepared_, rows * kValuesPerRow);
  fit(masked_);
  fit(row_owner_);
  mass_.fit();
}

/// What has been found out by it.
void Kkt::fit_products() {
  const auto rows = static_cast<std::size_t>(kept_back_);
  fit(block_runs_, rows * kBlocksPerRow);
  fit(uses_);
  fit(object_runs_);
  fit(products_, rows * kProductsPerRow);
  fit(runs_, rows * kProductsPerRow);
  if (!mass_.stays_diagonal()) expect_masks();
}

Kkt::Product Kkt::product_of(const Block& a, const Block& b, const BlockLdlt::Place& place) {
  return {a.values,
          b.values,
          narrow<std::uint32_t>(place.at),
          place.stride,
          a.column,
          narrow<std::uint16_t>(a.columns),
          narrow<std::uint16_t>(a.rows),
          narrow<std::uint16_t>(b.rows)};
}

void Kkt::expect_masks() {
  prepared_.resize(jacobian_.size(), 0.0);
}

void Kkt::retire(int constraint) {
  mask(constraint, false);
  const Constraint& c = constraints_[constraint];
  for (int k = c.first_block; k < c.first_block + c.blocks; ++k) {
    const Block& b = blocks_[k];
    std::fill_n(jacobian_.begin() + static_cast<std::ptrdiff_t>(b.values), b.rows * b.columns, 0.0);
  }
  retired_.push_back(constraint);
  retired_rows_ += c.rows;
}

/// One that has retired, of as many rows on the same objects; −1 if there is none.
int Kkt::take_back(int rows, std::span<const int> objects) {
  const auto on_the_same = [&](int constraint) {
    const Constraint& c = constraints_[constraint];
    if (c.rows != rows || c.blocks != static_cast<int>(objects.size())) return false;
    const auto blocks = std::span(blocks_).subspan(c.first_block, c.blocks);
    return std::ranges::all_of(blocks, [&](const Block& b) {
      return std::ranges::find(objects, b.object) != objects.end();
    });
  };
  const auto found = std::ranges::find_if(retired_, on_the_same);
  if (found == retired_.end()) return -1;
  const int constraint = *found;
  retired_.erase(found);
  retired_rows_ -= rows;
  return constraint;
}

int Kkt::join(int rows, std::span<const int> objects) {
  if (const int known = take_back(rows, objects); known >= 0) return known;
  const int vertex = ldlt_.add_late(rows);
  if (vertex < 0) return -1;
  const auto constraint = static_cast<int>(constraints_.size());
  const int offset = ldlt_.offset(vertex) - late_dofs_;
  constraints_.push_back({rows, offset, 0, static_cast<int>(blocks_.size()), 0, vertex});
  std::fill_n(row_owner_.begin() + offset, rows, constraint);
  for (int object : objects) {
    add_block(constraint, object);
    list_late(static_cast<int>(blocks_.size()) - 1);
  }
  if (!prepared_.empty()) expect_masks();
  return constraint;
}

/// What a block that came late leaves in the factors, where its constraint is eliminated last.
void Kkt::list_late(int block) {
  const Block& a = blocks_[block];
  const auto at = static_cast<std::size_t>(block);
  block_runs_.push_back({at, at + 1});
  const int vertex = constraints_[a.constraint].vertex;
  if (const int object = objects_[a.object].vertex; object >= 0) {
    couplings_.push_back({block, ldlt_.couple(vertex, object), false});
    return;
  }
  for (const Block& b : blocks_) {
    if (b.object != a.object) continue;
    const BlockLdlt::Place place = ldlt_.couple(vertex, constraints_[b.constraint].vertex);
    runs_.push_back({products_.size(), products_.size() + 1});
    products_.push_back(product_of(a, b, place));
  }
}

}  // namespace holon
