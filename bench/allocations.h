// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

/// How often this program has asked for memory so far, by any way that ends in malloc, calloc or
/// realloc; always 0 where the C library is not glibc.
std::size_t allocations();
