// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/describe/not_finite.h"

#include "core/base/covered.h"
#include "core/base/number_format.h"
#include "core/describe/names.h"
#include "core/describe/operands.h"
#include "core/engine/streamed_trace.h"
#include "core/experiment/masks.h"
#include "core/experiment/overrides.h"
#include "core/experiment/phrases.h"
#include "core/stages/05_scaled_scores.h"
#include "core/stages/06_masked_scores.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <tuple>

namespace lab {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

auto place_of(const CellRef& cell) {
    return std::tuple(cell.stage, cell.head, cell.row, cell.column);
}

/// Whether an added −∞ hides that pair of tokens.
bool is_hidden_by_added(const Experiment& experiment, HeadIndex head, Index query, Index key) {
    const Matrix* added = added_scores(experiment.scores, head);
    return added && is_hidden((*added)(query, key));
}

/// Whether an operand that is not finite makes the cell that reads it so.
class Causes {
public:
    explicit Causes(const Experiment& experiment)
        : m_softcap(experiment.scores.softcap),
          m_factor(m_softcap ? scale_factor(experiment.scores, dimensions(experiment).d_k) : 1) {}

    bool operator()(StageId of, double operand) const {
        if (std::isfinite(operand) || is_covered(operand))
            return false;
        if (of == StageId::weights) // a key whose score is −∞ is left out
            return !is_hidden(operand);
        if (of == StageId::scaled_scores && m_softcap)
            return !std::isfinite(capped(operand * m_factor, *m_softcap));
        return true;
    }

private:
    std::optional<double> m_softcap;
    double m_factor;
};

/// The numbers that may make a cell not finite: those that it is computed from. A score that is NaN or +∞
/// spoils all weights of its row, even where each is computed alone.
std::vector<StageBlock> causes_of(const Experiment& experiment, const CellRef& cell) {
    if (cell.stage != StageId::weights)
        return read_by(experiment, cell).stages;
    return {{StageId::masked_scores, cell.head, {cell.row, 0, 1, dimensions(experiment).n_k}}};
}

/// Traces a number that is not finite back to where it began.
class Search {
public:
    Search(const Experiment& experiment, const ReadRows& matrix)
        : m_experiment(experiment), m_matrix(matrix), m_causes(experiment) {}

    std::optional<Origin> run(const CellRef& cell) {
        m_waiting = {cell};
        while (!m_waiting.empty() && m_seen.size() < most_seen) {
            const CellRef next = m_waiting.back();
            m_waiting.pop_back();
            if (!visit(next))
                return std::nullopt;
        }
        const double value = m_matrix(cell.stage, cell.head)(cell.row, cell.column);
        const std::optional<Origin>& rather = std::isnan(value) ? m_arithmetic : m_put;
        return rather ? rather : std::isnan(value) ? m_put : m_arithmetic;
    }

private:
    /// Limits the search in large documents. Cells beyond it were computed in the same way.
    static constexpr std::size_t most_seen = 20000;

    /// Returns false if a stage that it reads is unknown.
    bool visit(const CellRef& cell) {
        if (!m_seen.insert(place_of(cell)).second)
            return true;
        const double value = m_matrix(cell.stage, cell.head)(cell.row, cell.column);
        if (is_overridden(cell))
            return found(OriginKind::typed, cell, value);
        if (cell.stage == StageId::masked_scores &&
            !hiding_rules(m_experiment, cell.row, cell.column).empty())
            return found(OriginKind::mask, cell, value);
        bool began_here = true;
        if (cell.stage == StageId::scaled_scores &&
            is_hidden_by_added(m_experiment, cell.head, cell.row, cell.column)) {
            found(OriginKind::added, cell, value);
            began_here = false;
        }
        for (const StageBlock& block : causes_of(m_experiment, cell)) {
            const StageRows matrix = m_matrix(block.stage, block.head);
            if (matrix.size() == 0)
                return false;
            for (Index row = block.block.row; row < block.block.row + block.block.rows; ++row) {
                for (Index column = block.block.column; column < block.block.column + block.block.columns;
                     ++column) {
                    if (!m_causes(cell.stage, matrix(row, column)))
                        continue;
                    began_here = false;
                    wait_for({block.stage, block.head, row, column});
                }
            }
        }
        return !began_here || found(OriginKind::arithmetic, cell, value);
    }

    /// The weights of a row are computed from the same scores, so one of them is enough. Dropout passes them
    /// on.
    void wait_for(CellRef cell) {
        if (const CellRef weight{StageId::weights, cell.head, cell.row, cell.column};
            cell.stage == StageId::dropped_weights && !is_overridden(cell) && is_not_finite(weight))
            cell = weight;
        const bool is_weight = cell.stage == StageId::weights && !is_overridden(cell);
        if (!is_weight || m_weight_rows.insert({cell.head, cell.row}).second)
            m_waiting.push_back(cell);
    }

    /// Most searches end after a few cells: those that go on do not look at all overrides for each.
    bool is_overridden(const CellRef& cell) {
        constexpr std::size_t few = 4;
        if (m_seen.size() <= few)
            return override_of(m_experiment, cell) != nullptr;
        if (!m_overrides)
            m_overrides.emplace(m_experiment);
        return m_overrides->find(cell) != nullptr;
    }

    /// False if that is unknown.
    bool is_not_finite(const CellRef& cell) const {
        const StageRows matrix = m_matrix(cell.stage, cell.head);
        return matrix.size() > 0 && !std::isfinite(matrix(cell.row, cell.column));
    }

    bool found(OriginKind kind, const CellRef& cell, double value) {
        std::optional<Origin>& first = kind == OriginKind::arithmetic ? m_arithmetic : m_put;
        if (!first || place_of(cell) < place_of(first->cell))
            first = Origin{kind, cell, value};
        return true;
    }

    const Experiment& m_experiment;
    const ReadRows& m_matrix;
    Causes m_causes;
    std::optional<OverridesByCell> m_overrides; ///< once they are looked at often
    std::vector<CellRef> m_waiting;
    std::set<std::tuple<StageId, HeadIndex, Index, Index>> m_seen;
    std::set<std::pair<HeadIndex, Index>> m_weight_rows;
    std::optional<Origin> m_arithmetic, m_put;
};

/// The largest magnitude; infinity if any number is not finite.
double magnitude_of(const Matrix& matrix) {
    double largest = 0;
    for (const double value : matrix.reshaped())
        largest = std::isfinite(value) ? std::max(largest, std::abs(value)) : infinity;
    return largest;
}

/// Whether a score may be infinite without an override making it so. A cheap upper bound.
bool may_overflow(const Experiment& experiment, HeadIndex head, const Matrix& queries, const Matrix& keys) {
    const Dimensions d = dimensions(experiment);
    double score = magnitude_of(queries) * magnitude_of(keys) * static_cast<double>(d.d_k);
    for (const Override& each : experiment.overrides) {
        if (each.stage == StageId::scores && each.head == head)
            score = std::max(score, std::abs(each.value));
    }
    const double scaled = experiment.scores.softcap.value_or(
        score * std::max(1.0, std::abs(scale_factor(experiment.scores, d.d_k))));
    double added = 0; // what is added as −∞ does not overflow
    if (const Matrix* numbers = added_scores(experiment.scores, head)) {
        for (const double number : numbers->reshaped())
            added = std::max(added, std::isfinite(number) ? std::abs(number) : 0);
    }
    // Leaves room for the ALiBi bias.
    return !(scaled < std::numeric_limits<double>::max() / 4 &&
             added < std::numeric_limits<double>::max() / 4);
}

/// Which rows contain an infinity caused by a typed −∞.
std::vector<bool> rows_typed(const Experiment& experiment, const ReadRows& matrix, StageId stage,
                             HeadIndex head) {
    const Matrix& numbers = matrix(stage, head).numbers();
    std::vector<bool> typed(static_cast<std::size_t>(numbers.rows()));
    for (Index row = 0; row < numbers.rows(); ++row) {
        for (Index column = 0; column < numbers.cols() && !typed[static_cast<std::size_t>(row)]; ++column) {
            if (std::isinf(numbers(row, column)))
                typed[static_cast<std::size_t>(row)] =
                    hides(origin_of(experiment, matrix, {stage, head, row, column}));
        }
    }
    return typed;
}

/// Tells which keys of a head are hidden. Agrees with hides(), but is fast for many cells.
class Hiding {
public:
    /// `matrix` must provide all queries and keys.
    Hiding(const Experiment& experiment, const ReadRows& matrix, HeadIndex head)
        : m_experiment(experiment), m_head(head),
          m_may_overflow(may_overflow(experiment, head, matrix(StageId::queries, head).numbers(),
                                      matrix(StageId::keys, head).numbers())) {
        if (!m_may_overflow)
            return;
        m_query_typed = rows_typed(experiment, matrix, StageId::queries, head);
        m_key_typed = rows_typed(experiment, matrix, StageId::keys, head);
        if (experiment.scores.softcap) { // which makes infinite scores finite
            m_query_typed.assign(m_query_typed.size(), false);
            m_key_typed.assign(m_key_typed.size(), false);
        }
    }

    /// False if every −∞ hides its key.
    bool may_differ() const { return m_may_overflow; }

    /// These masked scores, starting at row `first`, with NaN where −∞ is an overflow.
    Matrix rows(Index first, const Matrix& masked) const {
        Matrix rules(masked.rows(), masked.cols());
        const Matrix* added = added_scores(m_experiment.scores, m_head);
        const Matrix zeros = Matrix::Zero(masked.rows(), masked.cols());
        masked_scores(added ? Matrix(added->middleRows(first, masked.rows())) : zeros, m_experiment.mask,
                      first_positions(m_experiment), {first, 0, masked.rows(), masked.cols()}, rules);
        Matrix hidden = masked;
        const auto mark = [&](Index row, Index column, bool typed) {
            if (is_hidden(masked(row, column)))
                hidden(row, column) = typed || is_hidden(rules(row, column))
                                          ? -infinity
                                          : std::numeric_limits<double>::quiet_NaN();
        };
        for (Index row = 0; row < hidden.rows(); ++row) {
            for (Index column = 0; column < hidden.cols(); ++column)
                mark(row, column,
                     m_query_typed[static_cast<std::size_t>(first + row)] ||
                         m_key_typed[static_cast<std::size_t>(column)]);
        }
        // In order of computation: the last override for a cell is the origin of its −∞.
        const StageId first_that_hides =
            m_experiment.scores.softcap ? StageId::scaled_scores : StageId::scores;
        for (const Override* each : overrides_in_force(m_experiment)) {
            const Index row = each->row - first;
            if (each->head == m_head && each->stage >= first_that_hides &&
                each->stage <= StageId::masked_scores && row >= 0 && row < hidden.rows())
                mark(row, each->column, std::isinf(each->value));
        }
        return hidden;
    }

private:
    const Experiment& m_experiment;
    HeadIndex m_head;
    bool m_may_overflow;
    std::vector<bool> m_query_typed, m_key_typed;
};

Said file_place_of_row(const StageRow& at) {
    const StageInfo& stage = info(at.stage);
    std::string name(stage.name);
    return stage.per_head ? say(phrase::row_of_head_in_file, std::move(name), at.head, at.row)
                          : say(phrase::row_in_file, std::move(name), at.row);
}

Said file_place(const CellRef& cell) {
    return say(phrase::cell_in_file, file_place_of_row({cell.stage, cell.head, cell.row}), cell.column);
}

/// Whether a number that is not finite began in this cell: everything it is computed from is finite.
bool began_here(const Experiment& experiment, const ReadRows& matrix, const CellRef& cell) {
    if (override_of(experiment, cell) || (cell.stage == StageId::scaled_scores &&
                                          is_hidden_by_added(experiment, cell.head, cell.row, cell.column)))
        return false;
    const Causes causes(experiment);
    const std::vector<StageBlock> blocks = causes_of(experiment, cell);
    return std::ranges::all_of(blocks, [&](const StageBlock& each) {
        const Block& at = each.block;
        const StageRows rows = matrix(each.stage, each.head);
        for (Index row = at.row; row < at.row + at.rows; ++row) {
            for (Index column = at.column; column < at.column + at.columns; ++column) {
                if (causes(cell.stage, rows(row, column)))
                    return false;
            }
        }
        return true;
    });
}

/// Reads the rows needed for cells of one row.
ReadRows reading(const ReadRowsOf& rows_of, Index row) {
    return [&rows_of, row](StageId id, HeadIndex head) { return rows_of(id, head, row); };
}

/// The first number, from a stage on, that arithmetic made non-finite.
std::optional<CellRef> first_overflow(const Experiment& experiment, const Findings& findings,
                                      const ReadRowsOf& rows_of, StageId from) {
    for (const StageRow& each : findings.rows_not_finite()) {
        if (each.stage < from || each.stage == StageId::masked_scores)
            continue; // masking involves no arithmetic
        const ReadRows matrix = reading(rows_of, each.row);
        const StageRows numbers = matrix(each.stage, each.head);
        for (Index column = 0; column < numbers.cols(); ++column) {
            const CellRef cell{each.stage, each.head, each.row, column};
            if (!std::isfinite(numbers(each.row, column)) && began_here(experiment, matrix, cell))
                return cell;
        }
    }
    return std::nullopt;
}

/// Why all weights of a row are 0: all its scores are −∞.
Said empty_row_words(const Experiment& experiment, const Hiding& hiding, const ReadRows& matrix,
                     const StageRow& at) {
    if (hiding.may_differ()) {
        const Index keys = dimensions(experiment).n_k;
        const Matrix hidden = hiding.rows(at.row, Matrix::Constant(1, keys, -infinity));
        for (Index column = 0; column < keys; ++column) {
            if (is_hidden(hidden(0, column)))
                continue;
            const auto origin = origin_of(experiment, matrix, {at.stage, at.head, at.row, column});
            return origin ? say(phrase::row_overflowed_by, file_place_of_row(at), file_place(origin->cell))
                          : say(phrase::row_overflowed, file_place_of_row(at));
        }
    }
    return say(phrase::row_hidden, file_place_of_row(at));
}

void note_empty_rows(const Experiment& experiment, const Findings& findings, const ReadRowsOf& rows_of,
                     std::vector<std::string>& notes) {
    std::optional<Hiding> hiding;
    HeadIndex head = -1; // that `hiding` is for
    for (const StageRow& each : findings.empty_rows()) {
        const ReadRows matrix = reading(rows_of, each.row);
        if (head != each.head)
            hiding.emplace(experiment, matrix, head = each.head);
        notes.push_back(text_of(empty_row_words(experiment, *hiding, matrix, each), first_in_files));
    }
}

std::vector<std::string> notes_on(const Experiment& experiment, const Findings& findings,
                                  const ReadRowsOf& rows_of) {
    std::vector<std::string> result;
    note_empty_rows(experiment, findings, rows_of, result);
    const std::optional<CellRef> first = findings.first_not_finite();
    if (!first)
        return result;
    const auto add = [&](const Phrase<2>& words, const CellRef& cell) {
        const double value = rows_of(cell.stage, cell.head, cell.row)(cell.row, cell.column);
        result.push_back(text_of(say(words, file_place(cell), shortest(value)), first_in_files));
    };
    const auto origin = origin_of(experiment, reading(rows_of, first->row), *first);
    add(!hides(origin)                      ? phrase::first_not_finite
        : origin->kind == OriginKind::added ? phrase::first_added
                                            : phrase::first_typed,
        *first);
    if (!hides(origin))
        return result;
    if (const auto overflow = first_overflow(experiment, findings, rows_of, first->stage))
        add(phrase::first_overflow, *overflow);
    return result;
}

} // namespace

std::optional<Origin> origin_of(const Experiment& experiment, const ReadRows& matrix, const CellRef& cell) {
    const double value = matrix(cell.stage, cell.head)(cell.row, cell.column);
    if (std::isfinite(value) || is_covered(value))
        return std::nullopt;
    return Search(experiment, matrix).run(cell);
}

bool hides(const std::optional<Origin>& origin) {
    return origin && origin->kind != OriginKind::arithmetic;
}

std::optional<Matrix> hidden_scores(const Experiment& experiment, const StageReader& matrix, HeadIndex head) {
    const Matrix& masked = matrix(StageId::masked_scores, head);
    // Matrices of an older sentence say nothing about this one.
    if (matrix(StageId::queries, head).rows() != masked.rows() ||
        matrix(StageId::keys, head).rows() != masked.cols())
        return std::nullopt;
    const Hiding hiding(experiment, matrix, head);
    if (!hiding.may_differ())
        return std::nullopt;
    Matrix hidden = hiding.rows(0, masked);
    const bool is_overflow = (hidden.array().isNaN() && (masked.array() == -infinity)).any();
    return is_overflow ? std::optional(std::move(hidden)) : std::nullopt;
}

Said origin_words(const Experiment& experiment, const Origin& origin, const CellRef& of) {
    const CellRef& began = origin.cell;
    if (origin.kind == OriginKind::mask)
        return rules_words(experiment, began.row, began.column).value();
    if (origin.kind == OriginKind::added) // to the score of the same two tokens
        return say(phrase::added_infinity);
    const bool is_nan = std::isnan(origin.value);
    if (origin.kind == OriginKind::arithmetic && began == of)
        return say(is_nan ? phrase::nan_here : phrase::overflow_here);
    const Phrase<2>& words = origin.kind == OriginKind::typed ? phrase::typed_in
                             : is_nan                         ? phrase::nan_in
                                                              : phrase::overflow_in;
    return say(words, stage_label(experiment, began.stage, began.head), cell_place(experiment, began));
}

StageReader stages_of(const Trace& trace) {
    return [&trace](StageId id, HeadIndex head) -> const Matrix& { return trace.stage(id, head); };
}

std::vector<std::string> notes(const Experiment& experiment, const Trace& trace) {
    Findings findings;
    check_all(trace, findings);
    return notes_on(experiment, findings, [&trace](StageId id, HeadIndex head, Index) -> StageRows {
        return trace.stage(id, head);
    });
}

std::vector<std::string> notes(const StreamedTrace& trace) {
    return notes_on(trace.experiment(), trace.findings(), trace.row_reader());
}

} // namespace lab
