// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/links/links_geometry.h"

#include "ui/look/text_width.h"
#include "ui/look/theme.h"
#include "ui/plots/heatmap/heatmap_metrics.h"
#include "ui/plots/shared/table_numbers.h"

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

// In points. Columns:
constexpr double leastRow = 26, mostRow = 84; // from one token to the next
constexpr double leastWord = 48, mostWord = 170;
constexpr double leastSpan = 120, smallSpan = 380; // from query to key: minimum, and for few tokens
constexpr double usefulSpanToHeight = 1.4; // a wider span, compared with the height of all tokens, is no use
// Lines:
constexpr double leastColumn = 56, mostColumn = 150;
constexpr double longestWord = 104;               // longer words do not widen the columns
constexpr double leastDrop = 150, mostDrop = 340; // from the line of queries to the line of keys

/// The width of the widest number, or of the word "hidden" that may replace one.
double widestLinkNumber(const LinksContent& content, const Theme& theme) {
    const QFont font = theme.font(TextRole::number);
    const QFontMetrics metrics(font);
    const int hidden = TextWidth(font)(QStringLiteral("hidden"));
    return content.weights.summary
               ? std::max(hidden, numberWidth(metrics, *content.weights.summary, content.decimals()))
               : hidden;
}

} // namespace

LinksGeometry::LinksGeometry(const LinksContent& content, const Theme& theme, LinksLayout layout, QSize room,
                             bool titled)
    : m_layout(layout), m_counts{content.count(LinkSide::query), content.count(LinkSide::key)},
      m_gap(theme.px(6)) {
    const double title = titled ? QFontMetricsF(theme.font(TextRole::strong)).height() + m_gap : 0;
    m_titleHeight = title;
    m_headingHeight = QFontMetricsF(theme.font(TextRole::small)).height() + m_gap;
    if (layout == LinksLayout::columns)
        measureColumns(content, theme, room, title);
    else
        measureLines(content, theme, room, title);
}

void LinksGeometry::measureColumns(const LinksContent& content, const Theme& theme, QSize room,
                                   double title) {
    const QFont font = theme.font(TextRole::body);
    const TextWidth heading(theme.font(TextRole::small));
    const auto most = static_cast<double>(std::max({m_counts[0], m_counts[1], Index(1)}));
    m_first = title + m_headingHeight;
    m_pitch = std::floor(
        std::clamp((room.height() - m_first) / most, double(theme.px(leastRow)), double(theme.px(mostRow))));
    m_numberLength = widestLinkNumber(content, theme);
    const double word =
        std::max(content.labels(LinkSide::query).widest(font), content.labels(LinkSide::key).widest(font)) +
        theme.px(8);
    // Wide enough for the heading, which is never elided.
    const double headings =
        std::max(heading(content.heading(LinkSide::query)), heading(content.heading(LinkSide::key))) -
        m_numberLength - m_gap;
    const double frame = 2 * m_numberLength + 6 * m_gap;
    const double roomForWord = (room.width() - frame - theme.px(leastSpan)) / 2;
    m_labelLength = std::max({std::min({word, roomForWord, double(theme.px(mostWord))}),
                              std::min(word, double(theme.px(leastWord))), headings});
    const double roomForSpan = room.width() - frame - 2 * m_labelLength;
    const double useful = std::max<double>(theme.px(smallSpan), usefulSpanToHeight * m_pitch * most);
    const double span = std::floor(std::max(std::min(roomForSpan, useful), double(theme.px(leastSpan))));
    Bands& query = m_bands[0];
    Bands& key = m_bands[1];
    query.heading = title;
    key.heading = title;
    query.numbers = 0;
    query.labels = m_numberLength + m_gap;
    query.end = query.labels + m_labelLength + 2 * m_gap;
    key.end = query.end + span;
    key.labels = key.end + 2 * m_gap;
    key.numbers = key.labels + m_labelLength + m_gap;
    m_size = QSizeF(key.numbers + m_numberLength, m_first + m_pitch * most).toSize();
}

void LinksGeometry::measureLines(const LinksContent& content, const Theme& theme, QSize room, double title) {
    const QFont font = theme.font(TextRole::body);
    const auto most = static_cast<double>(std::max({m_counts[0], m_counts[1], Index(1)}));
    const double word =
        std::max(content.labels(LinkSide::query).widest(font), content.labels(LinkSide::key).widest(font)) +
        theme.px(8);
    const double least = std::max({std::min(word, double(theme.px(longestWord))),
                                   widestLinkNumber(content, theme), double(theme.px(leastColumn))}) +
                         m_gap;
    m_first = 0;
    m_pitch =
        std::floor(std::clamp(room.width() / most, least, std::max<double>(least, theme.px(mostColumn))));
    m_labelLength = QFontMetricsF(font).height() + theme.px(4);
    m_numberLength = QFontMetricsF(theme.font(TextRole::number)).height();
    const double side = m_headingHeight + m_numberLength + m_labelLength + 2 * m_gap;
    const double span = std::floor(
        std::clamp<double>(room.height() - title - 2 * side, theme.px(leastDrop), theme.px(mostDrop)));
    Bands& query = m_bands[0];
    Bands& key = m_bands[1];
    query.heading = title;
    query.numbers = title + m_headingHeight;
    query.labels = query.numbers + m_numberLength;
    query.end = query.labels + m_labelLength + m_gap;
    key.end = query.end + span;
    key.labels = key.end + m_gap;
    key.numbers = key.labels + m_labelLength;
    key.heading = key.numbers + m_numberLength + m_gap;
    const TextWidth heading(theme.font(TextRole::small));
    const double headings =
        std::max(heading(content.heading(LinkSide::query)), heading(content.heading(LinkSide::key)));
    m_size = QSizeF(std::max(m_pitch * most, headings), key.heading + m_headingHeight).toSize();
}

QRectF LinksGeometry::title() const {
    return {0, 0, double(m_size.width()), m_titleHeight};
}

QRectF LinksGeometry::heading(LinkSide side) const {
    const Bands& own = bands(side);
    if (m_layout == LinksLayout::lines)
        return {0, own.heading, double(m_size.width()), m_headingHeight};
    return side == LinkSide::query
               ? QRectF(0, own.heading, own.labels + m_labelLength, m_headingHeight)
               : QRectF(own.labels, own.heading, m_size.width() - own.labels, m_headingHeight);
}

QRectF LinksGeometry::band(Index index, double from, double length, double along) const {
    const double first = middle(index) - along / 2;
    return m_layout == LinksLayout::columns ? QRectF(from, first, length, along)
                                            : QRectF(first, from, along, length);
}

QRectF LinksGeometry::label(LinkToken token) const {
    const double along = m_layout == LinksLayout::columns ? m_pitch : m_pitch - m_gap;
    return band(token.index, bands(token.side).labels, m_labelLength, along);
}

QRectF LinksGeometry::number(LinkToken token) const {
    return band(token.index, bands(token.side).numbers, m_numberLength, m_pitch);
}

QPointF LinksGeometry::end(LinkToken token) const {
    const double across = bands(token.side).end;
    return m_layout == LinksLayout::columns ? QPointF(across, middle(token.index))
                                            : QPointF(middle(token.index), across);
}

QRectF LinksGeometry::span() const {
    return m_layout == LinksLayout::columns
               ? QRectF(m_bands[0].end, m_first, m_bands[1].end - m_bands[0].end, m_size.height() - m_first)
               : QRectF(0, m_bands[0].end, m_size.width(), m_bands[1].end - m_bands[0].end);
}

std::optional<TokenIndex> LinksGeometry::indexAt(LinkSide side, QPointF position) const {
    const double along = m_layout == LinksLayout::columns ? position.y() : position.x();
    const double place = std::floor((along - m_first) / m_pitch);
    const Index count = m_counts[side == LinkSide::query ? 0 : 1];
    if (!(place >= 0 && place < static_cast<double>(count)))
        return std::nullopt;
    return static_cast<TokenIndex>(place);
}

std::optional<LinkToken> LinksGeometry::tokenAt(QPointF position) const {
    for (const LinkSide side : {LinkSide::query, LinkSide::key}) {
        const auto index = indexAt(side, position);
        if (!index)
            continue;
        const LinkToken token{side, *index};
        if (label(token).united(number(token)).contains(position))
            return token;
    }
    return std::nullopt;
}

Rows LinksGeometry::tokensIn(LinkSide side, const QRectF& area) const {
    const bool columns = m_layout == LinksLayout::columns;
    const auto place = [&](double along) {
        const double index = std::clamp((along - m_first) / m_pitch, -1e9, 1e9);
        return std::clamp<Index>(static_cast<Index>(std::floor(index)), 0,
                                 m_counts[side == LinkSide::query ? 0 : 1]);
    };
    const Index first = place(columns ? area.top() : area.left());
    const Index end = place((columns ? area.bottom() : area.right()) + m_pitch);
    return {first, std::max<Index>(0, end - first)};
}

} // namespace lab
