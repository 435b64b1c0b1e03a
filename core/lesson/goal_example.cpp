// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/goal_example.h"

#include "core/analysis/diagnosis/typed_number.h"
#include "core/base/number_format.h"
#include "core/describe/names.h"
#include "core/describe/pull.h"
#include "core/edits/cell_overrides.h"
#include "core/edits/masks.h"
#include "core/edits/tokens.h"
#include "core/engine/pipeline.h"
#include "core/experiment/masks.h"
#include "core/experiment/options.h"
#include "core/lesson/goal.h"
#include "core/lesson/permits.h"
#include "core/lesson/step_numbers.h"

#include <array>
#include <cmath>

namespace lab {

namespace {

constexpr Phrase<1> hide_pair{"hide {0}"};
constexpr Phrase<1> show_pair{"show {0} again"};
constexpr Phrase<0> causal_alone{"choose Causal, with nothing painted"};
constexpr Phrase<2> option_set{"{0}: {1}"};
constexpr Phrase<3> number_set{"{0} = {1} in place of {2}"};
constexpr Phrase<2> override_set{"override the scaled score {0} by {1}"};
constexpr Phrase<1> word_again{"type “{0}” once more"};

constexpr std::size_t most_cells = 24; // of parameters: those with the steepest slopes
constexpr double step = 0.5, fine_step = 0.1, farthest = 12, farthest_fine = 2;

class GoalSearch {
public:
    GoalSearch(const Experiment& experiment, const Question& goal,
               const std::optional<std::vector<std::string>>& allow)
        : m_experiment(experiment), m_goal(goal), m_allow(allow) {}

    std::optional<GoalExample> find() {
        for (const auto search : {&GoalSearch::of_mask, &GoalSearch::of_options, &GoalSearch::of_numbers,
                                  &GoalSearch::of_overrides, &GoalSearch::of_words}) {
            if (auto found = (this->*search)())
                return found;
        }
        return std::nullopt;
    }

private:
    bool reaches(const Experiment& next) const {
        return !permits(m_experiment, next, m_allow) && holds(next, m_goal);
    }

    std::optional<GoalExample> of_mask() {
        const Dimensions d = dimensions(m_experiment);
        for (Index key = 0; key < d.n_k; ++key) {
            const Index query = m_goal.cell.row;
            const bool is_seen = hiding_rules(m_experiment, query, key).empty();
            Experiment next = with_visibility(m_experiment, {query, key, 1, 1}, !is_seen);
            if (reaches(next))
                return GoalExample{
                    say(is_seen ? hide_pair : show_pair,
                        cell_place(m_experiment, {StageId::masked_scores, m_goal.cell.head, query, key})),
                    std::move(next)};
        }
        Experiment causal = m_experiment;
        causal.mask = {};
        causal.mask.causal = true;
        return reaches(causal) ? std::optional(GoalExample{say(causal_alone), std::move(causal)})
                               : std::nullopt;
    }

    std::optional<GoalExample> of_options() {
        std::optional<GoalExample> found;
        for (const Option& option : all_options()) {
            const auto attempt = [&](auto set) {
                Experiment next = m_experiment;
                set(next);
                if (!found && reaches(next))
                    found = GoalExample{say(option_set, std::string(option.title), words_of(option, next)),
                                        std::move(next)};
            };
            if (const auto* choice = std::get_if<Choice>(&option.value);
                choice && option.field == Field::normalization) {
                for (std::size_t i = 0; i < choice->values.size(); ++i)
                    attempt([&](Experiment& next) { choice->set(next, i); });
            } else if (const auto* number = std::get_if<PositiveNumber>(&option.value);
                       number && option.field == Field::normalization) {
                for (const double value : {0.1, 0.5, 2.0, 5.0, 10.0})
                    attempt([&](Experiment& next) { number->set(next, value); });
            } else if (const auto* scale = std::get_if<OptionalNumber>(&option.value)) {
                attempt([&](Experiment& next) { scale->set(next, std::nullopt); });
            }
            if (found)
                break;
        }
        return found;
    }

    /// Of the parameters that may change, those that matter most.
    std::vector<ParameterCell> steepest() const {
        const auto trace = compute(m_experiment);
        if (!trace)
            return {};
        PullOfCell pull = pull_of(m_experiment, trace.value().kept(), m_goal.cell);
        leave_out(pull, [&](ParameterId id) {
            return m_allow && std::ranges::find(*m_allow, info(id).name) == m_allow->end();
        });
        return strongest(pull.pull, most_cells);
    }

    std::optional<GoalExample> of_numbers() {
        const std::vector<ParameterCell> cells = steepest();
        const auto with_change = [&](double change) -> std::optional<GoalExample> {
            for (const ParameterCell& each : cells) {
                const double now = (*parameter(m_experiment, each.id))(each.row, each.column);
                for (const double sign : {1.0, -1.0}) {
                    const double value = std::round((now + sign * change) / fine_step) * fine_step;
                    Experiment next = with_cell(m_experiment, each.id, each.row, each.column, value);
                    if (!reaches(next))
                        continue;
                    const Operand name = operand_of(m_experiment, each);
                    return GoalExample{
                        say(number_set, name.symbol + '[' + name.index + ']', brief(value), brief(now)),
                        std::move(next)};
                }
            }
            return std::nullopt;
        };
        for (double change = step; change <= farthest; change += step) {
            if (auto found = with_change(change))
                return found;
        }
        for (double change = fine_step; change <= farthest_fine; change += fine_step) {
            if (auto found = with_change(change))
                return found;
        }
        return std::nullopt;
    }

    /// The last words first, so that those before them keep their places.
    std::optional<GoalExample> of_words() {
        const std::vector<std::string>& tokens = m_experiment.sequence.tokens;
        for (std::size_t i = tokens.size(); i-- > 0;) {
            Experiment next = with_token_duplicated(m_experiment, Side::sentence, static_cast<TokenIndex>(i));
            if (reaches(next))
                return GoalExample{say(word_again, tokens[i]), std::move(next)};
        }
        return std::nullopt;
    }

    std::optional<GoalExample> of_overrides() {
        const CellRef cell{StageId::scaled_scores, m_goal.cell.head, m_goal.cell.row, m_goal.cell.column};
        if (!holds_weights(m_goal.cell.stage) || !has_cell(m_experiment, cell))
            return std::nullopt;
        const double now = (*StepNumbers(m_experiment).stage(cell.stage, cell.head))(cell.row, cell.column);
        for (double change = 1; change <= farthest; ++change) {
            for (const double sign : {1.0, -1.0}) {
                const double value = std::round(now + sign * change);
                Experiment next = with_override(m_experiment, cell, value);
                if (reaches(next))
                    return GoalExample{say(override_set, cell_place(m_experiment, cell), brief(value)),
                                       std::move(next)};
            }
        }
        return std::nullopt;
    }

    const Experiment& m_experiment;
    const Question& m_goal;
    const std::optional<std::vector<std::string>>& m_allow;
};

} // namespace

std::optional<GoalExample> goal_example(const Experiment& experiment, const Question& goal,
                                        const std::optional<std::vector<std::string>>& allow) {
    return TypedNumbers::are_quick(experiment) ? GoalSearch(experiment, goal, allow).find() : std::nullopt;
}

} // namespace lab
