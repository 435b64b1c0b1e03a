// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a handout shows, from top to bottom.
#pragma once

#include "ui/figures/figure_drawing.h"
#include "ui/figures/figure_sheet.h"
#include "ui/look/theme.h"

#include <QString>

#include <vector>

namespace lab {

/// A text as wide as the page, or matrices with a heading.
struct HandoutItem {
    QString html; ///< of matrices: their heading
    TextRole role = TextRole::body;
    bool isPlain = false; ///< `html` is plain text, of which as much is shown as fits
    std::vector<SheetPart> parts;
    bool keepsWithNext = false; ///< a heading is not the last on its page
};

/// The document as it is while that head is shown.
std::vector<HandoutItem> handoutItems(StageSource& stages, const HandoutFigure& figure,
                                      const FigureLook& look, const Theme& theme);

} // namespace lab
