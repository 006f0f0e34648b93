// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/world/certificate.h"
#include "holon/world/world.h"

namespace holon::cli {

/// How a run ended, on the standard output, for people or as JSON. The certificate may be null.
void print_summary(const World& world, const Certificate* certificate, bool json);

}  // namespace holon::cli
