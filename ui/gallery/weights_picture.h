// SPDX-License-Identifier: GPL-3.0-or-later
//
// The attention weights of a document as a small picture.
#pragma once

#include "core/experiment/experiment.h"

#include <QImage>
#include <QPixmap>

namespace lab {

/// The first head's attention weights in their colours, one pixel per cell. Empty if they cannot be computed.
QImage weightCells(const Experiment& experiment, const QColor& hidden);

/// The cells as squares of equal size, centred in a square pixmap.
QPixmap weightsPicture(const QImage& cells, int side, qreal devicePixelRatio);

} // namespace lab
