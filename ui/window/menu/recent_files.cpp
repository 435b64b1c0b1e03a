// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/menu/recent_files.h"

#include <QFileInfo>
#include <QSettings>

namespace lab {

namespace {

constexpr const char* settingsKey = "recentFiles";
constexpr qsizetype mostFiles = 8;

void store(const QStringList& files) {
    QSettings().setValue(settingsKey, files);
}

} // namespace

QStringList recentFiles() {
    QStringList files = QSettings().value(settingsKey).toStringList();
    files.removeAll(QString()); // settings can be edited by hand
    files.removeDuplicates();
    return files.mid(0, mostFiles);
}

void addRecentFile(const QString& file) {
    const QString absolute = QFileInfo(file).absoluteFilePath();
    QStringList files = recentFiles();
    files.removeAll(absolute);
    files.prepend(absolute);
    store(files.mid(0, mostFiles));
}

bool removeRecentFile(const QString& file) {
    QStringList files = recentFiles();
    if (files.removeAll(QFileInfo(file).absoluteFilePath()) == 0)
        return false;
    store(files);
    return true;
}

} // namespace lab
