// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/sweep/table.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#include "apps/cli/errors.h"
#include "apps/cli/results/csv.h"
#include "holon/math/diagnostics.h"

namespace holon::cli {
namespace {

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// The first field in which two heads differ; empty if there is none.
std::string difference(const nlohmann::ordered_json& there, const nlohmann::ordered_json& wanted) {
  for (const auto& [key, value] : wanted.items()) {
    const std::string other = there.contains(key) ? there[key].dump() : "nothing";
    if (other != value.dump()) return "its '" + key + "' is " + other + ", not " + value.dump();
  }
  return "";
}

std::uint64_t point_of(const std::string& line) {
  std::uint64_t point = 0;
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), point);
  return error == std::errc() && end != line.data() + line.size() && *end == ',' ? point : ~0ULL;
}

std::string all_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

SweepTable::SweepTable(const std::string& path,
                       const nlohmann::ordered_json& head,
                       const std::vector<std::string>& columns,
                       std::uint64_t points)
    : path_(path), head_(head), columns_(columns), rows_(points, false) {
  first_lines_ = "# " + head.dump() + "\n";
  for (const std::string& column : columns)
    first_lines_ += (&column == columns.data() ? "" : ",") + csv_cell(column);
  first_lines_ += "\n";
  file_ = open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (file_ < 0) throw UsageError("cannot write '" + path + "': " + std::strerror(errno));
  try {
    if (flock(file_, LOCK_EX | LOCK_NB) != 0)
      throw UsageError("another program is writing '" + path + "'");
    const std::string text = all_of(path);
    // what is no more than its beginning was cut while it was begun
    first_lines_.starts_with(text) ? begin() : open_again(text);
  } catch (...) {
    close(file_);
    throw;
  }
}

SweepTable::~SweepTable() {
  close(file_);
}

void SweepTable::begin() {
  if (ftruncate(file_, 0) != 0) throw SystemFailure("cannot write '" + path_ + "'");
  write(first_lines_);
  sync();
}

void SweepTable::open_again(const std::string& text) {
  const std::size_t end_of_head = text.find('\n');
  const auto there = nlohmann::ordered_json::parse(
      text.starts_with("# ") ? text.substr(2, end_of_head - 2) : "", nullptr, false);
  if (!there.is_object() || !there.contains("sweep"))
    throw UsageError("'" + path_ + "' is there and is no table of a sweep: give another --out");
  const std::string differs = difference(there, head_);
  if (!differs.empty())
    throw UsageError("'" + path_ + "' is the table of another sweep: " + differs
                     + "; give another --out, or remove it");
  const std::size_t whole = text.rfind('\n') + 1;
  if (!text.starts_with(first_lines_))
    throw UsageError("'" + path_ + "' has other columns: give another --out, or remove it");
  int number = 2;
  for (std::size_t at = first_lines_.size(); at < whole;) {
    const std::size_t end = text.find('\n', at);
    take_row(text.substr(at, end - at), ++number);
    at = end + 1;
  }
  if (ftruncate(file_, static_cast<off_t>(whole)) != 0)
    throw SystemFailure("cannot write '" + path_ + "'");
}

void SweepTable::take_row(const std::string& line, int number) {
  std::vector<std::string> cells;
  const std::uint64_t point = point_of(line);
  const std::string place = "'" + path_ + "', line " + std::to_string(number) + ": ";
  if (point >= rows_.size() || !split_csv(line, cells) || cells.size() != columns_.size())
    throw InputError(place + "is no row of this sweep");
  if (rows_[point]) throw InputError(place + "point " + std::to_string(point) + " is there twice");
  note(point, cells);
}

void SweepTable::note(std::uint64_t point, const std::vector<std::string>& cells) {
  in_order_ = in_order_ && (count_ == 0 || last_ < point);
  last_ = point;
  rows_[point] = true;
  ++count_;
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (columns_[i] == "outcome" && cells[i] == "failed") ++failed_;
}

void SweepTable::write(const std::string& text) {
  // one call for a whole line: it is there, or is cut at the end of the file
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t n = ::write(file_, text.data() + done, text.size() - done);
    if (n < 0 && errno != EINTR)
      throw SystemFailure("cannot write '" + path_ + "': " + std::strerror(errno));
    if (n > 0) done += static_cast<std::size_t>(n);
  }
}

void SweepTable::sync() {
  fdatasync(file_);
  synced_ = seconds_now();
}

void SweepTable::append(std::uint64_t point, const std::vector<std::string>& cells) {
  std::string line = std::to_string(point);
  for (std::size_t i = 1; i < cells.size(); ++i) line += "," + csv_cell(cells[i]);
  write(line + "\n");
  note(point, cells);
  if (seconds_now() - synced_ > 1.0) sync();
}

void SweepTable::finish() {
  sync();
  if (in_order_) return;
  const std::string text = all_of(path_), sorted_path = path_ + ".sorted";
  std::vector<std::string> lines;
  for (std::size_t at = first_lines_.size(); at < text.size();) {
    const std::size_t end = text.find('\n', at);
    lines.push_back(text.substr(at, end - at + 1));
    at = end + 1;
  }
  std::ranges::sort(lines, {}, point_of);
  const int sorted = open(sorted_path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (sorted < 0)
    throw SystemFailure("cannot write '" + sorted_path + "': " + std::strerror(errno));
  flock(sorted, LOCK_EX | LOCK_NB);
  const int unsorted = std::exchange(file_, sorted);
  std::string all = first_lines_;
  for (const std::string& line : lines) all += line;
  write(all);
  sync();
  std::filesystem::rename(sorted_path, path_);
  close(unsorted);
}

}  // namespace holon::cli
