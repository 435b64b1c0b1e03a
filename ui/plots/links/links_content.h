// SPDX-License-Identifier: GPL-3.0-or-later
//
// Attention weights as links from queries to keys: which are drawn, and their descriptions.
#pragma once

#include "ui/plots/heatmap/heatmap_content.h"

#include <vector>

namespace lab {

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
    HeadIndex head = 0;
    /// Where it begins on the bars of the query and of the key, see LinksContent::sums; set by placeLinks().
    double atQuery = 0, atKey = 0;
    /// Whether both join the same tokens in the same head, regardless of weight.
    bool joinsAs(const Link& other) const {
        return query == other.query && key == other.key && head == other.head;
    }
};

/// The focus, which is emphasised. Without one, all links look alike.
struct LinksFocus {
    std::optional<TokenIndex> query, key;
    bool pair = false;                  ///< only the link between the two, both of which are set
    std::optional<HeadIndex> head = {}; ///< if every head is drawn, only this head's links are in focus
    bool operator==(const LinksFocus&) const = default;

    bool isSet() const { return query || key; }
    bool contains(TokenIndex q, TokenIndex k) const {
        return pair ? query == q && key == k : query == q || key == k;
    }
    /// Whether the token itself is in focus.
    bool names(LinkToken token) const { return (token.side == LinkSide::query ? query : key) == token.index; }
};

/// The focus on all links of a token.
LinksFocus focusOn(LinkToken token);

/// One of the heads that are drawn.
struct LinksHead {
    HeadIndex head = 0;
    HeatmapContent weights;
};

struct LinksContent {
    HeatmapContent weights; ///< of the shown head
    HeadIndex head = 0;
    std::vector<LinksHead> drawn; ///< the shown head, or every head by number; all of one shape
    bool several = false;         ///< there are other heads
    bool cross = false;           ///< keys come from a second sentence
    bool isStep = false;          ///< word by word: the query is the last of the keys
    bool hasDropout = false;      ///< which these weights are before
    bool stale = false;           ///< some of what is drawn
    bool isForClass = false;      ///< numbers have few decimals
    Index hiddenByMask = 0;
    Index hiddenByOverride = 0; ///< by a −∞ that was typed or added alone

    /// What each query gives and each key gets: the sum of the magnitudes of its weights, those that are NaN
    /// or infinite left out, in the heads that are drawn. In units of `unit`, so that no sum overflows.
    std::vector<double> given, got;
    double unit = 1;
    /// What the sinks take of each query's weights, in the heads that are drawn and in the same units. Empty:
    /// no sink takes part, or it is not known yet what it takes.
    std::vector<double> sinks;
    const std::vector<double>& sums(LinkSide side) const { return side == LinkSide::query ? given : got; }

    Index count(LinkSide side) const;
    /// The number of links there could be.
    Index pairs() const { return count(LinkSide::query) * count(LinkSide::key) * Index(drawn.size()); }
    bool isOfEveryHead() const { return drawn.size() > 1; }
    const Labels& labels(LinkSide side) const {
        return side == LinkSide::query ? weights.rowLabels : weights.columnLabels;
    }
    /// What a weight is long on a bar, in units of `unit`.
    double length(double weight) const;
    /// What a query gives to each key, in the heads that are drawn: added to `keys`.
    void addRow(TokenIndex query, std::vector<double>& keys) const;
    /// "query", "key"; in cross-attention with the sentence it belongs to, or word by word with what it is.
    QString heading(LinkSide side) const;
    /// A token in quotation marks, never elided.
    QString quoted(LinkToken token) const;
    /// The drawn head with that number, otherwise the shown one.
    const HeatmapContent& weightsOf(HeadIndex head) const;
    double weight(TokenIndex query, TokenIndex key) const { return (*weights.matrix)(query, key); }
    /// The link of a head, by default of the shown one. Its ends are not placed yet.
    Link linkOf(TokenIndex query, TokenIndex key, std::optional<HeadIndex> ofHead) const;
    bool isHidden(TokenIndex query, TokenIndex key) const { return weights.isHidden({query, key}); }
    /// The finite extremes of what is drawn.
    Extremes finite() const;
    /// The number of decimals.
    int decimals() const;
    /// "Head 2", in the legend.
    static QString legendText(const LinksHead& head);
    /// A weight with that many.
    QString numberText(double weight) const;
    /// The number at the end of a link of the shown head: "0.3141", or "hidden".
    QString numberText(TokenIndex query, TokenIndex key) const;
    /// The same, or where every head is drawn the sum over the heads: "Σ 0.3141".
    QString numberText(TokenIndex query, TokenIndex key, std::optional<HeadIndex> ofHead) const;
    /// What a token gives or gets in all: "Σ 1.00", "Σ|w| 3.28" if some of its weights may be below 0.
    QString sumText(LinkToken token) const;
    /// What the sink takes of a query: "sink 0.42"; "sinks Σ 0.84" where every head is drawn. Empty for keys,
    /// and where there is no sink.
    QString sinkText(LinkToken token) const;
    /// "“blue” → “sky”: 0.3141123"; "head 2, “blue” → …" where every head is drawn.
    QString describe(const Link& link) const;
    /// Why no link begins at a query; empty if some may.
    QString whyNone(LinkToken token) const;
};

/// Weights as far as they have been computed; the rest is requested. `everyHead`: draw all heads, if there is
/// enough memory for them.
LinksContent linksContent(StageSource& stages, HeadIndex head, bool everyHead = false);

struct LinksNotes {
    QStringList warnings; ///< weights that are NaN or infinite, queries with nothing to attend to
    QStringList remarks;  ///< what is not drawn, what dashed ribbons mean
};
/// How many links there are. A weight of 0 has no link; the weights of hidden keys are 0.
struct LinksCounts {
    double threshold = 0;
    bool showsWeaker = false; ///< links below the threshold are drawn
    Index reaching = 0;       ///< links that reach the threshold, drawn or not
    Index weaker = 0;         ///< links that do not
    Index drawn = 0;
};

LinksNotes linksNotes(const LinksContent& content, const LinksCounts& counts);

/// "132 weaker links hidden", "132 weaker links shown"; empty if there are none.
QString weakerText(const LinksCounts& counts);
/// The same with what a click does: "132 weaker links hidden · show".
QString weakerActionText(const LinksCounts& counts);

} // namespace lab
