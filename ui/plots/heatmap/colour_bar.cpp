// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/heatmap/colour_bar.h"

#include "core/base/number_format.h"
#include "ui/look/theme.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

#include <cmath>

namespace lab {

namespace {

constexpr double thickness = 5, beside = 4; // points

class ColourBarText {
    Q_DECLARE_TR_FUNCTIONS(ColourBar)
};

/// Two significant digits.
QString twoDigits(double number) {
    return QString::fromStdString(brief(rounded_to_digits(number, 2)));
}

/// Near a y coordinate, at no half of a pixel: there, each slice would be rounded in its own way.
double besidePixels(const QPainter& painter, double y) {
    const QTransform device = painter.deviceTransform();
    if (device.type() > QTransform::TxScale)
        return y;
    constexpr double off = 0.2; // pixels
    return (std::round(device.m22() * y + device.dy()) + off - device.dy()) / device.m22();
}

} // namespace

QString barEnd(const ColourScale& scale, bool high) {
    const double end = high ? scale.highest() : scale.lowest();
    if (end == 0)
        return QStringLiteral("0");
    if (scale.kind() == ColourScale::Kind::diverging)
        return QString::fromStdString(display(end, decimals_for(scale.highest(), 2)));
    return high && scale.isLogarithmic() ? ColourBarText::tr("%1, log").arg(twoDigits(end)) : twoDigits(end);
}

double colourBarWidth(const ColourScale& scale, const Theme& theme, const QFont& font, double length) {
    return QFontMetricsF(font).horizontalAdvance(barEnd(scale, false) + barEnd(scale, true)) + length +
           theme.px(2 * beside) + 2;
}

void paintColourBar(QPainter& painter, const ColourScale& scale, const Theme& theme, const QFont& font,
                    double length, QPointF topLeft, double height) {
    const QFontMetricsF metrics(font);
    painter.setFont(font);
    const auto write = [&](double x, const QString& text) {
        painter.setPen(theme.colours().muted);
        const double width = metrics.horizontalAdvance(text);
        painter.drawText(QRectF(x, topLeft.y(), width + 2, height), Qt::AlignLeft | Qt::AlignVCenter, text);
        return x + width + theme.px(beside);
    };
    const double bar = write(topLeft.x(), barEnd(scale, false));
    paintColours(painter, scale, theme, length, {bar, topLeft.y() + height / 2});
    write(bar + length + theme.px(beside), barEnd(scale, true));
}

void paintColours(QPainter& painter, const ColourScale& scale, const Theme& theme, double length,
                  QPointF left) {
    constexpr int steps = 36;
    const double y = besidePixels(painter, left.y() - theme.px(thickness) / 2.0);
    painter.setPen(Qt::NoPen);
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (int i = 0; i < steps; ++i) {
        // Each slice reaches under the next, so that no seam shows between them.
        const double right = i + 1 == steps ? length : (i + 1.5) * length / steps;
        painter.setBrush(scale.colourAt(i / (steps - 1.0)));
        painter.drawRect(QRectF(QPointF(left.x() + i * length / steps, y),
                                QPointF(left.x() + right, y + theme.px(thickness))));
    }
    painter.setRenderHint(QPainter::Antialiasing, true);
}

} // namespace lab
