// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/lesson/covered_stages.h"

#include <algorithm>
#include <cmath>

namespace lab {

CoveredStages::CoveredStages(const Experiment& experiment, const std::vector<StageBlock>& blocks)
    : FixedStages(experiment) {
    for (const StageBlock& each : blocks) {
        if (canCover(experiment, each))
            m_cover.add(experiment, each);
    }
}

StageView CoveredStages::view(StageId id, HeadIndex head, std::optional<Rows> first) {
    return m_cover.over(FixedStages::view(id, head, first), id, info(id).per_head ? head : 0);
}

StageView CoveredStages::cachedView(StageId id, HeadIndex head) const {
    return m_cover.over(FixedStages::cachedView(id, head), id, info(id).per_head ? head : 0);
}

/// Cells that hold the same by construction add no number.
std::optional<std::vector<double>> CoveredStages::numbersUnderCover() {
    std::vector<double> numbers;
    for (const StageBlock& each : m_cover.asked()) {
        const MatrixPtr stage = FixedStages::view(each.stage, each.head).matrix;
        const Block& block = each.block;
        for (const double number :
             stage->block(block.row, block.column, block.rows, block.columns).reshaped()) {
            if (std::isfinite(number) && number != 0)
                numbers.push_back(number);
        }
    }
    std::ranges::sort(numbers);
    return numbers;
}

} // namespace lab
