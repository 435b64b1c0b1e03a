// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/examples_menu.h"

#include "core/explain/not_finite.h"
#include "core/pipeline.h"
#include "core/stages/06_masked_scores.h"
#include "ui/look/lab_style.h"
#include "ui/look/theme.h"
#include "ui/plots/heatmap/heatmap_mapping.h"
#include "ui/plots/shared/colour_scale.h"
#include "ui/widgets/menu_entry.h"

#include <QPainter>
#include <QScreen>

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

constexpr double longestText = 420; // points
constexpr double rims = 90;         // points around an entry's thumbnail and texts

QString nameOf(ExampleGroup group) {
    return group == ExampleGroup::notebooks ? ExamplesMenu::tr("Notebook examples")
                                            : ExamplesMenu::tr("Attention patterns");
}

/// The first head's attention weights in their colours, one pixel per cell.
QImage weightCells(const Experiment& experiment, const QColor& hidden) {
    const Result<Trace> trace = compute(experiment);
    if (!trace)
        return {};
    const Matrix& weights = trace.value().stage(StageId::weights);
    const std::optional<Matrix> overflowed = hidden_scores(experiment, stages_of(trace.value()), 0);
    const Matrix& masked = overflowed ? *overflowed : trace.value().stage(StageId::masked_scores);
    const HeatmapMapping mapping{weights.rows(), weights.cols(), experiment.notation == Notation::columns};
    NumberStyle style;
    style.weights = viewSettings(experiment).weights;
    const ColourScale scale = ColourScale::of(ColourScale::Kind::sequential, {}, style);
    QImage cells(static_cast<int>(mapping.shownColumns()), static_cast<int>(mapping.shownRows()),
                 QImage::Format_RGB32);
    for (int y = 0; y < cells.height(); ++y) {
        for (int x = 0; x < cells.width(); ++x) {
            const StoredCell cell = mapping.stored({x, y});
            const double weight = weights(cell.row, cell.column);
            const bool isHidden = is_hidden(masked(cell.row, cell.column)) && weight == 0;
            cells.setPixelColor(x, y,
                                isHidden                 ? hidden
                                : !std::isfinite(weight) ? notFiniteColour()
                                                         : scale.colour(weight));
        }
    }
    return cells;
}

/// The cells as squares of equal size, centred in a pixmap of `side` pixels.
QPixmap thumbnail(const QImage& cells, int side) {
    QPixmap picture(side, side);
    picture.fill(Qt::transparent);
    if (cells.isNull())
        return picture;
    const int cell = std::max(1, side / std::max(cells.width(), cells.height()));
    const QSize size = (cell * cells.size()).boundedTo(picture.size());
    QPainter(&picture).drawImage(QRect(QPoint((side - size.width()) / 2, (side - size.height()) / 2), size),
                                 cells);
    return picture;
}

} // namespace

ExamplesMenu::ExamplesMenu(const Theme& theme, ExampleGroup group, QWidget* parent)
    : QMenu(nameOf(group), parent), m_theme(theme), m_group(group) {
    setToolTipsVisible(true);
    setProperty(LabStyle::largeIcons, true);
    connect(this, &QMenu::aboutToShow, this, [this] {
        if (isEmpty())
            fill();
    });
    connect(&theme, &Theme::changed, this, &ExamplesMenu::clear); // refilled with new sizes and colours
}

void ExamplesMenu::fill() {
    const qreal ratio = devicePixelRatioF();
    const int side = style()->pixelMetric(QStyle::PM_SmallIconSize, nullptr, this);
    const QFontMetrics metrics(font());
    int widest = 0;
    for (const QString& name : exampleNames(m_group)) {
        const Experiment each = example(name);
        QPixmap picture = thumbnail(weightCells(each, m_theme.colours().hidden), qRound(side * ratio));
        picture.setDevicePixelRatio(ratio);
        QAction* action = addAction(picture, QString::fromStdString(each.title));
        action->setToolTip(QString::fromStdString(each.description));
        connect(action, &QAction::triggered, this, [this, name] { emit chosen(name); });
        widest = std::max(widest, metrics.horizontalAdvance(action->text()));
    }
    // Show what it is about in the shortcut column, elided to fit. The tooltip has all of it.
    const int room = screen()->availableSize().width() - widest - side - m_theme.px(rims);
    for (QAction* action : actions()) {
        const QString about = action->toolTip().section(QLatin1Char('\n'), 0, 0);
        action->setText(
            menuEntry(action->text(),
                      metrics.elidedText(about, Qt::ElideRight, std::min(room, m_theme.px(longestText)))));
    }
}

} // namespace lab
