// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/describe/pair_meaning.h"

#include "core/base/covered.h"
#include "core/base/number_format.h"
#include "core/describe/covered_steps.h"
#include "core/describe/names.h"
#include "core/describe/not_finite.h"
#include "core/experiment/masks.h"
#include "core/experiment/phrases.h"
#include "core/stages/07_weights.h"

#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace lab {

namespace {

/// "34.4 %"; "less than" or "more than" if it would round to 0 % or 100 %.
Said percent(double share) {
    constexpr double least = 0.0005;
    if (share > 0 && share < least)
        return say(phrase::hardly_any);
    if (share < 1 && share > 1 - least)
        return say(phrase::nearly_all);
    return say(phrase::percent, display(share * 100, 1));
}

/// "the second largest", "the largest, equal to 2 others": the rank of a number among the finite ones of
/// `numbers`, which include it. Numbers that differ only by rounding count as equal, since the scores of a
/// repeated word may be summed in different orders.
struct Rank {
    Said words;
    Index of = 0; ///< how many are finite
};
Rank rank_among(const std::vector<double>& numbers, double own) {
    const double rounding = 1e-12 * std::abs(own);
    Index larger = 0;
    Index equal = -1; // does not count itself
    Rank rank;
    for (const double number : numbers) {
        if (!std::isfinite(number))
            continue;
        ++rank.of;
        larger += number > own + rounding ? 1 : 0;
        equal += std::abs(number - own) <= rounding ? 1 : 0;
    }
    const bool is_smallest = larger > 0 && larger + equal + 1 == rank.of;
    rank.words = rank_words(is_smallest ? rank.of - 1 : larger, is_smallest ? rank.of : rank.of + 1);
    if (equal == 1)
        rank.words = say(phrase::equal_to_one, std::move(rank.words));
    else if (equal > 1)
        rank.words = say(phrase::equal_to_others, std::move(rank.words), equal);
    return rank;
}

/// Where a number that is not finite began; nullopt if that is unknown.
std::optional<Said> reason_for(const StepInputs& from, const CellRef& cell) {
    const std::optional<Origin> origin = origin_of(from.experiment, from.matrix, cell);
    return origin ? std::optional(origin_words(from.experiment, *origin, cell)) : std::nullopt;
}

/// For a key whose score is −∞.
Said left_out_words(const StepInputs& from, const CellRef& cell, const Said& query, const Said& key) {
    const CellRef masked{StageId::masked_scores, cell.head, cell.row, cell.column};
    const std::optional<Origin> origin = origin_of(from.experiment, from.matrix, masked);
    const bool is_weight = cell.stage == StageId::weights;
    if (!origin)
        return say(is_weight ? phrase::no_weight : phrase::score_left_out, key, query);
    Said reason = origin_words(from.experiment, *origin, cell);
    if (hides(origin))
        return say(phrase::hidden_from, key, query, std::move(reason));
    return say(is_weight ? phrase::no_weight_by : phrase::score_left_out_by, key, query, std::move(reason));
}

/// For a weight of a row that is not a distribution, so that it is not a share. `sink`: what a sink takes of
/// it.
Said other_weight_words(const Experiment& experiment, const Said& query, const Said& key, double weight,
                        const Rank& rank, double sum, const std::vector<double>& sink) {
    Said words = rank.of > 1 ? say(phrase::weight_of_sum_ranked.in(experiment.notation), key, query, weight,
                                   rank.words, sum)
                             : say(phrase::weight_of_sum.in(experiment.notation), key, query, weight, sum);
    return sink.empty() ? words : say(phrase::and_sink_takes, std::move(words), sink.front());
}

} // namespace

Said weight_meaning(const StepInputs& from, const CellRef& cell, const Said& query, const Said& key) {
    const StageRows weights = from.matrix(StageId::weights, cell.head);
    const StageRows masked = from.matrix(StageId::masked_scores, cell.head);
    const double weight = weights(cell.row, cell.column);
    if (is_hidden(masked(cell.row, cell.column)) && weight == 0)
        return left_out_words(from, cell, query, key);
    if (!std::isfinite(weight)) {
        const std::optional<Said> reason = reason_for(from, cell);
        return reason ? say(phrase::weight_is_by, key, query, weight, *reason)
                      : say(phrase::weight_is, key, query, weight);
    }
    if (is_row_covered(from, cell))
        return say(phrase::weight_is, key, query, weight);
    const auto row = weights.row(cell.row);
    const std::vector<double> all(row.begin(), row.end());
    std::vector<double> visible;
    double sum = 0;
    for (Index each = 0; each < weights.cols(); ++each) {
        sum += weights(cell.row, each);
        if (!is_hidden(masked(cell.row, each)) || weights(cell.row, each) != 0)
            visible.push_back(weights(cell.row, each));
    }
    const Rank rank = rank_among(visible, weight);
    if (std::isnan(entropy_bits(all)))
        return other_weight_words(
            from.experiment, query, key, weight, rank, sum,
            sink_shares(masked.row(cell.row), from.experiment.normalization, cell.head));
    if (rank.of == 1)
        return say(weights.cols() == 1 ? phrase::only_key : phrase::only_visible_key, query, percent(weight),
                   key);
    return say(phrase::attention.in(from.experiment.notation), query, percent(weight), key, rank.words);
}

Said score_meaning(const StepInputs& from, const CellRef& cell, const Said& query, const Said& key) {
    const StageRows matrix = from.matrix(cell.stage, cell.head);
    const double value = matrix(cell.row, cell.column);
    if (cell.stage == StageId::masked_scores && is_hidden(value))
        return left_out_words(from, cell, query, key);
    if (!std::isfinite(value)) {
        const std::optional<Said> reason = reason_for(from, cell);
        return reason ? say(phrase::score_is_by, key, query, value, *reason)
                      : say(phrase::score_is, key, query, value);
    }
    if (is_row_covered(from, cell))
        return say(phrase::match, query, key);
    const auto row = matrix.row(cell.row);
    const Rank rank = rank_among({row.begin(), row.end()}, value);
    const Notation notation = from.experiment.notation;
    if (rank.of > 1)
        return say(phrase::match_ranked.in(notation), query, key, rank.words);
    return say(matrix.cols() == 1 ? phrase::match : phrase::match_alone.in(notation), query, key);
}

Said meaning_of_sink_share(const Experiment& experiment, const CellRef& cell, double share) {
    const Said query = label_in_sentence(experiment, Axis::query_token, cell.row);
    return std::isfinite(share) ? say(phrase::sink_attention, percent(share), query)
                                : say(phrase::sink_share_is, query, share);
}

} // namespace lab
