// SPDX-License-Identifier: GPL-3.0-or-later
//
// What one layer of a file gives a document: see import_plan().
#pragma once

#include "core/import/import_plan.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lab {

/// Plans one layer, once. Errors name the array.
class Planner {
public:
    Planner(const NamedArrays& arrays, const ImportChoices& choices, const FoundLayer& layer);

    Result<ImportPlan> plan();

private:
    /// The matrices of an array, after transposing.
    struct View {
        Index matrices = 1, rows = 0, columns = 0;
    };

    void fail(std::string place, std::string found, std::string expected);
    const ArrayInfo* below(std::string_view name) const;
    /// The bias beside the weights of that name, or under its own.
    const ArrayInfo* bias_of(const std::string& prefix, std::string_view weights, std::string_view own) const;
    /// What belongs to no module may stand beside the layer's name.
    const ArrayInfo* below_or_beside(std::string_view name) const;
    std::size_t index_of(const ArrayInfo& array) const;
    PlannedArray& planned_array(const ArrayInfo& array) { return m_plan.arrays[index_of(array)]; }
    bool has(ParameterId id) const { return planned(m_plan, id) != nullptr; }
    Index width_of(ParameterId id) const;
    Index pieces_of(ParameterId id) const;
    std::string name_of_array(ParameterId id) const;

    void refuse_what_has_no_place();
    void take_chosen();
    void take_chosen(const ArrayChoice& choice);
    void take_projection();
    void take_joint();
    void take_output();
    void take_biases();
    void take_bias(ParameterId bias, ParameterId weights, std::string_view name, std::string_view own);
    void take_gains();
    void take_inputs();
    void take_tokens();
    void take_captured();
    void take_causal_mask();
    void check_numbers();
    /// Columns of W_Q, W_K and W_V, or of Q, K and V.
    bool are_usual_heads_fitting(Index queries, Index keys, Index values) const;
    void find_heads();
    bool heads_of_pieces();

    void take_weights(ParameterId id, std::string_view name);
    bool is_transposed(const FoundWeights& weights);
    /// nullopt, and an error, if the array cannot be taken.
    std::optional<View> view_of(const ArrayInfo& array, bool may_have_heads);
    /// Takes an array for a parameter: all of it, or a part of its columns.
    void take(ParameterId id, const ArrayInfo& array);
    void take_columns(ParameterId id, const ArrayInfo& array, const std::vector<Columns>& columns);
    void add(ParameterId id, std::vector<ArrayPiece> pieces, Index rows, Index columns,
             bool is_stacked = false);
    /// The columns of queries, keys or values (`part` 0 to 2) where one array has all three side by side.
    std::vector<Columns> joint_columns(const ArrayInfo& array, Index width, Index part);
    Index query_width(Index joint) const;

    const NamedArrays& m_arrays;
    const ImportChoices& m_choices;
    const FoundLayer m_layer;
    const WeightFamily& m_family;
    ImportPlan m_plan;
    bool m_joint_is_linear = false; ///< weights side by side are stored out × in
    std::optional<Error> m_error;
};

} // namespace lab
