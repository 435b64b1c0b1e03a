// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/python.h"

#include "tests/support/random_experiments.h"

#include <QProcess>

namespace lab::test {

namespace {

constexpr int patience = 240'000; // milliseconds

} // namespace

bool with_torch() {
    static const bool is_there =
        QProcess::execute(debian_python, {QStringLiteral("-c"), QStringLiteral("import torch")}) == 0;
    return is_there || is_exhaustive;
}

QString python_with_numpy() {
    // The first one in the path may be the user's own, without the system's packages.
    for (const QString& python : {QStringLiteral("python3"), debian_python}) {
        QProcess process;
        process.start(python, {QStringLiteral("-c"), QStringLiteral("import numpy")});
        if (process.waitForFinished(patience) && process.exitStatus() == QProcess::NormalExit &&
            process.exitCode() == 0)
            return python;
    }
    return {};
}

Run run_python(const QString& script, const QStringList& arguments) {
    QProcess process;
    process.start(python_with_numpy(),
                  QStringList(QStringLiteral(LAB_SOURCE_DIR "/tests/") + script) + arguments);
    if (!process.waitForFinished(patience)) {
        process.kill();
        process.waitForFinished();
        return {-1, {}, process.errorString().toUtf8()};
    }
    const bool whole = process.exitStatus() == QProcess::NormalExit;
    return {whole ? process.exitCode() : -1, process.readAllStandardOutput(), process.readAllStandardError()};
}

} // namespace lab::test
