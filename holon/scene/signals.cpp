// SPDX-License-Identifier: Apache-2.0
#include "holon/scene/signals.h"

#include <algorithm>
#include <cmath>

namespace holon {
namespace {

bool matches_one(std::string_view pattern, std::string_view text) {
  std::size_t p = 0, t = 0, star = std::string_view::npos, resume = 0;
  while (t < text.size()) {
    if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
      ++p;
      ++t;
    } else if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

}  // namespace

bool matches_glob(std::string_view pattern, std::string_view text) {
  while (true) {
    const std::size_t comma = pattern.find(',');
    if (matches_one(pattern.substr(0, comma), text)) return true;
    if (comma == std::string_view::npos) return false;
    pattern.remove_prefix(comma + 1);
  }
}

Signals::Signals(const World& world, std::string_view glob) {
  std::vector<SignalInfo> all;
  const auto add = [&](const std::string& of,
                       std::initializer_list<std::pair<const char*, const char*>> list) {
    for (const auto& [name, unit] : list) all.push_back({of + "." + name, unit});
  };
  const Model& model = world.model();
  model.objects().for_each([&](ObjectId id, const ObjectRecord& record) {
    objects_.push_back(id);
    const std::string name = model.name_of(id);
    if (const auto* p = std::get_if<Parametric>(&record.kind)) {
      for (std::size_t i = 0; i < p->u.size(); ++i) {
        all.push_back({name + ".u" + std::to_string(i), ""});
        all.push_back({name + ".u" + std::to_string(i) + "_dot", "1/s"});
      }
      return;
    }
    add(name, {{"x", "m"}, {"y", "m"}, {"z", "m"}, {"vx", "m/s"}, {"vy", "m/s"}, {"vz", "m/s"}});
    if (!std::holds_alternative<Particle>(record.kind))
      add(name,
          {{"qw", ""},
           {"qx", ""},
           {"qy", ""},
           {"qz", ""},
           {"wx", "rad/s"},
           {"wy", "rad/s"},
           {"wz", "rad/s"}});
  });
  model.constraints().for_each([&](ConstraintId id, const ConstraintRecord& record) {
    constraints_.push_back(id);
    const std::string name = model.name_of(id);
    add(name,
        {{"error", ""}, {"force", "N"}, {"torque", "N m"}, {"fx", "N"}, {"fy", "N"}, {"fz", "N"}});
    const int rows =
        std::visit([](const auto& k) { return std::decay_t<decltype(k)>::rows; }, record.kind);
    for (int i = 0; i < rows; ++i) all.push_back({name + ".lambda" + std::to_string(i), ""});
  });
  add("energy", {{"kinetic", "J"}, {"potential", "J"}, {"total", "J"}});
  for (std::size_t i = 0; i < all.size(); ++i)
    if (matches_glob(glob, all[i].name)) {
      chosen_.push_back(i);
      wanted_.push_back(all[i]);
    }
}

void Signals::sample(const World& world, std::vector<double>& out) const {
  all_values(world, all_);
  out.clear();
  for (std::size_t i : chosen_) out.push_back(all_[i]);
}

void Signals::all_values(const World& world, std::vector<double>& out) const {
  out.clear();
  const auto add = [&](auto... x) { (out.push_back(x), ...); };
  const auto add3 = [&](const Vec3& v) { add(v.x(), v.y(), v.z()); };
  for (ObjectId id : objects_) {
    const Object& kind = world.model().objects()[id].kind;
    if (std::holds_alternative<Parametric>(kind)) {
      const auto q = world.state().q(id);
      const auto v = world.state().v(id);
      for (std::size_t i = 0; i < q.size(); ++i) add(q[i], v[i]);
      continue;
    }
    const Placement p = world.placement(id);
    add3(p.position);
    add3(p.velocity);
    if (std::holds_alternative<Particle>(kind)) continue;
    add(p.orientation.w(), p.orientation.x(), p.orientation.y(), p.orientation.z());
    add3(p.angular_velocity);
  }
  for (ConstraintId id : constraints_) {
    double error = 0.0, force = 0.0, torque = 0.0;
    for (double e : world.error(id)) error = std::max(error, std::abs(e));
    const std::vector<ConnectorLoad> loads = world.loads(id);
    for (const ConnectorLoad& l : loads) {
      force = std::max(force, l.force.norm());
      torque = std::max(torque, l.torque.norm());
    }
    add(error, force, torque);
    add3(loads.empty() ? Vec3(Vec3::Zero()) : loads.back().force);
    for (double l : world.lambda(id)) add(l);
  }
  const double kinetic = world.kinetic_energy(), potential = world.potential_energy();
  add(kinetic, potential, kinetic + potential);
}

}  // namespace holon
