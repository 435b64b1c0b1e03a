// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/links/links_content.h"

#include "core/base/covered.h"
#include "core/base/number_format.h"
#include "core/experiment/cache_step.h"
#include "core/experiment/masks.h"
#include "core/stages/06_masked_scores.h"
#include "ui/document/stage_source.h"
#include "ui/plots/shared/stage_texts.h"
#include "ui/text/short_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

constexpr int digitsOfLinks = 4;
constexpr int digitsOfSums = 2; // and of links while presenting
constexpr qsizetype mostQueriesNamed = 3;

class LinksText {
    Q_DECLARE_TR_FUNCTIONS(LinksContent)
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
    const Matrix scores = Matrix::Zero(1, keys);
    Matrix rules(1, keys);
    for (Index query = 0; query < queries; ++query) {
        masked_scores(scores, experiment.mask, first_positions(experiment), {query, 0, 1, keys}, rules);
        for (const LinksHead& head : content.drawn) {
            if (!fits(head.weights.masked) || !fits(head.weights.matrix))
                continue;
            for (Index key = 0; key < keys; ++key) {
                if ((*head.weights.matrix)(query, key) == 0 && head.weights.isHidden({query, key}))
                    ++(is_hidden(rules(0, key)) ? content.hiddenByMask : content.hiddenByOverride);
            }
        }
    }
    if (content.stale)
        content.hiddenByOverride = 0; // the mask may have hidden them before the last edit
}

/// Sets what each token gives and gets.
void sumLinks(LinksContent& content) {
    content.given.assign(static_cast<std::size_t>(content.count(LinkSide::query)), 0);
    content.got.assign(static_cast<std::size_t>(content.count(LinkSide::key)), 0);
    const double magnitude = content.finite().magnitude();
    content.unit = magnitude > 1 ? magnitude : 1;
    std::vector<double> row(content.got.size());
    for (std::size_t query = 0; query < content.given.size(); ++query) {
        std::ranges::fill(row, 0);
        content.addRow(static_cast<TokenIndex>(query), row);
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

QStringList warningsOf(const LinksContent& content, const LinksHead& head) {
    QStringList warnings;
    const HeatmapContent& weights = head.weights;
    if (weights.summary && weights.summary->first_not_finite && !weights.stale) {
        const auto [row, column] = *weights.summary->first_not_finite;
        warnings += LinksText::tr("Dotted lines: weights that are not finite numbers, %1 first at %2 → %3")
                        .arg(briefText((*weights.matrix)(row, column)),
                             content.quoted({LinkSide::query, row}), content.quoted({LinkSide::key, column}));
    }
    if (const QString names = queriesNamed(content, weights.hiddenRows); !names.isEmpty())
        warnings += LinksText::tr("No ribbon begins at %1: every key is hidden from it").arg(names);
    if (!weights.overflow)
        return warnings;
    if (const QString names = queriesNamed(content, weights.overflow->rows); !names.isEmpty())
        warnings += LinksText::tr("No ribbon begins at %1: every score is −∞: %2")
                        .arg(names, weights.overflow->origin);
    else
        warnings += LinksText::tr("No links where scores are −∞: %1").arg(weights.overflow->origin);
    return warnings;
}

/// What several heads have in common is said once.
QStringList linksWarnings(const LinksContent& content) {
    QStringList warnings;
    std::vector<QStringList> ofHeads;
    for (const LinksHead& head : content.drawn)
        ofHeads.push_back(warningsOf(content, head));
    const auto isOfAll = [&](const QString& text) {
        return std::ranges::all_of(ofHeads, [&](const QStringList& own) { return own.contains(text); });
    };
    for (std::size_t i = 0; i < ofHeads.size(); ++i) {
        for (const QString& text : ofHeads[i]) {
            const bool common = isOfAll(text);
            if (common && i > 0)
                continue;
            warnings += common ? text : LinksText::tr("Head %1: %2").arg(content.drawn[i].head + 1).arg(text);
        }
    }
    constexpr qsizetype mostSaid = 4;
    if (const qsizetype more = warnings.size() - mostSaid; more > 0)
        warnings = warnings.first(mostSaid) << LinksText::tr("%1 more warnings of other heads").arg(more);
    return warnings;
}

QString counted(Index count) {
    return groupedNumber(static_cast<qsizetype>(count));
}

} // namespace

Index LinksContent::count(LinkSide side) const {
    if (!weights.matrix)
        return 0;
    return side == LinkSide::query ? weights.matrix->rows() : weights.matrix->cols();
}

double LinksContent::length(double value) const {
    return std::isfinite(value) ? std::abs(value) / unit : 0;
}

void LinksContent::addRow(TokenIndex query, std::vector<double>& keys) const {
    for (const LinksHead& each : drawn) {
        const Matrix& its = *each.weights.matrix;
        for (std::size_t key = 0; key < keys.size(); ++key)
            keys[key] += length(its(query, static_cast<Index>(key)));
    }
}

QString LinksContent::heading(LinkSide side) const {
    if (isStep)
        return side == LinkSide::query ? LinksText::tr("query · one word")
                                       : LinksText::tr("key · words up to it");
    if (side == LinkSide::query)
        return cross ? LinksText::tr("query · first sentence") : LinksText::tr("query");
    return cross ? LinksText::tr("key · second sentence") : LinksText::tr("key");
}

QString LinksContent::quoted(LinkToken token) const {
    return labels(token.side).quoted(token.index);
}

const HeatmapContent& LinksContent::weightsOf(HeadIndex number) const {
    const auto found = std::ranges::find(drawn, number, &LinksHead::head);
    return found == drawn.end() ? weights : found->weights;
}

Link LinksContent::linkOf(TokenIndex query, TokenIndex key, std::optional<HeadIndex> ofHead) const {
    const HeadIndex number = isOfEveryHead() ? ofHead.value_or(head) : head;
    return {query, key, (*weightsOf(number).matrix)(query, key), number};
}

Extremes LinksContent::finite() const {
    Extremes all;
    for (const LinksHead& each : drawn) {
        if (!each.weights.summary)
            continue;
        all.lowest = std::min(all.lowest, each.weights.summary->finite.lowest);
        all.highest = std::max(all.highest, each.weights.summary->finite.highest);
    }
    return all;
}

int LinksContent::decimals() const {
    if (weights.style.decimals)
        return *weights.style.decimals;
    return decimals_for(weights.summary ? weights.summary->plain.magnitude() : 1,
                        isForClass ? digitsOfSums : digitsOfLinks);
}

QString LinksContent::legendText(const LinksHead& head) {
    return LinksText::tr("Head %1").arg(head.head + 1);
}

QString LinksContent::numberText(double value) const {
    return QString::fromStdString(display(value, decimals()));
}

QString LinksContent::numberText(TokenIndex query, TokenIndex key) const {
    const double value = weight(query, key);
    return value == 0 && isHidden(query, key) ? LinksText::tr("hidden") : numberText(value);
}

QString LinksContent::numberText(TokenIndex query, TokenIndex key, std::optional<HeadIndex> ofHead) const {
    if (!isOfEveryHead())
        return numberText(query, key);
    double sum = 0;
    bool hidden = true;
    for (const LinksHead& each : drawn) {
        if (ofHead && each.head != *ofHead)
            continue;
        const double value = (*each.weights.matrix)(query, key);
        hidden = hidden && value == 0 && each.weights.isHidden({query, key});
        sum += value;
    }
    return hidden   ? LinksText::tr("hidden")
           : ofHead ? numberText(sum)
                    : LinksText::tr("Σ %1").arg(numberText(sum));
}

QString LinksContent::sumText(LinkToken token) const {
    double sum = 0; // NaN and infinity included, unlike those of the bars
    const bool query = token.side == LinkSide::query;
    for (const LinksHead& each : drawn) {
        const Matrix& matrix = *each.weights.matrix;
        sum += query ? matrix.row(token.index).cwiseAbs().sum() : matrix.col(token.index).cwiseAbs().sum();
    }
    const double largest = unit * std::max(*std::ranges::max_element(given), *std::ranges::max_element(got));
    const int places = std::min(decimals(), decimals_for(std::isfinite(largest) ? largest : 1, digitsOfSums));
    const QString number = QString::fromStdString(display(sum, places));
    return finite().lowest < 0 ? LinksText::tr("Σ|w| %1").arg(number) : LinksText::tr("Σ %1").arg(number);
}

QString LinksContent::sinkText(LinkToken token) const {
    if (token.side == LinkSide::key || sinks.empty())
        return {};
    const QString number = numberText(unit * sinks[static_cast<std::size_t>(token.index)]);
    return isOfEveryHead() ? LinksText::tr("sinks Σ %1").arg(number) : LinksText::tr("sink %1").arg(number);
}

QString LinksContent::describe(const Link& link) const {
    const QString joined = LinksText::tr("%1 → %2: %3")
                               .arg(quoted({LinkSide::query, link.query}), quoted({LinkSide::key, link.key}),
                                    briefText(link.weight));
    const QString text =
        isOfEveryHead() ? LinksText::tr("head %1, %2").arg(link.head + 1).arg(joined) : joined;
    return weightsOf(link.head).isOverridden({link.query, link.key})
               ? LinksText::tr("%1 (overridden)").arg(text)
               : text;
}

QString LinksContent::whyNone(LinkToken token) const {
    const auto isAmong = [&](const std::vector<Index>& rows) {
        return std::ranges::find(rows, token.index) != rows.end();
    };
    if (token.side != LinkSide::query)
        return {};
    for (const LinksHead& each : drawn) {
        const auto& overflow = each.weights.overflow;
        if (overflow && isAmong(overflow->rows))
            return LinksText::tr("every score is −∞: %1").arg(overflow->origin);
        if (isAmong(each.weights.hiddenRows))
            return LinksText::tr("every key is hidden from it");
    }
    return {};
}

LinksFocus focusOn(LinkToken token) {
    LinksFocus focus;
    (token.side == LinkSide::query ? focus.query : focus.key) = token.index;
    return focus;
}

LinksContent linksContent(StageSource& stages, HeadIndex head, bool everyHead) {
    const Experiment& experiment = stages.experiment();
    LinksContent content;
    content.weights = stageContent(stages, StageId::weights, head, false);
    content.head = head;
    content.several = experiment.heads.count > 1;
    content.cross = experiment.source.has_value();
    content.isStep = is_cache_step(experiment);
    content.hasDropout = experiment.dropout.has_value();
    content.stale = content.weights.stale;
    if (!content.weights.matrix)
        return content;
    const bool every = everyHead && content.several && stages.keepsEveryHead();
    for (HeadIndex each = 0; each < experiment.heads.count; ++each) {
        if (each != head && !every)
            continue;
        HeatmapContent own =
            each == head ? content.weights : stageContent(stages, StageId::weights, each, false);
        content.stale = content.stale || own.stale;
        // A head may lag behind: not computed yet, or still that of other tokens.
        if (own.matrix && own.matrix->rows() == content.weights.matrix->rows() &&
            own.matrix->cols() == content.weights.matrix->cols())
            content.drawn.push_back({each, std::move(own)});
    }
    if (every)
        content.weights.title = LinksText::tr("%1, every head").arg(stageTitle(StageId::weights));
    countHidden(content, experiment);
    sumLinks(content);
    return content;
}

LinksNotes linksNotes(const LinksContent& content, const LinksCounts& counts) {
    LinksNotes notes{linksWarnings(content), {}};
    if (!content.weights.matrix || !content.weights.summary)
        return notes;
    const Index wanted = counts.reaching + (counts.showsWeaker ? counts.weaker : 0);
    if (counts.drawn < wanted)
        notes.remarks += LinksText::tr("The %1 strongest of %2 links are drawn")
                             .arg(counted(counts.drawn), counted(wanted));
    if (counts.reaching == 0 && counts.threshold > 0)
        notes.remarks += LinksText::tr("No weight reaches %1 in magnitude").arg(briefText(counts.threshold));
    if (content.hiddenByMask > 0)
        notes.remarks += LinksText::tr("Links hidden by the mask (%1): %2 of %3")
                             .arg(QString::fromStdString(text_of(mask_words(content.weights.mask))))
                             .arg(content.hiddenByMask)
                             .arg(content.pairs());
    if (content.hiddenByOverride > 0)
        notes.remarks += LinksText::tr("Links hidden by a −∞ that was typed or added: %1 of %2")
                             .arg(content.hiddenByOverride)
                             .arg(content.pairs());
    if (!content.sinks.empty())
        notes.remarks += LinksText::tr("Frames: what the sink takes, which has no key and no value");
    if (content.hasDropout)
        notes.remarks += LinksText::tr("Dropout is on: these are the weights before it");
    if (std::ranges::any_of(content.drawn, [](const LinksHead& each) {
            return each.weights.matrix && has_covered(*each.weights.matrix);
        }))
        notes.remarks += LinksText::tr("Grey dotted lines are covered weights");
    if (content.finite().lowest < 0)
        notes.remarks += LinksText::tr("Dashed ribbons are weights below 0, as high as their magnitude");
    return notes;
}

QString weakerText(const LinksCounts& counts) {
    if (counts.weaker == 0)
        return {};
    const Index drawn = std::max<Index>(0, counts.drawn - counts.reaching);
    if (counts.showsWeaker && drawn < counts.weaker)
        return LinksText::tr("%1 of %2 weaker links shown").arg(counted(drawn), counted(counts.weaker));
    if (counts.weaker == 1)
        return counts.showsWeaker ? LinksText::tr("1 weaker link shown")
                                  : LinksText::tr("1 weaker link hidden");
    return (counts.showsWeaker ? LinksText::tr("%1 weaker links shown")
                               : LinksText::tr("%1 weaker links hidden"))
        .arg(counted(counts.weaker));
}

QString weakerActionText(const LinksCounts& counts) {
    const QString text = weakerText(counts);
    return text.isEmpty()       ? text
           : counts.showsWeaker ? LinksText::tr("%1 · hide").arg(text)
                                : LinksText::tr("%1 · show").arg(text);
}

} // namespace lab
