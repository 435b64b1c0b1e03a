// SPDX-License-Identifier: GPL-3.0-or-later
//
// `export --script`: a document as a Python program or notebook, or as a spreadsheet.
#pragma once

#include <QCommandLineParser>

namespace lab {

/// Runs it with the arguments of a parser that has one file; returns an exit code. Options that draw do not
/// go with it.
int export_script(const QCommandLineParser& parser);

} // namespace lab
