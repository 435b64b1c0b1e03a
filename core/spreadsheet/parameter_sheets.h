// SPDX-License-Identifier: GPL-3.0-or-later
//
// The sheets of what may be changed: parameters, mask and settings.
#pragma once

#include "core/base/types.h"

#include <string>

namespace lab {

class SheetBuilder;

/// Before those of stages, which read them.
void add_parameter_sheets(SheetBuilder& to);

/// The name of the setting that says how fast a pair of columns turns, where the document gives that itself.
std::string rotary_frequency_name(Index pair);

} // namespace lab
