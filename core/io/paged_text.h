// SPDX-License-Identifier: GPL-3.0-or-later
//
// Arrays of three dimensions that are printed page by page, as MATLAB, Octave, Julia, R and LibTorch do.
#pragma once

#include "core/io/printed_array.h"

#include <cstddef>
#include <optional>
#include <string_view>

namespace lab {

/// The line above a page: "ans(:,:,1) =", "[:, :, 1] =", ", , 1", ", , head = first" or "(1,.,.) =".
struct PageHeading {
    enum class Index { first, last }; ///< of the array, which one counts the pages

    Index index = Index::last;
    bool is_of_r = false;   ///< whose pages may have names, and whose rows and columns are labelled
    std::string_view name;  ///< of the array; empty if the line has none
    std::string_view label; ///< the number of the page, or its name
    std::size_t end = 0;    ///< in the line, before what may follow there
};

/// The heading that a line is, or begins with; nullopt if it is none.
std::optional<PageHeading> page_heading(std::string_view line);

/// The heading in the line that begins at the byte `from`.
std::optional<PageHeading> page_heading_at(std::string_view text, std::size_t from);

/// Reads from such a line to the end of the text. Each page is a matrix of a head, whichever index counts the
/// pages; no matrix is turned. A page may have a common factor and pieces (pieces_text.h), or labels as R
/// prints them (labelled_text.h). The pages have to be all there, in their order, and alike in size.
Result<PrintedArray> read_pages(std::string_view text, std::size_t from, PastedNumbers allowed,
                                bool may_have_heads);

} // namespace lab
