// SPDX-License-Identifier: GPL-3.0-or-later
//
// A document as a spreadsheet that computes it: a sheet for each stage, with formulas that read the sheets
// before.
#pragma once

#include "core/experiment/experiment.h"
#include "core/spreadsheet/sheet.h"
#include "core/spreadsheet/sheet_look.h"

namespace lab {

/// With more, a spreadsheet holds numbers alone.
inline constexpr Index most_formula_tokens = 64;
inline constexpr HeadIndex most_formula_heads = 4;
/// The most numbers of a spreadsheet, and the most columns of a matrix on a sheet.
inline constexpr double most_sheet_numbers = 1'000'000;
inline constexpr Index most_sheet_columns = 16'000;

/// The sheets, computed. Fails if the document is too large. The experiment must be valid and have tokens.
Result<Workbook> make_workbook(const Experiment& experiment);

/// The .xlsx file. The same document and look give the same bytes. Fails as make_workbook() does, or if there
/// is no room for temporary files.
Result<std::string> spreadsheet_file(const Experiment& experiment, const SheetLook& look);

/// The extension of its file.
inline constexpr const char* spreadsheet_extension = ".xlsx";

} // namespace lab
