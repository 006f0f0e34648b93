// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "holon/solve/ordering.h"

namespace holon {

/// The columns of the factor L of a block matrix, gathered in panels: runs of columns with the same
/// rows below them, each a dense matrix. Made once per topology.
///
/// Rows and columns are numbered in the order of elimination, one by one (not by blocks).
struct Panels {
  struct Panel {
    int first;             ///< column
    int columns;           ///< of the pivot block
    int below;             ///< rows below it
    int sign;              ///< of its pivots: 1 for objects, −1 for constraints
    std::uint32_t values;  ///< where its numbers start: (columns + below) × columns, by columns
    std::uint32_t rows;    ///< where the list of the rows below starts
    std::uint32_t first_update, last_update;
    int size() const { return columns + below; }
  };
  /// Panel `source` changes another one by A diag(d) Bᵀ: A is the rows of the source from row
  /// `from` on, B the first `count` of them, those that are columns of the target.
  struct Update {
    int source;
    int from, count;
    int at;  ///< row of the target where they stand, if one after the other; else −1, and
    std::uint32_t where;  ///< there starts the list of where each of them stands
  };

  std::vector<int> column;      ///< of each vertex: its first column
  std::vector<int> panel_of;    ///< of each vertex
  std::vector<Panel> panels;    ///< in the order of elimination
  std::vector<int> rows;        ///< below the panels
  std::vector<Update> updates;  ///< by target, in the order of their sources
  std::vector<int> where;       ///< lists of rows in targets
  std::size_t values = 0;       ///< numbers in all panels

  /// The row of panel p that holds a given row of the matrix; −1 if there is none.
  int row_in(int p, int row) const;
  /// The panel above p in the tree of elimination, which holds the first row below it; −1 for a
  /// root.
  int parent(int p) const;
};

Panels make_panels(const BlockGraph& graph, const Elimination& elimination);

}  // namespace holon
