// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "holon/step/stepper.h"

/// Makers of the methods; each has its own file.
namespace holon {

std::unique_ptr<Stepper> make_projected(const StepperOptions& options);
std::unique_ptr<Stepper> make_euler(const StepperOptions& options);
std::unique_ptr<Stepper> make_double_euler(const StepperOptions& options);
std::unique_ptr<Stepper> make_rk2(const StepperOptions& options);
std::unique_ptr<Stepper> make_rk4(const StepperOptions& options);
std::unique_ptr<Stepper> make_dormand_prince(const StepperOptions& options);
std::unique_ptr<Stepper> make_correction(const StepperOptions& options);
std::unique_ptr<Stepper> make_first_order(const StepperOptions& options);
std::unique_ptr<Stepper> make_adams(const StepperOptions& options);
std::unique_ptr<Stepper> make_bdf(const StepperOptions& options);

}  // namespace holon
