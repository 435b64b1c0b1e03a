// SPDX-License-Identifier: GPL-3.0-or-later
//
// An explanation as text to keep.
#pragma once

#include "core/explain/explain.h"

namespace lab {

/// As Markdown: every step with its operands in a table, every number in full precision.
std::string write_markdown(const Explanation& explanation);

} // namespace lab
