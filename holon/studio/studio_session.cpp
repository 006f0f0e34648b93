// SPDX-License-Identifier: Apache-2.0
#include "holon/studio/studio_session.h"

#include "holon/studio/desk.h"

namespace holon {

StudioSession::StudioSession(StudioHost& host, int threads)
    : desk_(std::make_unique<Desk>(host, threads)) {}
StudioSession::~StudioSession() = default;

void StudioSession::open(std::string_view text, std::string_view name) {
  desk_->open(text, name);
}
std::string StudioSession::handle(int client, bool may_write, std::string_view command) {
  return desk_->handle(client, may_write, command);
}
void StudioSession::forget(int client) {
  desk_->forget(client);
}
void StudioSession::advance(double seconds, double budget) {
  desk_->advance(seconds, budget);
}
std::vector<std::string> StudioSession::take_messages() {
  return desk_->take_messages();
}
std::vector<std::string> StudioSession::greeting() {
  return desk_->greeting();
}
bool StudioSession::has_new_frame() const {
  return desk_->has_new_frame();
}
const std::vector<std::byte>& StudioSession::frame() {
  return desk_->frame();
}
std::uint64_t StudioSession::changes() const {
  return desk_->changes();
}
std::string StudioSession::checkpoint() const {
  return desk_->checkpoint();
}
void StudioSession::kept(std::uint64_t changes) {
  desk_->kept(changes);
}
void StudioSession::reopen(std::string_view checkpoint) {
  desk_->reopen(checkpoint);
}

}  // namespace holon
