// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs the program from the command line.
#pragma once

#include <QByteArray>
#include <QStringList>

namespace lab::test {

struct Run {
    int code = -1; ///< the exit code, or −1 if the program crashed, hung or did not start
    QByteArray out, err;
};

/// Runs `attention-lab` with these arguments and waits for it. If `out_file` is given, standard output goes
/// there instead of Run::out; `input` is what it finds on standard input.
Run run_program(const QStringList& arguments, const QString& out_file = {}, const QByteArray& input = {});

} // namespace lab::test
