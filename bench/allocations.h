// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

/// What this program asks of the heap, by any way that ends in malloc and its kin; always 0 where
/// the C library is not glibc.

/// How often it has asked for memory so far.
std::size_t allocations();

/// Bytes that it holds now, as large as malloc made them.
std::size_t live_bytes();
/// The most that it held since the last call of forget_peak().
std::size_t peak_bytes();
void forget_peak();
