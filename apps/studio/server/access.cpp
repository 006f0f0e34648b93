// SPDX-License-Identifier: Apache-2.0
#include "apps/studio/server/access.h"

#include <sys/random.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <functional>
#include <system_error>
#include <vector>

namespace holon::server {
namespace {

constexpr std::string_view kSpaces = " \t";

/// Takes as long wherever the two differ, so that nobody finds out a secret piece by piece.
bool equal_secrets(std::string_view given, std::string_view secret) {
  if (given.size() != secret.size()) return false;
  volatile unsigned char differs = 0;
  for (std::size_t i = 0; i < secret.size(); ++i)
    differs = static_cast<unsigned char>(differs | (given[i] ^ secret[i]));
  return differs == 0;
}

bool equal_names(std::string_view a, std::string_view b) {
  return std::ranges::equal(
      a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

/// The values of `key` in "key=value<separator>key=value".
std::vector<std::string_view> values_of(std::string_view key,
                                        std::string_view list,
                                        char separator) {
  std::vector<std::string_view> values;
  while (!list.empty()) {
    std::string_view entry = list.substr(0, list.find(separator));
    list.remove_prefix(std::min(list.size(), entry.size() + 1));
    entry.remove_prefix(std::min(entry.size(), entry.find_first_not_of(kSpaces)));
    const std::size_t equals = entry.find('=');
    if (equals != std::string_view::npos && entry.substr(0, equals) == key)
      values.push_back(entry.substr(equals + 1));
  }
  return values;
}

/// What strangers say, fit for one line of a log.
std::string quoted(std::string_view text) {
  constexpr std::size_t most = 60;
  std::string out = "'";
  for (const char c : text.substr(0, most)) out += c >= ' ' && c <= '~' ? c : '?';
  return out + (text.size() > most ? "…'" : "'");
}

std::string cookie_name(int port) {
  return "holon_studio_" + std::to_string(port);
}

}  // namespace

std::string random_hex(std::size_t bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::vector<unsigned char> chance(bytes);
  for (std::size_t have = 0; have < bytes;) {
    const ssize_t n = getrandom(chance.data() + have, bytes - have, 0);
    if (n < 0 && errno != EINTR)
      throw std::system_error(errno, std::generic_category(), "no random numbers");
    if (n > 0) have += static_cast<std::size_t>(n);
  }
  std::string out;
  for (const unsigned char byte : chance) {
    out += digits[byte >> 4];
    out += digits[byte & 15];
  }
  return out;
}

std::string_view path_of(std::string_view target) {
  return target.substr(0, target.find('?'));
}

Access::Access(int port) : port_(port) {}

std::optional<std::string> Access::refusal(const Visit& visit) {
  constexpr std::string_view scheme = "http://";
  if (!is_ours(visit.host)) return "Host " + quoted(visit.host) + " is not this server";
  if (!visit.origin.empty()
      && !(visit.origin.starts_with(scheme) && is_ours(visit.origin.substr(scheme.size()))))
    return "Origin " + quoted(visit.origin) + " is not this server";
  if (!knows_token(visit)) return "the token is missing or wrong";
  return std::nullopt;
}

bool Access::is_ours(std::string_view host) const {
  const std::string port = ":" + std::to_string(port_);
  return equal_names(host, "127.0.0.1" + port) || equal_names(host, "localhost" + port);
}

bool Access::knows_token(const Visit& visit) {
  const std::string_view query =
      visit.target.substr(std::min(visit.target.size(), path_of(visit.target).size() + 1));
  bool knows = false;
  for (const std::string_view given : values_of("token", query, '&')) {
    knows |= equal_secrets(given, token_);
    if (!ticket_.empty() && equal_secrets(given, ticket_)) {
      knows = true;
      ticket_.clear();
    }
  }
  for (const std::string_view given : values_of(cookie_name(port_), visit.cookies, ';'))
    knows |= equal_secrets(given, token_);
  return knows;
}

std::string Access::address_with(std::string_view token) const {
  return "http://127.0.0.1:" + std::to_string(port_) + "/?token=" + std::string(token);
}

std::string Access::cookie() const {
  return cookie_name(port_) + "=" + token_ + "; HttpOnly; SameSite=Strict; Path=/";
}

}  // namespace holon::server
