// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/card_note.h"

#include <QPainter>
#include <QTextLayout>

namespace lab {

CardNote::CardNote(QWidget* parent) : QLabel(parent) {
    setTextFormat(Qt::PlainText);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Expanding);
}

void CardNote::setNotes(const QStringList& warnings, const QStringList& remarks) {
    m_warnings = warnings;
    m_remarks = remarks;
    const QString all = (warnings + remarks).join(QLatin1Char('\n'));
    setText(all);
    setToolTip(all);
}

void CardNote::setColours(const QColor& warning, const QColor& remark) {
    m_warning = warning;
    m_remark = remark;
    update();
}

/// Draws as many lines as fit. If more follow, the last line ends in an ellipsis.
void CardNote::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    const QFontMetrics metrics(font());
    const int lines = std::max(1, height() / metrics.lineSpacing());
    int line = 0;
    const auto draw = [&](const QString& text, const QColor& colour, bool isLast) {
        painter.setPen(colour);
        QTextLayout layout(text, font());
        layout.beginLayout();
        for (QTextLine each = layout.createLine(); each.isValid() && line < lines;
             each = layout.createLine()) {
            each.setLineWidth(width());
            const bool ends = each.textStart() + each.textLength() >= text.size();
            QString shown = text.mid(each.textStart(), each.textLength());
            if (line == lines - 1 && !(ends && isLast))
                shown = text.mid(each.textStart()) + (isLast ? QString() : QStringLiteral(" …"));
            painter.drawText(0, line * metrics.lineSpacing() + metrics.ascent(),
                             metrics.elidedText(shown.trimmed(), Qt::ElideRight, width()));
            ++line;
        }
        layout.endLayout();
    };
    const QStringList all = m_warnings + m_remarks;
    for (qsizetype i = 0; i < all.size() && line < lines; ++i)
        draw(all[i], i < m_warnings.size() ? m_warning : m_remark, i + 1 == all.size());
}

} // namespace lab
