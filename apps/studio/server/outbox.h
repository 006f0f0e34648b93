// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace holon::server {

/// One text for all who are told it.
using Message = std::shared_ptr<const std::string>;
using Frame = std::shared_ptr<const std::vector<std::byte>>;

/// What waits to be sent to a client: messages in their order, all of them; of frames the newest.
class Outbox {
 public:
  /// What may wait when one more message comes, which itself may be of any size.
  static constexpr std::size_t most_bytes = std::size_t{32} << 20;

  /// False if so much waits that the client has to be given up.
  [[nodiscard]] bool put(Message message) {
    if (bytes_ > most_bytes) return false;
    bytes_ += message->size();
    messages_.push_back(std::move(message));
    return true;
  }
  /// In place of a frame that still waits.
  void show(Frame frame) { frame_ = std::move(frame); }

  struct Parcel {
    Message message;  ///< or
    Frame frame;
    bool is_text() const { return message != nullptr; }
    std::string_view bytes() const {
      return is_text()
                 ? std::string_view(*message)
                 : std::string_view(reinterpret_cast<const char*>(frame->data()), frame->size());
    }
  };
  /// What is to be sent next: messages go before the frame, which is newer.
  std::optional<Parcel> next() {
    if (!messages_.empty()) {
      Parcel parcel{.message = std::move(messages_.front()), .frame = nullptr};
      messages_.pop_front();
      bytes_ -= parcel.message->size();
      return parcel;
    }
    if (frame_) return Parcel{.message = nullptr, .frame = std::exchange(frame_, nullptr)};
    return std::nullopt;
  }

 private:
  std::deque<Message> messages_;
  std::size_t bytes_ = 0;
  Frame frame_;
};

}  // namespace holon::server
