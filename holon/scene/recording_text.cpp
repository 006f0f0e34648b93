// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "holon/scene/blob.h"
#include "holon/scene/recording.h"
#include "holon/scene/track_shape.h"

namespace holon {
namespace {

using Json = nlohmann::ordered_json;

Json numbers(const Vec3& v) {
  return Json::array({v.x(), v.y(), v.z()});
}
Json numbers(const Quat& q) {
  return Json::array({q.w(), q.x(), q.y(), q.z()});
}
std::vector<float> flat(const std::vector<Vec3>& points) {
  std::vector<float> list;
  list.reserve(3 * points.size());
  for (const Vec3& p : points)
    for (int i = 0; i < 3; ++i) list.push_back(static_cast<float>(p[i]));
  return list;
}
std::string blob_of(const std::vector<std::array<int, 3>>& triangles) {
  std::vector<std::uint32_t> list;
  list.reserve(3 * triangles.size());
  for (const auto& t : triangles)
    for (int i : t) list.push_back(static_cast<std::uint32_t>(i));
  return blob(list);
}

/// The fields of a shape.
struct ShapeText {
  Json out;
  void operator()(std::string_view name, const auto& field, std::string_view /*what*/) {
    out[std::string(name)] = text(field);
  }
  static Json text(double x) { return x; }
  static Json text(const Vec3& x) { return numbers(x); }
  static Json text(const std::vector<Vec3>& x) { return blob(flat(x)); }
  static Json text(const std::vector<std::array<int, 3>>& x) { return blob_of(x); }
};
Json text_of(const Look& look) {
  ShapeText shape;
  std::visit(
      [&]<class K>(const K& kind) {
        shape.out["kind"] = K::name;
        K::fields(kind, shape);
      },
      look.shape);
  if (!look.at.isZero(0.0)) shape.out["at"] = numbers(look.at);
  if (look.orientation.w() != 1.0) shape.out["orientation"] = numbers(look.orientation);
  if (look.endless) shape.out["endless"] = true;
  return shape.out;
}

}  // namespace

/// Writes a recording.
struct Recording::Text {
  const Recording& r;

  Json part(const Part& p) const {
    Json looks = Json::array();
    for (const Look& look : p.looks) looks.push_back(text_of(look));
    Json out = {{"name", p.name},
                {"kind", p.kind},
                {"looks", looks},
                {"numbers", p.numbers},
                {"poses", blob(p.poses)}};
    if (!p.colour.empty()) out["colour"] = p.colour;
    return out;
  }
  int part_index(ObjectId object, int part = 0) const { return r.first_part_.at(object) + part; }

  Json end(const HeldEnd& any, const Holder& holder, std::size_t& path) const {
    return std::visit(
        [&](const auto& ref) {
          return std::visit([&](const auto& e) { return end_text(e, holder, path); }, ref);
        },
        any);
  }
  Json end_text(const PointOn& e, const Holder& /*holder*/, std::size_t& /*path*/) const {
    return {{"object", part_index(e.object, e.part)}, {"at", numbers(e.at)}};
  }
  Json end_text(const Nail& e, const Holder& /*holder*/, std::size_t& /*path*/) const {
    return {{"at", numbers(e.at)}};
  }
  Json end_text(const Path& /*e*/, const Holder& holder, std::size_t& path) const {
    return {{"path", blob(holder.paths[path++].points)}};
  }
  Json end_text(const DirectionOn& e, const Holder& /*holder*/, std::size_t& /*path*/) const {
    return {{"object", part_index(e.object)}, {"along", numbers(e.along)}};
  }
  Json end_text(const WorldDirection& e, const Holder& /*holder*/, std::size_t& /*path*/) const {
    return {{"along", numbers(e.along)}};
  }
  Json end_text(const FrameOn& e, const Holder& /*holder*/, std::size_t& /*path*/) const {
    return {{"object", part_index(e.object)},
            {"at", numbers(e.at)},
            {"orientation", numbers(e.orientation)}};
  }
  Json end_text(const WorldFrame& e, const Holder& /*holder*/, std::size_t& /*path*/) const {
    return {{"at", numbers(e.at)}, {"orientation", numbers(e.orientation)}};
  }

  Json holder(const Holder& h) const {
    std::size_t path = 0;
    Json ends = Json::array(), quantities = Json::array(), plain = Json::object();
    for (const HeldEnd& e : h.holding.ends) ends.push_back(end(e, h, path));
    for (const HeldQuantity& q : h.holding.quantities) {
      Json of_quantity = Json::array();
      for (const HeldEnd& e : q.ends) of_quantity.push_back(end(e, h, path));
      quantities.push_back({{"kind", q.kind}, {"ends", of_quantity}});
    }
    for (const auto& [name, x] : h.holding.numbers) plain[name] = x;
    Json out = {{"name", h.name}, {"kind", h.kind}};
    if (!ends.empty()) out["ends"] = ends;
    if (!quantities.empty()) out["quantities"] = quantities;
    if (!h.tracks.empty()) out["tracks"] = h.tracks;
    if (!plain.empty()) out["numbers"] = plain;
    return out;
  }
  Json constraint(const Holder& h) const {
    Json out = holder(h);
    out["error"] = blob(h.error);
    out["force"] = blob(h.force);
    out["torque"] = blob(h.torque);
    return out;
  }

  /// How far things are apart, from the start to the end.
  double extent() const {
    Box3 box;
    for (const Part& p : r.parts_)
      for (std::size_t i = 0; i + 2 < p.poses.size(); i += static_cast<std::size_t>(p.numbers)) {
        const Vec3 x(p.poses[i], p.poses[i + 1], p.poses[i + 2]);
        if (x.allFinite()) box.extend(x);
      }
    return box.isEmpty() ? 1.0 : box.sizes().norm();
  }
  Json track(const UsedTrack& used, double margin) const {
    Json out = std::visit([&](const auto& f) { return frame(f); }, used.track.frame);
    if (const auto* curve = std::get_if<Curve>(&used.track.geometry)) {
      out["line"] = blob(flat(line_of(*curve, used.visited, margin)));
      out["closed"] = curve->domain().closed;
      return out;
    }
    Box3 visited;
    for (const Vec3& x : used.visited) visited.extend(x);
    const TriangleMesh mesh = mesh_of(std::get<Surface>(used.track.geometry), visited, margin);
    out["points"] = blob(flat(mesh.points));
    out["normals"] = blob(flat(mesh.normals));
    out["triangles"] = blob_of(mesh.triangles);
    return out;
  }
  Json frame(const FrameOn& f) const {
    return {{"object", part_index(f.object)},
            {"at", numbers(f.at)},
            {"orientation", numbers(f.orientation)}};
  }
  static Json frame(const WorldFrame& f) {
    return {{"at", numbers(f.at)}, {"orientation", numbers(f.orientation)}};
  }

  Json arrows() const {
    std::vector<std::uint32_t> owner = r.arrows_.owner;
    for (std::uint32_t& o : owner) o = r.owner_text(o);
    return {{"ends", blob(r.arrows_.ends)},
            {"owner", blob(owner)},
            {"flags", blob(r.arrows_.flags)},
            {"numbers", blob(r.arrows_.numbers)}};
  }
  /// The energies, and what the plots ask for.
  Json signals() const {
    std::vector<double> total(r.kinetic_);
    for (std::size_t i = 0; i < total.size(); ++i) total[i] += r.potential_[i];
    const auto signal = [](const char* name, const std::vector<double>& values) {
      return Json{{"name", name},
                  {"unit", "J"},
                  {"values", blob(std::vector<float>(values.begin(), values.end()))}};
    };
    Json list = Json::array({signal("energy.kinetic", r.kinetic_),
                             signal("energy.potential", r.potential_),
                             signal("energy.total", total)});
    for (std::size_t i = 0; i < r.signal_values_.size(); ++i) {
      const SignalInfo& info = r.signals_.list()[i];
      const auto same = [&](const Json& s) { return s["name"] == info.name; };
      if (std::none_of(list.begin(), list.end(), same))
        list.push_back(
            {{"name", info.name}, {"unit", info.unit}, {"values", blob(r.signal_values_[i])}});
    }
    return list;
  }
  Json views() const {
    Json list = Json::array();
    for (const SceneView& v : r.views_) {
      list.push_back({{"name", v.name},
                      {"from", numbers(v.from)},
                      {"to", numbers(v.to)},
                      {"up", numbers(v.up)},
                      {"height", v.height}});
      if (!v.follow.is_none()) list.back()["follow"] = part_index(v.follow);
    }
    return list;
  }
  Json plots() const {
    Json list = Json::array();
    for (const ScenePlot& plot : r.plots_) {
      Json names = Json::array();
      for (const SignalInfo& info : r.signals_.list())
        if (matches_glob(plot.signals, info.name)) names.push_back(info.name);
      list.push_back({{"title", plot.title.empty() ? plot.signals : plot.title},
                      {"signals", names},
                      {"x", plot.x}});
    }
    return list;
  }
  Json all(const StepReport& last) const {
    const SceneSettings& s = r.settings_;
    Json root = {{"format", "holon-recording"},
                 {"version", 1},
                 {"title", s.title},
                 {"note", s.note},
                 {"stepper", s.stepper},
                 {"dt", s.dt},
                 {"times", r.times_}};
    for (const char* list : {"objects", "tracks", "constraints", "forces"})
      root[list] = Json::array();
    for (const Part& p : r.parts_) root["objects"].push_back(part(p));
    const double margin = r.tracks_.empty() ? 0.0 : 0.4 * std::max(extent(), 0.3);
    for (const UsedTrack& t : r.tracks_) root["tracks"].push_back(track(t, margin));
    for (const Holder& h : r.constraints_) root["constraints"].push_back(constraint(h));
    for (const Holder& h : r.forces_) root["forces"].push_back(holder(h));
    root["arrows"] = arrows();
    root["signals"] = signals();
    root["views"] = views();
    root["plots"] = plots();
    root["events"] = Json::array();
    for (const auto& [time, text] : r.events_)
      root["events"].push_back({{"time", time}, {"text", text}});
    root["summary"] = Json::array({last.brief()});
    return root;
  }
};

std::string Recording::to_json(const StepReport& last) const {
  return Text{*this}.all(last).dump();
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
