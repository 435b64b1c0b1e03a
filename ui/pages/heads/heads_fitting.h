// SPDX-License-Identifier: GPL-3.0-or-later
//
// How large the matrices of the page Heads are drawn.
#pragma once

#include "ui/pages/matrix_card.h"

#include <QSize>

#include <vector>

namespace lab {

class HeadGrid;
class Theme;

/// The same for every head, so that they can be compared.
struct HeadCardSize {
    CardSize matrix;
    QSize card; ///< the largest that a head needs
};

/// The largest size at which all heads are visible at once and leave room for what is combined from them. If
/// even the smallest thumbnails do not fit, they scroll.
HeadCardSize sizeInWindow(const std::vector<MatrixCard*>& heads, const HeadGrid& grid, QSize room,
                          const Theme& theme);

/// The size of the heads' cards while presenting: the largest cells that fit, without room left for a matrix
/// below.
HeadCardSize sizePresented(const std::vector<MatrixCard*>& heads, const HeadGrid& grid, QSize room,
                           const Theme& theme);

/// Gives one matrix the most readable size that fits, which if `grows` is the largest one. A matrix that is
/// still too large pans inside its card. Returns whether it has numbers.
bool fitCard(MatrixCard& card, QSize room, bool grows, const Theme& theme);

} // namespace lab
