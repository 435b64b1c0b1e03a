// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/describe/pull.h"

#include "core/engine/readable_stages.h"
#include "core/experiment/masks.h"
#include "core/experiment/overrides.h"
#include "core/experiment/phrases.h"
#include "core/stages/08_dropped_weights.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

namespace lab {

namespace {

constexpr Phrase<0> only_rounding_of_number{
    "No pull: nothing that can be changed here moves the number by more than its rounding"};
constexpr Phrase<0> only_locked{"No pull: only what is locked in this step moves the number"};
constexpr Phrase<0> only_rounding_of_loss{
    "No pull: nothing that may change lowers the loss by more than its rounding"};

/// Beside the largest slope; about a thousand times what a sum of a few hundred terms is rounded by.
constexpr double rounding_share = 1e-12;

/// Whether a rule of the mask hides the key of a masked score or a weight from its query.
bool is_of_hidden_key(const Experiment& experiment, const CellRef& of) {
    const bool has_key = of.stage == StageId::masked_scores || holds_weights(of.stage);
    return has_key && !is_sink_share(experiment, of) && !hiding_rules(experiment, of.row, of.column).empty();
}

/// A weight of the only key that is visible to its query: rules of the mask hide the others.
bool is_only_key(const Experiment& experiment, ConstMatrixRef masked_scores, const CellRef& of) {
    const bool may_be = of.stage == StageId::weights && !is_sink_share(experiment, of) &&
                        experiment.normalization.kind != NormalizationKind::sigmoid &&
                        !parameter(experiment, ParameterId::sink);
    for (Index key = 0; may_be && key < masked_scores.cols(); ++key) {
        const CellRef score{StageId::masked_scores, of.head, of.row, key};
        const bool is_seen = !is_hidden(masked_scores(of.row, key));
        if (is_seen != (key == of.column) || is_seen == is_of_hidden_key(experiment, score))
            return false;
    }
    return may_be;
}

/// Whether a stage is computed with a parameter, in whatever cells.
bool reads(StageId stage, Field field) {
    const StageInfo& its = info(stage);
    return std::ranges::find(its.fields, field) != its.fields.end() ||
           std::ranges::any_of(its.reads, [&](StageId each) { return reads(each, field); });
}

bool is_of_values(ParameterId id) {
    return id == ParameterId::W_V || id == ParameterId::b_V || id == ParameterId::V;
}

/// Whether no slope, times the largest number of its parameter, or 1 if all are 0, is more than rounding
/// beside `scale`. False if one is not finite.
bool are_rounding(const Experiment& experiment, const Gradients& slopes, double scale) {
    return std::ranges::all_of(slopes, [&](const auto& each) {
        const auto& [id, slopes_by] = each;
        const MatrixPtr its = parameter(experiment, id);
        double largest = 0;
        for (const double number : its->reshaped())
            largest = std::isfinite(number) ? std::max(largest, std::abs(number)) : largest;
        const double reach = largest > 0 ? largest : 1;
        return (slopes_by.array().abs() * reach <= rounding_share * scale).all();
    });
}

/// The largest magnitude among the scores of the heads that a cell may be computed from: they are rounded by
/// a share of it, and so are weights.
double largest_score(const Experiment& experiment, ReadableStages& numbers, const CellRef& of) {
    const bool has_head = info(of.stage).per_head;
    double largest = 0;
    for (HeadIndex head = has_head ? of.head : 0; head < (has_head ? of.head + 1 : experiment.heads.count);
         ++head) {
        numbers.prepare(StageId::scaled_scores, head);
        const ConstMatrixRef scores = numbers.whole(StageId::scaled_scores, head); // outlives the loop
        for (const double score : scores.reshaped())
            largest = std::isfinite(score) ? std::max(largest, std::abs(score)) : largest;
    }
    return largest;
}

/// Whether nothing moves the number but rounding.
bool is_unmoved(const Experiment& experiment, ReadableStages& numbers, const CellRef& of,
                const Gradient& found) {
    constexpr double largest_scores = 1e6; // those of larger ones are not looked at
    const double value = std::abs(found.value);
    if (!are_rounding(experiment, found.by, largest_scores * value))
        return false;
    const bool has_scores = of.stage >= StageId::scaled_scores;
    const double scores = has_scores ? largest_score(experiment, numbers, of) : 0;
    return are_rounding(experiment, found.by, std::clamp(scores, 1.0, largest_scores) * value);
}

void set_zero(Gradients& slopes) {
    for (auto& [id, matrix] : slopes)
        matrix.setZero();
}

/// What a loss is a sum of, roughly: the wanted weights of a row, or squares of wanted outputs.
double scale_of(const Target& loss) {
    const auto* output = std::get_if<WantedOutput>(&loss);
    if (!output)
        return 1;
    double squares = 0;
    Index count = 0;
    for (const double wanted : output->numbers.reshaped()) {
        squares += std::isnan(wanted) ? 0 : wanted * wanted;
        count += std::isnan(wanted) ? 0 : 1;
    }
    return squares / static_cast<double>(std::max<Index>(count, 1));
}

Said why_none(const PullOfCell& cell, ParameterId by) {
    const StageId stage = cell.of.stage;
    if (is_of_values(by) && stage >= StageId::scores && stage <= StageId::dropped_weights)
        return say(phrase::no_pull_values);
    if (!reads(stage, info(by).field))
        return say(phrase::no_pull_other, std::string(info(by).name));
    if (cell.saturation && makes_weights_alone(by))
        return say(phrase::no_pull_saturated);
    return say(phrase::no_pull_zero);
}

/// Of a cell that is not overridden and none of a hidden key. `rounded`: something was there.
Said why_nothing(const Experiment& experiment, ReadableStages& numbers, const PullOfCell& cell,
                 bool rounded) {
    const CellRef& of = cell.of;
    if (is_dropped(experiment, of))
        return say(phrase::no_pull_dropped);
    if (of.stage == StageId::weights &&
        is_only_key(experiment, numbers.whole(StageId::masked_scores, of.head), of))
        return say(phrase::no_pull_only_key);
    // What is not quite saturated lets something through: then it is something else that does not.
    if (cell.saturation && (rounded || cell.saturation->gradient == 0) && holds_weights(of.stage))
        return say(phrase::no_pull_saturated);
    return say(rounded ? only_rounding_of_number : phrase::no_pull_zeros);
}

/// Why nothing can pull at a cell, whatever the numbers are; no text if something may.
Said why_never(const Experiment& experiment, ReadableStages& numbers, const CellRef& of) {
    if (override_of(experiment, of))
        return say(phrase::no_pull_overridden);
    if (!is_of_hidden_key(experiment, of))
        return {};
    numbers.prepare(StageId::masked_scores, of.head);
    // An override may show it again.
    return is_hidden(numbers.whole(StageId::masked_scores, of.head)(of.row, of.column))
               ? say(phrase::no_pull_hidden)
               : Said{};
}

} // namespace

std::optional<Pull> pull_of(Gradients slopes) {
    Pull pull;
    for (const auto& [id, matrix] : slopes) {
        if (!matrix.allFinite())
            return std::nullopt;
        if (matrix.size() > 0)
            pull.largest = std::max(pull.largest, matrix.cwiseAbs().maxCoeff());
    }
    double squares = 0; // of the shares of the largest, which neither overflow nor underflow
    bool is_found = false;
    const double least = rounding_share * pull.largest;
    for (auto& [id, matrix] : slopes) {
        for (Index row = 0; row < matrix.rows(); ++row) {
            for (Index column = 0; column < matrix.cols(); ++column) {
                double& slope = matrix(row, column);
                if (std::abs(slope) <= least) {
                    slope = 0;
                    continue;
                }
                if (std::abs(slope) == pull.largest && !std::exchange(is_found, true))
                    pull.where = {id, row, column};
                const double share = slope / pull.largest;
                squares += share * share;
                ++pull.count;
            }
        }
    }
    pull.length = pull.largest * std::sqrt(squares);
    pull.slopes = std::move(slopes);
    return std::isfinite(pull.length) ? std::optional(std::move(pull)) : std::nullopt;
}

std::optional<PullOfLoss> pull_of_loss(const Experiment& experiment, const Target& loss, Gradients by) {
    if (are_rounding(experiment, by, scale_of(loss)))
        set_zero(by);
    for (auto& [id, matrix] : by)
        matrix = -matrix;
    std::optional<Pull> pull = pull_of(std::move(by));
    if (!pull)
        return std::nullopt;
    const Said nothing = pull->count == 0 ? say(only_rounding_of_loss) : Said{};
    return PullOfLoss{*std::move(pull), nothing};
}

std::vector<ParameterCell> strongest(const Pull& pull, std::size_t most) {
    struct Strength {
        double magnitude;
        ParameterCell cell;
    };
    std::vector<Strength> all;
    all.reserve(static_cast<std::size_t>(pull.count));
    for (const auto& [id, matrix] : pull.slopes) {
        for (Index row = 0; row < matrix.rows(); ++row) {
            for (Index column = 0; column < matrix.cols(); ++column) {
                if (matrix(row, column) != 0)
                    all.push_back({std::abs(matrix(row, column)), {id, row, column}});
            }
        }
    }
    const std::size_t count = std::min(most, all.size());
    const auto is_before = [](const Strength& a, const Strength& b) {
        const auto place = [](const ParameterCell& cell) {
            return std::tuple(cell.id, cell.row, cell.column);
        };
        return a.magnitude != b.magnitude ? a.magnitude > b.magnitude : place(a.cell) < place(b.cell);
    };
    std::partial_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count), all.end(), is_before);
    std::vector<ParameterCell> cells;
    for (std::size_t i = 0; i < count; ++i)
        cells.push_back(all[i].cell);
    return cells;
}

PullOfCell pull_of(const Experiment& experiment, const FindKept& kept, const CellRef& of) {
    PullOfCell cell{of, std::numeric_limits<double>::quiet_NaN(), {}, {}, {}, {}};
    ReadableStages numbers(experiment, kept);
    Result<Gradient> found = gradient(experiment, kept, of);
    if (found)
        cell.value = found.value().value;
    cell.nothing = why_never(experiment, numbers, of);
    if (!cell.nothing.phrase.empty())
        return cell;
    const bool is_known = static_cast<bool>(found);
    Gradient of_cell = is_known ? std::move(found).value() : Gradient{};
    const bool rounded =
        is_known && is_unmoved(experiment, numbers, of, of_cell) && !are_rounding(experiment, of_cell.by, 0);
    if (rounded)
        set_zero(of_cell.by);
    std::optional<Pull> pull = is_known ? pull_of(std::move(of_cell.by)) : std::nullopt;
    if (!pull) {
        cell.nothing = say(is_known ? phrase::no_pull_overflow : phrase::no_pull_not_finite);
        return cell;
    }
    cell.pull = *std::move(pull);
    if (const auto head = head_of_one_softmax(experiment, of)) {
        numbers.prepare(StageId::masked_scores, *head);
        cell.saturation =
            saturation_of(experiment, numbers.whole(StageId::masked_scores, *head), *head, of.row);
    }
    if (cell.pull.count == 0) {
        cell.nothing = why_nothing(experiment, numbers, cell, rounded);
        return cell;
    }
    for (const auto& [id, matrix] : cell.pull.slopes) {
        if (matrix.isZero(0))
            cell.none[id] = why_none(cell, id);
    }
    return cell;
}

void leave_out(PullOfCell& found, const std::function<bool(ParameterId)>& is_locked) {
    std::erase_if(found.pull.slopes, [&](const auto& each) { return is_locked(each.first); });
    std::erase_if(found.none, [&](const auto& each) { return is_locked(each.first); });
    const bool had_any = found.pull.count > 0;
    found.pull = pull_of(std::move(found.pull.slopes)).value_or(Pull{});
    if (had_any && found.pull.count == 0)
        found.nothing = say(only_locked);
}

} // namespace lab
