// SPDX-License-Identifier: GPL-3.0-or-later
//
// Everything that the command line takes, as data: for the manual page and for completion in shells.
#pragma once

#include "app/commands/command_parser.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace lab {

struct DescribedCommand {
    QString name; ///< empty: the program without a subcommand
    QString summary;
    CommandDescription takes;
};

/// The program itself, then its subcommands in the order of the help.
std::vector<DescribedCommand> described_commands();

/// What may be typed as a value.
struct PossibleValues {
    QStringList words;
    bool is_file = false;
    QStringList endings = {}; ///< of files, without the dot; empty: any
};

/// The values of an option that takes one.
PossibleValues values_of(const QString& command, const QCommandLineOption& option);
/// What may be typed where no option is.
PossibleValues arguments_for(const QString& command);

/// As it is typed: "-o", "--stage".
QString typed_option(const QString& name);
/// The first statement of a description, for a line in a list.
QString brief(const QString& description);

} // namespace lab
