// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/drawn_view.h"

#include <QCoreApplication>

namespace lab {

QString viewName(const DrawnView& view) {
    const auto* stage = std::get_if<StagePicture>(&view);
    return QString::fromUtf8(stage ? info(stage->stage).name.data() : linksViewName);
}

QString viewTitle(const Experiment& experiment, const DrawnView& view) {
    if (const auto* stage = std::get_if<StagePicture>(&view))
        return stageTitle(experiment, stage->stage, stage->head);
    const QString title = QCoreApplication::translate("Links", "Links");
    return experiment.heads.count == 1 ? title
                                       : QCoreApplication::translate("Links", "%1, head %2")
                                             .arg(title)
                                             .arg(std::get<LinksPicture>(view).head + 1);
}

} // namespace lab
