// SPDX-License-Identifier: Apache-2.0
#include "apps/studio/server/web_client.h"

namespace holon::server {
namespace {

namespace beast = boost::beast;
namespace websocket = beast::websocket;
using namespace std::chrono_literals;

/// Of one message, from whoever has the pen, and from others, who have less to say.
constexpr std::size_t kLongestOfWriter = std::size_t{16} << 20;
constexpr std::size_t kLongestOfOthers = std::size_t{1} << 20;
/// Whoever announces that much is broken off without a word.
constexpr std::size_t kAbsurd = std::size_t{1} << 30;
/// Of which a message is put together.
constexpr std::size_t kPiece = std::size_t{64} << 10;
/// Commands that a client may have said before they are done.
constexpr int kMostUnanswered = 64;
/// Memory that a long message may leave behind.
constexpr std::size_t kKeptBuffer = std::size_t{1} << 20;
/// What the system may hold back for a client that does not read: what it shows then is not too
/// old.
constexpr int kSendBuffer = 256 << 10;
/// Whoever says nothing for half of that is asked whether they are there.
constexpr auto kPatience = 120s;

websocket::stream_base::timeout timeouts() {
  return {.handshake_timeout = 10s, .idle_timeout = kPatience, .keep_alive_pings = true};
}

}  // namespace

WebClient::WebClient(beast::tcp_stream&& stream, Room& room)
    : socket_(std::move(stream)), room_(room) {
  beast::tcp_stream& lowest = beast::get_lowest_layer(socket_);
  lowest.expires_never();  // the WebSocket has timeouts of its own
  beast::error_code ignored;
  lowest.socket().set_option(boost::asio::ip::tcp::no_delay(true), ignored);
  lowest.socket().set_option(boost::asio::socket_base::send_buffer_size(kSendBuffer), ignored);
  socket_.set_option(timeouts());
  socket_.auto_fragment(false);
  socket_.read_message_max(kAbsurd);
}

void WebClient::open(const Request& request) {
  socket_.async_accept(request, [self = shared_from_this()](beast::error_code error) {
    if (error) return;
    // many may have asked for the last seat at once
    if (self->room_.is_full()) return self->close(websocket::close_code::try_again_later);
    self->number_ = self->room_.enter(self);
    self->read();
  });
}

void WebClient::read() {
  if (reading_ || closing_ || !may_say_more()) return;
  reading_ = true;
  read_piece();
}

void WebClient::read_piece() {
  socket_.async_read_some(
      buffer_, kPiece, [self = shared_from_this()](beast::error_code error, std::size_t) {
        self->hear_piece(error);
      });
}

/// What is too long is refused in words: Beast would break off before they are heard.
void WebClient::hear_piece(beast::error_code error) {
  if (error) return leave();
  if (!socket_.got_text()) return close(websocket::close_code::unknown_data);
  if (buffer_.size() > (room_.has_pen(number_) ? kLongestOfWriter : kLongestOfOthers))
    return close(websocket::close_code::too_big);
  if (!socket_.is_message_done()) return read_piece();
  reading_ = false;
  hear();
}

void WebClient::hear() {
  std::string command = beast::buffers_to_string(buffer_.data());
  buffer_.clear();
  if (buffer_.capacity() > kKeptBuffer) buffer_.shrink_to_fit();
  ++unanswered_;
  room_.say(number_, std::move(command));
  read();
}

bool WebClient::may_say_more() const {
  return unanswered_ < kMostUnanswered;
}

void WebClient::answered() {
  --unanswered_;
  read();
}

void WebClient::tell(Message message) {
  if (closing_) return;
  if (outbox_.put(std::move(message))) return write();
  // what waits cannot be sent, and so nothing can be said to them
  closing_ = true;
  beast::get_lowest_layer(socket_).close();
}

void WebClient::show(Frame frame) {
  outbox_.show(std::move(frame));
  write();
}

void WebClient::write() {
  if (writing_ || closing_) return;
  std::optional<Outbox::Parcel> parcel = outbox_.next();
  if (!parcel) return;
  writing_ = true;
  socket_.text(parcel->is_text());
  const std::string_view bytes = parcel->bytes();
  socket_.async_write(
      boost::asio::buffer(bytes.data(), bytes.size()),
      [self = shared_from_this(), sent = std::move(*parcel)](beast::error_code error, std::size_t) {
        self->writing_ = false;
        error ? self->leave() : self->write();
      });
}

void WebClient::dismiss() {
  close(websocket::close_code::going_away);
}

void WebClient::close(websocket::close_code code) {
  if (closing_) return;
  closing_ = true;
  socket_.async_close(code, [self = shared_from_this()](beast::error_code) { self->leave(); });
}

void WebClient::leave() {
  closing_ = true;
  room_.leave(number_);
}

}  // namespace holon::server
