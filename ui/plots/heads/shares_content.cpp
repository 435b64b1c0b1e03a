// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/heads/shares_content.h"

#include "core/base/number_format.h"
#include "ui/document/stage_source.h"

#include <QCoreApplication>

#include <cmath>
#include <utility>

namespace lab {

namespace {

class SharesText {
    Q_DECLARE_TR_FUNCTIONS(SharesContent)
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
    return SharesText::tr("Share of head %1").arg(head + 1);
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
        return SharesText::tr("head %1").arg(part + 1);
    return isBias(part) ? SharesText::tr("bias") : SharesText::tr("overridden");
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
    return SharesText::tr("%1: %2 = %3")
        .arg(tokens.quoted(token), number(shares->lengths[static_cast<std::size_t>(token)]),
             parts.join(QStringLiteral(" + ")));
}

QString SharesContent::describe(Index token, Index part) const {
    return SharesText::tr("%1, %2: %3 of %4")
        .arg(tokens.quoted(token), partName(part), number(this->part(token, part)),
             number(shares->lengths[static_cast<std::size_t>(token)]));
}

SharesContent sharesContent(StageSource& stages, std::shared_ptr<const OutputShares> shares) {
    const Experiment& experiment = stages.experiment();
    return {std::move(shares), tokenLabels(experiment.sequence), viewSettings(experiment).decimals};
}

QString sharesFormula(const Experiment& experiment) {
    return SharesText::tr("%1 along Y, sums to ‖Y‖").arg(broughtBy(experiment, QStringLiteral("h")));
}

} // namespace lab
