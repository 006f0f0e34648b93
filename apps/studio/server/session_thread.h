// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "apps/studio/server/autosave.h"
#include "apps/studio/server/outbox.h"
#include "holon/studio/studio_session.h"

namespace holon::server {

/// What the session has to say, and to whom.
struct Letter {
  enum class Kind {
    answer,    ///< to one: a command of theirs is done; `message` may be empty
    greeting,  ///< to one: they know now how things are, and may be told what is new
    news,      ///< to all who have been greeted
  };
  Kind kind = Kind::news;
  int client = 0;
  Message message;
};
struct Mail {
  std::vector<Letter> letters;  ///< in their order
  Frame frame;                  ///< how things look now, if that is new; for all
};

/// The thread that owns a session: it lets time pass, does what clients say in the order in which
/// it hears it, and has what is new kept by the autosave. It never waits for anybody; what it has
/// to say waits to be taken.
class SessionThread {
 public:
  /// `wake` is called from the thread whenever there is mail where there was none.
  SessionThread(StudioSession& session,
                Autosave& autosave,
                double frames_per_second,
                std::function<void()> wake);
  ~SessionThread();
  SessionThread(const SessionThread&) = delete;
  SessionThread& operator=(const SessionThread&) = delete;

  // All of these may be called from any thread.
  void arrive(int client);
  void leave(int client);
  /// Is followed by one letter that answers it.
  void say(int client, bool may_write, std::string command);
  Mail take_mail();

  /// Whether the thread has ended by itself; `stop` tells why.
  bool has_failed() const { return failed_; }
  /// Ends the thread when all is kept. Throws what it ended of.
  void stop();

 private:
  using Clock = std::chrono::steady_clock;
  struct Order {
    enum class Kind { arrive, leave, say };
    Kind kind;
    int client;
    bool may_write = false;
    std::string command = {};
  };

  void order(Order order);
  void run();
  void live();
  bool wait_for_orders(Clock::time_point until);
  std::optional<Order> take_order();
  void carry_out_orders();
  void carry_out(const Order& order);
  void tell(Letter::Kind kind, int client, std::string message);
  void tell_news();
  void show_frame();
  void keep_what_is_new(Clock::time_point now);
  void keep_all();
  void send();

  StudioSession& session_;
  Autosave& autosave_;
  Clock::duration between_frames_;
  std::function<void()> wake_;

  // of the thread alone
  Mail outgoing_;
  std::optional<std::uint64_t> handed_over_;  ///< to the autosave: so many changes
  bool has_moved_ = false;                    ///< since then
  Clock::time_point last_checkpoint_{};
  Clock::duration checkpoint_cost_{};

  std::mutex mutex_;  // guards these
  std::condition_variable heard_;
  bool stopping_ = false;
  std::deque<Order> orders_;
  Mail mail_;

  std::atomic<bool> failed_ = false;
  std::exception_ptr failure_;
  std::thread thread_;
};

}  // namespace holon::server
