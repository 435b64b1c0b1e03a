// SPDX-License-Identifier: GPL-3.0-or-later
//
// The same results as compute(), computed on demand and only where a Change affects them.
//
// Stale cells are recomputed in whole blocks from what they depend on. Nothing is added to an old number, so
// errors do not accumulate.
//
// The n_q × n_k matrices of a head that is not viewed are not kept. Of long sentences, only the stages that
// are viewed are: those on the way to them are computed some rows at a time, and forgotten.
#pragma once

#include "core/base/summary.h"
#include "core/engine/evaluator.h"
#include "core/engine/stage_table.h"
#include "core/engine/stale_cells.h"
#include "core/experiment/change.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace lab {

/// What a view shows of a stage. `matrix` is null if there is nothing to show: the experiment does not
/// compute the stage, or has not computed it yet, or the sentence is empty.
struct StageView {
    MatrixPtr matrix;
    std::uint64_t revision = 0; ///< grows whenever numbers of the matrix are recomputed
    bool stale = false;         ///< some of it is outdated, or NaN if never computed
    SummaryPtr summary;         ///< of the present matrix; null until it has been summarised
};

/// The budget: memory for the n_q × n_k matrices of a document, in bytes. With what else the program needs,
/// it is to stay below 1 GiB for 2,000 tokens and 12 heads.
inline constexpr double usual_kept_bytes = 512.0 * 1024 * 1024;
/// Whether `kept_bytes` is enough for the n_q × n_k matrices of every head at once.
bool keeps_every_head(const Dimensions& d, double kept_bytes = usual_kept_bytes);

/// Not thread-safe, but copies may be used on different threads: they share matrices and copy them on write.
class LiveTrace {
public:
    /// `kept_bytes` limits the memory for n_q × n_k matrices. Those that were viewed longest ago are dropped
    /// first, and never those of the head that was viewed last, however large they are.
    explicit LiveTrace(double kept_bytes = usual_kept_bytes) : m_kept_bytes(kept_bytes) {}

    /// Sets the experiment to its state after `change`. It must be valid (validate()).
    void update(const Experiment& experiment, const Change& change);

    /// The stage, brought up to date and summarised; `head` matters for stages with one matrix per head.
    StageView view(StageId id, HeadIndex head = 0);
    /// The stage as far as it is computed, including the summary.
    StageView peek(StageId id, HeadIndex head = 0) const;

    /// Computes the stale cells in these rows of a stage and in what they depend on. Returns false if `stop`
    /// was requested before everything was done; finished parts stay.
    bool compute_rows(StageId id, HeadIndex head, Rows rows, const std::stop_token& stop = {});
    /// Summarises what is computed of a stage.
    void summarise(StageId id, HeadIndex head);
    /// Roughly how many multiplications compute_rows() would take.
    double multiplications(StageId id, HeadIndex head, Rows rows) const;

    /// All rows of a stage.
    Rows all_rows(StageId id) const { return {0, length(info(id).rows, m_d)}; }

    /// Finds the stages that are kept here whole and up to date, as long as nothing is computed or updated.
    FindKept kept() const;

    /// Bytes of the n_q × n_k matrices that are held here.
    double bytes_held() const;
    /// Whether whoever holds on to this stage, as it was before an edit, does not make the memory for n_q ×
    /// n_k matrices a multiple of the budget: it is of the head that was viewed last, or all of them are
    /// small.
    bool may_be_held(StageId id, HeadIndex head) const;

private:
    /// The matrix of a stage and head. If it is shared, changes go into `spare`, which then replaces it:
    /// dragging a number alternates between the two.
    struct StageBuffer {
        std::shared_ptr<Matrix> matrix, spare;
        StaleCells stale;
        std::uint64_t revision = 0;
        SummaryPtr summary;   // null after a change
        bool is_kept = false; // matters for n_q × n_k; the others always are
    };
    struct Kept {
        StageId stage;
        HeadIndex head;
        std::uint64_t round; // of edits, in which it was viewed last
    };

    bool exists(StageId id) const;

    void forget_everything();
    void keep(StageId id, HeadIndex head);
    bool is_kept(StageId id, HeadIndex head) const;
    void drop_spares();
    void drop_oldest();
    void drop(const Kept& kept);
    void begin_round();
    StageTable<Rows> needs(StageId id, HeadIndex head, Rows rows) const;
    double multiplications_of(StageId id, HeadIndex head, Rows rows) const;

    bool compute(std::span<const StageId> stages, HeadIndex head, Rows rows, const std::stop_token& stop);
    void make_writable(StageBuffer& buffer, const StageInfo& stage, Rows rows);

    double m_kept_bytes;
    Experiment m_experiment;
    Dimensions m_d;
    StageTable<StageBuffer> m_buffers; // of no heads before the first experiment
    bool m_keeps_all_of_a_head = true; // the stages on the way to a viewed one, too
    std::vector<Kept> m_kept;          // otherwise: what is kept, most recently viewed first
    std::uint64_t m_round = 0;         // grows with the first view after an edit
    bool m_is_edited = false;          // since the last view
    std::uint64_t m_revision = 0;
};

} // namespace lab
