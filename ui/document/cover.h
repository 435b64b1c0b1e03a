// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which cells of the open document are covered with "?". A state of the window, like the selection: neither
// undone nor saved.
//
// Views read stages through LabDocument alone, which passes each through here: a covered number never reaches
// them (core/base/covered.h). With a cell, those are covered that hold the same number by construction, in
// every stage and head (core/analysis/same_numbers.h). Parameters are never covered, nor are overridden
// cells, which are given as parameters are.
#pragma once

#include "core/describe/operands.h"
#include "core/engine/live_trace.h"
#include "core/experiment/cell_set.h"

#include <map>
#include <span>
#include <utility>
#include <vector>

namespace lab {

/// Whether an experiment computes these cells, which are then no copies of parameters.
bool canCover(const Experiment& experiment, const StageBlock& block);

/// All cells of a stage. `head` does not matter for a stage that has no heads.
StageBlock wholeMatrix(const Experiment& experiment, StageId stage, HeadIndex head);

/// What an edit does with cells that were opened.
enum class Opened { is_covered_again, stays_open };

class Cover {
public:
    bool isEmpty() const { return m_asked.empty(); }
    /// Whether that cell is covered, or holds the same number as one that is.
    bool covers(const CellRef& cell) const;
    /// How many of these cells are covered.
    Index countIn(const StageBlock& block) const;
    /// What add() has covered, whether or not it has been opened since. No cell is in two of the blocks.
    const std::vector<StageBlock>& asked() const { return m_asked; }
    /// The cells of asked() that are still covered, as blocks.
    std::vector<StageBlock> left() const;
    /// Grows with every change, so that views notice.
    std::uint64_t changes() const { return m_changes; }
    /// Grows whenever other cells are asked for, opened ones are covered again, or an exercise begins or
    /// ends. Opening cells leaves it as it is.
    std::uint64_t begun() const { return m_begun; }

    /// Whether an exercise asks for what is covered. At first none does, and none once nothing is covered.
    bool isExercise() const { return m_isExercise && !isEmpty(); }
    /// Also before something is covered.
    void setExercise(bool exercise);

    /// Covers more cells. The experiment must compute their stage and have the cells (canCover()).
    void add(const Experiment& experiment, const StageBlock& block);
    void add(const Experiment& experiment, std::span<const StageBlock> blocks);
    /// Covers those of these blocks that are not covered any more and that the experiment has.
    void keep(const Experiment& experiment, std::span<const StageBlock> blocks);
    /// Opens one cell, and those with the same number.
    void open(const Experiment& experiment, const CellRef& cell);
    /// Opens all of these cells in one step.
    void open(const Experiment& experiment, std::span<const StageBlock> blocks);
    /// The last cell that open() has opened; nullptr: nothing is open.
    const CellRef* lastOpened() const { return m_opened.empty() ? nullptr : &m_opened.back().cell; }
    /// Covers again all that the last open() has opened. False: nothing is open.
    bool closeLast(const Experiment& experiment);
    /// Returns to an earlier state of this cover: what was covered then is covered, what was open is open.
    /// The experiment must not have changed since.
    void restore(const Experiment& experiment, const Cover& state);
    /// Opens all that was covered of one matrix.
    void remove(const Experiment& experiment, StageId stage, HeadIndex head);
    void clear();
    /// Covers these cells, and no others. A running exercise continues with them, whereas clear() would end
    /// it.
    void replace(const Experiment& experiment, std::span<const StageBlock> blocks);
    /// The experiment has changed, and what it no longer has is dropped. If what was opened stays open, a
    /// matrix that is covered as a whole stays so with other sizes, and one that is open as a whole stays
    /// open; in others of another size, only the cells of the same tokens stay open.
    void update(const Experiment& before, const Experiment& experiment, Opened opened);

    /// A stage as views may see it: with other numbers, the same matrix gives the same covered matrix.
    StageView over(StageView view, StageId stage, HeadIndex head) const;

private:
    using Place = std::pair<StageId, HeadIndex>;
    struct Covered {
        MatrixPtr original, matrix;
        SummaryPtr summary;
    };

    /// Some cells of a matrix: as they were listed, and to look one up.
    struct Bare {
        std::vector<Block> blocks;
        CellSet cells;
    };

    struct OpenCell {
        CellRef cell;
        std::uint64_t step; ///< the same for cells that were opened together
    };

    bool isBare(const CellRef& cell) const;
    void derive(const Experiment& experiment);
    void ask(const StageBlock& block);
    std::vector<Block> notAsked(const StageBlock& block) const;
    void resize(const Experiment& before, const Experiment& experiment);

    std::vector<StageBlock> m_asked;
    std::vector<OpenCell> m_opened;
    std::uint64_t m_steps = 0;
    std::map<Place, std::vector<Block>> m_blocks; ///< covered
    std::map<Place, Bare> m_bare;                 ///< not covered, although in one of those blocks
    std::uint64_t m_changes = 0;
    std::uint64_t m_begun = 0;
    bool m_isExercise = false;
    mutable std::map<Place, std::vector<Covered>> m_made; ///< of each the last ones
};

} // namespace lab
