// SPDX-License-Identifier: GPL-3.0-or-later
//
// How numbers are named in what is said of them.
#pragma once

#include "core/experiment/experiment.h"

namespace lab {

/// How heads, rows and columns are named: files and the command line count from 0 and have a row for each
/// query, the window counts from 1 and shows the document's notation.
struct Naming {
    Index first = 0;
    Notation notation = Notation::rows;
};
inline constexpr Naming naming_in_files{};
Naming naming_in_window(const Experiment& experiment);

} // namespace lab
