// SPDX-License-Identifier: GPL-3.0-or-later
//
// The sheets of what may be changed: parameters, mask and settings.
#pragma once

namespace lab {

class SheetBuilder;

/// Before those of stages, which read them.
void add_parameter_sheets(SheetBuilder& to);

} // namespace lab
