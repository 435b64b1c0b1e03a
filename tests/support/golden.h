// SPDX-License-Identifier: GPL-3.0-or-later
//
// Documents with the results that PyTorch gives for them (tests/data/golden).
#pragma once

#include "core/stage.h"

#include <nlohmann/json.hpp>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace lab::test {

struct Golden {
    std::string document; ///< as JSON text
    Experiment experiment;
    nlohmann::ordered_json result;
};

/// The names of all cases, sorted.
std::vector<std::string> golden_names();

/// One case. Throws where it cannot be read.
Golden load_golden(const std::string& name);

/// Gives the matrix of a stage and head.
using StageSource = std::function<Matrix(StageId, HeadIndex)>;

/// What is wrong with the stages of `source`, compared with a result for this experiment: the result holds
/// the stages that the experiment has, in their order, each with a matrix for every head, within the
/// tolerance. Nothing where all is well.
std::optional<std::string> contradiction(const Experiment& experiment, const nlohmann::ordered_json& result,
                                         const StageSource& source);

/// A matrix as a result holds it, where "inf", "-inf" and "nan" stand for themselves.
Matrix matrix_of(const nlohmann::ordered_json& rows);

} // namespace lab::test
