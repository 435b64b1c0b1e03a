// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs programs of others that judge what this one writes.
#pragma once

#include "tests/support/process.h"

#include <QProcess>
#include <QStandardPaths>
#include <QString>

namespace lab::test {

inline bool has_tool(const QString& name) {
    return !QStandardPaths::findExecutable(name).isEmpty();
}

/// Runs it and waits. The code is −1 if it is not there, crashed or hung.
inline Run run_tool(const QString& name, const QStringList& arguments, const QByteArray& input = {}) {
    QProcess process;
    process.start(name, arguments);
    process.write(input);
    process.closeWriteChannel();
    constexpr int patience = 120'000; // milliseconds
    if (!process.waitForFinished(patience)) {
        process.kill();
        process.waitForFinished();
        return {-1, {}, (name + QStringLiteral(": ") + process.errorString()).toUtf8()};
    }
    const bool whole = process.exitStatus() == QProcess::NormalExit;
    return {whole ? process.exitCode() : -1, process.readAllStandardOutput(), process.readAllStandardError()};
}

} // namespace lab::test
