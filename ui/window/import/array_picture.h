// SPDX-License-Identifier: GPL-3.0-or-later
//
// An array as a small picture, in the colours of signed numbers.
#pragma once

#include "core/base/types.h"

#include <QImage>

namespace lab {

/// Square cells, the longer side `side` pixels; where cells are smaller than a pixel, it has the colour of
/// the largest magnitude. The matrix has at least one number.
QImage arrayPicture(const MatrixPtr& matrix, int side, bool onDark);

} // namespace lab
