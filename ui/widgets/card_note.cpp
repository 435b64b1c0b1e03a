// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/card_note.h"

#include <QAbstractButton>
#include <QEvent>
#include <QFontMetricsF>
#include <QPainter>
#include <QTextLayout>

#include <algorithm>
#include <cmath>

namespace lab {

namespace {
constexpr int offerEdge = 2; // room for the focus

/// Without why.
QString shortOffer(const QString& text) {
    const QString why = text.section(QStringLiteral(": "), 0, 0);
    if (why == text)
        return text;
    const QString what = text.mid(why.size() + 2);
    return what.left(1).toUpper() + what.mid(1);
}

} // namespace

QString elidedAfterWord(const QString& text, const QFontMetrics& metrics, int width) {
    QString elided = metrics.elidedText(text, Qt::ElideRight, width);
    if (elided == text)
        return text;
    const auto kept = elided.size() - 1; // and an ellipsis
    const auto space = elided.lastIndexOf(QLatin1Char(' '));
    if (space <= 0 || space >= kept - 1 || text[kept] == QLatin1Char(' '))
        return elided;
    return elided.left(space + 1) + QStringLiteral("…");
}

/// A text that is a button, in the font of the note.
class NoteLink : public QAbstractButton {
public:
    explicit NoteLink(CardNote& note) : QAbstractButton(&note) {
        setFocusPolicy(Qt::TabFocus);
        setCursor(Qt::PointingHandCursor);
    }

protected:
    void paintEvent(QPaintEvent* /*event*/) override {
        QPainter painter(this);
        QFont underlined = parentWidget()->font(); // by which its width is measured
        underlined.setUnderline(true);
        painter.setFont(underlined);
        painter.setPen(palette().color(QPalette::Link));
        painter.drawText(rect().adjusted(offerEdge, 0, -offerEdge, 0), Qt::AlignLeft | Qt::AlignVCenter,
                         width() < note().offerWidth() ? shortOffer(text()) : text());
        if (hasFocus())
            painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }

private:
    const CardNote& note() const { return *static_cast<CardNote*>(parentWidget()); }
};

CardNote::CardNote(QWidget* parent) : QLabel(parent) {
    setTextFormat(Qt::PlainText);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Expanding);
}

void CardNote::setNotes(const QStringList& warnings, const QStringList& remarks) {
    m_warnings = warnings;
    m_remarks = remarks;
    updateText();
}

void CardNote::setOffer(const QString& text, const QString& tip) {
    if (!m_offer) {
        if (text.isEmpty())
            return;
        m_offer = new NoteLink(*this);
        connect(m_offer, &QAbstractButton::clicked, this, &CardNote::offerTaken);
    }
    m_offer->setText(text);
    m_offer->setToolTip(tip);
    m_offer->setVisible(!text.isEmpty());
    placeOffer();
    updateText();
}

QAbstractButton* CardNote::offer() const {
    return m_offer;
}

/// Sets the label's text to what the note says, so that callers can ask whether it is empty. The note is
/// painted line by line, not by the label.
void CardNote::updateText() {
    QStringList all = m_warnings + m_remarks;
    setToolTip(all.join(QLatin1Char('\n')));
    if (m_offer && !m_offer->text().isEmpty())
        all += m_offer->text();
    setText(all.join(QLatin1Char('\n')));
}

/// The button gets a new font only after this note has got it.
int CardNote::widthOfOffer(const QString& text) const {
    return static_cast<int>(std::ceil(QFontMetricsF(font()).horizontalAdvance(text))) + 2 * offerEdge;
}

int CardNote::offerWidth() const {
    return !m_offer || m_offer->text().isEmpty() ? 0 : widthOfOffer(m_offer->text());
}

int CardNote::leastOfferWidth() const {
    return !m_offer || m_offer->text().isEmpty() ? 0 : widthOfOffer(shortOffer(m_offer->text()));
}

int CardNote::offerRoom() const {
    return offerWidth() <= width() ? offerWidth() : leastOfferWidth() <= width() ? leastOfferWidth() : 0;
}

/// After the first line of the notes if that is short, or else at the right end.
void CardNote::placeOffer() {
    if (!m_offer)
        return;
    const QStringList all = m_warnings + m_remarks;
    const int before =
        all.isEmpty() ? 0 : fontMetrics().horizontalAdvance(all.front() + QStringLiteral("   "));
    const int offer = offerRoom();
    m_offer->setFocusPolicy(offer > 0 ? Qt::TabFocus : Qt::NoFocus); // there is nothing to be seen
    m_offer->setGeometry(std::min(before, width() - offer), 0, offer, fontMetrics().height());
}

void CardNote::resizeEvent(QResizeEvent* event) {
    QLabel::resizeEvent(event);
    placeOffer();
}

void CardNote::changeEvent(QEvent* event) {
    QLabel::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        placeOffer();
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
            const double room = line == 0 ? std::max(0, width() - offerRoom()) : width();
            each.setLineWidth(room);
            const bool ends = each.textStart() + each.textLength() >= text.size();
            QString shown = text.mid(each.textStart(), each.textLength());
            if (line == lines - 1 && !(ends && isLast))
                shown = text.mid(each.textStart()) + (isLast ? QString() : QStringLiteral(" …"));
            painter.drawText(0, line * metrics.lineSpacing() + metrics.ascent(),
                             elidedAfterWord(shown.trimmed(), metrics, static_cast<int>(room)));
            ++line;
        }
        layout.endLayout();
    };
    const QStringList all = m_warnings + m_remarks;
    for (qsizetype i = 0; i < all.size() && line < lines; ++i)
        draw(all[i], i < m_warnings.size() ? m_warning : m_remark, i + 1 == all.size());
}

} // namespace lab
