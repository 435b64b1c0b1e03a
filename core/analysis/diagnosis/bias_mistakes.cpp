// SPDX-License-Identifier: GPL-3.0-or-later
//
// Biases that are left out, or added elsewhere.
#include "core/analysis/diagnosis/missed_matrices.h"
#include "core/experiment/phrases.h"

#include <utility>

namespace lab {

namespace {

constexpr Phrase<1> biases_missing{"The biases are missing: add {0}"};
constexpr Phrase<1> bias_missing{"The bias is missing: add {0}"};
constexpr Phrase<2> other_bias{"{0} is added in place of {1}"};
constexpr Phrase<2> biases_exchanged{"{0} and {1} are exchanged"};

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

/// Whether one could stand in the other's place.
bool are_biases_alike(const Experiment& e, ParameterId one, ParameterId other) {
    return computes_with(e, one) && computes_with(e, other) &&
           projection_matrix(e.projection, one)->cols() == projection_matrix(e.projection, other)->cols();
}

ParameterId input_bias(double place) {
    return input_biases[static_cast<std::size_t>(place)].id;
}

/// The places of the others that could stand in its place.
template<std::size_t i>
std::vector<double> other_biases(const Experiment& e) {
    std::vector<double> places;
    for (std::size_t other = 0; other < input_biases.size(); ++other) {
        if (other != i && are_biases_alike(e, input_biases[i].id, input_biases[other].id))
            places.push_back(static_cast<double>(other));
    }
    return places;
}
template<std::size_t i>
bool has_other_bias(const Experiment& e) {
    return !other_biases<i>(e).empty();
}
template<std::size_t i>
void take_other_bias(Recipe& recipe, const Mistake& mistake) {
    Projection& p = recipe.experiment.projection;
    projection_matrix(p, input_biases[i].id) = projection_matrix(p, input_bias(mistake.value));
}
template<std::size_t i>
Said other_bias_words(const Telling& t) {
    return say(other_bias, std::string(info(input_bias(t.mistake.value)).name),
               std::string(info(input_biases[i].id).name));
}

template<std::size_t one, std::size_t other>
bool can_exchange_biases(const Experiment& e) {
    return are_biases_alike(e, input_biases[one].id, input_biases[other].id);
}
template<std::size_t one, std::size_t other>
void exchange_biases(Recipe& recipe, const Mistake&) {
    Projection& p = recipe.experiment.projection;
    std::swap(projection_matrix(p, input_biases[one].id), projection_matrix(p, input_biases[other].id));
}
template<std::size_t one, std::size_t other>
Said exchanged_biases_words(const Telling&) {
    return say(biases_exchanged, std::string(info(input_biases[one].id).name),
               std::string(info(input_biases[other].id).name));
}

using P = ParameterId;
using S = StageId;
using K = MistakeKind;

constexpr std::array<MistakeInfo, 12> bias_infos{{
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
    {K::other_query_bias,
     "other_query_bias",
     MistakeStep::bias,
     {S::queries},
     has_other_bias<0>,
     take_other_bias<0>,
     other_bias_words<0>,
     false,
     other_biases<0>},
    {K::other_key_bias,
     "other_key_bias",
     MistakeStep::bias,
     {S::keys},
     has_other_bias<1>,
     take_other_bias<1>,
     other_bias_words<1>,
     false,
     other_biases<1>},
    {K::other_value_bias,
     "other_value_bias",
     MistakeStep::bias,
     {S::values},
     has_other_bias<2>,
     take_other_bias<2>,
     other_bias_words<2>,
     false,
     other_biases<2>},
    {K::query_and_key_biases_exchanged,
     "query_and_key_biases_exchanged",
     MistakeStep::bias,
     {S::queries, S::keys},
     can_exchange_biases<0, 1>,
     exchange_biases<0, 1>,
     exchanged_biases_words<0, 1>},
    {K::key_and_value_biases_exchanged,
     "key_and_value_biases_exchanged",
     MistakeStep::bias,
     {S::keys, S::values},
     can_exchange_biases<1, 2>,
     exchange_biases<1, 2>,
     exchanged_biases_words<1, 2>},
    {K::query_and_value_biases_exchanged,
     "query_and_value_biases_exchanged",
     MistakeStep::bias,
     {S::queries, S::values},
     can_exchange_biases<0, 2>,
     exchange_biases<0, 2>,
     exchanged_biases_words<0, 2>},
}};

} // namespace

std::span<const MistakeInfo> bias_mistakes() {
    return bias_infos;
}

} // namespace lab
