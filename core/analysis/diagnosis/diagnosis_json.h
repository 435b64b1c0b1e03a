// SPDX-License-Identifier: GPL-3.0-or-later
//
// A diagnosis for programs.
#pragma once

#include "core/analysis/diagnosis/claim.h"

#include <string>
#include <string_view>

namespace lab {

/// What a diagnosis comes to, in one word: "right", "mistake", "nearly", "line", "slip", "may_be_chance",
/// "shape" or "differs", in this order of precedence.
std::string_view verdict_of(const Diagnosis& diagnosis);

/// An object in JSON, as resources/manual/command-line.md describes it; heads, rows and columns count from 0.
std::string diagnosis_json(const Experiment& experiment, const Diagnosis& diagnosis);

} // namespace lab
