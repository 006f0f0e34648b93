// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace holon {

/// A few threads that wait for work. `run` hands out the numbers 0 … n−1, each once, and returns
/// when all are done; which thread does which makes no difference to results that do not share
/// data. Work that is being done must not hand out more.
class Workers {
 public:
  explicit Workers(int threads);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  int threads() const { return static_cast<int>(threads_.size()) + 1; }
  void run(int n, const std::function<void(int)>& work);

  /// Divides 0 … n−1 into ranges of a multiple of `grain` and calls work(first, last) for each. Of
  /// exceptions the first is let out when all are done.
  template <class Work>
  void for_ranges(int n, int grain, Work&& work) {
    const int grains = (n + grain - 1) / grain;
    if (threads_.empty() || grains < 2) {
      if (n > 0) work(0, n);
      return;
    }
    const int pieces = std::min(grains, kPiecesPerThread * threads());
    const int size = (grains + pieces - 1) / pieces * grain;
    std::atomic<bool> failed = false;
    std::exception_ptr thrown;
    const auto piece = [&](int i) {
      const int first = i * size, last = std::min(n, first + size);
      if (first < last) try {
          work(first, last);
        } catch (...) {
          if (!failed.exchange(true)) thrown = std::current_exception();
        }
    };
    run(pieces, std::ref(piece));  // by reference, as a copy would be on the heap
    if (thrown) std::rethrow_exception(thrown);
  }

 private:
  static constexpr int kPiecesPerThread = 4;

  /// What is to be done, in one word, so that nobody takes a number of one round for another's:
  /// which round it is, how many numbers there are, and the next one.
  struct Ticket {
    static constexpr int bits = 20;
    static constexpr int most = (1 << bits) - 1;
    std::uint64_t word;
    int next() const { return static_cast<int>(word & most); }
    int count() const { return static_cast<int>(word >> bits & most); }
    bool is_open() const { return next() < count(); }
    static Ticket of(std::uint64_t round, int count) {
      return {round << (2 * bits) | static_cast<std::uint64_t>(count) << bits};
    }
  };
  void run_round(int n, const std::function<void(int)>& work);
  void wait_for_work();
  void take();

  std::vector<std::thread> threads_;
  std::mutex mutex_;
  std::condition_variable begin_;
  std::atomic<std::uint64_t> ticket_ = 0;
  std::atomic<int> done_ = 0;
  std::atomic<bool> stop_ = false;
  std::uint64_t round_ = 0;
  int base_ = 0;  // what the numbers of this round start from
  const std::function<void(int)>* work_ = nullptr;
};

/// Adds up f(first, last) over ranges of 0 … n−1, with `add(sum, part)` from the first to the last.
/// The ranges depend on n alone, and so do the bits of the sum.
template <class F, class Add>
auto sum_of_ranges(Workers* workers, std::size_t n, F&& f, Add&& add) {
  constexpr std::size_t most = 64, grain = 128;
  const std::size_t size = std::max(grain, (n + most - 1) / most);
  const std::size_t ranges = (n + size - 1) / size;
  std::array<decltype(f(n, n)), most> part{};
  const auto sum_up = [&](std::size_t first, std::size_t last) {
    for (std::size_t k = first; k < last; ++k) part[k] = f(k * size, std::min(n, (k + 1) * size));
  };
  if (workers == nullptr)
    sum_up(0, ranges);
  else
    workers->for_ranges(static_cast<int>(ranges), 1, sum_up);
  for (std::size_t k = 1; k < ranges; ++k) add(part[0], part[k]);
  return part[0];
}

/// Calls f(first, last) for ranges of n numbers that something is done with one after the other, on
/// several threads where there are any, and so many numbers that it is worth their while.
template <class F>
void for_numbers(Workers* workers, std::size_t n, F&& f) {
  constexpr std::size_t block = 8192;
  if (workers == nullptr) return f(std::size_t{0}, n);
  const int blocks = static_cast<int>((n + block - 1) / block);
  workers->for_ranges(blocks, 1, [&](std::size_t first, std::size_t last) {
    f(first * block, std::min(n, last * block));
  });
}

}  // namespace holon
