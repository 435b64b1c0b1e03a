// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/process.h"

#include <QProcess>

namespace lab::test {

Run run_program(const QStringList& arguments, const QString& out_file, const QByteArray& input) {
    QProcess process;
    if (!out_file.isEmpty())
        process.setStandardOutputFile(out_file);
    process.start(QStringLiteral(LAB_PROGRAM), arguments);
    process.write(input);
    process.closeWriteChannel();
    constexpr int patience = 60'000;
    if (!process.waitForFinished(patience)) {
        process.kill();
        process.waitForFinished();
        return {-1, {}, process.errorString().toUtf8()};
    }
    const bool whole = process.exitStatus() == QProcess::NormalExit;
    return {whole ? process.exitCode() : -1, process.readAllStandardOutput(), process.readAllStandardError()};
}

} // namespace lab::test
