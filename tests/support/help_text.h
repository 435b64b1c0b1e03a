// SPDX-License-Identifier: GPL-3.0-or-later
//
// What --help lists, read from its text.
#pragma once

#include "tests/support/process.h"

#include <QRegularExpression>
#include <QString>
#include <QStringList>

namespace lab::test {

/// The help of a subcommand; of the program, if there is no name.
inline QString help_text(const QString& command = {}) {
    return QString::fromUtf8(
        run_program(command.isEmpty() ? QStringList{"--help"} : QStringList{command, "--help"}).out);
}

/// The subcommands that the program's help lists.
inline QStringList helped_commands() {
    static const QRegularExpression line(QStringLiteral("^attention-lab ([a-z-]+) "),
                                         QRegularExpression::MultilineOption);
    QStringList names;
    for (const auto& match : line.globalMatch(help_text()))
        names += match.captured(1);
    return names;
}

/// The options as they are typed: "-o", "--stage", "-h", "--help".
inline QStringList helped_options(const QString& command = {}) {
    static const QRegularExpression line(QStringLiteral("^  (-[^ ,]+)(?:, (-[^ ]+))?(?= )"),
                                         QRegularExpression::MultilineOption);
    QStringList names;
    for (const auto& match : line.globalMatch(help_text(command))) {
        names += match.captured(1);
        if (match.hasCaptured(2))
            names += match.captured(2);
    }
    return names;
}

} // namespace lab::test
