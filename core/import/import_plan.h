// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a document takes from a file of named arrays, before any number is read.
#pragma once

#include "core/experiment/parameter.h"
#include "core/import/families.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lab {

/// What whoever imports says of the file.
struct ImportChoices {
    std::optional<std::string>
        prefix; ///< of the layer, with or without its full stop; absent: the only layer
    std::optional<std::string> tokens, source_tokens; ///< split at white space
    std::optional<Index> heads, kv_heads;
    Heads usual; ///< taken where neither that nor an array tells the heads, and if they fit
    /// Whether weights of that name are transposed, where their name does not decide it.
    std::map<std::string, bool> transposed;
};

/// An array of the file.
struct PlannedArray {
    std::string name;
    std::vector<std::size_t> shape;
    std::string type;
    std::string taken_for;   ///< "W_Q", "W_Q, W_K and W_V", "X", "tokens"; empty: not used
    bool transposed = false; ///< on reading, to X·W
    bool asks = false;       ///< square weights whose name does not tell how they are stored
};

/// A parameter, and where its numbers are.
struct PlannedParameter {
    ParameterId id = ParameterId::W_Q;
    std::size_t array = 0;           ///< among ImportPlan::arrays
    std::size_t part = 0, parts = 1; ///< of several side by side, after transposing
    Index rows = 0, columns = 0;     ///< of the parameter
};

struct ImportPlan {
    const WeightFamily* family = nullptr;
    std::string prefix;                       ///< with its full stop or slash
    std::vector<PlannedArray> arrays;         ///< in the order of the file
    std::vector<PlannedParameter> parameters; ///< in the order of ParameterId
    std::optional<std::size_t> tokens;        ///< the array of texts
    Heads heads;
    Index d_model = 0; ///< 0 for given Q, K and V
};

/// Finds the arrays of one layer by their names: the contract is in the manual, "Import". Fails if no family
/// is complete below the prefix, if several layers are and no prefix is given, on shapes that cannot be
/// taken, on more than most_numbers, and where the number of heads is needed and cannot be told. The error
/// names the file.
Result<ImportPlan> import_plan(const NamedArrays& arrays, const ImportChoices& choices);

/// The planned parameter; nullptr if the file has none.
const PlannedParameter* planned(const ImportPlan& plan, ParameterId id);

/// The prefixes that fit, as they are typed, in the order of the file.
std::vector<std::string> import_prefixes(const NamedArrays& arrays);

} // namespace lab
