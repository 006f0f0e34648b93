// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "holon/scene/recording.h"
#include "holon/scene/scene_run.h"
#include "holon/studio/hand.h"
#include "holon/studio/tape.h"

namespace holon::studio {

/// What a frame tells beside what a recording does.
struct FrameFacts {
  bool running = false;
  double rate = 0.0;  ///< simulated seconds per second
  double cost = 0.0;  ///< microseconds per step
  std::optional<Held> held = {};
};

/// How a run looks to those who watch it: what there is, told in JSON whenever that changes, and
/// frames in bytes (apps/studio/PROTOCOL.md).
class LiveView {
 public:
  /// To be called after edits. Tells whether other things are there than before, so that frames
  /// belong to another revision from now on.
  bool look(const SceneRun& run, const std::string& file);
  /// Describes the scene anew although the same things are there: they may look otherwise.
  void describe(const SceneRun& run, const std::string& file);
  std::uint32_t revision() const { return revision_; }
  /// The message `scene` of the newest revision.
  const std::shared_ptr<const std::string>& message() const { return message_; }
  /// How things are now.
  Bytes frame(const SceneRun& run, const FrameFacts& facts);

 private:
  std::uint32_t revision_ = 0;
  std::uint64_t things_ = 0;  // a hash of what there is
  std::unique_ptr<Recording> recording_;
  std::shared_ptr<const std::string> message_;
};

/// The frames of the past, as far back as memory allows.
class Film {
 public:
  struct Picture {
    double time = 0.0;
    Tape::Position at;
    std::uint32_t revision = 0;
    std::shared_ptr<const std::string> scene;  ///< the message of that revision
    Bytes frame;
  };
  void add(Picture picture);
  /// Forgets what came after a moment.
  void cut(Tape::Position to);
  void clear();
  bool empty() const { return pictures_.empty(); }
  const Picture& oldest() const { return pictures_.front(); }
  const Picture& newest() const { return pictures_.back(); }
  /// The newest one not after a time; the oldest if there is none.
  const Picture& at(double time) const;

 private:
  static constexpr std::size_t most_bytes = 96'000'000;
  std::deque<Picture> pictures_;
  std::size_t bytes_ = 0;
};

/// Says in the bytes of a frame that it shows the past, where time stands and no hand holds on.
void mark_as_past(Bytes& frame);

}  // namespace holon::studio
