// SPDX-License-Identifier: GPL-3.0-or-later
//
// All subcommands: dispatch, the program's help and its misuse text come from this table.
#pragma once

#include <QStringList>

#include <span>
#include <string_view>

namespace lab {

struct Subcommand {
    std::string_view name;
    std::string_view argument; ///< in the help, after the name
    std::string_view summary;  ///< in the help, one line
    int (*run)(const QStringList& arguments);
    bool draws = false;    ///< needs a QApplication
    int out_of_memory = 1; ///< what it exits with if there is not enough
};

/// In the order of the help.
std::span<const Subcommand> subcommands();

} // namespace lab
