// SPDX-License-Identifier: Apache-2.0
#include "holon/scene/recording.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

namespace holon {
namespace {

using Json = nlohmann::ordered_json;

Json numbers(const Vec3& v) {
  return Json::array({v.x(), v.y(), v.z()});
}

/// An object without a solid is shown by spokes from its origin to the points that hold it.
std::vector<Polyline> spokes(const Model& model, ObjectId id) {
  std::vector<Polyline> lines;
  for (ConstraintId c : model.objects()[id].constraints)
    visit(
        [&](const auto& kind) {
          std::apply(
              [&](const auto&... ref) {
                const auto one = [&](const auto& r) {
                  if constexpr (std::is_same_v<std::decay_t<decltype(r)>, PointRef>)
                    if (const auto* on = std::get_if<PointOn>(&r);
                        on != nullptr && on->object == id)
                      if (on->at.norm() > 0.0) lines.push_back({Vec3::Zero(), on->at});
                };
                (one(ref), ...);
              },
              kind.connectors());
        },
        model.constraints()[c].kind);
  return lines;
}

template <class Kinds>
std::string kind_name(const Kinds& kind) {
  return visit([](const auto& k) { return std::string(std::decay_t<decltype(k)>::name); }, kind);
}

/// Rows of place, vector, kind in the order of Drawable::Kind, on an object, reaction.
Json rows_of(const std::vector<std::vector<Drawable>>& arrows) {
  Json frames = Json::array();
  for (const auto& now : arrows) {
    Json frame = Json::array();
    for (const Drawable& d : now)
      frame.push_back({d.point.x(),
                       d.point.y(),
                       d.point.z(),
                       d.vector.x(),
                       d.vector.y(),
                       d.vector.z(),
                       static_cast<int>(d.kind),
                       d.object.is_none() ? 0 : 1,
                       d.reaction ? 1 : 0});
    frames.push_back(std::move(frame));
  }
  return frames;
}

std::array<double, 12> transform_of(const World& world, ObjectId id, int part) {
  const Object& kind = world.model().objects()[id].kind;
  Vec3 x = world.point(PointOn{id, Vec3::Zero(), part}).x;
  Mat3 A = Mat3::Identity();
  if (holds_alternative<RigidBody>(kind)) {
    A = world.placement(id).orientation.toRotationMatrix();
  } else if (!holds_alternative<Particle>(kind) && !holds_alternative<Parametric>(kind)) {
    for (int i = 0; i < 3; ++i) A.col(i) = world.point(PointOn{id, Vec3::Unit(i)}).x - x;
    if (A.col(2).norm() == 0.0) A.col(2) = Vec3::UnitZ();
  }
  std::array<double, 12> out{};
  for (std::size_t i = 0; i < 3; ++i) {
    out[i] = x[static_cast<Eigen::Index>(i)];
    for (std::size_t j = 0; j < 3; ++j)
      out[3 + 3 * j + i] = A(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
  }
  return out;
}

}  // namespace

Recording::Recording(const Scene& scene, const World& world) : settings_(scene.settings) {
  settings_.stepper = world.stepper();
  const Model& model = world.model();
  model.objects().for_each([&](ObjectId id, const ObjectRecord& record) {
    int count = 1;
    if (const auto* p = get_if<Parametric>(&record.kind)) count = p->map.particles();
    for (int i = 0; i < count; ++i) {
      Part part;
      part.object = id;
      part.part = i;
      part.name = model.name_of(id) + (count > 1 ? "[" + std::to_string(i) + "]" : "");
      part.kind = kind_name(record.kind);
      const auto solid = scene.solids.find(id.index);
      const auto* shape =
          solid == scene.solids.end() ? nullptr : std::get_if<Solid>(&solid->second);
      part.outline = shape != nullptr ? outline(shape->shape) : spokes(model, id);
      parts_.push_back(std::move(part));
    }
  });
  model.constraints().for_each([&](ConstraintId id, const ConstraintRecord& record) {
    holds_.push_back({id, model.name_of(id), kind_name(record.kind)});
  });
  model.forces().for_each([&](ForceId id, const ForceRecord& record) {
    applied_.push_back({id, model.name_of(id), kind_name(record.kind)});
  });
}

void Recording::follow(const World& world) {
  const StepReport& step = world.report();
  for (const Event& event : step.events)
    events_.push_back({event.time, text_of(event, world.model())});
  blows_.insert(blows_.end(), step.blows.begin(), step.blows.end());
}

void Recording::sample(const World& world) {
  std::map<ConstraintId, std::vector<Drawable>> of_constraint;
  std::map<ForceId, std::vector<Drawable>> of_force;
  for (Drawable& d : drawables(world, blows_))
    (d.force.is_none() ? of_constraint[d.constraint] : of_force[d.force]).push_back(d);
  blows_.clear();
  times_.push_back(world.time());
  for (Part& p : parts_) p.transform.push_back(transform_of(world, p.object, p.part));
  for (Hold& h : holds_) {
    double error = 0.0;
    for (double e : world.error(h.id)) error = std::max(error, std::abs(e));
    h.arrows.push_back(std::move(of_constraint[h.id]));
    h.error.push_back(error);
    h.force.push_back(world.effort(h.id).force);
  }
  for (Applied& a : applied_) a.arrows.push_back(std::move(of_force[a.id]));
  kinetic_.push_back(world.kinetic_energy());
  potential_.push_back(world.potential_energy());
}

std::string Recording::to_json(const StepReport& last) const {
  Json root = {{"title", settings_.title},
               {"note", settings_.note},
               {"stepper", settings_.stepper},
               {"dt", settings_.dt}};
  root["times"] = times_;
  root["objects"] = Json::array();
  for (const Part& p : parts_) {
    Json lines = Json::array();
    for (const Polyline& line : p.outline) {
      Json points = Json::array();
      for (const Vec3& x : line) points.push_back(numbers(x));
      lines.push_back(std::move(points));
    }
    root["objects"].push_back(
        {{"name", p.name}, {"kind", p.kind}, {"outline", lines}, {"transform", p.transform}});
  }
  root["constraints"] = Json::array();
  for (const Hold& h : holds_)
    root["constraints"].push_back({{"name", h.name},
                                   {"kind", h.kind},
                                   {"arrows", rows_of(h.arrows)},
                                   {"error", h.error},
                                   {"force", h.force}});
  root["forces"] = Json::array();
  for (const Applied& a : applied_)
    root["forces"].push_back({{"name", a.name}, {"kind", a.kind}, {"arrows", rows_of(a.arrows)}});
  std::vector<double> total(kinetic_);
  for (std::size_t i = 0; i < total.size(); ++i) total[i] += potential_[i];
  root["signals"] = {{{"name", "energy.kinetic"}, {"unit", "J"}, {"values", kinetic_}},
                     {{"name", "energy.potential"}, {"unit", "J"}, {"values", potential_}},
                     {{"name", "energy.total"}, {"unit", "J"}, {"values", total}}};
  root["events"] = Json::array();
  for (const auto& [time, text] : events_)
    root["events"].push_back({{"time", time}, {"text", text}});
  root["summary"] = Json::array({last.brief()});
  return root.dump();
}

std::string Recording::to_page(std::string_view page, const StepReport& last) const {
  constexpr std::string_view mark = "/*RECORDING*/";
  const std::size_t at = page.find(mark);
  if (at == std::string_view::npos) throw UsageError("the page has no place for a recording");
  std::string json = to_json(last);
  // "</" would end the script element that holds it
  for (std::size_t i = json.find("</"); i != std::string::npos; i = json.find("</", i + 3))
    json.insert(i + 1, "\\");
  return std::string(page.substr(0, at)) + json + std::string(page.substr(at + mark.size()));
}

}  // namespace holon
