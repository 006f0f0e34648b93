// SPDX-License-Identifier: Apache-2.0
#pragma once

// Counts what a program asks for of memory. On glibc this header puts itself before malloc:
// operator new comes by here as well as Eigen, which has its memory from malloc. Sanitizers want
// malloc for themselves; with them, and elsewhere, nothing is counted. For one file of a program
// only.
#include <atomic>
#include <cstdlib>

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define HOLON_COUNTS_MALLOC 1
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#undef HOLON_COUNTS_MALLOC
#endif
#endif
#endif

namespace holon::checks {
inline std::atomic<std::size_t> allocations = 0, allocated_bytes = 0;
}  // namespace holon::checks

#ifdef HOLON_COUNTS_MALLOC
extern "C" {
void* __libc_malloc(std::size_t size);                 // NOLINT: glibc's own names
void* __libc_calloc(std::size_t n, std::size_t size);  // NOLINT
void* __libc_realloc(void* p, std::size_t size);       // NOLINT
void* malloc(std::size_t size) noexcept {
  ++holon::checks::allocations;
  holon::checks::allocated_bytes += size;
  return __libc_malloc(size);
}
void* calloc(std::size_t n, std::size_t size) noexcept {
  ++holon::checks::allocations;
  holon::checks::allocated_bytes += n * size;
  return __libc_calloc(n, size);
}
void* realloc(void* p, std::size_t size) noexcept {
  ++holon::checks::allocations;
  holon::checks::allocated_bytes += size;
  return __libc_realloc(p, size);
}
}
#endif

namespace holon::checks {
#ifdef HOLON_COUNTS_MALLOC
inline constexpr bool counts_allocations = true;
#else
inline constexpr bool counts_allocations = false;
#endif
}  // namespace holon::checks
