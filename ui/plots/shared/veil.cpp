// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/shared/veil.h"

#include "ui/look/theme.h"

#include <QPainter>

namespace lab {

void paintVeil(QPainter& painter, const Theme& theme, const QRectF& area, const QRectF& textArea,
               const QString& why) {
    QColor veil = theme.colours().panel;
    veil.setAlphaF(0.6F);
    painter.fillRect(area, veil);
    painter.setFont(theme.font(TextRole::small));
    painter.setPen(theme.colours().text);
    painter.drawText(textArea, Qt::AlignCenter | Qt::TextWordWrap, why);
}

} // namespace lab
