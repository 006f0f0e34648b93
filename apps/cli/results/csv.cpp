// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/results/csv.h"

#include <charconv>
#include <cmath>
#include <fstream>
#include <iostream>
#include <limits>

#include "apps/cli/errors.h"
#include "apps/cli/results/formats.h"

namespace holon::cli {

std::string shortest(double x) {
  if (std::isnan(x)) return {};
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, x).ptr;
  return {buffer, end};
}

bool reads_number(std::string_view text, double& out) {
  out = std::numeric_limits<double>::quiet_NaN();
  if (text.empty()) return true;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  return error == std::errc() && end == text.data() + text.size() && std::isfinite(out);
}

std::string csv_cell(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string out = "\"";
  for (char c : text) {
    if (c == '"') out += '"';
    out += c == '\n' || c == '\r' ? ' ' : c;
  }
  return out + '"';
}

bool split_csv(std::string_view line, std::vector<std::string>& cells) {
  cells.assign(1, "");
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '"') {
      if (quoted && i + 1 < line.size() && line[i + 1] == '"')
        cells.back() += line[i++];
      else
        quoted = !quoted;
    } else if (c == ',' && !quoted) {
      cells.emplace_back();
    } else {
      cells.back() += c;
    }
  }
  return !quoted;
}

namespace {

class CsvWriter final : public ResultWriter {
 public:
  CsvWriter(const std::string& path, const Provenance& p, const ColumnList& columns) : path_(path) {
    if (path != "-") {
      file_.open(path, std::ios::binary);
      if (!file_) cannot_write(path);
    }
    std::string line = "# " + head_of(p, columns).dump() + "\n";
    for (const SignalInfo& column : columns)
      line += (&column == columns.data() ? "" : ",") + csv_cell(column.name);
    out() << line << '\n';
    flush();
  }
  void row(std::span<const double> values) override {
    line_.clear();
    for (double x : values) {
      line_ += shortest(x);
      line_ += ',';
    }
    line_.back() = '\n';
    out() << line_;
  }
  void flush() override {
    if (!out().flush()) cannot_write(path_);
  }
  void close() override {
    flush();
    if (file_.is_open()) file_.close();
  }

 private:
  std::ostream& out() { return path_ == "-" ? std::cout : static_cast<std::ostream&>(file_); }
  std::string path_;
  std::ofstream file_;
  std::string line_;
};

/// Reads line by line; the last one counts if it has an end.
class CsvReader {
 public:
  explicit CsvReader(const std::string& path) : file_(path, std::ios::binary) {
    if (!file_) throw InputError("the system does not open it");
  }
  Result read() {
    std::string head, line;
    do {
      if (!next(line)) throw InputError("it has no line with the names of columns");
      if (line.starts_with("# {") && head.empty()) head = line.substr(2);
    } while (line.starts_with('#'));
    split(line);
    for (const std::string& name : cells_) result_.columns.push_back({name, ""});
    const bool sweep = head.starts_with(R"({"sweep")");
    if (!head.empty() && !sweep) take_head(head, result_);
    while (next(line)) take_row(line, sweep);
    if (sweep)
      std::erase_if(result_.columns, [](const Column& column) { return is_text(column.name); });
    return std::move(result_);
  }

 private:
  bool next(std::string& line) {
    if (!std::getline(file_, line)) return false;
    ++number_;
    if (file_.eof()) {  // what stands behind the last end of line
      result_.cut = !line.empty();
      return false;
    }
    if (line.ends_with('\r')) line.pop_back();
    return true;
  }
  void split(const std::string& line) {
    if (!split_csv(line, cells_)) throw InputError(place() + "a quote has no end");
  }
  /// Columns of the table of a sweep that are no numbers.
  static bool is_text(std::string_view name) { return name == "outcome" || name == "reason"; }
  void take_row(const std::string& line, bool sweep) {
    split(line);
    if (cells_.size() != result_.columns.size())
      throw InputError(place() + std::to_string(cells_.size()) + " cells under "
                       + std::to_string(result_.columns.size()) + " names");
    for (std::size_t i = 0; i < cells_.size(); ++i)
      if (!reads_number(cells_[i], result_.columns[i].values.emplace_back())
          && !(sweep && is_text(result_.columns[i].name)))
        throw InputError(place() + "'" + cells_[i] + "' under '" + result_.columns[i].name
                         + "' is no number");
  }
  std::string place() const { return "line " + std::to_string(number_) + ": "; }

  std::ifstream file_;
  Result result_;
  std::vector<std::string> cells_;
  int number_ = 0;
};

}  // namespace

WriterPtr open_csv(const std::string& path, const Provenance& p, const ColumnList& columns) {
  return std::make_unique<CsvWriter>(path, p, columns);
}

Result read_csv(const std::string& path) {
  return CsvReader(path).read();
}

}  // namespace holon::cli
