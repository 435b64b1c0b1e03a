// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/files/recovery_file.h"

#include "core/io/document_file.h"

#include <QDir>
#include <QJsonDocument>
#include <QJsonObject>
#include <QUuid>

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>

namespace lab {

namespace {

constexpr const char* data_ending = ".recovery";
constexpr const char* lock_ending = ".lock";
constexpr qint64 longest_note = 1 << 16; // bytes

QByteArray to_line(const RecoveryNote& note) {
    QJsonObject json{{"name", note.name}, {"file", note.file}, {"sentence", note.sentence}};
    if (note.content) { // as text: JSON numbers cannot hold 64 bits
        json["size"] = QString::number(note.content->size);
        json["hash"] = QString::number(note.content->hash);
    }
    return QJsonDocument(json).toJson(QJsonDocument::Compact) + '\n';
}

/// Whether there is a regular file of that name, which is no link, and when it was modified.
std::optional<QDateTime> modified(const QString& path) {
    struct stat status {};
    if (::lstat(QFile::encodeName(path).constData(), &status) != 0 || !S_ISREG(status.st_mode))
        return std::nullopt;
    return QFileInfo(path).lastModified();
}

RecoveryNote read_note(const QString& path) {
    QFile file;
    // Another program may have replaced the file: a symbolic link is not followed, and opening a pipe does
    // not block.
    const int opened =
        ::open(QFile::encodeName(path).constData(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (opened < 0 || !file.open(opened, QIODevice::ReadOnly, QFileDevice::AutoCloseHandle))
        return {};
    const QJsonObject json = QJsonDocument::fromJson(file.readLine(longest_note)).object();
    RecoveryNote note{json["name"].toString(), json["file"].toString(), {}, json["sentence"].toString()};
    if (json.contains("hash"))
        note.content = {json["size"].toString().toULongLong(), json["hash"].toString().toULongLong()};
    return note;
}

/// Removes partial files left by a program that ended during a write.
void remove_unfinished(const QFileInfo& file) {
    QDir folder = file.dir();
    for (const QString& name : folder.entryList({file.fileName() + QStringLiteral(".??????")}, QDir::Files))
        folder.remove(name);
}

} // namespace

RecoveryFile::RecoveryFile(const QString& base)
    : m_path(base + QLatin1String(data_ending)), m_lock(base + QLatin1String(lock_ending)) {}

Result<std::shared_ptr<RecoveryFile>> RecoveryFile::make(const QString& folder) {
    if (!QDir().mkpath(folder))
        return Error{folder.toStdString(), {}, "this folder cannot be made", {}};
    // Unsaved work is private, even if others can read the home folder.
    QFile::setPermissions(folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    const QString id = QUuid::createUuid().toString(QUuid::WithoutBraces);
    std::shared_ptr<RecoveryFile> file(new RecoveryFile(QDir(folder).filePath(id)));
    file->m_lock.take(); // free: no other process knows the name yet
    return file;
}

std::vector<std::shared_ptr<RecoveryFile>> RecoveryFile::abandoned(const QString& folder) {
    const QDir dir(folder);
    QStringList ids;
    for (const char* ending : {data_ending, lock_ending}) {
        for (const QString& name : dir.entryList({QLatin1Char('*') + QLatin1String(ending)}, QDir::Files))
            ids += name.chopped(static_cast<qsizetype>(qstrlen(ending)));
    }
    ids.removeDuplicates();
    std::vector<std::shared_ptr<RecoveryFile>> found;
    for (const QString& id : ids) {
        std::shared_ptr<RecoveryFile> file(new RecoveryFile(dir.filePath(id)));
        if (!file->m_lock.take())
            continue; // its program is still running
        remove_unfinished(QFileInfo(file->m_path));
        const std::optional<QDateTime> time = modified(file->m_path);
        if (!time)
            continue; // only a lock file, which is deleted with the object
        file->m_note = read_note(file->m_path);
        file->m_time = *time;
        found.push_back(std::move(file));
    }
    std::ranges::sort(found, [](const auto& a, const auto& b) { return a->m_time > b->m_time; });
    return found;
}

std::optional<Error> RecoveryFile::write(const RecoveryNote& note, const Experiment& experiment) {
    m_note = note;
    return save_experiment(m_path.toStdString(), experiment, to_line(note).toStdString());
}

Result<Experiment> RecoveryFile::read() const {
    return load_experiment(m_path.toStdString(), FileStart::note);
}

std::optional<Error> RecoveryFile::remove() {
    QFile file(m_path);
    if (file.exists() && !file.remove())
        return Error{m_path.toStdString(), {}, "cannot be deleted: " + file.errorString().toStdString(), {}};
    return {};
}

} // namespace lab
