// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/figure_kinds.h"

#include "core/base/covered.h"
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

/// The marks of `now` where a part has the same rows, columns and cells.
HeatmapMarkSet marksIn(const Compared& all, Compared::Part part, const HeatmapMarkSet& now) {
    HeatmapMarkSet marks;
    if (now.inspected)
        marks.inspected = all.fromNow(part, *now.inspected);
    // A row has a partner if one of its cells has one.
    for (Index column = 0; now.row && !marks.row && column < all.now.matrix->cols(); ++column) {
        if (const auto cell = all.fromNow(part, {*now.row, column}))
            marks.row = cell->row;
    }
    for (Index row = 0; now.column && !marks.column && row < all.now.matrix->rows(); ++row) {
        if (const auto cell = all.fromNow(part, {row, *now.column}))
            marks.column = cell->column;
    }
    return marks;
}

QString footerOf(const Compared& all) {
    QStringList changes;
    for (const LargeChange& each : largest_changes(all.numbers, mostNamedChanges))
        changes += changeText(all, each);
    QStringList lines = unmatchedTexts(all);
    lines.prepend(changes.isEmpty()
                      ? (has_covered(*all.numbers.now)
                             ? CompareFigureText::tr("Nothing differs that is not covered.")
                             : CompareFigureText::tr("Nothing differs."))
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
    all.nowName = shortText(figure.name);
    const QString footer = footerOf(all);
    // As on the page, which shows no links.
    const HeatmapMarkSet marks = marksOf(look.marks, figure.stage, figure.head);
    const HeatmapMarkSet before = marksIn(all, Compared::Part::before, marks);
    const HeatmapMarkSet now = marksIn(all, Compared::Part::now, marks);
    const HeatmapMarkSet difference = marksIn(all, Compared::Part::difference, marks);
    std::vector<SheetPart> parts;
    const auto add = [&](HeatmapContent content, const QString& title, const HeatmapMarkSet& own) {
        parts.push_back(titledPart(std::move(content), title));
        parts.back().marks = own;
    };
    add(std::move(all.before), name, before);
    add(std::move(all.now), all.nowName.isEmpty() ? CompareFigureText::tr("Now") : all.nowName, now);
    add(std::move(all.difference), CompareFigureText::tr("Difference"), difference);
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
        parts.back().marks = marksOfAnyHead(look.marks, figure.stage);
        if (figure.variation == Variation::heads && info(figure.stage).per_head)
            parts.back().dot = headFill(each.head, theme->colours().panel);
    }
    const int count = static_cast<int>(parts.size());
    return columnsFigure(theme, look, figureTitle(stages.experiment(), figure), std::move(parts),
                         count == 4 ? 2 : std::min(count, mostVariantColumns),
                         QString::fromStdString(variants.left_out));
}

} // namespace lab
