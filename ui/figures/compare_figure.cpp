// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/figure_kinds.h"

#include "ui/document/fixed_stages.h"
#include "ui/figures/figure_parts.h"
#include "ui/plots/compare/comparison.h"
#include "ui/plots/shared/head_colours.h"
#include "ui/text/short_text.h"

#include <QCoreApplication>

#include <cmath>

namespace lab {

namespace {

constexpr std::size_t mostNamedChanges = 3;
constexpr int mostVariantColumns = 3;

class CompareFigureText {
    Q_DECLARE_TR_FUNCTIONS(CompareFigure)
};

SheetPart titledPart(HeatmapContent content, const QString& title) {
    return {std::move(content), QStringLiteral("<b>%1</b>").arg(title.toHtmlEscaped()), {}};
}

QString footerOf(const Compared& all) {
    QStringList changes;
    for (const LargeChange& each : largest_changes(all.numbers, mostNamedChanges))
        changes += changeText(all, each);
    QStringList lines = unmatchedTexts(all);
    lines.prepend(changes.isEmpty()
                      ? CompareFigureText::tr("Nothing differs.")
                      : CompareFigureText::tr("Largest changes: %1").arg(changes.join(QStringLiteral("; "))));
    return lines.join(QLatin1Char('\n'));
}

} // namespace

FigureDrawing drawn(StageSource& stages, const CompareFigure& figure, const FigureLook& look) {
    FixedStages other(*figure.against.experiment);
    completeForFigure(other, figure.stage, figure.head);
    completeForFigure(stages, figure.stage, figure.head);
    const QString name = shortText(figure.against.name);
    Compared all = compared(other, stages, name, figure.stage, figure.head);
    const QString footer = footerOf(all);
    std::vector<SheetPart> parts;
    parts.push_back(titledPart(std::move(all.before), name));
    parts.push_back(titledPart(std::move(all.now), CompareFigureText::tr("Now")));
    parts.push_back(titledPart(std::move(all.difference), CompareFigureText::tr("Difference")));
    return columnsFigure(figureTheme(look), look, figureTitle(stages.experiment(), figure), std::move(parts),
                         3, footer);
}

FigureDrawing drawn(StageSource& stages, const VariantsFigure& figure, const FigureLook& look) {
    const Variants variants = variants_of(stages.experiment(), figure.variation);
    completeForFigure(stages, figure.stage, figure.head); // the variants may share its colour range
    std::vector<VariantMatrix> matrices;
    for (std::size_t i = 0; i < variants.list.size(); ++i) {
        FixedStages other(variants.list[i].experiment);
        for (const HeadIndex head :
             shownHeads(variants.list[i], figure.variation, figure.stage, figure.head)) {
            completeForFigure(other, figure.stage, head);
            matrices.push_back(
                variantMatrix(other, stages, variants, figure.variation, i, figure.stage, head));
        }
    }
    shareScale(matrices);
    const std::shared_ptr<Theme> theme = figureTheme(look);
    std::vector<SheetPart> parts;
    for (VariantMatrix& each : matrices) {
        const bool present = variants.list[each.variant].is_present;
        const QString title = present ? CompareFigureText::tr("%1 (now)").arg(each.title) : each.title;
        parts.push_back(titledPart(std::move(each.content), title));
        if (figure.variation == Variation::heads && info(figure.stage).per_head)
            parts.back().dot = headFill(each.head, theme->colours().panel);
    }
    const int count = static_cast<int>(parts.size());
    return columnsFigure(theme, look, figureTitle(stages.experiment(), figure), std::move(parts),
                         count == 4 ? 2 : std::min(count, mostVariantColumns),
                         QString::fromStdString(variants.left_out));
}

} // namespace lab
