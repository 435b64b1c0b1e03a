// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where a text may be broken to go on at the top of the next page.
#pragma once

#include <vector>

class QTextDocument;

namespace lab {

/// Whole lines of a text, from one edge to the other.
struct TextSlice {
    double top = 0, height = 0;
};

/// All of the text, which has been given a width. Paragraphs of a few lines are not broken, nor are the first
/// two lines of a longer one from each other, and the last two.
std::vector<TextSlice> slicesOf(QTextDocument& text);

} // namespace lab
