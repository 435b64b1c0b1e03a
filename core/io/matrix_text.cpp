// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/matrix_text.h"

#include "core/io/block_text.h"
#include "core/io/bracket_text.h"
#include "core/io/latex_text.h"
#include "core/io/text_place.h"

namespace lab {

Result<Matrix> read_matrix_text(std::string_view text) {
    const Result<std::string_view> unmarked = without_mark(text);
    if (!unmarked)
        return unmarked.error();
    text = unmarked.value();
    if (text.find("\\begin") != std::string_view::npos)
        return read_latex(text);
    const std::size_t begin = after_assignment(text);
    if (begin == text.size())
        return Error{{}, {}, "no numbers", "a matrix"};
    return begins_in_brackets(text, begin) ? read_brackets(text, begin) : read_block(text, begin);
}

} // namespace lab
