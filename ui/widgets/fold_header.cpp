// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/fold_header.h"

#include "ui/look/icons.h"
#include "ui/look/rich_text.h"
#include "ui/look/theme.h"

#include <QHash>
#include <QPainter>
#include <QTextDocument>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lab {

namespace {

/// Layouts ask for it many times, and a rich text takes long to make.
double symbolWidth(const QString& symbol, const QFont& font) {
    static QHash<std::pair<QString, QString>, double> known; // never trimmed: there are few symbols and fonts
    const std::pair key(symbol, font.key());
    if (const auto found = known.constFind(key); found != known.cend())
        return *found;
    return known[key] = richText(symbol, font)->idealWidth();
}

} // namespace

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
    updateGeometry();
    update();
}

void FoldHeader::setShape(const QString& shape) {
    if (shape == m_shape)
        return;
    m_shape = shape;
    sayAll();
}

void FoldHeader::setNote(const QString& note, const QString& brief) {
    if (note == m_note && brief == m_briefNote)
        return;
    m_note = note;
    m_briefNote = brief;
    sayAll();
}

/// Repeats everything in the tooltip and for screen readers, since the header may elide it.
void FoldHeader::sayAll() {
    QStringList parts{m_note, m_shape};
    parts.removeAll(QString());
    const QString text = parts.join(QStringLiteral(" · "));
    setAccessibleDescription(text);
    setToolTip(QStringLiteral("%1 · %2").arg(this->text(), text));
    updateGeometry();
    update();
}

std::unique_ptr<QTextDocument> FoldHeader::symbolText() const {
    return richText(
        QStringLiteral("<span style='color:%1'>%2</span>").arg(m_theme.colours().muted.name(), m_symbol),
        m_theme.font(TextRole::formula));
}

FoldHeader::Parts FoldHeader::partsIn(int width) const {
    const QFontMetricsF small(m_theme.font(TextRole::small));
    const QFontMetricsF strong(m_theme.font(TextRole::strong));
    const double gap = m_theme.px(6);
    Parts parts;
    parts.left = m_theme.px(18); // fold indicator
    parts.symbolWidth = symbolWidth(m_symbol, m_theme.font(TextRole::formula));
    const auto widthOf = [&](const QString& after) {
        return parts.left + strong.horizontalAdvance(text()) + gap + parts.symbolWidth +
               (after.isEmpty() ? 0 : gap + small.horizontalAdvance(after)) + m_theme.px(4);
    };
    parts.title = text();
    parts.after = m_note.isEmpty() ? m_shape : m_note + QStringLiteral(" · ") + m_shape;
    for (const QString& shorter : {m_note, m_briefNote.isEmpty() ? m_note : m_briefNote}) {
        if (widthOf(parts.after) > width)
            parts.after = shorter;
    }
    const double missing = widthOf(parts.after) - width;
    if (missing > 0 && parts.symbolWidth > 0 && missing <= parts.symbolWidth + gap) {
        parts.symbolWidth = 0; // the whole title says the same
    } else if (missing > 0) {
        parts.title = strong.elidedText(text(), Qt::ElideRight, strong.horizontalAdvance(text()) - missing);
        if (parts.title.size() < 2) // no bare ellipsis
            parts.title.clear();
    }
    return parts;
}

QSize FoldHeader::sizeHint() const {
    const QFontMetrics title(m_theme.font(TextRole::strong));
    const QFontMetrics small(m_theme.font(TextRole::small));
    return {title.horizontalAdvance(text()) + small.horizontalAdvance(m_shape) + m_theme.px(80),
            title.height() + m_theme.px(8)};
}

/// Leaves room for the whole symbol and note, which tell headers apart.
QSize FoldHeader::minimumSizeHint() const {
    const Parts parts = partsIn(0);
    const double note = QFontMetricsF(m_theme.font(TextRole::small)).horizontalAdvance(parts.after);
    const double least = parts.left + parts.symbolWidth + note + m_theme.px(16);
    return {std::max(m_theme.px(120), static_cast<int>(std::ceil(least))), sizeHint().height()};
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
    paintSign(painter, isChecked() ? Sign::unfolded : Sign::folded,
              QRectF(m_theme.px(1), (height() - sign) / 2, sign, sign), c.muted);
    const Parts parts = partsIn(width());
    painter.setFont(m_theme.font(TextRole::small));
    painter.setPen(c.muted);
    painter.drawText(QRectF(0, 0, width() - m_theme.px(4), height()), Qt::AlignRight | Qt::AlignVCenter,
                     parts.after);
    double x = parts.left;
    painter.setFont(m_theme.font(TextRole::strong));
    painter.setPen(isEnabled() ? c.text : c.muted);
    painter.drawText(QRectF(x, 0, width(), height()), Qt::AlignLeft | Qt::AlignVCenter, parts.title);
    if (!parts.title.isEmpty())
        x += QFontMetricsF(m_theme.font(TextRole::strong)).horizontalAdvance(parts.title) + m_theme.px(6);
    if (parts.symbolWidth == 0)
        return;
    const auto symbol = symbolText();
    painter.translate(x, (height() - symbol->size().height()) / 2);
    symbol->drawContents(&painter);
}

} // namespace lab
