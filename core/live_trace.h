// SPDX-License-Identifier: GPL-3.0-or-later
//
// The same answers as compute(), computed when they are asked for, and only what a Change touched.
//
// What is out of date is computed anew from what it depends on, in whole blocks: nothing is added to an old
// number, so no error grows. Of a head that nobody looks at the matrices of n_q × n_k numbers are not kept.
#pragma once

#include "core/change.h"
#include "core/evaluate.h"
#include "core/stale_cells.h"
#include "core/summary.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace lab {

/// What a view shows of a stage. `matrix` is null where there is nothing to show: a stage that this
/// experiment does not compute, or has not computed yet, or an empty sentence.
struct StageView {
    MatrixPtr matrix;
    std::uint64_t revision = 0; ///< grows whenever numbers of the matrix have been computed anew
    bool stale = false;         ///< some of it is an older answer, or NaN where there is none yet
    SummaryPtr summary;         ///< of the matrix as it is; null until it has been summed up
};

inline constexpr double usual_kept_bytes = 512.0 * 1024 * 1024;
/// Whether so much holds the matrices of n_q × n_k numbers of every head at once.
bool keeps_every_head(const Dimensions& d, double kept_bytes = usual_kept_bytes);

/// Not for several threads at once, but copies of it may be used on different ones: they share the matrices,
/// and whoever changes one takes a copy of it first.
class LiveTrace {
public:
    /// `kept_bytes` is what the matrices of n_q × n_k numbers may take of heads that were looked at earlier.
    explicit LiveTrace(double kept_bytes = usual_kept_bytes) : m_kept_bytes(kept_bytes) {}

    /// Takes the experiment as it is after `change`. It must be free of problems (validate()).
    void update(const Experiment& experiment, const Change& change);

    /// The stage, brought up to date and summed up; `head` counts for stages that have one matrix a head.
    StageView view(StageId id, HeadIndex head = 0);
    /// The stage as far as it is known, the summary included.
    StageView peek(StageId id, HeadIndex head = 0) const;

    /// Computes what is out of date in these rows of a stage, and in what they depend on. False where `stop`
    /// was requested before all was done; what is done stays.
    bool compute_rows(StageId id, HeadIndex head, Rows rows, const std::stop_token& stop = {});
    /// Sums up what is known of a stage.
    void summarise(StageId id, HeadIndex head);
    /// Roughly how many multiplications that would take.
    double multiplications(StageId id, HeadIndex head, Rows rows) const;

    /// All rows of a stage.
    Rows all_rows(StageId id) const { return {0, length(info(id).rows, m_d)}; }

private:
    /// The matrix of a stage and head. Where somebody else holds it, changes go into `spare`, which then
    /// takes its place: while a number is dragged, two memories take turns.
    struct Cell {
        std::shared_ptr<Matrix> matrix, spare;
        StaleCells stale;
        std::uint64_t revision = 0;
        SummaryPtr summary; // null after a change
    };

    std::size_t at(StageId id, HeadIndex head) const;
    Cell& cell(StageId id, HeadIndex head) { return m_cells[at(id, head)]; }
    const Cell& cell(StageId id, HeadIndex head) const { return m_cells[at(id, head)]; }
    bool exists(StageId id) const;

    void forget_everything();
    void keep(HeadIndex head);
    bool is_kept(HeadIndex head) const;
    std::vector<Rows> needs(StageId id, HeadIndex head, Rows rows) const;
    double multiplications_of(StageId id, HeadIndex head, Rows rows) const;

    bool compute(std::span<const StageId> stages, HeadIndex head, Rows rows, const std::stop_token& stop);
    void make_writable(Cell& cell, const StageInfo& stage, Rows rows);
    void compute_block(StageId id, HeadIndex head, const Block& block);
    void attend_without_keeping(HeadIndex head, const Block& block, MatrixRef z);

    double m_kept_bytes;
    Experiment m_experiment;
    Dimensions m_d;
    std::vector<Cell> m_cells;     // by stage, then head
    std::vector<HeadIndex> m_kept; // the last that was looked at first
    std::uint64_t m_revision = 0;
};

} // namespace lab
