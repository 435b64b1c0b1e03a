// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/links/links_choice.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace lab {

namespace {

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

double heightOf(const LinksContent& content, double weight) {
    return std::isfinite(weight) ? std::abs(weight) / content.unit : 0;
}

/// What a query gives to each key, in all heads.
void addRow(const LinksContent& content, TokenIndex query, std::vector<double>& keys) {
    for (const LinksHead& head : content.drawn) {
        const Matrix& weights = *head.weights.matrix;
        for (std::size_t key = 0; key < keys.size(); ++key)
            keys[key] += heightOf(content, weights(query, static_cast<Index>(key)));
    }
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

void sumLinks(LinksContent& content) {
    content.given.assign(static_cast<std::size_t>(content.count(LinkSide::query)), 0);
    content.got.assign(static_cast<std::size_t>(content.count(LinkSide::key)), 0);
    const double magnitude = content.finite().magnitude();
    content.unit = magnitude > 1 ? magnitude : 1;
    std::vector<double> row(content.got.size());
    for (std::size_t query = 0; query < content.given.size(); ++query) {
        std::ranges::fill(row, 0);
        addRow(content, static_cast<TokenIndex>(query), row);
        for (std::size_t key = 0; key < row.size(); ++key) {
            content.given[query] += row[key];
            content.got[key] += row[key];
        }
    }
    content.sinks.assign(content.given.size(), 0);
    bool isKnown = false;
    for (const LinksHead& head : content.drawn) {
        for (std::size_t query = 0; query < std::min(head.weights.sinkShares.size(), content.sinks.size());
             ++query) {
            const double share = head.weights.sinkShares[query];
            isKnown = isKnown || std::isfinite(share);
            content.sinks[query] += std::isfinite(share) ? share / content.unit : 0;
        }
    }
    if (!isKnown)
        content.sinks.clear();
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
        addRow(content, query, row);
        double before = 0;
        std::size_t key = 0;
        for (; next != ordered.end() && (*next)->query == query; ++next) {
            Link& link = **next;
            for (; key < static_cast<std::size_t>(link.key); ++key)
                before += row[key];
            double heads = 0;
            for (const LinksHead& head : content.drawn) {
                if (head.head < link.head)
                    heads += heightOf(content, (*head.weights.matrix)(query, link.key));
            }
            link.atQuery = before + heads;
            link.atKey = above[key] + heads;
        }
        for (std::size_t each = 0; each < above.size(); ++each)
            above[each] += row[each];
    }
}

} // namespace lab
