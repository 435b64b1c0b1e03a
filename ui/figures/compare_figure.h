// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the mode Compare shows, as figures.
#pragma once

#include "ui/figures/figure.h"

namespace lab {

/// Both states and their difference on one scale, with the largest changes in words. They must be comparable.
Figure compareFigure(LabDocument& document, const ComparePicture& picture, const FigureLook& look);
/// Every variant of the document, side by side.
Figure variantsFigure(LabDocument& document, const VariantsPicture& picture, const FigureLook& look);

} // namespace lab
