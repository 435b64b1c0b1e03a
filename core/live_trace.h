// SPDX-License-Identifier: GPL-3.0-or-later
//
// The same answers as compute(), computed when a view asks for them, and only what a Change touched.
#pragma once

#include "core/change.h"
#include "core/stage.h"

#include <cstdint>
#include <vector>

namespace lab {

/// What a view shows of a stage. `matrix` is null where there is nothing to show: a stage that this
/// experiment does not compute, or an empty sentence.
struct StageView {
    MatrixPtr matrix;
    std::uint64_t revision = 0; ///< grows whenever the matrix has been computed anew
    bool stale = false;         ///< an older answer, shown while the new one is being computed
};

class LiveTrace {
public:
    /// Takes the experiment as it is after `change`. It must be free of problems (validate()).
    void update(const Experiment& experiment, const Change& change);

    /// The stage as it is now; `head` counts for stages that have one matrix a head.
    StageView view(StageId id, HeadIndex head = 0);

private:
    struct Cell {
        MatrixPtr matrix;
        std::uint64_t revision = 0;
    };
    using StageCache = std::vector<Cell>; // one a head, or a single one

    const Matrix& need(StageId id, HeadIndex head);
    Matrix evaluate(StageId id, HeadIndex head);

    Experiment m_experiment;
    std::vector<StageCache> m_stages; // by StageId
    std::uint64_t m_revision = 0;
};

} // namespace lab
