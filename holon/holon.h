// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Everything a program needs to build a model, run it and read its forces.
#include "holon/geometry/shape.h"
#include "holon/world/certificate.h"
#include "holon/world/drawables.h"
#include "holon/world/world.h"
