// SPDX-License-Identifier: GPL-3.0-or-later
//
// Documents with PyTorch's results for them (tests/data/golden).
#pragma once

#include "core/experiment/stage.h"

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

/// Loads one case, of tests/data/golden or another folder beside it. Throws if it cannot be read.
Golden load_golden(const std::string& name, const std::string& folder = "golden");

/// Returns the matrix of a stage and head.
using StageSource = std::function<Matrix(StageId, HeadIndex)>;

/// The first mismatch between the stages of `source` and a result for this experiment, or nothing. The result
/// must contain the experiment's stages in order, with one matrix per head, within tolerance.
std::optional<std::string> contradiction(const Experiment& experiment, const nlohmann::ordered_json& result,
                                         const StageSource& source);

/// The same for those stages alone that the result contains.
std::optional<std::string> contradiction_in_part(const Experiment& experiment,
                                                 const nlohmann::ordered_json& result,
                                                 const StageSource& source);

/// A matrix from a result, where "inf", "-inf" and "nan" are strings.
Matrix matrix_of(const nlohmann::ordered_json& rows);

} // namespace lab::test
