// SPDX-License-Identifier: GPL-3.0-or-later
//
// The print-outs in tests/data/prints, with the numbers that are in them or why they are refused.
#pragma once

#include <string>
#include <vector>

namespace lab::test {

struct PrintOut {
    std::string name; ///< of the file, and in it
    std::string text;
    std::string said; ///< "2 x 3 labels", the shape and what else is known; or the message, if it is refused
    bool is_refused = false;
    std::vector<std::string> numbers; ///< row by row, as they are written
};

/// All print-outs of a file. A line "=====> NAME" begins each, "=====: SHAPE" and its numbers or
/// "=====! MESSAGE" end it.
std::vector<PrintOut> print_outs_in(const std::string& path);

} // namespace lab::test
