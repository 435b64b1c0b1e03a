// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/links/links_choice.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace lab {

namespace {

constexpr std::size_t mostLinksSaid = 12; // links per token

class LinkWords {
    Q_DECLARE_TR_FUNCTIONS(LinksContent)
};

double strengthOf(double weight) {
    return std::isfinite(weight) ? std::abs(weight) : std::numeric_limits<double>::infinity();
}

bool isStrongerLink(const Link& a, const Link& b) {
    return strengthOf(a.weight) > strengthOf(b.weight);
}

/// Keeps the strongest of any number of links in bounded memory.
class StrongestLinks {
public:
    void add(const Link& link) {
        if (strengthOf(link.weight) < m_floor)
            return;
        m_links.push_back(link);
        if (m_links.size() > 2 * most)
            cut();
    }
    std::vector<Link> take() {
        cut();
        std::ranges::stable_sort(m_links, isStrongerLink);
        std::stable_partition(m_links.begin(), m_links.end(),
                              [](const Link& link) { return std::isfinite(link.weight); });
        return std::move(m_links);
    }

private:
    void cut() {
        if (m_links.size() <= most)
            return;
        std::nth_element(m_links.begin(), m_links.begin() + mostLinks, m_links.end(), isStrongerLink);
        m_links.resize(most);
        m_floor = strengthOf(std::ranges::max_element(m_links, isStrongerLink)->weight);
    }

    static constexpr auto most = static_cast<std::size_t>(mostLinks);

    double m_floor = 0;
    std::vector<Link> m_links;
};

bool isLink(const LinksContent& content, double weight) {
    return weight != 0 && !(content.stale && !std::isfinite(weight));
}

} // namespace

bool isWeaker(double weight, double threshold) {
    constexpr double rounding = 1e-9;
    return strengthOf(weight) < threshold * (1 - rounding);
}

LinksChoice chosenLinks(const LinksContent& content, double threshold, bool showsWeaker) {
    LinksChoice choice{{}, {threshold, showsWeaker, 0, 0, 0}};
    StrongestLinks strongest;
    for (const LinksHead& head : content.drawn) {
        const Matrix& weights = *head.weights.matrix;
        for (Index query = 0; query < weights.rows(); ++query) {
            for (Index key = 0; key < weights.cols(); ++key) {
                const double weight = weights(query, key);
                if (!isLink(content, weight))
                    continue;
                const bool weaker = isWeaker(weight, threshold);
                ++(weaker ? choice.counts.weaker : choice.counts.reaching);
                if (!weaker || showsWeaker)
                    strongest.add({query, key, weight, head.head});
            }
        }
    }
    choice.links = strongest.take();
    choice.counts.drawn = static_cast<Index>(choice.links.size());
    return choice;
}

std::vector<Link> linksOf(const LinksContent& content, double threshold, bool showsWeaker,
                          const LinksFocus& focus) {
    StrongestLinks strongest;
    const auto add = [&](const LinksHead& head, TokenIndex query, TokenIndex key) {
        const double weight = (*head.weights.matrix)(query, key);
        if (isLink(content, weight) && (showsWeaker || !isWeaker(weight, threshold)))
            strongest.add({query, key, weight, head.head});
    };
    const auto isThere = [&](const std::optional<TokenIndex>& token, LinkSide side) {
        return token && *token < content.count(side);
    };
    const bool query = isThere(focus.query, LinkSide::query), key = isThere(focus.key, LinkSide::key);
    for (const LinksHead& head : content.drawn) {
        if (content.isOfEveryHead() && focus.head.value_or(head.head) != head.head)
            continue;
        if (focus.pair && query && key)
            add(head, *focus.query, *focus.key);
        for (Index k = 0; !focus.pair && query && k < content.count(LinkSide::key); ++k)
            add(head, *focus.query, k);
        for (Index q = 0; !focus.pair && key && q < content.count(LinkSide::query); ++q) {
            if (!query || q != *focus.query) // already added
                add(head, q, *focus.key);
        }
    }
    return strongest.take();
}

void placeLinks(const LinksContent& content, std::vector<Link>& links) {
    std::vector<Link*> ordered;
    ordered.reserve(links.size());
    for (Link& link : links)
        ordered.push_back(&link);
    std::ranges::sort(ordered, {}, [](const Link* link) { return std::tuple(link->query, link->key); });
    std::vector<double> above(content.got.size()), row(content.got.size()); // of each key
    auto next = ordered.begin();
    for (TokenIndex query = 0; next != ordered.end() && query < content.count(LinkSide::query); ++query) {
        std::ranges::fill(row, 0);
        content.addRow(query, row);
        double before = 0;
        std::size_t key = 0;
        for (; next != ordered.end() && (*next)->query == query; ++next) {
            Link& link = **next;
            for (; key < static_cast<std::size_t>(link.key); ++key)
                before += row[key];
            double heads = 0;
            for (const LinksHead& head : content.drawn) {
                if (head.head < link.head)
                    heads += content.length((*head.weights.matrix)(query, link.key));
            }
            link.atQuery = before + heads;
            link.atKey = above[key] + heads;
        }
        for (std::size_t each = 0; each < above.size(); ++each)
            above[each] += row[each];
    }
}

QString describe(const LinksContent& content, LinkToken token) {
    const bool query = token.side == LinkSide::query;
    QStringList said;
    const std::vector<Link> links = linksOf(content, 0, true, focusOn(token));
    for (const Link& link : links) {
        if (static_cast<std::size_t>(said.size()) == mostLinksSaid)
            break;
        const QString other = content.quoted(query ? LinkToken{LinkSide::key, link.key}
                                                   : LinkToken{LinkSide::query, link.query});
        const QString number = content.numberText(link.weight);
        said += content.isOfEveryHead()
                    ? LinkWords::tr("%1 %2 in head %3").arg(other, number).arg(link.head + 1)
                    : LinkWords::tr("%1 %2").arg(other, number);
    }
    if (links.size() > mostLinksSaid)
        said += LinkWords::tr("%1 more").arg(links.size() - mostLinksSaid);
    if (const QString sink = content.sinkText(token); !sink.isEmpty())
        said += sink;
    const QString name =
        (query ? LinkWords::tr("query %1") : LinkWords::tr("key %1")).arg(content.quoted(token));
    if (!said.isEmpty())
        return LinkWords::tr("%1: %2").arg(name, said.join(QStringLiteral(", ")));
    const QString why = content.whyNone(token);
    return LinkWords::tr("%1: %2").arg(name, why.isEmpty() ? LinkWords::tr("no links") : why);
}

} // namespace lab
