// SPDX-License-Identifier: GPL-3.0-or-later
//
// The stages of an experiment that is not edited: for the command line, and for the other side of a
// comparison.
#pragma once

#include "ui/document/parameter_magnitude.h"
#include "ui/document/stage_source.h"

namespace lab {

class FixedStages : public StageSource {
    Q_OBJECT
public:
    explicit FixedStages(const Experiment& experiment);

    const Experiment& experiment() const override { return m_experiment; }
    /// Never stale: computed at once, on this thread.
    StageView view(StageId id, HeadIndex head = 0, std::optional<Rows> first = {}) override;
    StageView completeView(StageId id, HeadIndex head = 0) override { return view(id, head); }
    StageView cachedView(StageId id, HeadIndex head = 0) const override;
    StageView viewBefore(StageId /*id*/, HeadIndex /*head*/ = 0) const override { return {}; }
    double maxParameterMagnitude() override { return m_maxParameterMagnitude.of(m_experiment); }

private:
    Experiment m_experiment;
    LiveTrace m_trace;
    MaxParameterMagnitude m_maxParameterMagnitude;
};

} // namespace lab
