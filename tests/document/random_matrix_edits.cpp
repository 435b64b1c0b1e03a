// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/document/random_matrix_edits.h"

#include "core/edits/matrix_operations.h"
#include "core/edits/random_parameters.h"

#include <array>

namespace lab::test {

namespace {

struct Cell {
    ParameterId id;
    Index row, column;
};

std::optional<ParameterId> random_parameter(const Experiment& experiment, RandomExperiments& random) {
    std::vector<ParameterId> present;
    for (const ParameterInfo& each : all_parameters()) {
        if (const MatrixPtr matrix = parameter(experiment, each.id); matrix && matrix->size() > 0)
            present.push_back(each.id);
    }
    if (present.empty())
        return std::nullopt;
    return present[std::size_t(random.between(0, Index(present.size()) - 1))];
}

std::optional<Cell> random_cell(const Experiment& experiment, RandomExperiments& random) {
    const auto id = random_parameter(experiment, random);
    if (!id)
        return std::nullopt;
    const MatrixPtr matrix = parameter(experiment, *id);
    return Cell{*id, random.between(0, matrix->rows() - 1), random.between(0, matrix->cols() - 1)};
}

Matrix random_numbers(Index rows, Index columns, RandomExperiments& random) {
    Matrix numbers(rows, columns);
    for (double& number : numbers.reshaped())
        number = random.number();
    return numbers;
}

} // namespace

void random_number(LabDocument& document, RandomExperiments& random) {
    if (const auto cell = random_cell(document.experiment(), random))
        document.setValue(cell->id, cell->row, cell->column, random.number());
}

void preview_numbers(LabDocument& document, RandomExperiments& random) {
    if (const auto cell = random_cell(document.experiment(), random)) {
        for (Index left = random.between(1, 5); left > 0; --left)
            document.preview(cell->id, cell->row, cell->column, random.number());
    }
}

void random_draw(LabDocument& document, RandomExperiments& random) {
    const Experiment before = document.commitPending();
    const auto id = random_parameter(before, random);
    const auto of = [](Index number, auto... values) { return std::array{values...}[std::size_t(number)]; };
    if (!id)
        return;
    const bool weights = *id == ParameterId::W_Q || *id == ParameterId::W_K || *id == ParameterId::W_V;
    const DrawScope scope =
        weights ? of(random.between(0, 2), DrawScope::one, DrawScope::projection, DrawScope::head_by_head)
                : DrawScope::one;
    const RandomSource source{random.coin() ? Generator::pytorch : Generator::numpy,
                              std::uint64_t(random.between(0, 1000)),
                              of(random.between(0, can_be_linear(*id) ? 2 : 1), Distribution::uniform,
                                 Distribution::normal, Distribution::linear)};
    if (Result<Experiment> next = with_random(before, *id, source, scope))
        document.apply({std::move(next).value(), {}, QStringLiteral("Random")});
}

void random_algebra(LabDocument& document, RandomExperiments& random) {
    const Experiment before = document.commitPending();
    const auto id = random_parameter(before, random);
    if (!id)
        return;
    const Matrix old = *parameter(before, *id);
    const Matrix numbers = std::array{
        Matrix(Matrix::Zero(old.rows(), old.cols())), Matrix(Matrix::Identity(old.rows(), old.cols())),
        Matrix(-0.5 * old), rounded(old, 1), with_unit_rows(old)}[std::size_t(random.between(0, 4))];
    if (!may_hold(*id, numbers)) // −∞ times a negative number
        return;
    document.apply({with_cells(before, *id, 0, 0, numbers),
                    {info(*id).field, Block{0, 0, old.rows(), old.cols()}},
                    QStringLiteral("Algebra")});
}

void random_paste(LabDocument& document, RandomExperiments& random) {
    const Experiment before = document.commitPending();
    const auto cell = random_cell(before, random);
    if (!cell)
        return;
    const MatrixPtr old = parameter(before, cell->id);
    if (random.coin()) {
        const Matrix numbers = random_numbers(random.between(1, old->rows() - cell->row),
                                              random.between(1, old->cols() - cell->column), random);
        document.apply(
            {with_cells(before, cell->id, cell->row, cell->column, numbers),
             {info(cell->id).field, Block{cell->row, cell->column, numbers.rows(), numbers.cols()}},
             QStringLiteral("Pasted")});
        return;
    }
    const Index rows = random.coin() ? old->rows() : random.between(1, 6);
    const bool split = split_of(before, cell->id) != Split::none;
    const std::optional<HeadIndex> head =
        split && random.coin() ? std::optional(random.between(0, before.heads.count - 1)) : std::nullopt;
    if (Result<Experiment> next =
            with_matrix(before, cell->id, random_numbers(rows, random.between(1, 6), random), head))
        document.apply({std::move(next).value(), {}, QStringLiteral("Pasted")});
}

} // namespace lab::test
