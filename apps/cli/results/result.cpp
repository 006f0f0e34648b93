// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/results/result.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "apps/cli/errors.h"
#include "apps/cli/results/formats.h"

namespace holon::cli {
namespace {

struct ResultFormat {
  std::string_view ending;
  WriterPtr (*open)(const std::string&, const Provenance&, const ColumnList&);
  Result (*read)(const std::string&);
};
constexpr std::array<ResultFormat, 4> result_formats{{{".csv", open_csv, read_csv},
                                                      {".jsonl", open_jsonl, read_jsonl},
                                                      {".npz", open_npz, read_npz},
                                                      {".h5", open_hdf5, read_hdf5}}};

const ResultFormat* format_of(std::string_view path) {
  const auto* found = std::ranges::find_if(
      result_formats, [&](const ResultFormat& f) { return path.ends_with(f.ending); });
  return found == result_formats.end() ? nullptr : found;
}

}  // namespace

std::unique_ptr<ResultWriter> open_result(const std::string& path,
                                          const Provenance& provenance,
                                          const std::vector<SignalInfo>& columns) {
  if (path == "-") return open_csv(path, provenance, columns);
  const ResultFormat* format = format_of(path);
  if (format == nullptr)
    throw UsageError("'" + path
                     + "' does not say its format: let it end with .csv, .jsonl, .npz or .h5");
  return format->open(path, provenance, columns);
}

Result read_result(const std::string& path) {
  const ResultFormat* format = format_of(path);
  if (format == nullptr)
    throw UsageError("'" + path + "' is no result: those end with .csv, .jsonl, .npz or .h5");
  if (!std::filesystem::is_regular_file(path)) throw InputError("there is no file '" + path + "'");
  try {
    return format->read(path);
  } catch (const InputError& e) {
    throw InputError("cannot read '" + path + "': " + e.what());
  }
}

bool names_a_result(std::string_view path) {
  return format_of(path) != nullptr;
}

const Column* Result::find(std::string_view name) const {
  const auto found = std::ranges::find(columns, name, &Column::name);
  return found == columns.end() ? nullptr : &*found;
}

nlohmann::ordered_json head_of(const Provenance& p, const ColumnList& columns) {
  nlohmann::ordered_json head = to_json(p);
  auto& units = head["units"] = nlohmann::ordered_json::array();
  for (const SignalInfo& column : columns) units.push_back(column.unit);
  return head;
}

void take_head(const std::string& text, Result& result) {
  const auto head = nlohmann::ordered_json::parse(text, nullptr, false);
  if (!head.is_object()) throw InputError("its header is not one of holon");
  result.provenance = provenance_of(head);
  const auto units = head.find("units");
  if (units == head.end() || !units->is_array() || units->size() != result.columns.size())
    throw InputError("its header has no unit for each column");
  for (std::size_t i = 0; i < result.columns.size(); ++i) {
    if (!(*units)[i].is_string()) throw InputError("'units' in its header are not texts");
    result.columns[i].unit = (*units)[i].get<std::string>();
  }
}

void cannot_write(const std::string& path) {
  throw UsageError("cannot write '" + path + "': " + std::strerror(errno));
}

}  // namespace holon::cli
