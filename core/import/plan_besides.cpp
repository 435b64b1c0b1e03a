// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a layer has besides its projection, and how many heads it has.
#include "core/base/comma_list.h"
#include "core/import/captured.h"
#include "core/import/planner.h"

#include <algorithm>
#include <array>
#include <span>

namespace lab {

namespace {

constexpr std::array<std::string_view, 4> input_names_in_files{"X", "x", "hidden_states", "inputs"};
constexpr std::array<std::string_view, 3> source_names_in_files{"X_source", "memory",
                                                                "encoder_hidden_states"};
constexpr std::array bias_ids{ParameterId::b_Q, ParameterId::b_K, ParameterId::b_V};
constexpr std::array<std::pair<std::string_view, std::string_view>, 2> gain_names_in_files{
    {{"q_norm.weight", "k_norm.weight"}, {"norm_q.weight", "norm_k.weight"}}};
/// Buffers of GPT-2 and of lectures that follow it.
constexpr std::array<std::string_view, 2> causal_names_in_files{"bias", "tril"};

/// Whether it is square, 1 where the key is not later and 0 elsewhere.
bool is_lower_triangle(const Matrix& numbers) {
    if (numbers.rows() != numbers.cols() || numbers.rows() < 2)
        return false;
    for (Index row = 0; row < numbers.rows(); ++row) {
        for (Index column = 0; column < numbers.cols(); ++column) {
            if (numbers(row, column) != (column <= row ? 1 : 0))
                return false;
        }
    }
    return true;
}

std::string heads_text(Index count) {
    return std::to_string(count) + (count == 1 ? " head" : " heads");
}

} // namespace

std::vector<Columns> Planner::joint_columns(const ArrayInfo& array, Index width, Index part) {
    const std::string found = std::to_string(width) + " columns";
    const Index heads = m_choices.heads.value_or(m_choices.usual.count);
    if (m_family.joined == Joined::by_head) {
        if (!m_choices.heads && heads == 1)
            fail(array.name, "queries, keys and values of each head one after the other",
                 "the number of heads, which no array tells");
        else if (width % (3 * heads) != 0)
            fail(array.name, found, std::to_string(heads) + " heads of three equal parts");
        const Index size = width / (3 * heads);
        std::vector<Columns> columns;
        for (Index head = 0; head < heads; ++head)
            columns.push_back({(3 * head + part) * size, size});
        return columns;
    }
    if (m_family.joined == Joined::widths) {
        const Index queries = query_width(width);
        const Index others = (width - queries) / 2;
        if (queries <= 0 || others <= 0 || queries + 2 * others != width)
            fail(array.name, found, std::to_string(queries) + " for queries, and two equal parts");
        return {part == 0 ? Columns{0, queries} : Columns{queries + (part - 1) * others, others}};
    }
    if (width % 3 != 0)
        fail(array.name, found, "three equal parts, for Q, K and V");
    return {{part * (width / 3), width / 3}};
}

/// As wide as what the output's weights read, as the numbers of heads say, or a third.
Index Planner::query_width(Index joint) const {
    for (const std::string_view name : m_family.outputs) {
        const auto weights = name.empty()
                                 ? std::nullopt
                                 : weights_named(m_arrays, m_plan.prefix, name, m_family.output_storage);
        const auto shape = weights ? std::optional(matrix_shape(weights->array->shape)) : std::nullopt;
        if (shape && *shape)
            return weights->is_linear ? shape->value().columns : shape->value().rows;
    }
    if (m_choices.heads && m_choices.kv_heads)
        return joint / (*m_choices.heads + 2 * *m_choices.kv_heads) * *m_choices.heads;
    return joint / 3;
}

void Planner::take_biases() {
    const std::string joint_name = m_family.is_joint() && m_family.joint_bias.empty()
                                       ? std::string(m_family.names[0]) + ".bias"
                                       : std::string(m_family.joint_bias);
    if (const ArrayInfo* joint = below(joint_name)) {
        const std::optional<View> view = view_of(*joint, false);
        for (std::size_t i = 0; i < bias_ids.size() && view; ++i) {
            if (!has(bias_ids[i]))
                take_columns(bias_ids[i], *joint,
                             joint_columns(*joint, view->columns, static_cast<Index>(i)));
        }
        return;
    }
    for (std::size_t i = 0; i < bias_ids.size() && !m_family.is_joint(); ++i)
        take_bias(bias_ids[i], m_family.parameters()[i], m_family.names[i], m_family.biases[i]);
}

/// The bias of weights: one array, one for each of separate heads, or a row for each head where the weights
/// have a matrix for each.
void Planner::take_bias(ParameterId bias, ParameterId weights, std::string_view name, std::string_view own) {
    if (has(bias))
        return;
    std::vector<const ArrayInfo*> arrays;
    for (Index head = 0; head < std::max<Index>(m_layer.separate_heads, 1); ++head) {
        const std::string prefix =
            m_layer.separate_heads > 0 ? prefix_of_head(m_plan.prefix, head) : m_plan.prefix;
        if (const ArrayInfo* found = bias_of(prefix, name, own))
            arrays.push_back(found);
    }
    if (arrays.empty())
        return;
    const Index pieces = pieces_of(weights);
    const std::optional<View> view = view_of(*arrays.front(), false);
    if (!view || (arrays.size() == 1 && (pieces == 1 || view->rows != pieces)))
        return view ? take(bias, *arrays.front()) : void();
    std::vector<ArrayPiece> rows;
    for (Index row = 0; row < pieces; ++row) {
        const ArrayInfo* array = arrays.size() == 1 ? arrays.front() : nullptr;
        if (!array && static_cast<std::size_t>(row) < arrays.size())
            array = arrays[static_cast<std::size_t>(row)];
        const std::optional<View> its = array ? view_of(*array, false) : std::nullopt;
        if (!its || its->columns != view->columns || (arrays.size() > 1 && its->rows != 1))
            return fail(arrays.front()->name, "no bias of the same width for each head", "one for each head");
        planned_array(*array).rows = 1;
        rows.push_back({index_of(*array), arrays.size() == 1 ? row : 0, {0, view->columns}});
    }
    add(bias, std::move(rows), 1, view->columns * pieces);
}

void Planner::take_output() {
    for (const std::string_view name : m_family.outputs) {
        if (name.empty() || has(ParameterId::W_O))
            continue;
        auto weights = weights_named(m_arrays, m_plan.prefix, name, m_family.output_storage);
        if (!weights)
            continue;
        if (m_family.output_storage == Storage::by_shape)
            weights->is_linear = m_joint_is_linear;
        planned_array(*weights->array).transposed = is_transposed(*weights);
        take(ParameterId::W_O, *weights->array);
        if (const ArrayInfo* bias = bias_of(m_plan.prefix, name, m_family.biases[3]);
            bias && !has(ParameterId::b_O))
            take(ParameterId::b_O, *bias);
    }
}

void Planner::take_gains() {
    for (const auto& [q_name, k_name] : gain_names_in_files) {
        const ArrayInfo* q = below(q_name);
        const ArrayInfo* k = below(k_name);
        if ((!q && !k) || has(ParameterId::g_Q) || has(ParameterId::g_K))
            continue;
        if (!q || !k)
            return fail((q ? q : k)->name, "no " + std::string(q ? k_name : q_name) + " beside it",
                        "both, since queries and keys are normalised alike");
        take(ParameterId::g_Q, *q);
        take(ParameterId::g_K, *k);
    }
}

void Planner::take_inputs() {
    if (m_family.storage == Storage::given)
        return;
    const auto first_of = [this](std::span<const std::string_view> names) -> const ArrayInfo* {
        for (const std::string_view name : names) {
            if (const ArrayInfo* array = below_or_beside(name))
                return array;
        }
        return nullptr;
    };
    if (const ArrayInfo* inputs = first_of(input_names_in_files); inputs && !has(ParameterId::X))
        take(ParameterId::X, *inputs);
    if (const ArrayInfo* inputs = first_of(source_names_in_files); inputs && !has(ParameterId::X_source))
        take(ParameterId::X_source, *inputs);
}

void Planner::take_tokens() {
    if (m_choices.tokens) {
        if (m_plan.tokens)
            m_plan.arrays[*m_plan.tokens].taken_for.clear();
        m_plan.tokens.reset();
        return;
    }
    const ArrayInfo* tokens = below_or_beside("tokens");
    if (m_plan.tokens || !tokens || !tokens->is_text)
        return;
    m_plan.tokens = index_of(*tokens);
    planned_array(*tokens).taken_for = "tokens";
}

void Planner::take_captured() {
    const ArrayInfo& array = *m_layer.captured;
    const std::optional<View> view = view_of(array, true);
    if (!view)
        return;
    std::vector<ArrayPiece> pieces;
    for (Index head = 0; head < view->matrices; ++head)
        pieces.push_back({index_of(array), head, {0, view->columns}});
    m_plan.heads = {view->matrices, view->matrices};
    add(ParameterId::additive, std::move(pieces), view->rows, view->columns * view->matrices);
    planned_array(array).taken_for = &m_family == &captured_scores() ? "scores" : "weights";
    if (const ArrayInfo* values = below_or_beside("V"); values && !has(ParameterId::V))
        take(ParameterId::V, *values);
}

/// A model keeps which keys a query may see as a buffer of the layer, or of each head.
void Planner::take_causal_mask() {
    std::vector<std::string> prefixes{m_plan.prefix};
    for (Index head = 0; head < m_layer.separate_heads; ++head)
        prefixes.push_back(prefix_of_head(m_plan.prefix, head));
    for (const std::string& prefix : prefixes) {
        for (const std::string_view name : causal_names_in_files) {
            const ArrayInfo* array = m_arrays.find(prefix + std::string(name));
            if (!array || array->is_text || array->problem || !planned_array(*array).taken_for.empty())
                continue;
            const Result<Matrix> numbers = m_arrays.read(*array, ArrayUse::mask);
            if (!numbers || !is_lower_triangle(numbers.value()))
                continue;
            m_plan.is_causal = true;
            planned_array(*array).taken_for = "the causal mask";
        }
    }
}

/// Each array counts once, whatever it is taken for.
void Planner::check_numbers() {
    std::size_t numbers = 0;
    for (const PlannedArray& array : m_plan.arrays) {
        if (array.taken_for.empty())
            continue;
        const std::optional<std::size_t> count = element_count(array.shape);
        if (!count || *count > most_numbers - numbers)
            return fail(array.name, dimensions_text(array.shape) + " numbers",
                        "at most " + std::to_string(most_numbers) + " in a document");
        numbers += *count;
    }
}

bool Planner::are_usual_heads_fitting(Index queries, Index keys, Index values) const {
    const auto& [count, groups] = m_choices.usual;
    return count > 1 && queries % count == 0 && keys % groups == 0 && values % groups == 0 &&
           queries / count == keys / groups;
}

/// Where the arrays themselves are divided by heads, they tell how many there are.
bool Planner::heads_of_pieces() {
    const auto [q, k, v] = m_family.parameters();
    const Heads told{pieces_of(q), pieces_of(k)};
    if (m_family.joined == Joined::by_head ||
        (told.count == 1 && told.kv_count == 1 && pieces_of(v) == 1 && m_layer.separate_heads == 0))
        return false;
    for (const auto& [chosen, count, id] :
         {std::tuple{m_choices.heads, told.count, q}, std::tuple{m_choices.kv_heads, told.kv_count, k}}) {
        if (chosen && *chosen != count)
            fail(name_of_array(id), "matrices for " + heads_text(count),
                 "as many as there are to be, " + std::to_string(*chosen));
    }
    if (pieces_of(v) != told.kv_count)
        fail(name_of_array(v), "matrices for " + heads_text(pieces_of(v)),
             std::to_string(told.kv_count) + ", as for keys");
    m_plan.heads = told;
    return true;
}

void Planner::find_heads() {
    const auto [q, k, v] = m_family.parameters();
    m_plan.d_model = m_family.storage == Storage::given ? 0 : planned(m_plan, q)->rows;
    if (heads_of_pieces())
        return;
    const Index queries = width_of(q);
    const Index keys = width_of(k);
    std::optional<Index> heads = m_choices.heads;
    const std::optional<Index> groups = m_choices.kv_heads;
    // What is not chosen follows from the features of a head.
    const auto from_features = [&](Index features) {
        if (features > 0 && queries % features == 0)
            heads = queries / features;
    };
    if (!heads && width_of(ParameterId::sink) > 0)
        heads = width_of(ParameterId::sink);
    if (!heads && width_of(ParameterId::g_Q) > 0)
        from_features(width_of(ParameterId::g_Q));
    if (!heads && groups && *groups > 0 && keys % *groups == 0)
        from_features(keys / *groups);
    if (!heads && !groups && are_usual_heads_fitting(queries, keys, width_of(v))) {
        m_plan.heads = m_choices.usual;
        return;
    }
    if (!heads && queries != keys)
        return fail(name_of_array(k),
                    std::to_string(keys) + " columns for " + std::to_string(queries) + " of " +
                        name_of_array(q),
                    "the number of heads, which no array tells");
    m_plan.assumes_one_head = !heads;
    m_plan.heads.count = heads.value_or(1);
    const Index count = std::max<Index>(m_plan.heads.count, 1);
    const Index features = queries % count == 0 ? queries / count : 0;
    m_plan.heads.kv_count =
        groups.value_or(features > 0 && keys % features == 0 ? keys / features : m_plan.heads.count);
}

} // namespace lab
