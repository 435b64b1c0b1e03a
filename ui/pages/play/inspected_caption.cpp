// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/play/inspected_caption.h"

#include "core/base/number_format.h"
#include "core/describe/pair_meaning.h"
#include "ui/document/lab_document.h"
#include "ui/pages/play/caption_view.h"
#include "ui/plots/film/cell_step.h"
#include "ui/plots/film/scene_content.h"
#include "ui/plots/heatmap/heatmap_content.h"

#include <QCoreApplication>

namespace lab {

namespace {

class InspectedCaptionText {
    Q_DECLARE_TR_FUNCTIONS(InspectedCaption)
};

/// No step of a film: the weights beside it are.
QString textOfSinkShare(LabDocument& document, const CellRef& cell) {
    const HeatmapContent content = stageContent(document, cell.stage, cell.head, false);
    const auto row = static_cast<std::size_t>(cell.row);
    if (row >= content.sinkShares.size() || content.stale)
        return InspectedCaptionText::tr("Computing…");
    const Said words = meaning_of_sink_share(document.experiment(), cell, content.sinkShares[row]);
    const QString text = QString::fromStdString(text_of(words));
    return text.left(1).toUpper() + text.mid(1);
}

} // namespace

std::optional<FilmStep> inspectedStep(const Experiment& experiment, const Selection& selection) {
    const auto& cell = selection.inspected();
    return cell ? stepOf(experiment, *cell) : std::nullopt;
}

void explainInspected(CaptionView& caption, LabDocument& document, const Selection& selection) {
    const Experiment& experiment = document.experiment();
    const auto& given = selection.inspectedParameter();
    const auto& cell = selection.inspected();
    if (given && !cell) {
        const std::string number = shortest((*parameter(experiment, given->id))(given->row, given->column));
        return caption.setText(InspectedCaptionText::tr("%1 = %2, a number that is given")
                                   .arg(cellName(experiment, given->id, given->row, given->column),
                                        QString::fromStdString(number)));
    }
    if (cell && is_sink_share(experiment, *cell))
        return caption.setText(textOfSinkShare(document, *cell));
    const std::optional<FilmStep> step = inspectedStep(experiment, selection);
    const std::optional<Caption> said = step ? captionOf(document, *step) : std::nullopt;
    if (said)
        caption.setCaption(*said, captionDecimals(experiment), {});
    else
        caption.setText(cell ? InspectedCaptionText::tr("Computing…")
                             : InspectedCaptionText::tr("Click a number to see how it is computed"));
}

} // namespace lab
