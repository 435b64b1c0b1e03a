// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where a text may be broken to go on at the top of the next page.
#pragma once

#include <vector>

class QColor;
class QPainter;
class QTextDocument;

namespace lab {

/// Whole lines of a text, from one edge to the other.
struct TextSlice {
    double top = 0, height = 0;
    int paragraph = 0;
    int firstLine = 0, lines = 0; ///< of the paragraph; all of them, or a part
    bool isPart = false;
};

/// All of the text, which has been given a width. Paragraphs of a few lines are not broken, nor are the first
/// two lines of a longer one from each other, and the last two.
std::vector<TextSlice> slicesOf(QTextDocument& text);
/// Paints a slice with its top at (0, 0), in `colour` where the text names none.
void paintSlice(QPainter& painter, QTextDocument& text, const TextSlice& slice, const QColor& colour);

} // namespace lab
