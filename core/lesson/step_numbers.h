// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/live_trace.h"

namespace lab {

/// The stages of an experiment, each computed when it is first asked for.
class StepNumbers {
public:
    /// It must be valid and have tokens.
    explicit StepNumbers(const Experiment& experiment) { m_trace.update(experiment, {}); }

    MatrixPtr stage(StageId id, HeadIndex head) { return m_trace.view(id, head).matrix; }

private:
    LiveTrace m_trace;
};

} // namespace lab
