// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/cell_field.h"

#include "ui/look/theme.h"
#include "ui/plots/heatmap/matrix_heatmap.h"

#include <QLineEdit>

#include <algorithm>

namespace lab {

namespace {
constexpr double cellFieldWidth = 150; // points: sixteen digits need more room than a cell has
} // namespace

QLineEdit* openCellField(const MatrixHeatmap& heatmap, StoredCell cell, QWidget& card, const Theme& theme,
                         const QString& text) {
    auto* field = new QLineEdit(text, &card);
    field->setFont(theme.font(TextRole::number));
    field->setAutoFillBackground(true);
    const QRect rect = heatmap.cellRect(cell).toRect().translated(heatmap.pos());
    const int most = card.width() - 2 * theme.px(2);
    QRect place(rect.topLeft(), QSize(std::min(std::max(rect.width(), theme.px(cellFieldWidth)), most),
                                      std::max(rect.height(), field->sizeHint().height())));
    place.moveCenter({place.center().x(), rect.center().y()});
    place.moveRight(std::min(place.right(), card.width() - theme.px(2)));
    place.moveLeft(std::max(place.left(), theme.px(2)));
    field->setGeometry(place);
    // Select all backwards, so that the first digits are visible.
    const auto length = static_cast<int>(text.size());
    field->setSelection(length, -length);
    field->show();
    field->setFocus();
    return field;
}

} // namespace lab
