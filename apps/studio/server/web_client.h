// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>  // Asio of Boost 1.74 forgets it

#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>

#include "apps/studio/server/room.h"

namespace holon::server {

using Request = boost::beast::http::request<boost::beast::http::empty_body>;

/// A client at the other end of a WebSocket. It reads on only as fast as the session answers, and
/// gives up a client that lets too much wait.
class WebClient final : public Client, public std::enable_shared_from_this<WebClient> {
 public:
  WebClient(boost::beast::tcp_stream&& stream, Room& room);

  /// Accepts the WebSocket that the request asks for, and takes a seat in the room.
  void open(const Request& request);

  void tell(Message message) override;
  void show(Frame frame) override;
  void answered() override;
  void dismiss() override;

 private:
  void read();
  void read_piece();
  void hear_piece(boost::beast::error_code error);
  void hear();
  void write();
  void leave();
  void close(boost::beast::websocket::close_code code);
  bool may_say_more() const;

  boost::beast::websocket::stream<boost::beast::tcp_stream> socket_;
  boost::beast::flat_buffer buffer_;
  Room& room_;
  int number_ = 0;
  Outbox outbox_;
  bool writing_ = false;
  bool closing_ = false;
  bool reading_ = false;
  int unanswered_ = 0;  ///< commands of theirs
};

}  // namespace holon::server
