// SPDX-License-Identifier: GPL-3.0-or-later
//
// Benchmarks that need a QApplication: offscreen and with default preferences.
#include <QApplication>
#include <QLocale>
#include <QSettings>
#include <QTemporaryDir>

#include <benchmark/benchmark.h>

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    benchmark::Initialize(&argc, argv);
    const QApplication application(argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv))
        return 2;
    const QTemporaryDir settings;
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings.path());
    qputenv("XDG_DATA_HOME", settings.path().toUtf8());
    QApplication::setOrganizationName(QStringLiteral("attention-lab-bench"));
    QApplication::setApplicationName(QStringLiteral("attention-lab-bench"));
    QLocale::setDefault(QLocale::c());
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}
