// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs the program as a person would in a terminal.
#pragma once

#include <QByteArray>
#include <QStringList>

namespace lab::test {

struct Run {
    int code = -1; ///< the exit code, −1 where the program crashed, hung or did not start
    QByteArray out, err;
};

/// Runs `attention-lab` with these arguments to its end. `out_file`: where standard output goes, in place of
/// Run::out.
Run run_program(const QStringList& arguments, const QString& out_file = {});

} // namespace lab::test
