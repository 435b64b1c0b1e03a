// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is painted between the words of an explanation.
#pragma once

#include "ui/document/view_settings.h"
#include "ui/formula/formula_layout.h"

#include <QSizeF>

#include <functional>
#include <optional>

class QPainter;

namespace lab {

class Theme;

/// A picture of a page; in the text it is named by its place among them.
struct InlineImage {
    QSizeF size;
    std::function<void(QPainter&)> draw;
    std::optional<FormulaLayout> formula; ///< where it is one
};

/// A bar of a number among others: from the middle where they have colours for either sign; full where it is
/// not finite.
InlineImage barImage(const Theme& theme, double width, double value, double largest,
                     std::optional<Palette> ofSigned);

/// As numbers on the board are framed: solid what another is made from, dotted what is made from it.
InlineImage frameImage(const Theme& theme, Qt::PenStyle style);

} // namespace lab
