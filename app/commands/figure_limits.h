// SPDX-License-Identifier: GPL-3.0-or-later
//
// Figures that would take more memory than is reasonable.
#pragma once

#include "ui/figures/figure_file.h"

namespace lab {

/// Why such a view of the document cannot be drawn into a file of that format, or nothing. Asked before
/// anything is computed for it; the view is one that the document has. The error's place is empty.
std::optional<Error> too_large_to_draw(const Experiment& experiment, const Figure& view, FigureFormat format);

} // namespace lab
