// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace holon {

/// What a session needs of the program around it: files, examples, the page of the player.
class StudioHost {
 public:
  virtual ~StudioHost() = default;
  struct Example {
    std::string name, title, note;
  };
  virtual std::vector<Example> examples() = 0;
  /// The text of its scene, which stands alone. Throws a UsageError if there is none.
  virtual std::string example(const std::string& name) = 0;
  /// Names of the scenes in the folder of the studio.
  virtual std::vector<std::string> files() = 0;
  /// Throw a UsageError if the name leads out of the folder, or the file cannot be read or written.
  virtual std::string read_file(const std::string& name) = 0;
  /// Comes back when the file is on disk.
  virtual void write_file(const std::string& name, const std::string& text) = 0;
  struct Imported {
    std::string scene;                ///< as text
    std::vector<std::string> report;  ///< what was used, approximated and ignored
  };
  /// A URDF or MJCF file as a scene. Throws a SceneError or UsageError.
  virtual Imported import(const std::string& name, const std::string& text) = 0;
  /// The player's page, for recordings.
  virtual std::string_view player_page() = 0;
};

/// A scene that runs under the hands of people: it takes commands in JSON, tells what is new in
/// JSON, and shows itself in frames of bytes (apps/studio/PROTOCOL.md). It knows no network, and
/// its host lets time pass. What was done to the scene and when is kept: from that, the same bits
/// come again.
class StudioSession {
 public:
  /// `host` outlives it. Starts with an empty scene, paused.
  explicit StudioSession(StudioHost& host, int threads = 1);
  ~StudioSession();

  /// Opens a scene from its text, and lets it run. Throws a SceneError.
  void open(std::string_view text, std::string_view name);

  /// Does what a command says. Returns the answer; empty if there is none. Never throws, and
  /// changes nothing if the command cannot be done.
  std::string handle(int client, bool may_write, std::string_view command);
  /// A client has gone: what it watched is no longer wanted, what it held is let go.
  void forget(int client);

  /// Lets so much time of the host pass: the steps that are due are made, at most so many that
  /// they take `budget` seconds; what is not made then is not made up for.
  void advance(double seconds, double budget);

  /// What all clients should be told since the last call, in order.
  std::vector<std::string> take_messages();
  /// What a new client has to be told to be up to date.
  std::vector<std::string> greeting();
  /// Whether frame() would give another one than the last time.
  bool has_new_frame() const;
  /// How things are now, or at the moment that is shown. To be called as often as frames are sent.
  const std::vector<std::byte>& frame();

  // ---- autosave ----
  /// Grows whenever there is something new that should survive the program.
  std::uint64_t changes() const;
  /// Everything that `reopen` needs to go on from here.
  std::string checkpoint() const;
  /// The host tells that the checkpoint made at so many changes is on disk.
  void kept(std::uint64_t changes);
  /// Throws a SceneError if that is no checkpoint.
  void reopen(std::string_view checkpoint);

 private:
  class Desk;
  std::unique_ptr<Desk> desk_;
};

}  // namespace holon
