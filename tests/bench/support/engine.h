// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the benchmarks call of the core, in one place: where its interface changes, only this file does.
#pragma once

#include "core/live_trace.h"
#include "core/pipeline.h"

namespace lab::bench {

/// Every stage into `trace`, whose memory is used again. False where that fails.
inline bool forward(const Experiment& experiment, Trace& trace) {
    Result<Trace> computed = compute(experiment);
    const bool done = static_cast<bool>(computed);
    if (done)
        trace = std::move(computed).value();
    return done;
}

/// Brings `count` rows of a stage up to date, from the row `first` on.
inline void bring(LiveTrace& live, StageId id, HeadIndex head, Index /*first*/, Index /*count*/) {
    live.view(id, head);
}

} // namespace lab::bench
