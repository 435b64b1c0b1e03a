// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/lab_window.h"

#include "tests/support/fatal_messages.h"
#include "ui/document/files/recovery.h"

#include <QDir>
#include <QSettings>

namespace lab::test {

void WindowTest::initTestCase() {
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, path("settings"));
    qputenv("XDG_DATA_HOME", path("data").toUtf8());
    QApplication::setOrganizationName(QStringLiteral("attention-lab-test"));
    QApplication::setApplicationName(QStringLiteral("attention-lab-test"));
    m_theme = std::make_unique<Theme>();
    m_theme->applyToApplication();
}

void WindowTest::init() {
    make_messages_fatal();
    QLocale::setDefault(QLocale::c());
    QDir(Recovery::standardFolder()).removeRecursively(); // left by the previous test
    m_theme->setScale(100);
    m_theme->setMode(ColourMode::light);
}

LabWindow& WindowTest::window() {
    if (!m_window)
        m_window = std::make_unique<LabWindow>(*m_theme);
    return *m_window;
}

LabWindow& WindowTest::openWindow(QSize size, int scale, const Preferences& preferences) {
    m_window.reset();
    m_theme->setScale(scale);
    m_window = std::make_unique<LabWindow>(*m_theme, size, preferences);
    return *m_window;
}

} // namespace lab::test
