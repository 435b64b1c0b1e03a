// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a document takes from a file of named arrays, before any number is read but those of a causal mask.
#pragma once

#include "core/experiment/parameter.h"
#include "core/import/array_choice.h"
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
    /// Which arrays hold what, before any name is looked for.
    std::vector<ArrayChoice> arrays;
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
    Index rows = 0;          ///< as stored, of each of its matrices, if it is used for numbers
};

/// Columns of an array, after transposing: of its only matrix, or of one of those that it has for the heads.
struct ArrayPiece {
    std::size_t array = 0; ///< among ImportPlan::arrays
    Index matrix = 0;
    Columns columns;
};

/// A parameter, and where its numbers are.
struct PlannedParameter {
    ParameterId id = ParameterId::W_Q;
    std::vector<ArrayPiece> pieces; ///< one, or one for each head
    bool is_stacked = false;     ///< pieces stand below each other, as those of W_O; otherwise side by side
    Index rows = 0, columns = 0; ///< of the parameter
};

struct ImportPlan {
    const WeightFamily* family = nullptr;
    std::string prefix;                       ///< with its full stop or slash
    std::vector<PlannedArray> arrays;         ///< in the order of the file
    std::vector<PlannedParameter> parameters; ///< in the order of ParameterId
    std::optional<std::size_t> tokens;        ///< the array of texts
    bool is_causal = false;                   ///< an array of the layer says so
    /// Of attention alone: arrays of the same name with other numbers, of which the first one was taken.
    std::vector<std::string> others;
    Heads heads;
    bool assumes_one_head = false; ///< since neither an array nor a choice tells how many there are
    Index d_model = 0;             ///< 0 for given Q, K and V, and where attention alone is given
};

/// Finds the arrays of one layer by their names: the contract is in the manual, "Import". Without a layer,
/// weights or scores of attention alone are taken; see captured.h. Fails if no family is complete below the
/// prefix, if several layers are and no prefix is given, on shapes that cannot be taken, on more than
/// most_numbers, and where the number of heads is needed and cannot be told. The error names the file.
Result<ImportPlan> import_plan(const NamedArrays& arrays, const ImportChoices& choices);

/// The planned parameter; nullptr if the file has none.
const PlannedParameter* planned(const ImportPlan& plan, ParameterId id);

/// The prefixes that fit, as they are typed, in the order of the file.
std::vector<std::string> import_prefixes(const NamedArrays& arrays);

/// Whether the file has no layer and no attention under names that are known: then `ImportChoices::arrays`
/// has to say which is which.
bool has_unknown_names(const NamedArrays& arrays);

} // namespace lab
