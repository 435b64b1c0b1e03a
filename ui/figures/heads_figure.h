// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the mode Heads shows, as figures.
#pragma once

#include "ui/figures/figure.h"

namespace lab {

/// A stage of every head, on one scale and one sheet.
Figure headsFigure(LabDocument& document, const HeadsPicture& picture, const FigureLook& look);
Figure overHeadsFigure(LabDocument& document, const OverHeadsPicture& picture, const FigureLook& look);
Figure sharesFigure(LabDocument& document, const FigureLook& look);
Figure headShareFigure(LabDocument& document, const HeadSharePicture& picture, const FigureLook& look);

} // namespace lab
