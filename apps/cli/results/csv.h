// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

/// Comma-separated values, as RFC 4180 has them, on one line each.
namespace holon::cli {

/// The shortest text that reads back as the same number; nothing for NaN.
std::string shortest(double x);
/// The number that all of a text says; NaN for none. False if it says something else.
bool reads_number(std::string_view text, double& out);

/// A text as a cell: in quotes if it needs them. Ends of lines become spaces.
std::string csv_cell(std::string_view text);
/// The cells of a line. False if its quotes do not match.
bool split_csv(std::string_view line, std::vector<std::string>& cells);

}  // namespace holon::cli
