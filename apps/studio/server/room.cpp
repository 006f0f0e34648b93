// SPDX-License-Identifier: Apache-2.0
#include "apps/studio/server/room.h"

#include <optional>
#include <utility>

#include "holon/math/diagnostics.h"
#include "holon/studio/json.h"

namespace holon::server {
namespace {

using studio::Json;

Message message_of(const Json& json) {
  return std::make_shared<const std::string>(json.dump());
}

/// The command, if it asks for the pen: it is not the session's to give.
std::optional<Json> request_for_pen(const std::string& command) {
  constexpr std::string_view word = "become_writer";
  constexpr std::size_t longest = 1000;
  if (command.size() > longest || command.find(word) == std::string::npos) return std::nullopt;
  try {
    Json json = studio::parse_object(command);
    if (studio::text_in(json, "do") == word) return json;
  } catch (const UsageError&) {
    // the session says what is wrong with it
  }
  return std::nullopt;
}

}  // namespace

int Room::enter(std::shared_ptr<Client> client) {
  const int number = ++last_number_;
  Client& guest = *client;
  guests_.emplace(number, Guest{.client = std::move(client)});
  if (writer_ == kNobody) give_pen(number);
  guest.tell(message_of({{"type", "welcome"},
                         {"version", HOLON_VERSION},
                         {"client", number},
                         {"writer", has_pen(number)}}));
  session_.arrive(number);
  return number;
}

void Room::leave(int number) {
  if (guests_.erase(number) == 0) return;
  session_.leave(number);
  if (has_pen(number)) give_pen(kNobody);
}

void Room::say(int number, std::string command) {
  if (const std::optional<Json> request = request_for_pen(command)) {
    ask_for_pen(number, *request);
    return;
  }
  session_.say(number, has_pen(number), std::move(command));
}

void Room::ask_for_pen(int number, const Json& request) {
  if (writer_ == kNobody) give_pen(number);
  const Json* id = studio::optional_member(request, "id");
  Json answer = {{"type", "answer"}, {"id", id == nullptr ? Json() : *id}, {"ok", has_pen(number)}};
  if (!has_pen(number))
    answer["error"] = {{"message", "Somebody else has the pen."}, {"problems", Json::array()}};
  const Guest& guest = guests_.at(number);
  guest.client->tell(message_of(answer));
  guest.client->answered();
}

void Room::give_pen(int number) {
  writer_ = number;
  const Message message =
      message_of({{"type", "writer"}, {"client", number == kNobody ? Json() : Json(number)}});
  for (const auto& [other, guest] : guests_)
    if (other != number) guest.client->tell(message);
}

void Room::deliver(const Mail& mail) {
  for (const Letter& letter : mail.letters) deliver(letter);
  if (mail.frame == nullptr) return;
  for (const auto& [number, guest] : guests_)
    if (guest.greeted) guest.client->show(mail.frame);
}

void Room::deliver(const Letter& letter) {
  if (letter.kind == Letter::Kind::news) {
    for (const auto& [number, guest] : guests_)
      if (guest.greeted) guest.client->tell(letter.message);
    return;
  }
  const auto found = guests_.find(letter.client);
  if (found == guests_.end()) return;  // has gone
  Guest& guest = found->second;
  if (!letter.message->empty()) guest.client->tell(letter.message);
  if (letter.kind == Letter::Kind::answer)
    guest.client->answered();
  else
    guest.greeted = true;
}

void Room::dismiss_all() {
  for (const auto& [number, guest] : guests_) guest.client->dismiss();
}

}  // namespace holon::server
