// SPDX-License-Identifier: GPL-3.0-or-later
//
// Masks that hide other keys than the document's, or hide them in another way.
#include "core/analysis/diagnosis/mistake_info.h"
#include "core/experiment/masks.h"
#include "core/experiment/phrases.h"
#include "core/stages/06_masked_scores.h"

#include <algorithm>
#include <limits>

namespace lab {

namespace {

constexpr double minus_infinity = -std::numeric_limits<double>::infinity();
constexpr double large_number = -1e9; // what many programs put in place of −∞

constexpr Phrase<1> mask_missing{"The mask is missing: {0}"};
constexpr Phrase<0> mask_of_zeros{"The mask puts 0 in place of the scores that it hides: put −∞ there"};
constexpr Phrase<0> mask_on_weights{
    "The mask is applied to the weights, which are not normalised again: put −∞ among the scores before"};
constexpr Phrase<0> mask_on_weights_normalised{
    "The mask is applied to the weights, which are then divided by "
    "their sum: put −∞ among the scores before"};
constexpr Phrase<0> upside_down{
    "The causal mask hides the earlier keys in place of the later ones: hide what "
    "np.triu(…, k=1) keeps, not np.tril(…, k=-1)"};
constexpr Phrase<0> upside_down_too{"The earlier keys are hidden, by a causal mask that is turned round, and "
                                    "this document has no causal mask: "
                                    "leave it out"};
constexpr Phrase<0> inverted{
    "The mask is inverted: what may be seen is hidden, and what is hidden is seen (True "
    "may mean either: use ~mask)"};
constexpr Phrase<0> ones_added{
    "A mask of 1 for keys that may be seen and 0 for others is added to the scores: "
    "put −∞ in place of the scores that it hides (masked_fill(mask == 0, −inf))"};
constexpr Phrase<0> hidden_ones_added{
    "A mask of 1 for hidden keys and 0 for others is added to the scores: put "
    "−∞ in place of the scores that it hides (masked_fill(mask, −inf))"};
constexpr Phrase<2> multiplied{
    "The scores are multiplied by a mask of {0} for hidden keys and {1} for others: "
    "put −∞ in place of the scores that it hides"};
constexpr Phrase<0> diagonal{"The causal mask hides the token itself, too: hide the later keys alone "
                             "(np.triu(…, k=1), not k=0)"};
constexpr Phrase<0> one_more{"The causal mask lets each token see the next one, too: hide all later keys "
                             "(np.triu(…, k=1), not k=2)"};
constexpr Phrase<2> top_left{
    "The causal mask counts the queries from 0, as is_causal=True does, but the first of "
    "them is at position {0} and the first key at {1}: let each query see the keys up to "
    "its own position"};
constexpr Phrase<1> rule_missing{"Of the mask, this is missing: {0}"};
constexpr Phrase<0> causal_too{
    "Later keys are hidden, and this document has no causal mask: leave it out, or "
    "switch it on in the document"};
constexpr Phrase<1> padding_too{
    "{0} is hidden as padding, and this document does not hide it: leave that out, or "
    "hide it in the document"};

Index ahead_of_keys(const Experiment& e) {
    const FirstPositions first = first_positions(e);
    return first.query - first.key;
}

/// (n_q, n_k) of 1 where the mask lets a key be seen, else 0.
Matrix visible_keys(const Experiment& e) {
    const Dimensions d = dimensions(e);
    Matrix seen(d.n_q, d.n_k);
    masked_scores(Matrix::Ones(d.n_q, d.n_k), e.mask, first_positions(e), {0, 0, d.n_q, d.n_k}, seen);
    return seen.cwiseMax(0);
}

/// The mask with another rule in place of `causal`: see(query, key) of indices.
template<class See>
Mask with_rule(const Experiment& e, const See& see) {
    Mask mask = e.mask;
    mask.causal = false;
    const Dimensions d = dimensions(e);
    Matrix seen = mask.custom ? *mask.custom : Matrix::Ones(d.n_q, d.n_k);
    for (Index query = 0; query < d.n_q; ++query) {
        for (Index key = 0; key < d.n_k; ++key) {
            if (!see(query, key))
                seen(query, key) = 0;
        }
    }
    mask.custom = share(std::move(seen));
    return mask;
}

/// How far after the query's position a key may be, at most.
Mask causal_up_to(const Experiment& e, Index distance) {
    const Index ahead = ahead_of_keys(e);
    return with_rule(e, [&](Index query, Index key) { return key <= query + ahead + distance; });
}

Mask upside_down_mask(const Experiment& e) {
    const Index ahead = ahead_of_keys(e);
    return with_rule(e, [&](Index query, Index key) { return key >= query + ahead; });
}

Mask inverted_mask(const Experiment& e) {
    const Matrix seen = visible_keys(e);
    Mask mask;
    mask.custom = share(Matrix(1 - seen.array()));
    return mask;
}

Mask without_diagonal(const Experiment& e) {
    return causal_up_to(e, -1);
}

Mask top_left_mask_of(const Experiment& e) {
    return with_rule(e, [](Index query, Index key) { return key <= query; });
}

/// Sets the mask, and what becomes of rows that it hides as a whole.
template<Mask (*mask)(const Experiment&)>
void set_mask(Recipe& recipe, const Mistake& mistake) {
    recipe.experiment.mask = mask(recipe.experiment);
    if (mistake.value != 0)
        recipe.hidden_rows = static_cast<HiddenRows>(static_cast<int>(mistake.value));
}

/// What may become of rows that a mask hides as a whole, if there are any that the document's does not.
template<Mask (*mask)(const Experiment&)>
std::vector<double> hidden_rows_of(const Experiment& e) {
    Experiment other = e;
    other.mask = mask(e);
    const auto hides_row = [](const Experiment& its) {
        return visible_keys(its).rowwise().maxCoeff().minCoeff() == 0;
    };
    if (!hides_row(other))
        return {static_cast<double>(HiddenRows::zero)};
    return {static_cast<double>(HiddenRows::zero), static_cast<double>(HiddenRows::nan),
            static_cast<double>(HiddenRows::equal)};
}

/// A matrix of two numbers that is multiplied into the scores, by the value that stands for it.
struct MaskFactors {
    double hidden, visible;
};
constexpr std::array mask_factors{MaskFactors{large_number, 1}, MaskFactors{minus_infinity, 1},
                                  MaskFactors{large_number, 0}, MaskFactors{minus_infinity, 0}};

const MaskFactors& factors_of(const Mistake& mistake) {
    return mask_factors[static_cast<std::size_t>(mistake.value)];
}

Said factors_words(const Telling& t) {
    const MaskFactors& factors = factors_of(t.mistake);
    return say(multiplied, factors.hidden == large_number ? "−1e9" : "−∞", factors.visible == 1 ? "1" : "0");
}

bool has_any_mask(const Experiment& e) {
    return has_mask(e.mask);
}

bool has_causal(const Experiment& e) {
    return e.mask.causal;
}

constexpr std::array padding_names{"[PAD]", "<pad>", "<PAD>", "[pad]", "PAD", "pad", "<|pad|>"};

/// Keys that are named as padding and are not hidden as that.
std::vector<TokenIndex> named_padding(const Experiment& e) {
    std::vector<TokenIndex> keys;
    const std::vector<std::string>& tokens = key_tokens(e);
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (std::ranges::find(padding_names, tokens[i]) != padding_names.end() &&
            !is_padding(e.mask, static_cast<TokenIndex>(i)))
            keys.push_back(static_cast<TokenIndex>(i));
    }
    return keys;
}

template<bool (*is_set)(const Mask&)>
bool has_rule_among_others(const Experiment& e) {
    return rules_of(e.mask).size() > 1 && is_set(e.mask);
}

bool is_causal_rule(const Mask& m) {
    return m.causal;
}
bool is_window_rule(const Mask& m) {
    return m.window.has_value();
}
bool is_padding_rule(const Mask& m) {
    return !m.padding.empty();
}
bool is_custom_rule(const Mask& m) {
    return m.custom != nullptr;
}

/// The rule of the mask alone, in words.
template<bool (*is_set)(const Mask&)>
Said missing_rule_words(const Telling& t) {
    for (const MaskRule& rule : mask_rules()) {
        Mask alone = t.experiment.mask;
        for (const MaskRule& other : mask_rules()) {
            if (other.name != rule.name && other.is_set(alone))
                other.remove(alone);
        }
        if (is_set(alone))
            return say(rule_missing, mask_words(alone));
    }
    return {};
}

using K = MistakeKind;
constexpr ChangedStages on_scores{StageId::masked_scores};
constexpr ChangedStages on_weights{StageId::masked_scores, StageId::weights};

constexpr std::array<MistakeInfo, 18> mask_infos{{
    {K::without_mask, "without_mask", MistakeStep::mask, on_scores, has_any_mask,
     [](Recipe& r, const Mistake&) { r.experiment.mask = {}; },
     [](const Telling& t) { return say(mask_missing, mask_words(t.experiment.mask)); }, true},
    {K::masked_with_zero, "masked_with_zero", MistakeStep::mask, on_scores, has_any_mask,
     [](Recipe& r, const Mistake&) { r.mask_use = MaskUse::put; }, plain_words<mask_of_zeros>, true},
    {K::weights_masked, "weights_masked", MistakeStep::mask, on_weights, has_any_mask,
     [](Recipe& r, const Mistake&) { r.mask_use = MaskUse::on_weights; }, plain_words<mask_on_weights>, true},
    {K::weights_masked_and_normalised, "weights_masked_and_normalised", MistakeStep::mask, on_weights,
     has_any_mask, [](Recipe& r, const Mistake&) { r.mask_use = MaskUse::on_weights_and_normalised; },
     plain_words<mask_on_weights_normalised>},
    {K::mask_upside_down, "mask_upside_down", MistakeStep::mask, on_scores,
     [](const Experiment&) { return true; }, set_mask<upside_down_mask>,
     [](const Telling& t) { return say(t.experiment.mask.causal ? upside_down : upside_down_too); }, true,
     hidden_rows_of<upside_down_mask>},
    {K::mask_inverted, "mask_inverted", MistakeStep::mask, on_scores, has_any_mask, set_mask<inverted_mask>,
     plain_words<inverted>, false, hidden_rows_of<inverted_mask>},
    {K::mask_added, "mask_added", MistakeStep::mask, on_scores, has_any_mask,
     [](Recipe& r, const Mistake&) {
         r.mask_use = MaskUse::added;
         r.visible_number = 1;
     },
     plain_words<ones_added>},
    {K::hidden_mask_added, "hidden_mask_added", MistakeStep::mask, on_scores, has_any_mask,
     [](Recipe& r, const Mistake&) {
         r.mask_use = MaskUse::added;
         r.hidden_number = 1;
     },
     plain_words<hidden_ones_added>},
    {K::mask_multiplied, "mask_multiplied", MistakeStep::mask, on_scores, has_any_mask,
     [](Recipe& r, const Mistake& m) {
         r.mask_use = MaskUse::multiplied;
         r.hidden_number = factors_of(m).hidden;
         r.visible_number = factors_of(m).visible;
     },
     factors_words, false,
     [](const Experiment&) {
         return std::vector<double>{0, 1, 2, 3};
     }},
    {K::diagonal_hidden, "diagonal_hidden", MistakeStep::mask, on_scores, has_causal,
     set_mask<without_diagonal>, plain_words<diagonal>, false, hidden_rows_of<without_diagonal>},
    {K::one_too_many, "one_too_many", MistakeStep::mask, on_scores, has_causal,
     [](Recipe& r, const Mistake&) { r.experiment.mask = causal_up_to(r.experiment, 1); },
     plain_words<one_more>},
    {K::top_left_mask, "top_left_mask", MistakeStep::mask, on_scores,
     [](const Experiment& e) { return e.mask.causal && ahead_of_keys(e) != 0; }, set_mask<top_left_mask_of>,
     [](const Telling& t) {
         const FirstPositions first = first_positions(t.experiment);
         return say(top_left, first.query, first.key);
     }},
    {K::without_causal, "without_causal", MistakeStep::mask, on_scores, has_rule_among_others<is_causal_rule>,
     [](Recipe& r, const Mistake&) { r.experiment.mask.causal = false; }, missing_rule_words<is_causal_rule>},
    {K::without_window, "without_window", MistakeStep::mask, on_scores, has_rule_among_others<is_window_rule>,
     [](Recipe& r, const Mistake&) { r.experiment.mask.window.reset(); }, missing_rule_words<is_window_rule>},
    {K::without_padding, "without_padding", MistakeStep::mask, on_scores,
     has_rule_among_others<is_padding_rule>,
     [](Recipe& r, const Mistake&) { r.experiment.mask.padding.clear(); },
     missing_rule_words<is_padding_rule>},
    {K::without_custom_mask, "without_custom_mask", MistakeStep::mask, on_scores,
     has_rule_among_others<is_custom_rule>,
     [](Recipe& r, const Mistake&) { r.experiment.mask.custom = nullptr; },
     missing_rule_words<is_custom_rule>},
    {K::with_causal, "with_causal", MistakeStep::mask, on_scores,
     [](const Experiment& e) { return !e.mask.causal; },
     [](Recipe& r, const Mistake&) { r.experiment.mask.causal = true; }, plain_words<causal_too>},
    {K::with_padding, "with_padding", MistakeStep::mask, on_scores,
     [](const Experiment& e) { return !named_padding(e).empty(); },
     [](Recipe& r, const Mistake&) {
         for (const TokenIndex key : named_padding(r.experiment))
             r.experiment.mask.padding.push_back(key);
     },
     [](const Telling& t) {
         const TokenIndex key = named_padding(t.experiment).front();
         return say(padding_too,
                    say(phrase::quoted, key_tokens(t.experiment)[static_cast<std::size_t>(key)]));
     }},
}};

} // namespace

std::span<const MistakeInfo> mask_mistakes() {
    return mask_infos;
}

} // namespace lab
