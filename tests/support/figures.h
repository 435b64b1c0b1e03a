// SPDX-License-Identifier: GPL-3.0-or-later
//
// Figures drawn as the window does.
#pragma once

#include "ui/document/lab_document.h"
#include "ui/figures/draw_figure.h"
#include "ui/figures/figure_drawing.h"
#include "ui/figures/figure_file.h"

namespace lab::test {

inline QImage picture_of(LabDocument& document, const Figure& view, const Theme& theme, double scale) {
    return figureImage(drawingOf(document, view, figureLook(theme)), scale);
}

} // namespace lab::test
