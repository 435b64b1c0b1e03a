// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spreadsheet/sheet.h"

#include <cmath>

namespace lab {

namespace {

constexpr Index labels_of_block = 1; // a row above the numbers, a column beside

std::string column_letters(Index column) {
    std::string letters;
    for (Index rest = column + 1; rest > 0; rest = (rest - 1) / 26)
        letters.insert(letters.begin(), static_cast<char>('A' + (rest - 1) % 26));
    return letters;
}

} // namespace

std::string not_finite_text(double value) {
    return std::isnan(value) ? "NaN" : value > 0 ? "∞" : "−∞";
}

SheetPlace first_number(const SheetBlock& block) {
    return {block.top + (block.heading.empty() ? 0 : 1) + labels_of_block, labels_of_block};
}

SheetPlace place_of(const SheetBlock& block, Index row, Index column) {
    const SheetPlace first = first_number(block);
    return block.is_turned ? SheetPlace{first.row + column, first.column + row}
                           : SheetPlace{first.row + row, first.column + column};
}

std::string place_name(const SheetPlace& place) {
    return column_letters(place.column) + std::to_string(place.row + 1);
}

std::string fixed_place_name(const SheetPlace& place) {
    return "$" + column_letters(place.column) + "$" + std::to_string(place.row + 1);
}

std::string range_name(const SheetBlock& block) {
    return fixed_place_name(first_number(block)) + ":" +
           fixed_place_name(place_of(block, block.rows() - 1, block.columns() - 1));
}

Index Sheet::rows_above() const {
    return 1 + (rule.empty() ? 0 : 1) + static_cast<Index>(notes.size());
}

void Sheet::add(SheetBlock block) {
    if (blocks.empty()) {
        if (block.heading == title)
            block.heading.clear();
        block.top = rows_above() + 1;
    } else {
        block.top = first_number(blocks.back()).row + blocks.back().rows_on_sheet() + 1;
    }
    blocks.push_back(std::move(block));
}

} // namespace lab
