// SPDX-License-Identifier: GPL-3.0-or-later
//
// What characterises each head's attention, as a table for other programs.
#pragma once

#include "core/analysis/head_patterns.h"
#include "core/io/data_file.h"

#include <string>
#include <vector>

namespace lab {

/// A line a head, numbers in the shortest form that reads back exactly. CSV, TSV and Markdown begin with the
/// columns' names; .npy has the numbers alone, one row a head. What a head does not have is NaN.
std::string head_statistics(const std::vector<HeadPattern>& patterns, DataFormat format);

} // namespace lab
