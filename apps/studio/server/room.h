// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>

#include "apps/studio/server/outbox.h"
#include "apps/studio/server/session_thread.h"
#include "holon/studio/json.h"

namespace holon::server {

/// Somebody at the other end of a wire. None of these waits for them.
class Client {
 public:
  virtual ~Client() = default;
  virtual void tell(Message message) = 0;
  virtual void show(Frame frame) = 0;
  /// A command of theirs is done.
  virtual void answered() = 0;
  /// The studio ends.
  virtual void dismiss() = 0;
};

/// Who is there, and who of them has the pen: whoever comes while nobody has it, or asks for it
/// then. Lives in the thread of the network alone.
class Room {
 public:
  Room(SessionThread& session, std::size_t seats) : session_(session), seats_(seats) {}

  bool is_empty() const { return guests_.empty(); }
  bool is_full() const { return guests_.size() >= seats_; }
  /// The number that the client has from now on.
  int enter(std::shared_ptr<Client> client);
  void leave(int number);
  void say(int number, std::string command);
  bool has_pen(int number) const { return writer_ == number; }

  void deliver(const Mail& mail);
  void dismiss_all();

 private:
  struct Guest {
    std::shared_ptr<Client> client;
    bool greeted = false;
  };
  void deliver(const Letter& letter);
  /// From now on `number` has the pen; 0: nobody. The others are told.
  void give_pen(int number);
  void ask_for_pen(int number, const studio::Json& request);

  static constexpr int kNobody = 0;

  SessionThread& session_;
  std::size_t seats_;
  std::map<int, Guest> guests_;
  int last_number_ = 0;
  int writer_ = kNobody;
};

}  // namespace holon::server
