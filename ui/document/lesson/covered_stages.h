// SPDX-License-Identifier: GPL-3.0-or-later
//
// The stages of an experiment that is not edited, some cells of which are covered as in the window: a step of
// a lesson on paper.
#pragma once

#include "ui/document/cover.h"
#include "ui/document/fixed_stages.h"

#include <vector>

namespace lab {

class CoveredStages : public FixedStages {
    Q_OBJECT
public:
    /// Of the blocks, those are covered that the experiment computes (canCover()).
    CoveredStages(const Experiment& experiment, const std::vector<StageBlock>& blocks);

    bool covers(const CellRef& cell) const { return m_cover.covers(cell); }
    StageView view(StageId id, HeadIndex head = 0, std::optional<Rows> first = {}) override;
    StageView cachedView(StageId id, HeadIndex head = 0) const override;
    std::optional<std::vector<double>> numbersUnderCover() override;

private:
    Cover m_cover;
};

} // namespace lab
