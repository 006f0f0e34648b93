// SPDX-License-Identifier: Apache-2.0
#include "apps/studio/server/session_thread.h"

#include <algorithm>
#include <utility>

namespace holon::server {
namespace {

using namespace std::chrono_literals;

/// How often time passes, if nobody says anything.
constexpr auto kBetweenWakeUps = 8ms;
/// How long steps are made, or commands done, before the others have their turn again.
constexpr auto kSlice = 8ms;
/// Between two checkpoints. That of a large scene takes a while, and must not hold up the rest.
struct Pace {
  std::chrono::steady_clock::duration at_least;
  int times_its_cost;
};
constexpr Pace kAfterChanges{.at_least = 100ms, .times_its_cost = 10};
constexpr Pace kWhileTimeGoesOn{.at_least = 2s, .times_its_cost = 50};

double seconds(std::chrono::steady_clock::duration time) {
  return std::chrono::duration<double>(time).count();
}

bool is_nothing(const Mail& mail) {
  return mail.letters.empty() && mail.frame == nullptr;
}

}  // namespace

SessionThread::SessionThread(StudioSession& session,
                             Autosave& autosave,
                             double frames_per_second,
                             std::function<void()> wake)
    : session_(session),
      autosave_(autosave),
      between_frames_(std::chrono::duration_cast<Clock::duration>(
          std::chrono::duration<double>(1.0 / frames_per_second))),
      wake_(std::move(wake)),
      thread_([this] { run(); }) {}

SessionThread::~SessionThread() {
  try {
    stop();
  } catch (const std::exception&) {
    // whoever wants to know why it ended calls stop()
  }
}

void SessionThread::stop() {
  {
    const std::scoped_lock lock(mutex_);
    stopping_ = true;
  }
  heard_.notify_all();
  if (thread_.joinable()) thread_.join();
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void SessionThread::arrive(int client) {
  order({.kind = Order::Kind::arrive, .client = client});
}
void SessionThread::leave(int client) {
  order({.kind = Order::Kind::leave, .client = client});
}
void SessionThread::say(int client, bool may_write, std::string command) {
  order({.kind = Order::Kind::say,
         .client = client,
         .may_write = may_write,
         .command = std::move(command)});
}

void SessionThread::order(Order order) {
  {
    const std::scoped_lock lock(mutex_);
    orders_.push_back(std::move(order));
  }
  heard_.notify_all();
}

Mail SessionThread::take_mail() {
  const std::scoped_lock lock(mutex_);
  return std::exchange(mail_, {});
}

void SessionThread::run() {
  try {
    live();
    keep_all();
  } catch (...) {
    failure_ = std::current_exception();
    failed_ = true;
  }
}

void SessionThread::live() {
  Clock::time_point last = Clock::now(), next_frame = last;
  while (wait_for_orders(std::min(last + kBetweenWakeUps, next_frame))) {
    carry_out_orders();
    const Clock::time_point now = Clock::now();
    session_.advance(seconds(now - last), seconds(kSlice));
    last = now;
    if (now >= next_frame) {
      show_frame();
      next_frame = std::max(next_frame + between_frames_, now);
    }
    tell_news();  // whatever a frame belongs to goes before it
    keep_what_is_new(now);
    send();
  }
}

/// False when the thread has to end.
bool SessionThread::wait_for_orders(Clock::time_point until) {
  std::unique_lock lock(mutex_);
  heard_.wait_until(lock, until, [this] { return stopping_ || !orders_.empty(); });
  return !stopping_;
}

std::optional<SessionThread::Order> SessionThread::take_order() {
  const std::scoped_lock lock(mutex_);
  if (orders_.empty()) return std::nullopt;
  Order order = std::move(orders_.front());
  orders_.pop_front();
  return order;
}

void SessionThread::carry_out_orders() {
  const Clock::time_point end = Clock::now() + kSlice;
  while (const std::optional<Order> order = take_order()) {
    carry_out(*order);
    if (Clock::now() >= end) return;
  }
}

void SessionThread::carry_out(const Order& order) {
  switch (order.kind) {
    case Order::Kind::arrive:
      tell_news();  // to the others: a greeting says how things are after it
      for (std::string& message : session_.greeting())
        tell(Letter::Kind::greeting, order.client, std::move(message));
      return;
    case Order::Kind::leave:
      session_.forget(order.client);
      return;
    case Order::Kind::say:
      tell(Letter::Kind::answer,
           order.client,
           session_.handle(order.client, order.may_write, order.command));
      return;
  }
}

void SessionThread::tell(Letter::Kind kind, int client, std::string message) {
  outgoing_.letters.push_back(
      {kind, client, std::make_shared<const std::string>(std::move(message))});
}

void SessionThread::tell_news() {
  for (std::string& message : session_.take_messages())
    tell(Letter::Kind::news, 0, std::move(message));
}

/// Frames are asked for also while nobody watches: they are what can be scrubbed.
void SessionThread::show_frame() {
  if (!session_.has_new_frame()) return;
  outgoing_.frame = std::make_shared<const std::vector<std::byte>>(session_.frame());
  has_moved_ = true;
}

void SessionThread::keep_what_is_new(Clock::time_point now) {
  if (const std::optional<Autosave::Outcome> outcome = autosave_.take_outcome()) {
    if (outcome->on_disk)
      session_.kept(outcome->number);
    else
      has_moved_ = true;  // what could not be written is tried again before long
  }
  const bool is_changed = handed_over_ != session_.changes();
  const Pace& pace = is_changed ? kAfterChanges : kWhileTimeGoesOn;
  const bool is_due =
      now >= last_checkpoint_ + std::max(pace.at_least, pace.times_its_cost * checkpoint_cost_);
  if (!is_due || !(is_changed || has_moved_) || !autosave_.is_free()) return;
  handed_over_ = session_.changes();
  has_moved_ = false;
  autosave_.keep(*handed_over_, session_.checkpoint());
  last_checkpoint_ = Clock::now();
  checkpoint_cost_ = last_checkpoint_ - now;
}

void SessionThread::keep_all() {
  autosave_.wait();
  autosave_.keep(session_.changes(), session_.checkpoint());
  autosave_.wait();
}

void SessionThread::send() {
  if (is_nothing(outgoing_)) return;
  bool was_nothing = false;
  {
    const std::scoped_lock lock(mutex_);
    was_nothing = is_nothing(mail_);
    std::ranges::move(outgoing_.letters, std::back_inserter(mail_.letters));
    if (outgoing_.frame) mail_.frame = std::move(outgoing_.frame);
  }
  outgoing_ = {};
  if (was_nothing) wake_();
}

}  // namespace holon::server
