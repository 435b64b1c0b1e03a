// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/heads/heads_content.h"

#include "core/base/number_format.h"
#include "ui/document/stage_source.h"
#include "ui/plots/heatmap/heatmap_metrics.h"
#include "ui/plots/shared/stage_texts.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lab {

namespace {

class HeadsText {
    Q_DECLARE_TR_FUNCTIONS(HeadsContent)
};

/// Gives all heads the same range, so that their colours can be compared.
void shareWeightLimit(std::vector<HeatmapContent>& heads) {
    double largest = 0;
    for (const HeatmapContent& each : heads)
        largest = std::max(largest, each.summary ? each.summary->finite.highest : 0);
    for (HeatmapContent& each : heads) {
        if (followsWeights(each.style.weightRange))
            each.style.weightLimit = largest;
    }
}

} // namespace

std::vector<HeatmapContent> headContents(StageSource& stages, StageId id, bool marksChanges) {
    std::vector<HeatmapContent> heads;
    for (HeadIndex head = 0; head < stages.experiment().heads.count; ++head)
        heads.push_back(stageContent(stages, id, head, marksChanges));
    const auto isSigned = [](const HeatmapContent& each) {
        return each.matrix && each.kind == ColourScale::Kind::diverging;
    };
    if (std::ranges::none_of(heads, isSigned)) {
        shareWeightLimit(heads);
        return heads;
    }
    double colourLimit = 0;
    for (HeatmapContent& each : heads) {
        each.kind = ColourScale::Kind::diverging;
        colourLimit = std::max(colourLimit, each.scale().highest());
    }
    for (HeatmapContent& each : heads)
        each.style.colourLimit = colourLimit;
    return heads;
}

std::optional<double> commonColourLimit(const HeatmapContent& head) {
    return head.kind == ColourScale::Kind::diverging ? head.style.colourLimit : head.style.weightLimit;
}

QString colourRange(const Experiment& experiment, const HeatmapContent& head) {
    const ColourScale scale = head.scale();
    if (scale.kind() == ColourScale::Kind::sequential)
        return (adaptsWeightRange(experiment) ? HeadsText::tr("from %1 to %2 (automatic)")
                                              : HeadsText::tr("from %1 to %2"))
            .arg(barEnd(scale, false), barEnd(scale, true));
    const auto colourLimit = commonColourLimit(head);
    if (!colourLimit)
        return {};
    return HeadsText::tr("one scale for all heads, ±%1")
        .arg(QString::fromStdString(display(*colourLimit, decimals_for(*colourLimit, 2))));
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
    if (id == StageId::scaled_scores) // those that one matrix hides in every head
        content.masked = stages.experiment().scores.additive.size() == 1 ? content.masked : nullptr;
    else
        content.masked = content.masked ? hidden : nullptr;
    content.kept = nullptr;
    content.overflow.reset();
    content.remark = nullptr;
    content.overridden.clear();
    content.sinkShares.clear(); // those of one head
    content.title = overHeadsTitle(id, which);
    if (colourLimit)
        content.style.colourLimit = content.style.weightLimit = colourLimit;
    const bool weights = hasWeightColours(stages.experiment(), id, content.summary->finite);
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

} // namespace lab
