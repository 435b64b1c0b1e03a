// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/heads/heads_content.h"

#include "core/number_format.h"
#include "ui/document/stage_source.h"
#include "ui/plots/shared/stage_texts.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lab {

namespace {

class HeadsText {
    Q_DECLARE_TR_FUNCTIONS(Heads)
};

/// "Z_h W_O^(h)" with `head` in place of h; Z_h alone without W_O.
QString broughtBy(const Experiment& experiment, const QString& head) {
    QString z = QStringLiteral("Z<sub>%1</sub>").arg(head);
    if (!experiment.projection.W_O)
        return z;
    const QString w = QStringLiteral("W<sub>O</sub><sup>(%1)</sup>").arg(head);
    return experiment.notation == Notation::rows ? z + QLatin1Char(' ') + w : w + QLatin1Char(' ') + z;
}

} // namespace

std::vector<HeatmapContent> headContents(StageSource& stages, StageId id, bool marksChanges) {
    std::vector<HeatmapContent> heads;
    for (HeadIndex head = 0; head < stages.experiment().heads.count; ++head)
        heads.push_back(stageContent(stages, id, head, marksChanges));
    const auto isSigned = [](const HeatmapContent& each) {
        return each.matrix && each.kind == ColourScale::Kind::diverging;
    };
    if (std::ranges::none_of(heads, isSigned))
        return heads;
    double colourLimit = 0;
    for (HeatmapContent& each : heads) {
        each.kind = ColourScale::Kind::diverging;
        colourLimit = std::max(colourLimit, each.scale().highest());
    }
    for (HeatmapContent& each : heads)
        each.style.colourLimit = colourLimit;
    return heads;
}

std::optional<double> commonColourLimit(const std::vector<HeatmapContent>& heads) {
    const HeatmapContent& first = heads.front();
    return first.kind == ColourScale::Kind::diverging ? first.style.colourLimit : std::nullopt;
}

double orderingNumber(const HeadPattern& pattern, HeadOrder order) {
    switch (order) {
    case HeadOrder::number:
    case HeadOrder::entropy:
        return pattern.entropy;
    case HeadOrder::from_uniform:
        return pattern.from_uniform;
    case HeadOrder::to_previous:
        return pattern.to_previous;
    case HeadOrder::to_same:
        return pattern.to_same;
    case HeadOrder::to_first:
        return pattern.to_first;
    }
    return 0;
}

std::vector<HeadIndex> inOrder(const std::vector<HeadPattern>& patterns, HeadOrder order) {
    std::vector<HeadIndex> heads;
    for (std::size_t head = 0; head < patterns.size(); ++head)
        heads.push_back(static_cast<HeadIndex>(head));
    if (order == HeadOrder::number)
        return heads;
    const auto rank = [&](HeadIndex head) {
        const double number = orderingNumber(patterns[static_cast<std::size_t>(head)], order);
        if (std::isnan(number))
            return std::numeric_limits<double>::infinity();
        constexpr double equal = 1e-9; // smaller differences are due to rounding
        return std::round((order == HeadOrder::entropy ? number : -number) / equal);
    };
    std::ranges::stable_sort(heads, {}, rank);
    return heads;
}

HeatmapContent overHeadsContent(StageSource& stages, StageId id, OverHeads which, const MatrixPtr& matrix,
                                const MatrixPtr& hidden, std::optional<double> colourLimit) {
    HeatmapContent content = stageContent(stages, id, 0, false);
    content.matrix = matrix;
    content.summary = std::make_shared<const MatrixSummary>(summarize(*matrix));
    content.masked = content.masked ? hidden : nullptr;
    content.overflow.reset();
    content.remark = nullptr;
    content.overridden.clear();
    content.title = overHeadsTitle(id, which);
    if (colourLimit)
        content.style.colourLimit = colourLimit;
    const bool weights = id == StageId::weights && areBetween0And1(content.summary->finite);
    content.kind = weights ? ColourScale::Kind::sequential : ColourScale::Kind::diverging;
    return content;
}

QString overHeadsTitle(StageId id, OverHeads which) {
    return (which == OverHeads::average ? HeadsText::tr("%1, average of heads")
                                        : HeadsText::tr("%1, maximum of heads"))
        .arg(stageTitle(id));
}

QString overHeadsFormula(StageId id, OverHeads which) {
    const QString text =
        which == OverHeads::average ? HeadsText::tr("mean of %1") : HeadsText::tr("largest of %1");
    switch (id) {
    case StageId::queries:
        return text.arg(QStringLiteral("Q<sub>h</sub>"));
    case StageId::keys:
        return text.arg(QStringLiteral("K<sub>h</sub>"));
    case StageId::values:
        return text.arg(QStringLiteral("V<sub>h</sub>"));
    case StageId::weights:
        return text.arg(QStringLiteral("A<sub>h</sub>"));
    case StageId::head_outputs:
        return text.arg(QStringLiteral("Z<sub>h</sub>"));
    default:
        return text.arg(HeadsText::tr("all heads"));
    }
}

HeatmapContent headShareContent(StageSource& stages, HeadIndex head, const MatrixPtr& matrix) {
    HeatmapContent content = stageContent(stages, StageId::output, 0, false);
    if (content.matrix) { // use the output's scale and precision, so that a small share looks small
        constexpr int usual = 3;
        const double highest = content.summary->finite.magnitude();
        content.style.colourLimit = content.style.colourLimit.value_or(content.scale().highest());
        content.style.decimals = content.style.decimals.value_or(decimals_for(highest, usual));
    }
    content.matrix = matrix;
    content.remark = nullptr;
    content.summary = std::make_shared<const MatrixSummary>(summarize(*matrix));
    content.overridden.clear();
    content.title = headShareTitle(head);
    return content;
}

QString headShareTitle(HeadIndex head) {
    return HeadsText::tr("Share of head %1").arg(head + 1);
}

QString headShareFormula(const Experiment& experiment, HeadIndex head) {
    return broughtBy(experiment, QString::number(head + 1));
}

Index SharesContent::partCount() const {
    return shares
               ? shares->heads.cols() + (shares->bias.empty() ? 0 : 1) + (shares->overridden.empty() ? 0 : 1)
               : 0;
}

double SharesContent::part(Index token, Index part) const {
    if (headOf(part))
        return shares->heads(token, part);
    return (isBias(part) ? shares->bias : shares->overridden)[static_cast<std::size_t>(token)];
}

std::optional<HeadIndex> SharesContent::headOf(Index part) const {
    return part < shares->heads.cols() ? std::optional(part) : std::nullopt;
}

bool SharesContent::isBias(Index part) const {
    return part == shares->heads.cols() && !shares->bias.empty();
}

QString SharesContent::partName(Index part) const {
    if (headOf(part))
        return HeadsText::tr("head %1").arg(part + 1);
    return isBias(part) ? HeadsText::tr("bias") : HeadsText::tr("overridden");
}

QString SharesContent::number(double value) const {
    constexpr int usual = 2;
    return QString::fromStdString(decimals ? display(value, *decimals)
                                           : display(value, decimals_for(std::abs(value), usual)));
}

QString SharesContent::describe(Index token) const {
    QStringList parts;
    for (Index each = 0; each < partCount(); ++each)
        parts += partName(each) + QLatin1Char(' ') + number(part(token, each));
    return HeadsText::tr("%1: %2 = %3")
        .arg(tokens.quoted(token), number(shares->lengths[static_cast<std::size_t>(token)]),
             parts.join(QStringLiteral(" + ")));
}

QString SharesContent::describe(Index token, Index part) const {
    return HeadsText::tr("%1, %2: %3 of %4")
        .arg(tokens.quoted(token), partName(part), number(this->part(token, part)),
             number(shares->lengths[static_cast<std::size_t>(token)]));
}

SharesContent sharesContent(StageSource& stages, std::shared_ptr<const OutputShares> shares) {
    const Experiment& experiment = stages.experiment();
    return {std::move(shares), tokenLabels(experiment.sequence.tokens), viewSettings(experiment).decimals};
}

QString sharesFormula(const Experiment& experiment) {
    return HeadsText::tr("%1 along Y, sums to ‖Y‖").arg(broughtBy(experiment, QStringLiteral("h")));
}

} // namespace lab
