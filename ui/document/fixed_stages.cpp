// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/fixed_stages.h"

namespace lab {

FixedStages::FixedStages(const Experiment& experiment) : m_experiment(experiment) {
    m_trace.update(experiment, {});
}

StageView FixedStages::view(StageId id, HeadIndex head, std::optional<Rows> /*first*/) {
    return m_trace.view(id, info(id).per_head ? head : 0);
}

StageView FixedStages::cachedView(StageId id, HeadIndex head) const {
    return m_trace.peek(id, info(id).per_head ? head : 0);
}

} // namespace lab
