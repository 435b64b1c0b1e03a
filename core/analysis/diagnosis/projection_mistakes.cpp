// SPDX-License-Identifier: GPL-3.0-or-later
//
// Queries, keys, values and outputs that are projected with other weights.
#include "core/analysis/diagnosis/missed_matrices.h"
#include "core/experiment/phrases.h"

#include <algorithm>

namespace lab {

namespace {

constexpr Phrase<1> weights_are_transposed{"The transposed weights are used, as in X·Wᵀ, in place of {0}"};
constexpr Phrase<1> weights_of_columns_are_transposed{
    "The transposed weights are used, as in Wᵀ·X, in place of {0}"};
constexpr Phrase<0> queries_for_keys{"W_Q and W_K are exchanged"};
constexpr Phrase<0> queries_for_keys_both{"W_Q and W_K are exchanged, and so are their biases"};
constexpr Phrase<0> keys_for_value_weights{
    "W_K and W_V are exchanged: unpack q, k, v in the order in which they were packed"};
constexpr Phrase<0> keys_for_values_both{"W_K and W_V are exchanged, and so are their biases: unpack q, k, v "
                                         "in the order in which they were packed"};
constexpr Phrase<0> queries_for_values{
    "W_Q and W_V are exchanged: unpack q, k, v in the order in which they were packed"};
constexpr Phrase<0> queries_for_values_both{"W_Q and W_V are exchanged, and so are their biases: unpack q, "
                                            "k, v in the order in which they were packed"};
constexpr Phrase<0> fused_read_by_head{"The columns of the fused q, k, v are read as q, k and v of head 0, "
                                       "then of head 1 and so on, but hold all q, "
                                       "then all k, then all v: reshape to (B, T, 3, H, d)"};
constexpr Phrase<0> fused_read_by_kind{"The columns of the fused q, k, v are read as all q, then all k, then "
                                       "all v, but hold q, k and v of head 0, "
                                       "then of head 1 and so on: reshape to (B, T, H, 3, d)"};
constexpr Phrase<0> fused_read_shifted{
    "Of the fused q, k, v, k is read as the queries, v as the keys and q as the values"};
constexpr Phrase<0> fused_read_shifted_back{
    "Of the fused q, k, v, v is read as the queries, q as the keys and k as the values"};
constexpr Phrase<0> keys_as_values{"The keys are in place of the values"};

constexpr auto input_weights = std::span(all_weights).first<3>();

bool is_square(const Experiment& e, ParameterId id) {
    return computes_with(e, id) &&
           projection_matrix(e.projection, id)->rows() == projection_matrix(e.projection, id)->cols();
}

Index squares_of(const Experiment& e, std::span<const MissedMatrix> matrices) {
    return std::ranges::count_if(matrices, [&](const MissedMatrix& each) { return is_square(e, each.id); });
}

bool is_linear(const Experiment& e) {
    return e.projection.kind == ProjectionKind::linear;
}

Said names_of_transposed(const Telling& t, std::span<const MissedMatrix> all) {
    return say(t.naming.notation == Notation::rows ? weights_are_transposed
                                                   : weights_of_columns_are_transposed,
               list_of(missed_names(t, all, is_square), phrase::last_of_names));
}

void transpose(Recipe& recipe, std::span<const MissedMatrix> weights) {
    for (const MissedMatrix& each : weights) {
        if (is_square(recipe.experiment, each.id)) {
            MatrixPtr& matrix = projection_matrix(recipe.experiment.projection, each.id);
            matrix = recipe.weights->transposed(matrix);
        }
    }
}

/// One weight matrix among others, by its place in the list; where it is the only one that is square, all of
/// them together say the same.
template<std::size_t i>
bool is_square_among_others(const Experiment& e) {
    return is_linear(e) && is_square(e, all_weights[i].id) && squares_of(e, input_weights) > 1;
}
bool has_square_output_weights(const Experiment& e) {
    return is_square(e, ParameterId::W_O);
}
template<std::size_t i>
void transpose_one(Recipe& recipe, const Mistake&) {
    transpose(recipe, std::span(all_weights).subspan(i, 1));
}
template<std::size_t i>
Said one_transposed_words(const Telling& t) {
    return say(t.naming.notation == Notation::rows ? weights_are_transposed
                                                   : weights_of_columns_are_transposed,
               std::string(info(all_weights[i].id).name));
}

/// Whether queries and keys, say, have as many columns, so that their weights can be exchanged.
bool has_alike(const Experiment& e, ParameterId one, ParameterId other) {
    const MatrixPtr &a = projection_matrix(e.projection, one), &b = projection_matrix(e.projection, other);
    return is_linear(e) && a && b && a->rows() == b->rows() && a->cols() == b->cols();
}
bool has_three_alike(const Experiment& e) {
    return has_alike(e, ParameterId::W_Q, ParameterId::W_K) &&
           has_alike(e, ParameterId::W_K, ParameterId::W_V);
}

/// `from(kind, head)` is the block of columns that is read as a head's queries (0), keys (1) or values (2).
template<class From>
void read_fused(Recipe& recipe, const From& from) {
    recipe.fused.emplace();
    for (Index kind = 0; kind < 3; ++kind) {
        for (Index head = 0; head < recipe.experiment.heads.count; ++head)
            (*recipe.fused)[static_cast<std::size_t>(kind)].push_back(from(kind, head));
    }
}

/// Reads blocks that stand kind by kind as if they stood head by head.
void read_by_head(Recipe& recipe, const Mistake&) {
    read_fused(recipe, [](Index kind, Index head) { return 3 * head + kind; });
}

void read_by_kind(Recipe& recipe, const Mistake&) {
    const Index heads = recipe.experiment.heads.count;
    // The block at place i of what was packed head by head is that of kind i mod 3 of head i div 3.
    read_fused(recipe, [heads](Index kind, Index head) {
        const Index place = kind * heads + head;
        return place % 3 * heads + place / 3;
    });
}

void shift(Recipe& recipe, Index by) {
    const Index heads = recipe.experiment.heads.count;
    read_fused(recipe, [=](Index kind, Index head) { return (kind + by) % 3 * heads + head; });
}

/// Exchanges the weights of two, and their biases if the value is `and_biases`.
constexpr double weights_alone = 0, and_biases = 1;

template<std::size_t one, std::size_t other>
void exchange(Recipe& recipe, const Mistake& mistake) {
    Projection& p = recipe.experiment.projection;
    std::swap(projection_matrix(p, all_weights[one].id), projection_matrix(p, all_weights[other].id));
    if (mistake.value == and_biases)
        std::swap(projection_matrix(p, all_biases[one].id), projection_matrix(p, all_biases[other].id));
}
template<std::size_t one, std::size_t other>
std::vector<double> ways_to_exchange(const Experiment& e) {
    return computes_with(e, all_biases[one].id) || computes_with(e, all_biases[other].id)
               ? std::vector{weights_alone, and_biases}
               : std::vector{weights_alone};
}
template<std::size_t one, std::size_t other>
bool can_exchange(const Experiment& e) {
    return has_alike(e, all_weights[one].id, all_weights[other].id);
}
template<const Phrase<0>& weights, const Phrase<0>& both>
Said exchanged_words(const Telling& t) {
    return say(t.mistake.value == and_biases ? both : weights);
}

using P = ParameterId;
using S = StageId;
using K = MistakeKind;
constexpr ChangedStages inputs_of_heads{S::queries, S::keys, S::values};
constexpr ChangedStages and_output{S::queries, S::keys, S::values, S::output};

constexpr std::array<MistakeInfo, 14> projection_infos{{
    {K::weights_transposed, "weights_transposed", MistakeStep::none, inputs_of_heads,
     [](const Experiment& e) { return is_linear(e) && squares_of(e, input_weights) > 0; },
     [](Recipe& r, const Mistake&) { transpose(r, input_weights); },
     [](const Telling& t) { return names_of_transposed(t, input_weights); }, true},
    {K::all_weights_transposed, "all_weights_transposed", MistakeStep::none, and_output,
     [](const Experiment& e) {
         return is_linear(e) && squares_of(e, input_weights) > 0 && has_square_output_weights(e);
     },
     [](Recipe& r, const Mistake&) { transpose(r, all_weights); },
     [](const Telling& t) { return names_of_transposed(t, all_weights); }, true},
    {K::query_weights_transposed,
     "query_weights_transposed",
     MistakeStep::none,
     {S::queries},
     is_square_among_others<0>,
     transpose_one<0>,
     one_transposed_words<0>},
    {K::key_weights_transposed,
     "key_weights_transposed",
     MistakeStep::none,
     {S::keys},
     is_square_among_others<1>,
     transpose_one<1>,
     one_transposed_words<1>},
    {K::value_weights_transposed,
     "value_weights_transposed",
     MistakeStep::none,
     {S::values},
     is_square_among_others<2>,
     transpose_one<2>,
     one_transposed_words<2>},
    {K::output_weights_transposed,
     "output_weights_transposed",
     MistakeStep::none,
     {S::output},
     has_square_output_weights,
     transpose_one<3>,
     one_transposed_words<3>},
    {K::queries_and_keys_exchanged,
     "queries_and_keys_exchanged",
     MistakeStep::weights,
     {S::queries, S::keys},
     can_exchange<0, 1>,
     exchange<0, 1>,
     exchanged_words<queries_for_keys, queries_for_keys_both>,
     true,
     ways_to_exchange<0, 1>},
    {K::keys_and_values_exchanged,
     "keys_and_values_exchanged",
     MistakeStep::weights,
     {S::keys, S::values},
     can_exchange<1, 2>,
     exchange<1, 2>,
     exchanged_words<keys_for_value_weights, keys_for_values_both>,
     false,
     ways_to_exchange<1, 2>},
    {K::queries_and_values_exchanged,
     "queries_and_values_exchanged",
     MistakeStep::weights,
     {S::queries, S::values},
     can_exchange<0, 2>,
     exchange<0, 2>,
     exchanged_words<queries_for_values, queries_for_values_both>,
     false,
     ways_to_exchange<0, 2>},
    {K::fused_by_head, "fused_by_head", MistakeStep::weights, inputs_of_heads,
     [](const Experiment& e) { return e.heads.count > 1 && has_three_alike(e); }, read_by_head,
     plain_words<fused_read_by_head>},
    {K::fused_by_kind, "fused_by_kind", MistakeStep::weights, inputs_of_heads,
     [](const Experiment& e) { return e.heads.count > 1 && has_three_alike(e); }, read_by_kind,
     plain_words<fused_read_by_kind>},
    {K::fused_shifted, "fused_shifted", MistakeStep::weights, inputs_of_heads, has_three_alike,
     [](Recipe& r, const Mistake&) { shift(r, 1); }, plain_words<fused_read_shifted>},
    {K::fused_shifted_back, "fused_shifted_back", MistakeStep::weights, inputs_of_heads, has_three_alike,
     [](Recipe& r, const Mistake&) { shift(r, 2); }, plain_words<fused_read_shifted_back>},
    {K::keys_for_values,
     "keys_for_values",
     MistakeStep::none,
     {S::values},
     [](const Experiment& e) { return dimensions(e).d_k == dimensions(e).d_v; },
     [](Recipe& r, const Mistake&) { r.has_keys_for_values = true; },
     plain_words<keys_as_values>,
     true},
}};

} // namespace

std::span<const MistakeInfo> projection_mistakes() {
    return projection_infos;
}

} // namespace lab
