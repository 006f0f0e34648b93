// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "apps/cli/results/provenance.h"
#include "holon/scene/signals.h"

/// Results of runs: tables of signals over time in files, with where they come from. The ending of
/// the name decides the format: .csv, .jsonl, .npz (NumPy) or .h5 (HDF5).
namespace holon::cli {

/// Writes one result, row by row.
class ResultWriter {
 public:
  virtual ~ResultWriter() = default;
  /// The values of all columns, time first. NaN where there is nothing to read.
  virtual void row(std::span<const double> values) = 0;
  /// Hands over to the system what there is, in formats that are written as they grow: it then
  /// survives the end of the program, whatever the end is.
  virtual void flush() = 0;
  /// Completes the file. What was not closed may not be readable, but for .csv and .jsonl.
  virtual void close() = 0;
};

/// The columns of a result are "time" and then the signals. "-" is the standard output, as CSV.
/// Throws a UsageError if it cannot be written.
std::unique_ptr<ResultWriter> open_result(const std::string& path,
                                          const Provenance& provenance,
                                          const std::vector<SignalInfo>& columns);

struct Column {
  std::string name;
  std::string unit;
  std::vector<double> values = {};
};

/// A result that was read. Tables of others may be read too, and say nothing of where they come
/// from.
struct Result {
  std::optional<Provenance> provenance;
  std::vector<Column> columns;
  bool cut = false;  ///< whether the last line was left out, as it has no end

  std::size_t rows() const { return columns.empty() ? 0 : columns.front().values.size(); }
  const Column* find(std::string_view name) const;
};

/// Throws an InputError if it cannot be read, with the place.
Result read_result(const std::string& path);
/// Whether the name of a file says that it is a result.
bool names_a_result(std::string_view path);

}  // namespace holon::cli
