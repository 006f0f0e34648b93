// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "holon/checks/load_checks.h"
#include "holon/checks/specimen.h"
#include "holon/world/world.h"

/// What every kind of constraint has to pass, whoever wrote it. The functions here measure and
/// leave it to the test to say how small is small enough.
///
/// A whole check of a kind `MyKind` reads
///
///     Random random(1);
///     for (const SideKind& a : side_kinds())
///       for (const SideKind& b : side_kinds())
///         if (auto specimen = random_specimen<MyKind>(random, a, b)) {
///           specimen->place_at_random(random);
///           const DerivativeErrors e = derivative_errors(*specimen, random);
///           if (e.settled) EXPECT_LT(e.worst(), 1e-6);
///         }
namespace holon::checks {

/// How far J, ċ and c̈ of a system are from what its own c says, each over the size of what is
/// compared.
struct DerivativeErrors {
  double value = 0.0;         ///< c of the two ways to evaluate it
  double jacobian = 0.0;      ///< J u, along a random motion u at a fixed time
  double rate = 0.0;          ///< ċ, along the motion
  double acceleration = 0.0;  ///< c̈ at v̇ = 0, along the motion
  /// Whether the finite differences converged. They do not at a kink of c, where an orientation is
  /// off by half a turn, say; nothing can be said there.
  bool settled = true;

  double worst() const { return std::max({value, jacobian, rate, acceleration}); }
};
DerivativeErrors derivative_errors(Specimen& specimen, Random& random);

/// How far the derivatives in use, by hand where a kind writes them, are from the automatic ones,
/// over their size.
template <class K>
double derivative_error(const K& kind, const typename ConnectorInfo<K>::Kins& kins) {
  ConstraintRows<K> used, automatic;
  evaluate(kind, kins, used);
  differentiate(kind, kins, automatic);
  double worst = 0.0;
  const auto compare = [&worst](const auto& x, const auto& y) {
    const double size = std::max(1.0, y.cwiseAbs().maxCoeff());
    worst = std::max(worst, (x - y).cwiseAbs().maxCoeff() / size);
  };
  compare(used.c, automatic.c);
  compare(used.c_dot, automatic.c_dot);
  compare(used.c_ddot, automatic.c_ddot);
  for (std::size_t i = 0; i < used.A.size(); ++i) compare(used.A[i], automatic.A[i]);
  return worst;
}

/// The work of the constraint force, for random λ, over the size of its parts.
struct WorkErrors {
  double power = 0.0;       ///< Σ f·ẋ + τ·ω over the connectors, against λ·(J v)
  double legal = 0.0;       ///< the same along a motion with J v = 0: nothing
  double pushed = 0.0;      ///< v·(Jᵀ λ) along that motion
  bool independent = true;  ///< no row follows from others
  double worst() const { return std::max({power, legal, pushed}); }
};
WorkErrors work_errors(Specimen& specimen, Random& random);

/// What is left of the loads for random λ.
Imbalance load_imbalance(Specimen& specimen, Random& random);

/// How an unmet constraint closes in a running world. The error of each row has to follow the
/// course (D + (Ḋ + D/τ) t) e^{−t/τ}, or Ḋ e^{−t/τ} for a row on velocities. One-sided rows may be
/// faster.
struct Closing {
  bool ok = true;            ///< every step succeeded
  bool independent = true;   ///< no row followed from others
  double conflict = 0.0;     ///< largest error that no motion could remove
  double first_error = 0.0;  ///< at the start
  double off_course = 0.0;   ///< largest deviation from the course
  double pull = 0.0;         ///< largest −λ of a one-sided row: must not be
  double final_error = 0.0;  ///< at the end
};
/// Runs `steps` steps of h and watches the active constraint `id`.
Closing watch_closing(World& world, ConstraintId id, double h, int steps);

/// A constraint switched off and on again in the middle of a run: for `on` steps of h it acts, for
/// `off` it does not, and for `on` it acts again.
struct Switching {
  bool ok = true;            ///< every step succeeded
  double idle_lambda = 0.0;  ///< largest |λ| while it was off
  Closing again;             ///< how it closed after it was switched on again
};
Switching switch_off_and_on(World& world, ConstraintId id, double h, int on, int off);

/// The mistakes for which a world refuses a constraint; none if it takes it. A refusal that changes
/// the world anyway is a UsageError.
std::vector<std::string> why_refused(World& world,
                                     const Constraint& kind,
                                     const ConstraintOptions& options = {});

}  // namespace holon::checks
