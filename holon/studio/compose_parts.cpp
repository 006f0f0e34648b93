// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numbers>

#include "holon/math/rotation.h"
#include "holon/scene/spelling.h"
#include "holon/studio/compose.h"
#include "holon/studio/joint_things.h"
#include "holon/studio/rail_curve.h"

namespace holon::studio {
namespace {

// All parts are of wood [kg/m³]. How heavy a material is makes no difference to how things move,
// but parts of one material have masses in natural proportions, and forces are those of a model on
// a table.
constexpr double density = 500.0;
// The ball that stands for a bead [m].
constexpr double bead_radius = 0.05;

/// What becomes of a part while it is made.
class PartMaker {
 public:
  PartMaker(const SceneRun& run, const Json& part)
      : run_(run), world_(run.world()), part_(part), names_(world_.model()) {}

  void rod();
  void box();
  void sphere();
  void wheel();
  void soft();
  void particle();
  void rope();
  void spring();
  void rail();
  void surface();
  void chain();

  Composed result(const std::string& kind) {
    Json things = Json::object();
    for (const char* list : {"objects", "constraints", "forces"})
      if (made_.contains(list)) things[list] = made_[list];
    return {{Json{{"create", std::move(things)}}}, made_names_, "Add " + kind};
  }

 private:
  /// The name that was asked for, for the first thing made.
  std::string name(std::string_view base) {
    const std::string wanted = made_names_.empty() ? text_in(part_, "name", "") : "";
    made_names_.push_back(names_.given(wanted, base));
    return made_names_.back();
  }
  void add(const char* list, Json thing) { made_[list].push_back(std::move(thing)); }
  void add_solid(std::string_view base,
                 const Json& shape,
                 const Vec3& at,
                 const Mat3& axes,
                 Json looks = Json::object());
  void add_rod(std::string_view base, const Vec3& from, const Vec3& to, double radius);
  void add_looks(Json& object, Json looks) const;
  void between_ends(const std::string& word, const Json& given);
  std::string add_particle(std::string_view base, const Vec3& at, double mass);
  void on_track(const char* kind, const char* field, const Json& track, const Vec3& start);

  const SceneRun& run_;
  const World& world_;
  const Json& part_;
  NewNames names_;
  std::vector<std::string> made_names_;
  Json made_;
};

double ball_mass(double radius) {
  return density * 4.0 / 3.0 * std::numbers::pi * std::pow(radius, 3);
}
double ball_radius(double mass) {
  return std::cbrt(mass / ball_mass(1.0));
}

/// Axes of which z is along d, and y as near to that of the world as can be: what is made in the
/// x-z plane has its y axis across it.
Mat3 axes_along(const Vec3& d) {
  const Vec3 y = Vec3::UnitY() - d.y() * d;
  if (y.norm() < 1e-6) return frame_with_z(d);
  Mat3 R;
  R.col(2) = d;
  R.col(1) = y.normalized();
  R.col(0) = R.col(1).cross(d);
  return R;
}

/// Thin, but to be seen; alike for parts of one mechanism.
double rod_radius(double length) {
  return std::min(std::clamp(0.03 * length, 0.01, 0.05), 0.25 * length);
}

// ---- bodies ----

void PartMaker::add_looks(Json& object, Json looks) const {
  if (optional_member(part_, "colour") != nullptr) looks["colour"] = text_in(part_, "colour");
  if (!looks.empty()) object["looks"] = std::move(looks);
}

void PartMaker::add_solid(
    std::string_view base, const Json& shape, const Vec3& at, const Mat3& axes, Json looks) {
  Json object = {{"kind", "rigid_body"},
                 {"name", name(base)},
                 {"shape", shape},
                 {"density", density},
                 {"position", numbers(at)},
                 {"orientation", quaternion(axes)}};
  add_looks(object, std::move(looks));
  add("objects", std::move(object));
}

/// A cylinder, so that its end points are where it was drawn; shown with round ends, which look
/// well where rods meet.
void PartMaker::add_rod(std::string_view base, const Vec3& from, const Vec3& to, double radius) {
  const Vec3 way = to - from;
  const double length = way.norm();
  add_solid(base,
            {{"kind", "cylinder"}, {"radius", radius}, {"length", length}},
            0.5 * (from + to),
            axes_along(way / length),
            {{"shape", {{"kind", "capsule"}, {"radius", radius}, {"length", length}}}});
}

Vec3 way_of(const Vec3& from, const Vec3& to) {
  const Vec3 way = to - from;
  if (way.norm() < 1e-3) throw UsageError("to: must be at least a millimetre from 'from'");
  return way;
}

void PartMaker::rod() {
  const Vec3 from = place_in(part_, "from"), to = place_in(part_, "to");
  const double length = way_of(from, to).norm();
  add_rod("rod", from, to, length_in(part_, "radius", rod_radius(length)));
}

Vec3 size_in(const Json& part) {
  const Vec3 size = place_in(part, "size");
  if (size.minCoeff() < 1e-4) throw UsageError("size: must be at least 0.1 mm along each axis");
  return size;
}

void PartMaker::box() {
  add_solid("box",
            {{"kind", "box"}, {"size", numbers(size_in(part_))}},
            place_in(part_, "at"),
            Mat3::Identity());
}

void PartMaker::sphere() {
  add_solid("sphere",
            {{"kind", "sphere"}, {"radius", length_in(part_, "radius")}},
            place_in(part_, "at"),
            Mat3::Identity());
}

void PartMaker::wheel() {
  const Vec3 axis =
      optional_member(part_, "axis") == nullptr ? Vec3::UnitY() : direction_in(part_, "axis");
  const double radius = length_in(part_, "radius");
  add_solid("wheel",
            {{"kind", "cylinder"},
             {"radius", radius},
             {"length", length_in(part_, "width", 0.2 * radius)}},
            place_in(part_, "at"),
            axes_along(axis));
}

/// So soft that its own weight, hung from one side, stretches it by a tenth,
///
///     E = ρ g L / 0.1                                                                 (1)
///
/// and so viscous that it quivers some times: the slowest mode of a block that stretches as a whole
/// has ω² = 12 E / (ρ L²), and is damped to a tenth of what would keep it still by η = 0.2 E / ω.
void PartMaker::soft() {
  const Vec3 size = size_in(part_);
  const double longest = size.maxCoeff();
  const double young = density * Gravity{}.g.norm() * longest / 0.1;  // (1)
  const double omega = std::sqrt(12.0 * young / density) / longest;
  Json object = {{"kind", "affine_body"},
                 {"name", name("soft")},
                 {"shape", {{"kind", "box"}, {"size", numbers(size)}}},
                 {"density", density},
                 {"young", young},
                 {"viscosity", 0.2 * young / omega},
                 {"position", numbers(place_in(part_, "at"))}};
  add_looks(object, Json::object());
  add("objects", std::move(object));
}

/// Shown as a ball that weighs as much.
std::string PartMaker::add_particle(std::string_view base, const Vec3& at, double mass) {
  if (!(mass >= 1e-9 && mass <= 1e12))
    throw UsageError("mass: must be positive, and no more than 1e12 kg");
  const std::string its_name = name(base);
  Json object = {
      {"kind", "particle"}, {"name", its_name}, {"mass", mass}, {"position", numbers(at)}};
  add_looks(object, {{"shape", {{"kind", "sphere"}, {"radius", ball_radius(mass)}}}});
  add("objects", std::move(object));
  return its_name;
}

void PartMaker::particle() {
  add_particle("particle", place_in(part_, "at"), number_in(part_, "mass", ball_mass(bead_radius)));
}

// ---- ropes and springs ----

void PartMaker::between_ends(const std::string& word, const Json& given) {
  const JointKind joint = joint_kind(word);
  const Ends ends{end_in(world_, part_, "from"), end_in(world_, part_, "to")};
  Json thing = thing_between(run_, joint, ends, Mat3::Identity(), given);
  thing["name"] = name(word);
  add(joint.kind->list.data(), std::move(thing));
}

void PartMaker::rope() {
  Json given = Json::object();
  if (optional_member(part_, "length") != nullptr) given["length"] = length_in(part_, "length");
  between_ends("rope", given);
}

void PartMaker::spring() {
  Json given = Json::object();
  if (optional_member(part_, "stiffness") != nullptr)
    given["stiffness"] = number_in(part_, "stiffness");
  between_ends("spring", given);
}

// ---- rails and surfaces ----

/// A curve or surface is there for what is held on it, and for nothing else: so it comes with a
/// bead, or takes a point of something that is there.
void PartMaker::on_track(const char* kind,
                         const char* field,
                         const Json& track,
                         const Vec3& start) {
  const std::string its_name = name(std::string_view(field) == "curve" ? "rail" : "surface");
  const Json* bead = optional_member(part_, "bead");
  Json point;
  if (bead != nullptr && bead->is_object()) {
    const End end = end_in(world_, part_, "bead");
    if (is_fixed(world_.model(), end))
      throw UsageError("bead: " + owner_of(world_.model(), end) + " cannot move");
    point = point_at(world_.model(), end);
  } else {
    if (bead != nullptr && !bead->is_boolean())
      throw UsageError(R"(bead: must be true, or {"object": name, "at": [x, y, z]})");
    if (!flag_in(part_, "bead", true))
      throw UsageError("bead: a rail or surface is only there with something on it");
    point = {{"object", add_particle("bead", start, ball_mass(bead_radius))}};
  }
  add("constraints", {{"kind", kind}, {"name", its_name}, {"point", point}, {field, track}});
}

std::vector<Vec3> stroke_in(const Json& part) {
  constexpr std::size_t most = 100'000;
  const Json& list = member(part, "points");
  if (!list.is_array() || list.size() > most)
    throw UsageError("points: must be a list of places, no more than 100000");
  std::vector<Vec3> stroke;
  for (const Json& each : list) stroke.push_back(place_in({{"points", each}}, "points"));
  return stroke;
}

/// Where a bead begins: a little inside of the higher end, or where a closed rail was begun.
Vec3 start_on(const Curve& curve) {
  const CurveDomain& domain = curve.domain();
  if (domain.closed) return curve.at(domain.begin).r;
  const double length = curve.length_to(domain.end);
  const bool first = curve.at(domain.begin).r.z() >= curve.at(domain.end).r.z();
  return curve.at(curve.parameter_at((first ? 0.02 : 0.98) * length)).r;
}

void PartMaker::rail() {
  const BSpline rail = rail_along(stroke_in(part_), flag_in(part_, "closed", false));
  Json points = Json::array();
  for (const Vec3& x : rail.points) points.push_back(numbers(x));
  Json curve = {{"kind", BSpline::name}, {"points", std::move(points)}};
  if (rail.closed) curve["closed"] = true;
  try {
    on_track("point_to_curve", "curve", {{"curve", std::move(curve)}}, start_on(Curve(rail)));
  } catch (const ModelError& e) {
    throw UsageError(std::string("points: ") + e.what());
  }
}

void PartMaker::surface() {
  const Vec3 at = place_in(part_, "at");
  const Vec3 normal =
      optional_member(part_, "normal") == nullptr ? Vec3::UnitZ() : direction_in(part_, "normal");
  const std::string shape = text_in(part_, "shape", "plane");
  const Mat3 axes = frame_with_z(normal);
  // off the highest point, where a bead would stay
  constexpr double tilt = 0.35;
  Json surface = {{"kind", shape == "plane" ? shape : shape + "_surface"}};
  Vec3 start = at;
  if (shape == "sphere" || shape == "cylinder") {
    const double radius = length_in(part_, "radius", 0.5);
    surface["radius"] = radius;
    const Vec3 out = shape == "sphere" ? Vec3(0, std::sin(tilt), std::cos(tilt))
                                       : Vec3(std::sin(tilt), std::cos(tilt), 0);
    start += radius * (axes * out);
  } else if (shape != "plane") {
    throw UsageError("shape: must be plane, sphere or cylinder");
  }
  const Json track = {{"surface", std::move(surface)},
                      {"frame", {{"world", numbers(at)}, {"orientation", quaternion(axes)}}}};
  on_track("point_to_surface", "surface", track, start);
}

// ---- chains ----

/// Where the joints of a chain are: on a parabola through both ends that sags in proportion to how
/// far these are apart sideways. A chain that were just as long as the way between its ends could
/// not carry its own weight.
std::vector<Vec3> sagging(const Vec3& from, const Vec3& to, int links) {
  constexpr double sag = 0.2;
  const double across = (to - from).head<2>().norm();
  std::vector<Vec3> out;
  for (int i = 0; i <= links; ++i) {
    const double t = static_cast<double>(i) / links;
    out.push_back(from + t * (to - from) - 4.0 * sag * across * t * (1.0 - t) * Vec3::UnitZ());
  }
  return out;
}

void PartMaker::chain() {
  constexpr int most = 500;
  const Vec3 from = place_in(part_, "from"), to = place_in(part_, "to");
  const double length = way_of(from, to).norm();
  const int usual = std::clamp(static_cast<int>(std::lround(length / 0.15)), 4, 40);
  const int links = index_in(part_, "links", usual);
  if (links < 1 || links > most)
    throw UsageError("links: must be between 1 and " + std::to_string(most));
  const std::vector<Vec3> joints = sagging(from, to, links);
  std::vector<std::string> joint_names;
  std::string before;
  Vec3 half_before = Vec3::Zero();
  for (int i = 0; i < links; ++i) {
    const Vec3 way = joints[i + 1] - joints[i];
    if (way.norm() < 1e-3) throw UsageError("links: there are too many for this length");
    add_rod("link", joints[i], joints[i + 1], rod_radius(way.norm()));
    const std::string link = made_names_.back();
    const Vec3 half(0, 0, 0.5 * way.norm());
    if (i > 0) {
      joint_names.push_back(names_.like("ball"));
      add("constraints",
          {{"kind", "point_to_point"},
           {"name", joint_names.back()},
           {"a", {{"object", before}, {"at", numbers(half_before)}}},
           {"b", {{"object", link}, {"at", numbers(-half)}}}});
    }
    before = link;
    half_before = half;
  }
  made_names_.insert(made_names_.end(), joint_names.begin(), joint_names.end());
}

struct PartKind {
  std::string_view name;
  void (PartMaker::*make)();
};
constexpr PartKind part_kinds[] = {{"rod", &PartMaker::rod},
                                   {"box", &PartMaker::box},
                                   {"sphere", &PartMaker::sphere},
                                   {"wheel", &PartMaker::wheel},
                                   {"soft", &PartMaker::soft},
                                   {"particle", &PartMaker::particle},
                                   {"rope", &PartMaker::rope},
                                   {"spring", &PartMaker::spring},
                                   {"rail", &PartMaker::rail},
                                   {"surface", &PartMaker::surface},
                                   {"chain", &PartMaker::chain}};

}  // namespace

Composed compose_make(const SceneRun& run, const Json& command) {
  const Json& part = member(command, "part");
  if (!part.is_object()) throw UsageError(R"(part: must be an object like {"kind": "rod", ...})");
  const std::string kind = text_in(part, "kind");
  const auto found = std::ranges::find(part_kinds, kind, &PartKind::name);
  if (found == std::end(part_kinds)) {
    std::vector<std::string_view> names;
    for (const PartKind& k : part_kinds) names.push_back(k.name);
    throw UsageError("kind: there is no part '" + kind + "'" + did_you_mean(kind, names));
  }
  PartMaker maker(run, part);
  (maker.*found->make)();
  return maker.result(kind);
}

}  // namespace holon::studio
