// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/files/file_name.h"

#include "ui/document/files/file_tasks.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <atomic>
#include <filesystem>
#include <memory>

namespace lab {

namespace {
struct FileName {
    Q_DECLARE_TR_FUNCTIONS(FileName)
};
} // namespace

QString nameProblem(const QString& file) {
    if (!hasLostBytes(file))
        return {};
    return FileName::tr(
               "“%1” cannot be opened: the � in its name stands for bytes that are not text. Rename the "
               "file first.")
        .arg(QFileInfo(file).fileName());
}

bool isFolder(const QString& path) {
    constexpr std::chrono::milliseconds patience{500};
    const auto found = std::make_shared<std::atomic<bool>>(false);
    FileTasks tasks;
    tasks.start([found, folder = path.toStdString()](const std::stop_token&) -> FileTasks::Then {
        std::error_code ignored;
        *found = std::filesystem::is_directory(folder, ignored);
        return [] {};
    });
    tasks.finish(patience);
    return *found;
}

} // namespace lab
