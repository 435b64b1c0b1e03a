// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers that are turned, rounded on the way, or computed with one wrong number, which is tried or fitted.
#include "core/analysis/diagnosis/claim_words.h"
#include "core/analysis/diagnosis/mistake_info.h"
#include "core/base/number_format.h"
#include "core/experiment/masks.h"
#include "core/stages/05_scaled_scores.h"

#include <cmath>

namespace lab {

namespace {

constexpr Phrase<0> other_sign{"The sign is turned: multiply by −1"};
constexpr Phrase<2> rounded_before{
    "These are computed from {0} that were rounded to {1}: round only what is shown, at the end"};
constexpr Phrase<0> projected{"queries, keys and values"};
constexpr Phrase<0> one_decimal{"1 decimal"};
constexpr Phrase<1> so_many_decimals{"{0} decimals"};
constexpr Phrase<2> factor{"The scaled scores are the scores before scaling times {0}: {1}"};
constexpr Phrase<3> root_factor{"The scaled scores are the scores before scaling times {0} = 1/√{1}: {2}"};
constexpr Phrase<3> root_of_keys{
    "The scaled scores are the scores before scaling times {0} = 1/√{1}, and there are {1} keys: {2}"};
constexpr Phrase<1> put_in_place{
    "The mask puts {0} in place of the scores that it hides, which leaves them some weight: put −∞ there"};
constexpr Phrase<1> added_where_hidden{
    "The mask adds {0} to the scores that it hides, which leaves them some weight: put −∞ there"};
constexpr Phrase<0> alibi_added{"ALiBi's distances are added to the scores: subtract them"};
constexpr Phrase<0> alibi_scaled{
    "ALiBi is subtracted before the scores are scaled, and is scaled with them: subtract it afterwards"};
constexpr Phrase<0> alibi_from_zero{
    "ALiBi's slopes are 2^(−8h/H) with h from 0: count the heads from 1 there"};
constexpr Phrase<1> alibi_steeper{"ALiBi's slopes are {0} times those of the document"};
constexpr Phrase<2> dropout_is_on{
    "Dropout is on (p = {0}): each weight is 0 or {1} times the right one. Call eval(), "
    "or give the document a dropout and "
    "ask for its weights after dropout"};

std::vector<double> usual_decimals(const Experiment&) {
    return {1, 2, 3, 4};
}

Said rounded_words(const Telling& t) {
    const auto decimals = static_cast<Index>(t.mistake.value);
    return say(rounded_before,
               t.mistake.stage == StageId::queries ? say(projected) : plural_of(t.mistake.stage),
               decimals == 1 ? say(one_decimal) : say(so_many_decimals, decimals));
}

/// A factor that is one by the root of a small whole number says so: it may be of the wrong axis.
Said factor_words(const Telling& t) {
    const double value = t.mistake.value, square = 1 / (value * value);
    constexpr double largest = 4096;
    const double whole = std::rint(square);
    if (value > 0 && whole > 1 && whole <= largest && std::abs(square - whole) < 1e-3)
        return say(static_cast<Index>(whole) == dimensions(t.experiment).n_k ? root_of_keys : root_factor,
                   rounded_text(value), static_cast<Index>(whole), scaling_words(t.experiment));
    return say(factor, rounded_text(value), scaling_words(t.experiment));
}

double slope_from_zero(const Experiment& e) {
    return std::exp2(8.0 / static_cast<double>(e.heads.count));
}

bool counts_slopes_evenly(const Experiment& e) {
    return (e.heads.count & (e.heads.count - 1)) == 0;
}

/// What the slopes of ALiBi are multiplied by most often.
std::vector<double> usual_slopes(const Experiment& e) {
    std::vector<double> factors{-1};
    const double scale = scale_factor(e.scores, dimensions(e).d_k);
    if (scale != 1 && scale != -1 && scale != 0)
        factors.push_back(scale);
    if (counts_slopes_evenly(e))
        factors.push_back(slope_from_zero(e));
    return factors;
}

/// −slope·distance of a head, times a factor.
Matrix distances(const Experiment& e, HeadIndex head, double times) {
    const Dimensions d = dimensions(e);
    const FirstPositions first = first_positions(e);
    const double slope = times * alibi_slope(head, e.heads.count);
    return Matrix::NullaryExpr(d.n_q, d.n_k, [&](Index i, Index j) {
        return -slope * static_cast<double>(std::abs(first.query + i - first.key - j));
    });
}

void multiply_slopes(Recipe& recipe, const Mistake& mistake) {
    Experiment& e = recipe.experiment;
    std::vector<MatrixPtr> added;
    for (HeadIndex head = 0; head < e.heads.count; ++head) {
        Matrix its = distances(e, head, mistake.value);
        if (const Matrix* others = added_scores(e.scores, head))
            its += *others;
        added.push_back(share(std::move(its)));
    }
    e.scores.bias = ScoreBias::none;
    e.scores.additive = std::move(added);
}

Said slope_words(const Telling& t) {
    const Experiment& e = t.experiment;
    if (t.mistake.value == -1)
        return say(alibi_added);
    if (t.mistake.value == scale_factor(e.scores, dimensions(e).d_k))
        return say(alibi_scaled);
    if (counts_slopes_evenly(e) && t.mistake.value == slope_from_zero(e))
        return say(alibi_from_zero);
    return say(alibi_steeper, rounded_text(t.mistake.value));
}

bool has_any_mask_at_all(const Experiment& e) {
    return has_mask(e.mask);
}

using S = StageId;
using K = MistakeKind;

constexpr std::array<MistakeInfo, 7> number_infos{{
    {K::sign_turned,
     "sign_turned",
     MistakeStep::none,
     {},
     is_always_possible,
     [](Recipe& r, const Mistake&) { r.is_negated = true; },
     plain_words<other_sign>,
     true},
    {K::rounded_on_the_way,
     "rounded_on_the_way",
     MistakeStep::none,
     {},
     is_always_possible,
     [](Recipe& r, const Mistake& m) {
         r.rounded = m.stage;
         r.decimals = static_cast<int>(m.value);
     },
     rounded_words,
     false,
     usual_decimals},
    {K::other_factor,
     "other_factor",
     MistakeStep::scale,
     {S::scaled_scores},
     is_always_possible,
     [](Recipe& r, const Mistake& m) { r.experiment.scores.scale = m.value; },
     factor_words,
     false,
     nullptr,
     true},
    {K::small_stand_in,
     "small_stand_in",
     MistakeStep::mask,
     {S::masked_scores},
     has_any_mask_at_all,
     [](Recipe& r, const Mistake& m) {
         r.mask_use = MaskUse::put;
         r.hidden_number = m.value;
     },
     [](const Telling& t) { return say(put_in_place, rounded_text(t.mistake.value)); },
     false,
     nullptr,
     true},
    {K::stand_in_added,
     "stand_in_added",
     MistakeStep::mask,
     {S::masked_scores},
     has_any_mask_at_all,
     [](Recipe& r, const Mistake& m) {
         r.mask_use = MaskUse::added;
         r.hidden_number = m.value;
     },
     [](const Telling& t) { return say(added_where_hidden, rounded_text(t.mistake.value)); },
     false,
     nullptr,
     true},
    {K::other_alibi_slopes,
     "other_alibi_slopes",
     MistakeStep::alibi,
     {S::scaled_scores},
     [](const Experiment& e) { return e.scores.bias == ScoreBias::alibi; },
     multiply_slopes,
     slope_words,
     false,
     usual_slopes,
     true},
    {K::dropout_left_on,
     "dropout_left_on",
     MistakeStep::none,
     {},
     is_always_possible,
     [](Recipe&, const Mistake&) {},
     [](const Telling& t) {
         return say(dropout_is_on, rounded_text(t.mistake.value), rounded_text(1 / (1 - t.mistake.value)));
     },
     false,
     nullptr,
     true},
}};

} // namespace

std::span<const MistakeInfo> number_mistakes() {
    return number_infos;
}

} // namespace lab
