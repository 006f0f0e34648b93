// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace holon {

/// A few threads that wait for work. `run` hands out the numbers 0 … n−1, each once, and returns
/// when all are done; which thread does which makes no difference to results that do not share
/// data.
class Workers {
 public:
  explicit Workers(int threads);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  int threads() const { return static_cast<int>(threads_.size()) + 1; }
  void run(int n, const std::function<void(int)>& work);

 private:
  void wait_for_work();
  void take(std::unique_lock<std::mutex>& lock);

  std::vector<std::thread> threads_;
  std::mutex mutex_;
  std::condition_variable begin_, end_;
  const std::function<void(int)>* work_ = nullptr;
  int next_ = 0, count_ = 0, busy_ = 0;
  bool stop_ = false;
};

}  // namespace holon
