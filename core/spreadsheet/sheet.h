// SPDX-License-Identifier: GPL-3.0-or-later
//
// A spreadsheet as data: what stands on its sheets, and where.
#pragma once

#include "core/base/types.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lab {

/// What a number of a sheet is, which its look says.
enum class SheetMark {
    computed,   ///< by a formula
    editable,   ///< given; formulas read it
    fixed,      ///< computed by this program: no formula follows what is changed
    overridden, ///< by the document; formulas read it
};

/// A number, or one of the texts that stand for what a spreadsheet has no number for: see not_finite_text().
struct SheetCell {
    double value = 0;    ///< of a formula, its result
    std::string formula; ///< "=X!B6*2"; empty: the number alone
    SheetMark mark = SheetMark::fixed;
};

/// The text in place of a number that is not finite: "−∞", "∞", "NaN".
std::string not_finite_text(double value);

/// How a matrix is coloured.
enum class SheetColouring { none, of_signed, of_weights };

/// A matrix with its labels.
struct SheetBlock {
    std::string heading; ///< may be empty
    std::vector<std::string> row_labels, column_labels;
    std::vector<SheetCell> cells; ///< row by row
    SheetColouring colouring = SheetColouring::none;
    bool is_turned = false; ///< its rows are columns of the sheet
    Index top = 0;          ///< the sheet's row that has the heading, or else the labels above

    Index rows() const { return static_cast<Index>(row_labels.size()); }
    Index columns() const { return static_cast<Index>(column_labels.size()); }
    const SheetCell& cell(Index row, Index column) const {
        return cells[static_cast<std::size_t>(row * columns() + column)];
    }
    /// As they stand on the sheet.
    Index rows_on_sheet() const { return is_turned ? columns() : rows(); }
    Index columns_on_sheet() const { return is_turned ? rows() : columns(); }
    const std::vector<std::string>& labels_beside() const { return is_turned ? column_labels : row_labels; }
    const std::vector<std::string>& labels_above() const { return is_turned ? row_labels : column_labels; }
};

/// A row and a column of a sheet, from 0.
struct SheetPlace {
    Index row = 0, column = 0;
};
/// Below the labels above, right of those beside.
SheetPlace first_number(const SheetBlock& block);
SheetPlace place_of(const SheetBlock& block, Index row, Index column);
/// "B6", and "$B$6".
std::string place_name(const SheetPlace& place);
std::string fixed_place_name(const SheetPlace& place);
/// "$B$6:$E$9": all numbers of a block.
std::string range_name(const SheetBlock& block);

struct Sheet {
    std::string name;               ///< of its tab, and in formulas
    std::string title;              ///< "Queries"
    std::string rule;               ///< how it is computed, "Q = X W_Q"
    std::vector<std::string> notes; ///< before the first block is added
    bool is_stage = false;
    std::vector<SheetBlock> blocks;

    /// How many rows title, rule and notes take.
    Index rows_above() const;
    /// Puts a block below the others. The first needs no heading that repeats the title.
    void add(SheetBlock block);
};

/// A number that formulas read by its name.
struct SheetSetting {
    std::string name; ///< "temperature"
    SheetCell cell;
    std::string meaning;
};

struct Workbook {
    std::string title;
    std::vector<std::string> lines; ///< what it is, sentence by sentence
    std::vector<SheetSetting> settings;
    std::vector<Sheet> sheets;
};

} // namespace lab
