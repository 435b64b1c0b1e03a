// SPDX-License-Identifier: GPL-3.0-or-later
//
// The same results as compute(), computed on demand and only where a Change affects them.
//
// Stale cells are recomputed in whole blocks from what they depend on. Nothing is added to an old number, so
// errors do not accumulate. The n_q × n_k matrices of a head that is not viewed are not kept.
#pragma once

#include "core/change.h"
#include "core/evaluate.h"
#include "core/stale_cells.h"
#include "core/summary.h"

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

inline constexpr double usual_kept_bytes = 512.0 * 1024 * 1024;
/// Whether `kept_bytes` is enough for the n_q × n_k matrices of every head at once.
bool keeps_every_head(const Dimensions& d, double kept_bytes = usual_kept_bytes);

/// Not thread-safe, but copies may be used on different threads: they share matrices and copy them on write.
class LiveTrace {
public:
    /// `kept_bytes` limits the memory for n_q × n_k matrices of heads that were viewed earlier.
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

private:
    /// The matrix of a stage and head. If it is shared, changes go into `spare`, which then replaces it:
    /// dragging a number alternates between the two.
    struct StageBuffer {
        std::shared_ptr<Matrix> matrix, spare;
        StaleCells stale;
        std::uint64_t revision = 0;
        SummaryPtr summary; // null after a change
    };

    /// The heads from `first` to before `end`.
    struct HeadRange {
        HeadIndex first = 0, end = 0;
    };
    /// The rows of stages that must be up to date to compute some of another: of the heads that can take
    /// part, so that one head's stage costs the same however many others there are.
    struct Needed {
        HeadRange heads;
        std::vector<Rows> rows; // by stage, then head
        Rows& operator()(StageId id, HeadIndex head) { return rows[at(id, head)]; }
        const Rows& operator()(StageId id, HeadIndex head) const { return rows[at(id, head)]; }
        std::size_t at(StageId id, HeadIndex head) const {
            return static_cast<std::size_t>(id) * static_cast<std::size_t>(heads.end - heads.first) +
                   static_cast<std::size_t>(info(id).per_head ? head - heads.first : 0);
        }
        /// Those of a stage: one where it has no heads.
        HeadRange of(const StageInfo& stage) const { return stage.per_head ? heads : HeadRange{0, 1}; }
    };

    std::size_t at(StageId id, HeadIndex head) const;
    StageBuffer& buffer(StageId id, HeadIndex head) { return m_buffers[at(id, head)]; }
    const StageBuffer& buffer(StageId id, HeadIndex head) const { return m_buffers[at(id, head)]; }
    bool exists(StageId id) const;

    void forget_everything();
    void keep(HeadIndex head);
    bool is_kept(HeadIndex head) const;
    Needed needs(StageId id, HeadIndex head, Rows rows) const;
    double multiplications_of(StageId id, HeadIndex head, Rows rows) const;

    bool compute(std::span<const StageId> stages, HeadIndex head, Rows rows, const std::stop_token& stop);
    void make_writable(StageBuffer& buffer, const StageInfo& stage, Rows rows);
    void compute_block(StageId id, HeadIndex head, const Block& block);
    void attend_without_keeping(HeadIndex head, const Block& block, MatrixRef z);

    double m_kept_bytes;
    Experiment m_experiment;
    Dimensions m_d;
    std::vector<StageBuffer> m_buffers; // by stage, then head
    std::vector<HeadIndex> m_kept;      // most recently viewed first
    std::uint64_t m_revision = 0;
};

} // namespace lab
