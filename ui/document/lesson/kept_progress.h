// SPDX-License-Identifier: GPL-3.0-or-later
//
// Keeps on disk how far somebody has come in each lesson, by the lesson's id, so that it is there again after
// the window was closed, or ended without warning. Saving the document is another matter: it writes the
// progress into its file.
#pragma once

#include "core/lesson/progress.h"
#include "ui/document/files/file_tasks.h"

#include <QDateTime>
#include <QObject>
#include <QString>

#include <functional>
#include <optional>
#include <string>

namespace lab {

class KeptProgress : public QObject {
    Q_OBJECT
public:
    /// `folder`: need not exist.
    explicit KeptProgress(QString folder, QObject* parent = nullptr);
    /// Finishes what is being written, but does not wait for a disk that does not answer.
    ~KeptProgress() override;

    /// Beside the recovery copies.
    static QString standardFolder();

    struct Found {
        LessonProgress progress;
        QDateTime written;
    };
    /// Calls `then` later with what was written for this lesson, if there is anything.
    void read(const std::string& lesson, std::function<void(std::optional<Found>)> then);
    /// Replaces what is kept for the lesson, atomically.
    void write(const std::string& lesson, const LessonProgress& progress);

signals:
    /// It could not be written, and what to do.
    void failed(const QString& message);

private:
    QString fileOf(const std::string& lesson) const;

    QString m_folder;
    bool m_failing = false; ///< said once
    FileTasks m_tasks;
};

} // namespace lab
