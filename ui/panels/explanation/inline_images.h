// SPDX-License-Identifier: GPL-3.0-or-later
//
// Images inside the text of an explanation.
#pragma once

#include "core/describe/explanation.h"
#include "ui/document/view_settings.h"
#include "ui/formula/formula_layout.h"

#include <QPointF>
#include <QSizeF>
#include <QString>

#include <functional>
#include <optional>
#include <vector>

class QPainter;

namespace lab {

class Theme;

/// Something on a page that can be followed. `link`: see explanation_links.h. `position`: of its text in the
/// document, if it has any there.
struct ReadLink {
    QString name, link;
    int position = -1;
};

/// An image on a page. The text refers to it by index.
struct InlineImage {
    QSizeF size;
    std::function<void(QPainter&)> draw;
    std::optional<FormulaLayout> formula; ///< if it is a formula
    QString words = {};                   ///< as it is read aloud; may be empty
    std::vector<ReadLink> links = {};     ///< in it, in the order of reading
};

/// A bar for one number among several. It starts in the middle if `ofSigned` has colours for both signs, and
/// is full for a non-finite number.
InlineImage barImage(const Theme& theme, double width, double value, double largest,
                     std::optional<Palette> ofSigned);

/// The curve c·tanh(x/c) between its bounds ±c, beside the line y = x, and where the score is on it. The
/// bounds and c/2, near which the curve begins to leave the line, are written at the axes.
InlineImage capImage(const Theme& theme, double width, const Cap& cap);

/// Two vectors with two features: a thick query, a key, and the perpendicular from its tip onto the line of
/// the query, the length up to which, times the query's, is their dot product. Both must be finite.
InlineImage dotImage(const Theme& theme, double width, QPointF query, QPointF key);

/// A frame as on the board: solid for what a number is made from, dotted for what is made from it.
InlineImage frameImage(const Theme& theme, Qt::PenStyle style);

} // namespace lab
