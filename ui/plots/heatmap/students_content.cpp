// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/heatmap/students_content.h"

#include <QCoreApplication>

namespace lab {

HeatmapContent studentsContent(StageSource& stages, StageId id, HeadIndex head, const MatrixPtr& numbers) {
    HeatmapContent content = stageContent(stages, id, head, false);
    content.matrix = numbers;
    content.summary = std::make_shared<const MatrixSummary>(summarize(*numbers));
    content.masked = content.kept = content.toBeKept = nullptr;
    content.hiddenRows.clear();
    content.overflow.reset();
    content.remark = nullptr;
    content.overridden.clear();
    content.overriddenBefore.clear();
    content.sinkShares.clear();
    content.rowsSumTo1 = false;
    content.stale = false;
    content.title = QCoreApplication::translate("Heatmap", "A student’s numbers: %1").arg(content.title);
    return content;
}

} // namespace lab
