// SPDX-License-Identifier: GPL-3.0-or-later
//
// Draws the figure that the command line asks for, and delivers it.
#pragma once

#include "app/commands/figure_options.h"

namespace lab {

/// Of a document that was read from the request's file, whose fault it is if there is no such figure. The
/// view of a comparison has what it is compared with. Returns an exit code.
int draw_request(const Experiment& document, ExportRequest request);

} // namespace lab
