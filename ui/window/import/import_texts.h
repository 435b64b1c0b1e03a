// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the import sheet says.
#pragma once

#include "core/import/import_plan.h"
#include "core/import/replacement.h"

#include <QString>

#include <string>
#include <vector>

namespace lab {

/// "Named as GPT-2 names them. 4 of 14 arrays are used."
QString usedText(const ImportPlan& plan);
/// What a new document computes: sizes, formula, and what is still to be set.
QString computedText(const Experiment& read);
/// What of the present document stays and what cannot.
QString replacedText(const Replaced& replaced);
/// Why the square arrays of these names are asked about; there is at least one.
QString questionText(const std::vector<std::string>& names);
/// An error of the file that the sheet is about, without the file's name.
QString problemText(Error error);

} // namespace lab
