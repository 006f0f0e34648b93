// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace holon::server {

/// So many bytes of chance from the operating system, in hexadecimal. Throws a std::system_error.
std::string random_hex(std::size_t bytes);

/// What a request says of where it comes from. What it does not say is empty.
struct Visit {
  std::string_view host;
  std::string_view origin;
  std::string_view cookies;
  std::string_view target;  ///< "/path?query"
};

/// Who may come in: whoever knows the token of this run, under the name of this machine. A page of
/// others that a browser shows, or a name of others that leads here (DNS rebinding), may not.
class Access {
 public:
  /// `port` is that of the server: others on this machine have other cookies.
  explicit Access(int port);

  /// Why the visit is refused; nothing if it is welcome.
  std::optional<std::string> refusal(const Visit& visit);

  /// The address of the page, for people.
  std::string address() const { return address_with(token_); }
  /// The same, good for one visit: others on this machine can see how a browser was started.
  std::string address_for_one_visit() const { return address_with(ticket_); }
  /// The cookie that stands for the token in all that follows.
  std::string cookie() const;

 private:
  std::string address_with(std::string_view token) const;
  bool is_ours(std::string_view host) const;
  bool knows_token(const Visit& visit);

  int port_;
  std::string token_ = random_hex(16);
  std::string ticket_ = random_hex(16);  ///< empty: used
};

/// "/path" of "/path?query"
std::string_view path_of(std::string_view target);

}  // namespace holon::server
