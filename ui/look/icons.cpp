// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/icons.h"

#include <QPainter>
#include <QPainterPath>
#include <QPixmapCache>

namespace lab {

namespace {

/// The sign in a square from (0, 0) to (16, 16).
QPainterPath outline(Sign sign) {
    QPainterPath path;
    switch (sign) {
    case Sign::undo:
        path.moveTo(6, 3);
        path.lineTo(2.5, 6.5);
        path.lineTo(6, 10);
        path.moveTo(2.5, 6.5);
        path.lineTo(9.5, 6.5);
        path.cubicTo(14.8, 6.5, 14.8, 13.2, 9.5, 13.2);
        path.lineTo(6.5, 13.2);
        break;
    case Sign::redo:
        return QTransform(-1, 0, 0, 1, 16, 0).map(outline(Sign::undo));
    case Sign::close:
        path.moveTo(4, 4);
        path.lineTo(12, 12);
        path.moveTo(12, 4);
        path.lineTo(4, 12);
        break;
    case Sign::menu:
        for (const double y : {4.0, 8.0, 12.0}) {
            path.moveTo(2.5, y);
            path.lineTo(13.5, y);
        }
        break;
    case Sign::left_column:
        path.addRoundedRect(1.8, 3, 12.4, 10, 1.6, 1.6);
        path.moveTo(6.2, 3);
        path.lineTo(6.2, 13);
        break;
    case Sign::folded:
        path.moveTo(6, 3.5);
        path.lineTo(10.5, 8);
        path.lineTo(6, 12.5);
        break;
    case Sign::unfolded:
        path.moveTo(3.5, 6);
        path.lineTo(8, 10.5);
        path.lineTo(12.5, 6);
        break;
    case Sign::more:
        for (const double x : {3.0, 8.0, 13.0})
            path.addRect(x, 8, 0.01, 0); // a dot as wide as the pen
        break;
    case Sign::lock:
        path.addRoundedRect(3.5, 7, 9, 6.5, 1.2, 1.2);
        path.moveTo(5.5, 7);
        path.lineTo(5.5, 5);
        path.cubicTo(5.5, 1.7, 10.5, 1.7, 10.5, 5);
        path.lineTo(10.5, 7);
        break;
    case Sign::done:
        path.moveTo(3, 8.5);
        path.lineTo(6.5, 12);
        path.lineTo(13, 4);
        break;
    case Sign::play:
        path.moveTo(5, 3);
        path.lineTo(13, 8);
        path.lineTo(5, 13);
        path.closeSubpath();
        break;
    case Sign::pause:
        path.addRect(4, 3, 2, 10);
        path.addRect(10, 3, 2, 10);
        break;
    case Sign::forward:
        path.moveTo(5.5, 4);
        path.lineTo(11, 8);
        path.lineTo(5.5, 12);
        path.closeSubpath();
        break;
    case Sign::back:
        return QTransform(-1, 0, 0, 1, 16, 0).map(outline(Sign::forward));
    case Sign::to_end:
        path.moveTo(4, 4);
        path.lineTo(9, 8);
        path.lineTo(4, 12);
        path.closeSubpath();
        path.addRect(11.5, 4, 0.5, 8);
        break;
    case Sign::to_start:
        return QTransform(-1, 0, 0, 1, 16, 0).map(outline(Sign::to_end));
    }
    return path;
}

/// Signs of players are filled.
bool isFilled(Sign sign) {
    return sign >= Sign::to_start;
}

} // namespace

void paintSign(QPainter& painter, Sign sign, const QRectF& square, const QColor& colour) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(square.topLeft());
    painter.scale(square.width() / 16, square.height() / 16);
    painter.setPen(QPen(colour, 1.6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(isFilled(sign) ? QBrush(colour) : QBrush(Qt::NoBrush));
    painter.drawPath(outline(sign));
    painter.restore();
}

QIcon icon(Sign sign, const QColor& colour, int size, qreal devicePixelRatio) {
    const QString key = QStringLiteral("sign %1 %2 %3 %4")
                            .arg(static_cast<int>(sign))
                            .arg(colour.rgba())
                            .arg(size)
                            .arg(devicePixelRatio);
    QPixmap known; // dozens of buttons have the same one
    if (QPixmapCache::find(key, &known))
        return known;
    QPixmap pixmap(QSize(size, size) * devicePixelRatio);
    pixmap.setDevicePixelRatio(devicePixelRatio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paintSign(painter, sign, QRectF(0, 0, size, size), colour);
    painter.end();
    QPixmapCache::insert(key, pixmap);
    return pixmap;
}

} // namespace lab
