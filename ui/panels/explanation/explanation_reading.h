// SPDX-License-Identifier: GPL-3.0-or-later
//
// A page of explanations as it is read aloud: line by line, each with what can be followed in it.
#pragma once

#include "ui/panels/explanation/inline_images.h"

#include <vector>

class QTextDocument;

namespace lab {

struct ReadLine {
    QString text;
    std::vector<ReadLink> links;
    int position = 0; ///< of its first block in the document
};

/// Every block of the page with a text, and of a table every row, in the order of reading. Pictures are read
/// as far as they have words.
std::vector<ReadLine> readLines(const QTextDocument& page, const std::vector<InlineImage>& pictures);

} // namespace lab
