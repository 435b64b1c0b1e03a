// SPDX-License-Identifier: GPL-3.0-or-later
//
// The colours that identify heads.
#pragma once

#include "core/base/types.h"

#include <QColor>

namespace lab {

/// The eight colours of Okabe and Ito, which are distinct without telling red from green; they repeat after
/// the eighth. Never the only sign of a head: its number is shown as well.
QColor headColour(HeadIndex head);

/// The same for thin shapes: darkened, or lightened on a dark `background`, as far as contrast requires.
QColor headInk(HeadIndex head, const QColor& background);
/// With at least that contrast.
QColor headInk(HeadIndex head, const QColor& background, double contrast);
/// Any colour, darkened or lightened as far as that contrast requires.
QColor inkOn(const QColor& background, const QColor& colour, double contrast);

/// The same, as transparent as contrast allows: for what stands behind the shown head.
QColor paleHeadInk(HeadIndex head, const QColor& background);

/// The same for filled shapes: on a dark background black, which is one of the eight, is lightened.
QColor headFill(HeadIndex head, const QColor& background);

} // namespace lab
