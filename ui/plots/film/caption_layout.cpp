// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/film/caption_layout.h"

#include "ui/look/theme.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <array>

namespace lab {

namespace {

// Points, the largest that fits.
constexpr std::array captionSizes{22.0, 19.0, 17.0, 15.0, 13.0};
constexpr std::array slideSizes{18.0, 16.0, 14.0, 13.0}; // few: letters seldom change from step to step
constexpr double besideSlideBox = 12;
constexpr std::size_t mostTerms = 6, leastTerms = 2; // of sums and lists, in the smallest letters of a slide

/// Whether a formula is a row of more than `most` terms, all joined by the same sign or comma.
bool isLongList(const Formula& formula, std::size_t most) {
    const std::vector<Formula>& parts = formula.parts;
    if (formula.kind != Formula::Kind::row || parts.size() % 2 == 0 || parts.size() < 2 * most + 1)
        return false;
    for (std::size_t i = 1; i < parts.size(); i += 2) {
        if (parts[i].kind != Formula::Kind::text || parts[i].text != parts[1].text)
            return false;
    }
    return true;
}

/// The formula with at most `terms` terms of each sum and list: the first ones, "…", and the last.
Formula withFewerTerms(Formula formula, std::size_t terms) {
    std::vector<Formula>& parts = formula.parts;
    if (isLongList(formula, terms + 1)) {
        const auto from = parts.begin() + static_cast<std::ptrdiff_t>(2 * (terms - 1));
        *from = formula::text("…");
        parts.erase(from + 1, parts.end() - 2);
    }
    for (Formula& each : parts)
        each = withFewerTerms(std::move(each), terms);
    return formula;
}

} // namespace

CaptionText captionText(const Caption& caption, int decimals, const QString& remark) {
    return {QString::fromStdString(text_of(caption.words)), caption.numbers, decimals, remark};
}

CaptionLayout::CaptionLayout(const CaptionText& text, const Theme& theme, const QRectF& room,
                             CaptionForm form, int least)
    : m_remark(text.remark) {
    if (form == CaptionForm::box)
        fitBox(text, theme, room);
    else
        fitSlide(text, theme, room, least);
}

void CaptionLayout::fitBox(const CaptionText& text, const Theme& theme, const QRectF& room) {
    for (const double size : captionSizes) {
        arrange(text, theme, room, size);
        if (m_box.height() <= room.height())
            break;
    }
}

void CaptionLayout::fitSlide(const CaptionText& text, const Theme& theme, const QRectF& room, int least) {
    m_remark.clear();
    const double beside = theme.px(besideSlideBox);
    const QRectF box = room.adjusted(beside, 0, -beside, 0);
    const auto sizes = static_cast<int>(slideSizes.size());
    for (m_fit = least; m_fit < 2 * sizes; ++m_fit) {
        const double size = slideSizes[static_cast<std::size_t>(m_fit % sizes)];
        const bool isOneLine = arrange(text, theme, box, size, false);
        const bool fits = m_box.width() <= box.width() && m_box.height() <= box.height();
        if (fits && (isOneLine || m_fit >= sizes))
            break;
    }
    CaptionText fewer = text;
    for (std::size_t terms = mostTerms; m_fit == 2 * sizes; --terms) {
        fewer.numbers = withFewerTerms(text.numbers, terms);
        const bool breaks = terms == leastTerms; // three lines touch the edges of the box
        arrange(fewer, theme, box, slideSizes.back(), breaks);
        const double height = m_box.height() - 2 * theme.px(4); // its frame is another one
        if (breaks || (m_box.width() <= box.width() && height <= box.height()))
            break;
    }
    m_box = box;
}

QRectF CaptionLayout::content() const {
    return m_numbers ? m_wordsPlace.united({m_numbersPlace, m_numbers->size()}) : m_wordsPlace;
}

/// Returns whether words and numbers are in one line.
bool CaptionLayout::arrange(const CaptionText& text, const Theme& theme, const QRectF& room, double size,
                            bool breaksNumbers) {
    m_font = theme.font(TextRole::formula);
    m_font.setItalic(false);
    m_font.setPixelSize(theme.px(size));
    const QFontMetricsF metrics(m_font), small(theme.font(TextRole::small));
    const double pad = theme.px(12), line = theme.px(4);
    const double wide = std::max<double>(room.width() - 2 * pad - theme.px(16), theme.px(80));
    const bool hasNumbers = !text.numbers.parts.empty();
    m_words = hasNumbers ? text.words + QLatin1Char(':') : text.words;
    const double words = metrics.horizontalAdvance(hasNumbers ? m_words + QStringLiteral("  ") : m_words) + 1;
    m_numbers.reset();
    if (hasNumbers)
        m_numbers = std::make_shared<FormulaLayout>(
            text.numbers, theme,
            FormulaLayout::Style{theme.px(size), text.decimals, breaksNumbers ? wide : 1e9});
    const QSizeF numbers = m_numbers ? m_numbers->size() : QSizeF();
    const bool isOneLine = words + numbers.width() <= wide && numbers.height() < 3.2 * metrics.height();
    double across = 0, down = 0;
    if (isOneLine) {
        down = std::max(metrics.height(), numbers.height());
        across = words + numbers.width();
        m_wordsPlace = {0, (down - metrics.height()) / 2, metrics.horizontalAdvance(m_words) + 1,
                        metrics.height()};
        m_numbersPlace = {words, (down - numbers.height()) / 2};
    } else {
        m_wordsPlace = metrics.boundingRect({0, 0, wide, 1e5}, Qt::TextWordWrap, m_words);
        m_wordsPlace.setWidth(m_wordsPlace.width() + 1);
        across = std::max(m_wordsPlace.width(), numbers.width());
        down = m_wordsPlace.height() + (hasNumbers ? line + numbers.height() : 0);
        m_wordsPlace.moveLeft((across - m_wordsPlace.width()) / 2);
        m_numbersPlace = {(across - numbers.width()) / 2, m_wordsPlace.height() + line};
    }
    if (!m_remark.isEmpty()) {
        m_remarkPlace = small.boundingRect({0, 0, wide, 1e5}, Qt::TextWordWrap, m_remark);
        m_remarkPlace.setWidth(m_remarkPlace.width() + 1);
        across = std::max(across, m_remarkPlace.width());
        m_remarkPlace.moveTo((across - m_remarkPlace.width()) / 2, down + line);
        down += line + m_remarkPlace.height();
    }
    m_box = {0, 0, across + 2 * pad, down + 2 * line};
    m_box.moveCenter(room.center());
    const QPointF origin = m_box.topLeft() + QPointF(pad, line);
    m_wordsPlace.translate(origin);
    m_numbersPlace += origin;
    m_remarkPlace.translate(origin);
    return isOneLine && m_wordsPlace.height() < 1.5 * metrics.height();
}

std::vector<FormulaLayout::Link> CaptionLayout::links() const {
    if (!m_numbers)
        return {};
    std::vector<FormulaLayout::Link> links = m_numbers->links();
    for (FormulaLayout::Link& each : links)
        each.area.translate(m_numbersPlace);
    return links;
}

std::optional<Source> CaptionLayout::sourceAt(QPointF point) const {
    return m_numbers ? m_numbers->sourceAt(point - m_numbersPlace) : std::nullopt;
}

void CaptionLayout::draw(QPainter& painter, const Theme& theme) const {
    if (m_words.isEmpty())
        return;
    const Colours& colours = theme.colours();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colours.border, theme.px(1)));
    painter.setBrush(colours.panel);
    painter.drawRoundedRect(m_box.adjusted(0.5, 0.5, -0.5, -0.5), theme.px(8), theme.px(8));
    painter.setFont(m_font);
    painter.setPen(colours.text);
    // A sentence of ours, even where it begins with a word that is written from right to left.
    constexpr int asWeWrite = Qt::AlignHCenter | Qt::TextWordWrap | Qt::TextForceLeftToRight;
    painter.drawText(m_wordsPlace, asWeWrite, m_words);
    if (m_numbers)
        m_numbers->draw(painter, m_numbersPlace, colours.text, colours.accent);
    painter.setFont(theme.font(TextRole::small));
    painter.setPen(colours.muted);
    painter.drawText(m_remarkPlace, asWeWrite, m_remark);
}

} // namespace lab
