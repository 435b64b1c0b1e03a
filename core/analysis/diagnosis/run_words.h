// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is said of all arrays of somebody's own computation, in words and as JSON.
#pragma once

#include "core/analysis/diagnosis/judge_all.h"
#include "core/analysis/diagnosis/naming.h"
#include "core/experiment/said.h"

#include <string>
#include <vector>

namespace lab {

/// What there is to say of all: which is the first that is not right, parameters that are not the document's,
/// the first NaN, names that no stage has. Sentences without full stops at their ends.
std::vector<Said> run_words(const Experiment& experiment, const JudgedRun& run, const Naming& naming);

/// What there is to say of one array: "right for your Q", or its mistake. Without a full stop at its end.
Said judged_array_words(const Experiment& experiment, const JudgedArray& array, const Naming& naming);

/// The same after the array's name, and what it was taken for: "Q (queries): right".
Said said_of_array(const Experiment& experiment, const JudgedArray& array, const Naming& naming);

/// The same of all arrays, in order. Arrays of which the same mistake is said are named together, where the
/// first of them stands: "Q (queries) and K (keys): …".
std::vector<Said> said_of_arrays(const Experiment& experiment, const JudgedRun& run, const Naming& naming);

/// One object for the command line's --json. Array and stage names are those of files.
std::string run_json(const Experiment& experiment, const JudgedRun& run);

} // namespace lab
