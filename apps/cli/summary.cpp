// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/summary.h"

#include <iostream>
#include <nlohmann/json.hpp>

#include "apps/cli/results/csv.h"

namespace holon::cli {

void print_summary(const World& world, const Certificate* certificate, bool json) {
  const StepReport& r = world.report();
  const std::string worst = r.worst.is_none() ? "" : world.model().name_of(r.worst);
  if (json) {
    nlohmann::ordered_json out = {{"ok", r.ok},
                                  {"time", world.time()},
                                  {"steps", world.state().steps()},
                                  {"stepper", world.stepper()},
                                  {"worst_error", r.worst_error},
                                  {"worst_constraint", worst},
                                  {"energy", r.energy()},
                                  {"redundant_rows", r.dependent_rows},
                                  {"islands", r.islands}};
    if (certificate != nullptr)
      out["certificate"] = nlohmann::ordered_json::parse(certificate->json());
    std::cout << out.dump() << "\n";
    return;
  }
  std::cout << "time            " << shortest(world.time()) << " s\n"
            << "steps           " << world.state().steps() << " of " << world.stepper() << "\n"
            << "islands         " << r.islands << "\n"
            << "worst error     " << shortest(r.worst_error)
            << (worst.empty() ? "" : " (" + worst + ")") << "\n"
            << "redundant rows  " << r.dependent_rows << "\n"
            << "kinetic energy  " << shortest(r.kinetic_energy) << " J\n"
            << "total energy    " << shortest(r.energy()) << " J\n"
            << (certificate != nullptr ? certificate->text() : "");
}

}  // namespace holon::cli
