// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "holon/scene/builder.h"

namespace holon {

static constexpr std::array all_commands = {
    CommandHelp{
        "make",
        "make KIND NAME [field=value ...]",
        "a shape (rod, box, sphere, ...), which becomes a rigid body of mass 1 unless mass= "
        "or density= say, or any kind of object, force, constraint or controller; at=(x y "
        "z) is where it is, colour=#5C7A98 how it looks, 'as affine_body' what else a "
        "shape becomes"},
    CommandHelp{"connect",
                "connect A B [as KIND] [name=NAME] [field=value ...]",
                "joins two points, each like rod.end1, rod(0 0 0.5), nail(0 0 1) or rod; joints "
                "of frames take axis=(x y z) in the world"},
    CommandHelp{"disconnect", "disconnect NAME ...", "removes constraints"},
    CommandHelp{"spring",
                "spring A B [as KIND] [name=NAME] [field=value ...]",
                "a spring_damper between two points, or another force of two points"},
    CommandHelp{"push", "push A (fx fy fz) for=SECONDS", "a force at a point for a while"},
    CommandHelp{"gravity", "gravity on|off|(x y z)", "switches gravity, or gives it"},
    CommandHelp{"set",
                "set NAME=VALUE ...",
                "parameters of the scene, or numbers of things, as spring.stiffness=30"},
    CommandHelp{"place",
                "place NAME at=(x y z) [velocity= orientation= angular_velocity=]",
                "puts an object somewhere"},
    CommandHelp{"remove", "remove NAME ...", "removes things, with all that hangs on them"},
    CommandHelp{"activate", "activate NAME ...", "switches constraints, forces or controllers on"},
    CommandHelp{"deactivate", "deactivate NAME ...", "switches them off"},
    CommandHelp{
        "stepper", "stepper NAME [tolerance=... max_iterations=...]", "goes on by another method"},
};

std::span<const CommandHelp> builder_commands() {
  return all_commands;
}

}  // namespace holon
