// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/heads/share_bars.h"

#include "core/base/covered.h"
#include "ui/look/mark_outline.h"
#include "ui/look/theme.h"
#include "ui/plots/shared/colour_scale.h"
#include "ui/plots/shared/head_colours.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

constexpr double longestShareLabel = 90; // points
constexpr Index highRowsUpTo = 16;       // tokens
constexpr Index legendUpTo = 12;         // parts
constexpr double leastInLegend = 1.5;    // gap between two names, in letter heights

QColor partColour(const SharesContent& content, Index part, const Theme& theme) {
    if (const auto head = content.headOf(part))
        return headFill(*head, theme.colours().panel);
    return content.isBias(part) ? theme.colours().muted : theme.colours().changed;
}

/// How far the parts of a token reach to either side of zero.
struct Reach {
    double below = 0, above = 0;
};

Reach reachOf(const SharesContent& content, Index token) {
    Reach reach;
    for (Index part = 0; part < content.partCount(); ++part) {
        const double value = content.part(token, part);
        (value < 0 ? reach.below : reach.above) += std::abs(value);
    }
    return reach;
}

/// Whether a token's bar is not drawn because numbers are wrong rather than covered.
bool isWrong(const ShareBars& bars, Index token) {
    if (bars.isFinite(token))
        return false;
    for (Index part = 0; part < bars.content.partCount(); ++part) {
        if (is_covered(bars.content.part(token, part)))
            return false;
    }
    return true;
}

QString endText(const ShareBars& bars, Index token) {
    if (isWrong(bars, token))
        return QCoreApplication::translate("ShareBars", "not finite");
    return bars.content.number(bars.content.shares->lengths[static_cast<std::size_t>(token)]);
}

QString captionText() {
    return QCoreApplication::translate("ShareBars",
                                       "→ adds to the output, ← opposes it; together its length");
}

/// Lays out the part names above the bars, wrapped to `width`.
void layLegend(ShareBars& bars, const Theme& theme, int width) {
    const Index parts = bars.content.partCount();
    const QFontMetricsF metrics(theme.font(TextRole::small));
    const double line = metrics.height() + theme.px(3);
    double x = 0;
    double y = bars.form.caption ? line : 0;
    bars.top = static_cast<int>(std::ceil(y + theme.px(4)));
    if (parts > legendUpTo)
        return;
    for (Index part = 0; part < parts; ++part) {
        const double wide = theme.px(13) + metrics.horizontalAdvance(bars.content.partName(part));
        if (x > 0 && x + wide > width) {
            x = 0;
            y += line;
        }
        bars.legend.emplace_back(x, y, wide, metrics.height());
        x += wide + leastInLegend * metrics.height() / 2;
    }
    bars.top = static_cast<int>(std::ceil(y + line + theme.px(4)));
}

void layBars(ShareBars& bars, const Theme& theme, double unit) {
    const double inset = bars.rowHeight / 8;
    for (Index token = 0; token < bars.content.tokenCount(); ++token) {
        if (!bars.isFinite(token))
            continue;
        const QRectF row = bars.row(token).adjusted(0, inset, 0, -inset);
        double right = bars.zero;
        double left = bars.zero;
        for (Index part = 0; part < bars.content.partCount(); ++part) {
            const double length = std::abs(bars.content.part(token, part)) * unit;
            const bool against = bars.content.part(token, part) < 0;
            const double x = against ? left - length : right;
            (against ? left : right) += against ? -length : length;
            if (length > 0)
                bars.segments.push_back({token, part, {x, row.top(), length, row.height()}});
        }
    }
    bars.size.setHeight(static_cast<int>(
        std::ceil(bars.top + bars.rowHeight * static_cast<double>(bars.content.tokenCount()))));
    bars.size.rheight() += theme.px(4);
}

void paintLegend(QPainter& painter, const ShareBars& bars, const Theme& theme) {
    painter.setFont(theme.font(TextRole::small));
    painter.setPen(theme.colours().muted);
    if (bars.form.caption)
        painter.drawText(QRectF(0, 0, bars.size.width() + 2, bars.top), Qt::AlignLeft | Qt::AlignTop,
                         captionText());
    const double side = theme.px(9);
    for (std::size_t part = 0; part < bars.legend.size(); ++part) {
        const QRectF place = bars.legend[part];
        painter.setPen(Qt::NoPen);
        painter.setBrush(partColour(bars.content, static_cast<Index>(part), theme));
        painter.drawRect(QRectF(place.left(), place.center().y() - side / 2, side, side));
        painter.setPen(theme.colours().muted);
        painter.drawText(place.adjusted(theme.px(13), 0, 2, 0), Qt::AlignLeft | Qt::AlignVCenter,
                         bars.content.partName(static_cast<Index>(part)));
    }
}

void paintSegment(QPainter& painter, const ShareBars& bars, const ShareSegment& segment, const Theme& theme) {
    const QColor colour = partColour(bars.content, segment.part, theme);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawRect(segment.place);
    const auto head = bars.content.headOf(segment.part);
    const QFontMetricsF metrics(theme.font(TextRole::small));
    const QString number = head ? QString::number(*head + 1) : QString();
    // Colour alone does not identify a head: colours repeat, and not everyone can tell them apart.
    if (!head || metrics.horizontalAdvance(number) + theme.px(4) > segment.place.width() ||
        metrics.height() > bars.rowHeight + theme.px(1))
        return;
    painter.setPen(textOn(colour));
    painter.drawText(segment.place, Qt::AlignCenter, number);
}

} // namespace

QRectF ShareBars::row(Index token) const {
    return {0, top + rowHeight * static_cast<double>(token), double(size.width()), rowHeight};
}

std::optional<ShareSegment> ShareBars::at(QPointF place) const {
    const auto found = std::ranges::find_if(segments, [&](const ShareSegment& each) {
        return each.place.adjusted(-1, -rowHeight / 8, 1, rowHeight / 8).contains(place);
    });
    return found == segments.end() ? std::nullopt : std::optional(*found);
}

bool ShareBars::isFinite(Index token) const {
    const Reach reach = reachOf(content, token);
    return std::isfinite(reach.below) && std::isfinite(reach.above);
}

double ShareBars::end(Index token) const {
    double right = zero;
    for (const ShareSegment& each : segments) {
        if (each.token == token)
            right = std::max(right, each.place.right());
    }
    return right;
}

ShareBars shareBars(SharesContent content, const Theme& theme, int width, const ShareBarsForm& form) {
    ShareBars bars;
    bars.content = std::move(content);
    bars.form = form;
    const QFontMetricsF metrics(theme.font(TextRole::small));
    const Index tokens = bars.content.tokenCount();
    bars.rowHeight = tokens <= highRowsUpTo ? theme.px(22) : std::max<double>(theme.px(14), metrics.height());
    bars.labelWidth =
        std::min(bars.content.tokens.widest(theme.font(TextRole::small)), theme.px(longestShareLabel)) +
        theme.px(8);
    Reach reach;
    double text = 0;
    for (Index token = 0; token < tokens; ++token) {
        if (form.numbers || !bars.isFinite(token))
            text = std::max(text, metrics.horizontalAdvance(endText(bars, token)) + theme.px(6));
        if (!bars.isFinite(token))
            continue;
        const Reach own = reachOf(bars.content, token);
        reach = {std::max(reach.below, own.below), std::max(reach.above, own.above)};
    }
    double least = bars.labelWidth + text + theme.px(40);
    if (form.caption)
        least = std::max(least, metrics.horizontalAdvance(captionText()) + theme.px(2));
    bars.size.setWidth(static_cast<int>(std::ceil(std::max<double>(width, least))));
    const double room = bars.size.width() - bars.labelWidth - text - theme.px(2);
    const double all = reach.below + reach.above;
    const double unit = all > 0 ? room / all : 0;
    bars.zero = bars.labelWidth + (all > 0 ? reach.below * unit : 0);
    layLegend(bars, theme, bars.size.width());
    layBars(bars, theme, unit);
    return bars;
}

std::vector<CutText> cutTokens(const ShareBars& bars, const Theme& theme) {
    std::vector<CutText> cut;
    const QFont font = theme.font(TextRole::small);
    for (Index token = 0; token < bars.content.tokenCount(); ++token) {
        const QString whole = bars.content.tokens.value(token);
        const QString drawn = bars.content.tokens.elided(token, font, bars.labelWidth - theme.px(6));
        if (drawn != whole)
            cut.push_back({drawn, whole});
    }
    return cut;
}

void paintShareBars(QPainter& painter, const ShareBars& bars, const Theme& theme, const ShareMarks& marks) {
    const Colours& colours = theme.colours();
    paintLegend(painter, bars, theme);
    painter.setFont(theme.font(TextRole::small));
    for (const ShareSegment& segment : bars.segments)
        paintSegment(painter, bars, segment, theme);
    painter.setPen(QPen(colours.muted, theme.px(1)));
    if (!bars.segments.empty())
        painter.drawLine(QPointF(bars.zero, bars.top), QPointF(bars.zero, bars.size.height() - theme.px(4)));
    for (Index token = 0; token < bars.content.tokenCount(); ++token) {
        const QRectF row = bars.row(token);
        painter.setPen(colours.text);
        const double label = bars.labelWidth - theme.px(6);
        painter.drawText(QRectF(0, row.top(), label, row.height()), Qt::AlignRight | Qt::AlignVCenter,
                         bars.content.tokens.elided(token, theme.font(TextRole::small), label));
        if (!bars.form.numbers && bars.isFinite(token))
            continue;
        painter.setPen(isWrong(bars, token) ? colours.error : colours.text);
        painter.drawText(QRectF(bars.end(token) + theme.px(4), row.top(), row.width(), row.height()),
                         Qt::AlignLeft | Qt::AlignVCenter, endText(bars, token));
    }
    const double width = theme.px(2);
    if (marks.token && *marks.token < bars.content.tokenCount() && !marks.part)
        drawMark(painter, theme, bars.row(*marks.token).adjusted(1, 1, -1, -1), theme.px(3), width);
    for (const ShareSegment& segment : bars.segments) {
        if (marks.part == segment.part && (!marks.token || marks.token == segment.token))
            drawMark(painter, theme, segment.place, 0, width);
    }
}

} // namespace lab
