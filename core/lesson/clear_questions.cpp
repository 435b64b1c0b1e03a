// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/clear_questions.h"

#include "core/analysis/diagnosis/typed_number.h"
#include "core/experiment/parameter.h"
#include "core/lesson/mistaken_stage.h"
#include "core/lesson/step_numbers.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

namespace lab {

namespace {

constexpr double seen = 0.02; // of numbers with two decimals

/// What a stage is made of, cell by cell.
std::optional<StageId> made_of(StageId stage) {
    switch (stage) {
    case StageId::scaled_scores:
        return StageId::scores;
    case StageId::masked_scores:
    case StageId::weights:
        return StageId::scaled_scores;
    default:
        return std::nullopt;
    }
}

bool look_alike(const Matrix& a, const Matrix& b) {
    if (a.rows() != b.rows() || a.cols() != b.cols())
        return false;
    for (Index i = 0; i < a.size(); ++i) {
        const double one = a.data()[i], other = b.data()[i];
        if (one != other && !(std::abs(one - other) < seen)) // also where one of them is NaN
            return false;
    }
    return true;
}

class ClearCheck {
public:
    ClearCheck(const Experiment& experiment, const LessonStep& step)
        : m_experiment(experiment), m_step(step), m_numbers(experiment) {}

    bool is_clear(const Question& question) {
        switch (question.kind) {
        case QuestionKind::number:
            return is_other_than_before(question);
        case QuestionKind::cell:
            return question.rule == CellRule::largest_of_row    ? has_outermost(question, 1)
                   : question.rule == CellRule::smallest_of_row ? has_outermost(question, -1)
                                                                : true;
        case QuestionKind::goal:
            return has_handle(question);
        case QuestionKind::mistake:
            return !TypedNumbers::are_quick(m_experiment) || is_clear_mistake(question);
        default:
            return true;
        }
    }

private:
    bool is_other_than_before(const Question& question) {
        const CellRef& cell = question.cell;
        const auto before = made_of(cell.stage);
        if (!before || !has_stage(m_experiment, *before))
            return true;
        const double number = (*m_numbers.stage(cell.stage, cell.head))(cell.row, cell.column);
        return !(std::abs((*m_numbers.stage(*before, cell.head))(cell.row, cell.column) - number) < seen);
    }

    /// Whether some row has one, and no row has two that look alike.
    bool has_outermost(const Question& question, double sign) {
        const MatrixPtr stage = m_numbers.stage(question.cell.stage, question.cell.head);
        for (Index row = 0; row < stage->rows(); ++row) {
            double first = -std::numeric_limits<double>::infinity(), second = first;
            for (Index column = 0; column < stage->cols(); ++column) {
                const double number = sign * (*stage)(row, column);
                second = std::max(second, std::min(first, number));
                first = std::max(first, number);
            }
            if (stage->cols() > 1 && first - second < seen)
                return false;
        }
        return true;
    }

    /// For a query that is to look at a key: whether the key has most or least of something, so that one
    /// number of the query finds it.
    bool has_handle(const Question& question) {
        const bool is_wanted = question.condition.at_least || question.condition.largest_of_row;
        if (question.cell.stage != StageId::weights || !is_wanted || !may_change_queries() ||
            !has_stage(m_experiment, StageId::keys))
            return true;
        const Matrix keys = *m_numbers.stage(StageId::keys, question.cell.head);
        for (Index feature = 0; feature < keys.cols(); ++feature) {
            const double own = keys(question.cell.column, feature);
            bool is_most = true, is_least = true;
            for (Index key = 0; key < keys.rows(); ++key) {
                if (key == question.cell.column)
                    continue;
                is_most = is_most && own > keys(key, feature) + seen;
                is_least = is_least && own < keys(key, feature) - seen;
            }
            if (is_most || is_least)
                return true;
        }
        return false;
    }

    bool may_change_queries() const {
        const auto has = [&](std::string_view name) {
            return std::ranges::find(*m_step.allow, name) != m_step.allow->end();
        };
        return !m_step.allow || has(info(ParameterId::W_Q).name) || has(info(ParameterId::Q).name);
    }

    bool is_clear_mistake(const Question& question) {
        if (!m_right)
            m_right.emplace(m_experiment);
        const Asked asked{question.cell.stage, question.cell.head};
        const std::optional<MistakenStage> made = mistaken_stage(*m_right, asked, question.mistake);
        if (!made || look_alike(made->numbers, *m_numbers.stage(asked.stage, asked.head)))
            return false;
        // Dividing by the sum is told by the sign that it keeps.
        if (question.mistake == MistakeKind::without_exponential && made->numbers.minCoeff() > -seen)
            return false;
        return std::ranges::none_of(question.mistakes, [&](MistakeKind each) {
            if (each == question.mistake)
                return false;
            const auto other = mistaken_stage(*m_right, asked, each);
            return other && look_alike(made->numbers, other->numbers);
        });
    }

    const Experiment& m_experiment;
    const LessonStep& m_step;
    StepNumbers m_numbers;
    std::optional<MistakenTrace> m_right;
};

} // namespace

std::vector<bool> clear_questions(const Experiment& experiment, const LessonStep& step) {
    ClearCheck check(experiment, step);
    std::vector<bool> clear;
    for (const Question& each : step.ask)
        clear.push_back(each.is_faulty || check.is_clear(each));
    return clear;
}

} // namespace lab
