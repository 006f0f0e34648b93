// SPDX-License-Identifier: Apache-2.0
#include "validation/contact_parts.h"

/// The card house of [Barzel88, figure 24]: fifteen cards in three storeys. Welds hold them where
/// they belong, and are then let go: nothing but contacts and friction is left.
///
/// Three pairs A, B, C stand on the table, floors P and Q lie on A and B and on B and C, the pairs
/// D and E stand on them, the floor R on these, and F on top. Floors reach beyond the outer pairs,
/// so that both cards of a pair carry them; P and Q meet above the middle of B.
///
/// A pair that carries the load W and weighs 2 w is an arch with three hinges: each foot pushes
/// with W/2 + w down and with (W/2 + w/2) tan α outwards, α the lean of its cards.
namespace holon::validation::contact_card_house {
namespace {

constexpr double kLength = 0.088, kWidth = 0.063, kThick = 0.0003, kMass = 0.0018;
constexpr double kBetween = 0.08;  // of pairs
const double kLean = std::asin(0.025 / kLength);

struct House {
  World world;
  ObjectId table;
  std::vector<ObjectId> cards;
  std::vector<ConstraintId> welds;
  std::vector<Placement> start;
  double mu;

  explicit House(double friction) : mu(friction) {
    world.add(Gravity{.g = down_z});
    table = add_floor(world, {.friction = mu});
    const double lying = kThick;
    double z = 0.0;
    for (const int pairs : {3, 2, 1}) {
      for (int i = 0; i < pairs; ++i) add_pair(kBetween * (i - 0.5 * (pairs - 1)), z);
      z += height();
      if (pairs == 3) {
        // from the middle of B to beyond A, and the same to the right
        add_floor_card(-0.5 * kLength - 1e-4, z);
        add_floor_card(0.5 * kLength + 1e-4, z);
      } else if (pairs == 2) {
        add_floor_card(0.0, z);
      }
      z += lying;
    }
  }
  static double height() { return kLength * std::cos(kLean) + kThick * std::sin(kLean); }

  /// Two cards whose upper inner edges meet above x.
  void add_pair(double x, double z) {
    for (const double side : {-1.0, 1.0}) {
      // the inner edge at the top is half a length along the card and half a thickness across
      const double out = 0.5 * (kLength * std::sin(kLean) + kThick * std::cos(kLean));
      add_card(Box{{kThick, kWidth, kLength}},
               {x + side * out, 0.0, z + 0.5 * height()},
               Quat(Eigen::AngleAxisd(-side * kLean, Vec3::UnitY())));
    }
  }
  void add_floor_card(double x, double z) {
    add_card(Box{{kLength, kWidth, kThick}}, {x, 0.0, z + 0.5 * kThick}, Quat::Identity());
  }
  void add_card(const Box& box, const Vec3& at, const Quat& turned) {
    cards.push_back(add_solid(world, box, at, {.friction = mu}, kMass / box.size.prod(), turned));
    welds.push_back(world.add(
        Connector{.a = WorldFrame{.at = at, .orientation = turned}, .b = FrameOn{cards.back()}}));
    start.push_back(world.placement(cards.back()));
  }
  void let_go() {
    for (const ConstraintId weld : welds) world.set_active(weld, false);
  }
  double drift() const {
    double far = 0.0;
    for (std::size_t i = 0; i < cards.size(); ++i) {
      const Placement at = world.placement(cards[i]);
      const double turned = 2.0 * (start[i].orientation.conjugate() * at.orientation).vec().norm();
      far = std::max(far, (at.position - start[i].position).norm() + 0.5 * kLength * turned);
    }
    return far;
  }
};

void check_stands(Validation& v, double mu, double h) {
  House house(mu);
  if (!run_on(v, house.world, 0.1, h)) return;
  house.let_go();
  if (!run_on(v, house.world, 10.0, h)) return;
  const std::string method = step_of(h);
  v.bound(method,
          "drift of any card in 10 s, mu=0.5",
          "m",
          house.drift(),
          1e-4,
          "friction is enough: a third of the thickness of a card");
  const double weight = 15.0 * kMass * g0;
  v.bound(method,
          "what the table carries / weight - 1, mu=0.5",
          "",
          -contact_force(house.world, house.table).z() / weight - 1.0,
          1e-6,
          "it stands");
}

/// Feet of B have to be held by tan α (W/2 + w/2) / (W/2 + w) of what they carry, which is more
/// than 0.2.
void check_falls(Validation& v, double mu, double h) {
  House house(mu);
  if (!run_on(v, house.world, 0.1, h)) return;
  house.let_go();
  if (!run_on(v, house.world, 2.0, h)) return;
  double highest = 0.0;
  for (const ObjectId card : house.cards)
    highest = std::max(highest, house.world.placement(card).position.z());
  v.bound(step_of(h),
          "height of the highest card after 2 s, mu=0.1",
          "m",
          highest,
          0.05,
          "there is too little friction: all of it lies on the table");
}

}  // namespace

void run(Validation& v) {
  v.title = "A card house that stands by friction";
  check_stands(v, 0.5, 1.0 / 240.0);
  check_falls(v, 0.1, 1.0 / 240.0);
}

}  // namespace holon::validation::contact_card_house
