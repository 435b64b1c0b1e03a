// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/import_plan.h"

#include "core/base/comma_list.h"
#include "core/base/text_position.h"

#include <algorithm>
#include <span>

namespace lab {

namespace {

constexpr std::array<std::string_view, 4> input_names_in_files{"X", "x", "hidden_states", "inputs"};
constexpr std::array<std::string_view, 3> source_names_in_files{"X_source", "memory",
                                                                "encoder_hidden_states"};
constexpr std::array bias_ids{ParameterId::b_Q, ParameterId::b_K, ParameterId::b_V};

std::string list_of_prefixes(const std::vector<std::string>& prefixes) {
    constexpr std::size_t most = 12;
    const std::string list =
        comma_list(std::span(prefixes).first(std::min(prefixes.size(), most)),
                   [](const std::string& each) { return each.empty() ? "\"\" (none)" : each; });
    return prefixes.size() > most ? list + " and " + std::to_string(prefixes.size() - most) + " more" : list;
}

/// The layer of the prefix that was chosen, or the only one.
Result<FoundLayer> chosen_layer(const NamedArrays& arrays, const std::optional<std::string>& wanted) {
    if (wanted) {
        for (const char* end : {"", ".", "/"}) {
            for (const WeightFamily& family : weight_families()) {
                if (is_complete(arrays, *wanted + end, family))
                    return FoundLayer{*wanted + end, &family};
            }
        }
    }
    const std::vector<FoundLayer> layers = layers_of(arrays);
    if (layers.size() == 1 && !wanted)
        return layers.front();
    if (!layers.empty()) {
        std::string found = std::to_string(layers.size()) + " layers of attention";
        if (wanted)
            found = "no layer of attention below the prefix " + quoted_excerpt(*wanted);
        return Error{{}, found, "one of the prefixes " + list_of_prefixes(import_prefixes(arrays))};
    }
    const std::optional<std::string> begun = incomplete_layer(arrays);
    return Error{{},
                 begun ? *begun : "no weights of attention under names that are known",
                 "W_Q, W_K and W_V, in_proj_weight, c_attn, or others that the manual lists"};
}

class Planner {
public:
    Planner(const NamedArrays& arrays, const ImportChoices& choices, const FoundLayer& layer)
        : m_arrays(arrays), m_choices(choices), m_family(*layer.family) {
        m_plan.family = layer.family;
        m_plan.prefix = layer.prefix;
        for (const ArrayInfo& array : arrays.arrays())
            m_plan.arrays.push_back({array.name, array.shape, array.type, {}, false, false});
    }

    Result<ImportPlan> plan() {
        refuse_what_has_no_place();
        take_projection();
        take_output();
        take_gains();
        take_inputs();
        if (const ArrayInfo* sinks = below("sinks"))
            take(ParameterId::sink, *sinks);
        take_tokens();
        if (!m_error)
            check_numbers();
        if (!m_error)
            find_heads();
        if (m_error)
            return *m_error;
        std::ranges::stable_sort(m_plan.parameters, {}, &PlannedParameter::id);
        return std::move(m_plan);
    }

private:
    void fail(std::string place, std::string found, std::string expected) {
        if (!m_error)
            m_error = Error{std::move(place), std::move(found), std::move(expected)};
    }

    const ArrayInfo* below(std::string_view name) const {
        return name.empty() ? nullptr : m_arrays.find(m_plan.prefix + std::string(name));
    }
    /// The bias beside the weights of that name, or under its own.
    const ArrayInfo* bias_of(std::string_view weights, std::string_view own) const {
        const ArrayInfo* bias = below(std::string(weights) + ".bias");
        return bias ? bias : below(own);
    }
    /// What belongs to no module may stand beside the layer's name.
    const ArrayInfo* below_or_beside(std::string_view name) const {
        const ArrayInfo* array = below(name);
        return array ? array : m_arrays.find(name);
    }

    std::size_t index_of(const ArrayInfo& array) const {
        return static_cast<std::size_t>(&array - m_arrays.arrays().data());
    }

    void refuse_what_has_no_place();
    void take_projection();
    void take_output();
    void take_biases();
    void take_gains();
    void take_inputs();
    void take_tokens();
    void check_numbers();
    /// Columns of W_Q, W_K and W_V, or of Q, K and V.
    bool are_usual_heads_fitting(Index queries, Index keys, Index values) const;
    void find_heads();
    void take_weights(ParameterId id, const FoundWeights& weights);
    bool is_transposed(const FoundWeights& weights);
    /// Takes an array, or a part of it, for a parameter.
    void take(ParameterId id, const ArrayInfo& array, std::size_t part = 0, std::size_t parts = 1);
    Index width_of(ParameterId id) const {
        const PlannedParameter* parameter = planned(m_plan, id);
        return parameter ? parameter->columns : 0;
    }
    std::string name_of_array(ParameterId id) const { return m_plan.arrays[planned(m_plan, id)->array].name; }

    const NamedArrays& m_arrays;
    const ImportChoices& m_choices;
    const WeightFamily& m_family;
    ImportPlan m_plan;
    bool m_joint_is_linear = false; ///< weights side by side are stored out × in
    std::optional<Error> m_error;
};

void Planner::refuse_what_has_no_place() {
    for (const std::string_view name : m_family.refused) {
        if (const ArrayInfo* array = below(name))
            fail(array->name, "a key and a value that are added to every sequence (add_bias_kv)",
                 "none: a document has no place for them");
    }
}

void Planner::take(ParameterId id, const ArrayInfo& array, std::size_t part, std::size_t parts) {
    PlannedArray& taken = m_plan.arrays[index_of(array)];
    if (array.problem)
        return fail(array.name, array.problem->message(), "numbers");
    if (array.is_text)
        return fail(array.name, "texts", "numbers");
    const Result<MatrixShape> shape = matrix_shape(array.shape);
    if (!shape)
        return fail(array.name, shape.error().found, shape.error().expected);
    auto [rows, columns] = shape.value();
    if (taken.transposed)
        std::swap(rows, columns);
    if ((is_one_row(id) || id == ParameterId::sink) && rows != 1)
        return fail(array.name, shape_text(rows, columns), "one row of numbers");
    if (columns % static_cast<Index>(parts) != 0)
        return fail(array.name, std::to_string(columns) + " columns", "three equal parts, for Q, K and V");
    const std::string name(info(id).name);
    taken.taken_for += taken.taken_for.empty() ? name : (part + 1 == parts ? " and " : ", ") + name;
    m_plan.parameters.push_back(
        {id, index_of(array), part, parts, rows, columns / static_cast<Index>(parts)});
}

/// Whether weights are transposed on reading; asks where neither name nor shape tells.
bool Planner::is_transposed(const FoundWeights& weights) {
    PlannedArray& array = m_plan.arrays[index_of(*weights.array)];
    const bool is_square =
        array.shape.size() >= 2 && array.shape.back() == array.shape[array.shape.size() - 2];
    array.asks = weights.is_bare && is_square;
    const auto chosen = m_choices.transposed.find(array.name);
    return chosen == m_choices.transposed.end() ? weights.is_linear : chosen->second;
}

void Planner::take_weights(ParameterId id, const FoundWeights& weights) {
    m_plan.arrays[index_of(*weights.array)].transposed = is_transposed(weights);
    take(id, *weights.array);
}

void Planner::take_projection() {
    const bool is_given = m_family.storage == Storage::given;
    const std::array<ParameterId, 3> ids = m_family.parameters();
    if (!m_family.is_joint()) {
        for (std::size_t i = 0; i < ids.size(); ++i)
            take_weights(ids[i],
                         *weights_named(m_arrays, m_plan.prefix, m_family.names[i], m_family.storage));
        return is_given ? void() : take_biases();
    }
    FoundWeights joint = *weights_named(m_arrays, m_plan.prefix, m_family.names[0], m_family.storage);
    const Result<MatrixShape> shape = matrix_shape(joint.array->shape);
    if (m_family.storage == Storage::by_shape && shape) {
        const auto [rows, columns] = shape.value();
        joint.is_linear = columns <= rows / 3 && rows == 3 * columns;
        if (!joint.is_linear && (rows > columns / 3 || columns != 3 * rows))
            fail(joint.array->name, shape_text(rows, columns), "d × 3d or 3d × d");
    }
    m_joint_is_linear = is_transposed(joint);
    m_plan.arrays[index_of(*joint.array)].transposed = m_joint_is_linear;
    for (std::size_t i = 0; i < ids.size(); ++i)
        take(ids[i], *joint.array, i, ids.size());
    take_biases();
}

void Planner::take_biases() {
    const std::string joint_name = m_family.is_joint() && m_family.joint_bias.empty()
                                       ? std::string(m_family.names[0]) + ".bias"
                                       : std::string(m_family.joint_bias);
    if (const ArrayInfo* joint = below(joint_name)) {
        for (std::size_t i = 0; i < bias_ids.size(); ++i)
            take(bias_ids[i], *joint, i, bias_ids.size());
        return;
    }
    for (std::size_t i = 0; i < bias_ids.size() && !m_family.is_joint(); ++i) {
        if (const ArrayInfo* bias = bias_of(m_family.names[i], m_family.biases[i]))
            take(bias_ids[i], *bias);
    }
}

void Planner::take_output() {
    for (const std::string_view name : m_family.outputs) {
        if (name.empty())
            continue;
        auto weights = weights_named(m_arrays, m_plan.prefix, name, m_family.output_storage);
        if (!weights)
            continue;
        if (m_family.output_storage == Storage::by_shape)
            weights->is_linear = m_joint_is_linear;
        take_weights(ParameterId::W_O, *weights);
        if (const ArrayInfo* bias = bias_of(name, m_family.biases[3]))
            take(ParameterId::b_O, *bias);
        return;
    }
}

void Planner::take_gains() {
    const ArrayInfo* q = below("q_norm.weight");
    const ArrayInfo* k = below("k_norm.weight");
    if (!q && !k)
        return;
    if (!q || !k)
        return fail((q ? q : k)->name, q ? "no k_norm.weight beside it" : "no q_norm.weight beside it",
                    "both, since queries and keys are normalised alike");
    take(ParameterId::g_Q, *q);
    take(ParameterId::g_K, *k);
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
    if (const ArrayInfo* inputs = first_of(input_names_in_files))
        take(ParameterId::X, *inputs);
    if (const ArrayInfo* inputs = first_of(source_names_in_files))
        take(ParameterId::X_source, *inputs);
}

void Planner::take_tokens() {
    const ArrayInfo* tokens = below_or_beside("tokens");
    if (!tokens || !tokens->is_text || m_choices.tokens)
        return;
    m_plan.tokens = index_of(*tokens);
    m_plan.arrays[*m_plan.tokens].taken_for = "tokens";
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

void Planner::find_heads() {
    const auto [q, k, v] = m_family.parameters();
    m_plan.d_model = m_family.storage == Storage::given ? 0 : planned(m_plan, q)->rows;
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
    m_plan.heads.count = heads.value_or(1);
    const Index count = std::max<Index>(m_plan.heads.count, 1);
    const Index features = queries % count == 0 ? queries / count : 0;
    m_plan.heads.kv_count =
        groups.value_or(features > 0 && keys % features == 0 ? keys / features : m_plan.heads.count);
}

} // namespace

const PlannedParameter* planned(const ImportPlan& plan, ParameterId id) {
    const auto found = std::ranges::find(plan.parameters, id, &PlannedParameter::id);
    return found == plan.parameters.end() ? nullptr : &*found;
}

std::vector<std::string> import_prefixes(const NamedArrays& arrays) {
    std::vector<std::string> prefixes;
    for (const FoundLayer& layer : layers_of(arrays))
        prefixes.push_back(shown_prefix(layer.prefix));
    return prefixes;
}

Result<ImportPlan> import_plan(const NamedArrays& arrays, const ImportChoices& choices) {
    const Result<FoundLayer> layer = chosen_layer(arrays, choices.prefix);
    if (!layer)
        return in_file(layer.error(), arrays.file());
    return in_file(Planner(arrays, choices, layer.value()).plan(), arrays.file());
}

} // namespace lab
