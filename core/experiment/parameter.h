// SPDX-License-Identifier: GPL-3.0-or-later
//
// The matrices that the user edits, by name.
#pragma once

#include "core/experiment/change.h"
#include "core/experiment/experiment.h"
#include "core/experiment/said.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace lab {

/// E is the table of token vectors, one row per distinct token of the sentence. Where inputs are given by
/// row, X and X_source take its place, one row per token of the sentence and of the source. `position` is the
/// learned table, one row per position; g_Q and g_K are the gains of normalised queries and keys; `sink`
/// holds one score for all heads, or one for each; `additive` the added scores, (n_q, n_k) for all heads or
/// (n_q, H·n_k), those of each head side by side. The others are named as in the document.
enum class ParameterId {
    E,
    X,
    X_source,
    W_Q,
    W_K,
    W_V,
    b_Q,
    b_K,
    b_V,
    W_O,
    b_O,
    Q,
    K,
    V,
    position,
    g_Q,
    g_K,
    sink,
    additive
};

/// What the columns of a parameter are divided into.
enum class Split { none, heads, groups };

struct ParameterInfo {
    ParameterId id;
    std::string_view name;  ///< "W_Q", the key in the document
    std::string_view title; ///< "Query weights"
    Field field;
    Split split; ///< see split_of()
};

/// A number of a parameter, by its position as stored.
struct ParameterCell {
    ParameterId id = ParameterId::E;
    Index row = 0, column = 0;
    bool operator==(const ParameterCell&) const = default;
};

std::span<const ParameterInfo> all_parameters();
const ParameterInfo& info(ParameterId id);
/// True for biases, which are added to every row.
bool is_bias(ParameterId id);
/// True for the inputs given by row, X and X_source.
bool is_given_input(ParameterId id);
/// True for the gains of normalised queries and keys, which multiply every row.
bool is_gain(ParameterId id);
/// True for biases and gains: a single row, stored as an array of numbers.
inline bool is_one_row(ParameterId id) {
    return is_bias(id) || is_gain(id);
}
/// True for the parameters of `projection`: all but E, X, X_source, `position`, the gains, `sink` and
/// `additive`.
bool is_projection(ParameterId id);
/// What the columns of a parameter are divided into in this experiment: those of `additive` are not divided
/// if all heads share them.
Split split_of(const Experiment& experiment, ParameterId id);
/// Whether the parameter may hold these numbers: finite ones, in `additive` −∞ as well.
bool may_hold(ParameterId id, const Matrix& numbers);

/// The matrix of a parameter, null if the experiment has none. `direct` has no E, whose table need not cover
/// the sentence there, no X and no `position`, which only `learned` has. Of E and X it has one, depending on
/// `inputs`, and X_source only with a source. Gains need a norm; only softmax has a
/// `sink`.
MatrixPtr parameter(const Experiment& experiment, ParameterId id);

/// Whether the experiment computes with the parameter, if it has it.
bool is_read(const Experiment& experiment, ParameterId id);

/// One number of a parameter; the cell must exist.
double value_at(const Experiment& experiment, ParameterId id, Index row, Index column);

/// The parameters that only this kind of projection has.
std::span<const ParameterId> own_parameters(ProjectionKind kind);
/// The same, plus W_O and b_O.
std::span<const ParameterId> parameters_of(ProjectionKind kind);

/// A parameter of `projection`; requires is_projection(id).
MatrixPtr& projection_matrix(Projection& projection, ParameterId id);
const MatrixPtr& projection_matrix(const Projection& projection, ParameterId id);

/// Where the experiment holds a parameter other than E and `additive`, whether it is read or not; null for
/// gains if there is no norm.
MatrixPtr* place_of(Experiment& experiment, ParameterId id);
const MatrixPtr* place_of(const Experiment& experiment, ParameterId id);

/// The experiment with some numbers replaced, starting at that cell. The cells must exist, and the parameter
/// may_hold() the numbers. Edited token vectors no longer count as seeded, and the parameter's origin is
/// dropped.
Experiment with_cells(const Experiment& experiment, ParameterId id, Index row, Index column,
                      const Matrix& numbers);
/// The same for one number.
Experiment with_cell(const Experiment& experiment, ParameterId id, Index row, Index column, double value);

/// Drops the record of how the parameter, or what has that name, was made, if there is one.
void drop_origin(Experiment& experiment, ParameterId id);
void drop_origin(Experiment& experiment, const std::string& name);

/// The columns [first, first + count) that a head owns.
struct Columns {
    Index first = 0, count = 0;
    bool operator==(const Columns&) const = default;
};
Columns head_columns(Index width, Split split, const Heads& heads, HeadIndex head);

/// A column of a parameter, counted within the head that reads it.
struct HeadFeature {
    HeadIndex first_head = 0, heads = 1; ///< the heads that the column belongs to: several if they share keys
    Index feature = 0;                   ///< among that head's columns
};
/// nullopt if all heads read the column.
std::optional<HeadFeature> head_feature(const Experiment& experiment, ParameterId id, Index column);
/// "head 2", "heads 3–4".
Said heads_words(const HeadFeature& feature);

} // namespace lab
