// SPDX-License-Identifier: Apache-2.0
#include "holon/math/workers.h"

#include <algorithm>

namespace holon {
namespace {

// How often one looks for work before it sleeps: some microseconds, as long as it takes to wake up.
constexpr int kLooks = 4000;
// How often one looks before it lets others have the processor.
constexpr int kEagerLooks = 200;

}  // namespace

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
  for (base_ = 0; base_ < n; base_ += Ticket::most)
    run_round(std::min(n - base_, Ticket::most), work);
}

void Workers::run_round(int n, const std::function<void(int)>& work) {
  work_ = &work;
  done_ = 0;
  {
    const std::lock_guard lock(mutex_);
    ticket_ = Ticket::of(++round_, n).word;
  }
  begin_.notify_all();
  take();
  for (int looks = 0; done_ < n; ++looks)
    if (looks > kEagerLooks) std::this_thread::yield();
}

void Workers::wait_for_work() {
  while (!stop_) {
    for (int looks = 0; looks < kLooks && !Ticket{ticket_}.is_open() && !stop_; ++looks)
      if (looks > kEagerLooks) std::this_thread::yield();
    if (!Ticket{ticket_}.is_open()) {
      std::unique_lock lock(mutex_);
      begin_.wait(lock, [this] { return stop_ || Ticket{ticket_}.is_open(); });
    }
    take();
  }
}

/// Works on numbers as long as there are any. Who has drawn one of a round is waited for, so that
/// what belongs to the round stays.
void Workers::take() {
  while (Ticket{ticket_}.is_open()) {
    const Ticket mine{ticket_++};
    if (!mine.is_open()) return;
    (*work_)(base_ + mine.next());
    ++done_;
  }
}

}  // namespace holon
