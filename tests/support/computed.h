// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/describe/explain.h"
#include "core/engine/pipeline.h"

namespace lab::test {

/// An experiment with all its stages, and what is said of any cell.
struct Computed {
    explicit Computed(const Experiment& e) : experiment(e), trace(compute(e).value()) {}

    Explanation of(const CellRef& cell) const {
        return explain(
            experiment, [this](StageId id, HeadIndex head) -> const Matrix& { return trace.stage(id, head); },
            cell);
    }

    Experiment experiment;
    Trace trace;
};

} // namespace lab::test
