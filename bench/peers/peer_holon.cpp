// SPDX-License-Identifier: Apache-2.0
//
// Holon. Solvers: its steppers, by name: projected (default), euler, double_euler, rk2, rk4, and
// dormand_prince, adams and bdf, which take --tol (relative; the absolute one is a hundredth of
// it). Only projected knows contacts; projected-rough and projected-fine are the same with other
// tolerances of contacts than the default.
#include "holon/holon.h"

#include <string>
#include <string_view>
#include <utility>

#include "holon_scene.h"
#include "peer.h"

namespace peers {
namespace {

constexpr std::pair<std::string_view, double> contact_tolerances[] = {{"projected-rough", 0.3},
                                                                      {"projected-fine", 1e-3}};

V3 v3(const holon::Vec3& v) {
  return {v.x(), v.y(), v.z()};
}

class Holon : public Engine {
 public:
  void build(const Scene& scene, const Options& options) override try {
    h_ = options.h;
    error_controlled_ =
        options.solver == "dormand_prince" || options.solver == "adams" || options.solver == "bdf";
    if (options.tol > 0 && !error_controlled_)
      cannot("only dormand_prince, adams and bdf take --tol");
    holon::StepperOptions settings;
    if (options.tol > 0) {
      settings.relative_tolerance = options.tol;
      settings.absolute_tolerance = 0.01 * options.tol;
    }
    std::string stepper = options.solver;
    for (const auto& [name, tolerance] : contact_tolerances)
      if (stepper == name) {
        stepper = "projected";
        settings.contact_tolerance = tolerance;
      }
    world_.set_stepper(stepper, settings);
    world_.add(holon::Gravity{.g = {scene.down.x, scene.down.y, scene.down.z}});
    bodies_ = add_scene(world_, scene);
    world_
        .potential_energy();  // compiles the equations and looks at them once, as mj_forward() does
  } catch (const holon::UsageError& error) {
    cannot(error.what());
  }

  void step() override {
    const holon::StepReport& report = world_.step(h_);
    if (!report.ok) cannot(report.brief());
    inner_steps_ += report.substeps;
  }

  void get(int body, State& state) override {
    const holon::Placement at = world_.placement(bodies_[body]);
    const holon::Quat& q = at.orientation;
    state = {
        v3(at.position), {q.w(), q.x(), q.y(), q.z()}, v3(at.velocity), v3(at.angular_velocity)};
  }

  long inner_steps() override { return error_controlled_ ? inner_steps_ : -1; }

 private:
  holon::World world_;
  std::vector<holon::ObjectId> bodies_;
  double h_ = 0;
  long inner_steps_ = 0;
  bool error_controlled_ = false;
};

}  // namespace
}  // namespace peers

int main(int argc, char** argv) {
  peers::Holon engine;
  return peers::peer_main(
      argc, argv, {"holon", PEER_VERSION, "f64", "projected", "--tol contact"}, engine);
}
