// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace holon::cli {

/// The table of a sweep, a file that grows by a row whenever a point is done. Whatever ends the
/// program, the rows that are there stay: it can be opened again, and says which points are
/// missing. A last line without an end is dropped.
class SweepTable {
 public:
  /// Opens the table or begins it. `head` says what sweep it is of. Throws a UsageError if there
  /// is a table of another sweep, saying in what it differs, or if another program writes it; and
  /// an InputError if it is damaged.
  SweepTable(const std::string& path,
             const nlohmann::ordered_json& head,
             const std::vector<std::string>& columns,
             std::uint64_t points);
  ~SweepTable();
  SweepTable(const SweepTable&) = delete;
  SweepTable& operator=(const SweepTable&) = delete;

  bool has(std::uint64_t point) const { return rows_[point]; }
  std::uint64_t count() const { return count_; }
  /// How many have "failed" under "outcome".
  std::uint64_t failed() const { return failed_; }
  /// Adds the row of a point: a cell for each column, the first of which is its number. It survives
  /// the end of the program at once, and that of the system within a second.
  void append(std::uint64_t point, const std::vector<std::string>& cells);
  /// Puts the rows into the order of the points, all at once.
  void finish();

 private:
  void begin();
  void open_again(const std::string& text);
  void take_row(const std::string& line, int number);
  void note(std::uint64_t point, const std::vector<std::string>& cells);
  void write(const std::string& text);
  void sync();

  std::string path_, first_lines_;
  nlohmann::ordered_json head_;
  std::vector<std::string> columns_;
  int file_ = -1;
  std::vector<bool> rows_;
  std::uint64_t count_ = 0, failed_ = 0;
  bool in_order_ = true;
  std::uint64_t last_ = 0;
  double synced_ = 0.0;
};

}  // namespace holon::cli
