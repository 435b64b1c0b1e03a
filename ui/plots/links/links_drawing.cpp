// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/links/links_drawing.h"

#include "ui/look/text_width.h"
#include "ui/look/theme.h"
#include "ui/plots/shared/head_colours.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

constexpr double thinnestLine = 0.8, widestLine = 8; // points
constexpr double faintestLine = 0.14;                // opacity
constexpr double fadedTo = 0.1;                      // factor on the opacity
constexpr double wordRim = 3;                        // around a word
constexpr std::size_t mostNumbered = 12;             // no numbers on more lines than this

/// The width grows linearly with the weight, so that heads can be compared. Opacity grows faster, or weights
/// of many tokens would be invisible. NaN and infinity have a medium width and full opacity.
LinkLine lineOf(const Link& link, const LinksScene& scene, const Theme& theme) {
    LinkLine line;
    line.link = link;
    line.from = scene.geometry.end({LinkSide::query, link.query});
    line.to = scene.geometry.end({LinkSide::key, link.key});
    line.faded = scene.focus.isSet() && !scene.focus.contains(link.query, link.key);
    const bool finite = std::isfinite(link.weight);
    const double magnitude =
        scene.content.weights.summary ? scene.content.weights.summary->finite.magnitude() : 1;
    const double share = finite ? std::min(std::abs(link.weight) / std::max(1.0, magnitude), 1.0) : 1;
    line.width =
        theme.px(100) / 100.0 * (thinnestLine + (widestLine - thinnestLine) * (finite ? share : 0.35));
    line.style = !finite ? Qt::DotLine : link.weight < 0 ? Qt::DashLine : Qt::SolidLine;
    line.colour = finite ? headInk(scene.content.head, theme.colours().panel) : notFiniteColour();
    const double opacity = faintestLine + (1 - faintestLine) * std::sqrt(share);
    line.colour.setAlphaF(static_cast<float>(line.faded ? opacity * fadedTo : opacity));
    return line;
}

/// A number on each line, at the fraction `share` of its length from the query. Empty if two of them would
/// overlap.
template<class Share>
std::vector<LinksScene::Number> numbersOnLinks(const LinksScene& scene, const Theme& theme, Share share) {
    std::vector<LinksScene::Number> numbers;
    const QFont font = theme.font(TextRole::small);
    const TextWidth width(font);
    const double height = QFontMetricsF(font).height();
    for (const LinkLine& line : scene.lines) {
        const QString text = scene.content.numberText(line.link.query, line.link.key);
        const QSizeF size(width(text) + theme.px(4), height);
        const QPointF centre = line.from + (line.to - line.from) * share(line.link);
        const QRectF place(centre - QPointF(size.width() / 2, size.height() / 2), size);
        if (std::ranges::any_of(numbers, [&](const auto& other) { return other.place.intersects(place); }))
            return {};
        numbers.push_back({text, place, Qt::AlignCenter, false});
    }
    return numbers;
}

/// Places numbers near the queries, where lines have not crossed yet. If they are too close there, each key
/// gets a different fraction.
std::vector<LinksScene::Number> numbersOnLines(const LinksScene& scene, const Theme& theme) {
    if (scene.focus.isSet() || scene.lines.size() > mostNumbered)
        return {};
    const auto keys = static_cast<double>(scene.content.count(LinkSide::key));
    auto numbers = numbersOnLinks(scene, theme, [&](const Link&) { return 1 / (keys + 1); });
    if (numbers.empty())
        numbers = numbersOnLinks(scene, theme, [&](const Link& link) {
            return 0.15 + 0.4 * static_cast<double>(link.key) / std::max(keys - 1, 1.0);
        });
    return numbers;
}

double distanceTo(QPointF point, const LinkLine& line) {
    const QPointF along = line.to - line.from;
    const double squared = QPointF::dotProduct(along, along);
    const double share =
        squared > 0 ? std::clamp(QPointF::dotProduct(point - line.from, along) / squared, 0.0, 1.0) : 0;
    const QPointF nearest = line.from + along * share - point;
    return std::hypot(nearest.x(), nearest.y());
}

void paintLinkLines(QPainter& painter, const LinksScene& scene, const QRectF& exposed) {
    for (const LinkLine& line : scene.lines) {
        const double rim = line.width;
        const QRectF around = QRectF(line.from, line.to).normalized().adjusted(-rim, -rim, rim, rim);
        if (!around.intersects(exposed))
            continue;
        painter.setPen(QPen(line.colour, line.width, line.style, Qt::FlatCap));
        painter.drawLine(line.from, line.to);
    }
}

void paintLinkNumbers(QPainter& painter, const LinksScene& scene, const Theme& theme) {
    painter.setFont(theme.font(TextRole::small));
    QColor behind = theme.colours().panel;
    behind.setAlphaF(0.85F);
    for (const LinksScene::Number& number : scene.numbers) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(behind);
        painter.drawRoundedRect(number.place, theme.px(3), theme.px(3));
        painter.setPen(theme.colours().text);
        painter.drawText(number.place, number.alignment, number.text);
    }
}

/// The box around a token's word, for marks.
QRectF wordShape(const LinksScene& scene, const Theme& theme, LinkToken token) {
    const QFont font = theme.font(TextRole::body);
    const QRectF place = scene.geometry.label(token);
    const double height = std::min(QFontMetricsF(font).height() + theme.px(4), place.height());
    const double width = std::min<double>(
        TextWidth(font)(scene.word(token, theme)) + 2 * theme.px(2 * wordRim), place.width());
    const bool columns = scene.geometry.layout() == LinksLayout::columns;
    const double left = !columns                        ? place.center().x() - width / 2
                        : token.side == LinkSide::query ? place.right() - width
                                                        : place.left();
    const double overhang = columns ? theme.px(wordRim) : 0; // keeps the words aligned
    return {left + (token.side == LinkSide::query ? overhang : -overhang), place.center().y() - height / 2,
            width, height};
}

void paintLinkToken(QPainter& painter, const LinksScene& scene, const Theme& theme, LinkToken token,
                    const LinksMarks& marks) {
    const LinksGeometry& geometry = scene.geometry;
    const Colours& colours = theme.colours();
    const QFont font = theme.font(TextRole::body);
    const bool columns = geometry.layout() == LinksLayout::columns;
    const double radius = theme.px(5);
    if (scene.focus.names(token)) {
        painter.setPen(QPen(colours.inspected, theme.px(1.5)));
        painter.setBrush(colours.accentSoft);
        painter.drawRoundedRect(wordShape(scene, theme, token), radius, radius);
    }
    if (marks.cursor == token) {
        painter.setPen(QPen(colours.accent, theme.px(2), Qt::DashLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(wordShape(scene, theme, token).adjusted(-2, -2, 2, 2), radius, radius);
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(colours.muted);
    painter.drawEllipse(geometry.end(token), theme.px(2.5), theme.px(2.5));
    painter.setFont(font);
    painter.setPen(scene.isLit(token) ? colours.text : colours.muted);
    const int side = !columns                        ? Qt::AlignHCenter
                     : token.side == LinkSide::query ? Qt::AlignRight
                                                     : Qt::AlignLeft;
    painter.drawText(geometry.label(token).adjusted(theme.px(wordRim), 0, -theme.px(wordRim), 0),
                     side | Qt::AlignVCenter, scene.word(token, theme));
    if (const auto number = scene.numberAt(token)) {
        painter.setFont(theme.font(TextRole::number));
        painter.setPen(number->quiet ? colours.muted : colours.text);
        painter.drawText(number->place, number->alignment, number->text);
    }
}

/// Headings stay visible while the tokens scroll.
void paintLinkHeadings(QPainter& painter, const LinksScene& scene, const Theme& theme, QPointF visible) {
    const bool columns = scene.geometry.layout() == LinksLayout::columns;
    const QSize size = scene.geometry.size();
    painter.setFont(theme.font(TextRole::small));
    for (const LinkSide side : {LinkSide::query, LinkSide::key}) {
        QRectF place = scene.geometry.heading(side);
        const double by = columns ? visible.y() - place.top() : visible.x();
        if (columns && by > 0) {
            place.translate(0, by);
            if (side == LinkSide::query)
                painter.fillRect(QRectF(0, place.top(), size.width(), place.height()), theme.colours().panel);
        } else if (!columns && by > 0) {
            place.setLeft(by);
        }
        painter.setPen(theme.colours().muted);
        const bool right = columns && side == LinkSide::query;
        painter.drawText(place, int(right ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter,
                         scene.content.heading(side));
    }
}

} // namespace

QString LinksScene::word(LinkToken token, const Theme& theme) const {
    return content.labels(token.side)
        .elided(token.index, theme.font(TextRole::body),
                geometry.label(token).width() - 2 * theme.px(wordRim));
}

std::optional<LinksScene::Number> LinksScene::numberAt(LinkToken token) const {
    // From this token, the other end of the link is the one in focus.
    const bool query = token.side == LinkSide::query;
    const std::optional<TokenIndex> other = query ? focus.key : focus.query;
    if (!other || (focus.pair && (query ? focus.query : focus.key) != token.index))
        return std::nullopt;
    const TokenIndex q = query ? token.index : *other;
    const TokenIndex k = query ? *other : token.index;
    if (q >= content.count(LinkSide::query) || k >= content.count(LinkSide::key))
        return std::nullopt;
    const bool columns = geometry.layout() == LinksLayout::columns;
    const int side = !columns ? Qt::AlignHCenter : query ? Qt::AlignRight : Qt::AlignLeft;
    const double weight = content.weight(q, k);
    const bool drawn = weight != 0 && !(std::abs(weight) < look.threshold);
    return Number{content.numberText(q, k), geometry.number(token), side | Qt::AlignVCenter, !drawn};
}

bool LinksScene::isLit(LinkToken token) const {
    if (!focus.isSet() || focus.names(token))
        return true;
    const auto number = numberAt(token);
    return number && !number->quiet;
}

const LinkLine* LinksScene::lineAt(QPointF position, double tolerance) const {
    if (!geometry.span().contains(position))
        return nullptr;
    const LinkLine* nearest = nullptr;
    double least = tolerance;
    for (const LinkLine& line : lines) {
        // Where lines cross, take the one painted on top.
        const double away = std::max(distanceTo(position, line) - line.width / 2, 0.0);
        if (away <= least) {
            least = away;
            nearest = &line;
        }
    }
    return nearest;
}

LinksScene linksScene(LinksContent content, const LinksLook& look, const LinksFocus& focus,
                      const Theme& theme, QSize room, bool titled) {
    LinksScene scene;
    scene.geometry = LinksGeometry(content, theme, look.layout, room, titled);
    scene.content = std::move(content);
    scene.look = look;
    refocus(scene, focus, theme);
    return scene;
}

void refocus(LinksScene& scene, const LinksFocus& focus, const Theme& theme) {
    scene.focus = focus;
    const LinksChoice choice = chosenLinks(scene.content, scene.look.threshold, focus);
    scene.reaching = choice.reaching;
    scene.lines.clear();
    for (const Link& link : choice.links)
        scene.lines.push_back(lineOf(link, scene, theme));
    scene.numbers = numbersOnLines(scene, theme);
}

void paintLinks(QPainter& painter, const LinksScene& scene, const Theme& theme, const QRectF& exposed,
                const LinksMarks& marks) {
    if (!scene.content.weights.matrix)
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    if (const QRectF title = scene.geometry.title(); title.height() > 0) {
        painter.setFont(theme.font(TextRole::strong));
        painter.setPen(theme.colours().text);
        painter.drawText(title, Qt::AlignLeft | Qt::AlignTop, scene.content.weights.title);
    }
    paintLinkLines(painter, scene, exposed);
    paintLinkNumbers(painter, scene, theme);
    for (const LinkSide side : {LinkSide::query, LinkSide::key}) {
        const Rows tokens = scene.geometry.tokensIn(side, exposed);
        for (Index i = tokens.first; i < tokens.first + tokens.count; ++i)
            paintLinkToken(painter, scene, theme, {side, i}, marks);
    }
    paintLinkHeadings(painter, scene, theme, marks.visible);
}

} // namespace lab
