// SPDX-License-Identifier: Apache-2.0
#include "holon/world/parallel.h"

namespace holon {

Workers::Workers(int threads) {
  for (int i = 1; i < threads; ++i) threads_.emplace_back([this] { wait_for_work(); });
}

Workers::~Workers() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  begin_.notify_all();
  for (std::thread& t : threads_) t.join();
}

void Workers::run(int n, const std::function<void(int)>& work) {
  if (threads_.empty() || n < 2) {
    for (int i = 0; i < n; ++i) work(i);
    return;
  }
  std::unique_lock lock(mutex_);
  work_ = &work;
  next_ = 0;
  count_ = n;
  begin_.notify_all();
  take(lock);
  end_.wait(lock, [this] { return busy_ == 0 && next_ >= count_; });
  work_ = nullptr;
}

void Workers::wait_for_work() {
  std::unique_lock lock(mutex_);
  while (true) {
    begin_.wait(lock, [this] { return stop_ || (work_ != nullptr && next_ < count_); });
    if (stop_) return;
    take(lock);
    if (busy_ == 0) end_.notify_one();
  }
}

/// Works on numbers as long as there are any. The lock is held on entry and on return.
void Workers::take(std::unique_lock<std::mutex>& lock) {
  ++busy_;
  while (next_ < count_) {
    const int i = next_++;
    lock.unlock();
    (*work_)(i);
    lock.lock();
  }
  --busy_;
}

}  // namespace holon
