// SPDX-License-Identifier: GPL-3.0-or-later
//
// Biases that are left out.
#include "core/analysis/diagnosis/missed_matrices.h"
#include "core/experiment/phrases.h"

namespace lab {

namespace {

constexpr Phrase<1> biases_missing{"The biases are missing: add {0}"};
constexpr Phrase<1> bias_missing{"The bias is missing: add {0}"};

constexpr auto input_biases = std::span(all_biases).first<3>();

Said names_of_biases(const Telling& t, std::span<const MissedMatrix> all) {
    std::vector<Said> names = missed_names(t, all, computes_with);
    const bool is_one = names.size() == 1;
    return say(is_one ? bias_missing : biases_missing, list_of(std::move(names), phrase::last_of_names));
}

void drop(Recipe& recipe, std::span<const MissedMatrix> biases) {
    for (const MissedMatrix& each : biases)
        projection_matrix(recipe.experiment.projection, each.id) = nullptr;
}

/// One bias among others, by its place in the list.
template<std::size_t i>
bool has_bias_among_others(const Experiment& e) {
    return computes_with(e, all_biases[i].id) && count_of(e, all_biases) > 1;
}
template<std::size_t i>
void drop_one(Recipe& recipe, const Mistake&) {
    drop(recipe, std::span(all_biases).subspan(i, 1));
}
template<std::size_t i>
Said one_bias_words(const Telling&) {
    return say(bias_missing, std::string(info(all_biases[i].id).name));
}

using P = ParameterId;
using S = StageId;
using K = MistakeKind;

constexpr std::array<MistakeInfo, 6> bias_infos{{
    {K::without_bias,
     "without_bias",
     MistakeStep::bias,
     {S::queries, S::keys, S::values, S::output},
     [](const Experiment& e) { return count_of(e, all_biases) > 0; },
     [](Recipe& r, const Mistake&) { drop(r, all_biases); },
     [](const Telling& t) { return names_of_biases(t, all_biases); },
     true},
    {K::without_output_bias,
     "without_output_bias",
     MistakeStep::bias,
     {S::output},
     has_bias_among_others<3>,
     drop_one<3>,
     one_bias_words<3>,
     true},
    {K::without_input_biases,
     "without_input_biases",
     MistakeStep::bias,
     {S::queries, S::keys, S::values},
     [](const Experiment& e) { return computes_with(e, P::b_O) && count_of(e, input_biases) > 0; },
     [](Recipe& r, const Mistake&) { drop(r, input_biases); },
     [](const Telling& t) { return names_of_biases(t, input_biases); }},
    {K::without_query_bias,
     "without_query_bias",
     MistakeStep::bias,
     {S::queries},
     has_bias_among_others<0>,
     drop_one<0>,
     one_bias_words<0>},
    {K::without_key_bias,
     "without_key_bias",
     MistakeStep::bias,
     {S::keys},
     has_bias_among_others<1>,
     drop_one<1>,
     one_bias_words<1>},
    {K::without_value_bias,
     "without_value_bias",
     MistakeStep::bias,
     {S::values},
     has_bias_among_others<2>,
     drop_one<2>,
     one_bias_words<2>},
}};

} // namespace

std::span<const MistakeInfo> bias_mistakes() {
    return bias_infos;
}

} // namespace lab
