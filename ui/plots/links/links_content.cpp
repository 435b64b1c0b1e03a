// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/links/links_content.h"

#include "core/edits/masks.h"
#include "core/number_format.h"
#include "core/stages/06_masked_scores.h"
#include "ui/document/stage_source.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lab {

namespace {

constexpr int digitsOfLinks = 4;
constexpr std::size_t mostLinksSaid = 12; // links per token
constexpr qsizetype mostQueriesNamed = 3;

class LinksText {
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
    /// Weakest first.
    std::vector<Link> take() {
        cut();
        std::ranges::stable_sort(m_links, isStrongerLink);
        std::ranges::reverse(m_links);
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

QString briefText(double value) {
    return QString::fromStdString(brief(value));
}

QString queriesNamed(const LinksContent& content, const std::vector<Index>& rows) {
    QStringList names;
    for (const Index row : rows) {
        if (row < content.count(LinkSide::query))
            names += content.quoted({LinkSide::query, row});
    }
    const qsizetype more = names.size() - mostQueriesNamed;
    const QString named = names.first(std::min(names.size(), mostQueriesNamed)).join(QStringLiteral(", "));
    return more > 0 ? LinksText::tr("%1 and %2 more").arg(named).arg(more) : named;
}

/// Counts the hidden links by what hides them; none while the numbers belong to other tokens.
void countHidden(LinksContent& content, const Experiment& experiment) {
    const auto queries = static_cast<Index>(experiment.sequence.tokens.size());
    const auto keys = static_cast<Index>(key_tokens(experiment).size());
    const auto fits = [&](const MatrixPtr& matrix) {
        return matrix && matrix->rows() == queries && matrix->cols() == keys;
    };
    if (!fits(content.weights.masked) || !fits(content.weights.matrix))
        return;
    const Matrix scores = Matrix::Zero(1, keys);
    Matrix rules(1, keys);
    for (Index query = 0; query < queries; ++query) {
        masked_scores(scores, experiment.mask, {query, 0, 1, keys}, rules);
        for (Index key = 0; key < keys; ++key) {
            if (content.weight(query, key) == 0 && content.isHidden(query, key))
                ++(is_hidden(rules(0, key)) ? content.hiddenByMask : content.hiddenByOverride);
        }
    }
    if (content.weights.stale)
        content.hiddenByOverride = 0; // the mask may have hidden them before the last edit
}

QStringList linksWarnings(const LinksContent& content) {
    QStringList warnings;
    const HeatmapContent& weights = content.weights;
    if (weights.summary && weights.summary->first_not_finite && !weights.stale) {
        const auto [row, column] = *weights.summary->first_not_finite;
        warnings += LinksText::tr("Dotted lines: weights that are not finite numbers, %1 first at %2 → %3")
                        .arg(briefText(content.weight(row, column)), content.quoted({LinkSide::query, row}),
                             content.quoted({LinkSide::key, column}));
    }
    if (const QString names = queriesNamed(content, weights.hiddenRows); !names.isEmpty())
        warnings += LinksText::tr("No line begins at %1: every key is hidden from it").arg(names);
    if (!weights.overflow)
        return warnings;
    if (const QString names = queriesNamed(content, weights.overflow->rows); !names.isEmpty())
        warnings +=
            LinksText::tr("No line begins at %1: every score is −∞: %2").arg(names, weights.overflow->origin);
    else
        warnings += LinksText::tr("No links where scores are −∞: %1").arg(weights.overflow->origin);
    return warnings;
}

} // namespace

Index LinksContent::count(LinkSide side) const {
    if (!weights.matrix)
        return 0;
    return side == LinkSide::query ? weights.matrix->rows() : weights.matrix->cols();
}

QString LinksContent::heading(LinkSide side) const {
    if (side == LinkSide::query)
        return cross ? LinksText::tr("query · first sentence") : LinksText::tr("query");
    return cross ? LinksText::tr("key · second sentence") : LinksText::tr("key");
}

QString LinksContent::quoted(LinkToken token) const {
    return labels(token.side).quoted(token.index);
}

int LinksContent::decimals() const {
    if (weights.style.decimals)
        return *weights.style.decimals;
    return decimals_for(weights.summary ? weights.summary->plain.magnitude() : 1, digitsOfLinks);
}

QString LinksContent::numberText(TokenIndex query, TokenIndex key) const {
    const double value = weight(query, key);
    return value == 0 && isHidden(query, key) ? LinksText::tr("hidden")
                                              : QString::fromStdString(display(value, decimals()));
}

QString LinksContent::describe(const Link& link) const {
    const QString text = LinksText::tr("%1 → %2: %3")
                             .arg(quoted({LinkSide::query, link.query}), quoted({LinkSide::key, link.key}),
                                  briefText(link.weight));
    return weights.isOverridden({link.query, link.key}) ? LinksText::tr("%1 (overridden)").arg(text) : text;
}

QString LinksContent::describe(LinkToken token) const {
    const bool query = token.side == LinkSide::query;
    LinksFocus focus;
    (query ? focus.query : focus.key) = token.index;
    const std::vector<Link> links = chosenLinks(*this, 0, focus).links;
    QStringList said;
    std::size_t its = 0;
    for (auto link = links.rbegin(); link != links.rend() && focus.contains(link->query, link->key); ++link) {
        if (++its <= mostLinksSaid)
            said += LinksText::tr("%1 %2").arg(
                quoted(query ? LinkToken{LinkSide::key, link->key} : LinkToken{LinkSide::query, link->query}),
                QString::fromStdString(display(link->weight, decimals())));
    }
    if (its > mostLinksSaid)
        said += LinksText::tr("%1 more").arg(its - mostLinksSaid);
    const QString name = (query ? LinksText::tr("query %1") : LinksText::tr("key %1")).arg(quoted(token));
    if (!said.isEmpty())
        return LinksText::tr("%1: %2").arg(name, said.join(QStringLiteral(", ")));
    const auto among = [&](const std::vector<Index>& rows) {
        return query && std::ranges::find(rows, token.index) != rows.end();
    };
    if (weights.overflow && among(weights.overflow->rows))
        return LinksText::tr("%1: every score is −∞: %2").arg(name, weights.overflow->origin);
    return among(weights.hiddenRows) ? LinksText::tr("%1: every key is hidden from it").arg(name)
                                     : LinksText::tr("%1: no links").arg(name);
}

LinksContent linksContent(StageSource& stages, HeadIndex head) {
    LinksContent content;
    content.weights = stageContent(stages, StageId::weights, head, false);
    content.head = head;
    content.several = stages.experiment().heads.count > 1;
    content.cross = stages.experiment().source.has_value();
    countHidden(content, stages.experiment());
    return content;
}

LinksChoice chosenLinks(const LinksContent& content, double threshold, const LinksFocus& focus) {
    LinksChoice choice;
    if (!content.weights.matrix)
        return choice;
    const Matrix& weights = *content.weights.matrix;
    StrongestLinks focused, others;
    for (Index query = 0; query < weights.rows(); ++query) {
        for (Index key = 0; key < weights.cols(); ++key) {
            const double weight = weights(query, key);
            if (weight == 0 || strengthOf(weight) < threshold ||
                (content.weights.stale && !std::isfinite(weight)))
                continue;
            ++choice.reaching;
            (focus.contains(query, key) ? focused : others).add({query, key, weight});
        }
    }
    choice.links = others.take();
    const std::vector<Link> last = focused.take();
    choice.links.insert(choice.links.end(), last.begin(), last.end());
    return choice;
}

LinksNotes linksNotes(const LinksContent& content, Index reaching, double threshold) {
    LinksNotes notes{linksWarnings(content), {}};
    if (!content.weights.matrix || !content.weights.summary)
        return notes;
    if (reaching > mostLinks)
        notes.remarks += LinksText::tr("The %1 strongest of %2 links are drawn").arg(mostLinks).arg(reaching);
    if (reaching == 0 && threshold > 0)
        notes.remarks += LinksText::tr("No weight reaches %1 in magnitude").arg(briefText(threshold));
    else if (threshold > 0)
        notes.remarks +=
            LinksText::tr("Weights smaller than %1 in magnitude have no line").arg(briefText(threshold));
    const HeatmapContent& weights = content.weights;
    if (content.hiddenByMask > 0)
        notes.remarks += LinksText::tr("Links hidden by the mask (%1): %2 of %3")
                             .arg(QString::fromStdString(text_of(mask_words(weights.mask))))
                             .arg(content.hiddenByMask)
                             .arg(weights.matrix->size());
    if (content.hiddenByOverride > 0)
        notes.remarks += LinksText::tr("Links hidden by override (−∞): %1 of %2")
                             .arg(content.hiddenByOverride)
                             .arg(weights.matrix->size());
    const Extremes& finite = weights.summary->finite;
    if (finite.lowest < 0)
        notes.remarks += LinksText::tr("Dashed lines are weights below 0");
    if (finite.magnitude() > 1 + 1e-9)
        notes.remarks += LinksText::tr("The widest line stands for %1").arg(briefText(finite.magnitude()));
    return notes;
}

} // namespace lab
