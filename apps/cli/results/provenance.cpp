// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/results/provenance.h"

#include <sys/utsname.h>

#include <cstdio>

#include "apps/cli/errors.h"

namespace holon::cli {
namespace {

/// Reads fields of an object and says which one is wrong.
class HeadReader {
 public:
  explicit HeadReader(const nlohmann::ordered_json& json) : json_(json) {}
  template <class T>
  void read(const char* key, T& out) const {
    if (!json_.contains(key)) throw InputError("its header has no '" + std::string(key) + "'");
    try {
      out = json_.at(key).get<T>();
    } catch (const nlohmann::json::exception&) {
      throw InputError("'" + std::string(key) + "' in its header is " + json_.at(key).dump());
    }
  }

 private:
  const nlohmann::ordered_json& json_;
};

}  // namespace

std::string this_platform() {
  utsname system{};
  std::string text = uname(&system) == 0 ? std::string(system.sysname) + " " + system.machine : "?";
#if defined(__clang__)
  text += ", clang " + std::to_string(__clang_major__) + "." + std::to_string(__clang_minor__);
#elif defined(__GNUC__)
  text += ", gcc " + std::to_string(__GNUC__) + "." + std::to_string(__GNUC_MINOR__);
#endif
  return text;
}

std::string digits_of(std::uint64_t hash) {
  char digits[20];
  std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(hash));
  return digits;
}

nlohmann::ordered_json to_json(const Provenance& p) {
  nlohmann::ordered_json out = {{"holon", p.version},
                                {"scene", p.scene},
                                {"scene_hash", p.scene_hash},
                                {"set", p.set},
                                {"parameters", p.parameters},
                                {"seed", nullptr},
                                {"stepper", p.stepper},
                                {"dt", p.dt},
                                {"duration", p.duration},
                                {"every", p.every},
                                {"signals", p.signals},
                                {"platform", p.platform}};
  if (p.seed) out["seed"] = *p.seed;
  return out;
}

Provenance provenance_of(const nlohmann::ordered_json& json) {
  Provenance p;
  const HeadReader head(json);
  head.read("holon", p.version);
  head.read("scene", p.scene);
  head.read("scene_hash", p.scene_hash);
  head.read("set", p.set);
  head.read("parameters", p.parameters);
  head.read("stepper", p.stepper);
  head.read("dt", p.dt);
  head.read("duration", p.duration);
  head.read("every", p.every);
  head.read("signals", p.signals);
  head.read("platform", p.platform);
  if (json.contains("seed") && !json.at("seed").is_null()) head.read("seed", p.seed.emplace());
  return p;
}

}  // namespace holon::cli
