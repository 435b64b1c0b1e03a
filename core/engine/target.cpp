// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/target.h"

#include "core/base/number_format.h"
#include "core/experiment/masks.h"
#include "core/stages/07_weights.h"

#include <cmath>

namespace lab {

namespace {

std::string place_in_target(Index row, Index column) {
    return "target, cell " + std::to_string(row) + "," + std::to_string(column);
}

std::optional<Error> problem_of_shape(const Matrix& wanted, StageId stage, const Dimensions& d) {
    const Index rows = length(info(stage).rows, d), columns = length(info(stage).columns, d);
    if (wanted.rows() == rows && wanted.cols() == columns)
        return std::nullopt;
    return Error{"target", shape_text(wanted.rows(), wanted.cols()),
                 shape_text(rows, columns) + ", as the " + std::string(info(stage).name)};
}

std::optional<Error> problem_of_numbers(const Matrix& wanted, double least) {
    bool is_any = true;
    for (Index row = 0; row < wanted.rows(); ++row) {
        for (Index column = 0; column < wanted.cols(); ++column) {
            const double number = wanted(row, column);
            is_any = is_any && std::isnan(number);
            if (std::isinf(number) || number < least)
                return Error{place_in_target(row, column), shortest(number),
                             std::isinf(number) ? "a finite number" : "a number from 0"};
        }
    }
    if (is_any)
        return Error{"target", "no number", "at least one cell that is wanted"};
    return std::nullopt;
}

/// The sum of the wanted numbers of a row; absent if it has none.
std::optional<double> sum_of_row(const Matrix& wanted, Index row) {
    std::optional<double> sum;
    for (const double number : wanted.row(row)) {
        if (!std::isnan(number))
            sum = sum.value_or(0) + number;
    }
    return sum;
}

Index rows_wanted(const Matrix& wanted) {
    Index count = 0;
    for (Index row = 0; row < wanted.rows(); ++row)
        count += sum_of_row(wanted, row) ? 1 : 0;
    return count;
}

Index cells_wanted(const Matrix& wanted) {
    return (wanted.array() == wanted.array()).count(); // all but NaN
}

/// Calls visit(row, column, t, a) for each cell with a wanted weight above 0, divided by the sum of its row.
template<class Visit>
void for_each_share(ReadableStages& numbers, const WantedWeights& wanted, const Visit& visit) {
    numbers.prepare(StageId::weights, wanted.head);
    Matrix room;
    for (Index row = 0; row < wanted.numbers.rows(); ++row) {
        const std::optional<double> sum = sum_of_row(wanted.numbers, row);
        if (!sum)
            continue;
        const ConstMatrixRef weights = numbers.rows(StageId::weights, wanted.head, {row, 1}, room);
        for (Index column = 0; column < weights.cols(); ++column) {
            if (wanted.numbers(row, column) > 0)
                visit(row, column, wanted.numbers(row, column) / *sum, weights(0, column));
        }
    }
}

struct Problem {
    const Experiment& experiment;

    std::optional<Error> operator()(const CellRef& /*cell*/) const { return std::nullopt; }
    std::optional<Error> operator()(const WantedWeights& wanted) const {
        if (auto problem = problem_of_shape(wanted.numbers, StageId::weights, dimensions(experiment)))
            return problem;
        if (auto problem = problem_of_numbers(wanted.numbers, 0))
            return problem;
        for (Index row = 0; row < wanted.numbers.rows(); ++row) {
            const std::optional<double> sum = sum_of_row(wanted.numbers, row);
            if (sum && !(*sum > 0 && std::isfinite(*sum)))
                return Error{"target, row " + std::to_string(row), "a sum of " + shortest(*sum),
                             "weights with a finite sum above 0, or none in this row"};
        }
        return std::nullopt;
    }
    std::optional<Error> operator()(const WantedOutput& wanted) const {
        if (auto problem = problem_of_shape(wanted.numbers, StageId::output, dimensions(experiment)))
            return problem;
        return problem_of_numbers(wanted.numbers, -HUGE_VAL);
    }
};

/// "cell 2,0 of masked_scores, head 1"
std::string place_of_cell(const CellRef& cell, const Dimensions& d) {
    const StageInfo& stage = info(cell.stage);
    return "cell " + std::to_string(cell.row) + "," + std::to_string(cell.column) + " of " +
           std::string(stage.name) +
           (stage.per_head && d.H > 1 ? ", head " + std::to_string(cell.head) : std::string());
}

constexpr const char* finite_number = "a finite number";

struct Value {
    ReadableStages& numbers;

    ConstMatrixRef row(StageId stage, HeadIndex head, Index row, Matrix& room) const {
        numbers.prepare(stage, head);
        return numbers.rows(stage, head, {row, 1}, room);
    }
    bool hides(HeadIndex head, Index query, Index key) const {
        Matrix room;
        return is_hidden(row(StageId::masked_scores, head, query, room)(0, key));
    }

    Result<double> operator()(const CellRef& cell) const {
        Matrix room;
        const Experiment& e = numbers.experiment();
        double value = 0;
        if (is_sink_share(e, cell))
            value = sink_shares(row(StageId::masked_scores, cell.head, cell.row, room), e.normalization,
                                cell.head)
                        .front();
        else
            value = row(cell.stage, cell.head, cell.row, room)(0, cell.column);
        if (std::isfinite(value))
            return value;
        const bool is_score = cell.stage == StageId::scaled_scores || cell.stage == StageId::masked_scores;
        const bool hidden = is_score && is_hidden(value) && hides(cell.head, cell.row, cell.column);
        return Error{place_of_cell(cell, numbers.dimensions()),
                     shortest(value) + (hidden ? ", because the key is hidden" : ""), finite_number};
    }

    Result<double> operator()(const WantedWeights& wanted) const {
        double sum = 0;
        std::optional<Error> problem;
        for_each_share(numbers, wanted, [&](Index query, Index key, double share, double weight) {
            sum -= share * std::log(weight);
            if (!problem && !std::isfinite(std::log(weight)))
                problem = Error{
                    place_of_cell({StageId::weights, wanted.head, query, key}, numbers.dimensions()),
                    shortest(weight) + (hides(wanted.head, query, key) ? ", because the key is hidden" : ""),
                    "a weight above 0, since the target wants " + shortest(wanted.numbers(query, key))};
        });
        if (problem)
            return *problem;
        return finite(sum / static_cast<double>(rows_wanted(wanted.numbers)));
    }

    Result<double> operator()(const WantedOutput& wanted) const {
        const ConstMatrixRef output = numbers.whole(StageId::output, 0);
        double sum = 0;
        for (Index row = 0; row < output.rows(); ++row) {
            for (Index column = 0; column < output.cols(); ++column) {
                if (std::isnan(wanted.numbers(row, column)))
                    continue;
                if (!std::isfinite(output(row, column)))
                    return Error{place_of_cell({StageId::output, 0, row, column}, numbers.dimensions()),
                                 shortest(output(row, column)), finite_number};
                const double off = output(row, column) - wanted.numbers(row, column);
                sum += off * off;
            }
        }
        return finite(sum / static_cast<double>(cells_wanted(wanted.numbers)));
    }

    static Result<double> finite(double loss) {
        if (std::isfinite(loss))
            return loss;
        return Error{"loss", shortest(loss), finite_number};
    }
};

struct Slopes {
    ReadableStages& numbers;

    TargetSlopes operator()(const CellRef& cell) const {
        const Index columns = length(info(cell.stage).columns, numbers.dimensions());
        const HeadIndex head = info(cell.stage).per_head ? cell.head : 0;
        if (is_sink_share(numbers.experiment(), cell))
            return {cell.stage, head, cell.row, Matrix::Constant(1, columns, -1), true};
        TargetSlopes slopes{cell.stage, head, cell.row, Matrix::Zero(1, columns)};
        slopes.rows(0, cell.column) = 1;
        return slopes;
    }

    TargetSlopes operator()(const WantedWeights& wanted) const {
        const Dimensions& d = numbers.dimensions();
        TargetSlopes slopes{StageId::weights, wanted.head, 0, Matrix::Zero(d.n_q, d.n_k)};
        const auto rows = static_cast<double>(rows_wanted(wanted.numbers));
        for_each_share(numbers, wanted, [&](Index query, Index key, double share, double weight) {
            slopes.rows(query, key) = -share / weight / rows;
        });
        return slopes;
    }

    TargetSlopes operator()(const WantedOutput& wanted) const {
        const ConstMatrixRef output = numbers.whole(StageId::output, 0);
        const auto cells = static_cast<double>(cells_wanted(wanted.numbers));
        const auto off = (output - wanted.numbers).array();
        return {StageId::output, 0, 0,
                (wanted.numbers.array() == wanted.numbers.array()).select(off * 2 / cells, 0).matrix()};
    }
};

} // namespace

std::optional<Error> problem_of_target(const Experiment& experiment, const Target& target) {
    return std::visit(Problem{experiment}, target);
}

Result<double> value_of_target(ReadableStages& numbers, const Target& target) {
    return std::visit(Value{numbers}, target);
}

TargetSlopes slopes_of(ReadableStages& numbers, const Target& target) {
    return std::visit(Slopes{numbers}, target);
}

} // namespace lab
