// SPDX-License-Identifier: GPL-3.0-or-later
//
// Attention weights as links from queries to keys: which of them are drawn, and what is said of them.
#pragma once

#include "ui/plots/heatmap/heatmap_content.h"

#include <vector>

namespace lab {

/// How many links are drawn at most, of those in focus and of the others: more would be a blur, and slow.
inline constexpr Index mostLinks = 600;

enum class LinkSide { query, key };

/// A token where it stands in the view: the same one may be a query and a key.
struct LinkToken {
    LinkSide side = LinkSide::query;
    TokenIndex index = 0;
    bool operator==(const LinkToken&) const = default;
};

struct Link {
    TokenIndex query = 0, key = 0;
    double weight = 0;
    /// The same two tokens, whatever the weight.
    bool joinsAs(const Link& other) const { return query == other.query && key == other.key; }
};

/// What is picked out; where nothing is, all links are equal.
struct LinksFocus {
    std::optional<TokenIndex> query, key;
    bool pair = false; ///< only the link between the two, both of which are set
    bool operator==(const LinksFocus&) const = default;

    bool isSet() const { return query || key; }
    bool contains(TokenIndex q, TokenIndex k) const {
        return pair ? query == q && key == k : query == q || key == k;
    }
    /// Whether a token is meant itself.
    bool names(LinkToken token) const { return (token.side == LinkSide::query ? query : key) == token.index; }
};

struct LinksContent {
    HeatmapContent weights;
    HeadIndex head = 0;
    bool several = false; ///< there are other heads
    bool cross = false;   ///< keys come from a sentence of their own

    Index count(LinkSide side) const;
    const Labels& labels(LinkSide side) const {
        return side == LinkSide::query ? weights.rowLabels : weights.columnLabels;
    }
    /// "query", "key"; in cross-attention with the sentence that it is from.
    QString heading(LinkSide side) const;
    /// A token in quotation marks, whole.
    QString quoted(LinkToken token) const;
    double weight(TokenIndex query, TokenIndex key) const { return (*weights.matrix)(query, key); }
    bool isHidden(TokenIndex query, TokenIndex key) const { return weights.isHidden({query, key}); }
    /// How many decimals the numbers have.
    int decimals() const;
    /// The number at an end: "0.3141", or "hidden".
    QString numberText(TokenIndex query, TokenIndex key) const;
    /// "“blue” → “sky”: 0.3141123".
    QString describe(const Link& link) const;
    /// The links of a token in words, the strongest first, and how many more there are: "query “blue”: “sky”
    /// 0.3141, “is” 0.2".
    QString describe(LinkToken token) const;
};

/// The weights of a head as far as they have been computed; the rest is asked for.
LinksContent linksContent(StageSource& stages, HeadIndex head);

/// Which links are drawn.
struct LinksChoice {
    std::vector<Link> links; ///< the weakest first, those in focus after all others
    Index reaching = 0;      ///< how many there are, drawn or not
};

/// The strongest links that are not weaker than `threshold`, mostLinks of those in focus and of the others. A
/// weight of 0, as every hidden one is, has no link; NaN and infinity are stronger than any number, but have
/// none while the weights are an older answer, which has NaN where nothing is known yet.
LinksChoice chosenLinks(const LinksContent& content, double threshold, const LinksFocus& focus);

struct LinksNotes {
    QStringList warnings; ///< weights that are no numbers, queries with nothing to attend to
    QStringList remarks;  ///< what is not drawn, what a dashed line is, how strong the widest one
};
/// `reaching`: as in LinksChoice.
LinksNotes linksNotes(const LinksContent& content, Index reaching, double threshold);

} // namespace lab
