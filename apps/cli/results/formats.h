// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "apps/cli/results/result.h"

/// The formats of results, each in a file of its own.
namespace holon::cli {

using WriterPtr = std::unique_ptr<ResultWriter>;
using ColumnList = std::vector<SignalInfo>;

WriterPtr open_csv(const std::string& path, const Provenance& p, const ColumnList& columns);
WriterPtr open_jsonl(const std::string& path, const Provenance& p, const ColumnList& columns);
WriterPtr open_npz(const std::string& path, const Provenance& p, const ColumnList& columns);
WriterPtr open_hdf5(const std::string& path, const Provenance& p, const ColumnList& columns);
Result read_csv(const std::string& path);
Result read_jsonl(const std::string& path);
Result read_npz(const std::string& path);
Result read_hdf5(const std::string& path);

/// The provenance with the units of the columns, as all formats carry it.
nlohmann::ordered_json head_of(const Provenance& p, const ColumnList& columns);
/// Takes the provenance and the units out of such a head.
void take_head(const std::string& text, Result& result);

/// "cannot write 'file': No space left on device"
[[noreturn]] void cannot_write(const std::string& path);

}  // namespace holon::cli
