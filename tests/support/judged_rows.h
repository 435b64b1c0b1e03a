// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers with a known mistake, right numbers in another arrangement, and numbers of which nothing is to be
// claimed, computed by NumPy and by nothing of this project: what is said of them. Each file of
// tests/data/judged has one of them a line, as JSON:
//
//   name, document (a name in documents.json), stage, and head, unless the numbers are of all heads;
//   numbers (of full precision) or text (as somebody pastes it);
//   verdict: as diagnosis_json() gives it, or "unclaimed": no mistake may be claimed;
//   arrangement: keys, in any order; mistakes: the keys of the claim that is to be named first;
//   mistakes_any: keys of mistakes that give the very same numbers, each of which may be named alone;
//   value, at, other: the value, stage and head of that claim's mistake.
#pragma once

#include "core/analysis/diagnosis/mistakes.h"
#include "core/io/printed_array.h"

#include <nlohmann/json.hpp>

#include <string>
#include <utility>
#include <vector>

namespace lab::test {

using JudgedJson = nlohmann::ordered_json;

/// The rows of all files, each with the names of its file and its own. Throws if they cannot be read.
std::vector<std::pair<std::string, JudgedJson>> judged_rows();

/// What is asked in a row.
struct JudgedRow {
    const Experiment& experiment;
    Asked asked;
    PrintedArray given;
};
JudgedRow judged_row(const JudgedJson& row);

} // namespace lab::test
