// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/stage_source.h"
#include "ui/figures/figure_kinds.h"
#include "ui/figures/figure_parts.h"
#include "ui/figures/handout/handout_pages.h"
#include "ui/figures/handout/lesson_items.h"

#include <algorithm>
#include <array>
#include <limits>
#include <span>

namespace lab {

namespace {

/// How much smaller than asked for letters may become to fit on two pages, but for
/// leastHandoutText, and what else; see HandoutFit.
struct HandoutStep {
    double scale;
    Index mostCells;
    int columns;
    double tallest;
};
constexpr Index anyNumberOfCells = std::numeric_limits<Index>::max();
constexpr std::array handoutSteps{HandoutStep{1, anyNumberOfCells, 3, 0.25},
                                  HandoutStep{0.8, anyNumberOfCells, 3, 0.25},
                                  HandoutStep{0.65, anyNumberOfCells, 3, 0.25},
                                  HandoutStep{0.8, 200, 3, 0.25},
                                  HandoutStep{0.65, 200, 3, 0.25},
                                  HandoutStep{0.65, 80, 4, 0.25},
                                  HandoutStep{0.65, 64, 4, 0.2},
                                  HandoutStep{0.65, 48, 4, 0.2},
                                  HandoutStep{0.8, 36, 3, 0.25},
                                  HandoutStep{0.65, 36, 4, 0.2},
                                  HandoutStep{0.65, 36, 5, 0.2},
                                  HandoutStep{0.65, 36, 5, 0.15},
                                  HandoutStep{0.65, 0, 4, 0.2},
                                  HandoutStep{0.65, 0, 5, 0.15},
                                  HandoutStep{0.65, 0, 6, 0.1},
                                  HandoutStep{0.35, 0, 4, 0.2},
                                  HandoutStep{0.2, 0, 4, 0.2},
                                  HandoutStep{0, 0, 6, 0.1}};
/// The same to fit on one page, where letters may be as small as leastOnOnePage, though not before those of
/// leastHandoutText have been tried.
constexpr double leastOfDefault = leastHandoutText / defaultFontSize;
constexpr std::array onePageSteps{HandoutStep{1, anyNumberOfCells, 3, 0.25},
                                  HandoutStep{0.8, anyNumberOfCells, 3, 0.25},
                                  HandoutStep{leastOfDefault, anyNumberOfCells, 3, 0.25},
                                  HandoutStep{0.55, anyNumberOfCells, 4, 0.25},
                                  HandoutStep{0.45, anyNumberOfCells, 4, 0.2},
                                  HandoutStep{0.45, 80, 5, 0.2},
                                  HandoutStep{0.45, 36, 6, 0.15},
                                  HandoutStep{0.45, 0, 6, 0.1}};
constexpr int mostHandoutPages = 2;
/// Points: its subscripts are two thirds of it.
constexpr double leastProse = 9, leastProseOnOnePage = 6;

/// The first of these steps with which it has at most so many pages, or else the last one.
std::shared_ptr<const HandoutPages> fitted(std::span<const HandoutStep> steps, int most,
                                           const std::vector<HandoutItem>& items, const Theme& theme,
                                           const FigureLook& look, double& letters) {
    const bool isOne = most == 1;
    std::shared_ptr<const HandoutPages> pages;
    HandoutFit tried{};
    for (const HandoutStep& step : steps) {
        const HandoutFit fit{std::max(isOne ? leastOnOnePage : leastHandoutText, step.scale * look.fontSize),
                             isOne ? leastProseOnOnePage : leastProse, step.mostCells, step.columns,
                             step.tallest};
        if (fit == std::exchange(tried, fit))
            continue;
        pages = std::make_shared<const HandoutPages>(items, theme, look, fit);
        if (pages->count() <= most)
            break;
    }
    letters = tried.letters;
    return pages;
}

/// How much smaller than asked for the letters of a lesson may become to fit on one page, but for
/// leastOnOnePage, and in how many columns. Those that can be read come first; of the others it is said.
struct SheetStep {
    double scale;
    int flow;
};
constexpr std::array lessonSheetSteps{SheetStep{1, 1},
                                      SheetStep{1, 2},
                                      SheetStep{0.8, 2},
                                      SheetStep{0.7, 2},
                                      SheetStep{leastOfDefault, 2},
                                      SheetStep{leastOfDefault, 3},
                                      SheetStep{0.6, 2},
                                      SheetStep{0.6, 3},
                                      SheetStep{0.55, 2},
                                      SheetStep{0.55, 3},
                                      SheetStep{0.5, 3},
                                      SheetStep{0.45, 3}};

struct HandoutLayout {
    std::vector<HandoutItem> items;
    std::shared_ptr<const HandoutPages> pages;
    double letters = 0;
};

/// A lesson, which has room to write on: on one page if that is wanted and it can be read there, otherwise on
/// as many as it takes, with letters as they are.
HandoutLayout lessonLayout(const Experiment& document, const HandoutFigure& figure, const FigureLook& look,
                           const Theme& theme) {
    const HandoutStep step = handoutSteps.front();
    const QString footer = look.title.value_or(lessonTitle(document, figure.hasSolution));
    HandoutLayout lesson;
    const auto layOut = [&](double scale, double prose, int flow) {
        lesson.letters = std::max(look.onePage ? leastOnOnePage : leastHandoutText, scale * look.fontSize);
        const HandoutFit fit{lesson.letters, prose, step.mostCells, step.columns, step.tallest, flow};
        FigureLook plain = look;
        plain.axisNames = look.axisNames && flow == 1; // in columns there is no room for them
        plain.colourBar = look.colourBar && flow == 1;
        lesson.pages = std::make_shared<const HandoutPages>(lesson.items, theme, plain, fit, footer);
    };
    if (look.onePage) {
        const std::vector<HandoutItem> whole =
            lessonItems(document, {figure.hasSolution, true, false}, look, theme);
        const std::vector<HandoutItem> brief =
            lessonItems(document, {figure.hasSolution, true, true}, look, theme);
        for (const SheetStep& each : lessonSheetSteps) {
            for (const std::vector<HandoutItem>* items : {&whole, &brief}) {
                lesson.items = *items;
                layOut(each.scale, leastProseOnOnePage, each.flow);
                if (lesson.pages->count() == 1)
                    return lesson;
            }
        }
    }
    lesson.items = lessonItems(document, {figure.hasSolution, false, false}, look, theme);
    layOut(step.scale, leastProse, 1);
    return lesson;
}

/// Of the whole document.
HandoutLayout documentLayout(StageSource& stages, const HandoutFigure& figure, const FigureLook& look,
                             const Theme& theme) {
    HandoutLayout document;
    document.letters = look.fontSize;
    document.items = handoutItems(stages, figure, look, theme);
    if (look.onePage)
        document.pages = fitted(onePageSteps, 1, document.items, theme, look, document.letters);
    if (!document.pages || document.pages->count() > 1)
        document.pages =
            fitted(handoutSteps, mostHandoutPages, document.items, theme, look, document.letters);
    return document;
}

} // namespace

FigureDrawing drawn(StageSource& stages, const HandoutFigure& figure, const FigureLook& asked) {
    FigureLook look = asked;
    look.cellsAsImage = true; // of large matrices, whose cells are too small for numbers
    look.numbers = look.numbers || figure.isLesson;
    const std::shared_ptr<Theme> theme = figureTheme(look);
    const HandoutLayout layout = figure.isLesson ? lessonLayout(stages.experiment(), figure, look, *theme)
                                                 : documentLayout(stages, figure, look, *theme);
    const std::shared_ptr<const HandoutPages> pages = layout.pages;
    FigureDrawing drawing;
    drawing.pages = pages->count();
    drawing.size = {handoutPaper.width(), handoutPaper.height() * drawing.pages};
    drawing.background = theme->colours().panel;
    drawing.numbersLeftOut = look.numbers && pages->hasOnlyColours();
    drawing.fontSize = layout.letters;
    for (const HandoutItem& item : layout.items) {
        for (const SheetPart& part : item.parts) {
            drawing.largest = std::max(drawing.largest, part.content.matrix->size());
            drawing.cells += part.content.matrix->size();
        }
    }
    drawing.drawPage = [theme, pages](QCPPainter& painter, int page, const DrawProgress& progress) {
        return pages->paint(painter, page, progress);
    };
    drawing.draw = [theme, pages](QCPPainter& painter, const DrawProgress& progress) {
        std::vector<CutText> cut;
        for (int page = 0; page < pages->count(); ++page) {
            painter.save();
            painter.translate(0, page * handoutPaper.height());
            const std::vector<CutText> labels = pages->paint(painter, page, progress);
            cut.insert(cut.end(), labels.begin(), labels.end());
            painter.restore();
        }
        return cut;
    };
    return drawing;
}

} // namespace lab
