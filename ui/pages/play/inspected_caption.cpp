// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/play/inspected_caption.h"

#include "core/base/number_format.h"
#include "ui/document/lab_document.h"
#include "ui/pages/play/caption_view.h"
#include "ui/plots/film/cell_step.h"
#include "ui/plots/film/scene_content.h"

#include <QCoreApplication>

namespace lab {

namespace {

class InspectedCaptionText {
    Q_DECLARE_TR_FUNCTIONS(InspectedCaption)
};

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
    const std::optional<FilmStep> step = inspectedStep(experiment, selection);
    const std::optional<Caption> said = step ? captionOf(document, *step) : std::nullopt;
    if (said)
        caption.setCaption(*said, captionDecimals(experiment), {});
    else
        caption.setText(cell ? InspectedCaptionText::tr("Computing…")
                             : InspectedCaptionText::tr("Click a number to see how it is computed"));
}

} // namespace lab
