// SPDX-License-Identifier: Apache-2.0
#include "holon/import/mjcf_actuation.h"
#include "holon/import/readers.h"

namespace holon::importing {
namespace {

/// Gravity and step, and whether anything touches; what else <option> says is about the methods of
/// others.
Vec3 read_options(MjcfDocument& document, Scene& scene, bool& touches) {
  Vec3 gravity(0, 0, -9.81);
  for (pugi::xml_node node : document.children(document.root().node())) {
    if (std::string_view(node.name()) != "option") continue;
    const Element option(document.sources(), node);
    gravity = option.vector("gravity", gravity);
    scene.settings.dt = option.number("timestep", scene.settings.dt);
    if (!(scene.settings.dt > 0.0)) option.problem("timestep", "a step must be positive");
    const Element flag = option.child("flag");
    if (!flag) continue;
    if (flag.word("gravity", {"enable", "disable"}) == "disable") gravity.setZero();
    if (touches && flag.word("contact", {"enable", "disable"}) == "disable") touches = false;
  }
  if (gravity != Vec3::Zero())
    scene.model.add(Gravity{.g = gravity}, ForceOptions{.name = "gravity"});
  return gravity;
}

std::vector<Exclusion> read_exclusions(MjcfDocument& document, const MjcfTree& tree) {
  std::vector<Exclusion> out;
  for (pugi::xml_node node : document.sections("contact")) {
    if (std::string_view(node.name()) != "exclude") continue;
    const Element exclude(document.sources(), node);
    exclude.text("name");
    const int* a = tree.find_body(exclude, "body1");
    const int* b = tree.find_body(exclude, "body2");
    if (a != nullptr && b != nullptr) out.push_back({*a, *b, exclude});
  }
  return out;
}

}  // namespace

Scene read_mjcf(const Element& mujoco, const std::string& path, const ImportOptions& options) {
  Scene scene;
  scene.settings.title = mujoco.text("model");
  MjcfDocument document(mujoco, path);
  document.read_defaults();
  MjcfCompiler compiler;
  for (pugi::xml_node node : document.children(mujoco.node()))
    if (std::string_view(node.name()) == "compiler")
      compiler.read(Element(document.sources(), node));
  bool touches = options.collisions;
  const Vec3 gravity = read_options(document, scene, touches);
  MjcfTree tree(document, compiler, touches);
  tree.read();
  Assembly assembly(tree.take_links(), scene, gravity);
  assembly.build();
  assembly.choose_stepper();
  MjcfActuation(document, compiler, tree, assembly).read();
  if (touches) {
    assembly.add_collisions(read_exclusions(document, tree));
    mujoco.approximated("contact between geoms: rigid, with the geometric mean of their frictions");
  } else {
    mujoco.ignored("contact between geoms: nothing touches");
  }
  return scene;
}

}  // namespace holon::importing
