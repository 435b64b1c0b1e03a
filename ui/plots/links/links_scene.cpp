// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/links/links_scene.h"

#include "ui/look/theme.h"

#include <algorithm>

namespace lab {

QString LinksScene::word(LinkToken token, const Theme& theme) const {
    return content.labels(token.side)
        .elided(token.index, theme.font(TextRole::body),
                geometry.label(token).width() - 2 * theme.px(linkWordRim));
}

/// From this token, the other end of the link is the one in focus.
std::optional<Link> LinksScene::linkWithFocus(LinkToken token) const {
    const bool query = token.side == LinkSide::query;
    const std::optional<TokenIndex> other = query ? focus.key : focus.query;
    if (!other || (focus.pair && (query ? focus.query : focus.key) != token.index))
        return std::nullopt;
    const Link pair{query ? token.index : *other, query ? *other : token.index, 0};
    const bool isThere =
        pair.query < content.count(LinkSide::query) && pair.key < content.count(LinkSide::key);
    return isThere ? std::optional(pair) : std::nullopt;
}

bool LinksScene::isDrawn(const Link& pair) const {
    return std::ranges::any_of(content.drawn, [&](const LinksHead& head) {
        const double weight = (*head.weights.matrix)(pair.query, pair.key);
        const bool inFocus = !content.isOfEveryHead() || focus.head.value_or(head.head) == head.head;
        return inFocus && weight != 0 && (look.showsWeaker || !isWeaker(weight, counts.threshold));
    });
}

std::optional<LinksScene::Number> LinksScene::numberAt(LinkToken token) const {
    if (!withNumbers)
        return std::nullopt;
    const bool query = token.side == LinkSide::query;
    const bool columns = geometry.layout() == LinksLayout::columns;
    const int side = int(!columns ? Qt::AlignHCenter
                         : query  ? Qt::AlignRight
                                  : Qt::AlignLeft) |
                     Qt::AlignVCenter;
    if (!focus.isSet())
        return Number{content.sumText(token), geometry.number(token), side, true};
    const std::optional<Link> pair = linkWithFocus(token);
    if (!pair && focus.names(token) && !content.sinkText(token).isEmpty())
        return Number{content.sinkText(token), geometry.number(token), side, true};
    if (!pair)
        return std::nullopt;
    return Number{content.numberText(pair->query, pair->key, focus.head), geometry.number(token), side,
                  !isDrawn(*pair)};
}

bool LinksScene::isLit(LinkToken token) const {
    if (!focus.isSet() || focus.names(token))
        return true;
    const std::optional<Link> pair = linkWithFocus(token);
    return pair && isDrawn(*pair);
}

const LinkRibbon* LinksScene::ribbonAt(QPointF position, double tolerance) const {
    const QRectF span = geometry.span();
    if (!span.contains(position))
        return nullptr;
    const double bend = bendAt(fractionAt(position, span, geometry.layout()));
    const LinkRibbon* nearest = nullptr;
    double least = tolerance;
    for (const std::vector<LinkRibbon>* each : {&ribbons, &emphasised}) {
        for (const LinkRibbon& ribbon : *each) {
            const double away = ribbon.distance(position, bend, geometry.layout());
            if (away <= least) { // the last one is on top
                least = away;
                nearest = &ribbon;
            }
        }
    }
    return nearest;
}

bool LinksScene::isEmphasised(const Link& link) const {
    return std::ranges::any_of(emphasised,
                               [&](const LinkRibbon& ribbon) { return ribbon.link.joinsAs(link); });
}

void LinksScene::hideNumbers() {
    withNumbers = false;
    numbers.clear();
}

double LinksLook::thresholdFor(Index keys) const {
    return threshold ? *threshold : keys > 0 ? 1 / static_cast<double>(keys) : 0;
}

} // namespace lab
