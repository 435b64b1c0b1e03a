// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes a workbook as .xlsx, by libxlsxwriter.
#pragma once

#include "core/spreadsheet/sheet.h"
#include "core/spreadsheet/sheet_look.h"

namespace lab {

/// Fails if there is no room for temporary files.
Result<std::string> workbook_file(const Workbook& workbook, const SheetLook& look);

} // namespace lab
