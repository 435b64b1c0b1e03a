// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/fold_header.h"

#include "ui/theme.h"
#include "ui/widgets/icons.h"

#include <QPainter>
#include <QTextDocument>

namespace lab {

FoldHeader::FoldHeader(const Theme& theme, const QString& title, QWidget* parent)
    : QAbstractButton(parent), m_theme(theme) {
    setText(title);
    setCheckable(true);
    setChecked(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&theme, &Theme::changed, this, [this] { updateGeometry(); });
}

void FoldHeader::setSymbol(const QString& symbol) {
    if (symbol == m_symbol)
        return;
    m_symbol = symbol;
    update();
}

void FoldHeader::setShape(const QString& shape) {
    if (shape == m_shape)
        return;
    m_shape = shape;
    setAccessibleDescription(shape);
    update();
}

void FoldHeader::setNote(const QString& note) {
    if (note == m_note)
        return;
    m_note = note;
    setToolTip(note);
    update();
}

QSize FoldHeader::sizeHint() const {
    const QFontMetrics title(m_theme.font(TextRole::strong));
    const QFontMetrics small(m_theme.font(TextRole::small));
    return {title.horizontalAdvance(text()) + small.horizontalAdvance(m_shape) + m_theme.px(80),
            title.height() + m_theme.px(8)};
}

QSize FoldHeader::minimumSizeHint() const {
    return {m_theme.px(120), sizeHint().height()};
}

void FoldHeader::paintEvent(QPaintEvent* /*event*/) {
    const Colours& c = m_theme.colours();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (hasFocus()) {
        painter.setPen(QPen(c.accent, 2));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), m_theme.px(6), m_theme.px(6));
    }
    const double sign = m_theme.px(12);
    double x = m_theme.px(1);
    paintSign(painter, isChecked() ? Sign::unfolded : Sign::folded,
              QRectF(x, (height() - sign) / 2, sign, sign), c.muted);
    x += sign + m_theme.px(5);

    const QFontMetricsF small(m_theme.font(TextRole::small));
    const QFontMetricsF title(m_theme.font(TextRole::strong));
    QString after = m_note.isEmpty() ? m_shape : m_note + QStringLiteral(" · ") + m_shape;
    if (x + title.horizontalAdvance(text()) + small.horizontalAdvance(after) + m_theme.px(10) > width())
        after = m_shape;
    const double shape = small.horizontalAdvance(after) + m_theme.px(4);
    painter.setFont(m_theme.font(TextRole::small));
    painter.setPen(c.muted);
    painter.drawText(QRectF(width() - shape, 0, shape, height()), Qt::AlignLeft | Qt::AlignVCenter, after);

    const QString name = title.elidedText(text(), Qt::ElideRight, width() - x - shape);
    painter.setFont(m_theme.font(TextRole::strong));
    painter.setPen(isEnabled() ? c.text : c.muted);
    painter.drawText(QRectF(x, 0, width(), height()), Qt::AlignLeft | Qt::AlignVCenter, name);
    x += title.horizontalAdvance(name) + m_theme.px(6);

    QTextDocument symbol;
    symbol.setDefaultFont(m_theme.font(TextRole::formula));
    symbol.setDocumentMargin(0);
    symbol.setHtml(QStringLiteral("<span style='color:%1'>%2</span>").arg(c.muted.name(), m_symbol));
    if (x + symbol.idealWidth() + m_theme.px(2) <= width() - shape) {
        painter.translate(x, (height() - symbol.size().height()) / 2);
        symbol.drawContents(&painter);
    }
}

} // namespace lab
