// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/diagnosis/typed_number.h"

#include "core/analysis/agreement.h"
#include "core/base/number_format.h"
#include "core/experiment/normalizers.h"
#include "core/experiment/parameter.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <functional>

namespace lab {

namespace {

constexpr double most_multiplications = 2e7;
constexpr double relative = 1e-9; // within which computed numbers are the same

constexpr std::array rounded_parameters{ParameterId::W_Q, ParameterId::W_K, ParameterId::W_V,
                                        ParameterId::W_O, ParameterId::b_Q, ParameterId::b_K,
                                        ParameterId::b_V, ParameterId::b_O};

Matrix rounded_as_shown(const Matrix& numbers, const Matrix& of, std::optional<int> decimals, bool brief) {
    const int shown = shown_decimals(decimals, largest_magnitude(of), brief);
    return numbers.unaryExpr([&](double number) { return rounded(number, shown); });
}

Experiment with_shown_parameters(Experiment experiment, std::optional<int> decimals) {
    for (const ParameterId id : rounded_parameters) {
        if (MatrixPtr& matrix = projection_matrix(experiment.projection, id))
            matrix = share(rounded_as_shown(*matrix, *matrix, decimals, false));
    }
    return experiment;
}

bool agrees(double typed, double last_digit, double expected, const Matrix& among) {
    return is_right(typed, expected, Tolerance{}.at(last_digit, largest_magnitude(among)));
}

bool are_same(const Matrix& some, const Matrix& others) {
    const double tolerance = relative * largest_magnitude(some);
    if (some.rows() != others.rows() || some.cols() != others.cols())
        return false;
    for (Index i = 0; i < some.rows(); ++i) {
        for (Index j = 0; j < some.cols(); ++j) {
            if (!is_right(some(i, j), others(i, j), tolerance))
                return false;
        }
    }
    return true;
}

bool is_among(const Matrix& numbers, const std::vector<Matrix>& all) {
    return std::ranges::any_of(all, [&](const Matrix& each) { return are_same(each, numbers); });
}

} // namespace

TypedNumbers::TypedNumbers(const Experiment& experiment) : m_experiment(experiment), m_right(experiment) {}

bool TypedNumbers::are_quick(const Experiment& experiment) {
    const Dimensions d = dimensions(experiment);
    double once = 0;
    for (const StageInfo& stage : all_stages()) {
        if (has_stage(experiment, stage.id))
            once += static_cast<double>(length(stage.rows, d) * length(stage.columns, d)) *
                    multiplications_per_cell(experiment, d, stage.id) *
                    static_cast<double>(stage.per_head ? d.H : 1);
    }
    return once * static_cast<double>(mistake_kinds) <= most_multiplications;
}

/// The cells `at` of a stage, in one of the ways in which they can be computed from shown numbers.
Matrix TypedNumbers::computed_from(const Experiment& experiment, const CellRef& cell, const Block& at,
                                   bool from_queries, bool brief, std::optional<int> decimals) {
    const Dimensions d = dimensions(experiment);
    std::deque<Matrix> kept; // what is read must stay where it is
    const std::function<Matrix(StageId, HeadIndex, const Block&)> compute = [&](StageId stage, HeadIndex head,
                                                                                const Block& block) {
        Matrix result(block.rows, block.columns);
        const ReadStage read = [&](StageId of, HeadIndex its, const Block& part) -> ConstMatrixRef {
            if (!from_queries || of <= StageId::values) {
                const Matrix& whole = m_right.stage(of, its);
                const Matrix numbers = whole.block(part.row, part.column, part.rows, part.columns);
                kept.push_back(rounded_as_shown(numbers, whole, decimals, brief));
            } else {
                const Block wide = widened(experiment, d, of, part);
                kept.push_back(
                    compute(of, its, wide)
                        .block(part.row - wide.row, part.column - wide.column, part.rows, part.columns));
            }
            return kept.back();
        };
        evaluate(experiment, d, stage, head, block, read, result);
        return result;
    };
    return compute(cell.stage, cell.head, at);
}

std::vector<double> TypedNumbers::from_shown(const CellRef& cell, std::optional<int> decimals) {
    std::vector<double> numbers;
    const Block at =
        widened(m_experiment, dimensions(m_experiment), cell.stage, {cell.row, cell.column, 1, 1});
    for (const Experiment& experiment : {m_experiment, with_shown_parameters(m_experiment, decimals)}) {
        for (const bool brief : {false, true}) {
            for (const bool from_queries : {false, true})
                numbers.push_back(computed_from(experiment, cell, at, from_queries, brief,
                                                decimals)(cell.row - at.row, cell.column - at.column));
        }
    }
    return numbers;
}

std::vector<double> TypedNumbers::from_rest_of_row(const CellRef& cell, std::optional<int> decimals) {
    constexpr double most_units_off = 2; // of the last decimal shown
    if (cell.stage != StageId::weights || !normalizer(m_experiment).sums_to_one())
        return {};
    const Matrix& weights = m_right.stage(cell.stage, cell.head);
    const auto row = weights.row(cell.row);
    if (!row.allFinite() || row.minCoeff() < 0 || std::abs(row.sum() - 1) > relative)
        return {};
    std::vector<double> rests;
    for (const bool brief : {false, true}) {
        const int shown = shown_decimals(decimals, largest_magnitude(weights), brief);
        double rest = 1;
        for (Index column = 0; column < row.cols(); ++column)
            rest -= column == cell.column ? 0 : rounded(row(column), shown);
        if (rest > 0 && std::abs(rest - row(cell.column)) <= most_units_off * std::pow(10.0, -shown))
            rests.push_back(rest);
    }
    return rests;
}

/// What is likelier than all else that gives the same number: the sign is turned, query and key have changed
/// places, or a weight is the score of which its softmax was to be taken, scaled or not.
std::optional<NumberMistake> TypedNumbers::most_usual(const CellRef& cell, double number, double last_digit) {
    constexpr double two_digits = 10;
    if (std::abs(number) < two_digits * last_digit) // so rough that many mistakes give it
        return std::nullopt;
    const Matrix& own = m_right.stage(cell.stage, cell.head);
    const double right = own(cell.row, cell.column);
    if (std::isfinite(right) && !agrees(-right, last_digit, right, own) &&
        agrees(number, last_digit, -right, own))
        return NumberMistake{Mistake{MistakeKind::sign_turned, {}, 0}, {}};
    const bool is_pair =
        own.rows() == own.cols() && cell.row != cell.column && is_token_axis(info(cell.stage).columns);
    const double across = is_pair ? own(cell.column, cell.row) : right;
    if (is_pair && std::isfinite(across) && !agrees(across, last_digit, right, own) &&
        agrees(number, last_digit, across, own))
        return NumberMistake{std::nullopt, {{cell.stage, cell.head, cell.column, cell.row}}};
    if (cell.stage != StageId::weights || !std::isfinite(number))
        return std::nullopt;
    for (const StageId stage : {StageId::scaled_scores, StageId::masked_scores, StageId::scores}) {
        if (!has_stage(m_experiment, stage))
            continue;
        const Matrix& scores = m_right.stage(stage, cell.head);
        if (agrees(number, last_digit, scores(cell.row, cell.column), scores))
            return NumberMistake{std::nullopt, {{stage, cell.head, cell.row, cell.column}}};
    }
    return std::nullopt;
}

/// Right numbers of other cells, as one mistake each: another row or column, the cell across the diagonal,
/// another head, another stage. `mistaken`: whole stages of mistakes that were found, which say the same.
std::vector<NumberMistake> TypedNumbers::elsewhere(const CellRef& cell, double number, double last_digit,
                                                   const std::vector<Matrix>& mistaken) {
    const Matrix own = m_right.stage(cell.stage, cell.head);
    NumberMistake rows, columns, across, heads, stages;
    const auto look = [&](const Matrix& in, const CellRef& at, NumberMistake& found) {
        if (agrees(number, last_digit, in(at.row, at.column), in))
            found.cells.push_back(at);
    };
    for (Index row = 0; row < own.rows(); ++row) {
        if (row != cell.row)
            look(own, {cell.stage, cell.head, row, cell.column}, rows);
    }
    for (Index column = 0; column < own.cols(); ++column) {
        if (column != cell.column)
            look(own, {cell.stage, cell.head, cell.row, column}, columns);
    }
    if (own.rows() == own.cols() && cell.row != cell.column && !is_among(own.transpose(), mistaken))
        look(own, {cell.stage, cell.head, cell.column, cell.row}, across);
    const StageInfo& its = info(cell.stage);
    for (HeadIndex head = 0; its.per_head && head < m_experiment.heads.count; ++head) {
        if (head != cell.head)
            look(m_right.stage(cell.stage, head), {cell.stage, head, cell.row, cell.column}, heads);
    }
    for (const StageInfo& other : all_stages()) {
        if (other.id == cell.stage || !has_stage(m_experiment, other.id) || other.rows != its.rows ||
            other.columns != its.columns || other.per_head != its.per_head)
            continue;
        const Matrix numbers = m_right.stage(other.id, cell.head);
        if (!is_among(numbers, mistaken))
            look(numbers, {other.id, cell.head, cell.row, cell.column}, stages);
    }
    std::vector<NumberMistake> all{rows, columns, across, heads, stages};
    std::erase_if(all, [](const NumberMistake& each) { return each.cells.empty(); });
    return all;
}

std::vector<Mistake> TypedNumbers::tried(const Experiment& experiment, const CellRef& cell) {
    const StageSet needed = needed_stages(experiment, cell.stage);
    std::vector<Mistake> all = possible_mistakes(experiment, {cell.stage, cell.head});
    std::erase_if(all, [&](const Mistake& each) {
        // One number says too little to tell rare mistakes apart. Shares of a sum are what people begin with.
        const bool is_usual =
            each.kind == MistakeKind::sign_turned || each.kind == MistakeKind::without_exponential;
        return !is_usual && (!is_common(each.kind) || each.value != 0 || !shows_in(each, needed));
    });
    return all;
}

std::optional<NumberMistake> TypedNumbers::mistake_of(const CellRef& cell, double number, double last_digit) {
    if (auto usual = most_usual(cell, number, last_digit))
        return usual;
    std::vector<NumberMistake> found;
    std::vector<Matrix> mistaken;
    for (const Mistake& each : tried(m_experiment, cell)) {
        Matrix numbers = m_right.with(each).stage(cell.stage, cell.head);
        if (each.kind == MistakeKind::sign_turned)
            numbers = -numbers;
        const double here = numbers(cell.row, cell.column);
        if (!agrees(number, last_digit, here, numbers) || is_among(numbers, mistaken))
            continue;
        bool is_said = false;
        for (std::size_t i = 0; i < found.size(); ++i)
            is_said = is_said || (exclude_each_other(found[i].mistake->kind, each.kind) &&
                                  is_right(here, mistaken[i](cell.row, cell.column),
                                           relative * largest_magnitude(numbers)));
        if (is_said)
            continue;
        found.push_back({each, {}});
        mistaken.push_back(std::move(numbers));
    }
    for (NumberMistake& each : elsewhere(cell, number, last_digit, mistaken))
        found.push_back(std::move(each));
    return found.size() == 1 ? std::optional(found.front()) : std::nullopt;
}

} // namespace lab
