// SPDX-License-Identifier: GPL-3.0-or-later
//
// Attention weights as links from queries to keys: which are drawn, and their descriptions.
#pragma once

#include "ui/plots/heatmap/heatmap_content.h"

#include <vector>

namespace lab {

/// Maximum number of links drawn, both of those in focus and of the others. More would be slow and
/// unreadable.
inline constexpr Index mostLinks = 600;

enum class LinkSide { query, key };

/// A token on one side of the figure. The same token may be a query and a key.
struct LinkToken {
    LinkSide side = LinkSide::query;
    TokenIndex index = 0;
    bool operator==(const LinkToken&) const = default;
};

struct Link {
    TokenIndex query = 0, key = 0;
    double weight = 0;
    /// Whether both join the same tokens, regardless of weight.
    bool joinsAs(const Link& other) const { return query == other.query && key == other.key; }
};

/// The focus, which is highlighted. Without one, all links look alike.
struct LinksFocus {
    std::optional<TokenIndex> query, key;
    bool pair = false; ///< only the link between the two, both of which are set
    bool operator==(const LinksFocus&) const = default;

    bool isSet() const { return query || key; }
    bool contains(TokenIndex q, TokenIndex k) const {
        return pair ? query == q && key == k : query == q || key == k;
    }
    /// Whether the token itself is in focus.
    bool names(LinkToken token) const { return (token.side == LinkSide::query ? query : key) == token.index; }
};

struct LinksContent {
    HeatmapContent weights;
    HeadIndex head = 0;
    bool several = false; ///< there are other heads
    bool cross = false;   ///< keys come from a second sentence
    Index hiddenByMask = 0;
    Index hiddenByOverride = 0; ///< by an override of −∞ alone

    Index count(LinkSide side) const;
    const Labels& labels(LinkSide side) const {
        return side == LinkSide::query ? weights.rowLabels : weights.columnLabels;
    }
    /// "query", "key"; in cross-attention with the sentence it belongs to.
    QString heading(LinkSide side) const;
    /// A token in quotation marks, never elided.
    QString quoted(LinkToken token) const;
    double weight(TokenIndex query, TokenIndex key) const { return (*weights.matrix)(query, key); }
    bool isHidden(TokenIndex query, TokenIndex key) const { return weights.isHidden({query, key}); }
    /// The number of decimals.
    int decimals() const;
    /// The number at the end of a link: "0.3141", or "hidden".
    QString numberText(TokenIndex query, TokenIndex key) const;
    /// "“blue” → “sky”: 0.3141123".
    QString describe(const Link& link) const;
    /// A token's links in words, strongest first, and how many more there are: "query “blue”: “sky” 0.3141,
    /// “is” 0.2".
    QString describe(LinkToken token) const;
};

/// A head's weights, as far as they have been computed; the rest is requested.
LinksContent linksContent(StageSource& stages, HeadIndex head);

/// Which links are drawn.
struct LinksChoice {
    std::vector<Link> links; ///< weakest first, those in focus last
    Index reaching = 0;      ///< links that reach the threshold, drawn or not
};

/// The strongest links not below `threshold`: up to mostLinks of those in focus, and as many others. A weight
/// of 0, as every hidden one is, has no link. NaN and infinity count as stronger than any number. They have
/// no link while the weights are stale, because stale weights are NaN where nothing is known yet.
LinksChoice chosenLinks(const LinksContent& content, double threshold, const LinksFocus& focus);

struct LinksNotes {
    QStringList warnings; ///< weights that are NaN or infinite, queries with nothing to attend to
    QStringList remarks;  ///< what is not drawn, what dashed lines mean, the weight of the widest line
};
/// `reaching`: as in LinksChoice.
LinksNotes linksNotes(const LinksContent& content, Index reaching, double threshold);

} // namespace lab
