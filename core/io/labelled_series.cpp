// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text_position.h"
#include "core/io/labelled_lines.h"
#include "core/io/labelled_text.h"
#include "core/io/number_text.h"

#include <optional>

namespace lab {

Result<PrintedArray> read_series(std::string_view text, std::size_t from, PastedNumbers allowed) {
    RowCollector rows;
    NumberBlock numbers(text, allowed);
    bool is_first = true;
    for (LabelledLine line = next_line(text, from); !line.empty(); line = next_line(text, from)) {
        const LabelledCell& number = line.back();
        const bool names_labels = is_first && line.size() == 1 && is_label_word(number.text);
        is_first = false;
        if (names_labels)
            continue;
        if (has_cut_mark(line))
            return abbreviated_frame(text, line.front().offset);
        if (line.size() == 1)
            return Error{text_position(text, number.offset), quoted_excerpt(number.text),
                         "a label and a number"};
        std::optional<Error> problem = rows.add(numbers.read(number.text, number.offset), number.text);
        if (!problem)
            problem = rows.end_row(text, number.offset);
        if (problem)
            return *problem;
    }
    if (const std::optional<Error> problem = numbers.ambiguity())
        return *problem;
    if (rows.empty())
        return Error{{}, "no numbers", "a matrix"};
    PrintedArray array = rows.array();
    array.has_labels = true;
    return array;
}

} // namespace lab
