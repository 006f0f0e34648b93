// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <fstream>

#include "apps/cli/errors.h"
#include "apps/cli/results/csv.h"
#include "apps/cli/results/formats.h"

/// JSON Lines: the head on the first line, then an object for each row, {"time": 0, "rod.x": 1}.
namespace holon::cli {
namespace {

using JsonLine = nlohmann::ordered_json;

/// "-0" would be read as an integer, which has no such thing.
std::string json_number(double x) {
  if (std::isnan(x)) return "null";
  return x == 0.0 && std::signbit(x) ? "-0.0" : shortest(x);
}

class JsonlWriter final : public ResultWriter {
 public:
  JsonlWriter(const std::string& path, const Provenance& p, const ColumnList& columns)
      : path_(path), file_(path, std::ios::binary) {
    if (!file_) cannot_write(path);
    JsonLine head = head_of(p, columns);
    auto& names = head["columns"] = JsonLine::array();
    for (const SignalInfo& column : columns) {
      names.push_back(column.name);
      keys_.push_back((keys_.empty() ? "{" : ",") + JsonLine(column.name).dump() + ":");
    }
    file_ << head.dump() << '\n';
    flush();
  }
  void row(std::span<const double> values) override {
    line_.clear();
    for (std::size_t i = 0; i < values.size(); ++i) {
      line_ += keys_[i];
      line_ += json_number(values[i]);
    }
    file_ << line_ << "}\n";
  }
  void flush() override {
    if (!file_.flush()) cannot_write(path_);
  }
  void close() override {
    flush();
    file_.close();
  }

 private:
  std::string path_;
  std::ofstream file_;
  std::vector<std::string> keys_;
  std::string line_;
};

JsonLine object_on(const std::string& line, int number) {
  JsonLine json = JsonLine::parse(line, nullptr, false);
  if (!json.is_object()) throw InputError("line " + std::to_string(number) + " is no JSON object");
  return json;
}

void take_names(const JsonLine& head, Result& result) {
  const auto names = head.find("columns");
  if (names == head.end() || !names->is_array())
    throw InputError("its first line does not list the columns");
  for (const JsonLine& name : *names) {
    if (!name.is_string()) throw InputError("'columns' on its first line are not texts");
    result.columns.push_back({name.get<std::string>(), ""});
  }
}

void take_values(const JsonLine& row, int number, Result& result) {
  auto next = row.begin();
  for (Column& column : result.columns) {
    // they stand in the order of the columns, unless somebody else wrote them
    const bool in_order = next != row.end() && next.key() == column.name;
    const auto value = in_order ? next++ : row.find(column.name);
    if (value == row.end() || !(value->is_number() || value->is_null()))
      throw InputError("line " + std::to_string(number) + ": no number under '" + column.name
                       + "'");
    column.values.push_back(value->is_null() ? std::nan("") : value->get<double>());
  }
}

}  // namespace

WriterPtr open_jsonl(const std::string& path, const Provenance& p, const ColumnList& columns) {
  return std::make_unique<JsonlWriter>(path, p, columns);
}

Result read_jsonl(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  Result result;
  std::string line;
  int number = 0;
  while (std::getline(file, line)) {
    if (file.eof()) {  // without an end
      result.cut = !line.empty();
      break;
    }
    const JsonLine json = object_on(line, ++number);
    if (number == 1) {
      take_names(json, result);
      take_head(line, result);
    } else {
      take_values(json, number, result);
    }
  }
  if (number == 0) throw InputError("it has no first line");
  return result;
}

}  // namespace holon::cli
