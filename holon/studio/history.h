// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "holon/studio/tape.h"

namespace holon::studio {

/// What people did to a run, one entry for each gesture, as a cursor over its tape. Undo goes back
/// to the moment just before a gesture; redo makes the gesture again at the moment at which it was
/// made, whatever time has gone on since.
class History {
 public:
  explicit History(Tape& tape) : tape_(tape) {}

  /// From here to end(), all deeds are one gesture. Inside another gesture it is a part of that.
  void begin(std::string label);
  void end();
  /// Ends the gesture and goes back to where it began.
  void cancel();
  bool is_open() const { return depth_ > 0; }

  /// Goes back in time, and makes an entry of that: undo brings back what was lost.
  void jump(Tape::Position to, std::string label);

  /// The labels of what would be undone or redone; none if there is nothing.
  std::optional<std::string> undo_label() const;
  std::optional<std::string> redo_label() const;
  /// Both throw a UsageError if there is nothing, or while a gesture is open.
  void undo();
  void redo();

 private:
  struct Gesture {
    std::string label;
    Tape::Position from;
    bool is_jump = false;
    /// What a jump lost: deeds, where they ended, and the gestures that they were.
    std::vector<Deed> deeds = {};
    std::uint64_t end = 0;
    std::vector<Gesture> gestures = {};
  };
  void require_closed() const;

  Tape& tape_;
  std::vector<Gesture> past_;
  std::vector<Gesture> future_;  ///< the deeds of a gesture are kept where a jump has what it lost
  std::string label_;
  Tape::Position from_;
  int depth_ = 0;
};

}  // namespace holon::studio
