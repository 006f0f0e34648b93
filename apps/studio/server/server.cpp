// SPDX-License-Identifier: Apache-2.0
#include "apps/studio/server/server.h"

#include <utility>  // Asio of Boost 1.74 forgets it

#include <boost/asio.hpp>
#include <iostream>
#include <thread>

#include "apps/studio/server/access.h"
#include "apps/studio/server/refusal_log.h"
#include "apps/studio/server/room.h"
#include "apps/studio/server/web_client.h"

namespace holon::server {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using asio::ip::tcp;
using namespace std::chrono_literals;

constexpr std::size_t kSeats = 64;
/// Of all kinds, those who only knock included.
constexpr int kMostConnections = 256;
constexpr std::uint32_t kLongestHeader = 8 << 10;
/// For a request to be said, and for an answer to be heard.
constexpr auto kPatience = 10s;
/// For clients to hear that the studio ends.
constexpr auto kGoodbye = 300ms;
/// Before the next attempt, if the system has nothing left to accept a connection with.
constexpr auto kBreath = 100ms;

/// What the page says of itself in a <meta>, for the header: it also forbids others to frame it.
std::string policy_of(std::string_view page) {
  constexpr std::string_view begin = "http-equiv=\"Content-Security-Policy\" content=\"";
  const std::size_t at = page.find(begin);
  std::string_view own = "default-src 'none'";
  if (at != std::string_view::npos) {
    own = page.substr(at + begin.size());
    own = own.substr(0, own.find('"'));
  }
  return std::string(own) + "; frame-ancestors 'none'";
}

/// What all connections share.
struct Site {
  Access access;
  RefusalLog log;
  ServerOptions options;
  std::string policy;
  int connections = 0;
  Room* room = nullptr;
};

/// Somebody who asks in HTTP, until they leave or become a WebClient.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(tcp::socket&& socket, Site& site) : stream_(std::move(socket)), site_(site) {
    ++site_.connections;
  }
  ~Connection() { --site_.connections; }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  void read() {
    parser_.emplace();
    parser_->header_limit(kLongestHeader);
    stream_.expires_after(kPatience);
    http::async_read(
        stream_,
        buffer_,
        *parser_,
        [self = shared_from_this()](beast::error_code error, std::size_t) { self->hear(error); });
  }

 private:
  using Response = http::response<http::span_body<const char>>;

  void hear(beast::error_code error) {
    if (!error) return judge(parser_->get());
    if (error == beast::error::timeout && parser_->got_some())
      site_.log.refused("a request was not finished in time");
    if (error == http::error::end_of_stream || error.category() != malformed()) return;
    refuse(http::status::bad_request, "this is no request: " + error.message());
  }
  /// Of the errors of those who do not speak HTTP, or say too much.
  static const boost::system::error_category& malformed() {
    static const beast::error_code sample = http::error::bad_method;
    return sample.category();
  }

  void judge(const Request& request) {
    const auto text = [&](http::field field) -> std::string_view {
      const auto found = request.find(field);
      return found == request.end()
                 ? std::string_view()
                 : std::string_view(found->value().data(), found->value().size());
    };
    const std::string_view target(request.target().data(), request.target().size());
    if (request.count(http::field::host) > 1 || request.count(http::field::origin) > 1)
      return refuse(http::status::bad_request, "a request with two origins or hosts");
    const std::optional<std::string> refusal =
        site_.access.refusal({.host = text(http::field::host),
                              .origin = text(http::field::origin),
                              .cookies = text(http::field::cookie),
                              .target = target});
    if (refusal) return refuse(http::status::forbidden, *refusal);
    if (request.method() != http::verb::get)
      return answer(http::status::method_not_allowed, "text/plain", "Only GET is served.\n");
    serve(path_of(target), request);
  }

  void serve(std::string_view path, const Request& request) {
    constexpr std::string_view pictures = "/examples/", png = ".png";
    if (path == "/")
      return answer(http::status::ok, "text/html; charset=utf-8", site_.options.page);
    if (path == "/socket") return upgrade(request);
    if (path.starts_with(pictures) && path.ends_with(png)) {
      path.remove_prefix(pictures.size());
      path.remove_suffix(std::min(path.size(), png.size()));
      if (const auto picture = site_.options.picture(path))
        return answer(http::status::ok, "image/png", *picture);
    }
    answer(http::status::not_found, "text/plain", "There is nothing of this name.\n");
  }

  void upgrade(const Request& request) {
    if (!beast::websocket::is_upgrade(request))
      return answer(http::status::upgrade_required, "text/plain", "This is a WebSocket.\n");
    if (site_.room->is_full()) return refuse(http::status::service_unavailable, "too many clients");
    std::make_shared<WebClient>(std::move(stream_), *site_.room)->open(request);
  }

  void refuse(http::status status, const std::string& why) {
    site_.log.refused(why);
    refusal_ = "Refused: " + why + "\n";
    closing_ = true;
    answer(status, "text/plain", refusal_);
  }

  void answer(http::status status, const char* type, std::string_view body) {
    response_.emplace(status, 11);
    Response& response = *response_;
    response.set(http::field::content_type, type);
    response.set(http::field::cache_control, "no-store");
    response.set("X-Content-Type-Options", "nosniff");
    response.set("X-Frame-Options", "DENY");
    response.set("Referrer-Policy", "no-referrer");
    response.set("Cross-Origin-Opener-Policy", "same-origin");
    response.set("Cross-Origin-Resource-Policy", "same-origin");
    response.set("Content-Security-Policy", site_.policy);
    if (status == http::status::ok) response.set(http::field::set_cookie, site_.access.cookie());
    response.body() = {body.data(), body.size()};
    response.keep_alive(!closing_ && parser_->get().keep_alive());
    response.prepare_payload();
    stream_.expires_after(kPatience);
    http::async_write(
        stream_, response, [self = shared_from_this()](beast::error_code error, std::size_t) {
          self->go_on(error);
        });
  }

  void go_on(beast::error_code error) {
    if (error) return;
    if (response_->keep_alive()) return read();
    stream_.socket().shutdown(tcp::socket::shutdown_send, error);
  }

  beast::tcp_stream stream_;
  beast::flat_buffer buffer_{2 * kLongestHeader};
  std::optional<http::request_parser<http::empty_body>> parser_;
  std::optional<Response> response_;
  std::string refusal_;
  bool closing_ = false;
  Site& site_;
};

/// On the loopback interface, where only this machine can reach it.
tcp::acceptor listen(asio::io_context& io, int port) {
  try {
    return {io, {asio::ip::address_v4::loopback(), static_cast<std::uint16_t>(port)}};
  } catch (const boost::system::system_error& e) {
    throw std::system_error(
        e.code().value(), std::generic_category(), "cannot listen on port " + std::to_string(port));
  }
}

}  // namespace

class StudioServer::Network {
 public:
  Network(StudioSession& session, Autosave& autosave, ServerOptions options);
  ~Network();

  const std::string& address() const { return address_; }
  const std::string& address_for_one_visit() const { return address_for_one_visit_; }
  bool has_failed() const { return session_.has_failed(); }
  void stop();

 private:
  void accept();
  void welcome(tcp::socket&& socket);
  void say_goodbye();

  // Connections that are left when all ends end with `io_`, and look at what stands before it.
  std::unique_ptr<Site> site_;
  asio::io_context io_{1};
  tcp::acceptor acceptor_;
  asio::steady_timer timer_{io_};
  std::string address_, address_for_one_visit_;
  SessionThread session_;
  Room room_{session_, kSeats};
  std::thread thread_;
};

StudioServer::Network::Network(StudioSession& session, Autosave& autosave, ServerOptions options)
    : acceptor_(listen(io_, options.port)),
      session_(session, autosave, options.frames_per_second, [this] {
        asio::post(io_, [this] { room_.deliver(session_.take_mail()); });
      }) {
  const std::string policy = policy_of(options.page);
  site_ = std::make_unique<Site>(Site{.access = Access(acceptor_.local_endpoint().port()),
                                      .log = RefusalLog(std::cerr),
                                      .options = std::move(options),
                                      .policy = policy,
                                      .room = &room_});
  address_ = site_->access.address();
  address_for_one_visit_ = site_->access.address_for_one_visit();
  accept();
  thread_ = std::thread([this] { io_.run(); });
}

StudioServer::Network::~Network() {
  try {
    stop();
  } catch (const std::exception&) {
    // whoever wants to know why it ended calls stop()
  }
}

void StudioServer::Network::accept() {
  acceptor_.async_accept([this](beast::error_code error, tcp::socket socket) {
    if (error == asio::error::operation_aborted) return;
    if (!error) {
      welcome(std::move(socket));
      return accept();
    }
    timer_.expires_after(kBreath);
    timer_.async_wait([this](beast::error_code stopped) {
      if (!stopped) accept();
    });
  });
}

void StudioServer::Network::welcome(tcp::socket&& socket) {
  constexpr std::string_view busy =
      "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
  if (site_->connections < kMostConnections) {
    std::make_shared<Connection>(std::move(socket), *site_)->read();
    return;
  }
  site_->log.refused("too many connections");
  beast::error_code ignored;
  socket.non_blocking(true, ignored);
  socket.write_some(asio::buffer(busy.data(), busy.size()), ignored);
  socket.shutdown(tcp::socket::shutdown_send, ignored);
}

void StudioServer::Network::stop() {
  if (!thread_.joinable()) return;
  asio::post(io_, [this] { say_goodbye(); });
  try {
    session_.stop();
  } catch (...) {
    thread_.join();
    throw;
  }
  thread_.join();
}

void StudioServer::Network::say_goodbye() {
  beast::error_code ignored;
  acceptor_.close(ignored);
  site_->log.finish();
  if (room_.is_empty()) return io_.stop();
  room_.dismiss_all();
  timer_.expires_after(kGoodbye);
  timer_.async_wait([this](beast::error_code) { io_.stop(); });
}

StudioServer::StudioServer(StudioSession& session, Autosave& autosave, ServerOptions options)
    : network_(std::make_unique<Network>(session, autosave, std::move(options))) {}
StudioServer::~StudioServer() = default;

const std::string& StudioServer::address() const {
  return network_->address();
}
const std::string& StudioServer::address_for_one_visit() const {
  return network_->address_for_one_visit();
}
bool StudioServer::has_failed() const {
  return network_->has_failed();
}
void StudioServer::stop() {
  network_->stop();
}

}  // namespace holon::server
