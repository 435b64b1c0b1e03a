// SPDX-License-Identifier: GPL-3.0-or-later
//
// The veil over stale content.
#pragma once

#include <QRectF>

class QPainter;
class QString;

namespace lab {

class Theme;

/// Fades `area`, and writes the reason in the centre of `textArea`.
void paintVeil(QPainter& painter, const Theme& theme, const QRectF& area, const QRectF& textArea,
               const QString& why);

} // namespace lab
