// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/planner.h"

#include "core/base/comma_list.h"
#include "core/base/text_position.h"
#include "core/import/captured.h"

#include <algorithm>
#include <array>

namespace lab {

namespace {

/// A parameter of a document by its name, which there must be.
ParameterId parameter_named(std::string_view name) {
    return std::ranges::find(all_parameters(), name, &ParameterInfo::name)->id;
}

bool is_square(const ArrayInfo& array) {
    const std::vector<std::size_t>& shape = array.shape;
    return shape.size() >= 2 && shape.back() == shape[shape.size() - 2];
}

bool may_be_by_head(ParameterId id) {
    using enum ParameterId;
    return id == W_Q || id == W_K || id == W_V || id == W_O || id == Q || id == K || id == V;
}

} // namespace

Planner::Planner(const NamedArrays& arrays, const ImportChoices& choices, const FoundLayer& layer)
    : m_arrays(arrays), m_choices(choices), m_layer(layer), m_family(*layer.family) {
    m_plan.family = layer.family;
    m_plan.prefix = layer.prefix;
    m_plan.others = layer.others;
    for (const ArrayInfo& array : arrays.arrays())
        m_plan.arrays.push_back({array.name, array.shape, array.type, {}, false, false, 0});
}

Result<ImportPlan> Planner::plan() {
    refuse_what_has_no_place();
    take_chosen();
    if (is_captured(m_family)) {
        take_captured();
    } else {
        take_projection();
        take_output();
        take_gains();
        take_inputs();
        if (const ArrayInfo* sinks = below("sinks"); sinks && !has(ParameterId::sink))
            take(ParameterId::sink, *sinks);
        take_causal_mask();
    }
    take_tokens();
    if (!m_error)
        check_numbers();
    if (!m_error && !is_captured(m_family))
        find_heads();
    if (m_error)
        return *m_error;
    for (PlannedArray& array : m_plan.arrays) {
        if (const std::size_t last = array.taken_for.rfind(", "); last != std::string::npos)
            array.taken_for.replace(last, 2, " and ");
    }
    std::ranges::stable_sort(m_plan.parameters, {}, &PlannedParameter::id);
    return std::move(m_plan);
}

void Planner::fail(std::string place, std::string found, std::string expected) {
    if (!m_error)
        m_error = Error{std::move(place), std::move(found), std::move(expected)};
}

const ArrayInfo* Planner::below(std::string_view name) const {
    return name.empty() ? nullptr : m_arrays.find(m_plan.prefix + std::string(name));
}

const ArrayInfo* Planner::bias_of(const std::string& prefix, std::string_view weights,
                                  std::string_view own) const {
    const ArrayInfo* bias = m_arrays.find(prefix + std::string(weights) + ".bias");
    return bias || own.empty() ? bias : m_arrays.find(prefix + std::string(own));
}

const ArrayInfo* Planner::below_or_beside(std::string_view name) const {
    const ArrayInfo* array = below(name);
    return array ? array : m_arrays.find(name);
}

std::size_t Planner::index_of(const ArrayInfo& array) const {
    return static_cast<std::size_t>(&array - m_arrays.arrays().data());
}

Index Planner::width_of(ParameterId id) const {
    const PlannedParameter* parameter = planned(m_plan, id);
    return parameter ? parameter->columns : 0;
}

Index Planner::pieces_of(ParameterId id) const {
    const PlannedParameter* parameter = planned(m_plan, id);
    return parameter ? static_cast<Index>(parameter->pieces.size()) : 0;
}

std::string Planner::name_of_array(ParameterId id) const {
    return m_plan.arrays[planned(m_plan, id)->pieces.front().array].name;
}

void Planner::refuse_what_has_no_place() {
    for (const std::string_view name : m_family.refused) {
        if (const ArrayInfo* array = below(name))
            fail(array->name, "a key and a value that are added to every sequence (add_bias_kv)",
                 "none: a document has no place for them");
    }
}

std::optional<Planner::View> Planner::view_of(const ArrayInfo& array, bool may_have_heads) {
    PlannedArray& taken = planned_array(array);
    const Result<ArrayShape> shape = array_shape(array.shape, may_have_heads);
    if (array.problem)
        fail(array.name, array.problem->message(), "numbers");
    else if (array.is_text)
        fail(array.name, "texts", "numbers");
    else if (!shape)
        fail(array.name, shape.error().found, shape.error().expected);
    if (array.problem || array.is_text || !shape)
        return std::nullopt;
    const auto [heads, matrix] = shape.value();
    taken.rows = matrix.rows;
    View view{std::max<Index>(heads, 1), matrix.rows, matrix.columns};
    if (taken.transposed)
        std::swap(view.rows, view.columns);
    return view;
}

void Planner::add(ParameterId id, std::vector<ArrayPiece> pieces, Index rows, Index columns,
                  bool is_stacked) {
    const std::string name(info(id).name);
    for (const ArrayPiece& piece : pieces) {
        std::string& taken = m_plan.arrays[piece.array].taken_for;
        if (taken != name && !taken.ends_with(' ' + name))
            taken += (taken.empty() ? "" : ", ") + name;
    }
    m_plan.parameters.push_back({id, std::move(pieces), is_stacked, rows, columns});
}

void Planner::take(ParameterId id, const ArrayInfo& array) {
    const std::optional<View> view = view_of(array, may_be_by_head(id));
    if (!view)
        return;
    const auto [matrices, rows, columns] = *view;
    if ((is_one_row(id) || id == ParameterId::sink) && rows != 1)
        return fail(array.name, shape_text(rows, columns), "one row of numbers");
    std::vector<ArrayPiece> pieces;
    for (Index matrix = 0; matrix < matrices; ++matrix)
        pieces.push_back({index_of(array), matrix, {0, columns}});
    const bool is_stacked = id == ParameterId::W_O;
    add(id, std::move(pieces), is_stacked ? rows * matrices : rows, is_stacked ? columns : columns * matrices,
        is_stacked);
}

void Planner::take_columns(ParameterId id, const ArrayInfo& array, const std::vector<Columns>& columns) {
    const std::optional<View> view = view_of(array, false);
    if (!view)
        return;
    if (is_one_row(id) && view->rows != 1)
        return fail(array.name, shape_text(view->rows, view->columns), "one row of numbers");
    std::vector<ArrayPiece> pieces;
    Index width = 0;
    for (const Columns& each : columns) {
        pieces.push_back({index_of(array), 0, each});
        width += each.count;
    }
    add(id, std::move(pieces), view->rows, width);
}

void Planner::take_chosen() {
    for (const ArrayChoice& choice : m_choices.arrays)
        take_chosen(choice);
}

void Planner::take_chosen(const ArrayChoice& choice) {
    const ArrayInfo* array = m_arrays.find(choice.array);
    if (!array)
        array = below(choice.array);
    const std::string roles = comma_list(choice.roles);
    if (!array)
        return fail(roles, "no array named " + quoted_excerpt(choice.array), "one of the file's names");
    const std::string& role = choice.roles.front();
    if (role == "tokens") {
        m_plan.tokens = index_of(*array);
        planned_array(*array).taken_for = "tokens";
        return;
    }
    if (role == "weights" || role == "scores")
        return; // the family is that of attention alone
    const auto turned = m_choices.transposed.find(array->name);
    planned_array(*array).transposed =
        turned == m_choices.transposed.end() ? choice.transposed : turned->second;
    planned_array(*array).asks = is_square(*array) && role.starts_with("W_") && !choice.transposed;
    const auto parts = static_cast<Index>(choice.roles.size());
    if (parts == 1)
        return take(parameter_named(role), *array);
    const std::optional<View> view = view_of(*array, false);
    if (!view)
        return;
    if (view->columns % parts != 0)
        return fail(array->name, std::to_string(view->columns) + " columns",
                    std::to_string(parts) + " equal parts, for " + roles);
    const Index width = view->columns / parts;
    for (Index part = 0; part < parts; ++part)
        take_columns(parameter_named(choice.roles[static_cast<std::size_t>(part)]), *array,
                     {{part * width, width}});
}

/// Whether weights are transposed on reading; asks where neither name nor shape tells.
bool Planner::is_transposed(const FoundWeights& weights) {
    PlannedArray& array = planned_array(*weights.array);
    array.asks = weights.is_bare && is_square(*weights.array);
    const auto chosen = m_choices.transposed.find(array.name);
    return chosen == m_choices.transposed.end() ? weights.is_linear : chosen->second;
}

/// One array, or one for each of separate heads.
void Planner::take_weights(ParameterId id, std::string_view name) {
    if (has(id))
        return;
    if (m_layer.separate_heads == 0) {
        const FoundWeights weights = *weights_named(m_arrays, m_plan.prefix, name, m_family.storage);
        planned_array(*weights.array).transposed = is_transposed(weights);
        return take(id, *weights.array);
    }
    std::vector<ArrayPiece> pieces;
    Index rows = 0, columns = 0;
    for (Index head = 0; head < m_layer.separate_heads; ++head) {
        const FoundWeights weights =
            *weights_named(m_arrays, prefix_of_head(m_plan.prefix, head), name, m_family.storage);
        planned_array(*weights.array).transposed = is_transposed(weights);
        const std::optional<View> view = view_of(*weights.array, false);
        if (!view)
            return;
        if (head > 0 && (view->rows != rows || view->columns != columns / head))
            return fail(weights.array->name, shape_text(view->rows, view->columns),
                        shape_text(rows, columns / head) + ", as the first head has");
        rows = view->rows;
        columns += view->columns;
        pieces.push_back({index_of(*weights.array), 0, {0, view->columns}});
    }
    add(id, std::move(pieces), rows, columns);
}

void Planner::take_projection() {
    if (m_family.names[0].empty())
        return; // all has been chosen
    if (m_family.is_joint()) {
        take_joint();
    } else {
        const std::array<ParameterId, 3> ids = m_family.parameters();
        for (std::size_t i = 0; i < ids.size(); ++i)
            take_weights(ids[i], m_family.names[i]);
    }
    if (m_family.storage != Storage::given)
        take_biases();
}

void Planner::take_joint() {
    FoundWeights joint = *weights_named(m_arrays, m_plan.prefix, m_family.names[0], m_family.storage);
    const Result<MatrixShape> shape = matrix_shape(joint.array->shape);
    if (m_family.storage == Storage::by_shape && shape) {
        const auto [rows, columns] = shape.value();
        joint.is_linear = columns <= rows / 3 && rows == 3 * columns;
        if (!joint.is_linear && (rows > columns / 3 || columns != 3 * rows))
            fail(joint.array->name, shape_text(rows, columns), "d × 3d or 3d × d");
    }
    m_joint_is_linear = is_transposed(joint);
    planned_array(*joint.array).transposed = m_joint_is_linear;
    const std::optional<View> view = view_of(*joint.array, false);
    const std::array<ParameterId, 3> ids = m_family.parameters();
    for (std::size_t i = 0; i < ids.size() && view; ++i) {
        if (!has(ids[i]))
            take_columns(ids[i], *joint.array,
                         joint_columns(*joint.array, view->columns, static_cast<Index>(i)));
    }
}

} // namespace lab
