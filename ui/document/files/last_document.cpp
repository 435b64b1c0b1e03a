// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/files/last_document.h"

#include <QCoreApplication>
#include <QSettings>

#include <cerrno>
#include <csignal>

namespace lab {

namespace {

constexpr const char* openedFileKey = "lastDocument/file";
constexpr const char* openedExampleKey = "lastDocument/example";
constexpr const char* openedByKey = "lastDocument/process"; // while it runs

bool isRunning(qint64 process) {
    return process != QCoreApplication::applicationPid() &&
           (::kill(static_cast<pid_t>(process), 0) == 0 || errno == EPERM);
}

} // namespace

LastDocument::LastDocument() {
    const QSettings settings;
    const qint64 process = settings.value(openedByKey).toLongLong();
    m_endedWell = process <= 0;
    if (m_endedWell || !isRunning(process))
        m_before = {settings.value(openedFileKey).toString(), settings.value(openedExampleKey).toString()};
}

void LastDocument::note(const OpenedDocument& now) {
    if (m_noted == now)
        return;
    m_noted = now;
    QSettings settings;
    settings.setValue(openedFileKey, now.file);
    settings.setValue(openedExampleKey, now.example);
    settings.setValue(openedByKey, QCoreApplication::applicationPid());
}

void LastDocument::end() {
    QSettings settings;
    if (settings.value(openedByKey).toLongLong() == QCoreApplication::applicationPid())
        settings.remove(openedByKey);
}

} // namespace lab
