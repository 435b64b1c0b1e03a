// SPDX-License-Identifier: GPL-3.0-or-later
//
// Weights: the parts of a row and their sum, then each part divided by it.
#include "core/experiment/normalizers.h"
#include "core/spreadsheet/sheet_phrases.h"
#include "core/spreadsheet/stage_formulas.h"
#include "core/stages/07_normalizers.h"

#include <cmath>

namespace lab {

namespace {

/// Which column of the block of parts holds what: the largest score, the keys' parts, the sink's, the sum.
struct PartColumns {
    Index largest = -1, first_key = 0, sink = -1, total = 0;

    PartColumns(const Normalizer& kind, bool has_sink, Index keys) {
        if (kind.shift == ScoreShift::largest)
            largest = first_key++;
        total = first_key + (kind.raises_e ? keys : 0);
        if (has_sink)
            sink = total++;
    }
};

/// What a head's rows of scores are on the way to weights.
class PartsOnSheet {
public:
    PartsOnSheet(SheetBuilder& to, HeadIndex head)
        : m_to(to), m_head(head), m_normalization(to.experiment().normalization),
          m_kind(normalizer(m_normalization.kind)), m_masked(to.stage(StageId::masked_scores, head)),
          m_columns(m_kind, sink_of(m_normalization, head).has_value(), to.sizes().n_k) {}

    /// Adds the block.
    SheetMatrix add();
    const PartColumns& columns() const { return m_columns; }

private:
    SheetBlock labels() const;
    Matrix numbers() const;
    std::string formula(Index row, Index column) const;
    std::string power(const std::string& score, Index row) const;
    std::string sink() const {
        const Index column = m_normalization.sink->cols() == 1 ? 0 : m_head;
        return m_to.cell(m_to.parameter(ParameterId::sink), 0, column);
    }

    SheetBuilder& m_to;
    HeadIndex m_head;
    const Normalization& m_normalization;
    const Normalizer& m_kind;
    SheetMatrix m_masked;
    PartColumns m_columns;
};

SheetBlock PartsOnSheet::labels() const {
    const bool has_largest = m_columns.largest >= 0;
    SheetBlock block;
    block.heading = !m_kind.raises_e ? sheet_phrase::sum_of_scores
                    : has_largest    ? sheet_phrase::shifted_powers
                                     : sheet_phrase::powers;
    block.row_labels = m_to.labels(Axis::query_token);
    if (has_largest)
        block.column_labels.emplace_back("m");
    if (m_kind.raises_e)
        std::ranges::copy(m_to.labels(Axis::key_token), std::back_inserter(block.column_labels));
    if (m_columns.sink >= 0)
        block.column_labels.emplace_back(sheet_phrase::sink);
    block.column_labels.emplace_back(sheet_phrase::sum);
    return block;
}

Matrix PartsOnSheet::numbers() const {
    const Matrix& masked = m_to.numbers(StageId::masked_scores, m_head);
    Matrix numbers(masked.rows(), m_columns.total + 1);
    for (Index row = 0; row < masked.rows(); ++row) {
        const WeighedRow weighed = weigh(masked.row(row), m_normalization, m_head);
        if (m_columns.largest >= 0)
            numbers(row, m_columns.largest) = weighed.largest;
        for (Index key = 0; m_kind.raises_e && key < masked.cols(); ++key)
            numbers(row, m_columns.first_key + key) = weighed.keys[static_cast<std::size_t>(key)].part;
        if (m_columns.sink >= 0)
            numbers(row, m_columns.sink) = weighed.sink->part;
        numbers(row, m_columns.total) = weighed.total;
    }
    return numbers;
}

std::string PartsOnSheet::power(const std::string& score, Index row) const {
    const std::string shift =
        m_columns.largest >= 0 ? "-" + m_to.cell(m_to.last(), row, m_columns.largest) : std::string();
    return "EXP(" + score + "/temperature" + shift + ")";
}

std::string PartsOnSheet::formula(Index row, Index column) const {
    const Index keys = m_to.sizes().n_k;
    const std::string scores = m_to.range({m_masked, true, row, 0, keys});
    if (column == m_columns.largest) // texts do not count
        return "MAX(" + scores + (m_columns.sink >= 0 ? "," + sink() : "") + ")/temperature";
    if (column == m_columns.sink)
        return power(sink(), row);
    if (column == m_columns.total) {
        const Index first = m_columns.first_key;
        return "SUM(" +
               (m_kind.raises_e ? m_to.range({m_to.last(), true, row, first, m_columns.total - first})
                                : scores) +
               ")";
    }
    const std::string score = m_to.cell(m_masked, row, column - m_columns.first_key);
    return "IF(ISTEXT(" + score + "),0," + power(score, row) + ")";
}

SheetMatrix PartsOnSheet::add() {
    return m_to.add_step(labels(), numbers(),
                         [this](Index row, Index column) { return formula(row, column); });
}

/// Each score alone.
void write_sigmoids(SheetBuilder& to, StageId stage, HeadIndex head) {
    const Normalization& normalization = to.experiment().normalization;
    const SheetMatrix masked = to.stage(StageId::masked_scores, head);
    for (const double score : to.numbers(StageId::masked_scores, head).reshaped()) {
        if (score == -HUGE_VAL)
            continue;
        const double x = score / normalization.temperature + normalization.bias;
        to.pass(x);
        to.pass(std::exp(-x));
    }
    to.add_stage(stage, head, [&](Index row, Index column) {
        const std::string score = to.cell(masked, row, column);
        return "IF(ISTEXT(" + score + "),0,1/(1+EXP(-(" + score + "/temperature+sigmoid_bias))))";
    });
}

void write_weights(SheetBuilder& to, StageId stage, HeadIndex head) {
    const Normalizer& kind = normalizer(to.experiment());
    if (kind.each_alone)
        return write_sigmoids(to, stage, head);
    const SheetMatrix masked = to.stage(StageId::masked_scores, head);
    PartsOnSheet way(to, head);
    const SheetMatrix parts = way.add();
    const PartColumns columns = way.columns();
    to.add_stage(stage, head, [&](Index row, Index column) {
        const std::string score = to.cell(masked, row, column);
        const std::string part = kind.raises_e ? to.cell(parts, row, columns.first_key + column) : score;
        return "IF(ISTEXT(" + score + "),0," + part + "/" + to.cell(parts, row, columns.total) + ")";
    });
}

const char* why_no_weights(const Experiment& experiment) {
    return normalizer(experiment).shift == ScoreShift::threshold ? sheet_phrase::no_sparsemax : nullptr;
}

} // namespace

const StageFormulas formulas::weights{StageId::weights, write_weights, why_no_weights};

} // namespace lab
