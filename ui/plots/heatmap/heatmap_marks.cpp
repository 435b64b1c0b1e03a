// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/heatmap/heatmap_marks.h"

#include "core/experiment/stage.h"
#include "ui/selection/selection.h"

namespace lab {

HeatmapMarkSet marksOf(const Selection& selection, StageId stage, HeadIndex head) {
    HeatmapMarkSet marks;
    marks.row = selection.lit(info(stage).rows);
    marks.column = selection.lit(info(stage).columns);
    const auto own = [&](const std::vector<StageBlock>& linked) {
        std::vector<Block> blocks;
        for (const StageBlock& each : linked) {
            if (each.stage == stage && each.head == head)
                blocks.push_back(each.block);
        }
        return blocks;
    };
    marks.operands = own(selection.linked().operands);
    marks.dependents = own(selection.linked().dependents);
    const auto& inspected = selection.inspected();
    const bool isHint = selection.showsAskedOperands(); // then the frames belong to the asked cell
    if (!isHint && inspected && inspected->stage == stage && inspected->head == head)
        marks.inspected = StoredCell{inspected->row, inspected->column};
    else if (const auto& asked = selection.asked(); asked && asked->stage == stage && asked->head == head)
        marks.inspected = StoredCell{asked->row, asked->column};
    return marks;
}

} // namespace lab
