// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is to be said of all arrays of somebody's own computation at once: which is the first that is not the
// document's, and whether the later ones are right for the numbers before them.
#pragma once

#include "core/analysis/diagnosis/claim.h"
#include "core/io/array_files.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace lab {

/// One that is a stage, by its name.
struct JudgedArray {
    std::string name;
    Diagnosis diagnosis;
    /// The given arrays before it that are not the document's and were taken instead, by name; empty: it is
    /// judged as a stage of the document itself.
    std::vector<std::string> for_own;
    std::shared_ptr<const Experiment> own; ///< the document with these in it; null if there are none
};

/// One that is a parameter of the document and has other numbers there, or another shape.
struct OtherParameter {
    std::string name;
    std::optional<WrongCell> first; ///< of a parameter; its stage and head mean nothing. nullopt: the shape
};

struct JudgedRun {
    std::vector<OtherParameter> parameters;
    std::vector<JudgedArray> arrays;        ///< in order of computation
    std::optional<std::size_t> first_wrong; ///< of these
    std::optional<std::size_t> first_nan;   ///< the first in which there is one
    CellRef nan_cell;                       ///< where, if there is one
    std::vector<std::string> unknown;       ///< of arrays that are no stage and no parameter, by their names

    bool is_right() const { return parameters.empty() && !first_wrong; }
};

/// Takes each array for a stage or a parameter by its name, see stages_called(); of several stages that have
/// that name, for the one that it agrees with. Judges it as judge() does, and if it is not the document's,
/// with the given arrays before it, which are not either, in place of the document's.
///
/// A single matrix of a stage with heads is of the head asked for. The experiment must be valid and have
/// tokens and that head. nullopt if it was stopped.
std::optional<JudgedRun> judge_all(const Experiment& experiment, const std::vector<NamedPrint>& given,
                                   HeadIndex head = 0, const std::stop_token& stop = {});

} // namespace lab
