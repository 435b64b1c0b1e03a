// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a handout shows, from top to bottom.
#pragma once

#include "core/experiment/parameter.h"
#include "ui/figures/figure_drawing.h"
#include "ui/figures/figure_sheet.h"
#include "ui/look/theme.h"

#include <QString>

#include <memory>
#include <vector>

namespace lab {

/// A text as wide as the page, matrices with a heading, or lines to write on.
struct HandoutItem {
    QString html; ///< of matrices: their heading
    TextRole role = TextRole::body;
    bool isPlain = false; ///< `html` is plain text, of which as much is shown as fits
    std::vector<SheetPart> parts;
    std::shared_ptr<const FigureDrawing> figure = {}; ///< in place of matrices
    bool keepsWithNext = false;                       ///< a heading is not the last on its page

    // What only lessons have.
    enum class Box { none, empty, ticked };
    QString lessonText;      ///< in place of `html`: see LessonPage; of any length, broken between pages
    bool beginsStep = false; ///< below a line across the page
    double indent = 0;       ///< theme's points
    QString label = {};      ///< plain text at the left, within the indent
    Box box = Box::none;     ///< to be ticked, there, too
    int lines = 0;           ///< to write on
    double linesPart = 1;    ///< of the page's width that they have
    bool endsGroup = false;  ///< what follows stands off
};

/// The document as it is while that head is shown.
std::vector<HandoutItem> handoutItems(StageSource& stages, const HandoutFigure& figure,
                                      const FigureLook& look, const Theme& theme);

// The items that lessons have, too.
HandoutItem handoutHeading(const QString& text);
/// Rich text.
HandoutItem handoutLine(const QString& html);
/// With its formula. There must be such a stage.
HandoutItem stageItem(StageSource& stages, StageId id, HeadIndex head, const QString& title,
                      const Theme& theme);
/// With title and symbol; of added scores, those of the head. There must be such a parameter.
HandoutItem parameterItem(StageSource& stages, ParameterId id, HeadIndex head, const Theme& theme);
/// The stage of the first heads, small, side by side.
HandoutItem everyHeadItem(StageSource& stages, StageId id);

} // namespace lab
