// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a page shows, to be compared with the same page in another window.
#pragma once

#include "ui/pages/page.h"
#include "ui/plots/heatmap/matrix_heatmap.h"

#include <QAbstractButton>
#include <QCoreApplication>
#include <QLabel>
#include <QStringList>

#include <variant>

namespace lab::test {

/// What a page shows: its texts, what is chosen on it, and its matrices.
inline QStringList page_state(const Page& page) {
    QCoreApplication::processEvents();
    QStringList state;
    for (const QWidget* each : page.findChildren<QWidget*>()) {
        if (!each->isVisibleTo(&page))
            continue;
        if (const auto* label = qobject_cast<const QLabel*>(each))
            state += label->text();
        else if (const auto* button = qobject_cast<const QAbstractButton*>(each))
            state += button->text() + (button->isChecked() ? " is chosen" : "");
        else if (const auto* heatmap = qobject_cast<const MatrixHeatmap*>(each))
            state +=
                heatmap->content().title + " of " +
                QString::number(heatmap->content().matrix ? heatmap->content().matrix->sum() : 0, 'g', 17);
    }
    state.sort(); // which cards are deleted later differs
    const auto figure = page.figure();
    if (const auto* links = figure ? std::get_if<LinksFigure>(&*figure) : nullptr)
        state += QString::number(links->look.threshold.value_or(-1)) +
                 (links->look.layout == LinksLayout::lines ? " lines" : "");
    else if (const auto* statistics = figure ? std::get_if<StatisticsFigure>(&*figure) : nullptr)
        state += QString::number(static_cast<int>(statistics->stage));
    else if (const auto* plane = figure ? std::get_if<GeometryFigure>(&*figure) : nullptr)
        state += QString::number(plane->query.value_or(-1)) +
                 QString::fromStdString(text_of(plane->axes.value_or(PlaneChoice{})));
    return state;
}

} // namespace lab::test
