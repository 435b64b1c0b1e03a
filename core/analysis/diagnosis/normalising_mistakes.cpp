// SPDX-License-Identifier: GPL-3.0-or-later
//
// Masked scores that become weights in another way.
#include "core/analysis/diagnosis/mistake_info.h"
#include "core/experiment/masks.h"
#include "core/experiment/normalizers.h"
#include "core/experiment/phrases.h"

namespace lab {

namespace {

constexpr auto over_queries = line_phrase<
    "{0} is taken over the queries of each key: take it over the keys of each query, row by row">();
constexpr auto over_all_cells =
    line_phrase<"{0} is taken over all cells at once: take it over the keys of each query, row by row">();
constexpr Phrase<1> over_heads{
    "{0} is taken over the heads: take it over the keys of each query, which are the "
    "last axis of heads × queries × keys (axis=-1)"};
constexpr Phrase<0> with_base_two{"Softmax has the base 2 in place of e: use exp"};
constexpr Phrase<0> no_exponential{
    "The exponential of softmax is missing: the scores themselves are divided by their sum"};
constexpr Phrase<0> twice{"Softmax is taken twice: take it once (a loss or layer may take its own)"};
constexpr Phrase<0> logarithm{"These come from the logarithm of softmax: use softmax, not log_softmax"};
constexpr Phrase<0> not_divided{
    "The exponentials are not divided by their sum: divide each row of a query by "
    "its sum (e / e.sum(axis=-1, keepdims=True))"};
constexpr Phrase<0> not_divided_shifted{"The exponentials, of scores less the largest of their row, are not "
                                        "divided by their sum: divide each row "
                                        "of a query by its sum (e / e.sum(axis=-1, keepdims=True))"};
constexpr Phrase<1> softmax_instead{"Softmax is taken, and this document has {0}"};
constexpr Phrase<0> sink_missing{"The sink is left out: add the exponential of its score to each row's sum"};

/// How exponentials are that are not divided: of the scores, or of these less the largest of their row.
constexpr double of_scores = 0, of_shifted = 1;

/// What a cell becomes that is hidden in all heads, where softmax is taken over these: 0 is divided by 0, or
/// a large finite number stands for −∞, or NaN is replaced by 0 afterwards.
constexpr double nothing_by_nothing = 0, equal_shares = 1, replaced_by_zero = 2;

bool has_softmax(const Experiment& e) {
    return normalizer(e).raises_e;
}

bool has_any_sink(const Experiment& e) {
    return normalizer(e).has_sink && e.normalization.sink;
}

using K = MistakeKind;
constexpr ChangedStages at_weights{StageId::weights};

constexpr std::array<MistakeInfo, 10> normalising_infos{{
    {K::normalised_over_queries, "normalised_over_queries", MistakeStep::normalised_over, at_weights,
     is_always_possible, [](Recipe& r, const Mistake&) { r.normalised_over = NormalisedOver::queries; },
     [](const Telling& t) { return say(over_queries.in(t.naming.notation), normaliser_words(t.experiment)); },
     true},
    {K::normalised_over_all, "normalised_over_all", MistakeStep::normalised_over, at_weights,
     is_always_possible, [](Recipe& r, const Mistake&) { r.normalised_over = NormalisedOver::all_cells; },
     [](const Telling& t) {
         return say(over_all_cells.in(t.naming.notation), normaliser_words(t.experiment));
     }},
    {K::normalised_over_heads, "normalised_over_heads", MistakeStep::normalised_over, at_weights,
     [](const Experiment& e) { return e.heads.count > 1; },
     [](Recipe& r, const Mistake& m) {
         r.normalised_over = NormalisedOver::heads;
         r.hidden_in_all_heads = m.value == equal_shares       ? HiddenRows::equal
                                 : m.value == replaced_by_zero ? HiddenRows::zero
                                                               : HiddenRows::nan;
     },
     [](const Telling& t) { return say(over_heads, normaliser_words(t.experiment)); }, false,
     [](const Experiment& e) {
         return has_mask(e.mask) ? std::vector{nothing_by_nothing, equal_shares, replaced_by_zero}
                                 : std::vector{nothing_by_nothing};
     }},
    {K::base_two, "base_two", MistakeStep::exponential, at_weights, has_softmax,
     [](Recipe& r, const Mistake&) { r.has_base_two = true; }, plain_words<with_base_two>, true},
    {K::without_exponential, "without_exponential", MistakeStep::exponential, at_weights, has_softmax,
     [](Recipe& r, const Mistake&) { r.experiment.normalization.kind = NormalizationKind::sum; },
     plain_words<no_exponential>},
    {K::softmax_twice, "softmax_twice", MistakeStep::exponential, at_weights, has_softmax,
     [](Recipe& r, const Mistake&) { r.after = AfterNormalising::softmax; }, plain_words<twice>},
    {K::log_softmax, "log_softmax", MistakeStep::exponential, at_weights, has_softmax,
     [](Recipe& r, const Mistake&) { r.after = AfterNormalising::logarithm; }, plain_words<logarithm>},
    {K::not_divided, "not_divided", MistakeStep::exponential, at_weights, has_softmax,
     [](Recipe& r, const Mistake& m) {
         r.is_divided = false;
         r.subtracts_largest = m.value == of_shifted;
     },
     [](const Telling& t) { return say(t.mistake.value == of_shifted ? not_divided_shifted : not_divided); },
     false,
     [](const Experiment&) {
         return std::vector{of_scores, of_shifted};
     }},
    {K::softmax_instead, "softmax_instead", MistakeStep::exponential, at_weights,
     [](const Experiment& e) { return !has_softmax(e); },
     [](Recipe& r, const Mistake&) { r.experiment.normalization.kind = NormalizationKind::softmax; },
     [](const Telling& t) { return say(softmax_instead, say(normalizer(t.experiment).words)); }},
    {K::without_sink, "without_sink", MistakeStep::none, at_weights, has_any_sink,
     [](Recipe& r, const Mistake&) { r.experiment.normalization.sink = nullptr; }, plain_words<sink_missing>},
}};

} // namespace

std::span<const MistakeInfo> normalising_mistakes() {
    return normalising_infos;
}

} // namespace lab
