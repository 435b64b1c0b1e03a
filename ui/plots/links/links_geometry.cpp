// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/links/links_geometry.h"

#include "ui/look/text_width.h"
#include "ui/look/theme.h"
#include "ui/plots/heatmap/heatmap_metrics.h"
#include "ui/plots/shared/table_numbers.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace lab {

namespace {

// In points.
constexpr double barWidth = 5;
// Columns:
constexpr double leastWord = 48, mostWord = 170;
constexpr double leastSpan = 60; // from query to key
// Lines:
constexpr double leastColumn = 56;
constexpr double longestWord = 104; // longer words do not widen the columns
constexpr double leastDrop = 130;   // from the line of queries to the line of keys
/// The part of a side that bars may take up: with less between them, ribbons of neighbours look like one.
constexpr double mostOfSide = 0.7;
/// The bar of an average query at most: that of a lone token would be a field of colour.
constexpr double largestBar = 180;
/// The same, compared with the room of its word, where the content is larger than the
/// page.
constexpr double readableBar = 0.5;

/// The width of the widest number or sum, or of the word "hidden" that may replace one.
double widestLinkNumber(const LinksContent& content, const Theme& theme) {
    const QFont font = theme.font(TextRole::number);
    const QFontMetrics metrics(font);
    const TextWidth width(font);
    int widest = width(QStringLiteral("hidden"));
    if (content.weights.summary)
        widest = std::max(widest, numberWidth(metrics, *content.weights.summary, content.decimals()));
    for (const LinkSide side : {LinkSide::query, LinkSide::key}) {
        const std::vector<double>& sums = content.sums(side);
        if (const auto largest = std::ranges::max_element(sums); largest != sums.end())
            widest = std::max(widest, width(content.sumText({side, largest - sums.begin()})));
    }
    if (const auto largest = std::ranges::max_element(content.sinks); largest != content.sinks.end())
        widest =
            std::max(widest, width(content.sinkText({LinkSide::query, largest - content.sinks.begin()})));
    if (content.isOfEveryHead()) // a sum over the heads
        widest += width(QStringLiteral("Σ 0"));
    return widest;
}

/// How long a side is if a sum of 1 has the length `scale`.
double lengthAt(double scale, const std::vector<double>& sums, double least) {
    return std::accumulate(sums.begin(), sums.end(), 0.0,
                           [&](double length, double sum) { return length + std::max(scale * sum, least); });
}

} // namespace

LinksGeometry::LinksGeometry(const LinksContent& content, const Theme& theme, LinksLayout layout, QSize room,
                             bool titled)
    : m_layout(layout), m_barLength(theme.px(barWidth)), m_gap(theme.px(6)) {
    m_titleHeight = titled ? QFontMetricsF(theme.font(TextRole::strong)).height() + m_gap : 0;
    m_headingHeight = QFontMetricsF(theme.font(TextRole::small)).height() + m_gap;
    measureLegend(content, theme, room.width(), m_titleHeight);
    const double top = m_legend.empty() ? m_titleHeight : m_legend.back().bottom() + m_gap;
    if (layout == LinksLayout::columns)
        measureColumns(content, theme, room, top);
    else
        measureLines(content, theme, room, top);
}

void LinksGeometry::measureLegend(const LinksContent& content, const Theme& theme, int width, double top) {
    if (!content.isOfEveryHead())
        return;
    const QFont font = theme.font(TextRole::small);
    const double height = QFontMetricsF(font).height();
    const double each = height + TextWidth(font)(LinksContent::legendText(content.drawn.back())) + 3 * m_gap;
    const auto perLine = std::max<std::size_t>(1, static_cast<std::size_t>(std::max(width / each, 1.0)));
    for (std::size_t i = 0; i < content.drawn.size(); ++i) {
        const std::size_t line = i / perLine;
        m_legend.emplace_back(each * static_cast<double>(i % perLine),
                              top + (height + m_gap / 2) * static_cast<double>(line), each - m_gap, height);
    }
}

void LinksGeometry::measureColumns(const LinksContent& content, const Theme& theme, QSize room, double top) {
    const QFont font = theme.font(TextRole::body);
    const TextWidth heading(theme.font(TextRole::small));
    m_first = top + m_headingHeight;
    measureSlots(content, QFontMetricsF(font).height() + theme.px(4), theme.px(largestBar),
                 room.height() - m_first);
    m_numberLength = widestLinkNumber(content, theme);
    const double word =
        std::max(content.labels(LinkSide::query).widest(font), content.labels(LinkSide::key).widest(font)) +
        theme.px(8);
    // Wide enough for the heading, which is never elided.
    const double headings =
        std::max(heading(content.heading(LinkSide::query)), heading(content.heading(LinkSide::key))) -
        m_numberLength - m_gap;
    const double frame = 2 * (m_numberLength + m_barLength) + 4 * m_gap;
    const double roomForWord = (room.width() - frame - theme.px(leastSpan)) / 2;
    m_labelLength = std::max({std::min({word, roomForWord, double(theme.px(mostWord))}),
                              std::min(word, double(theme.px(leastWord))), headings});
    const double span =
        std::floor(std::max(room.width() - frame - 2 * m_labelLength, double(theme.px(leastSpan))));
    Bands& query = m_bands[0];
    Bands& key = m_bands[1];
    query.heading = key.heading = top;
    query.labels = m_numberLength + m_gap;
    query.bars = query.labels + m_labelLength + m_gap;
    query.end = query.bars + m_barLength;
    key.end = key.bars = query.end + span;
    key.labels = key.bars + m_barLength + m_gap;
    key.numbers = key.labels + m_labelLength + m_gap;
    m_size = QSize(static_cast<int>(std::ceil(key.numbers + m_numberLength)),
                   static_cast<int>(std::ceil(m_first + m_length)));
}

void LinksGeometry::measureLines(const LinksContent& content, const Theme& theme, QSize room, double top) {
    const QFont font = theme.font(TextRole::body);
    const double word =
        std::max(content.labels(LinkSide::query).widest(font), content.labels(LinkSide::key).widest(font)) +
        theme.px(8);
    const double least = std::max({std::min(word, double(theme.px(longestWord))),
                                   widestLinkNumber(content, theme), double(theme.px(leastColumn))}) +
                         m_gap;
    const TextWidth heading(theme.font(TextRole::small));
    const double headings =
        std::max(heading(content.heading(LinkSide::query)), heading(content.heading(LinkSide::key)));
    measureSlots(content, least, theme.px(largestBar), std::max<double>(room.width(), headings));
    m_labelLength = QFontMetricsF(font).height() + theme.px(4);
    m_numberLength = QFontMetricsF(theme.font(TextRole::number)).height();
    const double side = m_headingHeight + m_numberLength + m_labelLength + m_barLength + 1.5 * m_gap;
    const double span = std::floor(std::max<double>(room.height() - top - 2 * side, theme.px(leastDrop)));
    Bands& query = m_bands[0];
    Bands& key = m_bands[1];
    query.heading = top;
    query.numbers = top + m_headingHeight;
    query.labels = query.numbers + m_numberLength;
    query.bars = query.labels + m_labelLength + m_gap;
    query.end = query.bars + m_barLength;
    key.end = key.bars = query.end + span;
    key.labels = key.bars + m_barLength + m_gap;
    key.numbers = key.labels + m_labelLength;
    key.heading = key.numbers + m_numberLength + m_gap;
    m_size = QSize(static_cast<int>(std::ceil(m_length)),
                   static_cast<int>(std::ceil(key.heading + m_headingHeight)));
}

/// The largest scale at which both sides fit into `room`, or into what the words need. What is left over is
/// shared out evenly.
void LinksGeometry::measureSlots(const LinksContent& content, double least, double largest, double room) {
    std::vector<double> given = content.given; // with what the sink takes, up to 1
    for (std::size_t query = 0; query < content.sinks.size(); ++query)
        given[query] += content.sinks[query];
    const std::array<const std::vector<double>*, 2> sums{&given, &content.got};
    const double total = std::accumulate(given.begin(), given.end(), 0.0);
    const auto needed = [&](double scale) {
        double length = scale * total / mostOfSide;
        for (const std::vector<double>* each : sums)
            length =
                std::max(length, lengthAt(scale, *each, least) + m_gap * static_cast<double>(each->size()));
        return length;
    };
    // Nothing is known of the sums of covered queries, which are 0 here.
    const auto known = std::ranges::count_if(given, [](double sum) { return sum > 0; });
    const double queries = std::max(1.0, static_cast<double>(known));
    const double readable = total > 0 ? readableBar * least * queries / total : 0;
    m_length = std::ceil(m_first + std::max({room, needed(readable), least})) - m_first; // whole pixels
    m_perWeight = readable;
    double beyond = total > 0 ? std::max(std::min(m_length, largest * queries) / total, readable) : 0;
    for (int i = 0; i < 50; ++i) { // bisection
        const double middle = (m_perWeight + beyond) / 2;
        (needed(middle) <= m_length ? m_perWeight : beyond) = middle;
    }
    for (std::size_t side = 0; side < sums.size(); ++side) {
        Slots& own = m_slots[side];
        const auto count = static_cast<double>(sums[side]->size());
        const double spare = count > 0 ? (m_length - lengthAt(m_perWeight, *sums[side], least)) / count : 0;
        double place = m_first;
        own.edges.push_back(place);
        for (std::size_t token = 0; token < sums[side]->size(); ++token) {
            const double whole = m_perWeight * (*sums[side])[token];
            const double sink = side == 0 && !content.sinks.empty() ? m_perWeight * content.sinks[token] : 0;
            const double slot = std::max(whole, least) + spare;
            own.bars.push_back(place + (slot - whole) / 2);
            own.lengths.push_back(whole - sink);
            own.sinks.push_back(sink);
            own.edges.push_back(place += slot);
        }
    }
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

QRectF LinksGeometry::band(LinkToken token, double from, double length, double inset) const {
    const std::vector<double>& edges = places(token.side).edges;
    const auto index = static_cast<std::size_t>(token.index);
    const double first = edges[index] + inset, along = edges[index + 1] - edges[index] - 2 * inset;
    return m_layout == LinksLayout::columns ? QRectF(from, first, length, along)
                                            : QRectF(first, from, along, length);
}

QRectF LinksGeometry::label(LinkToken token) const {
    const double inset = m_layout == LinksLayout::columns ? 0 : m_gap / 2;
    return band(token, bands(token.side).labels, m_labelLength, inset);
}

QRectF LinksGeometry::number(LinkToken token) const {
    return band(token, bands(token.side).numbers, m_numberLength, 0);
}

QRectF LinksGeometry::bar(LinkToken token) const {
    const Slots& own = places(token.side);
    const auto index = static_cast<std::size_t>(token.index);
    const double across = bands(token.side).bars;
    return m_layout == LinksLayout::columns
               ? QRectF(across, own.bars[index], m_barLength, own.lengths[index])
               : QRectF(own.bars[index], across, own.lengths[index], m_barLength);
}

QRectF LinksGeometry::sinkBar(LinkToken token) const {
    const double length = places(token.side).sinks[static_cast<std::size_t>(token.index)];
    if (length == 0)
        return {};
    const QRectF lit = bar(token);
    return m_layout == LinksLayout::columns ? QRectF(lit.left(), lit.bottom(), lit.width(), length)
                                            : QRectF(lit.right(), lit.top(), length, lit.height());
}

QPointF LinksGeometry::end(LinkToken token, double at) const {
    const double across = bands(token.side).end;
    const double along = places(token.side).bars[static_cast<std::size_t>(token.index)] + m_perWeight * at;
    return m_layout == LinksLayout::columns ? QPointF(across, along) : QPointF(along, across);
}

QRectF LinksGeometry::span() const {
    const double length = m_bands[1].end - m_bands[0].end;
    return m_layout == LinksLayout::columns ? QRectF(m_bands[0].end, m_first, length, m_length)
                                            : QRectF(m_first, m_bands[0].end, m_length, length);
}

std::optional<TokenIndex> LinksGeometry::indexAt(LinkSide side, QPointF position) const {
    const double along = m_layout == LinksLayout::columns ? position.y() : position.x();
    const std::vector<double>& edges = places(side).edges;
    const auto after = std::ranges::upper_bound(edges, along);
    if (after == edges.begin() || after == edges.end())
        return std::nullopt;
    return static_cast<TokenIndex>(after - edges.begin() - 1);
}

std::optional<LinkToken> LinksGeometry::tokenAt(QPointF position) const {
    for (const LinkSide side : {LinkSide::query, LinkSide::key}) {
        const auto index = indexAt(side, position);
        if (!index)
            continue;
        const LinkToken token{side, *index};
        if (label(token).united(number(token)).united(bar(token)).united(sinkBar(token)).contains(position))
            return token;
    }
    return std::nullopt;
}

Rows LinksGeometry::tokensIn(LinkSide side, const QRectF& area) const {
    const bool columns = m_layout == LinksLayout::columns;
    const std::vector<double>& edges = places(side).edges;
    const Index count = places(side).count();
    const auto place = [&](double along) {
        const Index index = std::ranges::upper_bound(edges, along) - edges.begin() - 1;
        return std::clamp<Index>(index, 0, count);
    };
    const Index first = place(columns ? area.top() : area.left());
    const Index end = std::min(count, place(columns ? area.bottom() : area.right()) + 1);
    return {first, std::max<Index>(0, end - first)};
}

} // namespace lab
