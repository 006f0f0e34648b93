// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "holon/scene/signals.h"

namespace holon::studio {

/// The signals that anybody watches, noted at each step until they are told.
class Watch {
 public:
  /// What a client wants to see from now on, by name. Returns those that are there.
  std::vector<std::string> want(int client,
                                const std::vector<std::string>& names,
                                const World& world);
  void forget(int client, const World& world);
  /// Looks for them anew; what is not there any more is noted as not a number. To be called after
  /// every edit.
  void refresh(const World& world);
  /// Chooses anew what is there of all that is wanted. Like the two above it forgets what was
  /// noted, and is to be called when clients can be told of both.
  void renew(const World& world);

  const std::vector<SignalInfo>& list() const;
  void note(const World& world);
  /// The message `samples` with all that was noted since it was last taken; empty if there is
  /// nothing.
  std::string take_samples();

 private:
  void choose(const World& world);
  void clear();

  /// More steps than this are not noted until they are told.
  static constexpr std::size_t most_times = 512;
  std::map<int, std::vector<std::string>> wanted_;
  std::unique_ptr<Signals> signals_;
  std::vector<double> times_, sample_;
  std::vector<float> values_;
};

}  // namespace holon::studio
