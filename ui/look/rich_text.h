// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rich text that is painted, such as symbols with subscripts.
#pragma once

#include <QFont>
#include <QPointF>
#include <QRectF>
#include <QString>

#include <memory>

class QColor;
class QPainter;
class QTextDocument;

namespace lab {

/// A text without a margin, on one line unless a width is set.
std::unique_ptr<QTextDocument> richText(const QString& html, const QFont& font);
/// Paints it from `place`, in `colour` where the text names none. `lines`: of the text, with a part of which
/// lines are painted; empty: all.
void paintRichText(QPainter& painter, QTextDocument& text, QPointF place, const QColor& colour,
                   const QRectF& lines = {});

} // namespace lab
