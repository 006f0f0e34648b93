// SPDX-License-Identifier: Apache-2.0
//
// Stands before glibc's malloc and counts.
#include "allocations.h"

#include <atomic>
#include <cerrno>
#include <cstdlib>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace {
std::atomic<std::size_t> count = 0, live = 0, peak = 0;
}  // namespace

std::size_t allocations() {
  return count;
}
std::size_t live_bytes() {
  return live;
}
std::size_t peak_bytes() {
  return peak;
}
void forget_peak() {
  peak = live.load();
}

#ifdef __GLIBC__
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t n, std::size_t size);
void* __libc_realloc(void* p, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
void __libc_free(void* p);
}

namespace {
void* counted(void* p) {
  ++count;
  if (p == nullptr) return p;
  const std::size_t bytes = malloc_usable_size(p);
  const std::size_t now = live.fetch_add(bytes) + bytes;
  std::size_t most = peak;
  while (now > most && !peak.compare_exchange_weak(most, now)) {
  }
  return p;
}
void leave(void* p) {
  if (p != nullptr) live -= malloc_usable_size(p);
}
}  // namespace

extern "C" {
void* malloc(std::size_t size) noexcept {
  return counted(__libc_malloc(size));
}
void* calloc(std::size_t n, std::size_t size) noexcept {
  return counted(__libc_calloc(n, size));
}
void* realloc(void* p, std::size_t size) noexcept {
  const std::size_t before = p == nullptr ? 0 : malloc_usable_size(p);
  void* moved = __libc_realloc(p, size);
  if (moved != nullptr || size == 0) live -= before;  // else p is as it was
  return counted(moved);
}
void* memalign(std::size_t alignment, std::size_t size) noexcept {
  return counted(__libc_memalign(alignment, size));
}
void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  return counted(__libc_memalign(alignment, size));
}
int posix_memalign(void** out, std::size_t alignment, std::size_t size) noexcept {
  void* p = counted(__libc_memalign(alignment, size));
  if (p == nullptr) return ENOMEM;
  *out = p;
  return 0;
}
void free(void* p) noexcept {
  leave(p);
  __libc_free(p);
}
}
#endif
