// SPDX-License-Identifier: GPL-3.0-or-later
//
// Opens and saves documents as the program does, waiting for completion.
#pragma once

#include "core/io/document_file.h"
#include "ui/document/files/document_files.h"
#include "ui/document/lab_document.h"

#include <QTest>

namespace lab::test {

constexpr int file_patience = 60'000; // milliseconds

/// The reader that the program passes to DocumentFiles.
inline DocumentFiles::Reader reader_of(const QString& file) {
    return [file](const std::stop_token&) { return load_experiment(file.toStdString()); };
}

/// Returns an error, if any.
inline std::optional<Error> open(LabDocument& document, const QString& file) {
    DocumentFiles files(document);
    std::optional<Error> problem = Error{file.toStdString(), {}, "was not read in a minute", {}};
    bool done = false;
    files.read(reader_of(file), [&](const Result<Experiment>& read) {
        problem = read ? std::nullopt : std::optional(read.error());
        if (read)
            document.replace(read.value(), file);
        done = true;
    });
    (void)QTest::qWaitFor([&] { return done; }, file_patience);
    return problem;
}

/// Returns an error, if any.
inline std::optional<Error> save(LabDocument& document, const QString& file) {
    DocumentFiles files(document);
    std::optional<Error> problem = Error{file.toStdString(), {}, "was not written in a minute", {}};
    files.save(file, [&](const SaveResult& result) { problem = result.error; });
    (void)QTest::qWaitFor([&] { return !files.isSaving(); }, file_patience);
    return problem;
}

} // namespace lab::test
