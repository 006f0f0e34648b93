// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "apps/studio/server/autosave.h"
#include "holon/studio/studio_session.h"

/// The studio for the browsers of this machine (apps/studio/PROTOCOL.md).
namespace holon::server {

struct ServerOptions {
  int port = 0;           ///< 0: any that is free
  std::string_view page;  ///< with its Content-Security-Policy; outlives the server
  /// The picture of an example, as PNG; nothing if there is none.
  std::function<std::optional<std::string_view>(std::string_view name)> picture;
  double frames_per_second = 60;
};

/// Serves a session on the loopback interface: page, pictures and WebSockets. The network has one
/// thread and the session another, which waits for nobody.
class StudioServer {
 public:
  /// Begins to listen. Throws a std::system_error if that is not possible. Session and autosave
  /// outlive it, and are its own until it stops.
  StudioServer(StudioSession& session, Autosave& autosave, ServerOptions options);
  ~StudioServer();

  /// The page with the token, for people; and for one visit of a browser that is started.
  const std::string& address() const;
  const std::string& address_for_one_visit() const;

  /// Whether it has ended by itself; `stop` tells why.
  bool has_failed() const;
  /// Sends all clients away, and keeps what is open. Throws what it ended of.
  void stop();

 private:
  class Network;
  std::unique_ptr<Network> network_;
};

}  // namespace holon::server
