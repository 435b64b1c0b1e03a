// SPDX-License-Identifier: GPL-3.0-or-later
//
// What covers an older answer, which is to be told from the present one.
#pragma once

#include <QRectF>

class QPainter;
class QString;

namespace lab {

class Theme;

/// Fades an area, and writes why in the middle of another.
void paintVeil(QPainter& painter, const Theme& theme, const QRectF& area, const QRectF& textArea,
               const QString& why);

} // namespace lab
