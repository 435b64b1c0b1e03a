// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/compare_figure.h"

#include "ui/document/lab_document.h"
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

QString compareFigureText(const char* text) {
    return QCoreApplication::translate("Figure", text);
}

SheetPart titledPart(HeatmapContent content, const QString& title) {
    return {std::move(content), QStringLiteral("<b>%1</b>").arg(title.toHtmlEscaped()), {}};
}

QString footerOf(const Compared& all) {
    QStringList changes;
    for (const LargeChange& each : largest_changes(all.numbers, mostNamedChanges))
        changes += changeText(all, each);
    QStringList lines = loneTexts(all);
    lines.prepend(changes.isEmpty()
                      ? compareFigureText("Nothing differs.")
                      : compareFigureText("Largest changes: %1").arg(changes.join(QStringLiteral("; "))));
    return lines.join(QLatin1Char('\n'));
}

} // namespace

FigureDrawing compareFigure(LabDocument& document, const CompareFigure& figure, const FigureLook& look) {
    LabDocument other;
    other.replace(*figure.against.experiment, {});
    completeForFigure(other, figure.stage, figure.head);
    completeForFigure(document, figure.stage, figure.head);
    const QString name = shortText(figure.against.name);
    Compared all = compared(other, document, name, figure.stage, figure.head);
    const QString footer = footerOf(all);
    std::vector<SheetPart> parts;
    parts.push_back(titledPart(std::move(all.before), name));
    parts.push_back(titledPart(std::move(all.now), compareFigureText("Now")));
    parts.push_back(titledPart(std::move(all.difference), compareFigureText("Difference")));
    return columnsFigure(figureTheme(look), look, figureTitle(document.experiment(), figure),
                         std::move(parts), 3, footer);
}

FigureDrawing variantsFigure(LabDocument& document, const VariantsFigure& figure, const FigureLook& look) {
    const Variants variants = variants_of(document.experiment(), figure.variation);
    completeForFigure(document, figure.stage, figure.head); // a range of colours may be shared with it
    std::vector<VariantMatrix> matrices;
    for (std::size_t i = 0; i < variants.list.size(); ++i) {
        LabDocument other;
        other.replace(variants.list[i].experiment, {});
        for (const HeadIndex head :
             shownHeads(variants.list[i], figure.variation, figure.stage, figure.head)) {
            completeForFigure(other, figure.stage, head);
            matrices.push_back(
                variantMatrix(other, document, variants, figure.variation, i, figure.stage, head));
        }
    }
    shareScale(matrices);
    const std::shared_ptr<Theme> theme = figureTheme(look);
    std::vector<SheetPart> parts;
    for (VariantMatrix& each : matrices) {
        const bool present = variants.list[each.variant].is_present;
        const QString title = present ? compareFigureText("%1 (now)").arg(each.title) : each.title;
        parts.push_back(titledPart(std::move(each.content), title));
        if (figure.variation == Variation::heads && info(figure.stage).per_head)
            parts.back().dot = headFill(each.head, theme->colours().panel);
    }
    const int count = static_cast<int>(parts.size());
    return columnsFigure(theme, look, figureTitle(document.experiment(), figure), std::move(parts),
                         count == 4 ? 2 : std::min(count, mostVariantColumns),
                         QString::fromStdString(variants.left_out));
}

} // namespace lab
