// SPDX-License-Identifier: GPL-3.0-or-later
//
// How the pages of a handout are painted.
#include "ui/figures/figure_parts.h"
#include "ui/figures/handout/handout_measures.h"
#include "ui/figures/handout/handout_pages.h"
#include "ui/look/rich_text.h"

#include <QCoreApplication>
#include <QTextDocument>

namespace lab {

namespace {

// Theme's points.
constexpr double tickBox = 10;
constexpr double fromBoxToText = 3.2; ///< of the box; its letter stands between them

class HandoutPageText {
    Q_DECLARE_TR_FUNCTIONS(Handout)
};

} // namespace

QString HandoutPages::note() const {
    if (m_hasOnlyColours && m_lacksLabels)
        return HandoutPageText::tr("Numbers and labels are left out where they would be too small to read: "
                                   "colours tell the numbers.");
    if (m_hasOnlyColours)
        return HandoutPageText::tr(
            "Numbers are left out where they would be too small to read: colours tell them.");
    return {};
}

/// All of a place but its matrices.
void HandoutPages::paintPlace(QCPPainter& painter, const Place& place) const {
    const Colours& colours = m_theme.colours();
    if (place.beginsStep && place.at.y() > 0) {
        painter.setPen(QPen(colours.border, m_theme.px(1)));
        const double y = -m_theme.px(aboveStep) / 2.0;
        painter.drawLine(QPointF(0, y), QPointF(m_room.width(), y));
    }
    painter.setPen(QPen(colours.muted, m_theme.px(1) * 0.6));
    for (int i = 1; i <= place.lines; ++i) {
        const double y = i * writtenLine / m_unit;
        painter.drawLine(QPointF(place.indent, y), QPointF(place.size.width(), y));
    }
    if (place.figure) {
        const double scale = place.shrunk / m_unit;
        painter.scale(scale, scale);
        (void)place.figure->draw(painter, {});
        return;
    }
    if (!place.text)
        return;
    const QFontMetricsF metrics(place.text->defaultFont());
    if (!place.label.isEmpty()) {
        painter.setFont(place.text->defaultFont());
        painter.setPen(colours.text);
        const double right = place.indent - m_theme.px(belowHeading);
        painter.drawText(QPointF(right - metrics.horizontalAdvance(place.label), metrics.ascent()),
                         place.label);
    }
    if (place.box != HandoutItem::Box::none) {
        const double side = m_theme.px(tickBox);
        const QRectF box(0, metrics.ascent() - side, side, side);
        const double left = place.indent - fromBoxToText * side;
        painter.setPen(QPen(colours.text, m_theme.px(1)));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(box.translated(left, 0));
        if (place.box == HandoutItem::Box::ticked) {
            painter.setPen(QPen(colours.text, 1.8 * m_theme.px(1)));
            const QRectF cross = box.translated(left, 0).adjusted(side / 5, side / 5, -side / 5, -side / 5);
            painter.drawLine(cross.topLeft(), cross.bottomRight());
            painter.drawLine(cross.bottomLeft(), cross.topRight());
        }
    }
    painter.translate(place.indent, 0);
    if (place.slice.height > 0)
        paintSlice(painter, *place.text, place.slice, colours.text);
    else
        paintRichText(painter, *place.text, {}, colours.text);
    painter.translate(-place.indent, 0);
}

double HandoutPages::leftOf(int column) const {
    return column % m_flow * (m_room.width() + m_theme.px(betweenColumns));
}

void HandoutPages::paintBetweenColumns(QCPPainter& painter) const {
    painter.setPen(QPen(m_theme.colours().border, m_theme.px(1)));
    for (int column = 1; column < m_flow; ++column) {
        const double x = leftOf(column) - m_theme.px(betweenColumns) / 2.0;
        painter.drawLine(QPointF(x, 0), QPointF(x, m_room.height()));
    }
}

void HandoutPages::paintFooter(QCPPainter& painter, int page) const {
    const QFont font = m_theme.font(TextRole::small);
    painter.setFont(font);
    painter.setPen(m_theme.colours().muted);
    const QRectF footer(0, m_page.height(), m_page.width(), footerHeight / m_unit);
    const QString number = HandoutPageText::tr("Page %1 of %2").arg(page + 1).arg(count());
    QStringList left{m_footer, note()};
    left.removeAll(QString());
    const QFontMetricsF metrics(font);
    painter.drawText(
        footer, Qt::AlignLeft | Qt::AlignBottom,
        metrics.elidedText(left.join(QStringLiteral(" · ")), Qt::ElideMiddle,
                           footer.width() - metrics.horizontalAdvance(number) - m_theme.px(betweenBlocks)));
    painter.drawText(footer, Qt::AlignRight | Qt::AlignBottom, number);
}

std::vector<CutText> HandoutPages::paint(QCPPainter& painter, int page, const DrawProgress& progress) const {
    std::vector<CutText> cut;
    painter.save();
    painter.translate(handoutMargin, handoutMargin);
    painter.scale(m_unit, m_unit);
    paintBetweenColumns(painter);
    for (const Place& place : m_places) {
        if (place.column / m_flow != page)
            continue;
        painter.save();
        painter.translate(place.at + QPointF(leftOf(place.column), 0));
        paintPlace(painter, place);
        if (place.sheet) {
            painter.translate(place.indent, place.below);
            const std::vector<CutText> labels = place.sheet->paint(painter, progress);
            cut.insert(cut.end(), labels.begin(), labels.end());
        }
        painter.restore();
    }
    paintFooter(painter, page);
    painter.restore();
    return cut;
}

} // namespace lab
