// SPDX-License-Identifier: GPL-3.0-or-later
//
// Queries, keys and values: the projection, then the norm, then the turn by position, each a block of its own
// where there are several.
#include "core/stages/03_queries_keys_values.h"
#include "core/describe/names.h"
#include "core/describe/scene.h"
#include "core/experiment/rotation.h"
#include "core/spreadsheet/parameter_sheets.h"
#include "core/spreadsheet/sheet_phrases.h"
#include "core/spreadsheet/stage_formulas.h"
#include "core/stages/03_qk_norm.h"

namespace lab {

namespace {

CellFormula projection_formula(const SheetBuilder& to, StageId stage, HeadIndex head) {
    const Experiment& e = to.experiment();
    const ProjectionNames names = projection_of(stage);
    const Split split = info(names.weights).split;
    const auto first_column = [&e, split, head](Index width) {
        return head_columns(width, split, e.heads, head).first;
    };
    switch (e.projection.kind) {
    case ProjectionKind::linear:
        break;
    case ProjectionKind::identity: {
        const Index first = first_column(to.sizes().d_model);
        return [&to, x = to.stage(inputs_of(e, stage), 0), first](Index row, Index column) {
            return to.cell(x, row, first + column);
        };
    }
    case ProjectionKind::direct: {
        const Index first = first_column(projection_matrix(e.projection, names.given)->cols());
        return [&to, given = to.parameter(names.given), first](Index row, Index column) {
            return to.cell(given, row, first + column);
        };
    }
    }
    const Index first = first_column(projection_matrix(e.projection, names.weights)->cols());
    return [&to, &e, names, first, x = to.stage(inputs_of(e, stage), 0)](Index row, Index column) {
        const Index d_model = to.sizes().d_model;
        const std::string product = to.dot({x, true, row, 0, d_model},
                                           {to.parameter(names.weights), false, first + column, 0, d_model});
        return projection_matrix(e.projection, names.bias)
                   ? product + "+" + to.cell(to.parameter(names.bias), 0, first + column)
                   : product;
    };
}

/// The numbers of a head, normalised and turned as far as `options` say.
Matrix numbers_before(const SheetBuilder& to, StageId stage, HeadIndex head) {
    static const Matrix none;
    const Experiment& e = to.experiment();
    const Matrix& x = has_inputs(e) ? to.numbers(inputs_of(e, stage), 0) : none;
    const Matrix& shape = to.numbers(stage, head);
    Matrix numbers(shape.rows(), shape.cols());
    projected(e, x, head, stage, {0, 0, shape.rows(), shape.cols()}, numbers);
    return numbers;
}

/// Adds what the rows of `before` are divided by; returns the formula of the normalised cells.
CellFormula normalize_on_sheet(SheetBuilder& to, StageId stage, const SheetMatrix& before,
                               const Matrix& numbers) {
    const QkNorm& norm = *to.experiment().scores.qk_norm;
    Matrix divisors(numbers.rows(), 1);
    for (Index row = 0; row < numbers.rows(); ++row)
        divisors(row, 0) = norm_divisor(norm, numbers.row(row).squaredNorm(), numbers.cols());
    const bool is_rms = norm.kind == QkNormKind::rms;
    SheetBlock block;
    block.heading = is_rms ? sheet_phrase::root_mean_square : sheet_phrase::length;
    block.row_labels = to.labels(info(stage).rows);
    block.column_labels = {"r"};
    const auto divisor = to.add_step(block, divisors, [&](Index row, Index) {
        const std::string squares = "SUMSQ(" + to.range({before, true, row, 0, numbers.cols()}) + ")";
        return is_rms ? "SQRT(" + squares + "/" + std::to_string(numbers.cols()) + "+epsilon)"
                      : "MAX(SQRT(" + squares + "),epsilon)";
    });
    const ParameterId gains = gains_of(stage);
    const bool has_gains = parameter(to.experiment(), gains) != nullptr;
    return [&to, before, divisor, gains, has_gains](Index row, Index column) {
        const std::string quotient = to.cell(before, row, column) + "/" + to.cell(divisor, row, 0);
        return has_gains ? quotient + "*" + to.cell(to.parameter(gains), 0, column) : quotient;
    };
}

/// Adds the angles of one position; returns the formula of the turned cells.
CellFormula rotate_on_sheet(SheetBuilder& to, StageId stage, const SheetMatrix& before) {
    const Rotation rotation(to.experiment());
    Matrix angles(1, rotation.pairs());
    SheetBlock block;
    block.heading = sheet_phrase::angles;
    block.row_labels = {"θ"};
    for (Index pair = 0; pair < rotation.pairs(); ++pair) {
        const auto [one, other] = rotation.pair(pair);
        angles(0, pair) = rotation.frequency(pair);
        to.pass_angle(angles(0, pair) * static_cast<double>(positions_needed(to.experiment())));
        block.column_labels.push_back(std::to_string(first_in_window + one) + ", " +
                                      std::to_string(first_in_window + other));
    }
    const auto angle = to.add_step(block, angles, [&](Index, Index pair) {
        if (!rotation.has_base())
            return rotary_frequency_name(pair);
        return "rotary_base^(-" + std::to_string(2 * pair) + "/" + std::to_string(rotation.width()) + ")";
    });
    const FirstPositions firsts = first_positions(to.experiment());
    const Index first = stage == StageId::queries ? firsts.query : firsts.key;
    return [&to, rotation, before, angle, first](Index row, Index column) {
        const auto pair = rotation.pair_of(column);
        if (!pair)
            return to.cell(before, row, column);
        const auto [one, other] = rotation.pair(*pair);
        const std::string a = to.cell(before, row, one), b = to.cell(before, row, other);
        const std::string turn = std::to_string(first + row) + "*" + to.cell(angle, 0, *pair) + ")";
        return column == one ? a + "*COS(" + turn + "-" + b + "*SIN(" + turn
                             : a + "*SIN(" + turn + "+" + b + "*COS(" + turn;
    };
}

void write_projected(SheetBuilder& to, StageId stage, HeadIndex head) {
    const Experiment& e = to.experiment();
    const bool is_norm = is_normalized(e, stage), turns = is_rotated(e, stage);
    CellFormula formula = projection_formula(to, stage, head);
    if (!is_norm && !turns)
        return to.add_stage(stage, head, formula);
    const auto labelled = [&](const Phrase<1>& heading) {
        return to.labels(text_of(say(heading, text_of(stage_label(e, stage, head)))), info(stage).rows,
                         info(stage).columns);
    };
    Matrix numbers = numbers_before(to, stage, head);
    SheetMatrix before = to.add_step(
        labelled(is_norm ? sheet_phrase::before_norm : sheet_phrase::before_turn), numbers, formula);
    if (is_norm) {
        formula = normalize_on_sheet(to, stage, before, numbers);
        normalize(*e.scores.qk_norm, parameter(e, gains_of(stage)), numbers);
    }
    if (is_norm && turns)
        before = to.add_step(labelled(sheet_phrase::before_turn), numbers, formula);
    if (turns)
        formula = rotate_on_sheet(to, stage, before);
    to.add_stage(stage, head, formula);
}

} // namespace

const StageFormulas formulas::queries{StageId::queries, write_projected, nullptr, sheet_phrase::projected};
const StageFormulas formulas::keys{StageId::keys, write_projected, nullptr, sheet_phrase::projected};
const StageFormulas formulas::values{StageId::values, write_projected, nullptr, sheet_phrase::projected};

} // namespace lab
