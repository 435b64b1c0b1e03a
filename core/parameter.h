// SPDX-License-Identifier: GPL-3.0-or-later
//
// The matrices that a person edits, by name.
#pragma once

#include "core/change.h"
#include "core/experiment.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace lab {

/// E is the table of token vectors, one row a distinct token of the sentence; `position` the learned table,
/// one row a position; the others are what the document calls them.
enum class ParameterId { E, W_Q, W_K, W_V, b_Q, b_K, b_V, W_O, b_O, Q, K, V, position };

/// What the columns of a parameter are divided into.
enum class Split { none, heads, groups };

struct ParameterInfo {
    ParameterId id;
    std::string_view name;  ///< "W_Q", the key in the document
    std::string_view title; ///< "Query weights"
    Field field;
    Split split;
};

/// A number of a parameter, named; as stored.
struct ParameterCell {
    ParameterId id = ParameterId::E;
    Index row = 0, column = 0;
    bool operator==(const ParameterCell&) const = default;
};

std::span<const ParameterInfo> all_parameters();
const ParameterInfo& info(ParameterId id);
/// True for what is added to every row, and stands in the document as an array of numbers.
bool is_bias(ParameterId id);
/// True for the parameters of `projection`: all but E and `position`.
bool is_projection(ParameterId id);

/// The matrix of a parameter, null where the experiment has none; `direct` has no E, whose table need not
/// cover the sentence there, and no `position`, which only `learned` has.
MatrixPtr parameter(const Experiment& experiment, ParameterId id);

/// Whether this kind of projection reads the parameter, where the experiment has it.
bool is_read(const Experiment& experiment, ParameterId id);

/// One number of it; the cell must exist.
double value_at(const Experiment& experiment, ParameterId id, Index row, Index column);

/// A parameter of `projection`, by name: is_projection(id).
MatrixPtr& projection_matrix(Projection& projection, ParameterId id);
const MatrixPtr& projection_matrix(const Projection& projection, ParameterId id);

/// The experiment with some numbers replaced, from that cell on. The cells must exist and the numbers be
/// finite. The vectors of tokens become the person's own; what is known of the parameter's origin is dropped.
Experiment with_cells(const Experiment& experiment, ParameterId id, Index row, Index column,
                      const Matrix& numbers);
/// The same for one number.
Experiment with_cell(const Experiment& experiment, ParameterId id, Index row, Index column, double value);

/// Forgets how the parameter of that name was made, where that is known.
void drop_origin(Experiment& experiment, const std::string& name);

/// The columns [first, first + count) that a head owns.
struct Columns {
    Index first = 0, count = 0;
};
Columns head_columns(Index width, Split split, const Heads& heads, HeadIndex head);

/// A column of a parameter as the head counts that reads it.
struct HeadFeature {
    HeadIndex first_head = 0, heads = 1; ///< the heads whose column it is: several where they share keys
    Index feature = 0;                   ///< among that head's columns
};
/// None where all heads read the column.
std::optional<HeadFeature> head_feature(const Experiment& experiment, ParameterId id, Index column);
/// "head 2", "heads 3–4".
std::string heads_text(const HeadFeature& feature);

} // namespace lab
