// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/rich_text.h"

#include <QAbstractTextDocumentLayout>
#include <QPainter>
#include <QTextDocument>

namespace lab {

std::unique_ptr<QTextDocument> richText(const QString& html, const QFont& font) {
    auto text = std::make_unique<QTextDocument>();
    text->setDocumentMargin(0);
    text->setDefaultFont(font);
    text->setHtml(html);
    return text;
}

void paintRichText(QPainter& painter, QTextDocument& text, QPointF place, const QColor& colour,
                   const QRectF& lines) {
    painter.save();
    painter.translate(place);
    QAbstractTextDocumentLayout::PaintContext context;
    context.palette.setColor(QPalette::Text, colour);
    context.clip = lines;
    text.documentLayout()->draw(&painter, context);
    painter.restore();
}

} // namespace lab
