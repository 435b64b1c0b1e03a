// SPDX-License-Identifier: GPL-3.0-or-later
//
// Refuses figures that would take an unreasonable amount of memory.
#pragma once

#include "ui/figures/figure_file.h"

namespace lab {

/// Why this figure of the document cannot be written in that format; nullopt if it can. Checked before
/// anything is computed for it. The document must have the figure. The error's place is empty.
std::optional<Error> too_large_to_draw(const Experiment& experiment, const Figure& view, FigureFormat format);

} // namespace lab
