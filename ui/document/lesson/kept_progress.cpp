// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/lesson/kept_progress.h"

#include "core/io/document_file.h"
#include "ui/document/files/new_document.h"

#include <nlohmann/json.hpp>

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

#include <chrono>
#include <memory>

namespace lab {

namespace {

constexpr std::chrono::seconds longestFinish{5};

/// A document of nothing but the progress: it is written and read as any other one.
Experiment documentOf(const std::string& lesson, const LessonProgress& progress) {
    Experiment document = newDocument();
    document.unknown_keys =
        std::make_shared<const nlohmann::ordered_json>(nlohmann::ordered_json{{"lesson", {{"id", lesson}}}});
    return with_progress(document, progress);
}

} // namespace

KeptProgress::KeptProgress(QString folder, QObject* parent) : QObject(parent), m_folder(std::move(folder)) {}

KeptProgress::~KeptProgress() {
    m_tasks.finish(longestFinish);
}

QString KeptProgress::standardFolder() {
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/lessons");
}

/// The id may hold anything, so the name is a hash of it.
QString KeptProgress::fileOf(const std::string& lesson) const {
    const QByteArray hash =
        QCryptographicHash::hash(QByteArray::fromStdString(lesson), QCryptographicHash::Sha1);
    return m_folder + QLatin1Char('/') + QString::fromLatin1(hash.toHex()) + QStringLiteral(".attn");
}

void KeptProgress::read(const std::string& lesson, std::function<void(std::optional<Found>)> then) {
    m_tasks.start([file = fileOf(lesson),
                   then = std::move(then)](const std::stop_token& stop) -> FileTasks::Then {
        std::optional<Found> found;
        if (QFileInfo::exists(file)) {
            const Result<Experiment> read =
                load_experiment(QFile::encodeName(file).toStdString(), FileStart::document, nullptr, stop);
            if (read)
                found = Found{read_progress(read.value()).progress, QFileInfo(file).lastModified()};
        }
        return [then, found = std::move(found)] { then(found); };
    });
}

void KeptProgress::write(const std::string& lesson, const LessonProgress& progress) {
    m_tasks.start([this, folder = m_folder, file = fileOf(lesson),
                   document = documentOf(lesson, progress)](const std::stop_token&) -> FileTasks::Then {
        std::optional<Error> problem;
        if (!QDir().mkpath(folder))
            problem = Error{folder.toStdString(), "no folder", "a folder that can be written to"};
        else
            problem = save_experiment(QFile::encodeName(file).toStdString(), document);
        return [this, problem] {
            if (problem && !m_failing)
                emit failed(tr("Could not keep your answers. %1. Save the lesson to a file to keep them.")
                                .arg(QString::fromStdString(problem->message())));
            m_failing = problem.has_value();
        };
    });
}

} // namespace lab
